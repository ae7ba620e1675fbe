package measured;

/** The source of inputs and the target of results, so that a compiler can neither remove work nor do it in advance. */
final class Sink {
    /** Is 0, but no compiler knows that. A volatile field is read again each time, and no later code moves before the read. */
    static volatile int zero;
    static volatile long whole;
    static volatile double real;

    private Sink() {}
}

/** Data for the programs. It is created when a program's class is initialized, never during a measurement. */
final class Data {
    private static int[] shared = {};

    private Data() {}

    /** A linear congruential generator. */
    static int next(int state) {
        return state * 1103515245 + 12345;
    }

    /** From 1 to 256. */
    static int[] fill(int[] cells, int seed) {
        int state = seed;
        for (int i = 0; i < cells.length; i++) {
            state = next(state);
            cells[i] = ((state >>> 16) & 255) + 1;
        }
        return cells;
    }

    static long[] fill(long[] cells, int seed) {
        int state = seed;
        for (int i = 0; i < cells.length; i++) {
            state = next(state);
            cells[i] = ((state >>> 16) & 255) + 1;
        }
        return cells;
    }

    static float[] fill(float[] cells, int seed) {
        int state = seed;
        for (int i = 0; i < cells.length; i++) {
            state = next(state);
            cells[i] = ((state >>> 16) & 255) + 1;
        }
        return cells;
    }

    static double[] fill(double[] cells, int seed) {
        int state = seed;
        for (int i = 0; i < cells.length; i++) {
            state = next(state);
            cells[i] = ((state >>> 16) & 255) + 1;
        }
        return cells;
    }

    static byte[] fill(byte[] cells, int seed) {
        int state = seed;
        for (int i = 0; i < cells.length; i++) {
            state = next(state);
            cells[i] = (byte) (state >>> 16);
        }
        return cells;
    }

    /** Lowercase letters; every fifth character is a space. */
    static char[] text(int length, int seed) {
        char[] text = new char[length];
        int state = seed;
        for (int i = 0; i < length; i++) {
            state = next(state);
            int dice = (state >>> 16) % 32;
            text[i] = dice < 26 ? (char) ('a' + dice) : ' ';
        }
        return text;
    }

    /** Numbers that all programs share, so that memory holds the largest array only once. */
    static int[] shared(int length) {
        if (shared.length < length) {
            shared = fill(new int[length], 1);
        }
        return length == shared.length ? shared : java.util.Arrays.copyOf(shared, length);
    }

    /** The numbers below a limit in random order. */
    static int[] shuffled(int length, int seed) {
        int[] order = new int[length];
        for (int i = 0; i < length; i++) {
            order[i] = i;
        }
        int state = seed;
        for (int i = length - 1; i > 0; i--) {
            state = next(state);
            int other = (int) ((state & 0xFFFFFFFFL) * (i + 1) >>> 32);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        return order;
    }

    /** A cycle through every n-th cell in random order: each cell contains the index of the next one. */
    static int[] cycle(int length, int step, int seed) {
        int[] cells = new int[length];
        int[] order = shuffled(length / step, seed);
        for (int i = 0; i < order.length; i++) {
            cells[order[i] * step] = order[(i + 1) % order.length] * step;
        }
        return cells;
    }

    /** Zeros and ones in random order: each window has the same number of ones, given as ones per hundred. */
    static byte[] bits(int length, int window, int percent, int seed) {
        byte[] bits = new byte[length];
        for (int from = 0; from < length; from += window) {
            int[] order = shuffled(window, seed + from);
            for (int i = 0; i < window * percent / 100; i++) {
                bits[from + order[i]] = 1;
            }
        }
        return bits;
    }

    /** A one at every n-th index. */
    static byte[] periodic(int length, int period) {
        byte[] bits = new byte[length];
        for (int i = 0; i < length; i += period) {
            bits[i] = 1;
        }
        return bits;
    }
}
