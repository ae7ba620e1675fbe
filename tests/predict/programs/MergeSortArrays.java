// cluster: merge sort
// relative: merge_sort
// types: int long double
// run random: MergeSortArrays.run(0, 1000)
final class MergeSortArrays {
    static void sort(T[] values, T[] spare, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = from + (to - from) / 2;
        sort(values, spare, from, middle);
        sort(values, spare, middle, to);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            if (right >= to || left < middle && values[left] <= values[right]) {
                spare[i] = values[left++];
            } else {
                spare[i] = values[right++];
            }
        }
        for (int i = from; i < to; i++) {
            values[i] = spare[i];
        }
    }

    static double run(int order, int n) {
        int[] numbers = Data.ordered(order, n, 14);
        T[] values = new T[n];
        for (int i = 0; i < n; i++) {
            values[i] = numbers[i];
        }
        sort(values, new T[n], 0, n);
        return values[n / 2];
    }
}
