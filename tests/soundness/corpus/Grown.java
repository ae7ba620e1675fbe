import java.util.*;

/** Collections and texts that a method fills before it iterates over them. */
class Grown {
    List<Integer> field = new ArrayList<>();
    static int evens(int[] a) {
        List<Integer> xs = new ArrayList<>();
        for (int x : a) if (x % 2 == 0) xs.add(x);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s += xs.get(i);
        return s;
    }

    static int each(int[] a) {
        List<Integer> xs = new ArrayList<>();
        for (int x : a) {
            xs.add(x);
            if (x > 3) xs.add(x);
        }
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }

    static int grid(int n, int m) {
        if (n > 100 || m > 100) return 0;
        List<Integer> xs = new LinkedList<>();
        for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) xs.add(i * j);
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }

    static int monotone(int[] a) {
        Deque<Integer> st = new ArrayDeque<>();
        int s = 0;
        for (int x : a) {
            while (!st.isEmpty() && st.peek() < x) {
                st.pop();
                s++;
            }
            st.push(x);
        }
        return s;
    }

    static int emptied(int[] a) {
        Deque<Integer> st = new ArrayDeque<>();
        for (int x : a) st.push(x);
        int s = 0;
        while (!st.isEmpty()) s += st.pop();
        return s;
    }

    static int param(List<Integer> xs, int n) {
        for (int i = 0; i < (n & 15); i++) xs.add(i);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static int doAdds(int n) {
        if (n > 1000) return 0;
        List<Integer> xs = new ArrayList<>();
        int i = 0;
        do {
            xs.add(i);
            i++;
        } while (i < n);
        int s = 0;
        for (int x : xs) s++;
        return s;
    }

    static int middle(int n) {
        if (n > 1000) return 0;
        List<Integer> xs = new ArrayList<>();
        int i = 0;
        while (true) {
            xs.add(i);
            if (i >= n) break;
            i++;
            xs.add(i);
        }
        int s = 0;
        for (int x : xs) s++;
        return s;
    }

    static int fresh(int[] a) {
        int s = 0;
        for (int x : a) {
            List<Integer> xs = new ArrayList<>();
            for (int i = 0; i < a.length; i++) xs.add(i);
            for (int y : xs) s += y;
        }
        return s;
    }

    static int keptAcross(int[] a) {
        int s = 0;
        List<Integer> xs = new ArrayList<>();
        for (int x : a) {
            xs.add(x);
            for (int i = 0; i < xs.size(); i++) s++;
        }
        return s;
    }

    static int aliased(int[] a) {
        List<Integer> xs = new ArrayList<>();
        List<Integer> ys = a.length > 2 ? xs : new ArrayList<>();
        for (int x : a) ys.add(x);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static int aliasedLocal(int[] a) {
        List<Integer> xs = new ArrayList<>();
        List<Integer> ys = xs;
        for (int x : a) ys.add(x);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static void fill(List<Integer> xs, int n) {
        for (int i = 0; i < n; i++) xs.add(i);
    }

    static int helper(int n) {
        if (n > 300) return 0;
        List<Integer> xs = new ArrayList<>();
        fill(xs, n);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    int viaField(int n) {
        List<Integer> xs = new ArrayList<>();
        field = xs;
        for (int i = 0; i < (n & 31); i++) field.add(i);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    int ofField(int n) {
        for (int i = 0; i < (n & 31); i++) field.add(i);
        int s = 0;
        for (int i = 0; i < field.size(); i++) s++;
        return s;
    }

    static int lambda(int n) {
        List<Integer> xs = new ArrayList<>();
        Runnable r = () -> xs.add(1);
        for (int i = 0; i < (n & 31); i++) r.run();
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static int views(int n) {
        List<Integer> xs = new ArrayList<>();
        ListIterator<Integer> it = xs.listIterator();
        for (int i = 0; i < (n & 31); i++) it.add(i);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static int addAll(List<Integer> ys) {
        List<Integer> xs = new ArrayList<>();
        xs.addAll(ys);
        xs.addAll(ys);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static int addSelf(int n) {
        List<Integer> xs = new ArrayList<>();
        xs.add(n);
        xs.addAll(xs);
        xs.addAll(xs);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static int collections(int n) {
        List<Integer> xs = new ArrayList<>();
        Collections.addAll(xs, 1, 2, 3, 4);
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static int bfs(int n) {
        Deque<Integer> q = new ArrayDeque<>();
        q.add(n & 63);
        int s = 0;
        while (!q.isEmpty()) {
            int x = q.poll();
            s++;
            if (x > 1) {
                q.add(x / 2);
            }
        }
        return s;
    }

    static int counts(int[] a) {
        Map<Integer, Integer> m = new HashMap<>();
        for (int x : a) m.put(x, m.getOrDefault(x, 0) + 1);
        int best = 0;
        for (int v : m.values()) best = Math.max(best, v);
        return best;
    }

    static int sb(int[] a) {
        StringBuilder b = new StringBuilder();
        for (int x : a) b.append('x');
        int s = 0;
        for (int i = 0; i < b.length(); i++) s += b.charAt(i);
        return s;
    }

    static int sbChain(int n) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < (n & 15); i++) b.append('x').append("yz").append(i);
        int s = 0;
        for (int i = 0; i < b.length(); i++) s++;
        return s;
    }

    static int sbText(String t, int n) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < (n & 15); i++) b.append(t);
        int s = 0;
        for (int i = 0; i < b.length(); i++) s++;
        return s;
    }

    static int sbNull(int n) {
        StringBuilder b = new StringBuilder();
        String t = null;
        b.append(t);
        int s = 0;
        for (int i = 0; i < b.length(); i++) s++;
        return s;
    }

    static int sbReassign(int n) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < (n & 15); i++) b = b.append('x');
        int s = 0;
        for (int i = 0; i < b.length(); i++) s++;
        return s;
    }

    static int sbInit(String t) {
        StringBuilder b = new StringBuilder(t);
        b.append(t);
        int s = 0;
        for (int i = 0; i < b.length(); i++) s++;
        return s;
    }

    static int copyGrown(List<Integer> xs) {
        xs.add(1);
        xs.add(2);
        List<Integer> ys = new ArrayList<>(xs);
        ys.add(3);
        int s = 0;
        for (int y : ys) s++;
        return s;
    }

    static int triangular(int n) {
        if (n > 60) return 0;
        List<Integer> xs = new ArrayList<>();
        for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) xs.add(j);
        int s = 0;
        for (int x : xs) s++;
        return s;
    }

    static int whileDown(int n) {
        List<Integer> xs = new ArrayList<>();
        while (n > 0) {
            xs.add(n % 10);
            n /= 10;
        }
        int s = 0;
        for (int i = xs.size() - 1; i >= 0; i--) s = s * 10 + xs.get(i);
        return s;
    }

    static int tryAdd(int[] a) {
        List<Integer> xs = new ArrayList<>();
        for (int i = 0; i < a.length; i++) {
            try {
                xs.add(a[i + 1]);
            } catch (RuntimeException e) {
                xs.add(0);
                xs.add(1);
            }
        }
        int s = 0;
        for (int x : xs) s++;
        return s;
    }

    static int breakAdd(int[] a) {
        List<Integer> xs = new ArrayList<>();
        for (int x : a) {
            if (x > 5) {
                xs.add(1);
                xs.add(2);
                break;
            }
            xs.add(x);
        }
        int s = 0;
        for (int i = 0; i < xs.size(); i++) s++;
        return s;
    }

    static int addAfter(int[] a) {
        List<Integer> xs = new ArrayList<>();
        int s = 0;
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < xs.size(); i++) s++;
            for (int x : a) xs.add(x);
        }
        return s;
    }

    static int setGrows(Set<Integer> set, int n) {
        int s = 0, i = 0, k = 0;
        while (i < n && n < 100) {
            int before = set.size();
            set.add(k++ % 40);
            if (set.size() > before) {
                s++;
            } else {
                i++;
            }
        }
        return s;
    }

    static int difference(List<Integer> xs, int n) {
        int s = 0;
        for (int i = 0; i < n && n < 100; ) {
            int a = xs.size();
            if (xs.size() < 30) xs.add(1);
            int b = xs.size();
            i += a - b + 1;
            s++;
        }
        return s;
    }

    static int emptyAgain(Deque<Integer> xs, int n) {
        int s = 0, i = 0;
        while (i < n && n < 100) {
            if (xs.isEmpty()) {
                i++;
            } else {
                xs.poll();
                if (xs.isEmpty()) {
                    s++;
                }
            }
            s++;
        }
        return s;
    }

    static int breakOut(List<Integer> xs, int n) {
        if (n > 200) return 0;
        int i = 0;
        while (true) {
            if (i >= n) break;
            i++;
            xs.add(i);
        }
        int s = 0;
        for (int x : xs) s += x;
        return s;
    }

    static int breakOutIndex(List<Integer> xs, int n) {
        if (n > 200) return 0;
        int i = 0;
        while (true) {
            if (i >= n) break;
            i++;
            xs.add(i);
        }
        int s = 0;
        for (int k = 0; k < xs.size(); k++) s += k;
        return s;
    }

    static int skipFirst(List<Integer> xs, int n) {
        if (n > 200) return 0;
        int i = 0;
        Iterator<Integer> it = xs.iterator();
        while (true) {
            if (i >= n || !it.hasNext()) break;
            i++;
            it.next();
        }
        int s = 0;
        while (it.hasNext()) {
            it.next();
            s++;
        }
        return s;
    }

    static int text(int n) {
        if (n > 200) return 0;
        String t = "";
        int i = 0;
        while (true) {
            if (i >= n) break;
            i++;
            t = t + "ab";
        }
        int s = 0;
        for (int k = 0; k < t.length(); k++) s += k;
        return s;
    }

    static int elements(int[] a, int n) {
        if (n > 200) return 0;
        int i = 0;
        while (true) {
            if (i >= n || i >= a.length) break;
            a[i] = 40;
            i++;
        }
        int s = 0;
        for (int x : a) for (int k = 0; k < x; k++) s += k;
        return s;
    }
}
