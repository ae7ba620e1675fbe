// cluster: spanning tree
// run dense: PrimsTree.run(100)
// run points: PrimsTree.points(120)
final class PrimsTree {
    static int run(int n) {
        int[] weight = Data.random(n * n, 10000, 94);
        int[] near = new int[n];
        boolean[] in = new boolean[n];
        for (int i = 0; i < n; i++) {
            near[i] = Integer.MAX_VALUE;
        }
        int at = 0;
        int total = 0;
        for (int count = 1; count < n; count++) {
            in[at] = true;
            int next = -1;
            for (int i = 0; i < n; i++) {
                if (in[i]) {
                    continue;
                }
                int w = at < i ? weight[at * n + i] : weight[i * n + at];
                if (w < near[i]) {
                    near[i] = w;
                }
                if (next < 0 || near[i] < near[next]) {
                    next = i;
                }
            }
            total += near[next];
            at = next;
        }
        return total;
    }

    static double points(int n) {
        double[] x = Data.reals(n, 95);
        double[] y = Data.reals(n, 96);
        double[] near = new double[n];
        for (int i = 0; i < n; i++) {
            near[i] = 10;
        }
        int at = 0;
        double total = 0;
        for (int count = 1; count < n; count++) {
            near[at] = -1;
            int next = -1;
            for (int i = 0; i < n; i++) {
                if (near[i] >= 0) {
                    double dx = x[i] - x[at];
                    double dy = y[i] - y[at];
                    double d = dx * dx + dy * dy;
                    if (d < near[i]) {
                        near[i] = d;
                    }
                    if (next < 0 || near[i] < near[next]) {
                        next = i;
                    }
                }
            }
            total += near[next];
            at = next;
        }
        return total;
    }
}
