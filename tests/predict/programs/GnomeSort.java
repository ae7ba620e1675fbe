// cluster: gnome sort
// run random: GnomeSort.run(0, 250)
// run nearly: GnomeSort.run(3, 800)
final class GnomeSort {
    static int run(int order, int n) {
        int[] values = Data.ordered(order, n, 22);
        int i = 0;
        while (i < n) {
            if (i == 0 || values[i] >= values[i - 1]) {
                i++;
            } else {
                int value = values[i];
                values[i] = values[i - 1];
                values[--i] = value;
            }
        }
        return values[n / 2];
    }
}
