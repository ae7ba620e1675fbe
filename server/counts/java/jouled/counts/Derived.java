package jouled.counts;

/**
 * Finds counters that need not count, because what enters a part of the code also leaves it: those of a spanning tree (Ball and
 * Larus 1994, "Optimally profiling and tracing programs", chapter 3).
 *
 * <p>The nodes of the graph are the beginning and the end of each block, and one node for everything outside of the method. A
 * counter is an edge. Two nodes are the same if control also goes from one to the other where nothing counts. A call that
 * throws leaves its block for the outside, and so does any instruction that may throw to a handler of the method.
 *
 * <p>Threads may lose counts, so a rare count is never the difference of two frequent ones: only counters behind calls are left
 * out, those where paths meet, and those that follow code without branches.
 */
final class Derived {
    private static final int OUTSIDE = 0;
    /** Nodes are stored in 16 bits. */
    private static final int MOST_BLOCKS = 30_000;
    /** Loops in more loops than this count like these. */
    private static final int DEEPEST = 7;

    private final Flow flow;
    private final CountedMethod method;
    /** For each offset at which a block begins, its number. */
    private final int[] blockAt;
    private final int[] parent;
    /** For each counter that may be left out, one more than the number of loops around it; 0 for the others. */
    private final int[] depth;

    private Derived(Flow flow, CountedMethod method, int[] blockAt, int blocks) throws Refused {
        this.flow = flow;
        this.method = method;
        this.blockAt = blockAt;
        parent = new int[1 + 2 * blocks];
        for (int node = 0; node < parent.length; node++) {
            parent[node] = node;
        }
        depth = new int[method.counters];
    }

    /** Chooses which counters of a method are left out. */
    static void choose(Flow flow, CountedMethod method) throws Refused {
        int[] blockAt = new int[flow.length];
        int blocks = 0;
        for (int at = 0; at < flow.length; at = flow.next(at)) {
            if (flow.leads[at]) {
                blockAt[at] = blocks++;
            }
        }
        if (flow.hasSubroutines() || blocks < 2 || blocks > MOST_BLOCKS) {
            return;
        }
        Derived derived = new Derived(flow, method, blockAt, blocks);
        derived.readCode();
        derived.leaveOut();
    }

    private int begin(int offset) {
        return 1 + 2 * blockAt[offset];
    }

    private int find(int node) {
        while (parent[node] != node) {
            parent[node] = parent[parent[node]];
            node = parent[node];
        }
        return node;
    }

    private void join(int one, int two) {
        parent[find(one)] = find(two);
    }

    /** Sets the ends of each counter, in their order, and joins nodes between which nothing counts. */
    private void readCode() throws Refused {
        method.source = new char[method.counters];
        method.sink = new char[method.counters];
        int counter = 0;
        if (method.kinds[0] == CountedMethod.ENTRY) {
            ends(counter++, OUTSIDE, begin(0));
        } else {
            join(OUTSIDE, begin(0));
        }
        int block = 0;
        int begin = 0;
        boolean mayThrow = false;
        boolean isOnlySuccessor = false;
        int[] seenBy = new int[flow.length];
        for (int at = 0; at < flow.length; at = flow.next(at)) {
            int opcode = flow.opcode(at);
            int next = flow.next(at);
            if (flow.leads[at]) {
                block = counter++;
                begin = begin(at);
                ends(block, begin, begin + 1);
                mayThrow = false;
                boolean isFirst = at == 0 && method.kinds[0] != CountedMethod.ENTRY;
                if (flow.handles[at]) {
                    join(OUTSIDE, begin);
                } else if (!isFirst && (flow.ways[at] > 1 || isOnlySuccessor)) {
                    depth[block] = 1 + Math.min(flow.depth[at], DEEPEST);
                }
            }
            boolean isCall = Instructions.isCall(opcode);
            // How often calls throw is known from the counter behind the last one.
            mayThrow = !isCall && (mayThrow || flow.isCovered[at] && Instructions.mayThrow(opcode));
            if (next < flow.length && !flow.leads[next]) {
                continue;
            }
            boolean leaves = Instructions.leaves(opcode);
            if (leaves) {
                depth[block] = 0;
            }
            if (counter < method.counters && method.kinds[counter] == CountedMethod.BEHIND_CALL) {
                ends(block, begin, OUTSIDE);
                ends(counter, OUTSIDE, begin + 1);
                depth[counter++] = 1 + Math.min(flow.depth[at], DEEPEST);
            }
            if (mayThrow || isCall || leaves || next == flow.length) {
                join(OUTSIDE, begin + 1);
            }
            counter = successors(at, begin + 1, counter, seenBy);
            isOnlySuccessor = Instructions.fallsThrough(opcode) && !Instructions.isConditional(opcode);
        }
        for (int each = 0; each < method.counters; each++) {
            ends(each, find(method.source[each]), find(method.sink[each]));
        }
        method.outside = (char) find(OUTSIDE);
    }

    private void ends(int counter, int from, int to) {
        method.source[counter] = (char) from;
        method.sink[counter] = (char) to;
    }

    /** Reads where a block leads to. Returns the next counter. */
    private int successors(int at, int end, int counter, int[] seenBy) throws Refused {
        int opcode = flow.opcode(at);
        int next = flow.next(at);
        if (Instructions.isSwitch(opcode)) {
            for (int arm = 0; arm < flow.arms(at); arm++) {
                int target = flow.target(at, arm);
                if (seenBy[target] == at + 1) {
                    continue;
                }
                seenBy[target] = at + 1;
                if (flow.ways[target] > 1) {
                    ends(counter++, end, begin(target));
                } else {
                    join(end, begin(target));
                }
            }
            return counter;
        }
        if (Instructions.isShortJump(opcode) || Instructions.isLongJump(opcode)) {
            join(end, begin(flow.jumpTarget(at)));
        }
        if (Instructions.isConditional(opcode) && flow.ways[next] > 1) {
            ends(counter++, end, begin(next));
        } else if (Instructions.fallsThrough(opcode) && next < flow.length) {
            join(end, begin(next));
        }
        return counter;
    }

    /** Leaves out the counters of a spanning forest, those in the most loops first. */
    private void leaveOut() {
        for (int loops = DEEPEST + 1; loops > 0; loops--) {
            for (int counter = 0; counter < method.counters; counter++) {
                int from = find(method.source[counter]);
                int to = find(method.sink[counter]);
                if (depth[counter] == loops && from != to) {
                    parent[from] = to;
                    method.place[counter] = -1;
                }
            }
        }
    }

    /** Fills in the counts of the counters that are left out. A method that still runs has entered parts that it has not left. */
    static void fillIn(CountedMethod method, long[] counts) {
        if (method.places == method.counters) {
            return;
        }
        int nodes = 1;
        for (int counter = 0; counter < method.counters; counter++) {
            nodes = Math.max(nodes, 1 + Math.max(method.source[counter], method.sink[counter]));
        }
        // What enters a node without leaving it, and the unknown counters at it: their number, and the sum of their indices.
        long[] surplus = new long[nodes];
        int[] unknown = new int[nodes];
        int[] sum = new int[nodes];
        for (int counter = 0; counter < method.counters; counter++) {
            int from = method.source[counter];
            int to = method.sink[counter];
            if (method.place[counter] >= 0) {
                surplus[from] -= counts[counter];
                surplus[to] += counts[counter];
            } else {
                unknown[from]++;
                unknown[to]++;
                sum[from] += counter;
                sum[to] += counter;
            }
        }
        for (int start = 0; start < nodes; start++) {
            int node = start;
            while (node != method.outside && unknown[node] == 1) {
                int counter = sum[node];
                boolean isSource = method.source[counter] == node;
                counts[counter] = Math.max(0, isSource ? surplus[node] : -surplus[node]);
                int other = isSource ? method.sink[counter] : method.source[counter];
                surplus[other] += isSource ? counts[counter] : -counts[counter];
                unknown[node]--;
                unknown[other]--;
                sum[other] -= counter;
                node = other;
            }
        }
    }
}
