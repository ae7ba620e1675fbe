// cluster: priority queue
// relative: priority_queue
// run pairing: PairingHeap.run(800)
// run binary: PairingHeap.binary(1500)
// run timers: PairingHeap.timers(2500)
final class PairingHeap {
    static final class Node {
        final int key;
        Node child;
        Node next;

        Node(int key) {
            this.key = key;
        }
    }

    static Node meld(Node a, Node b) {
        if (a == null) {
            return b;
        }
        if (b == null) {
            return a;
        }
        if (b.key < a.key) {
            Node other = a;
            a = b;
            b = other;
        }
        b.next = a.child;
        a.child = b;
        return a;
    }

    static Node pairs(Node first) {
        if (first == null || first.next == null) {
            return first;
        }
        Node second = first.next;
        Node rest = second.next;
        first.next = null;
        second.next = null;
        return meld(meld(first, second), pairs(rest));
    }

    static int run(int n) {
        Node heap = null;
        Data data = new Data(67);
        for (int i = 0; i < n; i++) {
            heap = meld(heap, new Node(data.next(1 << 20)));
        }
        int sum = 0;
        while (heap != null) {
            sum = sum * 3 + heap.key;
            heap = pairs(heap.child);
        }
        return sum;
    }

    static int binary(int n) {
        int[] heap = new int[n + 1];
        int size = 0;
        int[] data = Data.random(n, 1 << 20, 68);
        for (int value : data) {
            int at = ++size;
            while (at > 1 && heap[at >> 1] > value) {
                heap[at] = heap[at >> 1];
                at >>= 1;
            }
            heap[at] = value;
        }
        int sum = 0;
        while (size > 0) {
            sum = sum * 3 + heap[1];
            int value = heap[size--];
            int at = 1;
            while (2 * at <= size) {
                int child = 2 * at;
                if (child < size && heap[child + 1] < heap[child]) {
                    child++;
                }
                if (heap[child] >= value) {
                    break;
                }
                heap[at] = heap[child];
                at = child;
            }
            heap[at] = value;
        }
        return sum;
    }

    /** A queue of 64 timers: the earliest is taken out and set again. */
    static long timers(int times) {
        long[] heap = new long[64];
        Data data = new Data(69);
        for (int i = 0; i < 64; i++) {
            heap[i] = i;
        }
        long sum = 0;
        for (int t = 0; t < times; t++) {
            sum += heap[0];
            long value = heap[0] + 1 + data.next(100);
            int at = 0;
            for (int child = 1; child < 64; child = 2 * at + 1) {
                if (child + 1 < 64 && heap[child + 1] < heap[child]) {
                    child++;
                }
                if (heap[child] >= value) {
                    break;
                }
                heap[at] = heap[child];
                at = child;
            }
            heap[at] = value;
        }
        return sum;
    }
}
