/** Searches that return an index or −1, and loops that go on from what they found. */
class Searches {
    static int max0(int n) { return Math.max(0, n); }
    static int indexOf(int[] a, int v, int start) {
        if (a == null) return -1;
        start = max0(start);
        for (int i = start; i < a.length; i++) if (a[i] == v) return i;
        return -1;
    }
    static int count(int[] a, int v) {
        int c = 0, at = 0;
        while (at < a.length) {
            at = indexOf(a, v, at);
            if (at == -1) break;
            c++;
            at++;
        }
        return c;
    }
    static int countFor(int[] a, int v) {
        int c = 0;
        for (int at = indexOf(a, v, 0); at >= 0; at = indexOf(a, v, at + 1)) c++;
        return c;
    }
    static int countStuck(int[] a, int v) {
        int c = 0;
        for (int at = indexOf(a, v, 0); at >= 0; at = indexOf(a, v, at)) { c++; if (c > 50) break; }
        return c;
    }
    static int nextSpace(String s, int from) {
        for (int i = from; i < s.length(); i++) if (s.charAt(i) == ' ') return i;
        return -1;
    }
    static int words(String s) {
        int c = 0, at = 0;
        while ((at = nextSpace(s, at)) != -1) { at++; c++; }
        return c;
    }
    static int lastIndexOf(int[] a, int v, int start) {
        for (int i = Math.min(start, a.length - 1); i >= 0; i--) if (a[i] == v) return i;
        return -1;
    }
    static int countBack(int[] a, int v) {
        int c = 0;
        for (int at = lastIndexOf(a, v, a.length); at >= 0; at = lastIndexOf(a, v, at - 1)) c++;
        return c;
    }
    static int nextOrNegative(int[] a, int from) {
        for (int i = from; i < a.length; i++) if (i < 0 || a[i] == 3) return i;
        return -1;
    }
    static int countOdd(int[] a) {
        int c = 0;
        for (int at = nextOrNegative(a, -5); at >= -3; at = nextOrNegative(a, at + 1)) { c++; if (c > 60) break; }
        return c;
    }
    static int findOrMinusTwo(int[] a, int v, int start) {
        for (int i = Math.max(start, 0); i < a.length; i++) if (a[i] == v) return i;
        return a.length > 3 ? -1 : -2;
    }
    static int countTwo(int[] a, int v) {
        int c = 0;
        for (int at = findOrMinusTwo(a, v, 0); at >= 0; at = findOrMinusTwo(a, v, at + 1)) c++;
        return c;
    }
    static int wrapAround(int[] a, int v, int start) {
        for (int i = Math.max(start, 0); i < a.length; i++) if (a[i] == v) return i;
        for (int i = 0; i < start && i < a.length; i++) if (a[i] == v) return i;
        return -1;
    }
    static int countAround(int[] a, int v) {
        int c = 0;
        for (int at = wrapAround(a, v, 0); at >= 0; at = wrapAround(a, v, at + 1)) { c++; if (c > 60) break; }
        return c;
    }
    static int skip(int[] a, int v) {
        int c = 0;
        for (int at = 0; (at = indexOf(a, v, at)) >= 0; at += 2) { int end = indexOf(a, v + 1, at); if (end < 0) end = a.length; for (int i = at; i < end; i++) c++; }
        return c;
    }
    static int skipBack(int[] a, int v) {
        int c = 0;
        for (int at = 0; (at = indexOf(a, v, at)) >= 0; at -= c % 3 - 1) { c++; if (c > 60) break; }
        return c;
    }

    static int plainIndexOf(int[] a, int v, int start) {
        for (int i = Math.max(start, 0); i < a.length; i++) if (a[i] == v) return i;
        return -1;
    }
    static int low(int[] a, int v, int s) {
        int at = plainIndexOf(a, v, s);
        if (at < 0) return 0;
        int c = 0;
        for (int i = at; i < a.length; i++) c++;
        return c;
    }
    static int lowWithout(int[] a, int v, int s) {
        int at = plainIndexOf(a, v, s);
        int c = 0;
        for (int i = at; i < a.length; i++) c++;
        return c;
    }
    static int high(int[] a, int v, int s) {
        int at = plainIndexOf(a, v, s);
        int c = 0;
        for (int i = s; i < at; i++) c++;
        return c;
    }
    static int plain(int[] a, int v) {
        int c = 0;
        for (int at = 0; at < a.length; at++) {
            at = plainIndexOf(a, v, at);
            if (at < 0) break;
            c++;
        }
        return c;
    }
    static int only(int[] a, int v, int start) {
        int i = Math.max(start, 0);
        while (i < a.length && a[i] != v) i++;
        return i;
    }
    static int plainOnly(int[] a, int v) {
        int c = 0;
        for (int at = 0; at < a.length; at++) {
            at = only(a, v, at);
            c++;
        }
        return c;
    }
    static int overflowing(int[] a, int from, int step) {
        for (int i = Math.max(from, 0); i < 2000000000; i += 1 << (step & 31)) if (i > a.length || i < 0) return i;
        return -1;
    }
    static int afterOverflow(int[] a, int step) {
        int c = 0;
        for (int at = overflowing(a, 0, step); at >= 0; at = overflowing(a, at + 1, step)) { c++; if (c > 60) break; }
        return c;
    }
    static int fromNegative(int[] a, int from) {
        int c = 0;
        for (int at = nextOrNegative(a, from); at != -1; at = nextOrNegative(a, at + 1)) { c++; if (c > 60) break; }
        return c;
    }
    static long longIndex(int[] a, int v, long from) {
        for (long i = Math.max(from, 0); i < a.length; i++) if (a[(int) i] == v) return i;
        return -1;
    }
    static int longCount(int[] a, int v) {
        int c = 0;
        for (long at = longIndex(a, v, 0); at >= 0; at = longIndex(a, v, at + 1)) c++;
        return c;
    }
    static int byteIndex(int[] a, int v, byte from) {
        for (byte i = from; i < a.length; i++) if (i >= 0 && a[i] == v) return i;
        return -1;
    }
    static int byteCount(int[] a, int v) {
        int c = 0;
        for (int at = byteIndex(a, v, (byte) 0); at >= 0; at = byteIndex(a, v, (byte) (at + 1))) { c++; if (c > 60) break; }
        return c;
    }
    static int resets(int[] a, int v, int from) {
        int i = Math.max(from, 0);
        while (i < a.length) {
            if (a[i] == v) return i;
            if (a[i] == 7 && i > 3) { i = 1; v = 3; a[1] = 3; }
            i++;
        }
        return -1;
    }
    static int countResets(int[] a, int v) {
        int c = 0;
        for (int at = resets(a, v, 0); at >= 0; at = resets(a, v, at + 1)) { c++; if (c > 60) break; }
        return c;
    }
    static int doubledIndex(int[] a, int v, int from) {
        for (int i = Math.max(from, 0); i < a.length; i++) if (a[i] == v) return i / 2;
        return -1;
    }
    static int countDoubled(int[] a, int v) {
        int c = 0;
        for (int at = doubledIndex(a, v, 0); at >= 0; at = doubledIndex(a, v, at + 1)) { c++; if (c > 60) break; }
        return c;
    }
}
