package jouled.trace;

import java.util.ArrayList;
import java.util.List;

/** What one run executes. */
final class Recorder {
    private final List<Shape> shapes;
    private final MethodCounts[] counts;
    /** The methods that were called, in the order of their first calls. */
    final List<MethodCounts> called = new ArrayList<>();
    /** The changes in objects that existed when the run began. */
    final Changes changes;
    private final int target;
    /** Predicts the jumps of an interpreter from one instruction to the next; null if nobody asks. */
    final Predictor dispatches;
    /** The bytes of the elements of all arrays that were created. */
    long arrayBytes;

    Frame top;
    /** The counts of the first invocation of the target; null until there is one. */
    long[] own;
    long[] ownReturns = new long[0];
    private final long mostInstructions;
    private long left;
    private int overdrawn;

    Recorder(List<Shape> shapes, int target, long mostInstructions, Changes changes, Predictor dispatches) {
        this.shapes = shapes;
        this.changes = changes;
        this.dispatches = dispatches;
        this.counts = new MethodCounts[shapes.size()];
        this.target = target;
        this.mostInstructions = mostInstructions;
        this.left = mostInstructions;
    }

    MethodCounts counts(int method) {
        MethodCounts found = counts[method];
        if (found == null) {
            found = new MethodCounts(method, shapes.get(method));
            counts[method] = found;
            called.add(found);
        }
        return found;
    }

    /** New counts for the first invocation of the target, null for any other. */
    long[] ownOf(MethodCounts method) {
        if (own != null || method.index != target) {
            return null;
        }
        own = new long[method.blocks.length];
        ownReturns = new long[method.returns.length];
        return own;
    }

    /** Removes the frames that exceptions have left behind. */
    void unwindTo(Frame frame) {
        while (top != frame && top != null) {
            top.pop();
        }
    }

    /**
     * Ends a run that takes too long. Not every block throws: the handlers of synchronized statements protect themselves
     * and must complete. A run that catches everything ends the whole process.
     */
    void spend(int instructions) {
        left -= instructions;
        if (left < 0) {
            if (left < -mostInstructions) {
                Runtime.getRuntime().halt(1);
            }
            if (overdrawn++ % 16 == 0) {
                throw new OutOfInstructions();
            }
        }
    }

    boolean ranOut() {
        return left < 0;
    }

    /** Thrown repeatedly until the run is over. */
    static final class OutOfInstructions extends Error {
        private static final long serialVersionUID = 1;

        OutOfInstructions() {
            super(null, null, false, false);
        }
    }
}
