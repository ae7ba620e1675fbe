package jouled.trace;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which fields, elements and sizes changed in a run, and which methods were on the call stack. */
final class Changes {
    /** An element of an array. */
    static final String ELEMENT = "[]";

    private static final String SIZE = "size()";

    private final List<Shape> shapes;
    /** The objects that existed when the run began. */
    private final Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Sized> sized = new ArrayList<>();
    /** The number of elements in the arrays and collections among them. */
    private long elements;
    private final Map<Key, Change> found = new LinkedHashMap<>();

    /** A field, either static or of an object that existed when the run began. */
    private record Key(String field, boolean isKnown) {}

    /** The origin of a change. */
    private static final class Change {
        /** The methods on the stack below the one that made it. */
        final BitSet during = new BitSet();
        /** The method that made it, if known. */
        final BitSet by = new BitSet();
        Frame last;
    }

    /** An object whose size is checked repeatedly. */
    private static final class Sized {
        final Object object;
        int size;

        Sized(Object object) {
            this.object = object;
            this.size = sizeOf(object);
        }
    }

    Changes(List<Shape> shapes) {
        this.shapes = shapes;
    }

    /** The run begins with these objects and everything they refer to. */
    void begin(Object receiver, Object[] arguments) {
        Deque<Object> pending = new ArrayDeque<>();
        offer(pending, receiver);
        for (Object argument : arguments) {
            offer(pending, argument);
        }
        while (!pending.isEmpty()) {
            enter(pending, pending.remove());
        }
    }

    private void offer(Deque<Object> pending, Object object) {
        if (object != null && known.add(object)) {
            pending.add(object);
        }
    }

    private void enter(Deque<Object> pending, Object object) {
        if (object instanceof Object[] array) {
            for (Object element : array) {
                offer(pending, element);
            }
        }
        if (object.getClass().isArray()) {
            elements += Array.getLength(object);
            return;
        }
        if (object.getClass().getClassLoader() != null) {
            for (Class<?> in = object.getClass(); in != null && in.getClassLoader() != null; in = in.getSuperclass()) {
                enterFields(pending, object, in);
            }
            return;
        }
        if (sizeOf(object) >= 0) {
            Sized one = new Sized(object);
            elements += one.size;
            sized.add(one);
        }
        if (object instanceof Collection<?> collection) {
            collection.forEach(element -> offer(pending, element));
        } else if (object instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                offer(pending, key);
                offer(pending, value);
            });
        }
    }

    private void enterFields(Deque<Object> pending, Object object, Class<?> in) {
        for (Field field : in.getDeclaredFields()) {
            if (field.getType().isPrimitive() || Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            try {
                field.setAccessible(true);
                offer(pending, field.get(object));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static int sizeOf(Object object) {
        return switch (object) {
            case Collection<?> collection -> collection.size();
            case Map<?, ?> map -> map.size();
            case StringBuilder builder -> builder.length();
            case StringBuffer buffer -> buffer.length();
            case BitSet bits -> bits.length();
            default -> -1;
        };
    }

    /** A method changed a field. */
    void add(String field, Object object, Frame frame) {
        add(field, object, frame.caller, frame);
    }

    /** A field changed; {@code below} is the frame of the caller of the changing method. */
    private synchronized void add(String field, Object object, Frame below, Frame by) {
        Change change =
                found.computeIfAbsent(new Key(field, object == null || known.contains(object)), key -> new Change());
        if (by != null) {
            change.by.set(by.method.index);
        }
        if (below != null && change.last != below) {
            change.last = below;
            for (Frame frame = below; frame != null; frame = frame.caller) {
                change.during.set(frame.method.index);
            }
        }
    }

    /** Checks whether a call by a method changed a size. */
    void look(Frame frame) {
        for (Sized one : sized) {
            int now = sizeOf(one.object);
            if (now != one.size) {
                one.size = now;
                add(SIZE, one.object, frame, frame);
            }
        }
    }

    synchronized void put(DataOutputStream out) throws IOException {
        out.writeLong(known.size() + elements);
        out.writeInt(found.size());
        for (Map.Entry<Key, Change> entry : found.entrySet()) {
            Wire.putString(out, entry.getKey().field());
            out.writeBoolean(entry.getKey().isKnown());
            Wire.putInts(out, entry.getValue().during);
            Wire.putInts(out, entry.getValue().by);
        }
    }
}
