package jouled.javac;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bytes between the two processes. The other side is wire.rs; the version is that of both. */
final class Wire {
    static final int MAGIC = 0x4a4a4143;
    static final int VERSION = 3;

    static final int COMPLETED = 0;
    static final int STACK_OVERFLOW = 1;
    static final int OUT_OF_MEMORY = 2;
    static final int INTERNAL = 3;
    static final int TOO_LARGE = 4;

    private Wire() {}

    /** A unit of source text. */
    record Source(String path, String text) {}

    /** A request. */
    record Request(
            long id,
            boolean keepWarm,
            boolean attributes,
            int release,
            int languageLevel,
            List<String> classPath,
            List<String> modulePath,
            List<String> addModules,
            List<Source> sources,
            Map<String, byte[]> classes) {

        /** Reads a frame. Throws IllegalArgumentException if it does not follow the protocol. */
        static Request read(byte[] frame) {
            try {
                Reader in = new Reader(ByteBuffer.wrap(frame));
                Request request = new Request(
                        in.buffer.getLong(),
                        in.buffer.get() != 0,
                        in.buffer.get() != 0,
                        in.buffer.getInt(),
                        in.buffer.getInt(),
                        in.strings(),
                        in.strings(),
                        in.strings(),
                        in.sources(),
                        in.classes());
                if (in.buffer.hasRemaining()) {
                    throw new IllegalArgumentException("the frame has bytes too many");
                }
                return request;
            } catch (BufferUnderflowException e) {
                throw new IllegalArgumentException("the frame ends too early", e);
            }
        }
    }

    private record Reader(ByteBuffer buffer) {
        byte[] block() {
            int length = count();
            byte[] bytes = new byte[length];
            buffer.get(bytes);
            return bytes;
        }

        /** A length or count. Each counted thing takes at least a byte of the frame. */
        int count() {
            int count = buffer.getInt();
            if (count < 0 || count > buffer.remaining()) {
                throw new BufferUnderflowException();
            }
            return count;
        }

        String string() {
            int length = count();
            String text = new String(
                    buffer.array(), buffer.arrayOffset() + buffer.position(), length, StandardCharsets.UTF_8);
            buffer.position(buffer.position() + length);
            return text;
        }

        List<String> strings() {
            int count = count();
            List<String> strings = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                strings.add(string());
            }
            return strings;
        }

        List<Source> sources() {
            int count = count();
            List<Source> sources = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                sources.add(new Source(string(), string()));
            }
            return sources;
        }

        Map<String, byte[]> classes() {
            int count = count();
            Map<String, byte[]> classes = new LinkedHashMap<>();
            for (int i = 0; i < count; i++) {
                classes.put(string(), block());
            }
            return classes;
        }
    }

    /** A response while it is written. It never exceeds the limit. */
    static final class Answer {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final long limit;
        /** The length that the response would have without the limit. */
        private long wanted;

        Answer(long limit) {
            this.limit = limit;
        }

        static Answer failed(long id, int status, String detail) {
            Answer answer = new Answer(Long.MAX_VALUE);
            answer.putLong(id);
            answer.putByte(status);
            answer.putString(detail);
            return answer;
        }

        private static Answer tooLarge(long id, long wanted) {
            Answer answer = new Answer(Long.MAX_VALUE);
            answer.putLong(id);
            answer.putByte(TOO_LARGE);
            answer.putLong(wanted);
            return answer;
        }

        /** This response, or the one that says that it is too large. */
        Answer withinLimit(long id) {
            return wanted > limit ? tooLarge(id, wanted) : this;
        }

        void putByte(int value) {
            put(new byte[] {(byte) value});
        }

        void putInt(int value) {
            put(ByteBuffer.allocate(4).putInt(value).array());
        }

        void putLong(long value) {
            put(ByteBuffer.allocate(8).putLong(value).array());
        }

        void putString(String text) {
            putBlock(text.getBytes(StandardCharsets.UTF_8));
        }

        void putBlock(byte[] block) {
            putInt(block.length);
            put(block);
        }

        private void put(byte[] more) {
            wanted += more.length;
            if (wanted <= limit) {
                bytes.writeBytes(more);
            }
        }

        byte[] toBytes() {
            return bytes.toByteArray();
        }
    }
}
