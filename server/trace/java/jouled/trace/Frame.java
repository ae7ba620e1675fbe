package jouled.trace;

import java.lang.reflect.Array;

/** One invocation of an instrumented method. Instrumented code calls it at the beginning of each block. */
public final class Frame {
    private static final ThreadLocal<Recorder> RECORDER = new ThreadLocal<>();

    /** A reference in the heaps of usual size. */
    private static final long REFERENCE_BYTES = 4;

    private final Recorder recorder;
    final MethodCounts method;
    /** The frame below on the stack. */
    final Frame caller;
    /** How many invocations of the same method are on the stack, including this one. */
    private final int depth;
    private final Frame outerOfMethod;
    /** How often this invocation executed each block; null except in the first invocation of a run. */
    private final long[] own;
    /** How often control has returned to each loop's header since the loop was entered. */
    private final long[] returns;
    private int last = -1;

    private Frame(Recorder recorder, MethodCounts method) {
        this.recorder = recorder;
        this.method = method;
        this.caller = recorder.top;
        this.outerOfMethod = method.innermost;
        this.depth = outerOfMethod == null ? 1 : outerOfMethod.depth + 1;
        this.own = recorder.ownOf(method);
        this.returns = new long[method.shape.loops().length];
    }

    /** Sets the run to which the calls of this thread belong; null for none. */
    static void record(Recorder recorder) {
        RECORDER.set(recorder);
    }

    /** A method begins. Null if nothing is recorded. */
    public static Frame enter(int method) {
        Recorder recorder = RECORDER.get();
        if (recorder == null) {
            return null;
        }
        MethodCounts counts = recorder.counts(method);
        Frame frame = new Frame(recorder, counts);
        recorder.top = frame;
        counts.innermost = frame;
        counts.invocations++;
        counts.depth = Math.max(counts.depth, frame.depth);
        return frame;
    }

    /** An integer is passed. */
    public static void number(Frame frame, int parameter, long value) {
        if (frame != null) {
            long[] most = frame.method.most;
            most[parameter] = Math.max(most[parameter], value);
        }
    }

    /** An array is passed. */
    public static void length(Frame frame, int parameter, Object array) {
        if (frame != null) {
            number(frame, parameter, array == null ? 0 : Array.getLength(array));
        }
    }

    /** The result of an instruction does not fit its type. */
    public static void wrapped(Frame frame, int instruction, boolean wraps) {
        if (frame != null && wraps) {
            frame.method.wrapped.set(instruction);
        }
    }

    /** An array was created. */
    public static void array(Object array, Frame frame) {
        if (frame != null) {
            frame.recorder.arrayBytes += bytes(array);
        }
    }

    /** The bytes of an array's elements, with those of the arrays inside. */
    private static long bytes(Object array) {
        return switch (array) {
            case byte[] a -> a.length;
            case boolean[] a -> a.length;
            case short[] a -> 2L * a.length;
            case char[] a -> 2L * a.length;
            case int[] a -> 4L * a.length;
            case float[] a -> 4L * a.length;
            case long[] a -> 8L * a.length;
            case double[] a -> 8L * a.length;
            case Object[] a -> {
                long bytes = REFERENCE_BYTES * a.length;
                // Only the arrays of a new array of arrays are new, and all are as long as the first one.
                if (a.length > 0 && a[0] != null) {
                    bytes += a.length * bytes(a[0]);
                }
                yield bytes;
            }
            default -> 0;
        };
    }

    /** A field of an object or a class is assigned; {@code maker} is the object that the frame constructs. */
    public static void store(Frame frame, Object object, Object maker, String field, boolean changes) {
        if (frame != null && changes && (object == null || object != maker)) {
            frame.recorder.changes.add(field, object, frame);
        }
    }

    /** A block begins. */
    public static void at(Frame frame, int block) {
        if (frame != null) {
            frame.execute(block);
        }
    }

    /** The method returns. A method that throws does not report it; the next block of a caller shows it. */
    public static void leave(Frame frame) {
        if (frame != null) {
            frame.recorder.unwindTo(frame);
            frame.pop();
        }
    }

    void pop() {
        recorder.top = caller;
        method.innermost = outerOfMethod;
    }

    private void execute(int block) {
        if (recorder.top != this) {
            recorder.unwindTo(this);
        }
        recorder.changes.look(this);
        Shape shape = method.shape;
        recorder.spend(shape.sizes()[block]);
        if (recorder.dispatches != null) {
            recorder.dispatches.execute(shape.opcodes()[block]);
        }
        method.blocks[block]++;
        if (own != null) {
            own[block]++;
        }
        int loop = shape.loopAt()[block];
        if (loop >= 0) {
            boolean again = last >= 0 && shape.loops()[loop].get(last);
            returns[loop] = again ? returns[loop] + 1 : 0;
            method.returns[loop] = Math.max(method.returns[loop], returns[loop]);
            if (own != null) {
                recorder.ownReturns[loop] = Math.max(recorder.ownReturns[loop], returns[loop]);
            }
        }
        last = block;
    }
}
