package jouled.counts;

/** Rewrites the code of one method with its counters. */
final class CodeWriter {
    /** The operand stack that a counter needs, and what a call site does. */
    static final int STACK = 6;
    private static final int ILOAD = 21;
    private static final int ISTORE = 54;

    private final Flow flow;
    private final CountedMethod method;
    private final References references;
    private final Pool pool;
    /**
     * The first local that the method does not use. There it keeps its place on the path if paths are counted, and then that of
     * its thread's stripe.
     */
    private final int maxLocals;
    private final Bytes out;

    /** For each old offset, where its code begins, including the code on the way to it from other blocks. */
    final int[] begin;
    /** The jump target for each old offset. */
    final int[] label;
    /** The position of the instruction itself. */
    final int[] moved;
    /** For each old offset, the first counter of a switch arm that leads there, and after each such counter the next; -1 for none. */
    final int[] armsOf;
    final int[] nextArm;
    /** The positions of the counters of arms. */
    final int[] armAt;
    /** For each instruction, the counter of its kind, or -1. */
    private final int[] blockOf;
    private final int[] behindOf;
    private final int[] notTakenOf;
    private int entry = -1;
    /** How many more locals are needed. */
    int moreLocals;
    private int[] jumps = new int[24];
    private int jumpCount;

    CodeWriter(
            Flow flow,
            CountedMethod method,
            References references,
            Pool pool,
            int maxLocals,
            References.Options options)
            throws Refused {
        this.flow = flow;
        this.method = method;
        this.references = references;
        this.pool = pool;
        this.maxLocals = maxLocals;
        out = new Bytes(flow.length * 3 + 64);
        begin = filled(flow.length + 1);
        label = filled(flow.length + 1);
        moved = filled(flow.length + 1);
        armsOf = filled(flow.length + 1);
        blockOf = filled(flow.length + 1);
        behindOf = filled(flow.length + 1);
        notTakenOf = filled(flow.length + 1);
        if (options.entriesOf > 0) {
            entry = method.add(CountedMethod.ENTRY, 0, 0);
        } else {
            plan();
        }
        method.place = new int[method.counters];
        if (options.mayDerive() && !method.isFollowed) {
            Derived.choose(flow, method);
        }
        method.takePlaces();
        nextArm = filled(method.counters);
        armAt = filled(method.counters);
        for (int counter = method.counters - 1; counter >= 0; counter--) {
            if (method.kinds[counter] == CountedMethod.ARM) {
                int target = method.to[counter];
                nextArm[counter] = armsOf[target];
                armsOf[target] = counter;
                method.to[counter] = flow.index[target];
            }
        }
    }

    /** The number of locals in which a method keeps something from its beginning on. */
    static int kept(CountedMethod method) {
        return (method.pathRoot > 0 ? 1 : 0) + (method.keepsStripe() ? 1 : 0);
    }

    private int stripeLocal() {
        return maxLocals + (method.pathRoot > 0 ? 1 : 0);
    }

    private static int[] filled(int count) {
        int[] all = new int[count];
        for (int at = 0; at < count; at++) {
            all[at] = -1;
        }
        return all;
    }

    /** Sets what is counted. */
    private void plan() throws Refused {
        if (flow.ways[0] > 1) {
            entry = method.add(CountedMethod.ENTRY, 0, 0);
        }
        int lastCall = -1;
        int[] seenBy = new int[flow.length + 1];
        for (int at = 0; at < flow.length; at = flow.next(at)) {
            int opcode = flow.opcode(at);
            int next = flow.next(at);
            if (flow.leads[at]) {
                blockOf[at] = method.add(CountedMethod.BLOCK, flow.index[at], 0);
                lastCall = -1;
            }
            if (Instructions.isCall(opcode)) {
                lastCall = at;
            }
            if (lastCall >= 0 && lastCall != at && (next == flow.length || flow.leads[next])) {
                behindOf[lastCall] = method.add(
                        CountedMethod.BEHIND_CALL, flow.index[flow.next(lastCall)], 0);
            }
            if (Instructions.isConditional(opcode) && flow.ways[next] > 1) {
                notTakenOf[at] = method.add(CountedMethod.NOT_TAKEN, flow.index[at], 0);
            }
            if (Instructions.isSwitch(opcode)) {
                for (int arm = 0; arm < flow.arms(at); arm++) {
                    int target = flow.target(at, arm);
                    if (flow.ways[target] > 1 && seenBy[target] != at + 1) {
                        seenBy[target] = at + 1;
                        method.add(CountedMethod.ARM, flow.index[at], target);
                    }
                }
            }
        }
    }

    /** The new code. */
    byte[] write() throws Refused {
        boolean goesOn = false;
        moreLocals = kept(method);
        for (int at = 0; at < flow.length; at = flow.next(at)) {
            int opcode = flow.opcode(at);
            begin[at] = out.length;
            if (at == 0 && method.pathRoot > 0) {
                pushNumber(method.pathRoot);
                local(ISTORE, maxLocals);
                goesOn = true;
            }
            if (at == 0 && method.keepsStripe()) {
                call(references.offset());
                local(ISTORE, stripeLocal());
                goesOn = true;
            }
            if (at == 0 && entry >= 0) {
                count(entry);
                goesOn = true;
            }
            if (armsOf[at] >= 0) {
                arms(at, goesOn);
            }
            label[at] = out.length;
            if (blockOf[at] >= 0) {
                count(blockOf[at]);
                if (method.isFollowed) {
                    pushNumber(method.first + blockOf[at]);
                    call(references.passed());
                }
                if (method.pathRoot > 0) {
                    onPath(at);
                }
            }
            if (method.sites.length > 0
                    && (opcode == Instructions.INVOKEVIRTUAL || opcode == Instructions.INVOKEINTERFACE)) {
                site(at);
            }
            if (method.pathRoot > 0 && Instructions.isReturn(opcode)) {
                local(ILOAD, maxLocals);
                call(references.pathEnded());
            }
            moved[at] = out.length;
            instruction(at, opcode);
            if (behindOf[at] >= 0) {
                count(behindOf[at]);
            }
            if (notTakenOf[at] >= 0) {
                count(notTakenOf[at]);
            }
            goesOn = Instructions.fallsThrough(opcode);
        }
        begin[flow.length] = label[flow.length] = moved[flow.length] = out.length;
        if (out.length > 65535) {
            throw new Refused("it would have more than 64 kB with its counters");
        }
        land();
        return out.toArray();
    }

    /** Counts the switch arms that lead to an instruction, just before it. */
    private void arms(int at, boolean goesOn) throws Refused {
        boolean pass = goesOn;
        for (int counter = armsOf[at]; counter >= 0; counter = nextArm[counter]) {
            if (pass) {
                jump(out.length, out.length + 1, false, at);
                out.u1(Instructions.GOTO);
                out.u2(0);
            }
            armAt[counter] = out.length;
            count(counter);
            pass = true;
        }
    }

    private void count(int counter) throws Refused {
        int place = method.place[counter];
        if (place < 0) {
            return;
        }
        out.u1(Instructions.GETSTATIC);
        out.u2(references.counters(method.first));
        out.u1(Instructions.SIPUSH);
        out.u2(method.first % Counters.CHUNK + place);
        if (method.keepsStripe()) {
            local(ILOAD, stripeLocal());
            out.u1(Instructions.IADD);
        } else if (method.isStriped) {
            call(references.offset());
            out.u1(Instructions.IADD);
        }
        out.u1(Instructions.DUP2);
        out.u1(Instructions.LALOAD);
        out.u1(Instructions.LCONST_1);
        out.u1(Instructions.LADD);
        out.u1(Instructions.LASTORE);
    }

    /** A block is on a path, or begins one. */
    private void onPath(int at) throws Refused {
        local(ILOAD, maxLocals);
        if (flow.beginsPath[at]) {
            pushNumber(method.pathRoot);
        }
        pushNumber(flow.index[at]);
        call(flow.beginsPath[at] ? references.newPath() : references.onPath());
        local(ISTORE, maxLocals);
    }

    private void pushNumber(int number) throws Refused {
        if (number < 1 << 15) {
            out.u1(Instructions.SIPUSH);
            out.u2(number);
        } else {
            out.u1(Instructions.LDC_W);
            out.u2(pool.addNumber(number));
        }
    }

    private void call(int target) {
        out.u1(Instructions.INVOKESTATIC);
        out.u2(target);
    }

    /** Records the class of the receiver. More than two words of arguments above it move to locals and back. */
    private void site(int at) throws Refused {
        byte[] descriptor = pool.descriptorOfMember(Bytes.u2(flow.file, flow.start + at + 1));
        int site = 0;
        while (method.sites[site] != flow.index[at]) {
            site++;
        }
        int[] loads = new int[256];
        int[] slots = new int[256];
        int arguments = 0;
        int slot = maxLocals + kept(method);
        for (int from = 1; descriptor[from] != ')'; from++) {
            int first = descriptor[from];
            while (descriptor[from] == '[') {
                from++;
            }
            if (descriptor[from] == 'L') {
                while (descriptor[from] != ';') {
                    from++;
                }
            }
            loads[arguments] = switch (first) {
                case 'J' -> 22;
                case 'F' -> 23;
                case 'D' -> 24;
                case 'L', '[' -> 25;
                default -> 21;
            };
            slots[arguments++] = slot;
            slot += first == 'J' || first == 'D' ? 2 : 1;
        }
        int words = slot - maxLocals - kept(method);
        if (words <= 2) {
            copyBelow(words);
            seen(site);
            return;
        }
        if (slot > 65535) {
            throw new Refused("it would have too many locals with its counters");
        }
        if (slot - maxLocals > moreLocals) {
            moreLocals = slot - maxLocals;
        }
        for (int argument = arguments - 1; argument >= 0; argument--) {
            local(loads[argument] + 33, slots[argument]);
        }
        out.u1(Instructions.DUP);
        seen(site);
        for (int argument = 0; argument < arguments; argument++) {
            local(loads[argument], slots[argument]);
        }
    }

    /** Copies what is below so many words on the stack, to its top. */
    private void copyBelow(int words) {
        if (words == 0) {
            out.u1(Instructions.DUP);
        } else if (words == 1) {
            out.u1(Instructions.DUP2);
            out.u1(Instructions.POP);
        } else {
            out.u1(Instructions.DUP2_X1);
            out.u1(Instructions.POP2);
            out.u1(Instructions.DUP_X2);
        }
    }

    private void seen(int site) throws Refused {
        pushNumber(method.firstSite + site);
        call(references.seen(method.isFollowed));
    }

    private void local(int opcode, int slot) {
        if (slot < 4) {
            // The short forms follow the long ones, for each type one after the other.
            int first = opcode < ISTORE ? ILOAD : ISTORE;
            out.u1(first + 5 + (opcode - first) * 4 + slot);
        } else if (slot > 255) {
            out.u1(Instructions.WIDE);
            out.u1(opcode);
            out.u2(slot);
        } else {
            out.u1(opcode);
            out.u1(slot);
        }
    }

    private void instruction(int at, int opcode) throws Refused {
        int from = flow.start + at;
        int to = out.length;
        if (Instructions.isSwitch(opcode)) {
            out.u1(opcode);
            while ((out.length & 3) != 0) {
                out.u1(0);
            }
            int operands = flow.operands(at);
            int count = flow.start + flow.next(at) - operands;
            int shift = out.length - operands;
            out.copy(flow.file, operands, count);
            for (int arm = 0; arm < flow.arms(at); arm++) {
                jumpOfArm(to, flow.targetAt(at, arm) + shift, at, flow.target(at, arm));
            }
            return;
        }
        out.copy(flow.file, from, flow.next(at) - at);
        if (Instructions.isShortJump(opcode)) {
            jump(to, to + 1, false, at + Bytes.s2(flow.file, from + 1));
        } else if (Instructions.isLongJump(opcode)) {
            jump(to, to + 1, true, at + Bytes.s4(flow.file, from + 1));
        }
    }

    private void jumpOfArm(int base, int position, int at, int target) {
        int counter = armsOf[target];
        while (counter >= 0 && method.at[counter] != flow.index[at]) {
            counter = nextArm[counter];
        }
        jump(base, position, true, counter >= 0 ? -1 - counter : target);
    }

    /** Notes a jump whose target is filled in at the end: an old offset, or the counter of an arm as -1 - counter. */
    private void jump(int base, int position, boolean isLong, int target) {
        if (jumpCount * 4 == jumps.length) {
            jumps = CountedMethod.ints(jumps);
        }
        int entry = jumpCount++ * 4;
        jumps[entry] = base;
        jumps[entry + 1] = position;
        jumps[entry + 2] = isLong ? 1 : 0;
        jumps[entry + 3] = target;
    }

    private void land() throws Refused {
        for (int entry = 0; entry < jumpCount * 4; entry += 4) {
            int target = jumps[entry + 3];
            int distance = (target < 0 ? armAt[-1 - target] : label[target]) - jumps[entry];
            if (jumps[entry + 2] == 1) {
                out.setU4(jumps[entry + 1], distance);
            } else if (distance == (short) distance) {
                out.setU2(jumps[entry + 1], distance);
            } else {
                throw new Refused("a jump would be longer than 32 kB with its counters");
            }
        }
    }
}
