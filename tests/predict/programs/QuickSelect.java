// cluster: quick select
// run median: QuickSelect.run(4000, 2000)
// run tenth: QuickSelect.run(4000, 400)
final class QuickSelect {
    static int select(int[] values, int k) {
        int from = 0;
        int to = values.length - 1;
        while (from < to) {
            int pivot = values[(from + to) >>> 1];
            int i = from;
            int j = to;
            while (i <= j) {
                while (values[i] < pivot) {
                    i++;
                }
                while (values[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    int value = values[i];
                    values[i++] = values[j];
                    values[j--] = value;
                }
            }
            if (k <= j) {
                to = j;
            } else if (k >= i) {
                from = i;
            } else {
                break;
            }
        }
        return values[k];
    }

    static int run(int n, int k) {
        return select(Data.random(n, 1 << 24, 33), k);
    }
}
