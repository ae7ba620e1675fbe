package jouled.counts;

import java.io.IOException;
import java.nio.file.Path;

/** Samples of where the program's CPU time goes: by the virtual machine's own recorder, or by looking at stacks. */
final class Sampling {
    private final SampleFile file;
    private final Sampler sampler;

    private Sampling(SampleFile file, Sampler sampler) {
        this.file = file;
        this.sampler = sampler;
    }

    /** Begins. The recording lies beside the samples, with `.jfr` behind its name. */
    static Sampling start(Path out, long intervalNanos, int depth) throws IOException {
        boolean isRecorded = false;
        try {
            isRecorded = FlightRecording.start(out.resolveSibling(out.getFileName() + ".jfr"), intervalNanos);
        } catch (LinkageError | RuntimeException unavailable) {
            // This runtime image has no recorder, or does not let it run.
        }
        SampleFile file = new SampleFile(out, isRecorded, intervalNanos);
        Sampler sampler = null;
        if (!isRecorded) {
            sampler = new Sampler(file, intervalNanos, depth);
            sampler.start();
        }
        return new Sampling(file, sampler);
    }

    /** Ends at the program's end, where the recorder writes by itself. */
    void atExit() {
        if (sampler != null) {
            sampler.finish();
        } else {
            try {
                file.end(0);
            } catch (IOException failure) {
                // The recording says as much.
            }
        }
    }

    /** Begins while the program runs, and ends with the process that watches. */
    static Sampling attach(Path out, long intervalNanos, int depth, long watched) throws IOException {
        SampleFile file = new SampleFile(out, false, intervalNanos);
        Sampler sampler = new Sampler(file, intervalNanos, depth);
        sampler.watched = watched;
        sampler.start();
        return new Sampling(file, sampler);
    }

    boolean isOver() {
        return !sampler.isAlive();
    }
}
