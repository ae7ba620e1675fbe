package jouled.counts;

/** The frames of a method at the new offsets. */
final class Frames {
    private final byte[] file;
    private final CodeWriter code;
    private final Bytes out;
    private int from;
    private int before = -1;
    private int frames;

    private Frames(byte[] file, int from, CodeWriter code, int length) {
        this.file = file;
        this.from = from;
        this.code = code;
        out = new Bytes(length + 16);
    }

    /** The content of a StackMapTable. */
    static byte[] write(byte[] file, int from, int length, CodeWriter code) throws Refused {
        Frames frames = new Frames(file, from + 2, code, length);
        frames.out.u2(0);
        frames.all(Bytes.u2(file, from));
        frames.out.setU2(0, frames.frames);
        return frames.out.toArray();
    }

    private void all(int count) throws Refused {
        int offset = -1;
        for (int frame = 0; frame < count; frame++) {
            int kind = Bytes.u1(file, from);
            int types = from + 3;
            int delta;
            int stack = 0;
            if (kind < 64) {
                delta = kind;
                from += 1;
            } else if (kind < 128) {
                delta = kind - 64;
                stack = 1;
                types = from + 1;
                from = behind(types, 1);
            } else if (kind < 247) {
                throw new Refused("it has a frame of an unknown kind");
            } else {
                delta = Bytes.u2(file, from + 1);
                if (kind == 247) {
                    stack = 1;
                    from = behind(types, 1);
                } else if (kind <= 251) {
                    from += 3;
                } else if (kind < 255) {
                    from = behind(types, kind - 251);
                } else {
                    int locals = behind(types + 2, Bytes.u2(file, types));
                    from = behind(locals + 2, Bytes.u2(file, locals));
                }
            }
            offset += delta + 1;
            boolean isFirst = true;
            for (int arm = code.armsOf[offset]; arm >= 0; arm = code.nextArm[arm]) {
                one(code.armAt[arm], kind, stack, types, isFirst);
                isFirst = false;
            }
            one(code.label[offset], kind, stack, types, isFirst);
        }
    }

    /** One frame. After a frame that says the same about the locals, a short form is enough. */
    private void one(int at, int kind, int stack, int types, boolean isFirst) {
        int delta = at - before - 1;
        before = at;
        frames++;
        if (kind == 255) {
            out.u1(255);
            out.u2(delta);
            int locals = Bytes.u2(file, types);
            out.u2(locals);
            int next = copy(types + 2, locals);
            int items = Bytes.u2(file, next);
            out.u2(items);
            copy(next + 2, items);
        } else if (stack == 1) {
            out.u1(247);
            out.u2(delta);
            copy(types, 1);
        } else if (kind >= 248 && kind != 251 && isFirst) {
            out.u1(kind);
            out.u2(delta);
            if (kind > 251) {
                copy(types, kind - 251);
            }
        } else {
            out.u1(251);
            out.u2(delta);
        }
    }

    /** The end of the types that begin at an offset. */
    private int behind(int types, int count) {
        int at = types;
        for (int type = 0; type < count; type++) {
            at += file[at] >= 7 ? 3 : 1;
        }
        return at;
    }

    private int copy(int types, int count) {
        int at = types;
        for (int type = 0; type < count; type++) {
            int tag = file[at];
            out.u1(tag);
            if (tag == 8) {
                // The type of an uninitialized object names the instruction that created it.
                out.u2(code.moved[Bytes.u2(file, at + 1)]);
            } else if (tag == 7) {
                out.u2(Bytes.u2(file, at + 1));
            }
            at += tag >= 7 ? 3 : 1;
        }
        return at;
    }
}
