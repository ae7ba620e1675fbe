// cluster: open hash table
// relative: hash_table
// run half@500: OpenHash.run(500, 1000)
// run half@2000: OpenHash.run(2000, 4000)
// run half@8000: OpenHash.run(8000, 16000)
// run full: OpenHash.run(2500, 2048)
// run removed: OpenHash.removals(2000)
final class OpenHash {
    private final int[] keys;
    private final int[] counts;
    private final int mask;
    private int size;

    OpenHash(int capacity) {
        int length = 16;
        while (length < capacity) {
            length *= 2;
        }
        keys = new int[length];
        counts = new int[length];
        mask = length - 1;
    }

    private int slot(int key) {
        int hash = key * 0x85EBCA6B;
        int at = (hash ^ hash >>> 15) & mask;
        while (counts[at] != 0 && keys[at] != key) {
            at = at + 1 & mask;
        }
        return at;
    }

    void add(int key) {
        int at = slot(key);
        if (counts[at] == 0) {
            keys[at] = key;
            size++;
        }
        counts[at]++;
    }

    boolean contains(int key) {
        return counts[slot(key)] != 0;
    }

    void remove(int key) {
        int hole = slot(key);
        if (counts[hole] == 0) {
            return;
        }
        counts[hole] = 0;
        size--;
        int at = hole + 1 & mask;
        while (counts[at] != 0) {
            int again = keys[at];
            int times = counts[at];
            counts[at] = 0;
            int moved = slot(again);
            keys[moved] = again;
            counts[moved] = times;
            at = at + 1 & mask;
        }
    }

    static int run(int n, int capacity) {
        OpenHash table = new OpenHash(capacity);
        Data data = new Data(58);
        for (int i = 0; i < n; i++) {
            table.add(data.next(n));
        }
        int found = 0;
        for (int i = 0; i < n; i++) {
            if (table.contains(data.next(2 * n))) {
                found++;
            }
        }
        return found + table.size;
    }

    static int removals(int n) {
        OpenHash table = new OpenHash(2 * n);
        Data data = new Data(59);
        for (int i = 0; i < n; i++) {
            table.add(data.next(n));
            table.remove(data.next(n));
        }
        return table.size;
    }
}
