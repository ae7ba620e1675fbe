// cluster: range queries
// run fenwick: SearchTables.fenwick(1000)
// run segments: SearchTables.segments(1024)
// run sparse: SearchTables.sparse(1000)
// run blocks: SearchTables.blocks(900)
// run differences: SearchTables.differences(3000)
final class SearchTables {
    static int fenwick(int n) {
        int[] tree = new int[n + 1];
        int[] values = Data.random(n, n, 358);
        int inversions = 0;
        for (int i = n - 1; i >= 0; i--) {
            for (int at = values[i]; at > 0; at -= at & -at) {
                inversions += tree[at];
            }
            for (int at = values[i] + 1; at <= n; at += at & -at) {
                tree[at]++;
            }
        }
        return inversions;
    }

    static int segments(int n) {
        int[] tree = new int[2 * n];
        Data data = new Data(359);
        for (int i = 0; i < n; i++) {
            tree[n + i] = data.next(1000);
        }
        for (int i = n - 1; i > 0; i--) {
            tree[i] = tree[2 * i] < tree[2 * i + 1] ? tree[2 * i] : tree[2 * i + 1];
        }
        int sum = 0;
        for (int query = 0; query < 400; query++) {
            int from = n + data.next(n);
            int to = n + data.next(n);
            if (from > to) {
                int other = from;
                from = to;
                to = other;
            }
            int least = Integer.MAX_VALUE;
            for (to++; from < to; from >>= 1, to >>= 1) {
                if ((from & 1) == 1) {
                    least = tree[from] < least ? tree[from] : least;
                    from++;
                }
                if ((to & 1) == 1) {
                    to--;
                    least = tree[to] < least ? tree[to] : least;
                }
            }
            sum += least;
            int at = n + data.next(n);
            tree[at] = data.next(1000);
            for (at >>= 1; at > 0; at >>= 1) {
                tree[at] = tree[2 * at] < tree[2 * at + 1] ? tree[2 * at] : tree[2 * at + 1];
            }
        }
        return sum;
    }

    static int sparse(int n) {
        int[][] table = new int[10][];
        table[0] = Data.random(n, 100000, 360);
        for (int k = 1; k < 10; k++) {
            int[] below = table[k - 1];
            int[] row = new int[n];
            for (int i = 0; i + (1 << k) <= n; i++) {
                int other = below[i + (1 << k - 1)];
                row[i] = below[i] > other ? below[i] : other;
            }
            table[k] = row;
        }
        Data data = new Data(361);
        int sum = 0;
        for (int query = 0; query < 1000; query++) {
            int from = data.next(n / 2);
            int length = 1 + data.next(n / 2 - 1);
            int k = 0;
            while (2 << k <= length) {
                k++;
            }
            int a = table[k][from];
            int b = table[k][from + length - (1 << k)];
            sum += (a > b ? a : b) & 7;
        }
        return sum;
    }

    static int blocks(int n) {
        int[] values = Data.random(n, 1000, 362);
        int[] sums = new int[30];
        for (int i = 0; i < n; i++) {
            sums[i / 30] += values[i];
        }
        Data data = new Data(363);
        int total = 0;
        for (int query = 0; query < 300; query++) {
            int from = data.next(n / 2);
            int to = n / 2 + data.next(n / 2);
            int at = from;
            while (at < to) {
                if (at % 30 == 0 && at + 30 <= to) {
                    total += sums[at / 30];
                    at += 30;
                } else {
                    total += values[at++];
                }
            }
        }
        return total;
    }

    static int differences(int n) {
        int[] change = new int[n + 1];
        Data data = new Data(364);
        for (int i = 0; i < n; i++) {
            int a = data.next(n);
            int b = data.next(n);
            change[a < b ? a : b]++;
            change[a < b ? b : a]--;
        }
        int now = 0;
        int most = 0;
        for (int i = 0; i < n; i++) {
            now += change[i];
            if (now > most) {
                most = now;
            }
        }
        return most;
    }
}
