// cluster: clustering
// run means: Clustering.means(200, 5)
// run neighbours: Clustering.neighbours(120)
// run perceptron: Clustering.perceptron(300)
// run tree: Clustering.stumps(60)
final class Clustering {
    static double means(int n, int k) {
        double[] x = Data.reals(n, 344);
        double[] y = Data.reals(n, 345);
        double[] cx = Data.reals(k, 346);
        double[] cy = Data.reals(k, 347);
        double total = 0;
        for (int round = 0; round < 8; round++) {
            double[] sx = new double[k];
            double[] sy = new double[k];
            int[] count = new int[k];
            total = 0;
            for (int i = 0; i < n; i++) {
                int best = 0;
                double least = 10;
                for (int c = 0; c < k; c++) {
                    double dx = x[i] - cx[c];
                    double dy = y[i] - cy[c];
                    double d = dx * dx + dy * dy;
                    if (d < least) {
                        least = d;
                        best = c;
                    }
                }
                total += least;
                sx[best] += x[i];
                sy[best] += y[i];
                count[best]++;
            }
            for (int c = 0; c < k; c++) {
                if (count[c] > 0) {
                    cx[c] = sx[c] / count[c];
                    cy[c] = sy[c] / count[c];
                }
            }
        }
        return total;
    }

    static int neighbours(int n) {
        int[] x = Data.random(n, 1000, 348);
        int[] y = Data.random(n, 1000, 349);
        int[] kind = Data.random(n, 3, 350);
        int right = 0;
        int[] near = new int[5];
        int[] of = new int[5];
        for (int i = 0; i < n; i++) {
            int size = 0;
            for (int j = 0; j < n; j++) {
                if (i == j) {
                    continue;
                }
                int d = (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]);
                int at = size < 5 ? size++ : 5;
                while (at > 0 && near[at - 1] > d) {
                    if (at < 5) {
                        near[at] = near[at - 1];
                        of[at] = of[at - 1];
                    }
                    at--;
                }
                if (at < 5) {
                    near[at] = d;
                    of[at] = kind[j];
                }
            }
            int[] votes = new int[3];
            for (int vote : of) {
                votes[vote]++;
            }
            int best = votes[0] > votes[1] ? 0 : 1;
            best = votes[2] > votes[best] ? 2 : best;
            right += best == kind[i] ? 1 : 0;
        }
        return right;
    }

    static double perceptron(int n) {
        int inputs = 8;
        double[] data = Data.reals(n * inputs, 351);
        double[] weights = new double[inputs + 1];
        int errors = 0;
        for (int round = 0; round < 4; round++) {
            errors = 0;
            for (int i = 0; i < n; i++) {
                double sum = weights[inputs];
                for (int k = 0; k < inputs; k++) {
                    sum += weights[k] * data[i * inputs + k];
                }
                int wanted = data[i * inputs] + data[i * inputs + 3] > 1 ? 1 : -1;
                int found = sum > 0 ? 1 : -1;
                if (wanted != found) {
                    errors++;
                    for (int k = 0; k < inputs; k++) {
                        weights[k] += 0.1 * wanted * data[i * inputs + k];
                    }
                    weights[inputs] += 0.1 * wanted;
                }
            }
        }
        return errors + weights[0];
    }

    static int stumps(int n) {
        int[] x = Data.random(n, 100, 352);
        int[] kind = Data.random(n, 2, 353);
        int best = 0;
        for (int i = 0; i < n; i++) {
            int left = 0;
            int right = 0;
            for (int j = 0; j < n; j++) {
                if (x[j] < x[i]) {
                    left += kind[j];
                } else {
                    right += 1 - kind[j];
                }
            }
            if (left + right > best) {
                best = left + right;
            }
        }
        return best;
    }
}
