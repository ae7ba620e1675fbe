/** Tables of dynamic programming, matrices, graphs in arrays. */
class TextTables {
    // bound: a.length · b.length
    static int longestCommonSubsequence(int[] a, int[] b) {
        int[][] table = new int[a.length + 1][b.length + 1];
        for (int i = 1; i <= a.length; i++) {
            for (int j = 1; j <= b.length; j++) {
                if (a[i - 1] == b[j - 1]) {
                    table[i][j] = table[i - 1][j - 1] + 1;
                } else {
                    table[i][j] = Math.max(table[i - 1][j], table[i][j - 1]);
                }
            }
        }
        return table[a.length][b.length];
    }

    // bound: s.length · t.length
    static int editDistance(String s, String t) {
        int[] row = new int[t.length() + 1];
        for (int j = 0; j <= t.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= s.length(); i++) {
            int before = row[0];
            row[0] = i;
            for (int j = 1; j <= t.length(); j++) {
                int above = row[j];
                int change = s.charAt(i - 1) == t.charAt(j - 1) ? before : before + 1;
                row[j] = Math.min(change, Math.min(above, row[j - 1]) + 1);
                before = above;
            }
        }
        return row[t.length()];
    }

    // bound: weights.length · room
    static int knapsack(int[] weights, int[] values, int room) {
        int[] best = new int[room + 1];
        for (int i = 0; i < weights.length; i++) {
            for (int w = room; w >= weights[i]; w--) {
                best[w] = Math.max(best[w], best[w - weights[i]] + values[i]);
            }
        }
        return best[room];
    }

    // bound: coins.length · amount
    static int change(int[] coins, int amount) {
        int[] ways = new int[amount + 1];
        ways[0] = 1;
        for (int coin : coins) {
            for (int x = coin; x <= amount; x++) {
                ways[x] += ways[x - coin];
            }
        }
        return ways[amount];
    }

    // bound: coins.length · amount
    static int fewestCoins(int[] coins, int amount) {
        int[] fewest = new int[amount + 1];
        for (int x = 1; x <= amount; x++) {
            fewest[x] = amount + 1;
            for (int i = 0; i < coins.length; i++) {
                if (coins[i] > 0 && coins[i] <= x) {
                    fewest[x] = Math.min(fewest[x], fewest[x - coins[i]] + 1);
                }
            }
        }
        return fewest[amount];
    }

    // bound: a.length²
    static int longestIncreasing(int[] a) {
        int[] length = new int[a.length];
        int best = 0;
        for (int i = 0; i < a.length; i++) {
            length[i] = 1;
            for (int j = 0; j < i; j++) {
                if (a[j] < a[i] && length[j] + 1 > length[i]) {
                    length[i] = length[j] + 1;
                }
            }
            best = Math.max(best, length[i]);
        }
        return best;
    }

    // bound: a.length log a.length
    static int longestIncreasingFast(int[] a) {
        int[] tails = new int[a.length];
        int size = 0;
        for (int x : a) {
            int low = 0, high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (tails[middle] < x) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            tails[low] = x;
            if (low == size) {
                size++;
            }
        }
        return size;
    }

    // bound: n²
    static long[][] pascal(int n) {
        long[][] rows = new long[n][];
        for (int i = 0; i < n; i++) {
            rows[i] = new long[i + 1];
            rows[i][0] = 1;
            rows[i][i] = 1;
            for (int j = 1; j < i; j++) {
                rows[i][j] = rows[i - 1][j - 1] + rows[i - 1][j];
            }
        }
        return rows;
    }

    // bound: n²
    static long catalan(int n) {
        long[] c = new long[Math.max(n, 0) + 1];
        c[0] = 1;
        for (int i = 1; i <= n; i++) {
            for (int j = 0; j < i; j++) {
                c[i] += c[j] * c[i - 1 - j];
            }
        }
        return c[c.length - 1];
    }

    // bound: a.length³
    static int matrixChain(int[] sizes) {
        int n = sizes.length - 1;
        if (n < 1) {
            return 0;
        }
        int[][] least = new int[n][n];
        for (int length = 2; length <= n; length++) {
            for (int i = 0; i + length <= n; i++) {
                int j = i + length - 1;
                least[i][j] = Integer.MAX_VALUE;
                for (int k = i; k < j; k++) {
                    int cost = least[i][k] + least[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1];
                    least[i][j] = Math.min(least[i][j], cost);
                }
            }
        }
        return least[0][n - 1];
    }

    // bound: n³
    static double[][] multiply(double[][] a, double[][] b, int n) {
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double s = 0;
                for (int k = 0; k < n; k++) {
                    s += a[i][k] * b[k][j];
                }
                c[i][j] = s;
            }
        }
        return c;
    }

    // bound: m.length · longest row
    static int sumOfRagged(int[][] m) {
        int s = 0;
        for (int[] row : m) {
            for (int x : row) {
                s += x;
            }
        }
        return s;
    }

    // bound: m.length · longest row
    static int largestOfRagged(int[][] m) {
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m[i].length; j++) {
                if (m[i][j] > most) {
                    most = m[i][j];
                }
            }
        }
        return most;
    }

    // bound: m.length²
    static void transpose(int[][] m) {
        for (int i = 0; i < m.length; i++) {
            for (int j = i + 1; j < m.length; j++) {
                int t = m[i][j];
                m[i][j] = m[j][i];
                m[j][i] = t;
            }
        }
    }

    // bound: w · h
    static int[] grayscale(int[] pixels, int w, int h) {
        int[] out = new int[pixels.length];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                int p = pixels[y * w + x];
                out[y * w + x] = ((p >> 16 & 255) + (p >> 8 & 255) + (p & 255)) / 3;
            }
        }
        return out;
    }

    // bound: w · h
    static int histogram(int[] pixels, int w, int h) {
        int dark = 0;
        for (int i = 0; i < w * h; i++) {
            if (pixels[i] < 128) {
                dark++;
            }
        }
        return dark;
    }

    // bound: m.length · longest row
    static int spiral(int[][] m) {
        if (m.length == 0) {
            return 0;
        }
        int s = 0;
        int top = 0, bottom = m.length - 1, left = 0, right = m[0].length - 1;
        while (top <= bottom && left <= right) {
            for (int j = left; j <= right; j++) {
                s = s * 3 + m[top][j];
            }
            top++;
            for (int i = top; i <= bottom; i++) {
                s = s * 3 + m[i][right];
            }
            right--;
            if (top <= bottom) {
                for (int j = right; j >= left; j--) {
                    s = s * 3 + m[bottom][j];
                }
                bottom--;
            }
            if (left <= right) {
                for (int i = bottom; i >= top; i--) {
                    s = s * 3 + m[i][left];
                }
                left++;
            }
        }
        return s;
    }

    // bound: n³
    static void floydWarshall(int[][] d) {
        int n = d.length;
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (d[i][k] + d[k][j] < d[i][j]) {
                        d[i][j] = d[i][k] + d[k][j];
                    }
                }
            }
        }
    }

    // bound: n · edges
    static boolean bellmanFord(int n, int[] from, int[] to, int[] weights, int[] distance) {
        for (int i = 1; i < n; i++) {
            for (int e = 0; e < from.length; e++) {
                int next = distance[from[e]] + weights[e];
                if (next < distance[to[e]]) {
                    distance[to[e]] = next;
                }
            }
        }
        return true;
    }

    // bound: n²
    static int dijkstra(int[][] graph, int source) {
        int n = graph.length;
        int[] distance = new int[n];
        boolean[] done = new boolean[n];
        for (int i = 0; i < n; i++) {
            distance[i] = i == source ? 0 : 1 << 20;
        }
        for (int round = 0; round < n; round++) {
            int at = -1;
            for (int i = 0; i < n; i++) {
                if (!done[i] && (at < 0 || distance[i] < distance[at])) {
                    at = i;
                }
            }
            done[at] = true;
            for (int i = 0; i < n; i++) {
                if (graph[at][i] > 0) {
                    distance[i] = Math.min(distance[i], distance[at] + graph[at][i]);
                }
            }
        }
        return distance[n - 1];
    }

    // bound: n
    static void breadthFirst(int[][] next, int source, boolean[] seen) {
        int[] queue = new int[next.length];
        int head = 0, tail = 0;
        queue[tail++] = source;
        seen[source] = true;
        while (head < tail) {
            int v = queue[head++];
            for (int w : next[v]) {
                if (!seen[w]) {
                    seen[w] = true;
                    queue[tail++] = w;
                }
            }
        }
    }

    // bound: opaque
    static int depthFirst(int[][] next, int v, boolean[] seen) {
        if (seen[v]) {
            return 0;
        }
        seen[v] = true;
        int count = 1;
        for (int w : next[v]) {
            count += depthFirst(next, w, seen);
        }
        return count;
    }

    // bound: opaque
    static int floodFill(int[][] image, int row, int column, int old, int color) {
        if (row < 0 || row >= image.length || column < 0 || column >= image[row].length) {
            return 0;
        }
        if (image[row][column] != old || old == color) {
            return 0;
        }
        image[row][column] = color;
        return 1 + floodFill(image, row + 1, column, old, color) + floodFill(image, row - 1, column, old, color)
            + floodFill(image, row, column + 1, old, color) + floodFill(image, row, column - 1, old, color);
    }

    // bound: opaque
    static int find(int[] parent, int x) {
        while (parent[x] != x) {
            x = parent[x];
        }
        return x;
    }

    // bound: log i
    static int fenwickSum(int[] tree, int i) {
        int s = 0;
        for (; i > 0; i -= i & -i) {
            s += tree[i];
        }
        return s;
    }

    // bound: log tree.length
    static void fenwickAdd(int[] tree, int i, int x) {
        if (i <= 0) {
            return;
        }
        while (i < tree.length) {
            tree[i] += x;
            i += i & -i;
        }
    }

    // bound: a.length
    static int[] prefixSums(int[] a) {
        int[] sums = new int[a.length + 1];
        for (int i = 0; i < a.length; i++) {
            sums[i + 1] = sums[i] + a[i];
        }
        return sums;
    }

    // bound: n³
    static int pythagorean(int n) {
        int count = 0;
        for (int a = 1; a < n; a++) {
            for (int b = a; b < n; b++) {
                for (int c = b; c < n; c++) {
                    if (a * a + b * b == c * c) {
                        count++;
                    }
                }
            }
        }
        return count;
    }

    // bound: 1
    static boolean magicSquare(int[][] m) {
        int s = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                s += m[i][j] * (i == j ? 2 : 1);
            }
        }
        return s == 15;
    }

    // bound: m.length · longest row
    static int lifeNeighbours(int[][] m) {
        int s = 0;
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m[i].length; j++) {
                for (int di = -1; di <= 1; di++) {
                    for (int dj = -1; dj <= 1; dj++) {
                        int r = i + di, c = j + dj;
                        if (r >= 0 && r < m.length && c >= 0 && c < m[r].length) {
                            s += m[r][c];
                        }
                    }
                }
            }
        }
        return s;
    }

    // bound: n
    static long egg(int n, int floors) {
        int moves = 0;
        long[] reach = new long[Math.max(n, 0) + 1];
        while (moves < floors && reach[reach.length - 1] < floors) {
            moves++;
            for (int i = reach.length - 1; i > 0; i--) {
                reach[i] += reach[i - 1] + 1;
            }
        }
        return moves;
    }
}
