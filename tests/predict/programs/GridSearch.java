// cluster: breadth-first search
// relative: breadth_first_search
// run maze: GridSearch.breadth(60)
// run flood: GridSearch.flood(45)
// run islands: GridSearch.islands(50)
final class GridSearch {
    private static boolean[] walls(int n, int percent, int seed) {
        Data data = new Data(seed);
        boolean[] walls = new boolean[n * n];
        for (int i = 0; i < walls.length; i++) {
            walls[i] = data.next(100) < percent;
        }
        walls[0] = false;
        return walls;
    }

    static int breadth(int n) {
        boolean[] walls = walls(n, 30, 81);
        int[] distance = new int[n * n];
        int[] queue = new int[n * n];
        int head = 0;
        int tail = 0;
        queue[tail++] = 0;
        distance[0] = 1;
        int last = 0;
        while (head < tail) {
            int at = queue[head++];
            int row = at / n;
            int column = at % n;
            last = distance[at];
            for (int side = 0; side < 4; side++) {
                int r = row + (side == 0 ? 1 : side == 1 ? -1 : 0);
                int c = column + (side == 2 ? 1 : side == 3 ? -1 : 0);
                if (r < 0 || c < 0 || r >= n || c >= n) {
                    continue;
                }
                int next = r * n + c;
                if (!walls[next] && distance[next] == 0) {
                    distance[next] = last + 1;
                    queue[tail++] = next;
                }
            }
        }
        return last;
    }

    private static int fill(boolean[] open, int n, int row, int column) {
        if (row < 0 || row >= n || column < 0 || column >= n || !open[row * n + column]) {
            return 0;
        }
        open[row * n + column] = false;
        return 1 + fill(open, n, row + 1, column) + fill(open, n, row - 1, column)
                + fill(open, n, row, column + 1) + fill(open, n, row, column - 1);
    }

    static int flood(int n) {
        boolean[] open = walls(n, 65, 82);
        open[0] = true;
        int largest = 0;
        for (int i = 0; i < n * n; i++) {
            if (open[i]) {
                int size = fill(open, n, i / n, i % n);
                largest = size > largest ? size : largest;
            }
        }
        return largest;
    }

    static int islands(int n) {
        boolean[] land = walls(n, 50, 83);
        int[] label = new int[n * n + 1];
        int[] same = new int[n * n + 1];
        int labels = 0;
        for (int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                int at = row * n + column;
                if (!land[at]) {
                    continue;
                }
                int above = row > 0 ? label[at - n] : 0;
                int left = column > 0 ? label[at - 1] : 0;
                if (above == 0 && left == 0) {
                    label[at] = ++labels;
                    same[labels] = labels;
                } else if (above != 0 && left != 0) {
                    while (same[above] != above) {
                        above = same[above];
                    }
                    while (same[left] != left) {
                        left = same[left];
                    }
                    label[at] = above < left ? above : left;
                    same[above > left ? above : left] = label[at];
                } else {
                    label[at] = above + left;
                }
            }
        }
        int count = 0;
        for (int i = 1; i <= labels; i++) {
            count += same[i] == i ? 1 : 0;
        }
        return count;
    }
}
