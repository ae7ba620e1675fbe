package jouled.counts;

/** The formats of the JVM's instructions. */
final class Instructions {
    static final int BIPUSH = 16;
    static final int SIPUSH = 17;
    static final int LDC_W = 19;
    static final int LCONST_1 = 10;
    static final int LALOAD = 47;
    static final int LASTORE = 80;
    static final int POP = 87;
    static final int POP2 = 88;
    static final int DUP = 89;
    static final int DUP_X2 = 91;
    static final int DUP2 = 92;
    static final int DUP2_X1 = 93;
    static final int IADD = 96;
    static final int LADD = 97;
    static final int IINC = 132;
    static final int GOTO = 167;
    static final int JSR = 168;
    static final int RET = 169;
    static final int TABLESWITCH = 170;
    static final int LOOKUPSWITCH = 171;
    static final int GETSTATIC = 178;
    static final int INVOKEVIRTUAL = 182;
    static final int INVOKESTATIC = 184;
    static final int INVOKEINTERFACE = 185;
    static final int INVOKEDYNAMIC = 186;
    static final int ATHROW = 191;
    static final int WIDE = 196;
    static final int GOTO_W = 200;
    static final int JSR_W = 201;

    /** The lengths in bytes by opcode; 0 for instructions without a fixed length, and for unused opcodes. */
    private static final String LENGTHS = "1111111111111111" // nop to dconst_1
            + "23233" // bipush to ldc2_w
            + "22222" + "11111111111111111111" + "11111111" // loads
            + "22222" + "11111111111111111111" + "11111111" // stores
            + "111111111" // pop to swap
            + "111111111111111111111111111111111111" // arithmetic
            + "3" // iinc
            + "111111111111111" + "11111" // conversions, comparisons
            + "33333333333333" + "3" + "3" // branches, goto, jsr
            + "2" + "00" + "111111" // ret, switches, returns
            + "3333" + "333" + "55" + "3" + "2" + "3" // fields, calls, new, newarray, anewarray
            + "11" + "33" + "11" // arraylength, athrow, checkcast, instanceof, monitors
            + "0" + "4" + "33" + "55"; // wide, multianewarray, ifnull, goto_w

    private static final byte[] LENGTH = new byte[256];

    static {
        for (int opcode = 0; opcode < LENGTHS.length(); opcode++) {
            LENGTH[opcode] = (byte) (LENGTHS.charAt(opcode) - '0');
        }
    }

    private Instructions() {}

    /** The number of bytes of the instruction at an offset of the code, which begins at `start` of the file. */
    static int length(byte[] file, int start, int offset) throws Refused {
        int at = start + offset;
        int opcode = Bytes.u1(file, at);
        switch (opcode) {
            case TABLESWITCH: {
                int operands = start + (offset + 4 & ~3);
                int cases = Bytes.s4(file, operands + 8) - Bytes.s4(file, operands + 4) + 1;
                return operands + 12 + 4 * cases - at;
            }
            case LOOKUPSWITCH: {
                int operands = start + (offset + 4 & ~3);
                return operands + 8 + 8 * Bytes.s4(file, operands + 4) - at;
            }
            case WIDE:
                return Bytes.u1(file, at + 1) == IINC ? 6 : 4;
            default:
                int length = LENGTH[opcode];
                if (length == 0) {
                    throw new Refused("it has an instruction of an unknown kind");
                }
                return length;
        }
    }

    /** Whether an instruction in a file calls a subroutine or ends one. */
    static boolean isOfSubroutine(byte[] file, int at) {
        int opcode = Bytes.u1(file, at);
        boolean ends = opcode == RET || opcode == WIDE && Bytes.u1(file, at + 1) == RET;
        return ends || opcode == JSR || opcode == JSR_W;
    }

    static boolean isConditional(int opcode) {
        return opcode >= 153 && opcode <= 166 || opcode == 198 || opcode == 199;
    }

    static boolean isSwitch(int opcode) {
        return opcode == TABLESWITCH || opcode == LOOKUPSWITCH;
    }

    static boolean isReturn(int opcode) {
        return opcode >= 172 && opcode <= 177;
    }

    static boolean isCall(int opcode) {
        return opcode >= INVOKEVIRTUAL && opcode <= INVOKEDYNAMIC;
    }

    /** Whether control leaves the method, or goes to a handler. */
    static boolean leaves(int opcode) {
        return isReturn(opcode) || opcode == ATHROW;
    }

    /** Whether the JVM may throw an exception for an instruction that calls nothing. */
    static boolean mayThrow(int opcode) {
        return opcode >= 18 && opcode <= 20 // constants of classes
                || opcode >= 46 && opcode <= 53 // elements of arrays
                || opcode >= 79 && opcode <= 86
                || opcode == 108 || opcode == 109 || opcode == 112 || opcode == 113 // divisions
                || opcode >= GETSTATIC && opcode <= 181 // fields
                || opcode >= 187 && opcode <= 190 // new objects, lengths
                || opcode >= 192 && opcode != WIDE && opcode <= 197; // casts, monitors, new arrays
    }

    /** A jump with a two-byte target. */
    static boolean isShortJump(int opcode) {
        return isConditional(opcode) || opcode == GOTO || opcode == JSR;
    }

    static boolean isLongJump(int opcode) {
        return opcode == GOTO_W || opcode == JSR_W;
    }

    /** False if control never continues with the next instruction, apart from a return from a subroutine. */
    static boolean fallsThrough(int opcode) {
        return !(opcode >= GOTO && opcode <= 177 || opcode == ATHROW || isLongJump(opcode));
    }

    /** True if a block ends after the instruction, as in the crate `bytecode`. */
    static boolean endsBlock(int opcode) {
        return isConditional(opcode) || !fallsThrough(opcode);
    }
}
