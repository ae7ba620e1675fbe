// cluster: image processing
// relative: histogram
// run sobel: ImageWork.sobel(50)
// run dither: ImageWork.dither(70)
// run gray: ImageWork.gray(5000)
// run histogram: ImageWork.equalize(5000)
// run rotate: ImageWork.rotate(70)
final class ImageWork {
    private static int[][] image(int n, int seed) {
        int[][] image = new int[n][];
        for (int i = 0; i < n; i++) {
            image[i] = Data.random(n, 256, seed + i);
        }
        return image;
    }

    static int sobel(int n) {
        int[][] p = image(n, 152);
        int edges = 0;
        for (int y = 1; y < n - 1; y++) {
            for (int x = 1; x < n - 1; x++) {
                int gx = p[y - 1][x + 1] + 2 * p[y][x + 1] + p[y + 1][x + 1]
                        - p[y - 1][x - 1] - 2 * p[y][x - 1] - p[y + 1][x - 1];
                int gy = p[y + 1][x - 1] + 2 * p[y + 1][x] + p[y + 1][x + 1]
                        - p[y - 1][x - 1] - 2 * p[y - 1][x] - p[y - 1][x + 1];
                if ((gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy) > 400) {
                    edges++;
                }
            }
        }
        return edges;
    }

    static int dither(int n) {
        int[][] p = image(n, 153);
        int white = 0;
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                int old = p[y][x];
                int now = old < 128 ? 0 : 255;
                int error = old - now;
                white += now >> 7;
                if (x + 1 < n) {
                    p[y][x + 1] += error * 7 / 16;
                }
                if (y + 1 < n) {
                    if (x > 0) {
                        p[y + 1][x - 1] += error * 3 / 16;
                    }
                    p[y + 1][x] += error * 5 / 16;
                    if (x + 1 < n) {
                        p[y + 1][x + 1] += error / 16;
                    }
                }
            }
        }
        return white;
    }

    static int gray(int n) {
        int[] pixels = Data.random(n, 1 << 24, 154);
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int rgb = pixels[i];
            int red = rgb >> 16 & 255;
            int green = rgb >> 8 & 255;
            int blue = rgb & 255;
            int gray = (red * 77 + green * 151 + blue * 28) >> 8;
            pixels[i] = gray << 16 | gray << 8 | gray;
            sum += gray;
        }
        return sum;
    }

    static int equalize(int n) {
        int[] pixels = Data.random(n, 256, 155);
        for (int i = 0; i < n; i++) {
            pixels[i] = pixels[i] * pixels[i] >> 8;
        }
        int[] counts = new int[256];
        for (int pixel : pixels) {
            counts[pixel]++;
        }
        int below = 0;
        for (int i = 0; i < 256; i++) {
            below += counts[i];
            counts[i] = below * 255 / n;
        }
        int sum = 0;
        for (int pixel : pixels) {
            sum += counts[pixel];
        }
        return sum;
    }

    static int rotate(int n) {
        int[][] p = image(n, 156);
        for (int ring = 0; ring < n / 2; ring++) {
            int last = n - 1 - ring;
            for (int i = ring; i < last; i++) {
                int top = p[ring][i];
                p[ring][i] = p[n - 1 - i][ring];
                p[n - 1 - i][ring] = p[last][n - 1 - i];
                p[last][n - 1 - i] = p[i][last];
                p[i][last] = top;
            }
        }
        return p[1][2];
    }
}
