// cluster: linear search
// run first: SentinelSearch.run(2000, 60)
// run pairs: SentinelSearch.pairs(300)
final class SentinelSearch {
    static int run(int n, int times) {
        int[] values = new int[n + 1];
        int[] data = Data.random(n, 4 * n, 52);
        for (int i = 0; i < n; i++) {
            values[i] = data[i];
        }
        Data keys = new Data(53);
        int found = 0;
        for (int i = 0; i < times; i++) {
            int key = keys.next(4 * n);
            values[n] = key;
            int at = 0;
            while (values[at] != key) {
                at++;
            }
            if (at < n) {
                found++;
            }
        }
        return found;
    }

    /** Pairs with a given sum. */
    static int pairs(int n) {
        int[] values = Data.random(n, 1000, 54);
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (values[i] + values[j] == 1000) {
                    count++;
                }
            }
        }
        return count;
    }
}
