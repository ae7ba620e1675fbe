package jouled.counts;

/** A class file under another name. */
final class Rename {
    private Rename() {}

    /** Replaces texts of the constant pool: each odd one by the next. */
    static byte[] inPool(byte[] file, String... texts) throws Refused {
        Pool pool = new Pool(file);
        Bytes out = new Bytes(file.length * 2);
        int at = 10;
        out.copy(file, 0, at);
        while (at < pool.end) {
            int next = Pool.behind(file, at);
            int text = 0;
            while (text < texts.length && !isText(file, at, texts[text])) {
                text += 2;
            }
            if (text < texts.length) {
                out.u1(1);
                out.ascii(texts[text + 1]);
            } else {
                out.copy(file, at, next - at);
            }
            at = next;
        }
        out.copy(file, at, file.length - at);
        return out.toArray();
    }

    private static boolean isText(byte[] file, int at, String text) {
        return file[at] == 1 && Bytes.equal(file, at + 3, Bytes.u2(file, at + 1), ClassWriter.ascii(text));
    }
}
