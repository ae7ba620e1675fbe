// cluster: greatest common divisor
// relative: common_divisor
// types: int long
// run euclid: Divisors.euclid(1500)
// run binary: Divisors.binary(600)
// run subtract: Divisors.subtract(300)
// run extended: Divisors.extended(900)
final class Divisors {
    private static T common(T a, T b) {
        return b == 0 ? a : common(b, a % b);
    }

    static double euclid(int times) {
        Data data = new Data(165);
        T sum = 0;
        for (int i = 0; i < times; i++) {
            sum += common(data.next(1 << 28), data.next(1 << 28) + 1);
        }
        return sum;
    }

    static double binary(int times) {
        Data data = new Data(166);
        T sum = 0;
        for (int i = 0; i < times; i++) {
            T a = data.next(1 << 24) + 1;
            T b = data.next(1 << 24) + 1;
            int twos = 0;
            while (((a | b) & 1) == 0) {
                a >>= 1;
                b >>= 1;
                twos++;
            }
            while (a != b) {
                if ((a & 1) == 0) {
                    a >>= 1;
                } else if ((b & 1) == 0) {
                    b >>= 1;
                } else if (a > b) {
                    a = (a - b) >> 1;
                } else {
                    b = (b - a) >> 1;
                }
            }
            sum += a << twos;
        }
        return sum;
    }

    static double subtract(int times) {
        Data data = new Data(167);
        T sum = 0;
        for (int i = 0; i < times; i++) {
            T a = 1000 + data.next(9000);
            T b = 1000 + data.next(9000);
            while (a != b) {
                if (a > b) {
                    a -= b;
                } else {
                    b -= a;
                }
            }
            sum += a;
        }
        return sum;
    }

    static double extended(int times) {
        Data data = new Data(168);
        T sum = 0;
        for (int i = 0; i < times; i++) {
            T a = data.next(1 << 28) + 1;
            T b = data.next(1 << 28) + 1;
            T x = 1;
            T u = 0;
            while (b != 0) {
                T quotient = a / b;
                T next = a - quotient * b;
                a = b;
                b = next;
                next = x - quotient * u;
                x = u;
                u = next;
            }
            sum += x + a;
        }
        return sum;
    }
}
