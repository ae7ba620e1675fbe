package jouled.trace;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of static fields after the classes were initialized, with the elements of arrays. */
final class Statics {
    /** The fields that can be assigned. */
    private final Map<Field, Object> fields = new LinkedHashMap<>();
    /** The arrays that they and the other ones refer to, and copies of these. */
    private final Map<Object, Object> arrays = new IdentityHashMap<>();
    /** Whether nothing else can change. If false, the classes must be loaded again. */
    private boolean isComplete = true;

    /** Keeps the values of classes that were initialized a moment ago. */
    Statics(List<Class<?>> classes) throws IllegalAccessException {
        for (Class<?> owner : classes) {
            for (Field field : owner.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    Object value = field.get(null);
                    keep(value);
                    if (!Modifier.isFinal(field.getModifiers())) {
                        fields.put(field, value);
                    }
                }
            }
        }
    }

    boolean isComplete() {
        return isComplete;
    }

    private void keep(Object value) {
        if (value == null || arrays.containsKey(value)) {
            return;
        }
        if (value.getClass().isArray()) {
            int length = Array.getLength(value);
            Object copy = Array.newInstance(value.getClass().getComponentType(), length);
            System.arraycopy(value, 0, copy, 0, length);
            arrays.put(value, copy);
            if (value instanceof Object[] elements) {
                for (Object element : elements) {
                    keep(element);
                }
            }
        } else {
            isComplete &= neverChanges(value);
        }
    }

    private static boolean neverChanges(Object value) {
        return switch (value) {
            case String text -> true;
            case Boolean truth -> true;
            case Character character -> true;
            case Byte number -> true;
            case Short number -> true;
            case Integer number -> true;
            case Long number -> true;
            case Float number -> true;
            case Double number -> true;
            case Enum<?> constant -> hasNoFields(constant.getClass());
            default -> false;
        };
    }

    /** Whether the constants of an enum, or a constant with its own code, have no fields of their own. */
    private static boolean hasNoFields(Class<?> kind) {
        for (Class<?> in = kind; in != Enum.class; in = in.getSuperclass()) {
            for (Field field : in.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Gives each field and each element its first value. */
    void restore() throws IllegalAccessException {
        for (Map.Entry<Field, Object> entry : fields.entrySet()) {
            entry.getKey().set(null, entry.getValue());
        }
        for (Map.Entry<Object, Object> entry : arrays.entrySet()) {
            System.arraycopy(entry.getValue(), 0, entry.getKey(), 0, Array.getLength(entry.getKey()));
        }
    }
}
