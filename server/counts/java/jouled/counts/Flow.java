package jouled.counts;

/** The instructions of a method, where its blocks begin, the number of predecessors of each, and the loops and handlers around it. */
final class Flow {
    final byte[] file;
    /** Where the code begins in the file, and its length in bytes. */
    final int start;
    final int length;
    /** For each offset, the index of its instruction, or -1 inside an instruction. */
    final int[] index;
    final boolean[] leads;
    /** The number of predecessors of an instruction; more than one counts as two. */
    final int[] ways;
    int instructions;
    /** Whether an instruction leads back to itself or to an earlier one. */
    private boolean hasLoop;
    /** Where paths begin: targets of jumps back, and handlers. */
    final boolean[] beginsPath;
    /** Whether a handler begins at an instruction, and whether it has a handler. */
    final boolean[] handles;
    final boolean[] isCovered;
    /** The number of jumps back over an instruction. */
    final int[] depth;
    private boolean hasSubroutines;
    private final int[] seenBy;

    Flow(byte[] file, int start, int length, int handlersAt, int handlers) throws Refused {
        this.file = file;
        this.start = start;
        this.length = length;
        index = new int[length + 1];
        leads = new boolean[length + 1];
        ways = new int[length + 1];
        seenBy = new int[length + 1];
        beginsPath = new boolean[length + 1];
        handles = new boolean[length + 1];
        isCovered = new boolean[length + 1];
        depth = new int[length + 1];
        int[] coveredMore = new int[length + 1];
        for (int at = 0; at <= length; at++) {
            index[at] = -1;
        }
        for (int at = 0; at < length; at += Instructions.length(file, start, at)) {
            index[at] = instructions++;
        }
        index[length] = instructions;
        leads[0] = true;
        ways[0] = 1;
        for (int handler = 0; handler < handlers; handler++) {
            int entry = handlersAt + 8 * handler;
            int first = checked(Bytes.u2(file, entry));
            int end = checked(Bytes.u2(file, entry + 2));
            leads[first] = true;
            leads[end] = true;
            coveredMore[first]++;
            coveredMore[end]--;
            int target = checked(Bytes.u2(file, entry + 4));
            leads[target] = true;
            beginsPath[target] = true;
            handles[target] = true;
            ways[target] += 2;
        }
        for (int at = 0; at < length; at = next(at)) {
            jumps(at);
        }
        for (int at = 0; at < length; at = next(at)) {
            int opcode = opcode(at);
            hasSubroutines |= Instructions.isOfSubroutine(file, start + at);
            if (opcode == Instructions.JSR || opcode == Instructions.JSR_W) {
                ways[next(at)] += 2;
            } else if (Instructions.fallsThrough(opcode)) {
                ways[next(at)]++;
            }
        }
        int handlersHere = 0;
        int loopsHere = 0;
        for (int at = 0; at < length; at++) {
            handlersHere += coveredMore[at];
            isCovered[at] = handlersHere > 0;
            loopsHere += depth[at];
            depth[at] = loopsHere;
        }
    }

    boolean hasLoop() {
        return hasLoop;
    }

    boolean hasSubroutines() {
        return hasSubroutines;
    }

    int opcode(int offset) {
        return Bytes.u1(file, start + offset);
    }

    int next(int offset) throws Refused {
        return offset + Instructions.length(file, start, offset);
    }

    private int checked(int offset) throws Refused {
        if (offset < 0 || offset > length || index[offset] < 0) {
            throw new Refused("it has a jump that leads to no instruction");
        }
        return offset;
    }

    private void jumps(int at) throws Refused {
        int opcode = opcode(at);
        if (Instructions.endsBlock(opcode)) {
            leads[next(at)] = true;
        }
        if (Instructions.isShortJump(opcode) || Instructions.isLongJump(opcode)) {
            reach(at, jumpTarget(at));
        } else if (Instructions.isSwitch(opcode)) {
            for (int arm = 0; arm < arms(at); arm++) {
                reach(at, target(at, arm));
            }
        }
    }

    /** One edge between two instructions, however many cases of a switch take it. */
    private void reach(int from, int target) throws Refused {
        leads[checked(target)] = true;
        hasLoop |= target <= from;
        beginsPath[target] |= target <= from;
        if (seenBy[target] != from + 1) {
            seenBy[target] = from + 1;
            ways[target]++;
            if (target <= from) {
                depth[target]++;
                depth[next(from)]--;
            }
        }
    }

    /** Where a jump leads to that is not a switch. */
    int jumpTarget(int at) {
        int operand = start + at + 1;
        return at + (Instructions.isShortJump(opcode(at)) ? Bytes.s2(file, operand) : Bytes.s4(file, operand));
    }

    /** The number of targets of a switch, including the default. */
    int arms(int at) {
        int operands = operands(at);
        return opcode(at) == Instructions.TABLESWITCH
                ? Bytes.s4(file, operands + 8) - Bytes.s4(file, operands + 4) + 2
                : Bytes.s4(file, operands + 4) + 1;
    }

    /** The offset that a switch goes to; arm 0 is the default. */
    int target(int at, int arm) {
        return at + Bytes.s4(file, targetAt(at, arm));
    }

    /** The position of that target in the file. */
    int targetAt(int at, int arm) {
        int operands = operands(at);
        if (arm == 0) {
            return operands;
        }
        return opcode(at) == Instructions.TABLESWITCH ? operands + 8 + 4 * arm : operands + 4 + 8 * arm;
    }

    /** The value of a switch case. */
    int value(int at, int arm) {
        int operands = operands(at);
        return opcode(at) == Instructions.TABLESWITCH
                ? Bytes.s4(file, operands + 4) + arm - 1
                : Bytes.s4(file, operands + 8 * arm);
    }

    /** The position of a switch's padded operands in the file. */
    int operands(int at) {
        return start + (at + 4 & ~3);
    }

    /** A digest of the instructions, as the reader computes it. It does not cover the values of pool constants. */
    long digest() throws Refused {
        long hash = 0xcbf29ce484222325L;
        for (int at = 0; at < length; at = next(at)) {
            int opcode = opcode(at);
            int operand = start + at + 1;
            if (opcode == Instructions.WIDE) {
                int widened = Bytes.u1(file, operand);
                hash = mix(mix(hash, widened | 256), Bytes.u2(file, operand + 1));
                if (widened == Instructions.IINC) {
                    hash = mix(hash, Bytes.s2(file, operand + 3));
                }
                continue;
            }
            hash = mix(hash, opcode);
            if (opcode == Instructions.BIPUSH) {
                hash = mix(hash, file[operand]);
            } else if (opcode == Instructions.SIPUSH) {
                hash = mix(hash, Bytes.s2(file, operand));
            } else if (opcode >= 21 && opcode <= 25 || opcode >= 54 && opcode <= 58) {
                hash = mix(hash, Bytes.u1(file, operand));
            } else if (opcode == Instructions.IINC) {
                hash = mix(mix(hash, Bytes.u1(file, operand)), file[operand + 1]);
            } else if (Instructions.isShortJump(opcode)) {
                hash = mix(hash, index[at + Bytes.s2(file, operand)]);
            } else if (Instructions.isLongJump(opcode)) {
                hash = mix(hash, index[at + Bytes.s4(file, operand)]);
            } else if (Instructions.isSwitch(opcode)) {
                hash = mix(hash, index[target(at, 0)]);
                for (int arm = 1; arm < arms(at); arm++) {
                    hash = mix(mix(hash, value(at, arm)), index[target(at, arm)]);
                }
            }
        }
        return hash;
    }

    private static long mix(long hash, int word) {
        return (hash ^ word & 0xffffffffL) * 0x100000001b3L;
    }
}
