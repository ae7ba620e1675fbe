package jouled.counts;

/** What of one method is counted, and where its counts lie. */
final class CountedMethod {
    /** A block, at its first instruction. */
    static final int BLOCK = 0;
    /** A call of the method, where its first instruction is jumped to as well. */
    static final int ENTRY = 1;
    /** The instruction behind the last call in a block: it is not reached when a call throws. */
    static final int BEHIND_CALL = 2;
    /** A conditional branch that goes on to the next instruction, to which other ways lead as well. */
    static final int NOT_TAKEN = 3;
    /** A switch that goes to an instruction to which other ways lead as well. */
    static final int ARM = 4;

    final byte[] name;
    final byte[] descriptor;
    long digest;
    /** The number of its first counter. */
    int first;
    int counters;
    /** The kinds of the counters. */
    byte[] kinds = new byte[8];
    /** The instructions that they stand at, as their places in the code. */
    int[] at = new int[8];
    /** For an arm the instruction that it leads to. */
    int[] to = new int[8];
    /** Instructions that call by the class of the object, and the number of the first. */
    int[] sites = new int[0];
    int firstSite;
    /** Instructions at which a line begins, each with that line behind it; empty where lines are not wanted. */
    int[] lines = new int[0];
    /** Whether the order of its blocks is kept, and the number that its first counter has there. */
    boolean isFollowed;

    CountedMethod(byte[] name, byte[] descriptor) {
        this.name = name;
        this.descriptor = descriptor;
    }

    /** Adds a counter; the result is its place. */
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
