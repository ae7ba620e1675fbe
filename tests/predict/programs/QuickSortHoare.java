// cluster: quick sort
// relative: quick_sort
// run random@400: QuickSortHoare.run(0, 400)
// run random@1500: QuickSortHoare.run(0, 1500)
// run random@6000: QuickSortHoare.run(0, 6000)
// run ascending: QuickSortHoare.run(1, 1500)
// run few: QuickSortHoare.run(4, 1500)
final class QuickSortHoare {
    static void sort(int[] values, int from, int to) {
        while (to - from > 10) {
            int middle = (from + to) >>> 1;
            int pivot = medianOf(values[from], values[middle], values[to]);
            int i = from - 1;
            int j = to + 1;
            while (true) {
                do {
                    i++;
                } while (values[i] < pivot);
                do {
                    j--;
                } while (values[j] > pivot);
                if (i >= j) {
                    break;
                }
                int value = values[i];
                values[i] = values[j];
                values[j] = value;
            }
            if (j - from < to - j) {
                sort(values, from, j);
                from = j + 1;
            } else {
                sort(values, j + 1, to);
                to = j;
            }
        }
        for (int i = from + 1; i <= to; i++) {
            int value = values[i];
            int j = i - 1;
            for (; j >= from && values[j] > value; j--) {
                values[j + 1] = values[j];
            }
            values[j + 1] = value;
        }
    }

    private static int medianOf(int a, int b, int c) {
        if (a < b) {
            return b < c ? b : a < c ? c : a;
        }
        return a < c ? a : b < c ? c : b;
    }

    static int run(int order, int n) {
        int[] values = Data.ordered(order, n, 12);
        sort(values, 0, n - 1);
        return values[n / 3];
    }
}
