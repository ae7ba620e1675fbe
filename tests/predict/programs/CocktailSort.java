// cluster: cocktail sort
// run random: CocktailSort.run(0, 250)
// run few: CocktailSort.run(4, 250)
final class CocktailSort {
    static int run(int order, int n) {
        int[] values = Data.ordered(order, n, 23);
        int low = 0;
        int high = n - 1;
        while (low < high) {
            int last = low;
            for (int i = low; i < high; i++) {
                if (values[i] > values[i + 1]) {
                    exchange(values, i);
                    last = i;
                }
            }
            high = last;
            for (int i = high; i > low; i--) {
                if (values[i - 1] > values[i]) {
                    exchange(values, i - 1);
                    last = i;
                }
            }
            low = last;
        }
        return values[n / 2];
    }

    private static void exchange(int[] values, int i) {
        int value = values[i];
        values[i] = values[i + 1];
        values[i + 1] = value;
    }
}
