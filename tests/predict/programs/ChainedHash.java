// cluster: chained hash table
// relative: word_counts
// run ints: ChainedHash.ints(2000)
// run words: ChainedHash.words(6000)
// run growing: ChainedHash.growing(3000)
final class ChainedHash {
    static final class Entry {
        final int hash;
        final char[] word;
        Entry next;
        int count;

        Entry(int hash, char[] word, Entry next) {
            this.hash = hash;
            this.word = word;
            this.next = next;
        }
    }

    private Entry[] table = new Entry[64];
    private int size;

    private static boolean same(char[] a, char[] text, int from, int to) {
        if (a.length != to - from) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != text[from + i]) {
                return false;
            }
        }
        return true;
    }

    int count(char[] text, int from, int to) {
        int hash = 7;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + text[i];
        }
        int bucket = (hash & 0x7fffffff) % table.length;
        for (Entry entry = table[bucket]; entry != null; entry = entry.next) {
            if (entry.hash == hash && same(entry.word, text, from, to)) {
                return ++entry.count;
            }
        }
        char[] word = new char[to - from];
        for (int i = from; i < to; i++) {
            word[i - from] = text[i];
        }
        table[bucket] = new Entry(hash, word, table[bucket]);
        size++;
        return 0;
    }

    private void grow() {
        Entry[] larger = new Entry[2 * table.length];
        for (Entry first : table) {
            Entry entry = first;
            while (entry != null) {
                Entry next = entry.next;
                int bucket = (entry.hash & 0x7fffffff) % larger.length;
                entry.next = larger[bucket];
                larger[bucket] = entry;
                entry = next;
            }
        }
        table = larger;
    }

    static int words(int n) {
        ChainedHash counts = new ChainedHash();
        char[] text = Data.letters(n, 6, 60);
        int most = 0;
        for (int from = 0; from + 3 <= n; from += 3) {
            int count = counts.count(text, from, from + 2 + (text[from] & 1));
            most = count > most ? count : most;
        }
        return most + counts.size;
    }

    static int ints(int n) {
        Entry[] table = new Entry[n];
        Data data = new Data(61);
        int repeated = 0;
        for (int i = 0; i < 2 * n; i++) {
            int key = data.next(n);
            int bucket = (key ^ key >>> 7) % n;
            Entry entry = table[bucket];
            while (entry != null && entry.hash != key) {
                entry = entry.next;
            }
            if (entry == null) {
                table[bucket] = new Entry(key, null, table[bucket]);
            } else {
                repeated++;
            }
        }
        return repeated;
    }

    static int growing(int n) {
        ChainedHash set = new ChainedHash();
        char[] text = Data.letters(n + 8, 20, 62);
        for (int i = 0; i < n; i += 2) {
            set.count(text, i, i + 4);
            if (set.size > set.table.length) {
                set.grow();
            }
        }
        return set.size;
    }
}
