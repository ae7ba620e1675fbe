// cluster: knapsack
// relative: knapsack
// run table: KnapsackTables.table(40, 500)
// run row@100: KnapsackTables.row(60, 100)
// run row@400: KnapsackTables.row(60, 400)
// run row@1000: KnapsackTables.row(60, 1000)
// run search: KnapsackTables.search(24)
final class KnapsackTables {
    static int table(int items, int room) {
        int[] weights = Data.random(items, 60, 101);
        int[] values = Data.random(items, 1000, 102);
        int[][] best = new int[items + 1][room + 1];
        for (int i = 1; i <= items; i++) {
            int weight = weights[i - 1] + 1;
            for (int w = 0; w <= room; w++) {
                int without = best[i - 1][w];
                if (weight <= w && best[i - 1][w - weight] + values[i - 1] > without) {
                    best[i][w] = best[i - 1][w - weight] + values[i - 1];
                } else {
                    best[i][w] = without;
                }
            }
        }
        return best[items][room];
    }

    static int row(int items, int room) {
        int[] weights = Data.random(items, 60, 103);
        int[] values = Data.random(items, 1000, 104);
        int[] best = new int[room + 1];
        for (int i = 0; i < items; i++) {
            for (int w = room; w > weights[i]; w--) {
                int with = best[w - weights[i] - 1] + values[i];
                if (with > best[w]) {
                    best[w] = with;
                }
            }
        }
        return best[room];
    }

    private static int best(int[] weights, int[] values, int i, int room, int left) {
        if (i == weights.length || left == 0) {
            return 0;
        }
        int without = best(weights, values, i + 1, room, left);
        if (weights[i] > room) {
            return without;
        }
        int with = values[i] + best(weights, values, i + 1, room - weights[i], left - 1);
        return with > without ? with : without;
    }

    static int search(int items) {
        return best(Data.random(items, 60, 105), Data.random(items, 100, 106), 0, 120, 3);
    }
}
