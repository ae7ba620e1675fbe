package jouled.counts;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/** The file of a JVM's samples. If the process is killed, the written part stays readable. The reader is `samples.rs`. */
final class SampleFile {
    private static final int MAGIC = 0x4a534d50;
    private static final int VERSION = 2;
    private static final int TEXT = 1;
    private static final int FRAME = 2;
    private static final int STACK = 3;
    private static final int THREAD = 4;
    private static final int SAMPLE = 5;
    private static final int END = 6;
    /** At most this many texts, frames or stacks are distinguished. */
    private static final int MOST = 1 << 21;

    private record Frame(int owner, int method, int line) {}

    private record Stack(int caller, int frame) {}

    private final DataOutputStream out;
    private final Map<String, Integer> texts = new HashMap<>();
    private final Map<Frame, Integer> frames = new HashMap<>();
    private final Map<Stack, Integer> stacks = new HashMap<>();
    private final Map<Long, Integer> threads = new HashMap<>();

    /** The head: the JVM, and how it is sampled. */
    SampleFile(Path path, boolean hasRecording, long intervalNanos) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(
                Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), 1 << 16));
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(Runtime.version().feature());
        out.writeBoolean(hasRecording);
        out.writeLong(ProcessHandle.current().pid());
        out.writeLong(intervalNanos);
        out.flush();
    }

    /** Adds a stack, from the top, of a thread that used some CPU time since the last sample. */
    void sample(long unixNanos, long thread, String name, StackTraceElement[] trace, boolean isCut, long cpuNanos)
            throws IOException {
        Integer known = threads.get(thread);
        if (known == null) {
            int text = text(name);
            out.writeByte(THREAD);
            out.writeInt(text);
            out.writeLong(thread);
            known = threads.size();
            threads.put(thread, known);
        }
        int stack = 0;
        for (int at = trace.length - 1; at >= 0; at--) {
            stack = stack(stack, frame(trace[at]));
        }
        out.writeByte(SAMPLE);
        out.writeLong(unixNanos);
        out.writeInt(known);
        out.writeInt(stack);
        out.writeBoolean(isCut);
        out.writeLong(cpuNanos);
    }

    void flush() throws IOException {
        out.flush();
    }

    void end(long ownCpuNanos) throws IOException {
        out.writeByte(END);
        out.writeLong(ownCpuNanos);
        out.close();
    }

    /** Stacks are numbered from 1; 0 is none. */
    private int stack(int caller, int frame) throws IOException {
        Stack stack = new Stack(caller, frame);
        Integer known = stacks.get(stack);
        if (known != null) {
            return known;
        }
        if (stacks.size() == MOST) {
            return caller;
        }
        out.writeByte(STACK);
        out.writeInt(caller);
        out.writeInt(frame);
        stacks.put(stack, stacks.size() + 1);
        return stacks.size();
    }

    private int frame(StackTraceElement element) throws IOException {
        int owner = text(element.getClassName());
        int method = text(element.getMethodName());
        Frame frame = new Frame(owner, method, element.getLineNumber());
        Integer known = frames.get(frame);
        if (known != null || frames.size() == MOST) {
            return known == null ? 0 : known;
        }
        out.writeByte(FRAME);
        out.writeInt(owner);
        out.writeInt(method);
        out.writeInt(frame.line);
        frames.put(frame, frames.size());
        return frames.size() - 1;
    }

    private int text(String text) throws IOException {
        Integer known = texts.get(text);
        if (known != null || texts.size() == MOST) {
            return known == null ? 0 : known;
        }
        out.writeByte(TEXT);
        // The format stores the length in two bytes.
        out.writeUTF(text.length() > 20_000 ? text.substring(0, 20_000) : text);
        texts.put(text, texts.size());
        return texts.size() - 1;
    }
}
