// cluster: polynomials
// relative: polynomial
// types: int long double
// run horner: Polynomials.horner(200)
// run product: Polynomials.product(70)
// run division: Polynomials.differences(90)
final class Polynomials {
    private static T[] coefficients(int n, int seed) {
        T[] c = new T[n];
        Data data = new Data(seed);
        for (int i = 0; i < n; i++) {
            c[i] = data.next(20) - 10;
        }
        return c;
    }

    static double horner(int times) {
        T[] c = coefficients(30, 389);
        Data data = new Data(390);
        T sum = 0;
        for (int t = 0; t < times; t++) {
            T x = data.next(3) - 1;
            T value = c[29];
            T derivative = 0;
            for (int i = 28; i >= 0; i--) {
                derivative = derivative * x + value;
                value = value * x + c[i];
            }
            sum += value - derivative;
        }
        return sum;
    }

    static double product(int n) {
        T[] a = coefficients(n, 391);
        T[] b = coefficients(n, 392);
        T[] c = new T[2 * n - 1];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                c[i + j] += a[i] * b[j];
            }
        }
        return c[n];
    }

    static double differences(int n) {
        T[] values = coefficients(n, 393);
        T sum = 0;
        for (int order = 1; order < n; order++) {
            for (int i = n - 1; i >= order; i--) {
                values[i] = (values[i] - values[i - 1]) / 2;
            }
            sum += values[order];
        }
        return sum;
    }
}
