// cluster: comb sort
// run random: CombSort.comb(0, 1000)
// run descending: CombSort.comb(2, 1000)
final class CombSort {
    static int comb(int order, int n) {
        int[] values = Data.ordered(order, n, 21);
        int gap = n;
        boolean sorted = false;
        while (!sorted) {
            gap = gap * 10 / 13;
            if (gap == 9 || gap == 10) {
                gap = 11;
            }
            if (gap <= 1) {
                gap = 1;
                sorted = true;
            }
            for (int i = 0; i + gap < n; i++) {
                if (values[i] > values[i + gap]) {
                    int value = values[i];
                    values[i] = values[i + gap];
                    values[i + gap] = value;
                    sorted = false;
                }
            }
        }
        return values[n / 2];
    }
}
