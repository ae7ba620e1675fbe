// cluster: selection sort
// run random: SelectionSorts.once(0, 300)
// run descending: SelectionSorts.once(2, 300)
// run double: SelectionSorts.bothEnds(0, 300)
final class SelectionSorts {
    static int once(int order, int n) {
        int[] values = Data.ordered(order, n, 19);
        for (int i = 0; i < n - 1; i++) {
            int least = i;
            for (int j = i + 1; j < n; j++) {
                if (values[j] < values[least]) {
                    least = j;
                }
            }
            swap(values, i, least);
        }
        return values[n / 2];
    }

    static int bothEnds(int order, int n) {
        int[] values = Data.ordered(order, n, 20);
        for (int low = 0, high = n - 1; low < high; low++, high--) {
            int least = low;
            int most = low;
            for (int j = low; j <= high; j++) {
                if (values[j] < values[least]) {
                    least = j;
                }
                if (values[j] > values[most]) {
                    most = j;
                }
            }
            swap(values, low, least);
            swap(values, high, most == low ? least : most);
        }
        return values[n / 2];
    }

    private static void swap(int[] values, int i, int j) {
        int value = values[i];
        values[i] = values[j];
        values[j] = value;
    }
}
