package jouled.measure;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Runs measured methods, {@code static void run(int iterations)} each, when a line on the standard input says so:
 *
 * <pre>
 * load CLASS              ready
 * run CLASS ITERATIONS    done CPU_NS WALL_NS
 * warm CLASS ITERATIONS N warmed CPU_NS           (runs it N times)
 * sample CLASS ITERATIONS done CPU_NS WALL_NS PROBE_BEFORE_NS PROBE_AFTER_NS
 * probe                   probed CPU_NS
 * collect                 collected
 * resolution              resolved NS
 * coarse CLASS TRIALS     counted TRIALS ADVANCED
 * fine CLASS TRIALS       timed NS...
 * </pre>
 *
 * Timed classes have two methods, {@code static long coarse()} and {@code fine()}, which return the difference of two
 * readings of a clock: {@code System.currentTimeMillis()}, and {@code System.nanoTime()}.
 *
 * Its argument is the number of rounds of the probe.
 *
 * Errors are answered by a line {@code failed REASON}. The program ends at the end of its input.
 */
public final class Driver {
    private static int probeIterations;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Map<String, MethodHandle> PROGRAMS = new HashMap<>();

    /** The data of the probe; its result is stored so that the compiler cannot remove the work. */
    private static final int[] PROBED = new int[16];
    static long kept;

    private Driver() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        // Whatever a measured program prints or reads must not get between the answers.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(System.out);
        System.setIn(InputStream.nullInputStream());
        if (!THREADS.isCurrentThreadCpuTimeSupported()) {
            out.println("failed this JVM does not tell the CPU time of a thread");
            out.flush();
            return;
        }
        THREADS.setThreadCpuTimeEnabled(true);
        probeIterations = Integer.parseInt(arguments[0]);
        probe();
        out.println("ready");
        out.flush();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String answer;
            try {
                answer = answer(line.split(" "));
            } catch (Throwable problem) {
                answer = "failed " + String.valueOf(problem).replaceAll("\\s+", " ");
            }
            out.println(answer);
            out.flush();
        }
        // Threads that a program has started must not delay the end.
        Runtime.getRuntime().halt(0);
    }

    private static String answer(String[] words) throws Throwable {
        switch (words[0]) {
            case "load":
                PROGRAMS.put(words[1], MethodHandles.lookup().findStatic(
                        Class.forName(words[1]), "run", MethodType.methodType(void.class, int.class)));
                return "ready";
            case "run": {
                MethodHandle program = program(words[1]);
                int iterations = Integer.parseInt(words[2]);
                long wall = System.nanoTime();
                long cpu = THREADS.getCurrentThreadCpuTime();
                program.invokeExact(iterations);
                cpu = THREADS.getCurrentThreadCpuTime() - cpu;
                wall = System.nanoTime() - wall;
                return "done " + cpu + " " + wall;
            }
            case "warm": {
                MethodHandle program = program(words[1]);
                int iterations = Integer.parseInt(words[2]);
                int runs = Integer.parseInt(words[3]);
                long cpu = THREADS.getCurrentThreadCpuTime();
                for (int run = 0; run < runs; run++) {
                    program.invokeExact(iterations);
                }
                return "warmed " + (THREADS.getCurrentThreadCpuTime() - cpu);
            }
            case "sample": {
                MethodHandle program = program(words[1]);
                int iterations = Integer.parseInt(words[2]);
                long before = probe();
                long wall = System.nanoTime();
                long cpu = THREADS.getCurrentThreadCpuTime();
                program.invokeExact(iterations);
                cpu = THREADS.getCurrentThreadCpuTime() - cpu;
                wall = System.nanoTime() - wall;
                long after = probe();
                return "done " + cpu + " " + wall + " " + before + " " + after;
            }
            case "resolution":
                return "resolved " + resolution();
            case "coarse":
                return coarse(timed(words[1], "coarse"), Integer.parseInt(words[2]));
            case "fine":
                return fine(timed(words[1], "fine"), Integer.parseInt(words[2]));
            case "probe":
                return "probed " + probe();
            case "collect":
                System.gc();
                return "collected";
            default:
                throw new IllegalArgumentException("no such command: " + words[0]);
        }
    }

    private static MethodHandle program(String name) {
        MethodHandle program = PROGRAMS.get(name);
        if (program == null) {
            throw new IllegalArgumentException(name + " was not loaded");
        }
        return program;
    }

    private static MethodHandle timed(String name, String method) throws ReflectiveOperationException {
        return MethodHandles.lookup().findStatic(Class.forName(name), method, MethodType.methodType(long.class));
    }

    /** The smallest step of the coarse clock in nanoseconds. */
    private static long resolution() {
        long smallest = Long.MAX_VALUE;
        for (int step = 0; step < 5; step++) {
            long before = System.currentTimeMillis();
            long after = before;
            while (after == before) {
                after = System.currentTimeMillis();
            }
            smallest = Math.min(smallest, Math.abs(after - before));
        }
        return smallest * 1_000_000;
    }

    /** Bernoulli trials: how often the coarse clock advanced by one. A trial in which it advanced further was interrupted. */
    private static String coarse(MethodHandle timed, int trials) throws Throwable {
        long warm = (long) timed.invokeExact();
        int whole = 0;
        int advanced = 0;
        for (int trial = 0; trial < trials; trial++) {
            long difference = (long) timed.invokeExact();
            if (difference == 0) {
                whole++;
            } else if (difference == 1) {
                whole++;
                advanced++;
            }
        }
        kept += warm;
        return "counted " + whole + " " + advanced;
    }

    /** The same trials by the fine clock. */
    private static String fine(MethodHandle timed, int trials) throws Throwable {
        long warm = (long) timed.invokeExact();
        long[] times = new long[trials];
        for (int trial = 0; trial < trials; trial++) {
            times[trial] = (long) timed.invokeExact();
        }
        kept += warm;
        StringBuilder answer = new StringBuilder("timed");
        for (long time : times) {
            answer.append(' ').append(time);
        }
        return answer.toString();
    }

    /** A short mixed workload that shows the processor's current speed. Returns its CPU time in nanoseconds. */
    private static long probe() {
        long cpu = THREADS.getCurrentThreadCpuTime();
        kept += work(probeIterations);
        return THREADS.getCurrentThreadCpuTime() - cpu;
    }

    private static long work(int iterations) {
        int[] cells = PROBED;
        long sum = 1;
        double real = 1.0;
        int state = 12345;
        for (int i = 0; i < iterations; i++) {
            state = state * 1103515245 + 12345;
            int at = (state >>> 16) & 15;
            cells[at] += i;
            if ((state & 1024) != 0) {
                sum += cells[at] ^ i;
            } else {
                sum -= mix(sum, i);
            }
            real = real * 0.999 + at;
        }
        return sum + (long) real;
    }

    private static long mix(long sum, int i) {
        return (sum >>> 7) + i;
    }
}
