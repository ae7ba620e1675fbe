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

    /** Up to so many calls, a class is counted exactly; after that one call in so many. */
    private static final int EXACT = 1 << 10;
    private static final int SAMPLED = 1 << 6;
    /**
     * By blocks of call sites: the first class at each, which is not counted, since it has all calls that no other class has; the
     * other classes; and their counts, the last for all that have no place.
     */
    public static final Class<?>[][] FIRST_CLASS = new Class<?>[1 << 10][];
    public static final Class<?>[][][] OTHERS = new Class<?>[1 << 10][][];
    public static final long[][][] COUNTS = new long[1 << 10][][];
    /** The last random number of each stripe, in cache lines of their own. */
    private static final int APART = 16;
    private static final long[] DRAWN = new long[64 * APART];
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

    static {
        for (int at = 0; at < DRAWN.length; at++) {
            DRAWN[at] = 0x9e3779b97f4a7c15L + at;
        }
    }

    private Recorder() {}

    /** Records the class of a receiver. */
    @ForceInline
    public static void seen(Object receiver, int site) {
        if (receiver != null) {
            Class<?>[] block = FIRST_CLASS[site / BLOCK];
            Class<?> type = receiver.getClass();
            if (block == null || block[site % BLOCK] != type) {
                other(type, site);
            }
        }
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

    /** The place of a receiver's class at a call site; -1 if there is no receiver. */
    private static int slot(Object receiver, int site) {
        if (receiver == null) {
            return -1;
        }
        Class<?>[] block = FIRST_CLASS[site / BLOCK];
        Class<?> type = receiver.getClass();
        return block != null && block[site % BLOCK] == type ? 0 : other(type, site);
    }

    /** A call whose receiver has another class than the first one at its site. */
    private static int other(Class<?> type, int site) {
        Class<?>[][] classes = OTHERS[site / BLOCK];
        Class<?>[] others = classes == null ? null : classes[site % BLOCK];
        long[][] block = COUNTS[site / BLOCK];
        long[] counts = block == null ? null : block[site % BLOCK];
        int slot = others == null || counts == null ? 0 : slot(type, others);
        if (slot == 0) {
            slot = newSlot(type, site);
            if (slot == 0) {
                return 0;
            }
            counts = COUNTS[site / BLOCK][site % BLOCK];
        }
        long count = counts[slot - 1];
        if (count < EXACT) {
            counts[slot - 1] = count + 1;
        } else {
            // Threads that write often to the same place are slow, and the share of a class need not be exact.
            int stripe = stripes > 1 ? Stripes.offset() / Counters.CHUNK * APART : 0;
            long random = DRAWN[stripe];
            random ^= random << 13;
            random ^= random >>> 7;
            random ^= random << 17;
            DRAWN[stripe] = random;
            if ((random & SAMPLED - 1) == 0) {
                counts[slot - 1] = count + SAMPLED;
            }
        }
        return slot;
    }

    /** The place of a class among others, the last one for all that have none; 0 if it may get one. */
    private static int slot(Class<?> type, Class<?>[] others) {
        for (int slot = 1; slot < SLOTS; slot++) {
            if (others[slot - 1] == type) {
                return slot;
            }
            if (others[slot - 1] == null) {
                return 0;
            }
        }
        return SLOTS;
    }

    /** The place of a class that its site has not met, unless another thread was quicker. */
    private static synchronized int newSlot(Class<?> type, int site) {
        if (FIRST_CLASS[site / BLOCK] == null) {
            OTHERS[site / BLOCK] = new Class<?>[BLOCK][];
            COUNTS[site / BLOCK] = new long[BLOCK][];
            FIRST_CLASS[site / BLOCK] = new Class<?>[BLOCK];
        }
        Class<?>[] first = FIRST_CLASS[site / BLOCK];
        int at = site % BLOCK;
        if (first[at] == null) {
            first[at] = type;
        }
        if (first[at] == type) {
            return 0;
        }
        if (COUNTS[site / BLOCK][at] == null) {
            OTHERS[site / BLOCK][at] = new Class<?>[SLOTS - 1];
            COUNTS[site / BLOCK][at] = new long[SLOTS];
        }
        Class<?>[] others = OTHERS[site / BLOCK][at];
        int slot = slot(type, others);
        if (slot == 0) {
            slot = 1;
            while (others[slot - 1] != null) {
                slot++;
            }
            others[slot - 1] = type;
        }
        return slot;
    }
}
