// cluster: fast Fourier transform
// relative: fourier_transform
// run recursive: FastFourier.recursive(256)
// run loops@64: FastFourier.loops(64, 4)
// run loops@256: FastFourier.loops(256, 2)
// run loops@2048: FastFourier.loops(2048, 1)
// run numbers: FastFourier.modular(512)
final class FastFourier {
    private static void transform(double[] re, double[] im, int n) {
        if (n == 1) {
            return;
        }
        int half = n / 2;
        double[] evenRe = new double[half];
        double[] evenIm = new double[half];
        double[] oddRe = new double[half];
        double[] oddIm = new double[half];
        for (int i = 0; i < half; i++) {
            evenRe[i] = re[2 * i];
            evenIm[i] = im[2 * i];
            oddRe[i] = re[2 * i + 1];
            oddIm[i] = im[2 * i + 1];
        }
        transform(evenRe, evenIm, half);
        transform(oddRe, oddIm, half);
        double stepRe = Math.cos(-2 * Math.PI / n);
        double stepIm = Math.sin(-2 * Math.PI / n);
        double wRe = 1;
        double wIm = 0;
        for (int i = 0; i < half; i++) {
            double tRe = wRe * oddRe[i] - wIm * oddIm[i];
            double tIm = wRe * oddIm[i] + wIm * oddRe[i];
            re[i] = evenRe[i] + tRe;
            im[i] = evenIm[i] + tIm;
            re[i + half] = evenRe[i] - tRe;
            im[i + half] = evenIm[i] - tIm;
            double next = wRe * stepRe - wIm * stepIm;
            wIm = wRe * stepIm + wIm * stepRe;
            wRe = next;
        }
    }

    static double recursive(int n) {
        double[] re = Data.reals(n, 143);
        double[] im = new double[n];
        transform(re, im, n);
        return re[1] + im[n - 1];
    }

    static double loops(int n, int times) {
        double[] re = Data.reals(n, 144);
        double[] im = Data.reals(n, 145);
        double[] sines = new double[n];
        double[] cosines = new double[n];
        double stepRe = Math.cos(2 * Math.PI / n);
        double stepIm = Math.sin(2 * Math.PI / n);
        cosines[0] = 1;
        for (int i = 1; i < n; i++) {
            cosines[i] = cosines[i - 1] * stepRe - sines[i - 1] * stepIm;
            sines[i] = cosines[i - 1] * stepIm + sines[i - 1] * stepRe;
        }
        for (int t = 0; t < times; t++) {
            for (int i = 1, j = 0; i < n; i++) {
                int bit = n >> 1;
                for (; (j & bit) != 0; bit >>= 1) {
                    j ^= bit;
                }
                j ^= bit;
                if (i < j) {
                    double value = re[i];
                    re[i] = re[j];
                    re[j] = value;
                    value = im[i];
                    im[i] = im[j];
                    im[j] = value;
                }
            }
            for (int size = 2; size <= n; size *= 2) {
                int half = size / 2;
                int stride = n / size;
                for (int start = 0; start < n; start += size) {
                    for (int k = 0; k < half; k++) {
                        int a = start + k;
                        int b = a + half;
                        double c = cosines[k * stride];
                        double s = sines[k * stride];
                        double x = c * re[b] - s * im[b];
                        double y = c * im[b] + s * re[b];
                        re[b] = re[a] - x;
                        im[b] = im[a] - y;
                        re[a] += x;
                        im[a] += y;
                    }
                }
            }
        }
        return re[n / 2];
    }

    private static long power(long base, long exponent, long prime) {
        long result = 1;
        for (; exponent > 0; exponent >>= 1) {
            if ((exponent & 1) != 0) {
                result = result * base % prime;
            }
            base = base * base % prime;
        }
        return result;
    }

    /** A number-theoretic transform. */
    static long modular(int n) {
        long prime = 998244353;
        long[] a = new long[n];
        Data data = new Data(146);
        for (int i = 0; i < n; i++) {
            a[i] = data.next(1000);
        }
        for (int size = n; size > 1; size >>= 1) {
            long root = power(3, (prime - 1) / size, prime);
            for (int start = 0; start < n; start += size) {
                long w = 1;
                for (int k = 0; k < size / 2; k++) {
                    long x = a[start + k];
                    long y = a[start + k + size / 2];
                    a[start + k] = x + y >= prime ? x + y - prime : x + y;
                    a[start + k + size / 2] = (x - y + prime) % prime * w % prime;
                    w = w * root % prime;
                }
            }
        }
        return a[1];
    }
}
