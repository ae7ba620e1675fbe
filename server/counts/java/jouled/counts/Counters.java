package jouled.counts;

import java.lang.invoke.MethodHandles;

/**
 * The storage of the counts: arrays in static final fields of classes in java.base. So the code of every class can access
 * them, and compiled code knows their addresses.
 */
final class Counters {
    /** An index below this fits an instruction that pushes two bytes. */
    static final int CHUNK = 1 << 15;
    /** This many exist before anything is counted, because defining more runs code that is itself counted. */
    private static final int READY = 24;
    private static final int MOST = 1024;
    private static final int HOLDER_CODE = 13;
    static final String PREFIX = "java/lang/JouledCounts";

    private final MethodHandles.Lookup lookup;
    private final long[][] chunks = new long[MOST][];
    private int ready;
    private int chunk;
    private int used;

    Counters(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        this.lookup = lookup;
        while (ready < READY) {
            define();
        }
    }

    private void define() throws ReflectiveOperationException {
        Class<?> holder = lookup.defineClass(holder(PREFIX + ready));
        chunks[ready] = (long[]) holder.getField("c").get(null);
        ready++;
    }

    /** Allocates adjacent counters and returns the number of the first. */
    synchronized int take(int count) throws Refused {
        if (count > CHUNK) {
            throw new Refused("it has too many blocks");
        }
        if (used + count > CHUNK) {
            if (chunk + 1 == MOST) {
                throw new Refused("there are too many counters");
            }
            chunk++;
            used = 0;
        }
        while (chunk >= ready) {
            try {
                define();
            } catch (ReflectiveOperationException failure) {
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

    /** The current values of the first counts, at most {@link #CHUNK} of them. */
    synchronized void copyFirst(int count, long[] to) {
        System.arraycopy(chunks[0], 0, to, 0, count);
    }

    /** The current counts. */
    synchronized long[][] copy() {
        long[][] all = new long[ready][];
        for (int at = 0; at < ready; at++) {
            all[at] = new long[CHUNK];
            System.arraycopy(chunks[at], 0, all[at], 0, CHUNK);
        }
        return all;
    }

    /** The class file of `public class NAME { public static final long[] c = new long[CHUNK]; }`. */
    private static byte[] holder(String name) throws ReflectiveOperationException {
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
        // sipush, sipush, imul, newarray long, putstatic, return
        out.u1(Instructions.SIPUSH);
        out.u2(CHUNK >> 8);
        out.u1(Instructions.SIPUSH);
        out.u2(1 << 8);
        out.u1(104);
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
