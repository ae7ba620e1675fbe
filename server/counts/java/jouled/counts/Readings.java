package jouled.counts;

import java.time.Instant;

/** Reads the counters periodically, and stores how much each has grown since the last reading. */
final class Readings extends Thread {
    private static final long NANOS_A_MILLI = 1_000_000;
    /** The counters that are read: those of the classes loaded first. */
    private static final int MOST_COUNTERS = 1 << 14;
    /** If there are more readings, each two consecutive ones are merged. */
    private static final int MOST_STEPS = 1 << 17;
    private static final int MOST_READINGS = 1 << 12;

    private final Counters counters;
    private long intervalNanos;
    private boolean isEnded;
    private long[] before = new long[64];
    private long[] now = new long[64];
    /** For each reading, when it ended and where its steps end; it begins when the previous one ended. */
    private final long[] ends = new long[MOST_READINGS + 1];
    private final int[] stepEnds = new int[MOST_READINGS + 1];
    private int readings;
    private final long beganUnixNanos = unixNanos();
    /** The counters that grew, in ascending order within a reading, and by how much. */
    private int[] counter = new int[1024];
    private long[] step = new long[1024];
    private int steps;

    Readings(Counters counters, long intervalNanos) {
        super("jouled readings");
        this.counters = counters;
        this.intervalNanos = intervalNanos;
        setDaemon(true);
    }

    private static long unixNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    @Override
    public void run() {
        try {
            while (read(false)) {
                Thread.sleep(intervalNanos / NANOS_A_MILLI, (int) (intervalNanos % NANOS_A_MILLI));
            }
        } catch (InterruptedException interrupted) {
            // Earlier readings stay.
        }
    }

    /** Makes the last reading. */
    void finish() {
        read(true);
    }

    private synchronized boolean read(boolean isLast) {
        if (isEnded) {
            return false;
        }
        isEnded = isLast;
        int taken = Math.min(counters.taken(), MOST_COUNTERS);
        if (taken > before.length) {
            before = java.util.Arrays.copyOf(before, Math.max(taken, Math.min(2 * before.length, MOST_COUNTERS)));
            now = new long[before.length];
        }
        if (readings == MOST_READINGS || steps + taken > MOST_STEPS) {
            halve();
        }
        if (steps + taken > step.length) {
            int room = Math.max(steps + taken, 2 * step.length);
            counter = java.util.Arrays.copyOf(counter, room);
            step = java.util.Arrays.copyOf(step, room);
        }
        counters.copy(now, taken);
        ends[readings] = unixNanos();
        for (int at = 0; at < taken; at++) {
            if (now[at] > before[at]) {
                counter[steps] = at;
                step[steps++] = now[at] - before[at];
                before[at] = now[at];
            }
        }
        stepEnds[readings++] = steps;
        return !isLast;
    }

    /** Merges each two readings, from front to back: nothing is overwritten before it is read. */
    private void halve() {
        int to = 0;
        int joined = 0;
        int from = 0;
        for (int reading = 0; reading < readings; reading += 2) {
            int second = Math.min(reading + 1, readings - 1);
            int one = from;
            int oneEnd = stepEnds[reading];
            int two = oneEnd;
            int twoEnd = stepEnds[second];
            int[] counters = new int[twoEnd - one];
            long[] sums = new long[twoEnd - one];
            int count = 0;
            while (one < oneEnd || two < twoEnd) {
                boolean isFirst = two == twoEnd || one < oneEnd && counter[one] <= counter[two];
                boolean isSecond = one == oneEnd || two < twoEnd && counter[two] <= counter[one];
                counters[count] = isFirst ? counter[one] : counter[two];
                sums[count++] = (isFirst ? step[one++] : 0) + (isSecond ? step[two++] : 0);
            }
            System.arraycopy(counters, 0, counter, to, count);
            System.arraycopy(sums, 0, step, to, count);
            from = twoEnd;
            to += count;
            ends[joined] = ends[second];
            stepEnds[joined++] = to;
        }
        readings = joined;
        steps = to;
        intervalNanos *= 2;
    }

    /** Writes each reading: its begin and end, and the counters that grew, by the indices of their methods. */
    synchronized void write(Bytes bytes, int[] placeOf) {
        bytes.u4(readings);
        long began = beganUnixNanos;
        int from = 0;
        for (int reading = 0; reading < readings; reading++) {
            bytes.u8(began);
            bytes.u8(ends[reading]);
            int countAt = bytes.length;
            bytes.u4(0);
            int count = 0;
            for (; from < stepEnds[reading]; from++) {
                int place = counter[from] < placeOf.length ? placeOf[counter[from]] : -1;
                if (place >= 0) {
                    bytes.u4(place);
                    bytes.u8(step[from]);
                    count++;
                }
            }
            bytes.setU4(countAt, count);
            began = ends[reading];
        }
    }
}
