package jouled.counts;

/** A class whose methods are counted. */
final class CountedClass {
    final byte[] name;
    CountedMethod[] methods = new CountedMethod[4];
    int count;

    CountedClass(byte[] name) {
        this.name = name;
    }

    void add(CountedMethod method) {
        if (count == methods.length) {
            CountedMethod[] larger = new CountedMethod[count * 2];
            System.arraycopy(methods, 0, larger, 0, count);
            methods = larger;
        }
        methods[count++] = method;
    }
}
