/** Numbers that calls return, before and after something that they depend on was written. */
class Answers {
    int n;
    int m;
    int[] numbers = {1, 2, 3};
    static int shared;

    static class Box {
        int c;

        int get() {
            return c;
        }
    }

    static class Hiding extends Box {
        int c;

        int get() {
            return 100 + super.c;
        }

        int hidden() {
            int s = 0;
            for (int i = super.c; i < c; i++) {
                s++;
            }
            return s;
        }

        int onlyOfSuper() {
            int s = 0;
            for (int i = 0; i < super.c; i++) {
                s++;
            }
            return s;
        }

        int ofSuper() {
            int s = 0;
            for (int i = super.get(); i < get(); i++) {
                s++;
            }
            return s;
        }
    }

    static class Pair {
        int a;

        Pair(Box box, int x) {
            a = box.c + x;
        }

        int value() {
            return a;
        }
    }

    static class Overriding extends Answers {
        int limit() {
            return n + 100;
        }
    }

    /** The JDK calls methods of the program for such an object. */
    static class Shown extends Box implements CharSequence {
        public int length() {
            return c;
        }

        public char charAt(int index) {
            return 'a';
        }

        public CharSequence subSequence(int start, int end) {
            return this;
        }

        public int hashCode() {
            return c & 63;
        }

        public String toString() {
            return "x".repeat(c & 63);
        }
    }

    static int ofText(Shown shown) {
        int a = String.valueOf(shown).length();
        int s = 0;
        shown.c = 60;
        for (int i = a; i < String.valueOf(shown).length(); i++) {
            s++;
        }
        return s;
    }

    static int ofAnyText(Shown shown, Object any) {
        int a = any.toString().length();
        int s = 0;
        shown.c = 60;
        for (int i = a; i < any.toString().length(); i++) {
            s++;
        }
        return s;
    }

    static int ofOneText(int n) {
        Shown shown = new Shown();
        shown.c = n & 7;
        return ofText(shown) + ofAnyText(shown, shown);
    }

    static int afterWrite(Box box) {
        int a = box.get();
        int s = 0;
        box.c += 50;
        for (int i = a; i < box.get(); i++) {
            s++;
        }
        return s;
    }

    static int afterCall(Box box) {
        int a = box.get();
        int s = 0;
        raise(box);
        for (int i = a; i < box.get(); i++) {
            s++;
        }
        return s;
    }

    static void raise(Box box) {
        box.c += 50;
    }

    static int afterElement(int[] a) {
        if (a.length == 0) {
            return 0;
        }
        int b = first(a);
        int s = 0;
        a[0] += 50;
        for (int i = b; i < first(a); i++) {
            s++;
        }
        return s;
    }

    static int first(int[] a) {
        return a[0];
    }

    static int sameObject() {
        Box box = new Box();
        return aliased(box, box);
    }

    static int aliased(Box one, Box two) {
        int s = 0;
        int x = one.get();
        two.c = 50;
        for (int i = x; i < one.get(); i++) {
            s++;
        }
        return s;
    }

    private int more() {
        m += 50;
        return m;
    }

    int changesItself() {
        int s = 0;
        for (int i = more(), b = more(); i < b; i++) {
            s++;
        }
        return s;
    }

    static int getMore() {
        shared += 50;
        return shared;
    }

    static int changesShared() {
        int b = getMore();
        int e = getMore();
        int s = 0;
        for (int i = b; i < e; i++) {
            s++;
        }
        shared = 0;
        return s;
    }

    private int total() {
        int sum = 0;
        for (int number : numbers) {
            sum += number & 15;
        }
        return sum;
    }

    int afterReplacement() {
        int before = total();
        numbers = new int[] {15, 15, 15};
        int s = 0;
        for (int i = before; i < total(); i++) {
            s++;
        }
        return s;
    }

    static int castToHidden(Hiding hiding) {
        int s = 0;
        for (int i = ((Box) hiding).c; i < hiding.c; i++) {
            s++;
        }
        return s;
    }

    int limit() {
        return n;
    }

    int toLimit() {
        int s = 0;
        for (int i = 0; i < limit(); i++) {
            s++;
        }
        return s;
    }

    static int overridden(Overriding overriding) {
        return overriding.toLimit();
    }

    static int twoObjects(Box box, int k) {
        Pair a = new Pair(box, 1);
        Pair b = new Pair(box, k);
        int s = 0;
        for (int i = a.value(); i < b.value(); i++) {
            s++;
        }
        return s;
    }

    static int withoutSigns(int n) {
        int s = 0;
        for (int i = 0; Integer.compareUnsigned(i, n) < 0; i++) {
            s++;
        }
        return s;
    }

    static int longsWithoutSigns(long n) {
        int s = 0;
        for (long i = 0; Long.compareUnsigned(i, n) < 0; i++) {
            s++;
        }
        return s;
    }

    static int reordered(int n) {
        int s = 0;
        for (int i = 0; i + Integer.MIN_VALUE < n + Integer.MIN_VALUE; i++) {
            s++;
        }
        return s;
    }

    static class Left {
        static class Limits {
            static int most = 3;
        }
    }

    static class Right {
        static class Limits {
            static int most = 9;
        }
    }

    static int ofNamesakes(int n) {
        int s = 0;
        Left.Limits.most = n & 7;
        for (int i = Left.Limits.most; i < Right.Limits.most; i++) {
            s++;
        }
        return s;
    }

    static int betweenNamesakes() {
        int s = 0;
        for (int i = Left.Limits.most; i < Right.Limits.most; i++) {
            s++;
        }
        return s;
    }
}
