import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Never runs: it is compiled once, so that the archive has the parts of javac that such code needs. */
public class Training<T extends Comparable<T>> {
    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {
        Square {
            if (side < 0) {
                throw new IllegalArgumentException("negative side: " + side);
            }
        }
    }

    enum Colour {
        RED, GREEN {
            @Override
            int weight() {
                return 2;
            }
        };

        int weight() {
            return 1;
        }
    }

    @FunctionalInterface
    interface Reader<R> {
        R read() throws IOException;
    }

    private static final String TEXT = """
            a block
            of text
            """;

    private final Map<String, List<T>> groups = new HashMap<>();
    private volatile int count;
    private long[] table = {1, 2, 3};

    void add(String key, T value) {
        groups.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
        synchronized (this) {
            count++;
        }
    }

    List<String> keys() {
        return groups.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .map(entry -> entry.getKey() + "=" + entry.getValue().size())
                .collect(Collectors.toList());
    }

    double area(Shape shape, Object other) {
        if (shape instanceof Circle circle && circle.radius() > 0) {
            return Math.PI * circle.radius() * circle.radius();
        }
        return other instanceof Integer number ? number : 0.5f;
    }

    int colour(Colour colour, String name) {
        int weight = switch (colour) {
            case RED -> 1;
            case GREEN -> {
                int twice = colour.weight() * 2;
                yield twice;
            }
        };
        switch (name) {
            case "one":
                weight += 1;
                break;
            default:
                weight <<= 2;
        }
        return weight;
    }

    <R> R read(Reader<? extends R> reader) {
        try {
            return reader.read();
        } catch (IOException | IllegalStateException e) {
            throw new UncheckedIOException(TEXT, new IOException(e));
        } finally {
            count--;
        }
    }

    long loops(int[][] matrix, Function<Integer, Long> function) {
        long sum = 0;
        outer:
        for (int[] row : matrix) {
            for (int i = 0; i < row.length; i++) {
                if (row[i] == 7) {
                    continue outer;
                }
                sum += row[i] ^ (sum >>> 3);
            }
        }
        do {
            sum -= table[(int) (sum & 1)];
        } while (sum > 100);
        while (sum < 0) {
            sum += function.apply((int) sum);
        }
        var anonymous = new Object() {
            int inner = 3;
        };
        char letter = (char) ('a' + anonymous.inner);
        assert letter != 'b' : "letter";
        return sum;
    }
}
