package jouled.counts;

/** A class file under another name. */
final class Rename {
    private Rename() {}

    /** Replaces a text of the constant pool. */
    static byte[] inPool(byte[] file, String from, String to) throws Refused {
        Pool pool = new Pool(file);
        byte[] old = ClassWriter.ascii(from);
        Bytes out = new Bytes(file.length * 2);
        int at = 10;
        out.copy(file, 0, at);
        while (at < pool.end) {
            int next = Pool.behind(file, at);
            if (file[at] == 1 && Bytes.equal(file, at + 3, Bytes.u2(file, at + 1), old)) {
                out.u1(1);
                out.ascii(to);
            } else {
                out.copy(file, at, next - at);
            }
            at = next;
        }
        out.copy(file, at, file.length - at);
        return out.toArray();
    }
}
