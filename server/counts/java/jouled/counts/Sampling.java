package jouled.counts;

import java.io.IOException;
import java.nio.file.Path;

/** Samples where the program's CPU time goes: by JDK Flight Recorder, or by reading stacks. */
final class Sampling {
    private final SampleFile file;
    private final Sampler sampler;

    private Sampling(SampleFile file, Sampler sampler) {
        this.file = file;
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
        Sampler sampler = null;
        if (!isRecorded) {
            sampler = new Sampler(file, intervalNanos, depth);
            sampler.start();
        }
        return new Sampling(file, sampler);
    }

    /** Ends with the program; the recorder then writes by itself. */
    void atExit() {
        if (sampler != null) {
            sampler.finish();
        } else {
            try {
                file.end(0);
            } catch (IOException failure) {
                // The recording contains the same information.
            }
        }
    }

    /** Begins while the program runs, and ends with the watching process. */
    static Sampling attach(Path out, long intervalNanos, int depth, long watched) throws IOException {
        SampleFile file = new SampleFile(out, false, intervalNanos);
        Sampler sampler = new Sampler(file, intervalNanos, depth);
        sampler.watched = watched;
        sampler.start();
        return new Sampling(file, sampler);
    }

    boolean isFor(long process) {
        return sampler.watched == process;
    }

    boolean isOver() {
        return !sampler.isAlive();
    }
}
