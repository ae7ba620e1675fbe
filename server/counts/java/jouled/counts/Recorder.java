package jouled.counts;

/**
 * What is recorded besides the counts. A copy of this class is defined in java.base under another name, where the code of
 * every class can access it.
 */
public final class Recorder {
    /** At most this many classes are distinguished at one call site. */
    static final int SLOTS = 8;
    static final int BLOCK = 1 << 12;

    /** By blocks of call sites: the classes seen, and the count of each; the count of all other classes is last. */
    public static final Class<?>[][] CLASSES = new Class<?>[1 << 10][];
    public static final long[][] COUNTS = new long[1 << 10][];
    /** The order of the blocks and of the receivers' classes; the latter as -1 - site * (SLOTS + 1) - slot. */
    public static volatile int[] order = new int[0];
    public static int passed;
    private static Thread followed;

    private Recorder() {}

    /** Records the class of a receiver. */
    public static void seen(Object receiver, int site) {
        slot(receiver, site);
    }

    /** The same if the order of events is recorded. */
    public static void seenInOrder(Object receiver, int site) {
        int slot = slot(receiver, site);
        if (slot >= 0) {
            passed(-1 - site * (SLOTS + 1) - slot);
        }
    }

    /** Records that a block runs, on the thread that ran the first block. */
    public static void passed(int event) {
        int[] all = order;
        if (followed == null) {
            followed = Thread.currentThread();
        }
        int at = passed;
        if (followed == Thread.currentThread() && at < all.length) {
            all[at] = event;
            passed = at + 1;
        }
    }

    private static int slot(Object receiver, int site) {
        if (receiver == null) {
            return -1;
        }
        Class<?> type = receiver.getClass();
        int block = site / BLOCK;
        Class<?>[] classes = CLASSES[block];
        long[] counts = COUNTS[block];
        if (classes == null || counts == null) {
            synchronized (CLASSES) {
                if (CLASSES[block] == null) {
                    COUNTS[block] = new long[BLOCK * (SLOTS + 1)];
                    CLASSES[block] = new Class<?>[BLOCK * SLOTS];
                }
                classes = CLASSES[block];
                counts = COUNTS[block];
            }
        }
        int first = site % BLOCK * SLOTS;
        int slot = 0;
        while (slot < SLOTS && classes[first + slot] != type) {
            if (classes[first + slot] == null) {
                classes[first + slot] = type;
                break;
            }
            slot++;
        }
        counts[site % BLOCK * (SLOTS + 1) + slot]++;
        return slot;
    }
}
