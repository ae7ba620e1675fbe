/** Searches that the program itself makes, as the JDK's, and some that only seem to be. */
final class OwnSearches {
    private OwnSearches() {}

    static int indexOf(int[] a, int x, int from) {
        if (a == null) return -1;
        if (from < 0) from = 0;
        for (int i = from; i < a.length; i++) if (a[i] == x) return i;
        return -1;
    }
    static int indexOfChar(String s, char x, int from) {
        int n = s.length();
        for (int i = Math.max(from, 0); i < n; i++) if (s.charAt(i) == x) return i;
        return -1;
    }
    static int lastIndexOf(int[] a, int x, int from) {
        if (from >= a.length) from = a.length - 1;
        for (int i = from; i >= 0; i--) if (a[i] == x) return i;
        return -1;
    }
    static int all(int[] a, int x) {
        int i = 0, c = 0;
        while (i < a.length) {
            i = indexOf(a, x, i);
            if (i == -1) break;
            c++;
            ++i;
        }
        return c;
    }
    static int allFor(int[] a, int x) {
        int c = 0;
        for (int i = indexOf(a, x, 0); i != -1; i = indexOf(a, x, i + 1)) c++;
        return c;
    }
    static int allNonNegative(String s, char x) {
        int c = 0, i = -1;
        while ((i = indexOfChar(s, x, i + 1)) >= 0) c++;
        return c;
    }
    static int backwards(int[] a, int x) {
        int c = 0;
        int i = lastIndexOf(a, x, a.length);
        while (i >= 0) { c++; i = lastIndexOf(a, x, i - 1); }
        return c;
    }
    static int stuck(int[] a, int x) {
        int i = 0, c = 0;
        while (i < a.length && c < 3000) {
            i = indexOf(a, x, i);
            if (i == -1) break;
            c++;
        }
        return c;
    }
    static int goesBack(int[] a, int x) {
        int i = 0, c = 0;
        while (i < a.length && c < 3000) {
            i = indexOf(a, x, i - 3);
            if (i < 0) i = a.length - 1;
            c++; i++;
        }
        return c;
    }
    static int negative(int[] a, int x, int from) {
        for (int i = from; i < a.length; i++) if (i == x) return i;
        return -1;
    }
    static int ofNegative(int[] a, int x) {
        int i = -5, c = 0;
        while (i < a.length && c < 3000) {
            i = negative(a, x, i);
            if (i == -1) break;
            c++; i++;
        }
        return c;
    }
    static int restart(int[] a, int x, int from) {
        for (int i = from; i < a.length; i++) if (i >= 0 && a[i] == x) return i;
        for (int i = 0; i < from && i < a.length; i++) if (i >= 0 && a[i] == x) return i;
        return -1;
    }
    static int ofRestart(int[] a, int x) {
        int i = 0, c = 0;
        while (i < a.length && c < 3000) {
            i = restart(a, x, i);
            if (i == -1) break;
            c++; i++;
        }
        return c;
    }
    static int other(int[] a, int x, int from) {
        for (int i = from; i < a.length; i++) { if (i < 0) return -2; if (a[i] == x) return i; }
        return -1;
    }
    static int ofOther(int[] a, int x, int s) {
        int i = s, c = 0;
        while (i < a.length && c < 3000) {
            i = other(a, x, i);
            if (i == -1) break;
            c++; i++;
        }
        return c;
    }
    static int skip(String s, int from) {
        int i = from;
        while (i < s.length() && s.charAt(i) == ' ') i++;
        return i;
    }
    static int word(String s, int from) {
        int i = from;
        while (i < s.length() && s.charAt(i) != ' ') i++;
        return i;
    }
    static int words(String s) {
        int i = skip(s, 0), c = 0;
        while (i < s.length()) { int j = word(s, i); c++; i = skip(s, j + 1); }
        return c;
    }
    static int wordsStuck(String s) {
        int i = skip(s, 0), c = 0;
        while (i < s.length() && c < 3000) { int j = word(s, i); c++; i = skip(s, j); }
        return c;
    }
    static int wraps(int[] a, int x, int from) {
        for (int i = from; i != 7 && i < a.length; i += 1 << 29) if (i >= 0 && a[i] == x) return i;
        return -1;
    }
    static int ofWraps(int[] a, int x) {
        int i = 0, c = 0;
        while (i < a.length && c < 3000) {
            i = wraps(a, x, i);
            if (i == -1) break;
            c++; i++;
        }
        return c;
    }
    static int twoWays(int[] a, int x, int y) {
        int i = 0, c = 0;
        while (true) {
            int j = indexOf(a, x, i), k = indexOf(a, y, i);
            if (j < 0 && k < 0) return c;
            i = (j < 0 ? k : k < 0 ? j : Math.min(j, k)) + 1;
            c++;
        }
    }
    static int moved(int[] a, int x, int from) {
        for (int i = from; i < a.length; i++) if (a[i] == x) return i - 1;
        return -1;
    }
    static int ofMoved(int[] a, int x) {
        int i = 0, c = 0;
        while (i < a.length && c < 3000) {
            i = moved(a, x, i);
            if (i == -1) break;
            c++; i++;
        }
        return c;
    }
    static int count(int[] a, int x) {
        int n = 0;
        for (int i = 0; i >= 0 && i < a.length; ) {
            int at = indexOf(a, x, i);
            if (at < 0) return n;
            n++;
            i = at + 2;
        }
        return n;
    }
}
