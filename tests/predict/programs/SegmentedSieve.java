// cluster: sieve
// relative: sieve
// run segments: SegmentedSieve.segments(20000)
// run linear: SegmentedSieve.linear(12000)
// run wheel: SegmentedSieve.odd(30000)
final class SegmentedSieve {
    static int segments(int n) {
        boolean[] small = new boolean[150];
        int[] primes = new int[40];
        int known = 0;
        for (int i = 2; i < 150; i++) {
            if (!small[i]) {
                primes[known++] = i;
                for (int j = i * i; j < 150; j += i) {
                    small[j] = true;
                }
            }
        }
        int count = 0;
        boolean[] segment = new boolean[1000];
        for (int low = 2; low < n; low += 1000) {
            for (int i = 0; i < 1000; i++) {
                segment[i] = false;
            }
            for (int k = 0; k < known && primes[k] * primes[k] < low + 1000; k++) {
                int prime = primes[k];
                int first = (low + prime - 1) / prime * prime;
                if (first < prime * prime) {
                    first = prime * prime;
                }
                for (int j = first - low; j < 1000; j += prime) {
                    segment[j] = true;
                }
            }
            for (int i = 0; i < 1000 && low + i < n; i++) {
                if (!segment[i]) {
                    count++;
                }
            }
        }
        return count;
    }

    static int linear(int n) {
        int[] least = new int[n];
        int[] primes = new int[n / 4];
        int count = 0;
        for (int i = 2; i < n; i++) {
            if (least[i] == 0) {
                least[i] = i;
                primes[count++] = i;
            }
            for (int k = 0; k < count && primes[k] <= least[i] && i * primes[k] < n; k++) {
                least[i * primes[k]] = primes[k];
            }
        }
        return count;
    }

    static int odd(int n) {
        long[] bits = new long[n / 128 + 1];
        for (int i = 3; i * i < n; i += 2) {
            if ((bits[i >> 7] & 1L << (i >> 1)) == 0) {
                for (int j = i * i; j < n; j += 2 * i) {
                    bits[j >> 7] |= 1L << (j >> 1);
                }
            }
        }
        int count = 1;
        for (int i = 3; i < n; i += 2) {
            if ((bits[i >> 7] >>> (i >> 1) & 1) == 0) {
                count++;
            }
        }
        return count;
    }
}
