// cluster: series
// run sine: Series.sine(500)
// run exponential: Series.exponential(500)
// run pi: Series.digitsOfPi(40)
// run zeta: Series.zeta(8000)
final class Series {
    static double sine(int n) {
        Data data = new Data(187);
        double total = 0;
        for (int i = 0; i < n; i++) {
            double x = 3 * data.nextReal();
            double term = x;
            double sum = x;
            for (int k = 1; term > 1e-12 || term < -1e-12; k++) {
                term *= -x * x / ((2 * k) * (2 * k + 1));
                sum += term;
            }
            total += sum;
        }
        return total;
    }

    static double exponential(int n) {
        Data data = new Data(188);
        double total = 0;
        for (int i = 0; i < n; i++) {
            double x = data.nextReal();
            double sum = 0;
            for (int k = 18; k > 0; k--) {
                sum = 1 + x * sum / k;
            }
            total += sum;
        }
        return total;
    }

    /** The spigot of Rabinowitz and Wagon. */
    static int digitsOfPi(int digits) {
        int length = digits * 10 / 3 + 1;
        int[] rests = new int[length];
        for (int i = 0; i < length; i++) {
            rests[i] = 2;
        }
        int sum = 0;
        for (int digit = 0; digit < digits; digit++) {
            int carry = 0;
            for (int i = length - 1; i > 0; i--) {
                int value = rests[i] * 10 + carry;
                rests[i] = value % (2 * i + 1);
                carry = value / (2 * i + 1) * i;
            }
            int value = rests[0] * 10 + carry;
            rests[0] = value % 10;
            sum = (sum * 3 + value / 10) & 0xffff;
        }
        return sum;
    }

    static double zeta(int n) {
        double sum = 0;
        double lost = 0;
        for (int i = 1; i <= n; i++) {
            double term = 1.0 / ((double) i * i) - lost;
            double next = sum + term;
            lost = (next - sum) - term;
            sum = next;
        }
        return sum;
    }
}
