package jouled.counts;

/** Rewrites a class file with counters in its methods. */
final class ClassWriter {
    private static final byte[] CODE = {'C', 'o', 'd', 'e'};
    private static final byte[] FRAMES = ascii("StackMapTable");
    private static final int STATIC = 8;
    private static final byte[] LINES = ascii("LineNumberTable");

    /** In bytes of code. Shorter methods may be called so often that counting costs more than what they do. */
    private static final int SHORTEST_CHOSEN = 100;
    /** At most this many methods with loops are counted, those loaded first. */
    private static final int MOST_WITH_LOOPS = 64;

    private final byte[] file;
    private final Pool pool;
    private final References references;
    private final Counters counters;
    private final References.Options options;
    private final Registry registry;
    /** Whether the classes of receivers are recorded. */
    private final boolean receivers;
    private final CountedClass counted;
    private final int thisClass;
    private int at;

    ClassWriter(byte[] file, Counters counters, References.Options options, Registry registry, boolean receivers)
            throws Refused {
        this.receivers = receivers;
        this.file = file;
        this.counters = counters;
        this.options = options;
        this.registry = registry;
        pool = new Pool(file);
        references = new References(pool);
        thisClass = Bytes.u2(file, pool.end + 2);
        counted = new CountedClass(pool.className(thisClass));
    }

    static byte[] ascii(String text) {
        byte[] all = new byte[text.length()];
        for (int at = 0; at < all.length; at++) {
            all[at] = (byte) text.charAt(at);
        }
        return all;
    }

    CountedClass counted() {
        return counted;
    }

    /** The new class file. */
    byte[] write() throws Refused {
        Bytes out = new Bytes(file.length * 2);
        at = pool.end + 6;
        at += 2 + 2 * Bytes.u2(file, at);
        int fields = Bytes.u2(file, at);
        at += 2;
        for (int field = 0; field < fields; field++) {
            at += 6;
            skipAttributes();
        }
        int methods = Bytes.u2(file, at);
        at += 2;
        out.copy(file, pool.end, at - pool.end);
        for (int method = 0; method < methods; method++) {
            method(out);
        }
        out.copy(file, at, file.length - at);
        Bytes all = new Bytes(out.length + pool.end + 1024);
        all.copy(file, 0, 8);
        pool.write(all);
        all.copy(out.data, 0, out.length);
        return all.toArray();
    }

    private void skipAttributes() {
        int count = Bytes.u2(file, at);
        at += 2;
        for (int attribute = 0; attribute < count; attribute++) {
            at += 6 + Bytes.s4(file, at + 2);
        }
    }

    private void method(Bytes out) {
        byte[] name = pool.text(Bytes.u2(file, at + 2));
        byte[] descriptor = pool.text(Bytes.u2(file, at + 4));
        boolean isStatic = (Bytes.u2(file, at) & STATIC) != 0;
        out.copy(file, at, 8);
        int attributes = Bytes.u2(file, at + 6);
        at += 8;
        for (int attribute = 0; attribute < attributes; attribute++) {
            int length = Bytes.s4(file, at + 2);
            byte[] code = null;
            if (pool.isText(Bytes.u2(file, at), CODE)) {
                CountedMethod method = new CountedMethod(name, descriptor);
                try {
                    code = code(method, isStatic);
                    if (code != null) {
                        counted.add(method);
                    }
                } catch (Refused refused) {
                    registry.leaveOut(counted.name, name, descriptor, refused.reason);
                }
            }
            if (code == null) {
                out.copy(file, at, 6 + length);
            } else {
                out.copy(file, at, 2);
                out.u4(code.length);
                out.copy(code, 0, code.length);
            }
            at += 6 + length;
        }
    }

    /**
     * Whether a method is counted. If only some are, they are chosen among methods that are not short, and the choice is
     * the same in each run. In a small program the methods with loops are counted: a counter at their beginning costs them
     * next to nothing.
     */
    private boolean isChosen(CountedMethod method, Flow flow) {
        if (options.entriesOf == 0) {
            return true;
        }
        int hash = 17;
        for (byte[] part : new byte[][] {counted.name, method.name, method.descriptor}) {
            for (byte one : part) {
                hash = 31 * hash + one;
            }
        }
        boolean isDrawn = flow.length >= SHORTEST_CHOSEN && (hash & Integer.MAX_VALUE) % options.entriesOf == 0;
        return isDrawn || (counters.taken() < MOST_WITH_LOOPS && flow.hasLoop());
    }

    private byte[] code(CountedMethod method, boolean isStatic) throws Refused {
        int stack = Bytes.u2(file, at + 6);
        int locals = Bytes.u2(file, at + 8);
        int length = Bytes.s4(file, at + 10);
        if (length < 1 || length > 65535 || length > file.length - at - 14) {
            throw new Refused("the length of its code is wrong");
        }
        int handlersAt = at + 14 + length + 2;
        int handlers = Bytes.u2(file, handlersAt - 2);
        Flow flow = new Flow(file, at + 14, length, handlersAt, handlers);
        if (!isChosen(method, flow)) {
            return null;
        }
        method.digest = flow.digest();
        method.isFollowed = isFollowed(method);
        if (hasPaths(method)) {
            method.pathRoot = registry.takePathRoot();
        }
        if (receivers || method.isFollowed) {
            sites(flow, method);
        }
        CodeWriter writer = new CodeWriter(flow, method, references, pool, locals, options);
        method.first = counters.take(method.places);
        method.isStriped = counters.isStriped(method.first);
        references.need(method.first);
        byte[] code = writer.write();
        Bytes out = new Bytes(code.length * 2);
        out.u2(limited(stack + CodeWriter.STACK));
        out.u2(limited(locals + writer.moreLocals));
        out.u4(code.length);
        out.copy(code, 0, code.length);
        out.u2(handlers);
        for (int handler = 0; handler < handlers; handler++) {
            int entry = handlersAt + 8 * handler;
            out.u2(writer.label[Bytes.u2(file, entry)]);
            out.u2(limited(writer.begin[Bytes.u2(file, entry + 2)]));
            out.u2(writer.label[Bytes.u2(file, entry + 4)]);
            out.u2(Bytes.u2(file, entry + 6));
        }
        int added = CodeWriter.kept(method);
        Frames frames = added == 0
                ? new ShortFrames()
                : new FullFrames(pool, thisClass, method.name, method.descriptor, isStatic, locals, added);
        tables(out, handlersAt + 8 * handlers, writer, frames);
        if (options.lines) {
            method.lines = lines(handlersAt + 8 * handlers, flow);
        }
        return out.toArray();
    }

    private static int limited(int value) throws Refused {
        if (value > 65535) {
            throw new Refused("it would be too large with its counters");
        }
        return value;
    }

    /** The frames and the lines. The tables with names and types of locals are left out. */
    private void tables(Bytes out, int attributesAt, CodeWriter writer, Frames frames) throws Refused {
        int countAt = out.length;
        int kept = 0;
        out.u2(0);
        int from = attributesAt + 2;
        for (int attribute = 0; attribute < Bytes.u2(file, attributesAt); attribute++) {
            int name = Bytes.u2(file, from);
            int length = Bytes.s4(file, from + 2);
            if (pool.isText(name, FRAMES)) {
                byte[] content = frames.write(file, from + 6, writer);
                out.u2(name);
                out.u4(content.length);
                out.copy(content, 0, content.length);
                kept++;
            } else if (pool.isText(name, LINES)) {
                out.copy(file, from, 8);
                for (int line = from + 8; line < from + 6 + length; line += 4) {
                    out.u2(writer.label[Bytes.u2(file, line)]);
                    out.u2(Bytes.u2(file, line + 2));
                }
                kept++;
            }
            from += 6 + length;
        }
        out.setU2(countAt, kept);
    }

    /** The instructions at which lines begin, with their lines. */
    private int[] lines(int attributesAt, Flow flow) {
        int[] found = new int[16];
        int count = 0;
        int from = attributesAt + 2;
        for (int attribute = 0; attribute < Bytes.u2(file, attributesAt); attribute++) {
            int length = Bytes.s4(file, from + 2);
            if (pool.isText(Bytes.u2(file, from), LINES)) {
                for (int line = from + 8; line < from + 6 + length; line += 4) {
                    if (count == found.length) {
                        found = CountedMethod.ints(found);
                    }
                    found[count++] = flow.index[Bytes.u2(file, line)];
                    found[count++] = Bytes.u2(file, line + 2);
                }
            }
            from += 6 + length;
        }
        int[] all = new int[count];
        System.arraycopy(found, 0, all, 0, count);
        return all;
    }

    private void sites(Flow flow, CountedMethod method) throws Refused {
        int count = 0;
        int[] found = new int[flow.instructions];
        for (int offset = 0; offset < flow.length; offset = flow.next(offset)) {
            int opcode = flow.opcode(offset);
            if (opcode == Instructions.INVOKEVIRTUAL || opcode == Instructions.INVOKEINTERFACE) {
                found[count++] = flow.index[offset];
            }
        }
        method.sites = new int[count];
        System.arraycopy(found, 0, method.sites, 0, count);
        method.firstSite = registry.takeSites(count);
    }

    /** Whether the name of a method ends like one whose paths are requested, at the beginning of a package or a class. */
    private boolean hasPaths(CountedMethod method) {
        if (options.entriesOf > 0 || options.withPaths.length == 0) {
            return false;
        }
        Bytes is = new Bytes(64);
        is.u1('/');
        is.copy(counted.name, 0, counted.name.length);
        is.u1('/');
        is.copy(method.name, 0, method.name.length);
        for (byte[] wanted : options.withPaths) {
            int from = is.length - wanted.length;
            if (from > 0 && Bytes.equal(is.data, from, wanted.length, wanted)) {
                byte before = is.data[from - 1];
                if (before == '/' || before == '$') {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isFollowed(CountedMethod method) {
        for (byte[] wanted : options.followed) {
            Bytes is = new Bytes(64);
            is.copy(counted.name, 0, counted.name.length);
            is.u1('.');
            is.copy(method.name, 0, method.name.length);
            is.copy(method.descriptor, 0, method.descriptor.length);
            if (Bytes.equal(is.data, 0, is.length, wanted)) {
                return true;
            }
        }
        return false;
    }
}
