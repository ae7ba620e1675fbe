import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Collections, streams and lambdas as people use them. */
class OnCollections {
    static int removeEvens(List<Integer> l) { int n = 0; for (Iterator<Integer> it = l.iterator(); it.hasNext(); ) if (it.next() % 2 == 0) { it.remove(); n++; } return n; }
    static int listIter(List<Integer> l) { int s = 0; ListIterator<Integer> it = l.listIterator(l.size()); while (it.hasPrevious()) s += it.previous(); return s; }
    static int doubleAll(List<Integer> l) { ListIterator<Integer> it = l.listIterator(); while (it.hasNext()) it.set(it.next() * 2); return l.size(); }
    static int reverseList(List<Integer> l) { for (int i = 0, j = l.size() - 1; i < j; i++, j--) { Integer t = l.get(i); l.set(i, l.get(j)); l.set(j, t); } return l.size(); }
    static int drainQueue(Queue<Integer> q) { int s = 0; while (!q.isEmpty()) s += q.remove(); return s; }
    static int drainPoll(Deque<Integer> q) { int s = 0; Integer x; while ((x = q.pollLast()) != null) s += x; return s; }
    static int heapDrain(int[] a) { PriorityQueue<Integer> pq = new PriorityQueue<>(); for (int x : a) pq.add(x); int s = 0; while (pq.size() > 1) { int x = pq.poll(), y = pq.poll(); s += x + y; pq.add(x + y); } return s; }
    static int topK(int[] a, int k) { PriorityQueue<Integer> pq = new PriorityQueue<>(); for (int x : a) { pq.offer(x); if (pq.size() > k) pq.poll(); } int s = 0; for (Integer x : pq) s += x; return s; }
    static int stackPop(Stack<Integer> st) { int s = 0; while (!st.empty()) s += st.pop(); return s; }
    static int stackPeek(int[] a) { Stack<Integer> st = new Stack<>(); for (int x : a) { while (!st.isEmpty() && st.peek() > x) st.pop(); st.push(x); } return st.size(); }
    static int roundRobin(int[] work) { Deque<Integer> q = new ArrayDeque<>(); for (int w : work) q.addLast(Math.min(w, 9)); int t = 0; while (!q.isEmpty()) { int w = q.removeFirst(); if (w > 2) q.addLast(w - 2); t++; } return t; }
    static int hotPotato(int n, int k) { if (n < 1 || n > 60 || k < 0) return 0; k %= 7; Queue<Integer> q = new ArrayDeque<>(); for (int i = 0; i < n; i++) q.offer(i); while (q.size() > 1) { for (int i = 0; i < k; i++) q.offer(q.poll()); q.poll(); } return q.peek(); }
    static int mapCount(String[] ws) { Map<String, Integer> m = new TreeMap<>(); for (String w : ws) if (w != null) m.put(w, m.getOrDefault(w, 0) + 1); int best = 0; for (Map.Entry<String, Integer> e : m.entrySet()) best = Math.max(best, e.getValue()); return best; }
    static int mapKeys(Map<String, Integer> m) { int s = 0; for (String k : m.keySet()) s += m.get(k); return s; }
    static int mapValues(Map<String, Integer> m) { int s = 0; for (int v : m.values()) s += v; return s; }
    static int groupBy(List<String> l) { Map<Integer, List<String>> g = new HashMap<>(); for (String s : l) g.computeIfAbsent(s.length(), k -> new ArrayList<>()).add(s); int n = 0; for (List<String> x : g.values()) for (String s : x) n += s.length(); return n; }
    static boolean twoSum(int[] a, int t) { Set<Integer> seen = new HashSet<>(); for (int x : a) { if (seen.contains(t - x)) return true; seen.add(x); } return false; }
    static int longestConsecutive(int[] a) { Set<Integer> s = new HashSet<>(); for (int x : a) s.add(x); int best = 0; for (int x : s) if (!s.contains(x - 1)) { int y = x; while (s.contains(y + 1)) y++; best = Math.max(best, y - x + 1); } return best; }
    static int streamSum(List<Integer> l) { return l.stream().filter(x -> x > 2).mapToInt(Integer::intValue).sum(); }
    static int rangeStream(int n) { return IntStream.range(0, Math.min(n, 500)).map(i -> i * i).sum(); }
    static List<String> upper(List<String> l) { return l.stream().map(String::toUpperCase).collect(Collectors.toList()); }
    static int forEachCount(List<Integer> l) { int[] c = {0}; l.forEach(x -> { for (int i = 0; i < 3; i++) c[0] += x; }); return c[0]; }
    static int lambdaLoop(int n) { IntUnaryOperator f = k -> { int s = 0; for (int i = 0; i < k; i++) s += i; return s; }; return f.applyAsInt(n) + f.applyAsInt(5); }
    static int supplied(int n) { Supplier<Integer> s = () -> { int c = 0; while (c < n) c += 2; return c; }; return s.get(); }
    static int runner(int n) { int[] c = new int[1]; Runnable r = () -> c[0]++; for (int i = 0; i < n; i++) r.run(); return c[0]; }
    static int apply(IntBinaryOperator op, int[] a) { int s = 0; for (int x : a) s = op.applyAsInt(s, x); return s; }
    static int useApply(int[] a) { return apply((x, y) -> Math.max(x, y), a) + apply(Integer::sum, a); }
    static int whileTest(int n, IntPredicate p) { int i = 0; while (i < n && p.test(i)) i++; return i; }
    static int useTest(int n) { return whileTest(n, i -> i < 50); }
    static <T extends Comparable<T>> T maxOf(List<T> l) { T best = null; for (T x : l) if (best == null || x.compareTo(best) > 0) best = x; return best; }
    static int maxInt(List<Integer> l) { Integer m = maxOf(l); return m == null ? 0 : m; }
    static <T> int indexOfRef(T[] a, T x) { for (int i = 0; i < a.length; i++) if (Objects.equals(a[i], x)) return i; return -1; }
    static int fillThenSum(int n) { List<Integer> l = new ArrayList<>(); for (int i = 0; i < n; i++) l.add(i); int s = 0; for (int i = 0; i < l.size(); i++) s += l.get(i); return s; }
    static int fillUntil(int n) { List<Integer> l = new LinkedList<>(); while (l.size() < n && l.size() < 200) l.add(l.size()); int s = 0; while (!l.isEmpty()) s += l.remove(0); return s; }
    static int nestedLists(List<List<Integer>> ll) { int s = 0; for (List<Integer> l : ll) { if (l == null) continue; for (Integer x : l) { if (x == null) break; s += x; } } return s; }
    static int bucket(int[] a) { List<List<Integer>> b = new ArrayList<>(); for (int i = 0; i < 10; i++) b.add(new ArrayList<>()); for (int x : a) b.get(Math.floorMod(x, 10)).add(x); int k = 0; for (List<Integer> l : b) for (int x : l) a[k++] = x; return k; }
    static int mergeLists(List<Integer> a, List<Integer> b) { List<Integer> r = new ArrayList<>(a.size() + b.size()); int i = 0, j = 0; while (i < a.size() && j < b.size()) { if (a.get(i) <= b.get(j)) r.add(a.get(i++)); else r.add(b.get(j++)); } while (i < a.size()) r.add(a.get(i++)); while (j < b.size()) r.add(b.get(j++)); return r.size(); }
    static int mergeIter(Iterator<Integer> a, Iterator<Integer> b) { int s = 0; while (a.hasNext() || b.hasNext()) { if (a.hasNext()) s += a.next(); if (b.hasNext()) s -= b.next(); } return s; }
    static int dedupe(List<Integer> l) { Set<Integer> seen = new LinkedHashSet<>(l); l.clear(); l.addAll(seen); int n = 0; for (Integer x : l) n += x; return n; }
    static int bitset(int n) { BitSet b = new BitSet(); for (int i = 0; i < n && i < 300; i += 3) b.set(i); int s = 0; for (int i = b.nextSetBit(0); i >= 0; i = b.nextSetBit(i + 1)) s += i; return s; }
    static int lru(int[] keys) { Map<Integer, Integer> m = new LinkedHashMap<>(); for (int k : keys) { m.remove(k); m.put(k, 1); if (m.size() > 4) m.remove(m.keySet().iterator().next()); } return m.size(); }
    static int subListSum(List<Integer> l, int k) { if (k < 0 || k > l.size()) return 0; int s = 0; for (int x : l.subList(k, l.size())) s += x; return s; }
    static int asList(int a, int b, int c) { int s = 0; for (int x : Arrays.asList(a, b, c)) s += x; for (int x : List.of(a, b)) s += x; return s; }
    static int powerset(List<Integer> l) { int n = Math.min(l.size(), 6), t = 0; for (int m = 0; m < (1 << n); m++) { List<Integer> cur = new ArrayList<>(); for (int i = 0; i < n; i++) if ((m & (1 << i)) != 0) cur.add(l.get(i)); t += cur.size(); } return t; }
    static int cartesian(List<Integer> a, List<Integer> b) { int c = 0; for (int x : a) for (int y : b) if (x < y) c++; return c; }
    static int topo(int n, int[] from, int[] to) { if (n < 0 || n > 50) return -1; int[] in = new int[n]; List<List<Integer>> g = new ArrayList<>(); for (int i = 0; i < n; i++) g.add(new ArrayList<>()); for (int i = 0; i < from.length && i < to.length; i++) { if (from[i] < 0 || from[i] >= n || to[i] < 0 || to[i] >= n) continue; g.get(from[i]).add(to[i]); in[to[i]]++; } Deque<Integer> q = new ArrayDeque<>(); for (int i = 0; i < n; i++) if (in[i] == 0) q.add(i); int done = 0; while (!q.isEmpty()) { int u = q.poll(); done++; for (int v : g.get(u)) if (--in[v] == 0) q.add(v); } return done; }
    static int enumerate(Enumeration<Integer> e) { int s = 0; while (e.hasMoreElements()) s += e.nextElement(); return s; }
    static int vec(Vector<Integer> v) { int s = 0; for (Enumeration<Integer> e = v.elements(); e.hasMoreElements(); ) s += e.nextElement(); return s; }
    static int treeHead(TreeMap<Integer, String> m) { int s = 0; while (!m.isEmpty()) s += m.pollFirstEntry().getKey(); return s; }
    static int ceilWalk(TreeSet<Integer> t) { int s = 0; Integer x = t.isEmpty() ? null : t.first(); while (x != null) { s += x; x = t.higher(x); } return s; }
    static int limitStream(int seed) { return IntStream.iterate(seed & 7, x -> x + 3).limit(12).sum(); }
    static int optional(List<String> l) { return l.stream().map(String::length).reduce(0, Integer::sum); }
    static int sortThen(List<Integer> l) { Collections.sort(l); int c = 0; for (int i = 1; i < l.size(); i++) if (l.get(i).equals(l.get(i - 1))) c++; return c; }
}
