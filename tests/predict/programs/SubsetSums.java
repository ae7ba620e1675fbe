// cluster: subsets
// run recursive: SubsetSums.recursive(12)
// run masks: SubsetSums.masks(11)
// run table: SubsetSums.table(60)
// run pruned: SubsetSums.pruned(20)
final class SubsetSums {
    private static int count(int[] values, int i, int left) {
        if (i == values.length) {
            return left == 0 ? 1 : 0;
        }
        return count(values, i + 1, left) + count(values, i + 1, left - values[i]);
    }

    static int recursive(int n) {
        return count(Data.random(n, 50, 252), 0, 25 * n / 2);
    }

    static int masks(int n) {
        int[] values = Data.random(n, 50, 253);
        int target = 25 * n / 2;
        int count = 0;
        for (int mask = 0; mask < 1 << n; mask++) {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                if ((mask >> i & 1) == 1) {
                    sum += values[i];
                }
            }
            if (sum == target) {
                count++;
            }
        }
        return count;
    }

    static int table(int n) {
        int[] values = Data.random(n, 30, 254);
        boolean[] reachable = new boolean[601];
        reachable[0] = true;
        for (int value : values) {
            for (int sum = 600; sum >= value; sum--) {
                if (reachable[sum - value]) {
                    reachable[sum] = true;
                }
            }
        }
        int count = 0;
        for (boolean is : reachable) {
            if (is) {
                count++;
            }
        }
        return count;
    }

    private static int visited;

    private static boolean find(int[] sorted, int i, int left) {
        visited++;
        if (left == 0) {
            return true;
        }
        if (i < 0 || left < 0 || visited > 20000) {
            return false;
        }
        return find(sorted, i - 1, left - sorted[i]) || find(sorted, i - 1, left);
    }

    static int pruned(int n) {
        int[] sorted = Data.ascending(n, 255);
        for (int i = 0; i < n; i++) {
            sorted[i] = sorted[i] * 8 + 4;
        }
        visited = 0;
        find(sorted, n - 1, 8 * n * 11 + 1);
        return visited;
    }
}
