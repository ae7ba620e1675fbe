package jouled.trace;

import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.BitSet;

/** What one run executed of one method. */
final class MethodCounts {
    final int index;
    final Shape shape;
    final long[] blocks;
    /** For each loop, the most times that control returned to its header in one execution of the loop. */
    final long[] returns;
    /** The largest number or array length that was passed for each parameter. */
    final long[] most;
    /** The instructions whose results overflowed. */
    final BitSet wrapped = new BitSet();
    long invocations;
    int depth;
    /** The newest invocation on the stack. */
    Frame innermost;

    MethodCounts(int index, Shape shape) {
        this.index = index;
        this.shape = shape;
        this.blocks = new long[shape.starts().length];
        this.returns = new long[shape.loops().length];
        this.most = new long[MethodTypeDesc.ofDescriptor(shape.descriptor()).parameterCount()];
        Arrays.fill(most, Long.MIN_VALUE);
    }
}
