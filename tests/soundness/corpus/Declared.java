import java.util.*;

/** True clauses about values that change. */
class Declared {
    static int limit = 5;
    int count;

    static int ofReassigned(int n) {
        n = (n & 15) + 20;
        int s = 0;
        //@ loop_bound n;
        for (int i = n; i > 0; i = i - 1 - (s & 0)) s++;
        return s;
    }

    static int ofReassignedUp(int n, int m) {
        n = n & 15;
        if (m > 3) n = n + 30;
        int s = 0, i = 0;
        //@ loop_bound n;
        while (i != n) {
            i += (s | 1) == 0 ? 0 : 1;
            s++;
        }
        return s;
    }

    static int ofLocal(int n) {
        int k = (n & 15) + 10;
        int s = 0;
        //@ loop_bound k;
        while (k != 0) {
            k = k - 1;
            s += k & 1;
        }
        return s;
    }

    static int ofLocalTwice(int n) {
        int k = n & 15;
        int s = 0;
        //@ loop_bound k;
        for (int i = 0; i != k; i++) s++;
        k += 20;
        //@ loop_bound k;
        for (int i = 0; i != k; i++) s++;
        return s;
    }

    static int falls(int n) {
        int k = (n & 15) + 40;
        int s = 0;
        //@ decreasing k;
        while (k > 0) {
            k -= 1 + (s & 1);
            s++;
        }
        return s;
    }

    static int fallsOfParameter(int n) {
        n = (n & 7) + 50;
        int s = 0;
        //@ decreasing n;
        while (n > 0) {
            n = n - 1 - (s & 2);
            s++;
        }
        return s;
    }

    static int fallsOfSum(int n, int m) {
        n &= 31;
        m &= 15;
        int s = 0;
        //@ decreasing n + m;
        while (n + m > 0) {
            if ((s & 1) == 0 && n > 0) n--;
            else if (m > 0) m--;
            else n--;
            s++;
        }
        return s;
    }

    static int keeps(int n) {
        n &= 31;
        int i = 0, s = 0;
        //@ maintaining 0 <= i && i <= n;
        while (i < n) {
            i += 1 + (s & 0);
            s++;
        }
        return s;
    }

    static int keepsBelow(int[] a, int n) {
        int lo = 0, hi = a.length;
        int s = 0;
        //@ maintaining 0 <= lo && lo <= hi && hi <= a.length;
        //@ decreasing hi - lo;
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] < n) lo = mid + 1;
            else hi = mid;
            s++;
        }
        return s;
    }

    static int inAnother(int n) {
        int s = 0;
        for (int i = 0; i < (n & 15); i++) {
            //@ loop_bound i;
            for (int j = 0; j != i; j++) s++;
            int k = i * 2;
            //@ loop_bound k;
            while (k != 0) {
                k--;
                s++;
            }
        }
        return s;
    }

    static int inAnotherDown(int n) {
        int s = 0;
        for (int i = n & 15; i >= 0; i--) {
            int k = 15 - i;
            //@ loop_bound k;
            while (k != 0) {
                k--;
                s++;
            }
        }
        return s;
    }

    static int ofArray(int[] a) {
        a = Arrays.copyOf(a, a.length + 5);
        int s = 0, i = 0;
        //@ loop_bound a.length;
        do {
            s += a[i];
            i++;
        } while (i != a.length);
        return s;
    }

    int ofField(int n) {
        count = (n & 15) + 9;
        int s = 0, i = 0;
        //@ loop_bound count;
        while (i != count) {
            i++;
            s++;
        }
        return s;
    }

    int ofFieldFalls(int n) {
        count = (n & 15) + 9;
        int s = 0;
        //@ decreasing count;
        while (count > 0) {
            count -= 1 + (s & 1);
            s++;
        }
        return s;
    }

    static int shadowed(int n) {
        int s = 0;
        for (int k = 0; k < 2; k++) {
            int m = k == 0 ? n & 7 : 30;
            //@ loop_bound m;
            while (m != 0) {
                m--;
                s++;
            }
        }
        return s;
    }

    static int inLambda(int n) {
        IntHolder h = k -> {
            k += 12;
            int s = 0;
            //@ loop_bound k;
            while (k != 0) {
                k--;
                s++;
            }
            return s;
        };
        return h.of(n & 15);
    }

    interface IntHolder {
        int of(int k);
    }

    static int callee(int n) {
        int s = 0;
        //@ loop_bound n;
        for (int i = 0; i != n; i++) s++;
        return s;
    }

    static int callers(int n) {
        int s = 0;
        for (int i = 0; i < (n & 15); i++) s += callee(i) + callee(15 - i);
        return s + callee(n & 31);
    }

    static int least(int n, int m) {
        n &= 31;
        m &= 31;
        int s = 0, i = 0;
        //@ loop_bound n - m;
        while (i < n - m) {
            i += 1 + (s & 0);
            s++;
        }
        return s;
    }
}
