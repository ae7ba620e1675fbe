// cluster: convex hull
// run monotone: PlaneGeometry.monotone(600)
// run gift: PlaneGeometry.wrapped(600)
// run inside: PlaneGeometry.inside(400)
// run closest: PlaneGeometry.closest(150)
// run crossings: PlaneGeometry.crossings(70)
final class PlaneGeometry {
    private static long turn(int[] x, int[] y, int a, int b, int c) {
        return (long) (x[b] - x[a]) * (y[c] - y[a]) - (long) (y[b] - y[a]) * (x[c] - x[a]);
    }

    static int monotone(int n) {
        int[] x = Data.random(n, 10000, 315);
        int[] y = Data.random(n, 10000, 316);
        for (int gap = n / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < n; i++) {
                int px = x[i];
                int py = y[i];
                int j = i;
                while (j >= gap && (x[j - gap] > px || x[j - gap] == px && y[j - gap] > py)) {
                    x[j] = x[j - gap];
                    y[j] = y[j - gap];
                    j -= gap;
                }
                x[j] = px;
                y[j] = py;
            }
        }
        int[] hull = new int[n + 1];
        int size = 0;
        for (int i = 0; i < n; i++) {
            while (size > 1 && turn(x, y, hull[size - 2], hull[size - 1], i) <= 0) {
                size--;
            }
            hull[size++] = i;
        }
        return size;
    }

    static int wrapped(int n) {
        int[] x = Data.random(n, 10000, 317);
        int[] y = Data.random(n, 10000, 318);
        int first = 0;
        for (int i = 1; i < n; i++) {
            if (x[i] < x[first]) {
                first = i;
            }
        }
        int at = first;
        int corners = 0;
        do {
            int next = at == 0 ? 1 : 0;
            for (int i = 0; i < n; i++) {
                if (i != at && turn(x, y, at, next, i) < 0) {
                    next = i;
                }
            }
            at = next;
            corners++;
        } while (at != first && corners < n);
        return corners;
    }

    static int inside(int n) {
        int corners = 24;
        double[] x = Data.reals(corners, 319);
        double[] y = Data.reals(corners, 320);
        Data data = new Data(321);
        int count = 0;
        for (int i = 0; i < n; i++) {
            double px = data.nextReal();
            double py = data.nextReal();
            boolean in = false;
            for (int a = 0, b = corners - 1; a < corners; b = a++) {
                if (y[a] > py != y[b] > py && px < (x[b] - x[a]) * (py - y[a]) / (y[b] - y[a]) + x[a]) {
                    in = !in;
                }
            }
            if (in) {
                count++;
            }
        }
        return count;
    }

    static int closest(int n) {
        int[] x = Data.random(n, 10000, 322);
        int[] y = Data.random(n, 10000, 323);
        int best = Integer.MAX_VALUE;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                int dx = x[i] - x[j];
                int dy = y[i] - y[j];
                if (dx * dx < best && dx * dx + dy * dy < best) {
                    best = dx * dx + dy * dy;
                }
            }
        }
        return best;
    }

    static int crossings(int n) {
        int[] x = Data.random(2 * n, 10000, 324);
        int[] y = Data.random(2 * n, 10000, 325);
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                long a = turn(x, y, 2 * i, 2 * i + 1, 2 * j);
                long b = turn(x, y, 2 * i, 2 * i + 1, 2 * j + 1);
                if (a > 0 == b > 0) {
                    continue;
                }
                a = turn(x, y, 2 * j, 2 * j + 1, 2 * i);
                b = turn(x, y, 2 * j, 2 * j + 1, 2 * i + 1);
                count += a > 0 != b > 0 ? 1 : 0;
            }
        }
        return count;
    }
}
