package jouled.counts;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Samples the stacks of the threads that use CPU time, repeatedly. */
final class Sampler extends Thread {
    static final String NAME = "jouled sampler";
    private static final long SLOWEST_NANOS = 200_000_000;
    private static final long NANOS_A_MILLI = 1_000_000;
    /** After so many looks at a waiting thread, the last stack that showed it running stands for what ran before the wait. */
    private static final int MOST_WAITING_LOOKS = 64;
    /** The same for a thread that waits for a processor, which it may do at every look if there is only one. */
    private static final int MOST_PAUSED_LOOKS = 8;
    /** Native code with a processor counts at most so many times. */
    private static final double MOST_TIMES = 8;
    private static final int MOST_WAITING_THREADS = 1024;
    private static final int MOST_RUNNING_THREADS = 1024;

    private final SampleFile file;
    private final long quickestNanos;
    private final int depth;
    private final double mostOwnShare;
    private final com.sun.management.ThreadMXBean bean;
    private final Map<Long, Long> used = new HashMap<>();
    /** The threads whose CPU time no stack explains yet, because they waited at each look. */
    private final Map<Long, Waiting> waiting = new HashMap<>();
    /** The last stack that showed each thread running. */
    private final Map<Long, ThreadInfo> running = new HashMap<>();
    /** While this thread looks at others, it has the processor. */
    private final boolean hasOneProcessor = Runtime.getRuntime().availableProcessors() == 1;
    /** Stacks of running Java code, and those of them whose thread had a processor. */
    private long javaLooks;
    private long javaLooksWithProcessor;
    private long intervalNanos;
    /** The process that wants the samples; -1 if it is this one. */
    long watched = -1;
    private int looks;
    private long lastLook = System.nanoTime();
    private volatile boolean isStopped;

    Sampler(SampleFile file, long intervalNanos, int depth, double mostOwnShare) {
        super(NAME);
        this.file = file;
        this.depth = depth;
        this.mostOwnShare = mostOwnShare;
        quickestNanos = intervalNanos;
        this.intervalNanos = intervalNanos;
        bean = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        setDaemon(true);
        setPriority(MAX_PRIORITY);
    }

    @Override
    public void run() {
        try {
            look(false);
            long ownBefore = bean.getCurrentThreadCpuTime();
            long before = System.nanoTime();
            while (!isStopped && (watched < 0 || isThere())) {
                Thread.sleep(intervalNanos / NANOS_A_MILLI, (int) (intervalNanos % NANOS_A_MILLI));
                look(true);
                long now = System.nanoTime();
                if (now - before > 100 * NANOS_A_MILLI) {
                    file.flush();
                    long own = bean.getCurrentThreadCpuTime();
                    double share = (double) (own - ownBefore) / (now - before);
                    double wanted = intervalNanos * share / mostOwnShare;
                    intervalNanos = (long) Math.min(Math.max(wanted, quickestNanos), SLOWEST_NANOS);
                    ownBefore = own;
                    before = now;
                }
            }
        } catch (IOException | InterruptedException failure) {
            // The samples so far stay, and the program continues.
        } catch (RuntimeException | OutOfMemoryError failure) {
            System.err.println("jouled: sampling has ended: " + failure);
        } finally {
            end();
        }
    }

    void finish() {
        isStopped = true;
        interrupt();
        try {
            join(1000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Checks only now and then, which is soon enough for a process that was killed. */
    private boolean isThere() {
        if (++looks % 128 != 0) {
            return true;
        }
        return ProcessHandle.of(watched).isPresent();
    }

    private void end() {
        try {
            writeWaiting();
            file.end(bean.getCurrentThreadCpuTime());
        } catch (IOException failure) {
            // The samples so far stay.
        }
    }

    private void look(boolean isKept) throws IOException {
        long[] all = bean.getAllThreadIds();
        long[] times = bean.getThreadCpuTime(all);
        long time = System.nanoTime();
        // To Java, a thread that ends the JVM is new, with the CPU time of the first thread.
        long most = time - lastLook;
        lastLook = time;
        long self = getId();
        long[] busy = new long[all.length];
        long[] since = new long[all.length];
        long[] until = new long[all.length];
        int count = 0;
        for (int at = 0; at < all.length; at++) {
            if (times[at] < 0 || all[at] == self) {
                continue;
            }
            Long before = used.put(all[at], times[at]);
            long more = Math.min(times[at] - (before == null ? 0 : before), most);
            if (more > 0) {
                busy[count] = all[at];
                until[count] = times[at];
                since[count++] = more;
            }
        }
        if (used.size() > 2 * all.length + 64) {
            used.keySet().retainAll(java.util.Arrays.stream(all).boxed().toList());
            running.keySet().retainAll(used.keySet());
        }
        if (!isKept || count == 0) {
            return;
        }
        Instant now = Instant.now();
        long unixNanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        busy = java.util.Arrays.copyOf(busy, count);
        long[] again = bean.getThreadCpuTime(busy);
        ThreadInfo[] infos = bean.getThreadInfo(busy, depth);
        for (int at = 0; at < count; at++) {
            ThreadInfo info = infos[at];
            if (info != null) {
                explain(unixNanos, info, since[at], hasOneProcessor || again[at] > until[at]);
            }
        }
    }

    /**
     * A thread that waits now used its CPU time before the wait, in code that this stack does not show. The next
     * stack that shows the thread running gets that time, or the last one before if it does not come soon. The same holds for a
     * thread in native code without a processor: the kernel takes it away where a system call ends, rather than where CPU time is
     * used. So native code that does have a processor stands for all native code: it counts as often as Java code does without one.
     */
    private void explain(long unixNanos, ThreadInfo info, long nanos, boolean hasProcessor) throws IOException {
        long id = info.getThreadId();
        Waiting before = waiting.remove(id);
        long together = nanos + (before == null ? 0 : before.nanos);
        int waits = before == null ? 1 : before.looks + 1;
        boolean isRunnable = info.getThreadState() == Thread.State.RUNNABLE;
        StackTraceElement[] trace = info.getStackTrace();
        boolean isNative = trace.length > 0 && trace[0].isNativeMethod();
        if (isRunnable && !isNative) {
            javaLooks++;
            javaLooksWithProcessor += hasProcessor ? 1 : 0;
        }
        boolean isRunning = isRunnable && (hasProcessor || !isNative);
        if (isRunning && (running.size() < MOST_RUNNING_THREADS || running.containsKey(id))) {
            running.put(id, info);
        }
        if (isRunning || waits >= (isRunnable ? MOST_PAUSED_LOOKS : MOST_WAITING_LOOKS)) {
            double times = isRunning && isNative
                    ? Math.min(MOST_TIMES, (javaLooks + 1) / (double) (javaLooksWithProcessor + 1))
                    : 1;
            write(unixNanos, running.getOrDefault(id, info), (long) (together * times));
        } else {
            waiting.put(id, new Waiting(unixNanos, info, together, waits));
        }
        if (waiting.size() > MOST_WAITING_THREADS) {
            writeWaiting();
        }
    }

    private void writeWaiting() throws IOException {
        for (Waiting thread : waiting.values()) {
            ThreadInfo info = running.getOrDefault(thread.info.getThreadId(), thread.info);
            write(thread.unixNanos, info, thread.nanos);
        }
        waiting.clear();
    }

    private void write(long unixNanos, ThreadInfo info, long nanos) throws IOException {
        StackTraceElement[] trace = info.getStackTrace();
        boolean isCut = trace.length == depth;
        file.sample(unixNanos, info.getThreadId(), info.getThreadName(), trace, isCut, nanos);
    }

    /** CPU time of a thread that waited whenever it was looked at. */
    private static final class Waiting {
        final long unixNanos;
        final ThreadInfo info;
        final long nanos;
        final int looks;

        Waiting(long unixNanos, ThreadInfo info, long nanos, int looks) {
            this.unixNanos = unixNanos;
            this.info = info;
            this.nanos = nanos;
            this.looks = looks;
        }
    }
}
