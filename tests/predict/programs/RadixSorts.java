// cluster: radix sort
// relative: radix_sort
// run decimal: RadixSorts.decimal(1500)
// run binary: RadixSorts.exchange(1500)
final class RadixSorts {
    static int decimal(int n) {
        int[] values = Data.random(n, 1000000, 26);
        int[] spare = new int[n];
        for (int unit = 1; unit < 1000000; unit *= 10) {
            int[] ends = new int[10];
            for (int value : values) {
                ends[value / unit % 10]++;
            }
            for (int digit = 1; digit < 10; digit++) {
                ends[digit] += ends[digit - 1];
            }
            for (int i = n - 1; i >= 0; i--) {
                spare[--ends[values[i] / unit % 10]] = values[i];
            }
            int[] other = values;
            values = spare;
            spare = other;
        }
        return values[n / 2];
    }

    static int exchange(int n) {
        int[] values = Data.random(n, 1 << 20, 27);
        byBit(values, 0, n - 1, 19);
        return values[n / 2];
    }

    private static void byBit(int[] values, int from, int to, int bit) {
        if (from >= to || bit < 0) {
            return;
        }
        int i = from;
        int j = to;
        while (i <= j) {
            if ((values[i] >> bit & 1) == 0) {
                i++;
            } else {
                int value = values[i];
                values[i] = values[j];
                values[j--] = value;
            }
        }
        byBit(values, from, j, bit - 1);
        byBit(values, i, to, bit - 1);
    }
}
