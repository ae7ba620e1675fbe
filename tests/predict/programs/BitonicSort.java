// cluster: bitonic sort
// run random: BitonicSort.run(0)
// run ascending: BitonicSort.run(1)
final class BitonicSort {
    static int run(int order) {
        int n = 512;
        int[] values = Data.ordered(order, n, 34);
        for (int size = 2; size <= n; size <<= 1) {
            for (int step = size >> 1; step > 0; step >>= 1) {
                for (int i = 0; i < n; i++) {
                    int other = i ^ step;
                    if (other > i) {
                        boolean up = (i & size) == 0;
                        if (up == values[i] > values[other]) {
                            int value = values[i];
                            values[i] = values[other];
                            values[other] = value;
                        }
                    }
                }
            }
        }
        return values[n / 2];
    }
}
