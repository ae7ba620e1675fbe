package jouled.counts;

import java.io.IOException;
import java.nio.file.Path;

/** Samples where the program's CPU time goes: by JDK Flight Recorder and by reading stacks, or only by reading stacks. */
final class Sampling {
    /** The shares of one processor that reading stacks may use; above them, it samples less often. */
    private static final double MOST_SHARE = 0.02;

    private static final double MOST_SHARE_BESIDE_RECORDER = 0.01;

    /** Beside the recorder, stacks are read once in so many intervals. */
    private static final int RARELY = 2;

    private final Sampler sampler;

    private Sampling(Sampler sampler) {
        this.sampler = sampler;
    }

    /** Begins. The recording is beside the samples, with `.jfr` appended to its name. */
    static Sampling start(Path out, long intervalNanos, int depth) throws IOException {
        boolean isRecorded = false;
        try {
            isRecorded = FlightRecording.start(out.resolveSibling(out.getFileName() + ".jfr"), intervalNanos);
        } catch (LinkageError | RuntimeException unavailable) {
            // This runtime image has no recorder, or does not allow it to run.
        }
        SampleFile file = new SampleFile(out, isRecorded, intervalNanos);
        Sampler sampler = isRecorded
                // The recorder loses the samples of threads that run the JVM's own code. These stacks stand for them.
                ? new Sampler(file, RARELY * intervalNanos, depth, MOST_SHARE_BESIDE_RECORDER)
                : new Sampler(file, intervalNanos, depth, MOST_SHARE);
        sampler.start();
        return new Sampling(sampler);
    }

    /** Ends with the program; the recorder writes by itself. */
    void atExit() {
        sampler.finish();
    }

    /** Begins while the program runs, and ends with the watching process. */
    static Sampling attach(Path out, long intervalNanos, int depth, long watched) throws IOException {
        SampleFile file = new SampleFile(out, false, intervalNanos);
        Sampler sampler = new Sampler(file, intervalNanos, depth, MOST_SHARE);
        sampler.watched = watched;
        sampler.start();
        return new Sampling(sampler);
    }

    boolean isFor(long process) {
        return sampler.watched == process;
    }

    boolean isOver() {
        return !sampler.isAlive();
    }
}
