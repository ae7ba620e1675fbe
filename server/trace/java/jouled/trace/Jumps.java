package jouled.trace;

/** The jumps of one program's runs that a processor would mispredict, interpreted and compiled. */
final class Jumps {
    /** An interpreter jumps after every instruction to the code of the next one. */
    private final Predictor dispatches = new Predictor(14, 4, 12, 36, 108);
    /** Compiled code jumps at branches, switches and calls of several methods. */
    private final Predictor branches = new Predictor(13, 3, 9, 27, 81);

    private int last;

    /** A block begins whose instructions have these opcodes. */
    void block(byte[] opcodes) {
        for (byte opcode : opcodes) {
            int next = opcode & 0xff;
            dispatches.jump(last, next);
            last = next;
        }
    }

    /** A block of a method ended with a choice. */
    void choice(int method, int block, int chosen) {
        branches.jump(method << 16 ^ block, chosen);
    }

    long mispredictedDispatches() {
        return dispatches.missed();
    }

    long mispredictedBranches() {
        return branches.missed();
    }
}
