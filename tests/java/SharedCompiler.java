import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.StandardProtocolFamily;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The compilers of many tests in one JVM, until the standard input ends. Each session has a compiler of its own, from the
 * jar that its process would have run. The argument is the socket.
 */
public final class SharedCompiler {
    /** As in the service's own process. */
    private static final long STACK_BYTES = 64L << 20;

    /** After this much CPU time for one request, javac is in an endless loop, which nothing else ends. */
    private static final long LONGEST_REQUEST_NS = 60_000_000_000L;

    private final Map<String, ClassLoader> programs = new HashMap<>();
    /** The threads with a request, and the CPU time that they had used before it. */
    private final Map<Thread, Long> busy = new ConcurrentHashMap<>();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    public static void main(String[] arguments) throws IOException {
        ServerSocketChannel sockets = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        sockets.bind(UnixDomainSocketAddress.of(Path.of(arguments[0])));
        SharedCompiler shared = new SharedCompiler();
        start("sessions", () -> shared.accept(sockets));
        start("watch", shared::watch);
        System.out.println("ready");
        while (System.in.read() >= 0) {}
        System.exit(0);
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends this process if a request does not end. Tests start a JVM of their own then. */
    private void watch() {
        while (true) {
            busy.forEach((thread, before) -> {
                if (threads.getThreadCpuTime(thread.getId()) - before > LONGEST_REQUEST_NS) {
                    System.err.println("SharedCompiler: a compilation does not end; its test needs a JVM of its own");
                    System.exit(1);
                }
            });
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void accept(ServerSocketChannel sockets) {
        try {
            while (true) {
                SocketChannel socket = sockets.accept();
                start("session", () -> serve(socket));
            }
        } catch (IOException e) {
            // Without this thread, tests start a JVM of their own.
            e.printStackTrace();
            System.exit(1);
        }
    }

    /** A session: what the service's program would do with its arguments, its standard input and its standard output. */
    private void serve(SocketChannel socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(socket));
            DataOutputStream out =
                    new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(socket), 1 << 16));
            ClassLoader program = program(new String(in.readNBytes(in.readInt()), "UTF-8"));
            int requestLimit = in.readInt();
            Class<?> wire = Class.forName("jouled.javac.Wire", true, program);
            out.writeInt(constant(wire, "MAGIC"));
            out.writeInt(constant(wire, "VERSION"));
            out.writeInt(Runtime.version().feature());
            out.flush();
            Class<?> type = Class.forName("jouled.javac.Compiler", true, program);
            Constructor<?> make = type.getDeclaredConstructor(long.class);
            make.setAccessible(true);
            Method answer = type.getDeclaredMethod("answer", byte[].class);
            answer.setAccessible(true);
            Object compiler = make.newInstance(in.readLong());
            try {
                while (true) {
                    int length = in.readInt();
                    if (length < 0 || length > requestLimit) {
                        return;
                    }
                    byte[] frame = in.readNBytes(length);
                    if (frame.length < length) {
                        return;
                    }
                    busy.put(Thread.currentThread(), threads.getCurrentThreadCpuTime());
                    byte[] bytes = (byte[]) answer.invoke(compiler, (Object) frame);
                    busy.remove(Thread.currentThread());
                    out.writeInt(bytes.length);
                    out.write(bytes);
                    out.flush();
                }
            } finally {
                busy.remove(Thread.currentThread());
                close(compiler);
            }
        } catch (IOException e) {
            // The session is over.
        } catch (Throwable e) {
            e.printStackTrace();
        }
    }

    /** The classes of a jar. One that was replaced is another one. */
    private synchronized ClassLoader program(String jar) throws IOException {
        Path path = Path.of(jar);
        String key = jar + " " + Files.size(path) + " " + Files.getLastModifiedTime(path);
        ClassLoader known = programs.get(key);
        if (known == null) {
            known = new URLClassLoader(new URL[] {path.toUri().toURL()});
            programs.put(key, known);
        }
        return known;
    }

    /** Closes the jars of a session. */
    private static void close(Object compiler) throws ReflectiveOperationException {
        Field files = compiler.getClass().getDeclaredField("files");
        files.setAccessible(true);
        Method drop = files.getType().getDeclaredMethod("drop");
        drop.setAccessible(true);
        drop.invoke(files.get(compiler));
    }

    private static int constant(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.getInt(null);
    }
}
