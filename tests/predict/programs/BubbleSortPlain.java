// cluster: bubble sort
// relative: bubble_sort
// run random@60: BubbleSortPlain.run(0, 60)
// run random@150: BubbleSortPlain.run(0, 150)
// run random@400: BubbleSortPlain.run(0, 400)
// run descending: BubbleSortPlain.run(2, 250)
// run nearly: BubbleSortPlain.run(3, 250)
final class BubbleSortPlain {
    static int run(int order, int n) {
        int[] values = Data.ordered(order, n, 16);
        boolean changed = true;
        int end = n;
        while (changed) {
            changed = false;
            for (int i = 1; i < end; i++) {
                if (values[i - 1] > values[i]) {
                    int value = values[i];
                    values[i] = values[i - 1];
                    values[i - 1] = value;
                    changed = true;
                }
            }
            end--;
        }
        return values[n / 2];
    }
}
