package jouled.counts;

/**
 * What is recorded besides the counts. A copy of this class is defined in java.base under another name, where the code of
 * every class can access it.
 */
public final class Recorder {
    /** The number of stripes of the counters, a power of two. */
    public static int stripes = 1;

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

    /** Places below this are where the paths of methods begin, except place 0: it is for paths that do not fit. */
    static final int PATH_ROOTS = 1 << 10;
    static final int MOST_PATHS = 1 << 18;
    /** What a place has: a link to the place before it, to the first one behind it, to the next one behind the same place; and its block plus 1. */
    static final int BEFORE = 0;
    static final int FIRST = 1;
    static final int NEXT = 2;
    static final int BLOCK_OF = 3;
    static final int LINKS = 4;
    /** The paths as trees. A path is a place, and the blocks from the root of its tree to there. */
    public static int[][] paths = new int[0][];
    /** How often paths ended at each place. */
    public static long[] pathCounts = new long[0];
    public static int pathsUsed = PATH_ROOTS;

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

    /** A path continues with a block. Returns its new place. */
    public static int onPath(int place, int block) {
        int[][] all = paths;
        // Another thread may be adding one. Then this loop misses it, and the slow way finds it.
        for (int next = all[place][FIRST]; next != 0; next = all[next][NEXT]) {
            if (all[next][BLOCK_OF] == block + 1) {
                return next;
            }
        }
        return place == 0 ? 0 : added(place, block);
    }

    private static synchronized int added(int place, int block) {
        int[][] all = paths;
        for (int next = all[place][FIRST]; next != 0; next = all[next][NEXT]) {
            if (all[next][BLOCK_OF] == block + 1) {
                return next;
            }
        }
        if (pathsUsed == all.length) {
            return 0;
        }
        int added = pathsUsed++;
        all[added][BEFORE] = place;
        all[added][NEXT] = all[place][FIRST];
        all[added][BLOCK_OF] = block + 1;
        all[place][FIRST] = added;
        return added;
    }

    /** A path ends, and another one begins with a block. */
    public static int newPath(int place, int root, int block) {
        pathCounts[place]++;
        return onPath(root, block);
    }

    /** A path ends with its method. */
    public static void pathEnded(int place) {
        pathCounts[place]++;
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
