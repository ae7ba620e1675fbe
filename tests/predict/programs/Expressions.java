// cluster: expression parser
// relative: expression_tree
// run descent: Expressions.descent(160)
// run shunting: Expressions.shunting(160)
// run tree: Expressions.tree(120)
final class Expressions {
    private static final char[] SIGNS = {'+', '-', '*', '/'};
    private final char[] text;
    private int at;

    Expressions(char[] text) {
        this.text = text;
    }

    private static int length;

    /** A random expression. */
    private static void write(char[] into, Data data, int depth) {
        if (depth == 0 || data.next(5) == 0) {
            for (int digits = 1 + data.next(3); digits > 0; digits--) {
                into[length++] = (char) ('0' + data.next(10));
            }
            return;
        }
        boolean brackets = data.next(3) == 0;
        if (brackets) {
            into[length++] = '(';
        }
        write(into, data, depth - 1);
        into[length++] = SIGNS[data.next(4)];
        write(into, data, depth - 1);
        if (brackets) {
            into[length++] = ')';
        }
    }

    private static char[] text(Data data) {
        char[] space = new char[1000];
        length = 0;
        write(space, data, 5);
        space[length++] = ';';
        return space;
    }

    private int sum() {
        int value = product();
        while (text[at] == '+' || text[at] == '-') {
            if (text[at++] == '+') {
                value += product();
            } else {
                value -= product();
            }
        }
        return value;
    }

    private int product() {
        int value = atom();
        while (true) {
            switch (text[at]) {
                case '*':
                    at++;
                    value *= atom();
                    break;
                case '/':
                    at++;
                    int by = atom();
                    value = by == 0 ? 0 : value / by;
                    break;
                default:
                    return value;
            }
        }
    }

    private int atom() {
        if (text[at] == '(') {
            at++;
            int value = sum();
            at++;
            return value;
        }
        int value = 0;
        while (text[at] >= '0' && text[at] <= '9') {
            value = value * 10 + text[at++] - '0';
        }
        return value;
    }

    static int descent(int times) {
        Data data = new Data(201);
        int result = 0;
        for (int i = 0; i < times; i++) {
            result += new Expressions(text(data)).sum();
        }
        return result;
    }

    private static int rank(char operator) {
        return operator == '+' || operator == '-' ? 1 : operator == '(' ? 0 : 2;
    }

    private static int apply(char operator, int a, int b) {
        switch (operator) {
            case '+':
                return a + b;
            case '-':
                return a - b;
            case '*':
                return a * b;
            default:
                return b == 0 ? 0 : a / b;
        }
    }

    static int shunting(int times) {
        Data data = new Data(202);
        int[] values = new int[200];
        char[] operators = new char[200];
        int result = 0;
        for (int i = 0; i < times; i++) {
            char[] text = text(data);
            int value = 0;
            int operator = 0;
            for (int at = 0; ; at++) {
                char sign = text[at];
                if (sign >= '0' && sign <= '9') {
                    int number = sign - '0';
                    while (text[at + 1] >= '0' && text[at + 1] <= '9') {
                        number = number * 10 + text[++at] - '0';
                    }
                    values[value++] = number;
                } else if (sign == '(') {
                    operators[operator++] = sign;
                } else {
                    int rank = sign == ';' || sign == ')' ? 1 : rank(sign);
                    while (operator > 0 && rank(operators[operator - 1]) >= rank) {
                        value--;
                        values[value - 1] = apply(operators[--operator], values[value - 1], values[value]);
                    }
                    if (sign == ')') {
                        operator--;
                    } else if (sign == ';') {
                        break;
                    } else {
                        operators[operator++] = sign;
                    }
                }
            }
            result += values[0];
        }
        return result;
    }

    interface Term {
        int value();
    }

    record Literal(int value) implements Term {
    }

    record Binary(char operator, Term left, Term right) implements Term {
        @Override
        public int value() {
            return apply(operator, left.value(), right.value());
        }
    }

    record Negative(Term of) implements Term {
        @Override
        public int value() {
            return -of.value();
        }
    }

    private static Term term(Data data, int depth) {
        if (depth == 0) {
            return new Literal(data.next(100));
        }
        if (data.next(6) == 0) {
            return new Negative(term(data, depth - 1));
        }
        return new Binary(SIGNS[data.next(4)], term(data, depth - 1), term(data, data.next(depth)));
    }

    static int tree(int times) {
        Data data = new Data(203);
        int result = 0;
        for (int i = 0; i < times; i++) {
            Term term = term(data, 6);
            result += term.value() + term.value();
        }
        return result;
    }
}
