// cluster: random generators
// run congruential: Generators.congruential(15000)
// run xorshift: Generators.xorshift(12000)
// run schrage: Generators.schrage(10000)
// run twister: Generators.twister(1248)
// run lagged: Generators.lagged(10000)
// run shuffle: Generators.shuffle(3000)
final class Generators {
    static int congruential(int n) {
        long state = 17;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            state = state * 0x5DEECE66DL + 11 & (1L << 48) - 1;
            sum += (int) (state >>> 32) & 7;
        }
        return sum;
    }

    static long xorshift(int n) {
        long a = 1;
        long b = 2;
        long sum = 0;
        for (int i = 0; i < n; i++) {
            long t = a;
            a = b;
            t ^= t << 23;
            t ^= t >>> 17;
            t ^= b ^ b >>> 26;
            b = t;
            sum ^= a + b;
        }
        return sum;
    }

    static int schrage(int n) {
        int seed = 12345;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int high = seed / 127773;
            int low = seed % 127773;
            seed = 16807 * low - 2836 * high;
            if (seed <= 0) {
                seed += 2147483647;
            }
            sum ^= seed;
        }
        return sum;
    }

    static int twister(int n) {
        int[] state = new int[624];
        state[0] = 5489;
        for (int i = 1; i < 624; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
        }
        int index = 624;
        int sum = 0;
        for (int k = 0; k < n; k++) {
            if (index == 624) {
                for (int i = 0; i < 624; i++) {
                    int y = state[i] & 0x80000000 | state[(i + 1) % 624] & 0x7fffffff;
                    state[i] = state[(i + 397) % 624] ^ y >>> 1;
                    if ((y & 1) != 0) {
                        state[i] ^= 0x9908b0df;
                    }
                }
                index = 0;
            }
            int y = state[index++];
            y ^= y >>> 11;
            y ^= y << 7 & 0x9d2c5680;
            y ^= y << 15 & 0xefc60000;
            sum += y ^ y >>> 18;
        }
        return sum;
    }

    static int lagged(int n) {
        int[] ring = Data.random(55, 1 << 30, 249);
        int i = 0;
        int j = 31;
        int sum = 0;
        for (int k = 0; k < n; k++) {
            ring[i] += ring[j];
            sum ^= ring[i];
            if (++i == 55) {
                i = 0;
            }
            if (++j == 55) {
                j = 0;
            }
        }
        return sum;
    }

    static int shuffle(int n) {
        int[] cards = new int[n];
        for (int i = 0; i < n; i++) {
            cards[i] = i;
        }
        Data data = new Data(250);
        for (int i = n - 1; i > 0; i--) {
            int j = data.next(i + 1);
            int card = cards[i];
            cards[i] = cards[j];
            cards[j] = card;
        }
        int fixed = 0;
        for (int i = 0; i < n; i++) {
            if (cards[i] == i) {
                fixed++;
            }
        }
        return fixed + cards[0];
    }
}
