import java.util.*;

/** Inner loops that move a variable of the loop around them on, and some that only seem to. */
final class Travels {
    private Travels() {}

    static int window(int[] a, int limit) {
        int lo = 0, sum = 0, best = 0;
        for (int hi = 0; hi < a.length; hi++) {
            sum += a[hi];
            while (lo < hi && sum > limit) { sum -= a[lo]; lo++; }
            best = Math.max(best, hi - lo);
        }
        return best;
    }

    static int hoare(int[] a, int p) {
        int i = 0, j = a.length - 1;
        while (i <= j) {
            while (a[i] < p) i++;
            while (a[j] > p) j--;
            if (i <= j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; }
        }
        return i;
    }

    static int stack(int[] a) {
        int[] s = new int[a.length];
        int top = 0, sum = 0;
        for (int i = 0; i < a.length; i++) {
            while (top > 0 && s[top - 1] > a[i]) top--;
            s[top++] = a[i];
            sum += top;
        }
        return sum;
    }

    static int runs(int[] a) {
        int i = 0, c = 0;
        while (i < a.length) {
            int j = i;
            while (j < a.length && a[j] == a[i]) j++;
            c++;
            i = j;
        }
        return c;
    }

    static int runs2(int[] a) {
        int c = 0;
        for (int i = 0; i < a.length; ) {
            int j = i + 1;
            while (j < a.length && a[j] == a[i]) j++;
            c++;
            i = j;
        }
        return c;
    }

    static int words(String s) {
        int i = 0, c = 0, n = s.length();
        while (i < n) {
            while (i < n && s.charAt(i) == ' ') i++;
            int b = i;
            while (i < n && s.charAt(i) != ' ') i++;
            if (i > b) c++;
        }
        return c;
    }

    static int kmp(int[] t, int[] p, int[] f) {
        int k = 0, c = 0;
        for (int i = 0; i < t.length; i++) {
            while (k > 0 && p[k] != t[i]) k--;
            if (p[k] == t[i]) k++;
            if (k == p.length) { c++; k = 0; }
        }
        return c;
    }

    static int deep(int[] a, int k) {
        int p = 0, c = 0;
        for (int r = 0; r < k; r++) {
            for (int i = 0; i < a.length; i++) {
                while (p < a.length && a[p] < i) { p++; c++; }
            }
        }
        return c;
    }

    static int twoWay(int[] a, int target) {
        int l = 0, r = a.length - 1, c = 0;
        while (l < r) {
            int s = a[l] + a[r];
            if (s < target) l++; else if (s > target) r--; else { c++; 
              while (l < r && a[l] == a[l + 1]) l++;
              while (l < r && a[r] == a[r - 1]) r--;
              l++; r--; }
        }
        return c;
    }

    // the pointer is set back after the inner loop
    static int setBack(int[] a, int k) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < hi) { lo++; c++; }
            if (a[hi] > k) lo = 0;
        }
        return c;
    }

    static int setBackAlways(int[] a) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < hi) { lo++; c++; }
            lo = 0;
        }
        return c;
    }

    static int setBackSome(int[] a) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < hi) { lo++; c++; }
            lo -= 2; if (lo < 0) lo = 0;
        }
        return c;
    }

    static int copyThenLost(int[] a) {
        int i = 0, c = 0;
        while (i < a.length) {
            int j = i;
            while (j < a.length && a[j] >= 0) { j++; c++; }
            if (c % 3 == 0) i = j + 1; else i = i + 1;
        }
        return c;
    }

    static int continueSkips(int[] a) {
        int i = 0, c = 0;
        while (i < a.length) {
            int j = i;
            while (j < a.length) { j++; c++; }
            if (a[i] > 0) { i++; continue; }
            i = j;
        }
        return c;
    }

    static int labelled(int[] a) {
        int i = 0, c = 0, r = 0;
        outer:
        while (i < a.length && r < 1000) {
            r++;
            int j = i;
            while (j < a.length) { j++; c++; if (c % 7 == 3) { i++; continue outer; } }
            i = j;
        }
        return c;
    }

    static int breakPays(int[] a, int k) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < hi) { c += 3; if (a[hi] > k) break; lo++; }
        }
        return c;
    }

    static int breakPaysMuch(int[] a, int k) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < a.length) { c += 3; for (int q = 0; q < k; q++) c++; if (a[hi] > 0) break; lo++; }
        }
        return c;
    }

    static int caught(int[] a, int[] b) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            try {
                while (lo < 1000) { lo++; c += b[lo]; }
            } catch (ArrayIndexOutOfBoundsException e) { lo = 0; c++; }
        }
        return c;
    }

    static int caughtInside(int[] a, int[] b) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < a.length) {
                try { c += b[lo]; lo++; } catch (RuntimeException e) { c++; lo += 2; }
            }
        }
        return c;
    }

    static int caughtStep(int[] a, int[] b, int d) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < hi) {
                lo++;
                try { c += b[lo] / d; } catch (RuntimeException e) { lo--; c++; break; }
            }
        }
        return c;
    }

    static int wrapUp(int n, int s) {
        int lo = Integer.MAX_VALUE - 5, c = 0;
        for (int hi = 0; hi < n; hi++) {
            while (lo > 0 && c < 3000) { lo += s; c++; }
            lo += 7;
        }
        return c;
    }

    static int wrapDown(int n) {
        int x = 0, c = 0;
        for (int i = 0; i < n && c < 5000; i++) {
            while (x > 5) { x -= 3; c++; }
            x += 2000000000;
        }
        return c;
    }

    static int wrapSlow(int n) {
        int x = Integer.MAX_VALUE - 3, c = 0;
        for (int i = 0; i < n && c < 5000; i++) {
            x++;
            while (x < 0 && c < 4000) { x++; c++; }
        }
        return c;
    }

    static int negativeStart(int[] a, int start) {
        int lo = start, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < hi) { lo++; c++; }
        }
        return c;
    }

    static int twoWriters(int[] a, int k) {
        int i = 0, j = a.length - 1, c = 0;
        while (i <= j) {
            while (i <= j && a[i] < k) { i++; c++; }
            while (i <= j && a[j] > k) { j--; c++; }
            if (i <= j) { int t = i; i = j; j = t; i++; j--; c++; }
        }
        return c;
    }

    static int swapped(int[] a, int[] b) {
        int i = 0, j = 0, c = 0;
        for (int r = 0; r < a.length; r++) {
            while (i < a.length && a[i] < r) { i++; c++; }
            int t = i; i = j; j = t;
        }
        return c;
    }

    static int growsTwo(int[] a) {
        int p = 0, c = 0;
        for (int x : a) {
            p += 2;
            if (x > 0) p += 3;
            while (p > 0 && c % 5 != 4) { p--; c++; }
            c++;
        }
        return c;
    }

    static int growsByElement(int[] a) {
        int p = 0, c = 0;
        for (int x : a) {
            p += x & 31;
            while (p > 0) { p--; c++; }
        }
        return c;
    }

    static int growsByIndex(int[] a) {
        int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            p += i;
            while (p > 0) { p--; c++; }
        }
        return c;
    }

    static int innerInner(int[] a) {
        int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                while (p < j) { p++; c++; }
            }
            p = 0;
        }
        return c;
    }

    static int innerGives(int[] a) {
        int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            while (p > 0) { p--; c++; }
            for (int j = 0; j < i; j++) p++;
        }
        return c;
    }

    static int twoInner(int[] a) {
        int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            while (p < a.length && c % 3 != 1) { p++; c++; }
            while (p > 0) { p--; c++; }
            c++;
        }
        return c;
    }

    static int doWhile(int[] a) {
        int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            do { c++; if (p >= a.length) break; p++; } while (p < i);
        }
        return c;
    }

    static int doWhilePays(int[] a) {
        int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            do { c++; p++; } while (p < i && a[i] > 0);
            if (p > a.length) p = a.length;
        }
        return c;
    }

    static int limitMoves(int[] a) {
        int lim = 3, p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            while (p < lim) { p++; c++; }
            lim *= 2; if (lim > 1000) lim = 3;
        }
        return c;
    }

    static int limitMoves2(int[] a) {
        int lim = 3, p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            while (p < lim) { p++; c++; }
            lim += 5;
        }
        return c;
    }

    static int arrayGrows(int[] a) {
        int[] b = new int[2]; int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            while (p < b.length) { p++; c++; }
            b = new int[b.length + 4];
        }
        return c;
    }

    static int listGrows(int[] a) {
        ArrayList<Integer> l = new ArrayList<>(); int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            l.add(i); l.add(i); l.add(i);
            while (p < l.size()) { p++; c++; }
        }
        return c;
    }

    static int switched(int[] a) {
        int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            while (p < i) { p++; c++; }
            switch (a[i] & 3) { case 0: p = p - 1; break; case 1: p = p / 2; break; case 2: break; default: p++; }
            if (p < 0) p = 0;
        }
        return c;
    }

    static int byteCounter(int n) {
        byte p = 0; int c = 0;
        for (int i = 0; i < n && c < 5000; i++) {
            while (p < 100) { p++; c++; }
            p++; 
        }
        return c;
    }

    static int longCounter(int[] a, long s) {
        long p = s; int c = 0;
        for (int i = 0; i < a.length; i++) {
            while (p < i) { p++; c++; }
        }
        return c;
    }

    static int tern(int[] a, boolean f) {
        int p = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            if (f) { while (p < a.length) { p++; c++; } }
            p = f ? 0 : p;
        }
        return c;
    }

    static int nestedOuterReset(int[] a) {
        int c = 0;
        for (int k = 0; k < a.length; k++) {
            int lo = 0;
            for (int hi = 0; hi < a.length; hi++) {
                while (lo < hi && a[lo] <= a[hi]) { lo++; c++; }
            }
        }
        return c;
    }

    static int whileTrue(int[] a) {
        int i = 0, c = 0;
        while (true) {
            while (i < a.length && a[i] > 0) { i++; c++; }
            if (i >= a.length) return c;
            i++;
        }
    }

    static int costDependsOnOuter(int[] a) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < hi) { lo++; for (int q = 0; q < hi; q++) c++; }
        }
        return c;
    }

    static int helper(int k) { int s = 0; for (int i = 0; i < k; i++) s += i; return s; }

    static int costOfCallDepends(int[] a) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            while (lo < hi) { lo++; c += helper(hi); }
        }
        return c;
    }

    static int infiniteish(int[] a, int k) {
        int i = 0, c = 0;
        for (int r = 0; r < k; r++) {
            while (i != a.length && c < 3000) { i++; c++; }
            i = r % 2;
        }
        return c;
    }

    static int stackBack(int[] a) {
        int[] s = new int[a.length + 1]; int top = 0, c = 0;
        for (int i = 0; i < a.length; i++) {
            while (top > 0 && s[top - 1] >= a[i]) { top--; c++; }
            s[top++] = a[i];
            if (i % 4 == 3) { s[top++] = i; }
            if (top >= s.length - 1) top = s.length - 2;
        }
        return c;
    }

    static int elseIf(int[] a) {
        int i = 0, c = 0;
        while (i < a.length) {
            if (a[i] > 0) {
                int j = i;
                while (j < a.length && a[j] > 0) { j++; c++; }
                if (j == a.length) i = j; else i++;
            } else i++;
        }
        return c;
    }

    static int fin(int[] a, int d) {
        int lo = 0, c = 0;
        for (int hi = 0; hi < a.length; hi++) {
            try {
                while (lo < hi) { lo++; c += 10 / (d - lo); }
            } catch (ArithmeticException e) { c++; }
            finally { if (c % 5 == 0) lo = 0; }
        }
        return c;
    }
}
