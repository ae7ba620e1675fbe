/** The data of the programs: the same in each call, and too long for a processor to learn. */
final class Data {
    private int state;

    Data(int seed) {
        state = seed * 0x9E3779B1 + 0x7F4A7C15;
    }

    /** A number from 0 to bound - 1. */
    int next(int bound) {
        int x = state;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        state = x;
        return (int) ((x & 0xffffffffL) * bound >>> 32);
    }

    double nextReal() {
        return next(1 << 30) / (double) (1 << 30);
    }

    static int[] random(int n, int bound, int seed) {
        Data data = new Data(seed);
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            values[i] = data.next(bound);
        }
        return values;
    }

    static int[] ascending(int n, int seed) {
        Data data = new Data(seed);
        int[] values = new int[n];
        int last = 0;
        for (int i = 0; i < n; i++) {
            last += 1 + data.next(9);
            values[i] = last;
        }
        return values;
    }

    static int[] descending(int n, int seed) {
        int[] values = ascending(n, seed);
        for (int i = 0, j = n - 1; i < j; i++, j--) {
            int value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
        return values;
    }

    /** Ascending, with a few that were exchanged. */
    static int[] nearlySorted(int n, int seed) {
        int[] values = ascending(n, seed);
        Data data = new Data(seed + 1);
        for (int swaps = n / 20; swaps > 0; swaps--) {
            int i = data.next(n);
            int j = data.next(n);
            int value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
        return values;
    }

    /** By the number of the order: 0 random, 1 ascending, 2 descending, 3 nearly sorted, 4 few values. */
    static int[] ordered(int order, int n, int seed) {
        switch (order) {
            case 0:
                return random(n, 1 << 20, seed);
            case 1:
                return ascending(n, seed);
            case 2:
                return descending(n, seed);
            case 3:
                return nearlySorted(n, seed);
            default:
                return random(n, 8, seed);
        }
    }

    static double[] reals(int n, int seed) {
        Data data = new Data(seed);
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = data.nextReal();
        }
        return values;
    }

    static char[] letters(int n, int kinds, int seed) {
        Data data = new Data(seed);
        char[] text = new char[n];
        for (int i = 0; i < n; i++) {
            text[i] = (char) ('a' + data.next(kinds));
        }
        return text;
    }

    static byte[] bytes(int n, int kinds, int seed) {
        Data data = new Data(seed);
        byte[] values = new byte[n];
        for (int i = 0; i < n; i++) {
            values[i] = (byte) data.next(kinds);
        }
        return values;
    }

    /** Words of letters, with one blank after each. */
    static char[] words(int n, int seed) {
        Data data = new Data(seed);
        char[] text = new char[n];
        int left = 1 + data.next(8);
        for (int i = 0; i < n; i++) {
            if (left == 0) {
                text[i] = ' ';
                left = 1 + data.next(8);
            } else {
                text[i] = (char) ('a' + data.next(26));
                left--;
            }
        }
        return text;
    }
}
