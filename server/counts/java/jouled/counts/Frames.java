package jouled.counts;

/**
 * Reads a StackMapTable and writes it for the rewritten code: each frame at the new offset of its instruction, and before that at
 * each arm of a branch that the code got there.
 */
abstract class Frames {
    /** The frame has the locals of the frame before, and nothing on the stack. */
    static final int SAME = 251;
    static final int ONE_ON_STACK = 247;
    static final int FULL = 255;
    static final int OBJECT = 7;
    /** Its operand is the offset of the instruction that created the object. */
    static final int UNINITIALIZED = 8;

    byte[] file;
    CodeWriter code;
    final Bytes out = new Bytes(256);

    /** Of the current frame: {@link #ONE_ON_STACK} to {@link #FULL}. */
    int kind;
    /** How many types of locals it lists, and where. */
    int locals;
    int localsAt;
    /** How many types are on its stack, and where. */
    int stack;
    int stackAt;

    /** The content of the StackMapTable at an offset of the file. */
    final byte[] write(byte[] file, int at, CodeWriter code) throws Refused {
        this.file = file;
        this.code = code;
        int count = Bytes.u2(file, at);
        int from = at + 2;
        int offset = -1;
        int before = -1;
        int written = 0;
        out.u2(0);
        for (int frame = 0; frame < count; frame++) {
            int tag = Bytes.u1(file, from++);
            int delta = tag & 63;
            if (tag >= 128) {
                if (tag < ONE_ON_STACK) {
                    throw new Refused("it has a frame of an unknown kind");
                }
                delta = Bytes.u2(file, from);
                from += 2;
            }
            kind = tag < 64 ? SAME : tag < 128 ? ONE_ON_STACK : tag;
            locals = kind > SAME && kind < FULL ? kind - SAME : 0;
            stack = kind == ONE_ON_STACK ? 1 : 0;
            if (kind == FULL) {
                locals = Bytes.u2(file, from);
                from += 2;
            }
            localsAt = from;
            from = behind(from, locals);
            if (kind == FULL) {
                stack = Bytes.u2(file, from);
                from += 2;
            }
            stackAt = from;
            from = behind(from, stack);

            offset += delta + 1;
            begin();
            boolean isFirst = true;
            for (int arm = this.code.armsOf[offset]; arm >= 0; arm = this.code.nextArm[arm]) {
                one(this.code.armAt[arm] - before - 1, isFirst);
                before = this.code.armAt[arm];
                written++;
                isFirst = false;
            }
            one(this.code.label[offset] - before - 1, isFirst);
            before = this.code.label[offset];
            written++;
        }
        out.setU2(0, written);
        return out.toArray();
    }

    /** Called once for each frame that was read. */
    abstract void begin();

    /** Writes the current frame. If it is not the first one with its locals, the frame before has the same. */
    abstract void one(int delta, boolean isFirst) throws Refused;

    /** The operand of the type at an offset; 0 if it has none. */
    final int operand(int at) {
        return file[at] >= OBJECT ? Bytes.u2(file, at + 1) : 0;
    }

    /** The end of the types that begin at an offset. */
    final int behind(int types, int count) {
        int at = types;
        for (int type = 0; type < count; type++) {
            at += file[at] >= OBJECT ? 3 : 1;
        }
        return at;
    }

    /** Writes the types that begin at an offset of the file. */
    final void copy(int types, int count) {
        int at = types;
        for (int type = 0; type < count; type++) {
            type(file[at], operand(at));
            at = behind(at, 1);
        }
    }

    final void type(int type, int operand) {
        out.u1(type);
        if (type >= OBJECT) {
            out.u2(type == UNINITIALIZED ? code.moved[operand] : operand);
        }
    }
}
