import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Fields, boxes, collections and lambdas. */
class TextObjects {
    int count;
    int size;
    int[] data;
    TextObjects next;
    TextObjects left;
    TextObjects right;

    // bound: n
    int fieldCounter(int n) {
        count = 0;
        while (count < n) {
            count++;
        }
        return count;
    }

    // bound: this.size
    int toSize() {
        int s = 0;
        for (int i = 0; i < size; i++) {
            s += i;
        }
        return s;
    }

    // bound: this.count
    int drain() {
        int s = 0;
        while (count > 0) {
            s += count;
            count--;
        }
        return s;
    }

    // bound: this.size
    boolean contains(int x) {
        for (int i = 0; i < size; i++) {
            if (data[i] == x) {
                return true;
            }
        }
        return false;
    }

    // bound: this.size
    void insert(int at, int x) {
        if (at < 0 || at > size) {
            throw new IndexOutOfBoundsException();
        }
        if (size == data.length) {
            grow();
        }
        for (int i = size; i > at; i--) {
            data[i] = data[i - 1];
        }
        data[at] = x;
        size++;
    }

    // bound: this.data.length
    private void grow() {
        int[] larger = new int[2 * data.length + 1];
        for (int i = 0; i < data.length; i++) {
            larger[i] = data[i];
        }
        data = larger;
    }

    // bound: n
    static int boxed(int n) {
        Integer i = 0;
        int s = 0;
        while (i < n) {
            s += i;
            i++;
        }
        return s;
    }

    // bound: n
    static int boxedLimit(Integer n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    // bound: n
    static long longCounter(long n) {
        long s = 0;
        for (long i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    // bound: 26
    static int letters() {
        int s = 0;
        for (char c = 'a'; c <= 'z'; c++) {
            s += c;
        }
        return s;
    }

    // bound: n
    static int arrayCounter(int n) {
        int[] i = {0};
        int s = 0;
        while (i[0] < n) {
            s += i[0];
            i[0]++;
        }
        return s;
    }

    // bound: list.size
    static int sum(List<Integer> list) {
        int s = 0;
        for (Object x : list) {
            s += x.hashCode();
        }
        return s;
    }

    // bound: list.size
    static int byIndex(List<Integer> list) {
        int s = 0;
        for (int i = 0; i < list.size(); i++) {
            s += list.get(i) == null ? 0 : 1;
        }
        return s;
    }

    // bound: list.size
    static int byIterator(List<Integer> list) {
        int s = 0;
        Iterator<Integer> it = list.iterator();
        while (it.hasNext()) {
            Object x = it.next();
            s += x.hashCode();
        }
        return s;
    }

    // bound: list.size
    static int last(List<Integer> list) {
        int i = list.size() - 1;
        while (i >= 0 && list.get(i) != null) {
            i--;
        }
        return i;
    }

    // bound: list.size
    static int pairs(List<Integer> list) {
        int i = 0, j = list.size() - 1, s = 0;
        while (i < j) {
            s += list.get(i++) == list.get(j--) ? 1 : 0;
        }
        return s;
    }

    // bound: list.size
    static int forEach(List<Integer> list) {
        int[] s = {0};
        list.forEach(x -> s[0]++);
        return s[0];
    }

    // bound: list.size
    static void removeIf(List<Integer> list) {
        list.removeIf(x -> x == null);
    }

    // bound: list.size log list.size
    static void sortBy(List<Integer> list) {
        list.sort((x, y) -> Integer.compare(y.hashCode(), x.hashCode()));
    }

    // bound: list.size
    static long streamed(List<Integer> list) {
        return list.stream().filter(x -> x != null).count();
    }

    // bound: list.size
    static int recursiveList(List<Integer> list) {
        if (list.isEmpty()) {
            return 0;
        }
        return 1 + recursiveList(list.subList(1, list.size()));
    }

    // bound: list.size - at
    static int fromIndex(List<Integer> list, int at) {
        if (at >= list.size()) {
            return 0;
        }
        return 1 + fromIndex(list, at + 1);
    }

    // bound: a.length
    static int largestCount(int[] a) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int x : a) {
            counts.merge(x, 1, Integer::sum);
        }
        int best = 0;
        for (Map.Entry<Integer, Integer> entry : counts.entrySet()) {
            best = Math.max(best, entry.getValue());
        }
        return best;
    }

    // bound: a.length
    static int distinct(int[] a) {
        Set<Integer> seen = new HashSet<>();
        int count = 0;
        for (int x : a) {
            if (seen.add(x)) {
                count++;
            }
        }
        return count;
    }

    // bound: n
    static List<Integer> firstNumbers(int n) {
        List<Integer> list = new ArrayList<>();
        while (list.size() < n) {
            list.add(list.size());
        }
        return list;
    }

    // bound: a.length
    static int emptied(int[] a) {
        Deque<Integer> stack = new ArrayDeque<>();
        for (int x : a) {
            stack.push(x);
        }
        int s = 0;
        while (!stack.isEmpty()) {
            s += stack.pop();
        }
        return s;
    }

    // bound: list.size
    static int drained(List<Integer> list) {
        int n = 0;
        while (!list.isEmpty()) {
            list.remove(list.size() - 1);
            n++;
        }
        return n;
    }

    // bound: s.length
    static boolean brackets(String s) {
        Deque<Character> open = new ArrayDeque<>();
        for (char c : s.toCharArray()) {
            if (c == '(') {
                open.push(c);
            } else if (c == ')') {
                if (open.isEmpty()) {
                    return false;
                }
                open.pop();
            }
        }
        return open.isEmpty();
    }

    // bound: length of the chain
    int length() {
        int n = 0;
        for (TextObjects at = this; at != null; at = at.next) {
            n++;
        }
        return n;
    }

    // bound: length of the chain
    int lengthByRecursion() {
        return next == null ? 1 : 1 + next.lengthByRecursion();
    }

    // bound: nodes of the tree
    static int nodes(TextObjects tree) {
        if (tree == null) {
            return 0;
        }
        return 1 + nodes(tree.left) + nodes(tree.right);
    }

    // bound: height of the tree
    static boolean find(TextObjects tree, int key) {
        while (tree != null) {
            if (tree.count == key) {
                return true;
            }
            tree = key < tree.count ? tree.left : tree.right;
        }
        return false;
    }

    // bound: length of the chain
    static TextObjects reverse(TextObjects head) {
        TextObjects done = null;
        while (head != null) {
            TextObjects rest = head.next;
            head.next = done;
            done = head;
            head = rest;
        }
        return done;
    }

    // bound: length of the chain
    static TextObjects middle(TextObjects head) {
        TextObjects slow = head, fast = head;
        while (fast != null && fast.next != null) {
            slow = slow.next;
            fast = fast.next.next;
        }
        return slow;
    }

    // bound: opaque
    static int waiting(Iterator<Integer> numbers) {
        int s = 0;
        while (numbers.hasNext()) {
            s += numbers.next();
        }
        return s;
    }

    // bound: list.size
    static int largest(List<Integer> list) {
        return list.isEmpty() ? 0 : Collections.max(list);
    }

    // bound: a.length
    static int evens(int[] a) {
        List<Integer> found = new ArrayList<>();
        for (int x : a) {
            if (x % 2 == 0) {
                found.add(x);
            }
        }
        int s = 0;
        for (int x : found) {
            s += x;
        }
        return s;
    }

    // bound: n
    static int runs(int n) {
        int[] s = {0};
        Runnable step = () -> s[0]++;
        for (int i = 0; i < n; i++) {
            step.run();
        }
        return s[0];
    }
}
