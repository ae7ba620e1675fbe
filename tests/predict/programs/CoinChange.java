// cluster: coin change
// run ways: CoinChange.ways(4000)
// run fewest: CoinChange.fewest(3000)
// run memo: CoinChange.memo(800)
final class CoinChange {
    private static final int[] COINS = {1, 2, 5, 10, 20, 50, 100, 200};

    static long ways(int amount) {
        long[] ways = new long[amount + 1];
        ways[0] = 1;
        for (int coin : COINS) {
            for (int a = coin; a <= amount; a++) {
                ways[a] += ways[a - coin];
            }
        }
        return ways[amount];
    }

    static int fewest(int amount) {
        int[] coins = {3, 7, 31, 64, 81};
        int[] count = new int[amount + 1];
        for (int a = 1; a <= amount; a++) {
            int least = 1 << 20;
            for (int coin : coins) {
                if (coin <= a && count[a - coin] + 1 < least) {
                    least = count[a - coin] + 1;
                }
            }
            count[a] = least;
        }
        return count[amount];
    }

    private static int least(int amount, int[] known) {
        if (amount == 0) {
            return 0;
        }
        if (known[amount] != 0) {
            return known[amount];
        }
        int best = 1 << 20;
        for (int i = 0; i < COINS.length && COINS[i] <= amount; i++) {
            int count = 1 + least(amount - COINS[i], known);
            if (count < best) {
                best = count;
            }
        }
        known[amount] = best;
        return best;
    }

    static int memo(int amount) {
        return least(amount, new int[amount + 1]);
    }
}
