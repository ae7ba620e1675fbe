// cluster: bucket sort
// run even: BucketSort.run(1500, 0)
// run skewed: BucketSort.run(1500, 1)
final class BucketSort {
    static double run(int n, int skew) {
        double[] values = Data.reals(n, 28);
        if (skew == 1) {
            for (int i = 0; i < n; i++) {
                values[i] *= values[i];
            }
        }
        int[] heads = new int[n];
        int[] next = new int[n];
        for (int i = 0; i < n; i++) {
            heads[i] = -1;
        }
        for (int i = 0; i < n; i++) {
            int bucket = (int) (values[i] * n);
            int before = -1;
            int at = heads[bucket];
            while (at >= 0 && values[at] < values[i]) {
                before = at;
                at = next[at];
            }
            next[i] = at;
            if (before < 0) {
                heads[bucket] = i;
            } else {
                next[before] = i;
            }
        }
        double last = 0;
        for (int bucket = 0; bucket < n; bucket++) {
            for (int at = heads[bucket]; at >= 0; at = next[at]) {
                last = values[at] - last;
            }
        }
        return last;
    }
}
