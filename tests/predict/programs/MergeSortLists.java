// cluster: merge sort
// relative: merge_sort
// run random: MergeSortLists.run(0, 1200)
// run ascending: MergeSortLists.run(1, 1200)
final class MergeSortLists {
    static final class Cell {
        final int value;
        Cell next;

        Cell(int value, Cell next) {
            this.value = value;
            this.next = next;
        }
    }

    static Cell sort(Cell first) {
        if (first == null || first.next == null) {
            return first;
        }
        Cell slow = first;
        Cell fast = first.next;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
        }
        Cell second = slow.next;
        slow.next = null;
        return merge(sort(first), sort(second));
    }

    private static Cell merge(Cell a, Cell b) {
        Cell head = new Cell(0, null);
        Cell last = head;
        while (a != null && b != null) {
            if (a.value <= b.value) {
                last.next = a;
                a = a.next;
            } else {
                last.next = b;
                b = b.next;
            }
            last = last.next;
        }
        last.next = a != null ? a : b;
        return head.next;
    }

    static int run(int order, int n) {
        Cell list = null;
        for (int value : Data.ordered(order, n, 13)) {
            list = new Cell(value, list);
        }
        return sort(list).value;
    }
}
