package jouled.trace;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A description of an argument value; each run creates its own. */
sealed interface Value {
    /** The value as an object of this type; the loader knows its classes. */
    Object make(Class<?> type, ClassLoader loader) throws ReflectiveOperationException;

    /** A number, a boolean as 0 or 1, or a character by its code; the type decides which. */
    record Whole(long number) implements Value {
        @Override
        public Object make(Class<?> type, ClassLoader loader) {
            if (type == long.class || type == Long.class) {
                return number;
            } else if (type == short.class || type == Short.class) {
                return (short) number;
            } else if (type == byte.class || type == Byte.class) {
                return (byte) number;
            } else if (type == char.class || type == Character.class) {
                return (char) number;
            } else if (type == boolean.class || type == Boolean.class) {
                return number != 0;
            }
            return (int) number;
        }
    }

    /** A floating-point number. */
    record Real(double number) implements Value {
        @Override
        public Object make(Class<?> type, ClassLoader loader) {
            return type == float.class || type == Float.class ? (Object) (float) number : (Object) number;
        }
    }

    /** {@code null} */
    record Null() implements Value {
        @Override
        public Object make(Class<?> type, ClassLoader loader) {
            return null;
        }
    }

    /** A boxed number of this primitive type. */
    record Boxed(char of, long number) implements Value {
        @Override
        public Object make(Class<?> type, ClassLoader loader) {
            Class<?> primitive =
                    switch (of) {
                        case 'J' -> long.class;
                        case 'S' -> short.class;
                        case 'B' -> byte.class;
                        case 'C' -> char.class;
                        case 'Z' -> boolean.class;
                        default -> int.class;
                    };
            return of == 'D' ? (Object) (double) number : new Whole(number).make(primitive, loader);
        }
    }

    /** A string. */
    record Text(String text) implements Value {
        @Override
        public Object make(Class<?> type, ClassLoader loader) {
            return text;
        }
    }

    /** An array of the requested type, or of ints if that is no array type. */
    record Elements(List<Value> values) implements Value {
        @Override
        public Object make(Class<?> type, ClassLoader loader) throws ReflectiveOperationException {
            Class<?> element = type.isArray() ? type.getComponentType() : int.class;
            Object array = Array.newInstance(element, values.size());
            for (int index = 0; index < values.size(); index++) {
                Array.set(array, index, values.get(index).make(element, loader));
            }
            return array;
        }
    }

    /** A list; integers in it are {@code Integer} objects. */
    record ListOf(List<Value> values) implements Value {
        @Override
        public Object make(Class<?> type, ClassLoader loader) throws ReflectiveOperationException {
            List<Object> list = new ArrayList<>();
            for (Value value : values) {
                list.add(value.make(Object.class, loader));
            }
            return list;
        }
    }

    /** A collection, map, bit set or text builder of this class, or an iterator over a list. */
    record Filled(String name, List<Value> values) implements Value {
        @Override
        public Object make(Class<?> type, ClassLoader loader) throws ReflectiveOperationException {
            List<Object> elements = new ArrayList<>();
            for (Value value : values) {
                elements.add(value.make(Object.class, loader));
            }
            if (name.equals("java/util/ListIterator")) {
                return elements.listIterator();
            }
            Object made = Class.forName(name.replace('/', '.')).getConstructor().newInstance();
            switch (made) {
                case Collection<?> collection -> fill(collection, elements);
                case Map<?, ?> map -> fill(map, elements);
                case BitSet bits -> elements.forEach(element -> bits.set((Integer) element));
                case StringBuilder builder -> elements.forEach(builder::append);
                case StringBuffer buffer -> elements.forEach(buffer::append);
                default -> throw new ReflectiveOperationException("a value of class " + name);
            }
            return made;
        }

        @SuppressWarnings("unchecked")
        private static void fill(Collection<?> collection, List<Object> elements) {
            ((Collection<Object>) collection).addAll(elements);
        }

        /** Keys and values alternate. */
        @SuppressWarnings("unchecked")
        private static void fill(Map<?, ?> map, List<Object> elements) {
            for (int index = 0; index + 1 < elements.size(); index += 2) {
                ((Map<Object, Object>) map).put(elements.get(index), elements.get(index + 1));
            }
        }
    }

    /** An object made by the constructor without arguments, with these fields set. */
    record Instance(String name, List<String> fields, List<Value> values) implements Value {
        @Override
        public Object make(Class<?> type, ClassLoader loader) throws ReflectiveOperationException {
            Class<?> made = Class.forName(name.replace('/', '.'), true, loader);
            Constructor<?> constructor = made.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object object = constructor.newInstance();
            for (int index = 0; index < fields.size(); index++) {
                Field field = find(made, fields.get(index));
                field.setAccessible(true);
                field.set(object, values.get(index).make(field.getType(), loader));
            }
            return object;
        }

        private static Field find(Class<?> type, String name) throws NoSuchFieldException {
            for (Class<?> in = type; in != null; in = in.getSuperclass()) {
                for (Field field : in.getDeclaredFields()) {
                    if (field.getName().equals(name)) {
                        return field;
                    }
                }
            }
            throw new NoSuchFieldException(type.getName() + "." + name);
        }
    }

    static Value read(DataInputStream in) throws IOException {
        int tag = in.readByte();
        return switch (tag) {
            case 0 -> new Null();
            case 1 -> new Whole(in.readLong());
            case 2 -> new Real(in.readDouble());
            case 3 -> new Text(Wire.string(in));
            case 4 -> new Elements(readAll(in));
            case 5 -> new ListOf(readAll(in));
            case 6 -> {
                String name = Wire.string(in);
                List<String> fields = new ArrayList<>();
                List<Value> values = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    fields.add(Wire.string(in));
                    values.add(read(in));
                }
                yield new Instance(name, fields, values);
            }
            case 7 -> new Filled(Wire.string(in), readAll(in));
            case 8 -> new Boxed((char) in.readByte(), in.readLong());
            default -> throw new IOException("a value of kind " + tag);
        };
    }

    static List<Value> readAll(DataInputStream in) throws IOException {
        List<Value> values = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            values.add(read(in));
        }
        return values;
    }
}
