// cluster: insertion sort
// relative: insertion_sort
// run random: InsertionSorts.linear(0, 300)
// run nearly: InsertionSorts.linear(3, 1000)
// run binary: InsertionSorts.binary(0, 400)
// run binary.ascending: InsertionSorts.binary(1, 1000)
final class InsertionSorts {
    static int linear(int order, int n) {
        int[] values = Data.ordered(order, n, 17);
        for (int i = 1; i < n; i++) {
            for (int j = i; j > 0 && values[j] < values[j - 1]; j--) {
                int value = values[j];
                values[j] = values[j - 1];
                values[j - 1] = value;
            }
        }
        return values[n / 2];
    }

    static int binary(int order, int n) {
        int[] values = Data.ordered(order, n, 18);
        for (int i = 1; i < n; i++) {
            int value = values[i];
            int low = 0;
            int high = i;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (value < values[middle]) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            for (int j = i; j > low; j--) {
                values[j] = values[j - 1];
            }
            values[low] = value;
        }
        return values[n / 2];
    }
}
