// cluster: Collatz
// relative: collatz
// run longs: CollatzRecords.longs(700)
// run ints: CollatzRecords.ints(700)
// run cached: CollatzRecords.cached(4000)
final class CollatzRecords {
    static int longs(int n) {
        int longest = 0;
        for (long start = 1; start <= n; start++) {
            long x = start;
            int steps = 0;
            while (x != 1) {
                if ((x & 1) == 0) {
                    x >>= 1;
                } else {
                    x += (x << 1) + 1;
                }
                steps++;
            }
            if (steps > longest) {
                longest = steps;
            }
        }
        return longest;
    }

    static int ints(int n) {
        int sum = 0;
        Data data = new Data(173);
        for (int i = 0; i < n; i++) {
            int x = 1 + data.next(5000);
            while (x > 1) {
                x = x % 2 == 1 ? (3 * x + 1) / 2 : x / 2;
                sum++;
            }
        }
        return sum;
    }

    static int cached(int n) {
        int[] known = new int[n];
        int longest = 0;
        for (int start = 2; start < n; start++) {
            long x = start;
            int steps = 0;
            while (x >= start) {
                x = x % 2 == 0 ? x / 2 : 3 * x + 1;
                steps++;
            }
            known[start] = steps + known[(int) x];
            if (known[start] > longest) {
                longest = known[start];
            }
        }
        return longest;
    }
}
