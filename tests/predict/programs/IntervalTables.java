// cluster: interval dynamic programming
// run chain: IntervalTables.chain(45)
// run palindrome: IntervalTables.palindrome(160)
// run tree: IntervalTables.searchTree(45)
final class IntervalTables {
    static int chain(int n) {
        int[] sizes = Data.random(n + 1, 50, 120);
        int[][] cost = new int[n][n];
        for (int length = 2; length <= n; length++) {
            for (int i = 0; i + length <= n; i++) {
                int j = i + length - 1;
                int best = Integer.MAX_VALUE;
                for (int k = i; k < j; k++) {
                    int through = cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1];
                    if (through < best) {
                        best = through;
                    }
                }
                cost[i][j] = best;
            }
        }
        return cost[0][n - 1];
    }

    static int palindrome(int n) {
        char[] text = Data.letters(n, 5, 121);
        int[][] longest = new int[n][n];
        for (int i = n - 1; i >= 0; i--) {
            longest[i][i] = 1;
            for (int j = i + 1; j < n; j++) {
                if (text[i] == text[j]) {
                    longest[i][j] = 2 + (j - i > 1 ? longest[i + 1][j - 1] : 0);
                } else if (longest[i + 1][j] > longest[i][j - 1]) {
                    longest[i][j] = longest[i + 1][j];
                } else {
                    longest[i][j] = longest[i][j - 1];
                }
            }
        }
        return longest[0][n - 1];
    }

    static int searchTree(int n) {
        int[] weight = Data.random(n, 100, 122);
        int[][] sum = new int[n + 1][n + 1];
        int[][] cost = new int[n + 1][n + 1];
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j <= n; j++) {
                sum[i][j] = sum[i][j - 1] + weight[j - 1];
                int best = Integer.MAX_VALUE;
                for (int root = i; root < j; root++) {
                    int below = cost[i][root] + cost[root + 1][j];
                    best = below < best ? below : best;
                }
                cost[i][j] = best + sum[i][j];
            }
        }
        return cost[0][n];
    }
}
