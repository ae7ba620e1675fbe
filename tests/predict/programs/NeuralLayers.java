// cluster: neural network
// run floats: NeuralLayers.floats(24, 6)
// run doubles: NeuralLayers.train(6, 60)
// run convolution: NeuralLayers.convolve(24)
final class NeuralLayers {
    static float floats(int n, int layers) {
        float[][] weights = new float[layers][n * n];
        Data data = new Data(354);
        for (float[] layer : weights) {
            for (int i = 0; i < layer.length; i++) {
                layer[i] = (float) data.nextReal() - 0.5f;
            }
        }
        float[] now = new float[n];
        for (int i = 0; i < n; i++) {
            now[i] = i / (float) n;
        }
        for (float[] layer : weights) {
            float[] next = new float[n];
            for (int i = 0; i < n; i++) {
                float sum = 0;
                for (int j = 0; j < n; j++) {
                    sum += layer[i * n + j] * now[j];
                }
                next[i] = sum > 0 ? sum : 0;
            }
            now = next;
        }
        return now[0];
    }

    static double train(int hidden, int rounds) {
        double[][] in = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
        double[] first = Data.reals(hidden * 3, 355);
        double[] second = Data.reals(hidden, 356);
        double error = 0;
        for (int round = 0; round < rounds; round++) {
            error = 0;
            for (int k = 0; k < 4; k++) {
                double[] x = in[k];
                double[] h = new double[hidden];
                double out = 0;
                for (int i = 0; i < hidden; i++) {
                    double sum = first[3 * i] * x[0] + first[3 * i + 1] * x[1] + first[3 * i + 2];
                    h[i] = sum / (1 + (sum < 0 ? -sum : sum));
                    out += second[i] * h[i];
                }
                double off = (k == 1 || k == 2 ? 1 : 0) - out;
                error += off * off;
                for (int i = 0; i < hidden; i++) {
                    double back = 0.1 * off * second[i] * (1 - h[i] * h[i]);
                    second[i] += 0.1 * off * h[i];
                    first[3 * i] += back * x[0];
                    first[3 * i + 1] += back * x[1];
                    first[3 * i + 2] += back;
                }
            }
        }
        return error;
    }

    static float convolve(int n) {
        float[][] image = new float[n][n];
        float[][] kernel = {{0.1f, 0.2f, 0.1f}, {0.2f, -1f, 0.2f}, {0.1f, 0.2f, 0.1f}};
        Data data = new Data(357);
        for (float[] row : image) {
            for (int i = 0; i < n; i++) {
                row[i] = data.next(100);
            }
        }
        float sum = 0;
        for (int y = 0; y < n - 2; y++) {
            for (int x = 0; x < n - 2; x++) {
                float cell = 0;
                for (int v = 0; v < 3; v++) {
                    for (int u = 0; u < 3; u++) {
                        cell += kernel[v][u] * image[y + v][x + u];
                    }
                }
                if (cell > 0) {
                    sum += cell;
                }
            }
        }
        return sum;
    }
}
