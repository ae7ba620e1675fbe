package jouled.counts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes the counts. The reader is `read.rs`. */
final class Report {
    private static final int MAGIC = 0x4a434e54;
    private static final int VERSION = 1;

    private final Path out;
    private final Counters counters;
    private final Registry registry;
    private final Class<?> recorder;
    private final References.Options options;
    /** How the counts grew over time; null if this is not requested. */
    private final Readings readings;
    /** For each counter that is read, the index of its method among those written, or -1. */
    private int[] placeOf = new int[0];
    private int written;
    private final Bytes bytes = new Bytes(1 << 16);
    private long[][] counts;
    private Class<?>[][] first;
    private Class<?>[][][] others;
    private long[][][] seen;
    private PathCounts paths;

    Report(
            Path out,
            Counters counters,
            Registry registry,
            Class<?> recorder,
            References.Options options,
            Readings readings) {
        this.out = out;
        this.counters = counters;
        this.registry = registry;
        this.recorder = recorder;
        this.options = options;
        this.readings = readings;
    }

    void write() throws IOException, ReflectiveOperationException {
        if (readings != null) {
            readings.finish();
            placeOf = new int[counters.taken()];
            java.util.Arrays.fill(placeOf, -1);
        }
        counts = counters.copy();
        first = (Class<?>[][]) recorder.getField("FIRST_CLASS").get(null);
        others = (Class<?>[][][]) recorder.getField("OTHERS").get(null);
        seen = (long[][][]) recorder.getField("COUNTS").get(null);
        int[] order = (int[]) recorder.getField("order").get(null);
        int passed = (int) recorder.getField("passed").get(null);
        paths = new PathCounts(recorder);
        CountedClass[] all = registry.classes();
        bytes.u4(MAGIC);
        bytes.u4(VERSION);
        bytes.u2(Runtime.version().feature());
        bytes.u1((options.receivers || options.ownReceivers ? 1 : 0) | (options.lines ? 2 : 0) | (readings != null ? 8 : 0) | (options.withPaths.length > 0 ? 16 : 0) | (options.places ? 32 : 0));
        bytes.u4(all.length);
        for (CountedClass counted : all) {
            counted(counted);
        }
        if (options.withPaths.length > 0) {
            bytes.u8(((long[]) recorder.getField("pathCounts").get(null))[0]);
        }
        Registry.LeftOut[] leftOut = registry.leftOut();
        bytes.u4(leftOut.length);
        for (Registry.LeftOut one : leftOut) {
            bytes.block(one.owner());
            bytes.block(one.method());
            bytes.block(one.descriptor());
            bytes.block(one.reason().getBytes(StandardCharsets.UTF_8));
        }
        events(all);
        bytes.u4(passed);
        for (int at = 0; at < passed; at++) {
            bytes.u4(order[at]);
        }
        if (readings != null) {
            readings.write(bytes, placeOf);
        }
        Path unfinished = out.resolveSibling(out.getFileName() + ".unfinished");
        Files.write(unfinished, bytes.toArray());
        Files.move(unfinished, out, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private void counted(CountedClass counted) {
        bytes.block(counted.name);
        int countAt = bytes.length;
        bytes.u4(0);
        int executed = 0;
        for (int at = 0; at < counted.count; at++) {
            CountedMethod method = counted.methods[at];
            if (isExecuted(method)) {
                method(method);
                executed++;
            }
        }
        bytes.setU4(countAt, executed);
    }

    private boolean isExecuted(CountedMethod method) {
        for (int place = 0; place < method.places; place++) {
            if (at(method.first + place) != 0) {
                return true;
            }
        }
        return false;
    }

    private long at(int place) {
        return counts[place / Counters.CHUNK][place % Counters.CHUNK];
    }

    private long[] counts(CountedMethod method) {
        long[] all = new long[method.counters];
        for (int counter = 0; counter < method.counters; counter++) {
            int place = method.place[counter];
            all[counter] = place < 0 ? 0 : at(method.first + place);
        }
        Derived.fillIn(method, all);
        return all;
    }

    private void method(CountedMethod method) {
        if (readings != null && method.first < placeOf.length) {
            placeOf[method.first] = written;
        }
        written++;
        bytes.block(method.name);
        bytes.block(method.descriptor);
        bytes.u8(method.digest);
        if (options.places) {
            bytes.u4(method.first);
        }
        long[] counts = counts(method);
        bytes.u4(method.counters);
        for (int counter = 0; counter < method.counters; counter++) {
            bytes.u1(method.kinds[counter]);
            bytes.u2(method.at[counter]);
            bytes.u2(method.to[counter]);
            bytes.u8(counts[counter]);
        }
        int countAt = bytes.length;
        bytes.u4(0);
        int called = 0;
        for (int site = 0; site < method.sites.length; site++) {
            if (type(method.firstSite + site, 0) != null) {
                site(executions(method, method.sites[site], counts), method.sites[site], method.firstSite + site);
                called++;
            }
        }
        bytes.setU4(countAt, called);
        if (options.lines) {
            bytes.u4(method.lines.length / 2);
            for (int entry : method.lines) {
                bytes.u2(entry);
            }
        }
        if (options.withPaths.length > 0) {
            paths.write(bytes, method.pathRoot);
        }
    }

    /** The classes at a call site in the order of their places; null if there is none. */
    private Class<?> type(int site, int slot) {
        if (slot == 0) {
            Class<?>[] block = first[site / Recorder.BLOCK];
            return block == null ? null : block[site % Recorder.BLOCK];
        }
        Class<?>[][] block = others[site / Recorder.BLOCK];
        Class<?>[] more = block == null ? null : block[site % Recorder.BLOCK];
        return more == null ? null : more[slot - 1];
    }

    /** The count of a class that is not the first one of its site. */
    private long seen(int site, int slot) {
        long[][] block = seen[site / Recorder.BLOCK];
        long[] counts = block == null ? null : block[site % Recorder.BLOCK];
        return counts == null ? 0 : counts[slot - 1];
    }

    private void site(long executions, int instruction, int site) {
        bytes.u2(instruction);
        bytes.u8(seen(site, Recorder.SLOTS));
        int types = 0;
        long ofFirst = executions - seen(site, Recorder.SLOTS);
        while (types < Recorder.SLOTS && type(site, types) != null) {
            if (types > 0) {
                ofFirst -= seen(site, types);
            }
            types++;
        }
        bytes.u1(types);
        for (int slot = 0; slot < types; slot++) {
            bytes.block(name(type(site, slot)));
            // It was there at least once. The other counts may be a little too large.
            bytes.u8(slot > 0 ? seen(site, slot) : Math.max(ofFirst, 1));
        }
    }

    /** How often the block of an instruction ran. */
    private static long executions(CountedMethod method, int instruction, long[] counts) {
        long executions = 0;
        for (int counter = 0; counter < method.counters && method.at[counter] <= instruction; counter++) {
            if (method.kinds[counter] == CountedMethod.BLOCK) {
                executions = counts[counter];
            }
        }
        return executions;
    }

    private static byte[] name(Class<?> type) {
        return type.getName().replace('.', '/').getBytes(StandardCharsets.UTF_8);
    }

    /** The meaning of the numbers in the order of events. */
    private void events(CountedClass[] all) {
        int countAt = bytes.length;
        bytes.u4(0);
        int events = 0;
        for (CountedClass counted : all) {
            for (int at = 0; at < counted.count; at++) {
                CountedMethod method = counted.methods[at];
                if (method.isFollowed) {
                    events += events(counted, method);
                }
            }
        }
        bytes.setU4(countAt, events);
    }

    private int events(CountedClass counted, CountedMethod method) {
        int events = 0;
        for (int counter = 0; counter < method.counters; counter++) {
            if (method.kinds[counter] == CountedMethod.BLOCK) {
                event(method.first + counter, counted, method, method.at[counter], new byte[0]);
                events++;
            }
        }
        for (int at = 0; at < method.sites.length; at++) {
            int site = method.firstSite + at;
            for (int slot = 0; slot <= Recorder.SLOTS; slot++) {
                boolean isOther = slot == Recorder.SLOTS;
                Class<?> type = isOther ? null : type(site, slot);
                if (type != null || isOther) {
                    byte[] target = isOther ? new byte[] {'*'} : name(type);
                    event(-1 - site * (Recorder.SLOTS + 1) - slot, counted, method, method.sites[at], target);
                    events++;
                }
            }
        }
        return events;
    }

    private void event(int number, CountedClass counted, CountedMethod method, int at, byte[] target) {
        bytes.u4(number);
        bytes.block(counted.name);
        bytes.block(method.name);
        bytes.block(method.descriptor);
        bytes.u2(at);
        bytes.block(target);
    }
}
