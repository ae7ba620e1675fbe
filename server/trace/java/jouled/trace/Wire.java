package jouled.trace;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bytes between the two processes. The other side is wire.rs; the version covers both. */
final class Wire {
    static final int MAGIC = 0x4a545243;
    static final int VERSION = 4;

    static final int RETURNED = 0;
    static final int THREW = 1;
    static final int OUT_OF_INSTRUCTIONS = 2;
    static final int FAILED = 3;

    private Wire() {}

    record MethodName(String owner, String name, String descriptor) {}

    /** A loop by the indices of its instructions. */
    record Loop(int header, BitSet body) {}

    /** The called method and its arguments. */
    record Run(MethodName method, Value receiver, List<Value> arguments) {}

    /** Classes that belong together, and the calls into them. */
    record Program(Map<String, byte[]> classes, Map<MethodName, List<Loop>> loops, List<Run> runs) {
        static Program read(DataInputStream in) throws IOException {
            return new Program(readClasses(in), readLoops(in), readRuns(in));
        }
    }

    private static Map<String, byte[]> readClasses(DataInputStream in) throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            classes.put(string(in), in.readNBytes(in.readInt()));
        }
        return classes;
    }

    private static Map<MethodName, List<Loop>> readLoops(DataInputStream in) throws IOException {
        Map<MethodName, List<Loop>> loops = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            MethodName method = methodName(in);
            List<Loop> ofMethod = new ArrayList<>();
            for (int more = in.readInt(); more > 0; more--) {
                int header = in.readInt();
                BitSet body = new BitSet();
                for (int size = in.readInt(); size > 0; size--) {
                    body.set(in.readInt());
                }
                ofMethod.add(new Loop(header, body));
            }
            loops.put(method, ofMethod);
        }
        return loops;
    }

    private static List<Run> readRuns(DataInputStream in) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            MethodName method = methodName(in);
            Value receiver = in.readBoolean() ? Value.read(in) : null;
            runs.add(new Run(method, receiver, Value.readAll(in)));
        }
        return runs;
    }

    private static MethodName methodName(DataInputStream in) throws IOException {
        return new MethodName(string(in), string(in), string(in));
    }

    static String string(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    static void putString(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static void putFrame(DataOutputStream out, ByteArrayOutputStream frame) throws IOException {
        out.writeInt(frame.size());
        frame.writeTo(out);
        out.flush();
    }

    /** The methods that are counted, and where their blocks begin. */
    static void putShapes(DataOutputStream out, List<Shape> shapes) throws IOException {
        out.writeInt(shapes.size());
        for (Shape shape : shapes) {
            putString(out, shape.owner());
            putString(out, shape.name());
            putString(out, shape.descriptor());
            out.writeInt(shape.starts().length);
            for (int block = 0; block < shape.starts().length; block++) {
                out.writeInt(shape.starts()[block]);
                out.writeInt(shape.sizes()[block]);
            }
        }
    }

    /** What a run executed. */
    static void putRun(DataOutputStream out, int outcome, String detail, Recorder recorder) throws IOException {
        out.writeByte(outcome);
        putString(out, detail);
        out.writeBoolean(recorder.own != null);
        if (recorder.own != null) {
            putLongs(out, recorder.own);
            putLongs(out, recorder.ownReturns);
        }
        out.writeInt(recorder.called.size());
        for (MethodCounts counts : recorder.called) {
            out.writeInt(counts.index);
            out.writeLong(counts.invocations);
            out.writeInt(counts.depth);
            putLongs(out, counts.blocks);
            putLongs(out, counts.returns);
            putLongs(out, counts.most);
            putInts(out, counts.wrapped);
        }
        recorder.changes.put(out);
    }

    static void putInts(DataOutputStream out, BitSet numbers) throws IOException {
        out.writeInt(numbers.cardinality());
        for (int number = numbers.nextSetBit(0); number >= 0; number = numbers.nextSetBit(number + 1)) {
            out.writeInt(number);
        }
    }

    private static void putLongs(DataOutputStream out, long[] numbers) throws IOException {
        out.writeInt(numbers.length);
        for (long number : numbers) {
            out.writeLong(number);
        }
    }
}
