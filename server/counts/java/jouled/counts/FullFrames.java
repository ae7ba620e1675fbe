package jouled.counts;

/**
 * The frames of a method that gets one more local: an int, behind all others. Frames that only say what changed would not fit
 * the new local, so each frame is written in full.
 */
final class FullFrames {
    private static final int TOP = 0;
    private static final int INTEGER = 1;
    private static final int DOUBLE = 3;
    private static final int LONG = 4;
    private static final int UNINITIALIZED_THIS = 6;
    private static final int OBJECT = 7;
    private static final int UNINITIALIZED = 8;

    /** The local that is added. */
    private final int added;
    /** The types of the locals of the current frame, each with its operand. */
    private int[] locals;
    private int localCount;
    private byte[] file;
    private int from;
    private CodeWriter code;
    private final Bytes out = new Bytes(256);

    FullFrames(Pool pool, int thisClass, byte[] name, byte[] descriptor, boolean isStatic, int added) throws Refused {
        this.added = added;
        locals = new int[64];
        if (!isStatic) {
            boolean isConstructor = Bytes.equal(name, 0, name.length, ClassWriter.ascii("<init>"));
            add(isConstructor ? UNINITIALIZED_THIS : OBJECT, thisClass);
        }
        for (int at = 1; descriptor[at] != ')'; at++) {
            int begin = at;
            while (descriptor[at] == '[') {
                at++;
            }
            int kind = descriptor[at];
            if (kind == 'L') {
                while (descriptor[at] != ';') {
                    at++;
                }
            }
            if (descriptor[begin] == '[') {
                add(OBJECT, pool.addClass(Bytes.part(descriptor, begin, at + 1 - begin)));
            } else {
                switch (kind) {
                    case 'J' -> add(LONG, 0);
                    case 'F' -> add(2, 0);
                    case 'D' -> add(DOUBLE, 0);
                    case 'L' -> add(OBJECT, pool.addClass(Bytes.part(descriptor, begin + 1, at - begin - 1)));
                    default -> add(INTEGER, 0);
                }
            }
        }
    }

    private void add(int type, int operand) {
        if (localCount * 2 == locals.length) {
            locals = CountedMethod.ints(locals);
        }
        locals[localCount * 2] = type;
        locals[localCount++ * 2 + 1] = operand;
    }

    /** The content of a StackMapTable. */
    byte[] write(byte[] file, int at, CodeWriter code) throws Refused {
        this.file = file;
        this.code = code;
        out.u2(0);
        int count = Bytes.u2(file, at);
        from = at + 2;
        int offset = -1;
        int before = -1;
        int written = 0;
        for (int frame = 0; frame < count; frame++) {
            int kind = Bytes.u1(file, from);
            int delta;
            int stackAt = 0;
            int stack = 0;
            if (kind < 64) {
                delta = kind;
                from += 1;
            } else if (kind < 128) {
                delta = kind - 64;
                stack = 1;
                stackAt = from + 1;
                from = skip(stackAt, 1);
            } else if (kind < 247) {
                throw new Refused("it has a frame of an unknown kind");
            } else {
                delta = Bytes.u2(file, from + 1);
                from += 3;
                if (kind == 247) {
                    stack = 1;
                    stackAt = from;
                    from = skip(stackAt, 1);
                } else if (kind < 251) {
                    localCount = Math.max(localCount - (251 - kind), 0);
                } else if (kind < 255) {
                    addLocals(kind - 251);
                } else {
                    localCount = 0;
                    from += 2;
                    addLocals(Bytes.u2(file, from - 2));
                    stack = Bytes.u2(file, from);
                    stackAt = from + 2;
                    from = skip(stackAt, stack);
                }
            }
            offset += delta + 1;
            for (int arm = code.armsOf[offset]; arm >= 0; arm = code.nextArm[arm]) {
                one(code.armAt[arm] - before - 1, stack, stackAt);
                before = code.armAt[arm];
                written++;
            }
            one(code.label[offset] - before - 1, stack, stackAt);
            before = code.label[offset];
            written++;
        }
        out.setU2(0, written);
        return out.toArray();
    }

    private void addLocals(int count) {
        for (int local = 0; local < count; local++) {
            int type = file[from];
            add(type, type >= OBJECT ? Bytes.u2(file, from + 1) : 0);
            from = skip(from, 1);
        }
    }

    private int skip(int types, int count) {
        int at = types;
        for (int type = 0; type < count; type++) {
            at += file[at] >= OBJECT ? 3 : 1;
        }
        return at;
    }

    private void one(int delta, int stack, int stackAt) throws Refused {
        out.u1(255);
        out.u2(delta);
        int countAt = out.length;
        out.u2(0);
        int slots = 0;
        int count = 0;
        for (int local = 0; local < localCount; local++) {
            type(locals[local * 2], locals[local * 2 + 1]);
            slots += locals[local * 2] == LONG || locals[local * 2] == DOUBLE ? 2 : 1;
            count++;
        }
        if (slots > added) {
            throw new Refused("its frames have more locals than its code");
        }
        for (; slots < added; slots++) {
            out.u1(TOP);
            count++;
        }
        out.u1(INTEGER);
        out.setU2(countAt, count + 1);
        out.u2(stack);
        int at = stackAt;
        for (int item = 0; item < stack; item++) {
            int type = file[at];
            type(type, type >= OBJECT ? Bytes.u2(file, at + 1) : 0);
            at = skip(at, 1);
        }
    }

    private void type(int type, int operand) {
        out.u1(type);
        if (type == UNINITIALIZED) {
            // It names the instruction that created the object.
            out.u2(code.moved[operand]);
        } else if (type == OBJECT) {
            out.u2(operand);
        }
    }
}
