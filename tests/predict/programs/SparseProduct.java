// cluster: sparse matrix
// run rows: SparseProduct.run(500)
// run lists: SparseProduct.lists(120)
final class SparseProduct {
    static double run(int n) {
        int[] starts = new int[n + 1];
        Data data = new Data(138);
        for (int i = 0; i < n; i++) {
            starts[i + 1] = starts[i] + 1 + data.next(12);
        }
        int[] columns = Data.random(starts[n], n, 139);
        double[] values = Data.reals(starts[n], 140);
        double[] x = Data.reals(n, 141);
        double[] y = new double[n];
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int k = starts[i]; k < starts[i + 1]; k++) {
                    sum += values[k] * x[columns[k]];
                }
                y[i] = sum;
            }
            double[] other = x;
            x = y;
            y = other;
        }
        return x[0];
    }

    static final class Cell {
        int column;
        double value;
        Cell next;
    }

    static double lists(int n) {
        Cell[] rows = new Cell[n];
        Data data = new Data(142);
        for (int i = 0; i < 12 * n; i++) {
            int row = data.next(n);
            int column = data.next(n);
            Cell before = null;
            Cell at = rows[row];
            while (at != null && at.column < column) {
                before = at;
                at = at.next;
            }
            if (at == null || at.column != column) {
                Cell cell = new Cell();
                cell.column = column;
                cell.next = at;
                if (before == null) {
                    rows[row] = cell;
                } else {
                    before.next = cell;
                }
                at = cell;
            }
            at.value += data.nextReal();
        }
        double trace = 0;
        for (int i = 0; i < n; i++) {
            for (Cell a = rows[i]; a != null; a = a.next) {
                for (Cell b = rows[a.column]; b != null && b.column <= i; b = b.next) {
                    if (b.column == i) {
                        trace += a.value * b.value;
                    }
                }
            }
        }
        return trace;
    }
}
