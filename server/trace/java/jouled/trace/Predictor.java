package jouled.trace;

import java.util.Arrays;

/**
 * Counts the jumps that a processor would mispredict. It remembers where a jump went after the same jumps before it, for
 * histories of several lengths; the longest known history predicts (Seznec 2011, "A 64-Kbytes ITTAGE indirect branch
 * predictor", without its choice between short and long histories).
 */
final class Predictor {
    /** How many jumps of a history can matter. A power of two. */
    private static final int RING = 128;

    private static final int MOST_CONFIDENT = 3;

    private final int[] lengths;
    private final int mask;
    /** By history and place: what identifies the history, 0 if nothing is remembered. */
    private final int[][] tags;

    private final int[][] targets;
    private final byte[][] confidence;
    /** Where each jump went the last time, without a history. */
    private final int[] latest;

    private final int[] ring = new int[RING];
    private final long[] hashes;
    /** The factor with which the oldest jump of each history is in its hash. */
    private final long[] powers;

    private final int[] places;
    private final int[] wanted;
    private int at;
    private int last;
    private long missed;

    /** Histories of these lengths, less than {@link #RING}, in ascending order, with 2^bits places each. */
    private Predictor(int bits, int... lengths) {
        this.lengths = lengths;
        int count = lengths.length;
        this.mask = (1 << bits) - 1;
        this.tags = new int[count][mask + 1];
        this.targets = new int[count][mask + 1];
        this.confidence = new byte[count][mask + 1];
        this.latest = new int[mask + 1];
        this.hashes = new long[count];
        this.powers = new long[count];
        this.places = new int[count];
        this.wanted = new int[count];
        Arrays.fill(powers, 1);
        for (int history = 0; history < count; history++) {
            for (int jump = 0; jump < lengths[history]; jump++) {
                powers[history] *= FACTOR;
            }
        }
    }

    private static final long FACTOR = 0x9e37_79b9_7f4a_7c15L;
    private static final long MIX = 0xd6e8_feb8_6659_fd93L;

    /**
     * What an interpreter needs: it jumps after every instruction to the code of the next one. With these lengths, it mispredicts
     * as large a share of random branches in patterns of several lengths as a processor of 2025 does, judged by time.
     */
    static Predictor ofInterpreter() {
        return new Predictor(14, 4, 12, 36, 108);
    }

    /** Instructions with these opcodes are executed. */
    void execute(byte[] opcodes) {
        for (byte opcode : opcodes) {
            int next = opcode & 0xff;
            jump(last, next);
            last = next;
        }
    }

    /** How many jumps were mispredicted so far. */
    long missed() {
        return missed;
    }

    /** A jump at a site goes to a target. */
    private void jump(int site, int target) {
        int known = lengths.length - 1;
        for (; known >= 0; known--) {
            find(known, site);
            if (tags[known][places[known]] == wanted[known]) {
                break;
            }
        }
        int base = mix(site) & mask;
        int predicted = known < 0 ? latest[base] : targets[known][places[known]];
        latest[base] = target;
        if (predicted == target) {
            if (known >= 0 && confidence[known][places[known]] < MOST_CONFIDENT) {
                confidence[known][places[known]]++;
            }
        } else {
            missed++;
            if (known >= 0) {
                correct(known, target);
            }
            remember(known + 1, target);
        }
        append(target + 1);
    }

    /** The place of the current history among two, or the less needed one of them. */
    private void find(int history, int site) {
        long mixed = (hashes[history] + (site + 1) * MIX) * MIX;
        mixed = (mixed ^ mixed >>> 32) * MIX;
        int place = (int) (mixed >>> 40) & mask;
        int other = place ^ 1;
        int tag = (int) (mixed >>> 8) | 1;
        int[] known = tags[history];
        byte[] sure = confidence[history];
        boolean isOther = known[place] != tag && (known[other] == tag || sure[other] < sure[place] || known[other] == 0);
        places[history] = isOther ? other : place;
        wanted[history] = tag;
    }

    private static int mix(int site) {
        return (int) (site * MIX >>> 40);
    }

    private void correct(int history, int target) {
        int place = places[history];
        if (confidence[history][place] > 0) {
            confidence[history][place]--;
        } else {
            targets[history][place] = target;
        }
    }

    /** Remembers the target for the first longer history with a place that nothing else needs. */
    private void remember(int first, int target) {
        for (int history = first; history < lengths.length; history++) {
            int place = places[history];
            if (tags[history][place] == 0 || confidence[history][place] == 0) {
                tags[history][place] = wanted[history];
                targets[history][place] = target;
                confidence[history][place] = 0;
                return;
            }
            confidence[history][place]--;
        }
    }

    private void append(int jump) {
        at++;
        ring[at & RING - 1] = jump;
        for (int history = 0; history < lengths.length; history++) {
            int oldest = ring[at - lengths[history] & RING - 1];
            hashes[history] = hashes[history] * FACTOR + jump - powers[history] * oldest;
        }
    }
}
