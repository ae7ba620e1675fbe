import java.util.*;

/** Recursions on pieces of a range, and those that a guard stops. */
class Pieces {
    static int quick(int[] a, int low, int high) {
        if (low < high) {
            int p = low;
            for (int j = low; j < high; j++) if (a[j] <= a[high]) {
                int t = a[p];
                a[p] = a[j];
                a[j] = t;
                p++;
            }
            int t = a[p];
            a[p] = a[high];
            a[high] = t;
            quick(a, low, p - 1);
            quick(a, p + 1, high);
        }
        return a.length;
    }

    static int part(int[] a, int low, int high) {
        int x = a[high], i = low - 1;
        for (int j = low; j < high; j++) if (a[j] <= x) {
            i++;
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        int t = a[i + 1];
        a[i + 1] = a[high];
        a[high] = t;
        return i + 1;
    }

    static void quickBy(int[] a, int low, int high) {
        if (low < high) {
            int p = part(a, low, high);
            quickBy(a, low, p - 1);
            quickBy(a, p + 1, high);
        }
    }

    static int quickAll(int[] a) {
        quickBy(a, 0, a.length - 1);
        return a.length;
    }

    static void hoare(int[] a, int low, int high) {
        int i = low, j = high;
        if (low >= high) return;
        int x = a[(low + high) / 2];
        while (i <= j) {
            while (a[i] < x) i++;
            while (a[j] > x) j--;
            if (i <= j) {
                int t = a[i];
                a[i] = a[j];
                a[j] = t;
                i++;
                j--;
            }
        }
        hoare(a, low, j);
        hoare(a, i, high);
    }

    static int hoareAll(int[] a) {
        hoare(a, 0, a.length - 1);
        return a.length;
    }

    static void merge(int[] a, int[] t, int from, int mid, int to) {
        int i = from, j = mid;
        for (int k = from; k < to; k++) t[k] = i < mid && (j >= to || a[i] <= a[j]) ? a[i++] : a[j++];
        for (int k = from; k < to; k++) a[k] = t[k];
    }

    static void sort(int[] a, int[] t, int from, int to) {
        if (to - from < 2) return;
        int mid = (from + to) / 2;
        sort(a, t, from, mid);
        sort(a, t, mid, to);
        merge(a, t, from, mid, to);
    }

    static int sortAll(int[] a) {
        sort(a, new int[a.length], 0, a.length);
        return a[0];
    }

    static void sortTo(int[] a, int[] t, int left, int right) {
        if (left < right) {
            int mid = left + (right - left) / 2;
            sortTo(a, t, left, mid);
            sortTo(a, t, mid + 1, right);
            merge(a, t, left, mid + 1, right + 1);
        }
    }

    static int sortToAll(int[] a) {
        sortTo(a, new int[a.length], 0, a.length - 1);
        return a[0];
    }

    static int badPieces(int n) {
        if (n <= 1 || n > 24) return 1;
        return badPieces(n / 2) + badPieces(n / 2 + 1 < n ? n / 2 + 1 : n - 1);
    }

    static int overlap(int lo, int hi) {
        if (hi - lo < 2 || hi - lo > 24 || hi - lo < 0) return 1;
        int m = (lo + hi) / 2;
        return overlap(lo, m + 1 < hi ? m + 1 : hi - 1) + overlap(m, hi);
    }

    static int three(int n) {
        if (n < 3 || n > 200) return 1;
        return three(n / 3) + three(n / 3) + three(n / 3);
    }

    static int loopPieces(int n) {
        if (n < 2 || n > 12) return 1;
        int s = 0;
        for (int i = 1; i < n; i++) s += loopPieces(n - i);
        return s;
    }

    static int quickSelect(int[] a, int low, int high, int k) {
        if (low >= high) return low;
        int p = part(a, low, high);
        if (k == p) return p;
        return k < p ? quickSelect(a, low, p - 1, k) : quickSelect(a, p + 1, high, k);
    }

    static int growing(int lo, int hi) {
        if (lo >= hi || lo < 0 || hi > 20) return 0;
        int s = 0;
        for (int i = lo; i < hi; i++) s++;
        return s + growing(lo - 1, hi) ;
    }

    static int shifted(int lo, int hi) {
        if (lo >= hi || lo < 0 || hi > 300) return 0;
        int s = 0;
        for (int i = lo; i < hi; i++) s++;
        return s + shifted(lo + 5, hi + 5) ;
    }

    static int capped(int n) {
        if (n > 20) return 0;
        return n < 2 ? 1 : capped(n - 1) + capped(n - 2);
    }

    static int cappedLoop(int n) {
        if (n > 30 || n < 0) return 0;
        int s = 0;
        for (int i = 0; i < n; i++) s++;
        return s + cappedLoop(n - 1);
    }

    static int maxOf(int[] a, int lo, int hi) {
        if (lo == hi) return a[lo];
        int m = (lo + hi) / 2;
        return Math.max(maxOf(a, lo, m), maxOf(a, m + 1, hi));
    }

    static int maxAll(int[] a) {
        return a.length == 0 ? 0 : maxOf(a, 0, a.length - 1);
    }
}
