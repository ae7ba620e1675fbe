package jouled.counts;

/** The constant-pool entries that counters need, added on first use. */
final class References {
    /** What is recorded besides the counts. */
    static final class Options {
        /** Whether the classes of receivers are recorded, everywhere or outside the JDK's base. */
        boolean receivers;
        boolean ownReceivers;
        /** Whether the lines of instructions are written with the counts. */
        boolean lines;
        /** Whether the numbers of the counters are written, for programs that read them between their own calls. */
        boolean places;
        /** Only calls are counted, of one method in so many; 0 if everything is counted. */
        int entriesOf;
        /** The number of stripes of the counters. */
        int stripes = 1;
        /** The methods whose blocks are recorded in order, as `class.name descriptor`. */
        byte[][] followed = new byte[0][];
        /** The methods whose paths are counted, as `class/name`, with or without packages and descriptor. */
        byte[][] withPaths = new byte[0][];

        /** Whether counters may be left out whose counts follow from others. */
        boolean mayDerive() {
            return entriesOf == 0 && !places;
        }
    }

    private final Pool pool;
    private final int[] counters = new int[Counters.MOST];
    private int offset;
    private int passed;
    private int seen;
    private int seenInOrder;
    private int onPath;
    private int newPath;
    private int pathEnded;

    References(Pool pool) {
        this.pool = pool;
    }

    /** Adds the entry for the array that holds a counter. */
    void need(int counter) throws Refused {
        int chunk = counter / Counters.CHUNK;
        if (counters[chunk] == 0) {
            counters[chunk] = pool.addMember(9, Counters.PREFIX + chunk, "c", "[J");
        }
    }

    int counters(int counter) {
        return counters[counter / Counters.CHUNK];
    }

    int offset() throws Refused {
        if (offset == 0) {
            offset = pool.addMember(10, Shared.STRIPES, "offset", "()I");
        }
        return offset;
    }

    int passed() throws Refused {
        if (passed == 0) {
            passed = pool.addMember(10, Shared.RECORDER, "passed", "(I)V");
        }
        return passed;
    }

    int onPath() throws Refused {
        if (onPath == 0) {
            onPath = pool.addMember(10, Shared.RECORDER, "onPath", "(II)I");
        }
        return onPath;
    }

    int newPath() throws Refused {
        if (newPath == 0) {
            newPath = pool.addMember(10, Shared.RECORDER, "newPath", "(III)I");
        }
        return newPath;
    }

    int pathEnded() throws Refused {
        if (pathEnded == 0) {
            pathEnded = pool.addMember(10, Shared.RECORDER, "pathEnded", "(I)V");
        }
        return pathEnded;
    }

    int seen(boolean inOrder) throws Refused {
        if (inOrder) {
            if (seenInOrder == 0) {
                seenInOrder = pool.addMember(10, Shared.RECORDER, "seenInOrder", "(Ljava/lang/Object;I)V");
            }
            return seenInOrder;
        }
        if (seen == 0) {
            seen = pool.addMember(10, Shared.RECORDER, "seen", "(Ljava/lang/Object;I)V");
        }
        return seen;
    }
}
