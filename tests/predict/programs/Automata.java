// cluster: cellular automaton
// run rule30: Automata.elementary(30, 300, 20)
// run rule110: Automata.elementary(110, 300, 20)
// run ant: Automata.ant(5000)
// run forest: Automata.forest(45)
// run sand: Automata.sand(25)
final class Automata {
    static int elementary(int rule, int n, int rounds) {
        byte[] now = Data.bytes(n, 2, 308);
        byte[] next = new byte[n];
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < n; i++) {
                int left = i == 0 ? now[n - 1] : now[i - 1];
                int right = i == n - 1 ? now[0] : now[i + 1];
                next[i] = (byte) (rule >> (left << 2 | now[i] << 1 | right) & 1);
            }
            byte[] other = now;
            now = next;
            next = other;
        }
        int sum = 0;
        for (byte cell : now) {
            sum += cell;
        }
        return sum;
    }

    /** Langton's ant on a random field. */
    static int ant(int steps) {
        int n = 64;
        boolean[] black = new boolean[n * n];
        Data data = new Data(309);
        for (int i = 0; i < n * n; i++) {
            black[i] = data.next(2) == 0;
        }
        int x = 32;
        int y = 32;
        int direction = 0;
        for (int i = 0; i < steps; i++) {
            int at = y * n + x;
            direction = black[at] ? direction + 3 & 3 : direction + 1 & 3;
            black[at] = !black[at];
            switch (direction) {
                case 0 -> y = y + 1 & 63;
                case 1 -> x = x + 1 & 63;
                case 2 -> y = y + 63 & 63;
                default -> x = x + 63 & 63;
            }
        }
        return x * n + y;
    }

    static int forest(int n) {
        int[][] cells = new int[n][n];
        Data data = new Data(310);
        int burnt = 0;
        for (int round = 0; round < 4; round++) {
            int[][] next = new int[n][n];
            for (int y = 1; y < n - 1; y++) {
                for (int x = 1; x < n - 1; x++) {
                    if (cells[y][x] == 2) {
                        burnt++;
                    } else if (cells[y][x] == 1) {
                        boolean near = cells[y - 1][x] == 2 || cells[y + 1][x] == 2
                                || cells[y][x - 1] == 2 || cells[y][x + 1] == 2;
                        next[y][x] = near || data.next(50) == 0 ? 2 : 1;
                    } else {
                        next[y][x] = data.next(2);
                    }
                }
            }
            cells = next;
        }
        return burnt;
    }

    static int sand(int n) {
        int[] cells = new int[(n + 2) * (n + 2)];
        int width = n + 2;
        Data data = new Data(311);
        int toppled = 0;
        int[] stack = new int[20000];
        for (int grain = 0; grain < 600; grain++) {
            int top = 0;
            int at = (1 + data.next(n)) * width + 1 + data.next(n);
            cells[at] += 2;
            stack[top++] = at;
            while (top > 0) {
                at = stack[--top];
                int row = at / width;
                int column = at % width;
                if (cells[at] < 4 || row == 0 || column == 0 || row > n || column > n) {
                    continue;
                }
                cells[at] -= 4;
                toppled++;
                cells[at - 1]++;
                cells[at + 1]++;
                cells[at - width]++;
                cells[at + width]++;
                if (top < 19990) {
                    stack[top++] = at;
                    stack[top++] = at - 1;
                    stack[top++] = at + 1;
                    stack[top++] = at - width;
                    stack[top++] = at + width;
                }
            }
        }
        return toppled;
    }
}
