// cluster: heap sort
// relative: heap_sort
// run random: BottomUpHeap.run(0, 1200)
// run descending: BottomUpHeap.run(2, 1200)
// run nearly: BottomUpHeap.run(3, 1200)
final class BottomUpHeap {
    /** Goes down to a leaf along the larger children, and then up to the place. */
    private static void sift(int[] heap, int root, int n) {
        int place = root;
        while (2 * place + 2 < n) {
            int left = 2 * place + 1;
            place = heap[left] > heap[left + 1] ? left : left + 1;
        }
        if (2 * place + 1 < n) {
            place = 2 * place + 1;
        }
        int value = heap[root];
        while (heap[place] < value) {
            place = (place - 1) / 2;
        }
        int carried = heap[place];
        heap[place] = value;
        while (place > root) {
            place = (place - 1) / 2;
            int other = heap[place];
            heap[place] = carried;
            carried = other;
        }
    }

    static int run(int order, int n) {
        int[] heap = Data.ordered(order, n, 15);
        for (int i = n / 2; i >= 0; i--) {
            sift(heap, i, n);
        }
        for (int end = n - 1; end > 0; end--) {
            int last = heap[end];
            heap[end] = heap[0];
            heap[0] = last;
            sift(heap, 0, end);
        }
        return heap[n / 4];
    }
}
