// cluster: linked lists
// relative: linked_list
// run reverse: LinkedLists.reverse(2000)
// run sorted: LinkedLists.sorted(250)
// run josephus: LinkedLists.josephus(600)
// run deque: LinkedLists.deque(3000)
// run recent: LinkedLists.recent(1500)
final class LinkedLists {
    static final class Cell {
        int value;
        Cell before;
        Cell next;
    }

    private static Cell list(int n, int seed) {
        Cell first = null;
        for (int value : Data.random(n, 1000, seed)) {
            Cell cell = new Cell();
            cell.value = value;
            cell.next = first;
            first = cell;
        }
        return first;
    }

    static int reverse(int n) {
        Cell cell = list(n, 274);
        int sum = 0;
        for (int round = 0; round < 5; round++) {
            Cell reversed = null;
            while (cell != null) {
                Cell next = cell.next;
                cell.next = reversed;
                reversed = cell;
                cell = next;
            }
            cell = reversed;
            sum = sum * 3 + cell.value;
        }
        return sum;
    }

    static int sorted(int n) {
        Cell sorted = null;
        Cell cell = list(n, 275);
        while (cell != null) {
            Cell next = cell.next;
            if (sorted == null || cell.value <= sorted.value) {
                cell.next = sorted;
                sorted = cell;
            } else {
                Cell at = sorted;
                while (at.next != null && at.next.value < cell.value) {
                    at = at.next;
                }
                cell.next = at.next;
                at.next = cell;
            }
            cell = next;
        }
        return sorted.value + sorted.next.value;
    }

    static int josephus(int n) {
        Cell last = new Cell();
        last.next = last;
        Cell at = last;
        for (int i = 1; i < n; i++) {
            Cell cell = new Cell();
            cell.value = i;
            cell.next = at.next;
            at.next = cell;
            at = cell;
        }
        Data data = new Data(276);
        while (at.next != at) {
            for (int skip = data.next(9); skip > 0; skip--) {
                at = at.next;
            }
            at.next = at.next.next;
        }
        return at.value;
    }

    static int deque(int n) {
        Cell head = new Cell();
        head.next = head;
        head.before = head;
        Data data = new Data(277);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int what = data.next(5);
            if (what < 3) {
                Cell cell = new Cell();
                cell.value = i;
                Cell at = what == 0 ? head : head.before;
                cell.before = at;
                cell.next = at.next;
                at.next.before = cell;
                at.next = cell;
            } else {
                Cell cell = what == 3 ? head.next : head.before;
                if (cell != head) {
                    sum += cell.value;
                    cell.before.next = cell.next;
                    cell.next.before = cell.before;
                }
            }
        }
        return sum;
    }

    /** A cache of 20 values, the least recent of which is dropped. */
    static int recent(int n) {
        Cell head = new Cell();
        head.next = head;
        head.before = head;
        Data data = new Data(278);
        int size = 0;
        int hits = 0;
        for (int i = 0; i < n; i++) {
            int key = data.next(10) * data.next(10) / 2;
            Cell cell = head.next;
            while (cell != head && cell.value != key) {
                cell = cell.next;
            }
            if (cell != head) {
                hits++;
                cell.before.next = cell.next;
                cell.next.before = cell.before;
            } else {
                cell = new Cell();
                cell.value = key;
                if (++size > 20) {
                    Cell last = head.before;
                    last.before.next = head;
                    head.before = last.before;
                    size--;
                }
            }
            cell.before = head;
            cell.next = head.next;
            head.next.before = cell;
            head.next = cell;
        }
        return hits;
    }
}
