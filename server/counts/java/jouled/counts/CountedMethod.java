package jouled.counts;

/** What is counted in a method, and where its counts are. */
final class CountedMethod {
    /** A block, at its first instruction. */
    static final int BLOCK = 0;
    /** A call of the method, if something also jumps to its first instruction. */
    static final int ENTRY = 1;
    /** The instruction after the last call in a block: it is not reached if the call throws. */
    static final int BEHIND_CALL = 2;
    /** A conditional branch that falls through to an instruction which has other predecessors. */
    static final int NOT_TAKEN = 3;
    /** A switch whose target has other predecessors. */
    static final int ARM = 4;

    final byte[] name;
    final byte[] descriptor;
    long digest;
    /** The number of the place of its first counter. */
    int first;
    int counters;
    /** How many of its counters count; the counts of the others follow ({@link Derived}). */
    int places;
    /** For each counter, its place after the first one, or -1. */
    int[] place;
    /** The nodes that each counter connects, if some do not count; and the node outside of the method. */
    char[] source;
    char[] sink;
    char outside;
    /** Whether its counters have stripes. */
    boolean isStriped;
    /** The kinds of the counters. */
    byte[] kinds = new byte[8];
    /** The instructions they belong to, as indices in the code. */
    int[] at = new int[8];
    /** For an arm, the instruction that it leads to. */
    int[] to = new int[8];
    /** Instructions that call by the class of the receiver, and the number of the first. */
    int[] sites = new int[0];
    int firstSite;
    /** Instructions at which a line begins, each followed by that line; empty if lines are not requested. */
    int[] lines = new int[0];
    /** Whether the order of its blocks is recorded, and the number of its first counter there. */
    boolean isFollowed;
    /** The place in {@link Recorder#paths} where its paths begin; 0 if they are not counted. */
    int pathRoot;

    CountedMethod(byte[] name, byte[] descriptor) {
        this.name = name;
        this.descriptor = descriptor;
    }

    /** Whether it needs the place of its thread's stripe more than once, and so keeps it in a local. */
    boolean keepsStripe() {
        return isStriped && places > 1;
    }

    /** Adds a counter and returns its index. */
    int add(int kind, int instruction, int target) {
        if (counters == at.length) {
            kinds = bytes(kinds);
            at = ints(at);
            to = ints(to);
        }
        kinds[counters] = (byte) kind;
        at[counters] = instruction;
        to[counters] = target;
        return counters++;
    }

    /** Gives each counter its place. */
    void takePlaces() {
        places = 0;
        for (int counter = 0; counter < counters; counter++) {
            if (place[counter] >= 0) {
                place[counter] = places++;
            }
        }
    }

    private static byte[] bytes(byte[] old) {
        byte[] larger = new byte[old.length * 2];
        System.arraycopy(old, 0, larger, 0, old.length);
        return larger;
    }

    static int[] ints(int[] old) {
        int[] larger = new int[old.length * 2];
        System.arraycopy(old, 0, larger, 0, old.length);
        return larger;
    }
}
