package jouled.counts;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the classes of this JVM count their blocks, samples its stacks, or both, and writes the results when the JVM ends. */
public final class Agent {
    private static final int MOST_EVENTS = 1 << 28;
    private static final int DEPTH = 1024;
    private static final int MOST_STRIPES = 64;
    /** The part of the heap that stripes may use: one in so many. */
    private static final int PART_OF_HEAP = 8;

    /** What samples this JVM since the agent was attached to it. */
    private static Sampling attached;

    private Agent() {}

    public static void premain(String settings, Instrumentation instrumentation) {
        startOrSayWhy(settings, instrumentation);
    }

    public static void agentmain(String settings, Instrumentation instrumentation) {
        startOrSayWhy(settings, instrumentation);
    }

    /** Whatever fails here, the program itself continues. */
    private static void startOrSayWhy(String settings, Instrumentation instrumentation) {
        try {
            start(settings, instrumentation);
        } catch (Exception | LinkageError failure) {
            System.err.println("jouled: nothing is recorded in this JVM: " + failure);
        }
    }

    /**
     * The settings are a file with one setting on each line. To count: `out=FILE`, `receivers=all` or `receivers=own`, `lines=true`, `places=true`,
     * `events=NUMBER`, `follow=METHOD`, `paths=CLASS.NAME` and `stripes=NUMBER`. `entries-of=NUMBER` counts only the calls of one method in so many; with
     * `readings-nanos=NUMBER` the counts are also read periodically. To sample: `samples=FILE` and `interval-nanos=NUMBER`,
     * with `watched=PROCESS` only until that process ends. `stop=PROCESS` ends the sampling that this process
     * began. The last `%p` in the name of a file is the process number.
     */
    private static void start(String settings, Instrumentation instrumentation) throws Exception {
        Path out = null;
        Path samples = null;
        long intervalNanos = 10_000_000;
        long watched = -1;
        long readingsNanos = 0;
        int events = 0;
        References.Options options = new References.Options();
        List<byte[]> followed = new ArrayList<>();
        List<byte[]> withPaths = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of(settings), StandardCharsets.UTF_8)) {
            int equals = line.indexOf('=');
            String value = line.substring(equals + 1);
            switch (line.substring(0, Math.max(equals, 0))) {
                case "out" -> out = fileOfThisProcess(value);
                case "samples" -> samples = fileOfThisProcess(value);
                case "interval-nanos" -> intervalNanos = Long.parseLong(value);
                case "readings-nanos" -> readingsNanos = Long.parseLong(value);
                case "watched" -> watched = Long.parseLong(value);
                case "stop" -> {
                    stop(Long.parseLong(value));
                    return;
                }
                case "receivers" -> {
                    options.receivers = value.equals("all");
                    options.ownReceivers = value.equals("own");
                }
                case "places" -> options.places = Boolean.parseBoolean(value);
                case "lines" -> options.lines = Boolean.parseBoolean(value);
                case "entries-of" -> options.entriesOf = Integer.parseInt(value);
                case "stripes" -> options.stripes = Integer.highestOneBit(Math.min(Integer.parseInt(value), MOST_STRIPES));
                case "events" -> events = Math.min(Integer.parseInt(value), MOST_EVENTS);
                case "paths" -> withPaths.add(value.replace('.', '/').getBytes(StandardCharsets.UTF_8));
                case "follow" -> followed.add(value.getBytes(StandardCharsets.UTF_8));
                default -> throw new IllegalArgumentException("unknown setting: " + line);
            }
        }
        if (samples == null && out == null) {
            throw new IllegalArgumentException("no setting says what is recorded");
        }
        options.followed = followed.toArray(new byte[0][]);
        options.withPaths = withPaths.toArray(new byte[0][]);
        // Rewriting the loaded classes must not be in the samples.
        if (out != null) {
            count(out, options, events, readingsNanos, instrumentation);
        }
        if (samples != null) {
            sample(samples, intervalNanos, watched);
        }
    }

    private static Path fileOfThisProcess(String pattern) {
        // Folders may have such names, too.
        int at = pattern.lastIndexOf("%p");
        return Path.of(at < 0 ? pattern : pattern.substring(0, at) + ProcessHandle.current().pid() + pattern.substring(at + 2));
    }

    private static synchronized void sample(Path out, long intervalNanos, long watched) throws IOException {
        if (watched < 0) {
            Sampling sampling = Sampling.start(out, intervalNanos, DEPTH);
            Runtime.getRuntime().addShutdownHook(new Thread(sampling::atExit, Sampler.NAME));
        } else if (attached == null || attached.isOver()) {
            attached = Sampling.attach(out, intervalNanos, DEPTH, watched);
        } else {
            throw new IllegalStateException("another jouled already samples this JVM");
        }
    }

    /** A process that was refused must not end the sampling of another one. */
    private static synchronized void stop(long watching) {
        if (attached != null && attached.isFor(watching)) {
            attached.atExit();
            attached = null;
        }
    }

    private static void count(
            Path out,
            References.Options options,
            int events,
            long readingsNanos,
            Instrumentation instrumentation)
            throws Exception {
        MethodHandles.Lookup lookup = openJavaBase(instrumentation);
        Class<?> shared = Shared.recorder(lookup);
        shared.getField("order").set(null, new int[events]);
        shared.getField("paths").set(null, new int[options.withPaths.length == 0 ? 0 : Recorder.MOST_PATHS][Recorder.LINKS]);
        shared.getField("pathCounts").set(null, new long[options.withPaths.length == 0 ? 0 : Recorder.MOST_PATHS]);
        shared.getField("stripes").set(null, options.stripes);
        if (options.stripes > 1 && !Shared.canStripe(lookup)) {
            options.stripes = 1;
            shared.getField("stripes").set(null, 1);
        }
        long mostBytes = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
        Counters counters = new Counters(lookup, options.stripes, mostBytes, options.entriesOf == 0);
        Registry registry = new Registry();
        // Load the classes that rewriting needs before a class load needs them.
        new ClassWriter(Shared.bytesOf("Recorder.class"), counters, options, new Registry(), false).write();
        Counting counting = new Counting(counters, registry, options);
        Readings readings = options.entriesOf > 0 && readingsNanos > 0 ? new Readings(counters, readingsNanos) : null;
        Report report = new Report(out, counters, registry, shared, options, readings);
        Runtime.getRuntime().addShutdownHook(new Thread("jouled counts") {
            @Override
            public void run() {
                counting.stop();
                try {
                    report.write();
                } catch (IOException | ReflectiveOperationException failure) {
                    System.err.println("jouled: the counts could not be written: " + failure);
                }
            }
        });
        instrumentation.addTransformer(counting, true);
        if (readings != null) {
            readings.start();
        }
        if (options.entriesOf > 0) {
            return;
        }
        Class<?>[] loaded = instrumentation.getAllLoadedClasses();
        int count = 0;
        for (Class<?> type : loaded) {
            if (instrumentation.isModifiableClass(type)) {
                loaded[count++] = type;
            }
        }
        Class<?>[] modifiable = new Class<?>[count];
        System.arraycopy(loaded, 0, modifiable, 0, count);
        retransform(instrumentation, modifiable, registry);
    }

    private static MethodHandles.Lookup openJavaBase(Instrumentation instrumentation) throws IllegalAccessException {
        Module base = Object.class.getModule();
        Set<Module> us = Set.of(Agent.class.getModule());
        instrumentation.redefineModule(base, Set.of(), Map.of(), Map.of("java.lang", us), Set.of(), Map.of());
        return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
    }

    /** A class that the JVM refuses fails all classes given with it, so the list is halved until that class is alone. */
    private static void retransform(Instrumentation instrumentation, Class<?>[] classes, Registry registry) {
        if (classes.length == 0) {
            return;
        }
        try {
            instrumentation.retransformClasses(classes);
        } catch (UnmodifiableClassException | LinkageError | InternalError failure) {
            if (classes.length == 1) {
                byte[] name = classes[0].getName().replace('.', '/').getBytes(StandardCharsets.UTF_8);
                registry.leaveOut(name, "the JVM refused it with counters: " + failure);
                return;
            }
            int half = classes.length / 2;
            Class<?>[] first = new Class<?>[half];
            Class<?>[] second = new Class<?>[classes.length - half];
            System.arraycopy(classes, 0, first, 0, half);
            System.arraycopy(classes, half, second, 0, second.length);
            retransform(instrumentation, first, registry);
            retransform(instrumentation, second, registry);
        }
    }
}
