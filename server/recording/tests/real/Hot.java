import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import jdk.jfr.FlightRecorder;

/** Runs known methods for a while in two threads, and does a little of everything else. */
public class Hot {
    static long sink;

    static long spin(int n) {
        long a = 1;
        for (int i = 0; i < n; i++) {
            a = a * 31 + i;
            a ^= a >>> 7;
        }
        return a;
    }

    static long sort(int n) {
        Random random = new Random(1);
        int[] a = new int[n];
        for (int i = 0; i < n; i++) a[i] = random.nextInt();
        Arrays.sort(a);
        return a[n / 2];
    }

    static Map<String, Integer> fill(int n) {
        Map<String, Integer> map = new HashMap<>();
        for (int i = 0; i < n; i++) map.merge("k" + (i % 997), 1, Integer::sum);
        return map;
    }

    static long deep(int n) {
        return n == 0 ? spin(1_000_000) : deep(n - 1) + 1;
    }

    static void writeDeep(int n, FileOutputStream out) throws Exception {
        if (n == 0) out.write(1);
        else writeDeep(n - 1, out);
    }

    static void work(long millis) {
        LongSupplier supplier = () -> spin(3_000_000);
        long end = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() < end) {
            sink += supplier.getAsLong();
            sink += sort(50_000);
            sink += deep(200);
        }
    }

    /** Starts a virtual thread, if the JDK supports them. */
    static Thread virtual(Runnable runnable) throws Exception {
        try {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, runnable);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        long millis = Long.parseLong(args[0]);
        Thread worker = new Thread(() -> {
            long end = System.nanoTime() + millis * 1_000_000;
            while (System.nanoTime() < end) sink += fill(10_000).size();
        }, "wörker ☕");
        worker.start();
        work(millis / 2);
        // Ends a chunk and begins the next one.
        FlightRecorder.getFlightRecorder().takeSnapshot().close();
        Thread renamed = new Thread(() -> {
            work(millis / 8);
            Thread.currentThread().setName("renamed");
            work(millis / 8);
        }, "named");
        renamed.start();
        Thread virtual = virtual(() -> work(millis / 4));
        work(millis / 4);
        renamed.join();
        worker.join();
        if (virtual != null) virtual.join();
        Thread blocked = new Thread(() -> { synchronized (Hot.class) { sink++; } }, "blocked");
        synchronized (Hot.class) {
            blocked.start();
            Thread.sleep(60);
        }
        blocked.join();
        LockSupport.parkNanos(30_000_000);
        Path file = Files.createTempFile("hot", ".bin");
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(new byte[1 << 20]);
            // Samples may miss deep stacks; this event has one.
            writeDeep(200, out);
            out.getChannel().force(true);
        }
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            sink += in.readAllBytes().length;
        }
        Files.delete(file);
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread client = new Thread(() -> {
                try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                    socket.getOutputStream().write(new byte[100_000]);
                } catch (Exception e) {
                    throw new RuntimeException(e);
                }
            }, "client");
            client.start();
            try (Socket socket = server.accept()) {
                sink += socket.getInputStream().readAllBytes().length;
            }
            client.join();
        }
        System.gc();
    }
}
