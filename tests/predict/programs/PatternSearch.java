// cluster: text search
// relative: text_search
// run naive: PatternSearch.naive(6000)
// run prefixes: PatternSearch.prefixes(6000)
// run skipping: PatternSearch.skipping(12000)
// run rolling: PatternSearch.rolling(6000)
// run bits: PatternSearch.bits(6000)
final class PatternSearch {
    static int naive(int n) {
        char[] text = Data.letters(n, 2, 213);
        char[] pattern = Data.letters(8, 2, 214);
        int count = 0;
        for (int i = 0; i + pattern.length <= n; i++) {
            int j = 0;
            while (j < pattern.length && text[i + j] == pattern[j]) {
                j++;
            }
            if (j == pattern.length) {
                count++;
            }
        }
        return count;
    }

    /** Knuth, Morris and Pratt. */
    static int prefixes(int n) {
        char[] text = Data.letters(n, 2, 215);
        char[] pattern = Data.letters(9, 2, 216);
        int[] back = new int[pattern.length + 1];
        back[0] = -1;
        int border = -1;
        for (int i = 0; i < pattern.length; ) {
            while (border >= 0 && pattern[border] != pattern[i]) {
                border = back[border];
            }
            back[++i] = ++border;
        }
        int count = 0;
        int matched = 0;
        for (int i = 0; i < n; i++) {
            while (matched >= 0 && text[i] != pattern[matched]) {
                matched = back[matched];
            }
            if (++matched == pattern.length) {
                count++;
                matched = back[matched];
            }
        }
        return count;
    }

    /** Horspool. */
    static int skipping(int n) {
        char[] text = Data.letters(n, 6, 217);
        char[] pattern = Data.letters(6, 6, 218);
        int last = pattern.length - 1;
        int[] skip = new int[128];
        for (int i = 0; i < 128; i++) {
            skip[i] = pattern.length;
        }
        for (int i = 0; i < last; i++) {
            skip[pattern[i]] = last - i;
        }
        int count = 0;
        int at = 0;
        while (at + last < n) {
            int j = last;
            while (j >= 0 && text[at + j] == pattern[j]) {
                j--;
            }
            count += j < 0 ? 1 : 0;
            at += skip[text[at + last]];
        }
        return count;
    }

    static int rolling(int n) {
        char[] text = Data.letters(n, 4, 219);
        int hash = 0;
        int wanted = 0;
        int highest = 1;
        for (int i = 0; i < 6; i++) {
            hash = (hash * 257 + text[i]) % 65521;
            wanted = (wanted * 257 + text[n / 2 + i]) % 65521;
            highest = i == 0 ? 1 : highest * 257 % 65521;
        }
        int count = 0;
        for (int i = 6; i < n; i++) {
            if (hash == wanted) {
                count++;
            }
            hash = (hash + 65521 - text[i - 6] * highest % 65521) % 65521;
            hash = (hash * 257 + text[i]) % 65521;
        }
        return count;
    }

    static int bits(int n) {
        char[] text = Data.letters(n, 3, 220);
        long[] masks = new long[128];
        char[] pattern = Data.letters(5, 3, 221);
        for (int i = 0; i < pattern.length; i++) {
            masks[pattern[i]] |= 1L << i;
        }
        long state = 0;
        int count = 0;
        for (char letter : text) {
            state = (state << 1 | 1) & masks[letter];
            if ((state & 1L << pattern.length - 1) != 0) {
                count++;
            }
        }
        return count;
    }
}
