import java.util.*;
import java.util.stream.*;

/** Collections that change during iteration, and iterators that other code uses. */
class Listed {
    static int limit = 5;
    List<Integer> held = new ArrayList<>(List.of(1, 2, 3));
    Deque<Integer> open = new ArrayDeque<>();

    static int addsWhile(List<Integer> list, int n) {
        int s = 0;
        for (int i = 0; i < list.size(); i++) {
            if (s < (n & 31)) list.add(i);
            s++;
        }
        return s;
    }

    static int addsByCallee(List<Integer> list, int n) {
        int s = 0;
        for (int i = 0; i < list.size() && i < 300; i++) {
            put(list, n);
            s++;
        }
        return s;
    }

    static void put(List<Integer> list, int n) {
        if (list.size() < (n & 31)) list.add(n);
    }

    static int addsByAlias(List<Integer> list, int n) {
        List<Integer> other = list;
        other.add(n);
        other.addAll(List.of(1, 2, 3));
        int s = 0;
        for (int x : list) s += x;
        return s;
    }

    static int addsItself(List<Integer> list) {
        list.addAll(list);
        list.addAll(new ArrayList<>(list));
        int s = 0;
        for (int i = list.size(); i > 0; i--) s++;
        return s;
    }

    static int addsInLambda(List<Integer> list, int n) {
        IntStream.range(0, n & 15).forEach(list::add);
        int s = 0;
        for (int i = 0; i < list.size(); i++) s++;
        return s;
    }

    static int addsByCollections(List<Integer> list, int n) {
        Collections.addAll(list, 1, 2, n, n, n);
        int s = 0;
        for (Integer x : list) s += x;
        return s;
    }

    static int removesByTwo(List<Integer> list) {
        int s = 0;
        while (list.size() > 1) {
            list.remove(0);
            list.remove(list.size() - 1);
            s++;
        }
        return s;
    }

    static int removesByValue(List<Integer> list, int n) {
        int s = 0;
        while (!list.isEmpty()) {
            if (!list.remove(Integer.valueOf(s))) list.clear();
            s++;
        }
        return s;
    }

    static int removesByIterator(List<Integer> list) {
        int s = 0;
        for (Iterator<Integer> it = list.iterator(); it.hasNext(); ) {
            if ((it.next() & 1) == 0) it.remove();
            s++;
        }
        for (int i = 0; i < list.size(); i++) s++;
        return s;
    }

    static int addsByListIterator(List<Integer> list, int n) {
        int s = 0;
        ListIterator<Integer> it = list.listIterator();
        while (it.hasNext()) {
            int x = it.next();
            if (s < (n & 15)) {
                it.add(x);
                it.previous();
            }
            s++;
        }
        return s;
    }

    static int backAndForth(List<Integer> list) {
        int s = 0;
        ListIterator<Integer> it = list.listIterator(list.size());
        while (it.hasPrevious()) s += it.previous();
        while (it.hasNext()) {
            s += it.next();
            if (s < 40 && it.hasPrevious()) {
                it.previous();
                s += 10;
            }
        }
        return s;
    }

    static int take(Iterator<Integer> it) {
        int s = 0;
        while (it.hasNext() && s < 3) {
            it.next();
            s++;
        }
        return s;
    }

    static int handsOver(List<Integer> list) {
        Iterator<Integer> it = list.iterator();
        int s = 0;
        while (it.hasNext()) s += take(it);
        return s;
    }

    static int handsOverTwice(List<Integer> list, int n) {
        Iterator<Integer> it = list.iterator();
        int s = 0;
        for (int i = 0; i < (n & 7); i++) s += take(it);
        while (it.hasNext()) {
            it.next();
            s++;
        }
        return s;
    }

    static int restarted(List<Integer> list, int n) {
        Iterator<Integer> it = list.iterator();
        int s = 0, again = n & 3;
        while (it.hasNext()) {
            it.next();
            s++;
            if (!it.hasNext() && again-- > 0) it = list.iterator();
        }
        return s;
    }

    static int twoIterators(List<Integer> one, List<Integer> two) {
        Iterator<Integer> a = one.iterator(), b = two.iterator();
        int s = 0;
        while (a.hasNext() || b.hasNext()) {
            if (a.hasNext()) s += a.next();
            else s += b.next();
        }
        return s;
    }

    static int nestedIterators(List<Integer> one) {
        int s = 0;
        for (int x : one) for (int y : one) if (x < y) s++;
        return s;
    }

    static int subList(List<Integer> list, int n) {
        int s = 0;
        List<Integer> part = list.subList(0, list.size() / 2);
        for (int x : part) s += x;
        part.clear();
        for (int x : list) s += x;
        return s;
    }

    static int subListGrows(List<Integer> list) {
        List<Integer> part = list.subList(0, list.size() / 2);
        part.add(1);
        part.add(2);
        int s = 0;
        for (int x : list) s += x;
        return s;
    }

    static int removeIf(List<Integer> list, int n) {
        list.removeIf(x -> x > n);
        int s = 0;
        for (int x : list) s += x;
        return s;
    }

    static int toArray(List<Integer> list) {
        Object[] all = list.toArray();
        Integer[] more = list.toArray(new Integer[50]);
        int s = 0;
        for (Object o : all) s++;
        for (Integer o : more) if (o != null) s++;
        return s;
    }

    static int setOfList(List<Integer> list) {
        Set<Integer> set = new HashSet<>(list);
        set.addAll(List.of(100, 101, 102));
        int s = 0;
        for (int x : set) s += x;
        return s;
    }

    static int mapOfList(List<Integer> list) {
        Map<Integer, Integer> map = new TreeMap<>();
        for (int x : list) {
            map.put(x, x);
            map.put(-x - 1, x);
        }
        int s = 0;
        for (Map.Entry<Integer, Integer> e : map.entrySet()) s += e.getValue();
        for (int k : map.keySet()) s += k;
        return s;
    }

    static int queue(int n) {
        Queue<Integer> q = new LinkedList<>();
        q.add(n & 31);
        int s = 0;
        while (!q.isEmpty()) {
            int x = q.remove();
            if (x > 1) {
                q.add(x / 2);
                q.add(x / 3);
            }
            s++;
        }
        return s;
    }

    static int stack(List<Integer> list) {
        Deque<Integer> st = new ArrayDeque<>(list);
        int s = 0;
        while (!st.isEmpty()) {
            int x = st.pop();
            if (x > 3 && st.size() < 20) st.push(x / 2);
            s++;
        }
        return s;
    }

    static int polled(List<Integer> list) {
        PriorityQueue<Integer> q = new PriorityQueue<>(list);
        int s = 0;
        Integer x;
        while ((x = q.poll()) != null) {
            if (x > 5) q.add(x - 5);
            s++;
        }
        return s;
    }

    int heldGrows(int n) {
        int s = 0;
        for (int i = 0; i < held.size(); i++) {
            if (i < (n & 7)) more(i);
            s++;
        }
        return s;
    }

    private void more(int x) {
        held.add(x);
        held.add(x);
    }

    int heldIsReplaced(int n) {
        int s = 0;
        for (int i = 0; i < held.size(); i++) {
            if (i == 1) held = new ArrayList<>(Collections.nCopies(n & 31, 1));
            s++;
        }
        return s;
    }

    int openIsRefilled(int n) {
        open.push(n & 15);
        int s = 0;
        while (!open.isEmpty()) {
            int x = open.pop();
            while (x-- > 1) {
                if (open.size() < 6) open.push(x >> 1);
                s++;
            }
        }
        return s;
    }

    static int arrayAsList(int[] a, int n) {
        Integer[] box = new Integer[n & 15];
        Arrays.fill(box, 1);
        List<Integer> list = Arrays.asList(box);
        int s = 0;
        for (int x : list) s += x;
        for (int i = 0; i < list.size(); i++) s += list.get(i);
        return s;
    }

    static int generated(int n) {
        List<Integer> list = IntStream.rangeClosed(0, n & 15).boxed().collect(Collectors.toList());
        int s = 0;
        for (int x : list) s += x;
        return s;
    }

    static int flat(List<Integer> list) {
        List<List<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) all.add(new ArrayList<>(list));
        all.get(0).addAll(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
        int s = 0;
        for (List<Integer> one : all) for (int x : one) s += x;
        return s;
    }

    static int listOfSelf(int n) {
        List<Object> list = new ArrayList<>();
        Object o = list;
        for (int i = 0; i < (n & 7); i++) {
            List<Object> outer = new ArrayList<>();
            outer.add(o);
            o = outer;
        }
        int s = 0;
        while (o instanceof List<?> l && !l.isEmpty()) {
            o = l.get(0);
            s++;
        }
        return s;
    }

    static int bits(int n) {
        BitSet set = new BitSet();
        set.set(n & 31, (n & 31) + 9);
        int s = 0;
        for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) s++;
        return s;
    }

    static int builder(int n, String t) {
        StringBuilder b = new StringBuilder(t);
        b.append(b).append(b);
        int s = 0;
        for (int i = 0; i < b.length(); i++) {
            if (b.charAt(i) == 'a' && b.length() < 60) b.insert(i, "zz");
            s++;
        }
        while (b.length() > 0) {
            b.deleteCharAt(b.length() - 1);
            s++;
        }
        b.setLength(9);
        for (int i = 0; i < b.length(); i++) s++;
        return s;
    }

    static int split(String t) {
        int s = 0;
        for (String part : t.split("b")) for (int i = 0; i < part.length(); i++) s++;
        for (String line : (t + "\n" + t).lines().toList()) s += line.length();
        StringTokenizer k = new StringTokenizer(t + " " + t);
        while (k.hasMoreTokens()) {
            k.nextToken();
            s++;
        }
        return s;
    }

    static int searches(String t) {
        int s = 0;
        for (int i = t.indexOf('a'); i >= 0; i = t.indexOf('a', i + 1)) s++;
        int at = 0;
        while ((at = t.indexOf("b", at)) != -1) {
            at += 1;
            s++;
        }
        while (t.contains("a")) {
            t = t.replaceFirst("a", "c");
            s++;
        }
        return s;
    }

    static int enums() {
        int s = 0;
        for (Colour c : Colour.values()) {
            switch (c) {
                case RED -> s++;
                case GREEN -> s += 2;
                default -> {
                    for (Colour d : Colour.values()) s += d.ordinal();
                }
            }
        }
        for (Colour c : EnumSet.of(Colour.RED, Colour.BLUE)) s += c.ordinal();
        return s;
    }

    enum Colour {
        RED, GREEN, BLUE
    }
}
