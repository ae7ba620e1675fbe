package jouled.counts;

import java.io.IOException;
import java.nio.file.Path;

/** Samples of where the program's CPU time goes: by the virtual machine's own recorder, or by looking at stacks. */
final class Sampling {
    private final SampleFile file;
    private final FlightRecording recording;
    private final Sampler sampler;

    private Sampling(SampleFile file, FlightRecording recording, Sampler sampler) {
        this.file = file;
        this.recording = recording;
        this.sampler = sampler;
    }

    /** Begins. The recording lies beside the samples, with `.jfr` behind its name. */
    static Sampling start(Path out, long intervalNanos, int depth) throws IOException {
        FlightRecording recording = null;
        try {
            recording = FlightRecording.start(out.resolveSibling(out.getFileName() + ".jfr"), intervalNanos);
        } catch (LinkageError | RuntimeException unavailable) {
            // This runtime image has no recorder, or does not let it run.
        }
        SampleFile file = new SampleFile(out, recording != null, intervalNanos);
        Sampler sampler = null;
        if (recording == null) {
            sampler = new Sampler(file, intervalNanos, depth);
            sampler.start();
        }
        return new Sampling(file, recording, sampler);
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

    /** Ends while the program goes on. */
    void finish() {
        atExit();
        if (recording != null) {
            recording.finish();
        }
    }
}
