package jouled.counts;

/**
 * The frames of a method that gets more locals: ints, behind all others. Frames that only say what changed would not fit
 * the new locals, so each frame is written in full.
 */
final class FullFrames extends Frames {
    private static final int TOP = 0;
    private static final int INTEGER = 1;
    private static final int DOUBLE = 3;
    private static final int LONG = 4;
    private static final int UNINITIALIZED_THIS = 6;

    /** The first local that is added, and how many are. */
    private final int first;
    private final int added;
    /** The types of all locals of the current frame, each with its operand. */
    private int[] all = new int[64];
    private int allCount;

    FullFrames(
            Pool pool, int thisClass, byte[] name, byte[] descriptor, boolean isStatic, int first, int added)
            throws Refused {
        this.first = first;
        this.added = added;
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
        if (allCount * 2 == all.length) {
            all = CountedMethod.ints(all);
        }
        all[allCount * 2] = type;
        all[allCount++ * 2 + 1] = operand;
    }

    @Override
    void begin() {
        if (kind == FULL) {
            allCount = 0;
        } else if (kind > ONE_ON_STACK && kind < SAME) {
            allCount = Math.max(allCount - (SAME - kind), 0);
        }
        int at = localsAt;
        for (int local = 0; local < locals; local++) {
            add(file[at], operand(at));
            at = behind(at, 1);
        }
    }

    @Override
    void one(int delta, boolean isFirst) throws Refused {
        out.u1(FULL);
        out.u2(delta);
        int countAt = out.length;
        out.u2(0);
        int slots = 0;
        int count = 0;
        for (int local = 0; local < allCount; local++) {
            type(all[local * 2], all[local * 2 + 1]);
            slots += all[local * 2] == LONG || all[local * 2] == DOUBLE ? 2 : 1;
            count++;
        }
        if (slots > first) {
            throw new Refused("its frames have more locals than its code");
        }
        for (; slots < first; slots++) {
            out.u1(TOP);
            count++;
        }
        for (int local = 0; local < added; local++) {
            out.u1(INTEGER);
        }
        out.setU2(countAt, count + added);
        out.u2(stack);
        copy(stackAt, stack);
    }
}
