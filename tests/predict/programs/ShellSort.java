// cluster: shell sort
// run random: ShellSort.run(0, 1500)
// run descending: ShellSort.run(2, 1500)
// run few: ShellSort.run(4, 1500)
final class ShellSort {
    private static final int[] GAPS = {701, 301, 132, 57, 23, 10, 4, 1};

    static void sort(int[] values) {
        for (int gap : GAPS) {
            for (int i = gap; i < values.length; i++) {
                int value = values[i];
                int j = i;
                while (j >= gap && values[j - gap] > value) {
                    values[j] = values[j - gap];
                    j -= gap;
                }
                values[j] = value;
            }
        }
    }

    static int run(int order, int n) {
        int[] values = Data.ordered(order, n, 11);
        sort(values);
        return values[n / 2];
    }
}
