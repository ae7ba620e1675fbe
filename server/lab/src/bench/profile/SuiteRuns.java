import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs a suite of JUnit 5 again and again. Arguments: how often, or 0; if it is 0, the CPU time to use in seconds; the file
 * prefix.
 */
public class SuiteRuns {
    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** The tests. */
    static class Suite {
        @Test
        void sorts() {
            int[] numbers = new Random(7).ints(300_000).toArray();
            Arrays.sort(numbers);
            Assertions.assertTrue(numbers[0] <= numbers[numbers.length - 1]);
        }

        @Test
        void counts() {
            Map<Integer, Integer> counts = new HashMap<>();
            new Random(7).ints(100_000, 0, 5_000).forEach(number -> counts.merge(number, 1, Integer::sum));
            Assertions.assertEquals(5_000, counts.size());
        }

        @Test
        void multiplies() {
            long product = 1;
            for (int i = 1; i < 10_000_000; i++) {
                product = product * 31 + (product >>> 7) / 3;
            }
            Assertions.assertNotEquals(0, product);
        }

        @RepeatedTest(5)
        void joins() {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 100_000; i++) {
                text.append(i).append(',');
            }
            Assertions.assertEquals(100_000, text.toString().split(",").length);
        }
    }

    public static void main(String[] arguments) throws Exception {
        long start = cpuNanos();
        long units = Long.parseLong(arguments[0]);
        long limit = start + Long.parseLong(arguments[1]) * 1_000_000_000L;
        Launcher launcher = LauncherFactory.create();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(Suite.class))
                .build();
        long done = 0;
        while (units == 0 ? cpuNanos() < limit : done < units) {
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            launcher.execute(request, listener);
            if (listener.getSummary().getTestsSucceededCount() != 8) {
                throw new IllegalStateException(listener.getSummary().getFailures().toString());
            }
            done++;
        }
        Path told = Path.of(arguments[2] + "-" + ProcessHandle.current().pid());
        Files.writeString(told, start + " " + (cpuNanos() - start) + " " + done);
    }
}
