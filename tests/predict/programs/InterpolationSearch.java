// cluster: interpolation search
// run even: InterpolationSearch.run(5000, 0)
// run skewed: InterpolationSearch.run(2000, 1)
final class InterpolationSearch {
    static int indexOf(int[] sorted, int key) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high && key >= sorted[low] && key <= sorted[high]) {
            int range = sorted[high] - sorted[low];
            int at = range == 0 ? low : low + (int) ((long) (key - sorted[low]) * (high - low) / range);
            if (sorted[at] == key) {
                return at;
            }
            if (sorted[at] < key) {
                low = at + 1;
            } else {
                high = at - 1;
            }
        }
        return -1;
    }

    static int run(int n, int skew) {
        int[] sorted = Data.ascending(n, 46);
        if (skew == 1) {
            for (int i = 0; i < n; i++) {
                sorted[i] = sorted[i] * (sorted[i] >> 6);
            }
        }
        int limit = sorted[n - 1];
        Data keys = new Data(47);
        int found = 0;
        for (int i = 0; i < 3000; i++) {
            int key = (i & 1) == 0 ? sorted[keys.next(n)] : keys.next(limit);
            found += indexOf(sorted, key) >= 0 ? 1 : 0;
        }
        return found;
    }
}
