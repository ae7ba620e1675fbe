// cluster: Lempel-Ziv coding
// run window: SlidingWindowCoder.window(900)
// run words: SlidingWindowCoder.words(2500)
// run hashed: SlidingWindowCoder.hashed(2500)
final class SlidingWindowCoder {
    static int window(int n) {
        char[] text = Data.letters(n, 3, 229);
        int tokens = 0;
        for (int at = 0; at < n; ) {
            int best = 0;
            int from = at > 48 ? at - 48 : 0;
            for (int start = from; start < at; start++) {
                int length = 0;
                while (at + length < n && length < 15 && text[start + length] == text[at + length]) {
                    length++;
                }
                if (length > best) {
                    best = length;
                }
            }
            at += best < 2 ? 1 : best;
            tokens++;
        }
        return tokens;
    }

    /** LZ78 with the dictionary as a tree. */
    static int words(int n) {
        char[] text = Data.letters(n, 4, 230);
        int[] child = new int[4 * (n + 1)];
        int nodes = 0;
        int node = 0;
        int codes = 0;
        for (char letter : text) {
            int slot = 4 * node + letter - 'a';
            if (child[slot] == 0) {
                child[slot] = ++nodes;
                codes += node;
                node = 0;
            } else {
                node = child[slot];
            }
        }
        return codes;
    }

    static int hashed(int n) {
        char[] text = Data.letters(n + 4, 6, 231);
        int[] heads = new int[512];
        int matched = 0;
        for (int at = 0; at < n; ) {
            int hash = (text[at] * 33 + text[at + 1]) * 33 + text[at + 2] & 511;
            int candidate = heads[hash] - 1;
            heads[hash] = at + 1;
            int length = 0;
            if (candidate >= 0) {
                while (at + length < n && text[candidate + length] == text[at + length]) {
                    length++;
                }
            }
            if (length >= 3) {
                matched += length;
                at += length;
            } else {
                at++;
            }
        }
        return matched;
    }
}
