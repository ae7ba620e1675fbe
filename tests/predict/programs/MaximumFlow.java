// cluster: maximum flow
// run augmenting: MaximumFlow.run(30)
// run matching: MaximumFlow.matching(150)
final class MaximumFlow {
    static int run(int n) {
        int[][] room = new int[n][n];
        Data data = new Data(97);
        for (int i = 0; i < 6 * n; i++) {
            room[data.next(n)][data.next(n)] = 1 + data.next(20);
        }
        int[] before = new int[n];
        int[] queue = new int[n];
        int flow = 0;
        while (true) {
            for (int i = 0; i < n; i++) {
                before[i] = -1;
            }
            before[0] = 0;
            int head = 0;
            int tail = 1;
            queue[0] = 0;
            while (head < tail && before[n - 1] < 0) {
                int node = queue[head++];
                for (int i = 0; i < n; i++) {
                    if (before[i] < 0 && room[node][i] > 0) {
                        before[i] = node;
                        queue[tail++] = i;
                    }
                }
            }
            if (before[n - 1] < 0) {
                return flow;
            }
            int least = Integer.MAX_VALUE;
            for (int i = n - 1; i != 0; i = before[i]) {
                if (room[before[i]][i] < least) {
                    least = room[before[i]][i];
                }
            }
            for (int i = n - 1; i != 0; i = before[i]) {
                room[before[i]][i] -= least;
                room[i][before[i]] += least;
            }
            flow += least;
        }
    }

    private static boolean augment(int[][] wishes, int man, boolean[] tried, int[] owner) {
        for (int wish : wishes[man]) {
            if (!tried[wish]) {
                tried[wish] = true;
                if (owner[wish] < 0 || augment(wishes, owner[wish], tried, owner)) {
                    owner[wish] = man;
                    return true;
                }
            }
        }
        return false;
    }

    static int matching(int n) {
        int[][] wishes = new int[n][];
        int[] owner = new int[n];
        for (int i = 0; i < n; i++) {
            wishes[i] = Data.random(3, n, 98 + i);
            owner[i] = -1;
        }
        int matched = 0;
        for (int i = 0; i < n; i++) {
            if (augment(wishes, i, new boolean[n], owner)) {
                matched++;
            }
        }
        return matched;
    }
}
