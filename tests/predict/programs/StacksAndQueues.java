// cluster: stacks and queues
// run brackets: StacksAndQueues.brackets(4000)
// run greater: StacksAndQueues.nextGreater(4000)
// run maxima: StacksAndQueues.windowMaxima(4000)
// run histogram: StacksAndQueues.histogram(4000)
// run postfix: StacksAndQueues.postfix(5000)
// run ring: StacksAndQueues.ring(6000)
final class StacksAndQueues {
    static int brackets(int n) {
        Data data = new Data(279);
        char[] signs = {'(', '[', '{', ')', ']', '}'};
        char[] stack = new char[n];
        int top = 0;
        int errors = 0;
        for (int i = 0; i < n; i++) {
            char sign = signs[data.next(6)];
            switch (sign) {
                case '(', '[', '{' -> stack[top++] = sign;
                default -> {
                    if (top == 0) {
                        errors++;
                    } else {
                        char open = stack[--top];
                        if (sign == ')' && open != '(' || sign == ']' && open != '[' || sign == '}' && open != '{') {
                            errors++;
                        }
                    }
                }
            }
        }
        return errors + top;
    }

    static int nextGreater(int n) {
        int[] values = Data.random(n, 100000, 280);
        int[] stack = new int[n];
        int[] greater = new int[n];
        int top = 0;
        for (int i = 0; i < n; i++) {
            while (top > 0 && values[stack[top - 1]] < values[i]) {
                greater[stack[--top]] = i;
            }
            stack[top++] = i;
        }
        int sum = 0;
        for (int at : greater) {
            sum += at;
        }
        return sum;
    }

    static int windowMaxima(int n) {
        int[] values = Data.random(n, 100000, 281);
        int[] queue = new int[n];
        int head = 0;
        int tail = 0;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            while (tail > head && values[queue[tail - 1]] <= values[i]) {
                tail--;
            }
            queue[tail++] = i;
            if (queue[head] <= i - 50) {
                head++;
            }
            if (i >= 49) {
                sum += values[queue[head]] & 15;
            }
        }
        return sum;
    }

    /** The largest rectangle below a histogram. */
    static int histogram(int n) {
        int[] heights = Data.random(n, 1000, 282);
        int[] stack = new int[n + 1];
        int top = 0;
        int best = 0;
        for (int i = 0; i <= n; i++) {
            int height = i == n ? 0 : heights[i];
            while (top > 0 && heights[stack[top - 1]] >= height) {
                int of = heights[stack[--top]];
                int width = top == 0 ? i : i - stack[top - 1] - 1;
                if (of * width > best) {
                    best = of * width;
                }
            }
            stack[top++] = i;
        }
        return best;
    }

    static int postfix(int n) {
        Data data = new Data(283);
        int[] stack = new int[n + 2];
        int top = 0;
        for (int i = 0; i < n; i++) {
            int kind = data.next(8);
            if (kind < 4 || top < 2) {
                stack[top++] = data.next(1000);
                continue;
            }
            int b = stack[--top];
            int a = stack[--top];
            stack[top++] = kind == 4 ? a + b : kind == 5 ? a - b : kind == 6 ? a * b : b == 0 ? a : a / b;
        }
        return stack[0];
    }

    private final int[] cells = new int[128];
    private int first;
    private int count;

    boolean offer(int value) {
        if (count == cells.length) {
            return false;
        }
        cells[(first + count++) % cells.length] = value;
        return true;
    }

    int poll() {
        if (count == 0) {
            return -1;
        }
        int value = cells[first];
        first = (first + 1) % cells.length;
        count--;
        return value;
    }

    static int ring(int n) {
        StacksAndQueues queue = new StacksAndQueues();
        Data data = new Data(284);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (data.next(2) == 0) {
                sum += queue.offer(i) ? 1 : 0;
            } else {
                sum += queue.poll();
            }
        }
        return sum;
    }
}
