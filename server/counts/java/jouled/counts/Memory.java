package jouled.counts;

/** Stands for `jdk.internal.misc.Unsafe`, which {@link Stripes} uses where it is defined. */
final class Memory {
    private Memory() {}

    static Memory getUnsafe() {
        throw new UnsupportedOperationException();
    }

    /** The place of a field in its objects. */
    long objectFieldOffset(Class<?> type, String name) {
        throw new UnsupportedOperationException();
    }

    /** The value of a field. */
    long getLong(Object of, long offset) {
        throw new UnsupportedOperationException();
    }
}
