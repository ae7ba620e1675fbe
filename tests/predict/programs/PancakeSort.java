// cluster: pancake sort
// run random: PancakeSort.run(0, 150)
// run descending: PancakeSort.run(2, 150)
final class PancakeSort {
    private static void flip(int[] values, int end) {
        for (int i = 0; i < end; i++, end--) {
            int value = values[i];
            values[i] = values[end];
            values[end] = value;
        }
    }

    static int run(int order, int n) {
        int[] values = Data.ordered(order, n, 32);
        for (int size = n; size > 1; size--) {
            int most = 0;
            for (int i = 1; i < size; i++) {
                if (values[i] > values[most]) {
                    most = i;
                }
            }
            if (most != size - 1) {
                flip(values, most);
                flip(values, size - 1);
            }
        }
        return values[n / 2];
    }
}
