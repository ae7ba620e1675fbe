/** Guards of cases: a switch over patterns goes on looking after a guard that is false. */
class Guards {
    sealed interface Shape permits Square, Circle {}
    record Square(int side) implements Shape {}
    record Circle(int radius) implements Shape {}
    enum Color { RED, GREEN, BLUE }

    static int texts(String text) {
        return switch (text) {
            case String s when s.length() > 1000000 -> 1;
            case String s when s.length() > 1000001 -> 2;
            case "a" -> 3;
            case String s -> 4;
        };
    }
    static int inner(Object o, int n) {
        return switch (o) {
            case String s when counts(n) > 5 -> 1;
            case Integer i when i > n -> 2;
            case Integer i when i > 2 * n -> 3;
            default -> 4;
        };
    }
    static int counts(int n) { int c = 0; for (int i = 0; i < n && i < 9; i++) c++; return c; }
    static int shape(int n) {
        Shape shape = n % 2 == 0 ? new Square(n) : new Circle(n);
        return switch (shape) {
            case Square(int side) when side > 100 -> 1;
            case Square(int side) when side > 50 -> 2;
            case Square(int side) -> 3;
            case Circle(int radius) when radius < 0 -> 4;
            case Circle c -> 5;
        };
    }
    static int color(int n) {
        Color color = Color.values()[n & 1];
        return switch (color) {
            case RED -> 1;
            case Color c when c.ordinal() > 5 -> 2;
            case Color c when n > 1000000 -> 3;
            case GREEN -> 4;
            default -> 5;
        };
    }
    static int inLoop(String[] texts) {
        int sum = 0;
        for (String text : texts) {
            switch (text) {
                case String s when s.length() > 3: sum += 2; continue;
                case String s when s.isEmpty(): sum++; break;
                case null: sum--; break;
                default: sum += 5;
            }
        }
        return sum;
    }
    static int caught(Object o, int[] a, int n) {
        switch (o) {
            case String s when read(a, n): return 1;
            case Object x when read(a, n + 1): return 2;
            case null: return 3;
            default: return 4;
        }
    }
    static boolean read(int[] a, int at) {
        try { return a[at] > 5; } catch (ArrayIndexOutOfBoundsException e) { return false; }
    }
}
