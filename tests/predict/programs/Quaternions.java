// cluster: rotations
// run quaternions: Quaternions.run(500)
// run matrices: Quaternions.matrices(250)
// run cordic: Quaternions.cordic(150)
final class Quaternions {
    private double w = 1;
    private double x;
    private double y;
    private double z;

    private void multiply(double ow, double ox, double oy, double oz) {
        double nw = w * ow - x * ox - y * oy - z * oz;
        double nx = w * ox + x * ow + y * oz - z * oy;
        double ny = w * oy - x * oz + y * ow + z * ox;
        z = w * oz + x * oy - y * ox + z * ow;
        w = nw;
        x = nx;
        y = ny;
    }

    private void normalize() {
        double length = Math.sqrt(w * w + x * x + y * y + z * z);
        w /= length;
        x /= length;
        y /= length;
        z /= length;
    }

    static double run(int n) {
        Quaternions q = new Quaternions();
        Data data = new Data(394);
        for (int i = 0; i < n; i++) {
            q.multiply(1, 0.1 * data.nextReal(), 0.1 * data.nextReal(), 0.1 * data.nextReal());
            q.normalize();
        }
        return q.x + q.z;
    }

    static double matrices(int n) {
        double[][] m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        Data data = new Data(395);
        for (int t = 0; t < n; t++) {
            double s = data.nextReal() / 8;
            double c = 1 - s * s / 2;
            int axis = data.next(3);
            int a = axis == 0 ? 1 : 0;
            int b = axis == 2 ? 1 : 2;
            for (int i = 0; i < 3; i++) {
                double u = m[i][a];
                double v = m[i][b];
                m[i][a] = c * u - s * v;
                m[i][b] = s * u + c * v;
            }
            double[] v = {1, 2, 3};
            double sum = 0;
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    sum += m[i][j] * v[j];
                }
            }
            if (sum > 1000) {
                m[0][0] /= sum;
            }
        }
        return m[0][1];
    }

    static int cordic(int n) {
        int[] angles = new int[16];
        int angle = 205887;
        for (int i = 0; i < 16; i++) {
            angles[i] = angle;
            angle = i == 0 ? 121542 : angle / 2 + (i < 4 ? 500 >> 2 * i : 0);
        }
        int sum = 0;
        Data data = new Data(396);
        for (int t = 0; t < n; t++) {
            int x = 159188;
            int y = 0;
            int left = data.next(400000) - 200000;
            for (int i = 0; i < 16; i++) {
                int dx = y >> i;
                int dy = x >> i;
                if (left >= 0) {
                    x -= dx;
                    y += dy;
                    left -= angles[i];
                } else {
                    x += dx;
                    y -= dy;
                    left += angles[i];
                }
            }
            sum += y;
        }
        return sum;
    }
}
