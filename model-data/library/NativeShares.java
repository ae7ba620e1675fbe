import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Measures `usual_share` and `usual_compiled_steps` of natives.json. For the first, run it with {@code java -Xint
 * NativeShares.java}. A share printed here is one of the loop in this file. One in natives.json is of the events there: multiply
 * by the energy that jouled reports for a step of the loop, and divide by the energy of the events. For the second, run it with
 * {@code java NativeShares.java}, and divide nanoseconds by those of "copy". A run in which "copy" takes more than 0.2 ns did
 * not get vector instructions: run it again.
 */
class NativeShares {
    static final int LARGE = 20_000;
    static int sink;
    static final int[] INTS = new int[LARGE];
    static final int[] COPY = new int[LARGE];
    static final byte[] BYTES = new byte[LARGE];
    static final byte[] TARGET = new byte[LARGE];
    static final Object[] OBJECTS = new Object[LARGE];
    static final Object[] REFERENCES = new Object[LARGE];
    static final int[] SMALL_INTS = new int[0];
    static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(LARGE);
    static final String TEXT = "x".repeat(LARGE);
    static final String NO_TEXT = "";

    static void copy(int n) {
        int[] from = INTS;
        int[] to = COPY;
        for (int i = 0; i < n; i++) {
            to[i] = from[i];
        }
    }

    static void clear(int n) {
        byte[] to = TARGET;
        for (int i = 0; i < n; i++) {
            to[i] = 0;
        }
    }

    static void checksum(int n) {
        int sum = 0;
        int[] table = INTS;
        byte[] from = BYTES;
        for (int i = 0; i < n; i++) {
            sum = (sum >>> 8) ^ table[(sum ^ from[i]) & 0xff];
        }
        sink = sum;
    }

    /** Nanoseconds for each element: the least of many short runs, so that what else the machine does counts little. */
    static double each(IntConsumer run) {
        double none = Double.MAX_VALUE;
        double all = Double.MAX_VALUE;
        for (int round = 0; round < 2_000; round++) {
            long start = System.nanoTime();
            run.accept(0);
            long middle = System.nanoTime();
            run.accept(LARGE);
            long end = System.nanoTime();
            none = Math.min(none, middle - start);
            all = Math.min(all, end - middle);
        }
        return (all - none) / LARGE;
    }

    static void show(String name, IntConsumer run, double loop) {
        double cost = each(run);
        System.out.printf("%-28s %6.3f ns, share %.4f%n", name, cost, cost / loop);
    }

    public static void main(String[] arguments) {
        Arrays.fill(OBJECTS, "s");
        double copy = each(NativeShares::copy);
        double clear = each(NativeShares::clear);
        double checksum = each(NativeShares::checksum);
        System.out.printf("%s: copy %.2f ns, clear %.2f ns, checksum %.2f ns%n",
            Runtime.version(), copy, clear, checksum);
        show("arraycopy of int", n -> System.arraycopy(INTS, 0, COPY, 0, n), copy);
        show("arraycopy of byte", n -> System.arraycopy(BYTES, 0, TARGET, 0, n), copy);
        show("arraycopy of references", n -> System.arraycopy(OBJECTS, 0, REFERENCES, 0, n), copy);
        show("clone of int[]", n -> sink = (n == 0 ? SMALL_INTS : INTS).clone().length, copy);
        show("newInstance of int[]", n -> java.lang.reflect.Array.newInstance(int.class, n), clear);
        show("copyMemory", n -> BUFFER.clear().put(BYTES, 0, n), copy);
        show("setMemory", n -> sink = ByteBuffer.allocateDirect(n).capacity(), clear);
        show("CRC32", n -> new CRC32().update(BYTES, 0, n), checksum);
        show("CRC32C", n -> new CRC32C().update(BYTES, 0, n), checksum);
        show("Adler32", n -> new Adler32().update(BYTES, 0, n), checksum);
        String[] parts = {"ab", "cd", "ef", "gh", "ij"};
        IntConsumer two = n -> {
            for (int i = 0; i < n; i++) {
                sink = (parts[0] + parts[1]).length();
            }
        };
        IntConsumer five = n -> {
            for (int i = 0; i < n; i++) {
                sink = (parts[0] + parts[1] + parts[2] + parts[3] + parts[4]).length();
            }
        };
        System.out.printf("a part of two: %.0f steps, of five: %.0f steps%n",
            each(two) / 2 / copy, each(five) / 5 / copy);
        show("a concatenation's characters", n -> sink = ((n == 0 ? NO_TEXT : TEXT) + '!').length(), copy);
    }
}
