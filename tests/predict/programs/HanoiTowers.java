// cluster: hanoi
// relative: towers
// run recursive: HanoiTowers.recursive(11)
// run stacks: HanoiTowers.stacks(9)
// run loops: HanoiTowers.loops(11)
final class HanoiTowers {
    private static long moves;

    private static void move(int discs, int from, int to) {
        if (discs > 0) {
            int spare = 3 - from - to;
            move(discs - 1, from, spare);
            moves = moves * 3 + from + to;
            move(discs - 1, spare, to);
        }
    }

    static long recursive(int discs) {
        moves = 0;
        move(discs, 0, 2);
        return moves & 0xffff;
    }

    static int stacks(int discs) {
        int[][] pegs = new int[3][discs];
        int[] heights = {discs, 0, 0};
        for (int i = 0; i < discs; i++) {
            pegs[0][i] = discs - i;
        }
        int[] stack = new int[4 * discs + 4];
        int top = 0;
        stack[top++] = discs << 4 | 2;
        int count = 0;
        while (top > 0) {
            int task = stack[--top];
            int n = task >> 4;
            int from = task >> 2 & 3;
            int to = task & 3;
            if (n == 1) {
                pegs[to][heights[to]++] = pegs[from][--heights[from]];
                count++;
            } else {
                int spare = 3 - from - to;
                stack[top++] = n - 1 << 4 | spare << 2 | to;
                stack[top++] = 1 << 4 | from << 2 | to;
                stack[top++] = n - 1 << 4 | from << 2 | spare;
            }
        }
        return count + pegs[2][0];
    }

    static int loops(int discs) {
        int sum = 0;
        for (int i = 1; i < 1 << discs; i++) {
            int from = (i & i - 1) % 3;
            int to = ((i | i - 1) + 1) % 3;
            sum = sum * 3 + from - to;
        }
        return sum;
    }
}
