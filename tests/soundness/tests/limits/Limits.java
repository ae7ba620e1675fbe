import java.io.*;
import java.math.*;
import java.net.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.security.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/**
 * Calls each method of the JDK whose worst case is limited, with usual and with hostile arguments, and writes what each call
 * counted: the method, the sizes that its limit depends on, and the counters that changed. Each call runs once before, so that
 * classes are loaded. Then it is counted until the smallest
 * sum comes twice, at most eight times: other threads of the JVM, such as the one that closes files, may run meanwhile.
 */
public final class Limits {
    interface Call {
        void run() throws Throwable;
    }

    interface Prepared {
        Call make() throws Throwable;
    }

    private static long[][] counters;
    private static long[][] before;
    private static int changes;
    /** The sum of all changes. */
    private static long sum;
    private static final int[] changed = new int[1 << 20];
    private static final long[] changedBy = new long[1 << 20];
    private static PrintStream out;
    private static Path folder;
    static Object kept;

    public static void main(String[] arguments) throws Throwable {
        counters = new long[0][];
        folder = Path.of(arguments[0]);
        out = new PrintStream(new FileOutputStream(folder.resolve("cases").toFile()), false, "UTF-8");
        find();
        numbers();
        texts();
        formats();
        files();
        times();
        dates();
        loggers();
        others();
        out.close();
    }

    /** The arrays of the counters. New ones appear when classes are loaded. */
    private static void find() throws Exception {
        long[][] all = new long[1024][];
        int found = 0;
        try {
            while (true) {
                all[found] = (long[]) Class.forName("java.lang.JouledCounts" + found).getField("c").get(null);
                found++;
            }
        } catch (ClassNotFoundException end) {
            counters = Arrays.copyOf(all, found);
        }
        before = new long[found][];
        for (int at = 0; at < found; at++) {
            before[at] = new long[counters[at].length];
        }
    }

    /** How many arrays are in use: the others are still empty. */
    private static int used;

    private static void remember() {
        while (used < counters.length && isUsed(counters[used])) {
            used++;
        }
        for (int at = 0; at < used; at++) {
            System.arraycopy(counters[at], 0, before[at], 0, before[at].length);
        }
    }

    private static boolean isUsed(long[] array) {
        for (long count : array) {
            if (count != 0) {
                return true;
            }
        }
        return false;
    }

    /** No code of the JDK runs here, since it would be counted. */
    private static void findChanges() {
        changes = 0;
        sum = 0;
        for (int at = 0; at < used; at++) {
            long[] now = counters[at];
            long[] then = before[at];
            for (int place = 0; place < then.length; place++) {
                if (now[place] != then[place]) {
                    changed[changes] = at << 13 | place;
                    sum += changedBy[changes++] = now[place] - then[place];
                }
            }
        }
    }

    private static void write(StringBuilder text) {
        for (int at = 0; at < changes; at++) {
            text.append(' ').append(changed[at]).append(':').append(changedBy[at]);
        }
    }

    private static final long LONGEST_NS = 1_000_000_000;

    static void at(String method, Object[] sizes, Prepared prepared) throws Throwable {
        String smaller = null;
        long smallest = 0;
        boolean isSure = false;
        long begin = System.nanoTime();
        // Other threads of the JDK disturb the counts until they have nothing to do. On a busy machine, they need time for that.
        for (int time = 0; !isSure && (time < 9 || System.nanoTime() - begin < LONGEST_NS); time++) {
            if (time > 4) {
                Thread.sleep(5);
            }
            Call call = prepared.make();
            remember();
            try {
                call.run();
            } catch (Exception expected) {
                kept = expected;
            }
            if (time == 0) {
                continue;
            }
            findChanges();
            isSure = smaller != null && sum == smallest;
            if (smaller == null || sum < smallest) {
                smallest = sum;
                StringBuilder text = new StringBuilder();
                write(text);
                smaller = text.toString();
            }
        }
        StringBuilder text = new StringBuilder(method).append('\t');
        for (int size = 0; size < sizes.length; size += 2) {
            text.append(size == 0 ? "" : ";").append(sizes[size]).append('=').append(sizes[size + 1]);
        }
        text.append('\t').append(smaller);
        out.println(text);
    }

    static Object[] of(Object... sizes) {
        return sizes;
    }

    static final int[] LENGTHS = {0, 1, 7, 100, 3000};
    static final String[] LETTERS = {"a", " ", ",", "\n", "%", "é", "漢", "\ud83d\ude00", "\ud800", "aΩ"};

    static String repeated(String text, int length) {
        return text.repeat(length / text.length() + 1).substring(0, length);
    }

    static void numbers() throws Throwable {
        double[] doubles = {0, -0.0, 1, -1, 0.1, 1e7, 9.999e22, 2e-3, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MIN_NORMAL,
            -Double.MAX_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Math.PI, -1.0E-300,
            2.2250738585072011e-308, 8.41E21, 5.0E-324, 2.0E-3, 1.1E-300, 123456789012345680.0, -4.35e-117, 1 / 3.0, -1e16 / 3};
        Random random = new Random(7);
        for (int count = 0; count < doubles.length + 60; count++) {
            double d = count < doubles.length ? doubles[count] : Double.longBitsToDouble(random.nextLong());
            at("java/lang/Double.toString(D)Ljava/lang/String;", of(), () -> () -> kept = Double.toString(d));
            at("java/lang/String.valueOf(D)Ljava/lang/String;", of(), () -> () -> kept = String.valueOf(d));
            float f = count < doubles.length ? (float) d : Float.intBitsToFloat(random.nextInt());
            at("java/lang/Float.toString(F)Ljava/lang/String;", of(), () -> () -> kept = Float.toString(f));
            int length = LENGTHS[count % LENGTHS.length];
            String letter = LETTERS[count % LETTERS.length];
            at("java/lang/StringBuilder.append(D)Ljava/lang/StringBuilder;", of("text this", length), () -> {
                StringBuilder builder = new StringBuilder(repeated(letter, length));
                builder.trimToSize();
                return () -> builder.append(d);
            });
            String text = Double.toString(d);
            at("java/lang/Double.parseDouble(Ljava/lang/String;)D", of("length of arg0", text.length()), () -> () -> kept = Double.parseDouble(text));
        }
        List<String> parsed = new ArrayList<>(List.of("", " ", "1", "x", "0x1p-1074", "0x1.fffffffffffffp1023", "NaN", "-Infinity", "1e400", "1e-400",
            "2.2250738585072012e-308", "2.2250738585072011e-308", "4.9e-324", "2.4703282292062327e-324", "1e22", "1e23", "9007199254740993",
            "9007199254740992.99999999999999999999999999999", "1.7976931348623158e308", "1.7976931348623159e308", "8.5e-323", "1e309", "0e999999999999", "1e-2147483648"));
        for (int digits : new int[] {20, 50, 200, 400, 768, 800, 1099, 1100, 1101, 1200, 3000}) {
            parsed.add("1" + "0".repeat(digits - 1) + "1");
            parsed.add("0." + "0".repeat(digits) + "1");
            parsed.add("9".repeat(digits));
            parsed.add("0." + "9".repeat(digits));
            parsed.add("9".repeat(digits) + "e-" + digits);
            parsed.add("9007199254740993" + "0".repeat(digits) + "1e-" + digits);
            parsed.add("2.4703282292062327208299" + "7".repeat(digits) + "e-324");
            parsed.add("4.94065645841246544176568792868" + "3".repeat(digits) + "e-324");
            parsed.add("2.2250738585072011" + "3".repeat(digits) + "e-308");
            parsed.add("0x1." + "f".repeat(digits) + "p-1070");
            parsed.add(" ".repeat(digits) + "1");
            parsed.add("-".repeat(digits));
            BigDecimal half = new BigDecimal(Double.MIN_NORMAL).add(new BigDecimal(Double.MIN_VALUE).divide(BigDecimal.valueOf(2)));
            String exact = half.toString();
            parsed.add(exact.contains("E") ? exact.replace("E", "0".repeat(digits) + "1E") : exact);
            parsed.add(half.toPlainString().substring(0, Math.min(half.toPlainString().length(), digits + 300)));
        }
        for (String text : parsed) {
            at("java/lang/Double.parseDouble(Ljava/lang/String;)D", of("length of arg0", text.length()), () -> () -> kept = Double.parseDouble(text));
        }
        for (int one : new int[] {0, 1, 2, 5, 31, 79, 80, 200, 239, 240, 241, 700}) {
            for (int other : new int[] {0, 1, 3, 31, 80, 160, 240, 500}) {
                BigInteger a = one == 0 ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(32 * one).subtract(BigInteger.ONE);
                BigInteger b = other == 0 ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(32 * other).subtract(BigInteger.TWO);
                at("java/math/BigInteger.multiply(Ljava/math/BigInteger;)Ljava/math/BigInteger;", of("length of this.mag", one, "length of arg0.mag", other), () -> () -> kept = a.multiply(b));
                at("java/math/BigInteger.multiply(Ljava/math/BigInteger;)Ljava/math/BigInteger;", of("length of this.mag", one, "length of arg0.mag", one), () -> () -> kept = a.multiply(a));
            }
        }
        String[] decimals = {"0", "1", "-1.5", "123456789.123", "1E-96", "1E+96", "9".repeat(96), "-0." + "9".repeat(96), "1" + "0".repeat(95), "4.5E-50", "-7E+90", "9".repeat(18), "9223372036854775807", "-0.9223372036854775807"};
        for (String one : decimals) {
            for (String other : decimals) {
                BigDecimal a = new BigDecimal(one);
                BigDecimal b = new BigDecimal(other);
                at("java/math/BigDecimal.add(Ljava/math/BigDecimal;)Ljava/math/BigDecimal;", of(), () -> () -> kept = a.add(b));
            }
        }
        for (int bound : new int[] {1, 10, 64, 1 << 30, (1 << 30) + 1, Integer.MAX_VALUE, 0}) {
            for (int seed = 0; seed < 12; seed++) {
                int chosen = seed;
                at("java/util/Random.nextInt(I)I", of(), () -> {
                    Random made = new Random(chosen);
                    return () -> kept = made.nextInt(bound);
                });
                at("java/util/Random.nextInt(I)I", of(), () -> () -> kept = ThreadLocalRandom.current().nextInt(bound));
            }
        }
        at("java/util/concurrent/ThreadLocalRandom.current()Ljava/util/concurrent/ThreadLocalRandom;", of(), () -> () -> kept = ThreadLocalRandom.current());
    }

    static final Charset[] ENCODINGS = {StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, Charset.forName("windows-1252"), Charset.forName("UTF-32")};
    static final byte[][] MALFORMED = {{-1}, {-61}, {-30, -126}, {-16, -97}, {-16, -97, -104}, {-61, -87, -1}, {65, -128}, {-19, -96, -128}};

    static void texts() throws Throwable {
        for (byte[] part : MALFORMED) {
            for (int length : LENGTHS) {
                byte[] bytes = new byte[length];
                for (int place = 0; place < length; place++) {
                    bytes[place] = part[place % part.length];
                }
                at("java/lang/String.<init>([BLjava/nio/charset/Charset;)V", of("length of arg0", length), () -> () -> kept = new String(bytes, StandardCharsets.UTF_8));
            }
        }
        for (int length : LENGTHS) {
            for (String letter : LETTERS) {
                String text = repeated(letter, length);
                for (String separator : new String[] {",", "\\s+", ", *", "a", ""}) {
                    at("java/lang/String.split(Ljava/lang/String;)[Ljava/lang/String;", of("text this", length), () -> () -> kept = text.split(separator));
                    at("java/lang/String.split(Ljava/lang/String;I)[Ljava/lang/String;", of("text this", length), () -> () -> kept = text.split(separator, -1));
                }
                for (Charset charset : new Charset[] {StandardCharsets.UTF_8, StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1}) {
                    byte[] bytes = text.getBytes(charset);
                    at("java/lang/String.<init>([BLjava/nio/charset/Charset;)V", of("length of arg0", bytes.length), () -> () -> kept = new String(bytes, charset));
                }
                for (String path : new String[] {text, "/" + text, "http://example.org/" + text + "?q=" + text + "#" + text, "a:" + text, "//u@h:1/" + text, "http://[::1]" + text, "jar:file:/a!/" + text, "mailto:" + text}) {
                    at("java/net/URI.<init>(Ljava/lang/String;)V", of("length of arg0", path.length()), () -> () -> kept = new URI(path));
                    at("java/net/URL.<init>(Ljava/lang/String;)V", of("length of arg0", path.length()), () -> () -> kept = new URL(path));
                }
                for (Charset charset : ENCODINGS) {
                    byte[] encoded = text.getBytes(charset);
                    at("java/lang/String.<init>([BLjava/nio/charset/Charset;)V", of("length of arg0", encoded.length), () -> () -> kept = new String(encoded, charset));
                }
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                for (Base64.Encoder encoder : new Base64.Encoder[] {Base64.getEncoder(), Base64.getMimeEncoder(), Base64.getUrlEncoder().withoutPadding(), Base64.getMimeEncoder(4, new byte[] {10})}) {
                    at("java/util/Base64$Encoder.encodeToString([B)Ljava/lang/String;", of("length of arg0", bytes.length), () -> () -> kept = encoder.encodeToString(bytes));
                }
                at("java/util/Scanner.<init>(Ljava/lang/String;)V", of(), () -> () -> kept = new Scanner(text));
            }
        }
        for (String letter : new String[] {"a", "Ω", "aΩ"}) {
            for (int count : new int[] {0, 1, 2, 10, 300}) {
                for (int length : new int[] {0, 1, 64}) {
                    for (int separator : new int[] {0, 1, 50}) {
                        List<String> list = new ArrayList<>(Collections.nCopies(count, repeated(letter, length)));
                        String between = repeated(letter, separator);
                        at("java/lang/String.join(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;", of("length of arg0", separator, "size of arg1", count), () -> () -> kept = String.join(between, list));
                        at("java/lang/String.join(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;", of("length of arg0", separator, "size of arg1", count), () -> {
                            Collection<String> linked = new LinkedList<>(list);
                            return () -> kept = String.join(between, linked);
                        });
                        CharSequence[] parts = list.toArray(new CharSequence[0]);
                        at("java/lang/String.join(Ljava/lang/CharSequence;[Ljava/lang/CharSequence;)Ljava/lang/String;", of("length of arg0", separator, "length of arg1", count), () -> () -> kept = String.join(between, parts));
                    }
                }
            }
        }
        for (String name : new String[] {"SHA-256", "MD5", "SHA-1", "SHA-512", "no such"}) {
            at("java/security/MessageDigest.getInstance(Ljava/lang/String;)Ljava/security/MessageDigest;", of(), () -> () -> kept = MessageDigest.getInstance(name));
        }
    }

    static void formats() throws Throwable {
        Object[][] values = {{}, {"x", 1}, {"é".repeat(64), Long.MIN_VALUE}, {3.5, -1e300}, {Double.MIN_VALUE, Double.MAX_VALUE}, {null, 'c'}, {new BigInteger("9".repeat(60)), new BigDecimal("1.5")},
            {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}};
        String[] formats = {"", "plain", "%s %d%n", "%s", "%1$d%1$d", "%x%o", "%e", "%.3f", "%,d", "%g", "%64s", "%c", "%b%h", "%S", "%,.2f", "%", "%q", "%1$s".repeat(8), "%1$.9f".repeat(20), "%1$,d".repeat(50), "%1$e".repeat(100), "%1$s".repeat(400), "%n".repeat(300), "%1$x".repeat(200), "text ".repeat(300), "漢".repeat(500) + "%s"};
        for (String format : formats) {
            for (Object[] with : values) {
                Object[] sizes = of("length of arg0", format.length(), "length of arg1", with.length);
                at("java/lang/String.format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;", sizes, () -> () -> kept = String.format(format, with));
                Object[] behindLocale = of("length of arg1", format.length(), "length of arg2", with.length);
                at("java/lang/String.format(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;", behindLocale, () -> () -> kept = String.format(Locale.GERMANY, format, with));
                at("java/lang/String.formatted([Ljava/lang/Object;)Ljava/lang/String;", of("text this", format.length(), "length of arg0", with.length), () -> () -> kept = format.formatted(with));
                at("java/util/Formatter.format(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/util/Formatter;", behindLocale, () -> {
                    Formatter formatter = new Formatter();
                    return () -> formatter.format(Locale.ROOT, format, with);
                });
                for (boolean isFlushed : new boolean[] {false, true}) {
                    if (isPadded(format)) {
                        break;
                    }
                    for (String name : new String[] {"printf", "format"}) {
                        at("java/io/PrintStream." + name + "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;", sizes, () -> {
                            PrintStream stream = new PrintStream(new BufferedOutputStream(new FileOutputStream(folder.resolve("printed").toFile()), 128), isFlushed);
                            return () -> kept = name.equals("printf") ? stream.printf(format, with) : stream.format(format, with);
                        });
                    }
                }
            }
        }
        for (int length : LENGTHS) {
            for (String letter : LETTERS) {
                String text = repeated(letter, length);
                for (boolean isFlushed : new boolean[] {false, true}) {
                    at("java/io/PrintStream.println(Ljava/lang/String;)V", of("length of arg0", length), () -> {
                        PrintStream stream = new PrintStream(new BufferedOutputStream(new FileOutputStream(folder.resolve("printed").toFile()), 128), isFlushed, "UTF-8");
                        return () -> stream.println(text);
                    });
                    at("java/io/PrintStream.print(Ljava/lang/String;)V", of("length of arg0", length), () -> {
                        PrintStream stream = new PrintStream(new ByteArrayOutputStream(), isFlushed, "UTF-8");
                        return () -> stream.print(text);
                    });
                }
                at("java/io/PrintStream.println(Ljava/lang/String;)V", of("length of arg0", length), () -> () -> System.out.println(text));
            }
        }
    }

    /** Whether values are padded to a width: a stream that flushes itself writes each space to the file. */
    static boolean isPadded(String format) {
        return format.contains("64");
    }

    static void files() throws Throwable {
        String deep = "a/".repeat(100) + "b";
        Path ofImage = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        for (String letter : LETTERS) {
            for (int length : LENGTHS) {
                String text = repeated(letter, length);
                for (String path : new String[] {text, "/" + text, deep}) {
                    at("java/nio/file/Path.of(Ljava/lang/String;[Ljava/lang/String;)Ljava/nio/file/Path;", of("length of arg0", path.length()), () -> () -> kept = Path.of(path));
                    at("java/nio/file/Path.of(Ljava/lang/String;[Ljava/lang/String;)Ljava/nio/file/Path;", of("length of arg0", path.length()), () -> () -> kept = Path.of(path, "a", "", "é".repeat(100)));
                    at("java/nio/file/Paths.get(Ljava/lang/String;[Ljava/lang/String;)Ljava/nio/file/Path;", of("length of arg0", path.length()), () -> () -> kept = Paths.get(path));
                    at("jdk/internal/jrtfs/JrtPath.resolve(Ljava/lang/String;)Ljava/nio/file/Path;", of("length of arg0", path.length()), () -> () -> kept = ofImage.resolve(path));
                    at("java/nio/file/Path.resolve(Ljava/lang/String;)Ljava/nio/file/Path;", of("length of arg0", path.length()), () -> {
                        Path base = Path.of("é/".repeat(85));
                        return () -> kept = base.resolve(path);
                    });
                }
            }
        }
        for (String path : new String[] {"", "/", "x", "/tmp", "a/".repeat(127), "/" + "é".repeat(200), "漢/".repeat(80), "/tmp/.."}) {
            at("java/nio/file/Files.exists(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Z", of(), () -> {
                Path made = Path.of(path);
                return () -> kept = Files.exists(made);
            });
            at("java/nio/file/Files.exists(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Z", of(), () -> {
                Path made = Path.of(path);
                return () -> kept = Files.exists(made, LinkOption.NOFOLLOW_LINKS);
            });
            at("java/io/File.exists()Z", of(), () -> {
                File made = new File(path);
                return () -> kept = made.exists();
            });
        }
        for (String letter : LETTERS) {
            for (int length : new int[] {0, 1, 80, 1000, 9000, 65536}) {
                byte[] bytes = repeated(letter, length).getBytes(StandardCharsets.UTF_8);
                byte[] content = Arrays.copyOf(bytes, Math.min(bytes.length, 65536));
                Path file = folder.resolve("content");
                Files.write(file, content);
                if (!letter.equals("\n") || length < 1025) {
                    at("java/nio/file/Files.readAllLines(Ljava/nio/file/Path;)Ljava/util/List;", of(), () -> () -> kept = Files.readAllLines(file));
                }
                at("java/nio/file/Files.readString(Ljava/nio/file/Path;)Ljava/lang/String;", of(), () -> () -> kept = Files.readString(file));
                if (length < 9001) {
                    at("java/util/Properties.load(Ljava/io/InputStream;)V", of(), () -> {
                        InputStream stream = new FileInputStream(file.toFile());
                        Properties properties = new Properties();
                        return () -> properties.load(stream);
                    });
                }
                at("java/nio/file/Files.write(Ljava/nio/file/Path;[B[Ljava/nio/file/OpenOption;)Ljava/nio/file/Path;", of("length of arg1", content.length), () -> () -> kept = Files.write(folder.resolve("written"), content));
                at("java/io/FileReader.<init>(Ljava/lang/String;)V", of("length of arg0", 201), () -> () -> kept = new FileReader(deep));
                at("java/io/FileReader.<init>(Ljava/lang/String;)V", of("length of arg0", file.toString().length()), () -> () -> kept = new FileReader(file.toString()));
                for (int line : new int[] {0, 1, 80, 1024}) {
                    String text = (repeated(letter.equals("\n") ? "x" : letter, line) + "\r\n").repeat(30);
                    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
                    at("java/io/BufferedReader.readLine()Ljava/lang/String;", of(), () -> {
                        BufferedReader reader = new BufferedReader(new FileReader(file.toFile()));
                        return () -> kept = reader.readLine();
                    });
                    at("java/io/BufferedReader.readLine()Ljava/lang/String;", of(), () -> {
                        BufferedReader reader = new BufferedReader(new FileReader(file.toFile()));
                        for (int skipped = 0; skipped < 7; skipped++) {
                            reader.readLine();
                        }
                        return () -> kept = reader.readLine();
                    });
                    at("java/io/BufferedReader.readLine()Ljava/lang/String;", of(), () -> {
                        BufferedReader reader = new BufferedReader(new StringReader(text));
                        return () -> kept = reader.readLine();
                    });
                    at("java/io/LineNumberReader.readLine()Ljava/lang/String;", of(), () -> {
                        LineNumberReader reader = new LineNumberReader(new FileReader(file.toFile()));
                        return () -> kept = reader.readLine();
                    });
                }
            }
        }
        StringBuilder entries = new StringBuilder();
        for (int entry = 0; entry < 400; entry++) {
            entries.append("key").append(entry).append(" = \\u00e9 value\n");
        }
        Path file = folder.resolve("content");
        Files.writeString(file, entries);
        at("java/util/Properties.load(Ljava/io/InputStream;)V", of(), () -> {
            InputStream stream = new FileInputStream(file.toFile());
            Properties properties = new Properties();
            return () -> properties.load(stream);
        });
    }

    static void times() throws Throwable {
        for (LocalDate date : new LocalDate[] {LocalDate.MIN, LocalDate.MAX, LocalDate.of(0, 1, 1), LocalDate.of(-7, 12, 31), LocalDate.of(2024, 2, 29), LocalDate.of(10000, 1, 1), LocalDate.of(999, 9, 9)}) {
            at("java/time/LocalDate.toString()Ljava/lang/String;", of(), () -> () -> kept = date.toString());
            for (LocalTime time : new LocalTime[] {LocalTime.MIN, LocalTime.MAX, LocalTime.of(1, 2, 3, 4000)}) {
                at("java/time/LocalDateTime.toString()Ljava/lang/String;", of(), () -> {
                    LocalDateTime both = LocalDateTime.of(date, time);
                    return () -> kept = both.toString();
                });
                at("java/time/LocalTime.toString()Ljava/lang/String;", of(), () -> () -> kept = time.toString());
            }
        }
        for (String zone : new String[] {"UTC", "Europe/Zurich", "America/New_York", "Asia/Kolkata", "Africa/Casablanca"}) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            at("java/time/LocalDate.now()Ljava/time/LocalDate;", of(), () -> () -> kept = LocalDate.now());
            at("java/time/LocalDateTime.now()Ljava/time/LocalDateTime;", of(), () -> () -> kept = LocalDateTime.now());
        }
    }

    /** Patterns of dates with every common letter, and the shortest ones. */
    static final String[] PATTERNS = {"", "y", "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss.SSS", "EEEE, d MMMM yyyy HH:mm:ss", "EEE MMM dd HH:mm:ss yyyy", "h:mm a 'on' EEEE 'the' d 'of' MMMM yyyy, 'week' w 'of' Y", "D F E u a H k K h m s S"};

    static void dates() throws Throwable {
        for (Locale locale : new Locale[] {Locale.ROOT, Locale.US, Locale.GERMANY, Locale.JAPAN, new Locale("hi", "IN"), new Locale("ar", "EG")}) {
            Locale.setDefault(locale);
            for (String zone : new String[] {"UTC", "Europe/Zurich", "America/New_York", "Africa/Casablanca"}) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                at("java/util/Calendar.getInstance()Ljava/util/Calendar;", of(), () -> () -> kept = Calendar.getInstance());
                at("java/time/ZonedDateTime.now()Ljava/time/ZonedDateTime;", of(), () -> () -> kept = ZonedDateTime.now());
                for (long millis : new long[] {0, -1, 1_700_000_000_000L, -62_135_596_800_001L, 253_402_300_800_000L, 1_711_846_799_999L}) {
                    Date date = new Date(millis);
                    Instant instant = Instant.ofEpochMilli(millis);
                    at("java/util/Date.toString()Ljava/lang/String;", of(), () -> () -> kept = new Date(millis).toString());
                    at("java/time/Instant.toString()Ljava/lang/String;", of(), () -> () -> kept = instant.toString());
                    for (String pattern : PATTERNS) {
                        java.text.SimpleDateFormat format = new java.text.SimpleDateFormat(pattern);
                        at("java/text/DateFormat.format(Ljava/util/Date;)Ljava/lang/String;", of(), () -> () -> kept = format.format(date));
                    }
                    ZonedDateTime zoned = instant.atZone(ZoneId.systemDefault());
                    for (java.time.format.DateTimeFormatter formatter : formatters()) {
                        at("java/time/format/DateTimeFormatter.format(Ljava/time/temporal/TemporalAccessor;)Ljava/lang/String;", of(), () -> () -> kept = formatter.format(zoned));
                    }
                }
            }
            for (String pattern : PATTERNS) {
                at("java/text/SimpleDateFormat.<init>(Ljava/lang/String;)V", of(), () -> () -> kept = new java.text.SimpleDateFormat(pattern));
            }
            for (String pattern : new String[] {"", "0", "#", "#,##0.00", "0.###E0", "00,000.00000%", "#,##0.00 'of' €;(#,##0.00)"}) {
                at("java/text/DecimalFormat.<init>(Ljava/lang/String;)V", of(), () -> () -> kept = new java.text.DecimalFormat(pattern));
                java.text.DecimalFormat format = new java.text.DecimalFormat(pattern);
                for (double value : new double[] {0, -0.0, 1, -123456.789, 0.1, 1e-300, 1.7976931348623157e308, Double.MIN_VALUE, Double.NaN, Double.NEGATIVE_INFINITY, 2.5, 9.999999999999999e22}) {
                    at("java/text/NumberFormat.format(D)Ljava/lang/String;", of(), () -> () -> kept = format.format(value));
                }
                for (long value : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1_234_567}) {
                    at("java/text/NumberFormat.format(J)Ljava/lang/String;", of(), () -> () -> kept = format.format(value));
                }
            }
        }
        Locale.setDefault(Locale.ROOT);
        for (String text : new String[] {"2024-02-29", "-9999-12-31", "+999999999-12-31", "0000-01-01"}) {
            at("java/time/LocalDate.parse(Ljava/lang/CharSequence;)Ljava/time/LocalDate;", of(), () -> () -> kept = LocalDate.parse(text));
            for (String time : new String[] {"00:00", "23:59:59", "12:34:56.123456789"}) {
                at("java/time/LocalDateTime.parse(Ljava/lang/CharSequence;)Ljava/time/LocalDateTime;", of(), () -> () -> kept = LocalDateTime.parse(text + "T" + time));
                at("java/time/LocalTime.parse(Ljava/lang/CharSequence;)Ljava/time/LocalTime;", of(), () -> () -> kept = LocalTime.parse(time));
            }
        }
    }

    static java.time.format.DateTimeFormatter[] formatters() {
        return new java.time.format.DateTimeFormatter[] {
            java.time.format.DateTimeFormatter.ISO_DATE,
            java.time.format.DateTimeFormatter.ISO_DATE_TIME,
            java.time.format.DateTimeFormatter.ISO_INSTANT,
            java.time.format.DateTimeFormatter.ISO_WEEK_DATE,
            java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME,
            java.time.format.DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS"),
            java.time.format.DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy HH:mm:ss xxx VV"),
            java.time.format.DateTimeFormatter.ofPattern("h:mm a 'on' EEEE 'the' d 'of' MMMM yyyy")
        };
    }

    static void loggers() throws Throwable {
        java.util.logging.Logger logger = java.util.logging.Logger.getLogger("limits");
        for (java.util.logging.Handler handler : java.util.logging.Logger.getLogger("").getHandlers()) {
            handler.setLevel(java.util.logging.Level.ALL);
        }
        for (java.util.logging.Level level : new java.util.logging.Level[] {java.util.logging.Level.ALL, java.util.logging.Level.WARNING, java.util.logging.Level.OFF}) {
            logger.setLevel(level);
            for (String letter : new String[] {"x", "é", "☃"}) {
                for (int length : new int[] {0, 1, 80, 1024}) {
                    String text = repeated(letter, length);
                    at("java/util/logging/Logger.severe(Ljava/lang/String;)V", of(), () -> () -> logger.severe(text));
                    at("java/util/logging/Logger.warning(Ljava/lang/String;)V", of(), () -> () -> logger.warning(text));
                    at("java/util/logging/Logger.info(Ljava/lang/String;)V", of(), () -> () -> logger.info(text));
                    at("java/util/logging/Logger.config(Ljava/lang/String;)V", of(), () -> () -> logger.config(text));
                    at("java/util/logging/Logger.fine(Ljava/lang/String;)V", of(), () -> () -> logger.fine(text));
                    at("java/util/logging/Logger.finer(Ljava/lang/String;)V", of(), () -> () -> logger.finer(text));
                    at("java/util/logging/Logger.finest(Ljava/lang/String;)V", of(), () -> () -> logger.finest(text));
                    at("java/util/logging/Logger.log(Ljava/util/logging/Level;Ljava/lang/String;)V", of(), () -> () -> logger.log(java.util.logging.Level.WARNING, text));
                    at("java/util/logging/Logger.log(Ljava/util/logging/Level;Ljava/lang/String;Ljava/lang/Object;)V", of(), () -> () -> logger.log(java.util.logging.Level.WARNING, "{0}", text));
                }
            }
            for (int depth : new int[] {0, 1, 20, 55}) {
                Exception thrown = nested(depth);
                at("java/util/logging/Logger.log(Ljava/util/logging/Level;Ljava/lang/String;Ljava/lang/Throwable;)V", of(), () -> () -> logger.log(java.util.logging.Level.WARNING, "x".repeat(1024), thrown));
            }
        }
    }

    static void others() throws Throwable {
        for (boolean isFair : new boolean[] {false, true}) {
            for (int held : new int[] {0, 1}) {
                at("java/util/concurrent/locks/ReentrantLock.lock()V", of(), () -> {
                    ReentrantLock lock = new ReentrantLock(isFair);
                    for (int time = 0; time < held; time++) {
                        lock.lock();
                    }
                    return () -> lock.lock();
                });
            }
        }
        for (int named = 0; named < 3; named++) {
            at("java/lang/Thread.<init>(Ljava/lang/Runnable;)V", of(), () -> () -> kept = new Thread(() -> {}));
            at("java/lang/Thread.start()V", of(), () -> {
                Thread thread = new Thread(() -> {});
                return () -> {
                    thread.start();
                    thread.join();
                };
            });
        }
        for (int depth : new int[] {0, 1, 20, 55}) {
            at("java/lang/Throwable.printStackTrace()V", of(), () -> {
                Exception thrown = nested(depth);
                return () -> thrown.printStackTrace();
            });
        }
    }

    static Exception nested(int depth) {
        return depth == 0 ? new IllegalStateException("é".repeat(64)) : nested(depth - 1);
    }
}
