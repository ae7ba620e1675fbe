import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two threads that run the same methods. Arguments: the number of rounds of both, or 0; if it is 0, the CPU time to use in
 * seconds; the file prefix.
 */
public class ThreadRuns {
    private static final int THREADS = 2;
    private static final AtomicLong BEGUN = new AtomicLong();
    static volatile long sink;

    interface Shape {
        double area();
    }

    record Square(double side) implements Shape {
        @Override
        public double area() {
            return side * side;
        }
    }

    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return radius * radius * Math.PI;
        }
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    static long loop(long value) {
        for (int i = 0; i < 2_000_000; i++) {
            value = (value & 1) == 0 ? value * 31 + i : value >>> 1;
        }
        return value;
    }

    static double shapes(Random random) {
        Shape[] all = new Shape[64];
        for (int i = 0; i < all.length; i++) {
            all[i] = random.nextBoolean() ? new Square(i) : new Circle(i);
        }
        double sum = 0;
        for (int turn = 0; turn < 30_000; turn++) {
            for (Shape shape : all) {
                sum += shape.area();
            }
        }
        return sum;
    }

    static int counted(Random random) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 300_000; i++) {
            counts.merge(random.nextInt() & 511, 1, Integer::sum);
        }
        return counts.size();
    }

    static int sorted(Random random) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 15_000; i++) {
            words.add("word-" + random.nextInt());
        }
        Collections.sort(words);
        return words.get(0).hashCode();
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    public static void main(String[] arguments) throws Exception {
        long start = cpuNanos();
        long units = Long.parseLong(arguments[0]);
        long limit = start + Long.parseLong(arguments[1]) * 1_000_000_000L;
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < THREADS; number++) {
            Random random = new Random(number);
            Thread thread = new Thread(() -> {
                long sum = 0;
                while (units == 0 ? cpuNanos() < limit : BEGUN.get() < units) {
                    BEGUN.incrementAndGet();
                    sum += loop(random.nextInt()) + (long) shapes(random) + counted(random) + sorted(random) + fibonacci(25);
                }
                sink += sum;
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Path told = Path.of(arguments[2] + "-" + ProcessHandle.current().pid());
        Files.writeString(told, start + " " + (cpuNanos() - start) + " " + BEGUN.get());
    }
}
