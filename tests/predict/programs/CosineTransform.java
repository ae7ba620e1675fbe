// cluster: discrete cosine transform
// run blocks: CosineTransform.run(12)
final class CosineTransform {
    static double run(int blocks) {
        double[] cosine = new double[64];
        for (int k = 0; k < 8; k++) {
            for (int i = 0; i < 8; i++) {
                cosine[k * 8 + i] = Math.cos((2 * i + 1) * k * Math.PI / 16);
            }
        }
        double[] rows = new double[64];
        double sum = 0;
        for (int block = 0; block < blocks; block++) {
            double[] pixels = Data.reals(64, 148 + block);
            for (int row = 0; row < 8; row++) {
                for (int k = 0; k < 8; k++) {
                    double c = 0;
                    for (int i = 0; i < 8; i++) {
                        c += pixels[row * 8 + i] * cosine[k * 8 + i];
                    }
                    rows[k * 8 + row] = c;
                }
            }
            for (int row = 0; row < 8; row++) {
                for (int k = 0; k < 8; k++) {
                    double c = 0;
                    for (int i = 0; i < 8; i++) {
                        c += rows[row * 8 + i] * cosine[k * 8 + i];
                    }
                    sum += c;
                }
            }
        }
        return sum;
    }
}
