// cluster: page rank
// run doubles: Ranks.run(300)
final class Ranks {
    static double run(int n) {
        int degree = 6;
        int[] to = Data.random(n * degree, n, 99);
        double[] rank = new double[n];
        double[] next = new double[n];
        for (int i = 0; i < n; i++) {
            rank[i] = 1.0 / n;
        }
        for (int round = 0; round < 12; round++) {
            for (int i = 0; i < n; i++) {
                next[i] = 0.15 / n;
            }
            for (int i = 0; i < n; i++) {
                double share = 0.85 * rank[i] / degree;
                for (int edge = i * degree; edge < (i + 1) * degree; edge++) {
                    next[to[edge]] += share;
                }
            }
            double[] other = rank;
            rank = next;
            next = other;
        }
        return rank[0];
    }
}
