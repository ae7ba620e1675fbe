// cluster: sudoku
// run one: SudokuSolver.run()
final class SudokuSolver {
    private static final String GRID =
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    private final int[] cells = new int[81];
    private final int[] rows = new int[9];
    private final int[] columns = new int[9];
    private final int[] boxes = new int[9];
    private int tries;

    private boolean solve(int at) {
        while (at < 81 && cells[at] != 0) {
            at++;
        }
        if (at == 81) {
            return true;
        }
        int row = at / 9;
        int column = at % 9;
        int box = row / 3 * 3 + column / 3;
        int used = rows[row] | columns[column] | boxes[box];
        for (int digit = 1; digit <= 9; digit++) {
            int bit = 1 << digit;
            if ((used & bit) != 0) {
                continue;
            }
            tries++;
            cells[at] = digit;
            rows[row] |= bit;
            columns[column] |= bit;
            boxes[box] |= bit;
            if (solve(at + 1)) {
                return true;
            }
            cells[at] = 0;
            rows[row] ^= bit;
            columns[column] ^= bit;
            boxes[box] ^= bit;
        }
        return false;
    }

    static int run() {
        SudokuSolver solver = new SudokuSolver();
        char[] grid = GRID.toCharArray();
        for (int i = 0; i < 81; i++) {
            int digit = grid[i] - '0';
            if (digit != 0) {
                solver.cells[i] = digit;
                solver.rows[i / 9] |= 1 << digit;
                solver.columns[i % 9] |= 1 << digit;
                solver.boxes[i / 27 * 3 + i % 9 / 3] |= 1 << digit;
            }
        }
        solver.solve(0);
        return solver.tries + solver.cells[2];
    }
}
