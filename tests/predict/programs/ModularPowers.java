// cluster: modular powers
// relative: power
// run longs: ModularPowers.longs(400)
// run ints: ModularPowers.ints(500)
// run recursive: ModularPowers.recursive(300)
// run table: ModularPowers.logarithm(40)
final class ModularPowers {
    static long longs(int times) {
        Data data = new Data(169);
        long sum = 0;
        for (int i = 0; i < times; i++) {
            long base = data.next(1 << 30);
            int exponent = data.next(1 << 30);
            long result = 1;
            for (; exponent > 0; exponent >>= 1) {
                if ((exponent & 1) == 1) {
                    result = result * base % 1000000007;
                }
                base = base * base % 1000000007;
            }
            sum += result;
        }
        return sum;
    }

    static int ints(int times) {
        Data data = new Data(170);
        int sum = 0;
        for (int i = 0; i < times; i++) {
            int base = data.next(30000);
            int exponent = data.next(1 << 24);
            int result = 1;
            while (exponent != 0) {
                if (exponent % 2 != 0) {
                    result = result * base % 32749;
                }
                base = base % 32749 * (base % 32749) % 32749;
                exponent /= 2;
            }
            sum += result;
        }
        return sum;
    }

    private static long power(long base, long exponent, long modulus) {
        if (exponent == 0) {
            return 1;
        }
        long half = power(base, exponent >> 1, modulus);
        long square = half * half % modulus;
        return (exponent & 1) == 0 ? square : square * base % modulus;
    }

    static long recursive(int times) {
        Data data = new Data(171);
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum ^= power(data.next(1 << 30), data.next(1 << 30), 998244353);
        }
        return sum;
    }

    /** Discrete logarithms by baby steps and giant steps. */
    static int logarithm(int times) {
        int prime = 10007;
        int step = 101;
        int[] at = new int[prime];
        int value = 1;
        for (int i = 0; i < step; i++) {
            at[value] = i + 1;
            value = value * 5 % prime;
        }
        long giant = power(value, prime - 2, prime);
        Data data = new Data(172);
        int sum = 0;
        for (int i = 0; i < times; i++) {
            int now = 1 + data.next(prime - 1);
            for (int k = 0; k < step; k++) {
                if (at[now] != 0) {
                    sum += k * step + at[now] - 1;
                    break;
                }
                now = (int) (now * giant % prime);
            }
        }
        return sum;
    }
}
