import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Calls the methods with one name before and after an edit, with the same generated inputs. Compares what they return,
 * throw, print and leave in their arguments and their object. It prints a line for each input: {@code returned}, {@code
 * threw} or {@code differs}.
 */
public final class Differ {
    /** A longer invocation ends the program; comparisons made before it count. */
    private static final long LONGEST_MS = 4_000;

    private static volatile long since = Long.MAX_VALUE;
    private static final PrintStream OUT = System.out;

    /** Why no input can be made. */
    private static final class CannotMake extends Exception {
        CannotMake(String reason) {
            super(reason);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path before = Path.of(arguments[0]);
        Path after = Path.of(arguments[1]);
        String className = arguments[2];
        String name = arguments[3];
        int parameters = Integer.parseInt(arguments[4]);
        int inputs = Integer.parseInt(arguments[5]);
        Thread watch = new Thread(Differ::watch);
        watch.setDaemon(true);
        watch.start();
        System.setIn(new ByteArrayInputStream(new byte[0]));
        // The first two runs show what differs between two runs of the same code.
        List<Class<?>> sides = List.of(load(className, before), load(className, before), load(className, after, before));
        List<List<Method>> methods = new ArrayList<>();
        for (Class<?> side : sides) {
            List<Method> named = new ArrayList<>();
            for (Method method : side.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == parameters
                        && !method.isBridge() && !Modifier.isAbstract(method.getModifiers())) {
                    named.add(method);
                }
            }
            named.sort(Comparator.comparing(method -> Arrays.toString(method.getParameterTypes())));
            methods.add(named);
        }
        if (methods.get(0).isEmpty()) {
            OUT.println("skipped: no such method");
            return;
        }
        for (int at = 0; at < methods.get(0).size(); at++) {
            for (int input = 0; input < inputs; input++) {
                String[] outcomes = new String[sides.size()];
                for (int side = 0; side < outcomes.length; side++) {
                    outcomes[side] = outcome(methods.get(side).get(at), 1_000_003L * input + at);
                }
                if (!outcomes[0].equals(outcomes[1])) {
                    OUT.println("skipped: two runs of the same code differ");
                    break;
                }
                if (!outcomes[0].equals(outcomes[2])) {
                    OUT.println("differs: " + methods.get(0).get(at) + " input " + input);
                    OUT.println("  before " + shortened(outcomes[0]));
                    OUT.println("  after  " + shortened(outcomes[2]));
                    Runtime.getRuntime().halt(0);
                }
                OUT.println(outcomes[0].startsWith("returns") ? "returned" : "threw");
            }
        }
        OUT.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void watch() {
        while (true) {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                return;
            }
            if (System.currentTimeMillis() - since > LONGEST_MS) {
                OUT.println("skipped: an input takes too long");
                OUT.flush();
                Runtime.getRuntime().halt(0);
            }
        }
    }

    private static Class<?> load(String name, Path... folders) throws Exception {
        URL[] urls = new URL[folders.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = folders[i].toUri().toURL();
        }
        return Class.forName(name, false, new URLClassLoader(urls, ClassLoader.getPlatformClassLoader()));
    }

    private static String shortened(String text) {
        return text.length() > 600 ? text.substring(0, 600) + "…" : text;
    }

    /** The effects of a call as text; the same seed creates the same input for each side. */
    private static String outcome(Method method, long seed) {
        Make make = new Make(new Random(seed));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true);
        System.setOut(stream);
        System.setErr(stream);
        since = System.currentTimeMillis();
        try {
            method.setAccessible(true);
            Object receiver = Modifier.isStatic(method.getModifiers()) ? null : make.object(method.getDeclaringClass(), 0);
            Type[] types = method.getGenericParameterTypes();
            Object[] values = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                values[i] = make.value(types[i], method.getParameterTypes()[i], 0);
            }
            String result;
            try {
                result = "returns " + Show.text(method.invoke(receiver, values));
            } catch (InvocationTargetException e) {
                Throwable cause = e.getCause();
                result = "throws " + cause.getClass().getName();
            }
            since = Long.MAX_VALUE;
            return result + " with " + Show.text(values) + " of " + Show.text(receiver) + " printing " + printed.size()
                    + " " + printed.toString().replaceAll("@[0-9a-f]+", "@");
        } catch (CannotMake e) {
            return halt("no input can be made: " + e.getMessage());
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return halt("it cannot be called: " + e);
        } finally {
            since = Long.MAX_VALUE;
        }
    }

    private static String halt(String reason) {
        OUT.println("skipped: " + reason.replace('\n', ' '));
        OUT.flush();
        Runtime.getRuntime().halt(0);
        return reason;
    }

    /** Generates values of types. */
    private static final class Make {
        private static final int DEEPEST = 3;
        private static final String[] WORDS = {
            "", "a", "ab", "abc", "madam", "hello world", "The quick brown fox", "0", "1", "12", "-7", "101", "1010", "ff",
            "A1B2", "XIV", "aabbcc", "listen", "silent", "(a+b)", "{[()]}", "3 4 + 2 *", "a,b,c", "192.168.0.1", " x ", "zz",
        };

        private final Random random;
        private final int length;

        Make(Random random) {
            this.random = random;
            this.length = random.nextInt(6);
        }

        private int number() {
            int kind = random.nextInt(100);
            if (kind < 82) {
                return random.nextInt(14) - 2;
            }
            if (kind < 97) {
                return random.nextInt(300) - 50;
            }
            return kind == 97 ? Integer.MAX_VALUE : kind == 98 ? Integer.MIN_VALUE : 1 << 16;
        }

        private double real() {
            int kind = random.nextInt(30);
            return kind == 0 ? Double.NaN : kind == 1 ? -0.0 : kind < 12 ? random.nextInt(10) : random.nextDouble() * 20 - 4;
        }

        private String string() {
            if (random.nextInt(3) > 0) {
                return WORDS[random.nextInt(WORDS.length)];
            }
            StringBuilder text = new StringBuilder();
            String letters = random.nextBoolean() ? "abcABC 01" : "01";
            for (int i = random.nextInt(12); i > 0; i--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            return text.toString();
        }

        private int size() {
            return random.nextInt(5) > 0 ? length : random.nextInt(7);
        }

        Object value(Type type, Class<?> raw, int depth) throws CannotMake {
            if (raw == int.class) {
                return number();
            } else if (raw == long.class) {
                return (long) number();
            } else if (raw == short.class) {
                return (short) number();
            } else if (raw == byte.class) {
                return (byte) number();
            } else if (raw == char.class) {
                return "abcxyzABC019 ,.-+(".charAt(random.nextInt(18));
            } else if (raw == boolean.class) {
                return random.nextBoolean();
            } else if (raw == double.class) {
                return real();
            } else if (raw == float.class) {
                return (float) real();
            }
            if (random.nextInt(30) == 0) {
                return null;
            }
            if (raw.isArray()) {
                Class<?> element = raw.getComponentType();
                Object array = Array.newInstance(element, size());
                for (int i = 0; i < Array.getLength(array); i++) {
                    Array.set(array, i, value(element, element, depth));
                }
                return array;
            }
            return object(type, raw, depth);
        }

        private Object object(Type type, Class<?> raw, int depth) throws CannotMake {
            if (raw == String.class || raw == CharSequence.class) {
                return string();
            } else if (raw == Integer.class || raw == Number.class || raw == Object.class || raw == Comparable.class) {
                return number();
            } else if (raw == Long.class) {
                return (long) number();
            } else if (raw == Double.class) {
                return real();
            } else if (raw == Float.class) {
                return (float) real();
            } else if (raw == Character.class) {
                return value(char.class, char.class, depth);
            } else if (raw == Boolean.class) {
                return random.nextBoolean();
            } else if (raw == Byte.class) {
                return (byte) number();
            } else if (raw == Short.class) {
                return (short) number();
            } else if (raw == StringBuilder.class) {
                return new StringBuilder(string());
            } else if (raw == StringBuffer.class) {
                return new StringBuffer(string());
            } else if (raw == java.math.BigInteger.class) {
                return java.math.BigInteger.valueOf(number());
            } else if (raw == java.math.BigDecimal.class) {
                return java.math.BigDecimal.valueOf(number());
            } else if (raw == Class.class) {
                return new Class<?>[] {int.class, String.class, int[].class, List.class}[random.nextInt(4)];
            } else if (raw == java.util.Locale.class) {
                return java.util.Locale.ROOT;
            } else if (raw == Random.class) {
                return new Random(number());
            } else if (raw.isEnum()) {
                Object[] constants = raw.getEnumConstants();
                return constants.length == 0 ? null : constants[random.nextInt(constants.length)];
            }
            Object collection = collection(type, raw, depth);
            if (collection != null) {
                return collection;
            }
            if (raw.isInterface()) {
                return Proxy.newProxyInstance(raw.getClassLoader() == null ? Differ.class.getClassLoader() : raw.getClassLoader(),
                        new Class<?>[] {raw}, new Stub(raw));
            }
            return depth >= DEEPEST ? null : object(raw, depth);
        }

        private Object collection(Type type, Class<?> raw, int depth) throws CannotMake {
            if (Map.class.isAssignableFrom(raw) && raw.getName().startsWith("java.util")) {
                Map<Object, Object> map = raw == TreeMap.class || raw == java.util.SortedMap.class ? new TreeMap<>() : new HashMap<>();
                for (int i = size(); i > 0; i--) {
                    Object key = element(type, 0, depth);
                    if (key != null) {
                        map.put(key, element(type, 1, depth));
                    }
                }
                return raw.isInstance(map) ? map : null;
            }
            if (!raw.getName().startsWith("java.") || !Iterable.class.isAssignableFrom(raw)) {
                return null;
            }
            List<Object> elements = new ArrayList<>();
            for (int i = size(); i > 0; i--) {
                elements.add(element(type, 0, depth));
            }
            if (raw.isInstance(elements)) {
                return elements;
            }
            elements.removeIf(element -> element == null);
            List<Collection<Object>> empty =
                    List.of(new LinkedList<>(), new HashSet<>(), new TreeSet<>(), new ArrayDeque<>(), new PriorityQueue<>(),
                            new java.util.LinkedHashSet<>(), new java.util.Stack<>());
            for (Collection<Object> candidate : empty) {
                if (raw.isInstance(candidate)) {
                    candidate.addAll(elements);
                    return candidate;
                }
            }
            return null;
        }

        private Object element(Type type, int at, int depth) throws CannotMake {
            Type argument = type instanceof ParameterizedType of && of.getActualTypeArguments().length > at
                    ? of.getActualTypeArguments()[at] : Integer.class;
            return value(argument, raw(argument), depth + 1);
        }

        private static Class<?> raw(Type type) {
            if (type instanceof Class<?> known) {
                return known;
            } else if (type instanceof ParameterizedType of) {
                return raw(of.getRawType());
            } else if (type instanceof TypeVariable<?> variable) {
                Class<?> bound = raw(variable.getBounds()[0]);
                return bound == Object.class ? Integer.class : bound;
            } else if (type instanceof WildcardType wildcard) {
                return raw(wildcard.getUpperBounds()[0]);
            } else if (type instanceof java.lang.reflect.GenericArrayType array) {
                return raw(array.getGenericComponentType()).arrayType();
            }
            return Object.class;
        }

        Object object(Class<?> wanted, int depth) throws CannotMake {
            if (wanted.isEnum()) {
                return object(wanted, wanted, depth);
            }
            if (Modifier.isAbstract(wanted.getModifiers())) {
                throw new CannotMake(wanted.getName() + " is abstract");
            }
            List<Constructor<?>> constructors = new ArrayList<>(List.of(wanted.getDeclaredConstructors()));
            constructors.sort(Comparator.comparing(one -> Arrays.toString(one.getParameterTypes())));
            Collections.shuffle(constructors, random);
            for (int tries = 0; tries < 6 && !constructors.isEmpty(); tries++) {
                Constructor<?> constructor = constructors.get(tries % constructors.size());
                try {
                    constructor.setAccessible(true);
                    Type[] types = constructor.getGenericParameterTypes();
                    Class<?>[] raws = constructor.getParameterTypes();
                    Object[] values = new Object[raws.length];
                    for (int i = 0; i < raws.length; i++) {
                        values[i] = value(types.length == raws.length ? types[i] : raws[i], raws[i], depth + 1);
                    }
                    return constructor.newInstance(values);
                } catch (InvocationTargetException e) {
                    // A different input may work.
                } catch (ReflectiveOperationException | RuntimeException e) {
                    throw new CannotMake(wanted.getName() + ": " + e);
                }
            }
            throw new CannotMake(wanted.getName() + " refuses all inputs");
        }
    }

    /** An object of any interface: its results depend only on its arguments. */
    private record Stub(Class<?> of) implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
            return switch (method.getName()) {
                case "hashCode" -> 1;
                case "equals" -> proxy == first;
                case "toString" -> of.getName();
                case "compare" -> String.valueOf(arguments[0]).compareTo(String.valueOf(arguments[1]));
                default -> {
                    Class<?> result = method.getReturnType();
                    if (result == boolean.class) {
                        yield first != null;
                    } else if (result == int.class) {
                        yield first instanceof Number number ? number.intValue() : 2;
                    } else if (result == long.class) {
                        yield first instanceof Number number ? number.longValue() : 2L;
                    } else if (result == double.class) {
                        yield first instanceof Number number ? number.doubleValue() : 2.5;
                    } else if (result.isPrimitive()) {
                        yield null;
                    }
                    yield result.isInstance(first) ? first : null;
                }
            };
        }
    }

    /** Values as text, without what differs between two equally created objects. */
    private static final class Show {
        private static final int DEEPEST = 7;
        private static final int LONGEST = 20_000;

        private final StringBuilder text = new StringBuilder();
        private final Map<Object, Integer> seen = new IdentityHashMap<>();

        static String text(Object value) {
            Show show = new Show();
            try {
                show.show(value, 0);
            } catch (RuntimeException | StackOverflowError e) {
                show.text.append("<").append(e.getClass().getName()).append(">");
            }
            return show.text.toString();
        }

        private void show(Object value, int depth) {
            if (text.length() > LONGEST) {
                return;
            }
            if (value == null || value instanceof Number && value.getClass().getName().startsWith("java.") || value instanceof Boolean
                    || value instanceof Character || value instanceof CharSequence && value.getClass().getName().startsWith("java.")) {
                text.append(value).append(value == null ? "" : ":" + value.getClass().getSimpleName());
                return;
            }
            Class<?> type = value.getClass();
            if (value instanceof Enum<?> constant) {
                text.append(constant.name());
                return;
            }
            Integer known = seen.putIfAbsent(value, seen.size());
            if (known != null || depth > DEEPEST) {
                text.append("#").append(known);
                return;
            }
            if (type.isArray()) {
                text.append(type.getSimpleName()).append("[");
                for (int i = 0; i < Array.getLength(value); i++) {
                    show(Array.get(value, i), depth + 1);
                    text.append(",");
                }
                text.append("]");
            } else if (Proxy.isProxyClass(type) || type.isSynthetic() || type.isHidden()) {
                text.append("lambda");
            } else if (type.getName().startsWith("java.") || type.getName().startsWith("jdk.") || type.getName().startsWith("sun.")) {
                showOfJdk(value, type, depth);
            } else {
                showFields(value, type, depth);
            }
        }

        private void showOfJdk(Object value, Class<?> type, int depth) {
            if (value instanceof Collection<?> all) {
                text.append(all instanceof java.util.Set ? "set{" : "list{");
                for (Object one : all) {
                    show(one, depth + 1);
                    text.append(",");
                }
                text.append("}");
            } else if (value instanceof Map<?, ?> map) {
                text.append("map{");
                for (Map.Entry<?, ?> one : map.entrySet()) {
                    show(one.getKey(), depth + 1);
                    text.append("=");
                    show(one.getValue(), depth + 1);
                    text.append(",");
                }
                text.append("}");
            } else if (value instanceof Iterator<?> || value instanceof java.util.stream.BaseStream<?, ?> || value instanceof Thread) {
                text.append(type.getSimpleName());
            } else {
                String shown = value.toString();
                text.append(type.getSimpleName()).append(shown.contains("@") ? "" : shown);
            }
        }

        private void showFields(Object value, Class<?> type, int depth) {
            text.append(type.getName()).append("{");
            for (Class<?> above = type; above != null && above != Object.class; above = above.getSuperclass()) {
                if (above.getName().startsWith("java.")) {
                    break;
                }
                Field[] fields = above.getDeclaredFields();
                Arrays.sort(fields, Comparator.comparing(Field::getName));
                for (Field field : fields) {
                    if (Modifier.isStatic(field.getModifiers())) {
                        continue;
                    }
                    try {
                        field.setAccessible(true);
                        text.append(field.getName()).append("=");
                        show(field.get(value), depth + 1);
                        text.append(",");
                    } catch (ReflectiveOperationException | RuntimeException e) {
                        text.append("?,");
                    }
                }
            }
            text.append("}");
        }
    }
}
