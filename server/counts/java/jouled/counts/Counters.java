package jouled.counts;

import java.lang.invoke.MethodHandles;

/**
 * The storage of the counts: arrays in static final fields of classes in java.base. So the code of every class can access
 * them, and compiled code knows their addresses and lengths. Each array has its counters once for each stripe; a count is the
 * sum of them ({@link Stripes}).
 */
final class Counters {
    /** The distance of two stripes. An index below this fits an instruction that pushes two bytes. */
    static final int CHUNK = 1 << 13;
    /** So many counters of each stripe are not used, so that an array does not need a little more than a power of two of bytes. */
    private static final int SPARE = 16;
    /** The memory of the arrays that exist before anything is counted, because defining more runs code that is itself counted. */
    private static final long READY_BYTES = 6L << 20;
    private static final int FEWEST_READY = 8;
    static final int MOST = 1 << 12;
    private static final int HOLDER_CODE = 16;
    static final String PREFIX = "java/lang/JouledCounts";

    private final MethodHandles.Lookup lookup;
    private final int stripes;
    /** Arrays after these have one stripe: programs with very many classes need their memory themselves. */
    private final int mostStriped;
    private final long[][] chunks = new long[MOST][];
    private int ready;
    private int chunk;
    private int used;

    /**
     * Counters with stripes, which may use so many bytes. If the JDK's code is not counted, further arrays can wait until they
     * are needed.
     */
    Counters(MethodHandles.Lookup lookup, int stripes, long mostBytes, boolean countsJdk)
            throws ReflectiveOperationException {
        this.lookup = lookup;
        this.stripes = stripes;
        long bytes = 8L * CHUNK * stripes;
        mostStriped = (int) Math.min(MOST, mostBytes / bytes);
        long atOnce = countsJdk ? Math.max(FEWEST_READY, READY_BYTES / bytes) : 1;
        while (ready < atOnce) {
            define();
        }
    }

    /** Whether a counter has stripes. */
    boolean isStriped(int counter) {
        return stripesOf(counter / CHUNK) > 1;
    }

    private int stripesOf(int chunk) {
        return chunk < mostStriped ? stripes : 1;
    }

    private void define() throws ReflectiveOperationException {
        Class<?> holder = lookup.defineClass(holder(PREFIX + ready, stripesOf(ready)));
        chunks[ready] = (long[]) holder.getField("c").get(null);
        ready++;
    }

    /** Allocates adjacent counters and returns the number of the first. */
    synchronized int take(int count) throws Refused {
        if (count > CHUNK - SPARE) {
            throw new Refused("it has too many blocks");
        }
        if (used + count > CHUNK - SPARE) {
            if (chunk + 1 == MOST) {
                throw new Refused("there are too many counters");
            }
            chunk++;
            used = 0;
        }
        while (chunk >= ready) {
            try {
                define();
            } catch (ReflectiveOperationException | LinkageError | OutOfMemoryError failure) {
                throw new Refused("there is no memory for more counters");
            }
        }
        int first = chunk * CHUNK + used;
        used += count;
        return first;
    }

    /** The number of allocated counters. */
    synchronized int taken() {
        return chunk * CHUNK + used;
    }

    /** The current values of the first counts. */
    synchronized void copy(long[] to, int count) {
        for (int at = 0; at < count; at++) {
            to[at] = sum(chunks[at / CHUNK], at % CHUNK);
        }
    }

    /** The current counts. */
    synchronized long[][] copy() {
        long[][] all = new long[chunk + 1][CHUNK];
        for (int at = 0; at <= chunk; at++) {
            for (int counter = 0; counter < CHUNK - SPARE; counter++) {
                all[at][counter] = sum(chunks[at], counter);
            }
        }
        return all;
    }

    private static long sum(long[] stripes, int counter) {
        long sum = 0;
        for (int at = counter; at < stripes.length; at += CHUNK) {
            sum += stripes[at];
        }
        return sum;
    }

    /** The class file of `public class NAME { public static final long[] c = new long[CHUNK * stripes - SPARE]; }`. */
    private static byte[] holder(String name, int stripes) throws ReflectiveOperationException {
        Bytes out = new Bytes(256);
        out.u4(0xcafebabe);
        out.u4(49);
        out.u2(12);
        text(out, name); // 1
        out.u1(7);
        out.u2(1); // 2
        text(out, "java/lang/Object"); // 3
        out.u1(7);
        out.u2(3); // 4
        text(out, "c"); // 5
        text(out, "[J"); // 6
        out.u1(12);
        out.u2(5);
        out.u2(6); // 7
        out.u1(9);
        out.u2(2);
        out.u2(7); // 8
        text(out, "<clinit>"); // 9
        text(out, "()V"); // 10
        text(out, "Code"); // 11
        out.u2(0x0031);
        out.u2(2);
        out.u2(4);
        out.u2(0);
        out.u2(1);
        out.u2(0x0019);
        out.u2(5);
        out.u2(6);
        out.u2(0);
        out.u2(1);
        out.u2(0x0008);
        out.u2(9);
        out.u2(10);
        out.u2(1);
        out.u2(11);
        out.u4(12 + HOLDER_CODE);
        out.u2(2);
        out.u2(0);
        out.u4(HOLDER_CODE);
        // sipush, sipush, imul, bipush, isub, newarray long, putstatic, return
        out.u1(Instructions.SIPUSH);
        out.u2(CHUNK);
        out.u1(Instructions.SIPUSH);
        out.u2(stripes);
        out.u1(104);
        out.u1(Instructions.BIPUSH);
        out.u1(SPARE);
        out.u1(100);
        out.u1(188);
        out.u1(11);
        out.u1(179);
        out.u2(8);
        out.u1(177);
        out.u2(0);
        out.u2(0);
        out.u2(0);
        return out.toArray();
    }

    private static void text(Bytes out, String text) {
        out.u1(1);
        out.ascii(text);
    }
}
