import java.util.function.IntSupplier;

/** Fields that bound loops while callees change them. */
class Fields {
    int size;
    int[] data = new int[0];
    static int limit = 5;
    Counter counter = new Counter();
    Base base = new Other();

    private void set(int to) {
        size = to;
    }

    private void grow(int by) {
        set(size + by);
    }

    void reset() {
        size = 20;
    }

    int knownSetter(int n) {
        set(n);
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        return s;
    }

    int knownSetterOfSetter(int n) {
        grow(n & 15);
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        return s;
    }

    int knownInLoop() {
        int s = 0;
        for (int i = 0; i < size; i++) {
            s += i;
            if (i < 9) knownBump();
        }
        return s;
    }

    private void knownBump() {
        size++;
    }

    int knownCallerOfAll(int n) {
        return knownSetter(n) + 1;
    }

    int knownTwice(int n) {
        return knownCallerOfAll(n + 1) + knownSetterOfSetter(n);
    }

    int knownReader(int n) {
        int s = 0;
        int i = 0;
        while (i++ < size + (n & 7)) s++;
        set(n & 63);
        return s;
    }

    int knownReaderTwice(int n) {
        return knownReader(n + 9) + knownReader(n);
    }

    private void replace(int n) {
        data = new int[n & 31];
    }

    int knownArray(int n) {
        replace(n);
        int s = 0;
        for (int i = 0; i < data.length; i++) s += data[i];
        return s;
    }

    int knownArrayEach(int n) {
        replace(n + 7);
        int s = 0;
        for (int x : data) s += x + 1;
        return s;
    }

    private static void raise(int n) {
        limit = n;
    }

    static int knownStatic(int n) {
        raise(n);
        int s = 0;
        for (int i = 0; i < limit; i++) s += i;
        return s;
    }

    static int knownStaticCaller(int n) {
        return knownStatic(n * 2);
    }

    int virtual(int n) {
        reset();
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        return s + n;
    }

    int virtualCaller(int n) {
        return virtual(n) + virtual(n);
    }

    int ofAnother(int n) {
        counter.add(n & 31);
        int s = 0;
        for (int i = 0; i < counter.count; i++) s += i;
        return s;
    }

    int ofAnotherCaller(int n) {
        int s = 0;
        for (int k = 0; k < 3; k++) s += ofAnother(n);
        return s;
    }

    int throughAnInterface(int n) {
        base.touch(this, n & 15);
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        return s;
    }

    int throughAnInterfaceCaller(int n) {
        return throughAnInterface(n);
    }

    int throughALambda(int n) {
        IntSupplier f = () -> size = 17;
        f.getAsInt();
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        return s + n;
    }

    int direct(int n) {
        size = n;
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        return s;
    }

    int directInBranch(int n) {
        if (n > 3) size = n;
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        return s;
    }

    int throughAnAlias(Fields other, int n) {
        other.size = n;
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        return s;
    }

    int throughItself(int n) {
        return throughAnAlias(this, n);
    }

    int betweenLoops(int n) {
        int s = 0;
        for (int i = 0; i < size; i++) s += i;
        set(n & 31);
        for (int i = 0; i < size; i++) s += i;
        return s;
    }

    int conditionCalls(int n) {
        int s = 0;
        for (int i = 0; i < next(n); i++) s += i;
        return s;
    }

    private int next(int n) {
        if (size < n && size < 40) size++;
        return size;
    }

    int getter() {
        reset();
        int s = 0;
        for (int i = 0; i < getSize(); i++) s += i;
        return s;
    }

    int getSize() {
        return size;
    }

    int recursionSets(int n) {
        if (n <= 0 || n > 30) return size;
        size++;
        int s = recursionSets(n - 1);
        for (int i = 0; i < size; i++) s += i;
        return s;
    }

    int list() {
        Node head = new Node();
        head.append(7);
        return head.length();
    }

    int pushAll(int n) {
        Stack stack = new Stack();
        for (int i = 0; i < (n & 15); i++) stack.push(i);
        return stack.sum();
    }

    static final class Counter {
        int count;

        void add(int n) {
            count += n;
        }
    }

    static class Base {
        void touch(Fields f, int n) {
        }
    }

    static class Other extends Base {
        @Override
        void touch(Fields f, int n) {
            f.size = n + 12;
        }
    }

    static class Stack {
        int[] items = new int[2];
        int top;

        void push(int x) {
            if (top == items.length) items = java.util.Arrays.copyOf(items, top * 2);
            items[top++] = x;
        }

        int sum() {
            int s = 0;
            for (int i = 0; i < top; i++) s += items[i];
            return s;
        }

        int pushed(int n) {
            for (int i = 0; i < (n & 7); i++) push(i);
            int s = 0;
            for (int i = 0; i < top; i++) s += items[i];
            return s;
        }

        int pushedCaller(int n) {
            return pushed(n) + 1;
        }
    }

    static class Node {
        Node next;

        void append(int n) {
            Node at = this;
            for (int i = 0; i < n; i++) {
                at.next = new Node();
                at = at.next;
            }
        }

        int length() {
            int n = 0;
            for (Node at = this; at != null; at = at.next) n++;
            return n;
        }
    }
}
