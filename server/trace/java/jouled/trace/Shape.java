package jouled.trace;

import java.util.BitSet;

/**
 * A method as it is counted. A block is a sequence of instructions that all run if the first one does: it ends after each
 * instruction that may throw.
 *
 * @param starts the index of the first instruction of each block
 * @param sizes how many instructions each block has
 * @param opcodes the opcodes of each block
 * @param loopAt the loop whose header begins with each block, or −1
 * @param loops the blocks of each loop
 */
record Shape(
        String owner,
        String name,
        String descriptor,
        int[] starts,
        int[] sizes,
        byte[][] opcodes,
        int[] loopAt,
        BitSet[] loops) {}
