package jouled.counts;

/** The entries of the constant pool that counters need, added where they are first needed. */
final class References {
    /** What is recorded beside the counts. */
    static final class Options {
        boolean receivers;
        /** Whether the lines of instructions are written with the counts. */
        boolean lines;
        /** Of one method in so many only the calls are counted, and of the others nothing; 0 where everything is counted. */
        int entriesOf;
        /** The methods whose blocks are kept in order, as `class.name descriptor`. */
        byte[][] followed = new byte[0][];
    }

    static final String RECORDER = "java/lang/JouledRecorder";

    private final Pool pool;
    private final int[] counters = new int[1024];
    private int passed;
    private int seen;
    private int seenInOrder;

    References(Pool pool) {
        this.pool = pool;
    }

    /** Sees to the entry for the array that holds a counter. */
    void need(int counter) throws Refused {
        int chunk = counter / Counters.CHUNK;
        if (counters[chunk] == 0) {
            counters[chunk] = pool.addMember(9, Counters.PREFIX + chunk, "c", "[J");
        }
    }

    int counters(int counter) {
        return counters[counter / Counters.CHUNK];
    }

    int passed() throws Refused {
        if (passed == 0) {
            passed = pool.addMember(10, RECORDER, "passed", "(I)V");
        }
        return passed;
    }

    int seen(boolean inOrder) throws Refused {
        if (inOrder) {
            if (seenInOrder == 0) {
                seenInOrder = pool.addMember(10, RECORDER, "seenInOrder", "(Ljava/lang/Object;I)V");
            }
            return seenInOrder;
        }
        if (seen == 0) {
            seen = pool.addMember(10, RECORDER, "seen", "(Ljava/lang/Object;I)V");
        }
        return seen;
    }
}
