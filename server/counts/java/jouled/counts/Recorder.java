package jouled.counts;

/**
 * What is recorded beside the counts. A copy of this class is defined into java.base under another name, where the code of
 * every class reaches it.
 */
public final class Recorder {
    /** So many classes are told apart at one call site. */
    static final int SLOTS = 8;
    static final int BLOCK = 1 << 12;

    /** By blocks of call sites: the classes seen, and how often each, those of other classes last. */
    public static final Class<?>[][] CLASSES = new Class<?>[1 << 10][];
    public static final long[][] COUNTS = new long[1 << 10][];
    /** The order of blocks, and of the classes that are called: those as -1 - site * (SLOTS + 1) - slot. */
    public static volatile int[] order = new int[0];
    public static int passed;
    private static Thread followed;

    private Recorder() {}

    /** Notes the class of an object that is called. */
    public static void seen(Object receiver, int site) {
        slot(receiver, site);
    }

    /** The same where the order of events is kept. */
    public static void seenInOrder(Object receiver, int site) {
        int slot = slot(receiver, site);
        if (slot >= 0) {
            passed(-1 - site * (SLOTS + 1) - slot);
        }
    }

    /** Notes that a block is executed, on the thread that executes the first. */
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
