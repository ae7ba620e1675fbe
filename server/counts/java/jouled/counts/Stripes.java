package jouled.counts;

/**
 * Tells threads apart. Threads that write to the same cache lines at the same time are many times slower, and lose counts. So each
 * array of counters is there several times, as stripes, and a thread uses the stripe that its number selects. A copy of this
 * class is defined in java.base under another name.
 */
public final class Stripes {
    private static final Memory MEMORY = Memory.getUnsafe();
    private static final long NUMBER = MEMORY.objectFieldOffset(Thread.class, "tid");
    /** A constant for the JIT, which then knows that no offset is too large for the arrays. */
    private static final int MASK = (Recorder.stripes - 1) * Counters.CHUNK;

    private Stripes() {}

    /** Where the stripe of this thread begins in each array of counters. No code that is counted runs here. */
    @ForceInline
    public static int offset() {
        return (int) MEMORY.getLong(Thread.currentThread(), NUMBER) * Counters.CHUNK & MASK;
    }
}
