package jouled.counts;

/** Frames that say what changed, as in the file. */
final class ShortFrames extends Frames {
    @Override
    void begin() {}

    @Override
    void one(int delta, boolean isFirst) {
        boolean listsLocals = kind == FULL || (kind > ONE_ON_STACK && isFirst);
        out.u1(listsLocals || kind == ONE_ON_STACK ? kind : SAME);
        out.u2(delta);
        if (kind == FULL) {
            out.u2(locals);
        }
        if (listsLocals) {
            copy(localsAt, locals);
        }
        if (kind == FULL) {
            out.u2(stack);
        }
        copy(stackAt, stack);
    }
}
