import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Kernels that report the CPU time of each kernel and of each loop of one of them. Arguments: rounds, and the file prefix. */
public class Kernels {
    static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
    static final int[] INTS = new Random(1).ints(50_000).toArray();
    static final byte[] BYTES = new byte[40_000];
    static final double[][] LEFT = new double[48][48];
    static final double[][] RIGHT = new double[48][48];
    static final long[] LINES = new long[4];
    static final String[] WORDS = new String[2_000];
    static long sink;

    interface Kernel {
        long run();
    }

    static long sum() {
        long sum = 0;
        for (int i = 0; i < INTS.length; i++) {
            sum += INTS[i] * 31L ^ i;
        }
        return sum;
    }

    static long sines() {
        double x = 0;
        for (int i = 0; i < 2_000; i++) {
            x += Math.sin(i + x);
        }
        return (long) x;
    }

    static long collatz() {
        long steps = 0;
        for (int start = 1; start < 1_000; start++) {
            long value = start;
            while (value != 1) {
                value = (value & 1) == 0 ? value / 2 : 3 * value + 1;
                steps++;
            }
        }
        return steps;
    }

    static long text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            text.append(i).append(',');
        }
        return text.length();
    }

    static long histogram() {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 5_000; i++) {
            counts.merge(INTS[i] & 511, 1, Integer::sum);
        }
        return counts.size();
    }

    static long sorted() {
        int[] copy = Arrays.copyOf(INTS, 2_000);
        Arrays.sort(copy);
        return copy[1_000];
    }

    static long matrix() {
        double trace = 0;
        for (int row = 0; row < 48; row++) {
            for (int column = 0; column < 48; column++) {
                double sum = 0;
                for (int k = 0; k < 48; k++) {
                    sum += LEFT[row][k] * RIGHT[k][column];
                }
                trace += sum;
            }
        }
        return (long) trace;
    }

    static long checksum() {
        int crc = -1;
        for (byte value : BYTES) {
            crc ^= value;
            crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
        }
        return crc;
    }

    static long boxed() {
        List<Long> numbers = new ArrayList<>();
        for (long i = 0; i < 4_000; i++) {
            numbers.add(i * 1_000);
        }
        long sum = 0;
        for (Long number : numbers) {
            sum += number;
        }
        return sum;
    }

    static long words() {
        long hash = 0;
        for (String word : WORDS) {
            hash = hash * 7 + word.indexOf('9') + word.compareTo("word-7");
        }
        return hash;
    }

    static long division() {
        long sum = 1;
        for (long i = 1; i < 8_000; i++) {
            sum += (sum * 2_654_435_761L) / i % 1_000_003;
        }
        return sum;
    }

    static long recursive() {
        return fibonacci(19);
    }

    static long fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static long fourLoops() {
        long start = CLOCK.getCurrentThreadCpuTime();
        long value = 1;
        for (int i = 0; i < 2_000_000; i++) {
            value = value * 31 + (value >>> 7);
        }
        long one = CLOCK.getCurrentThreadCpuTime();
        for (int i = 1; i < 300_000; i++) {
            value += (value | 1) / i;
        }
        long two = CLOCK.getCurrentThreadCpuTime();
        double root = value & 1023;
        for (int i = 0; i < 600_000; i++) {
            root = Math.sqrt(root + i);
        }
        long three = CLOCK.getCurrentThreadCpuTime();
        for (int i = 0; i < 1_000_000; i++) {
            value ^= INTS[(int) (value & 32_767)] + i;
        }
        long four = CLOCK.getCurrentThreadCpuTime();
        LINES[0] += one - start;
        LINES[1] += two - one;
        LINES[2] += three - two;
        LINES[3] += four - three;
        return value + (long) root;
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        for (int i = 0; i < WORDS.length; i++) {
            WORDS[i] = "word-" + i * 17;
        }
        for (int row = 0; row < 48; row++) {
            Arrays.fill(LEFT[row], row);
            Arrays.fill(RIGHT[row], row * 0.5);
        }
        String[] names = {
            "sum", "sines", "collatz", "text", "histogram", "sorted", "matrix", "checksum", "boxed", "words", "division",
            "recursive", "fourLoops",
        };
        Kernel[] kernels = {
            Kernels::sum, Kernels::sines, Kernels::collatz, Kernels::text, Kernels::histogram, Kernels::sorted,
            Kernels::matrix, Kernels::checksum, Kernels::boxed, Kernels::words, Kernels::division, Kernels::recursive,
            Kernels::fourLoops,
        };
        int[] calls = {1600, 800, 320, 1200, 800, 800, 240, 400, 1000, 2000, 480, 600, 15};
        long[] used = new long[kernels.length];
        long[] called = new long[kernels.length];
        Random random = new Random(7);
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < kernels.length; turn++) {
                int at = random.nextInt(kernels.length);
                long before = CLOCK.getCurrentThreadCpuTime();
                for (int call = 0; call < calls[at]; call++) {
                    sink += kernels[at].run();
                }
                used[at] += CLOCK.getCurrentThreadCpuTime() - before;
                called[at] += calls[at];
            }
        }
        long pid = ProcessHandle.current().pid();
        try (PrintWriter out = new PrintWriter(arguments[1] + "-" + pid)) {
            for (int at = 0; at < kernels.length; at++) {
                out.println("method " + names[at] + " " + used[at] + " " + called[at]);
            }
            for (int at = 0; at < LINES.length; at++) {
                out.println("loop " + at + " " + LINES[at] + " 0");
            }
        }
    }
}
