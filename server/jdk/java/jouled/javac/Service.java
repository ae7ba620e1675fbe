package jouled.javac;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.SynchronousQueue;

/**
 * Reads requests from the standard input and writes responses to the standard output, in turn, until
 * the input ends. The arguments are the size limits of a request and of a response, in bytes.
 */
public final class Service {
    /** javac is recursive over expressions: deep ones need far more than the default stack. */
    private static final long STACK_BYTES = 64L << 20;

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        int requestLimit = Integer.parseInt(arguments[0]);
        long answerLimit = Long.parseLong(arguments[1]);
        DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in));
        DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
        // Printed text must not come between the responses.
        System.setOut(System.err);
        SynchronousQueue<byte[]> requests = new SynchronousQueue<>();

        Thread compilation = new Thread(
                null,
                () -> {
                    try {
                        Compiler compiler = new Compiler(answerLimit);
                        while (true) {
                            byte[] frame = requests.take();
                            byte[] answer = compiler.answer(frame);
                            out.writeInt(answer.length);
                            out.write(answer);
                            out.flush();
                        }
                    } catch (IOException | InterruptedException e) {
                        Runtime.getRuntime().halt(1);
                    } catch (Throwable e) {
                        e.printStackTrace();
                        Runtime.getRuntime().halt(2);
                    }
                },
                "compilation",
                STACK_BYTES);
        compilation.setDaemon(true);
        compilation.start();

        out.writeInt(Wire.MAGIC);
        out.writeInt(Wire.VERSION);
        out.writeInt(Runtime.version().feature());
        out.flush();
        try {
            while (true) {
                int length = in.readInt();
                if (length < 0 || length > requestLimit) {
                    throw new IOException("a request of " + length + " bytes");
                }
                byte[] frame = in.readNBytes(length);
                if (frame.length < length) {
                    throw new EOFException();
                }
                requests.put(frame);
            }
        } catch (EOFException e) {
            // Nobody waits for what is still being compiled. At this moment, the JVM also writes an
            // archive if requested.
            System.exit(0);
        }
    }
}
