package jouled.counts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;

/** A recording by JDK Flight Recorder. */
final class FlightRecording {
    private static final String SAMPLE = "jdk.CPUTimeSample";
    private static final String[] SOCKETS = {"jdk.SocketRead", "jdk.SocketWrite"};
    private static final String[] FILES = {"jdk.FileRead", "jdk.FileWrite"};
    private static final String[] WAITS = {"jdk.JavaMonitorEnter", "jdk.ThreadPark"};
    private static final String[] OTHERS = {
        "jdk.GarbageCollection", "jdk.Compilation", "jdk.ThreadStart", "jdk.ThreadEnd", "jdk.JVMInformation",
        "jdk.CPUTimeSamplesLost",
    };

    /** A JVM whose recorder finds the disk full ends itself. With less free space than this, no recording begins. */
    private static final long LEAST_ROOM = 64L << 20;

    /**
     * An event with its stack costs as much as a small access, and a server may have one for each request. So of each kind, the
     * recorder draws so many a second. {@code events.rs} of the profiler has the same number.
     */
    private static final String MOST_ACCESSES = "500/s";

    private FlightRecording() {}

    /** Begins, if this recorder samples by CPU time; it ends with the JVM. Returns false if it does not begin. */
    static boolean start(Path out, long intervalNanos) throws IOException {
        if (Files.getFileStore(out.getParent()).getUsableSpace() < LEAST_ROOM || !samplesByCpuTime()) {
            return false;
        }
        Recording recording = new Recording();
        recording.setName("jouled");
        recording.enable(SAMPLE).with("throttle", intervalNanos / 1_000_000 + "ms").with("stackTrace", "true");
        for (String name : SOCKETS) {
            enableAccess(recording, name, 20_000);
        }
        // A faster read came from memory.
        for (String name : FILES) {
            enableAccess(recording, name, 100_000);
        }
        for (String name : WAITS) {
            recording.enable(name).withThreshold(Duration.ofMillis(10)).withStackTrace();
        }
        for (String name : OTHERS) {
            recording.enable(name).withoutStackTrace();
        }
        recording.enable("jdk.ObjectAllocationSample").with("throttle", "100/s").withStackTrace();
        recording.setToDisk(true);
        recording.setDumpOnExit(true);
        recording.setDestination(out);
        recording.start();
        return true;
    }

    private static void enableAccess(Recording recording, String name, long shortestNanos) {
        recording.enable(name).withThreshold(Duration.ofNanos(shortestNanos)).with("throttle", MOST_ACCESSES).withStackTrace();
    }

    private static boolean samplesByCpuTime() {
        if (!FlightRecorder.isAvailable() || !System.getProperty("os.name").startsWith("Linux")) {
            return false;
        }
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (type.getName().equals(SAMPLE)) {
                return true;
            }
        }
        return false;
    }
}
