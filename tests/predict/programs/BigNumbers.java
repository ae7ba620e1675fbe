// cluster: long arithmetic
// relative: big_product
// run factorial: BigNumbers.factorial(110)
// run product: BigNumbers.product(130)
// run fibonacci: BigNumbers.fibonacci(900)
// run division: BigNumbers.division(400)
final class BigNumbers {
    static int factorial(int n) {
        int[] digits = new int[200];
        digits[0] = 1;
        int length = 1;
        for (int factor = 2; factor <= n; factor++) {
            int carry = 0;
            for (int i = 0; i < length; i++) {
                carry += digits[i] * factor;
                digits[i] = carry % 10;
                carry /= 10;
            }
            while (carry > 0) {
                digits[length++] = carry % 10;
                carry /= 10;
            }
        }
        return length;
    }

    static long product(int n) {
        int[] a = Data.random(n, 10000, 189);
        int[] b = Data.random(n, 10000, 190);
        int[] c = new int[2 * n];
        for (int i = 0; i < n; i++) {
            int carry = 0;
            for (int j = 0; j < n || carry != 0; j++) {
                int cell = c[i + j] + carry + (j < n ? a[i] * b[j] : 0);
                c[i + j] = cell % 10000;
                carry = cell / 10000;
            }
        }
        return c[n];
    }

    static long fibonacci(int n) {
        long[] a = new long[24];
        long[] b = new long[24];
        b[0] = 1;
        int length = 1;
        for (int i = 0; i < n; i++) {
            long carry = 0;
            for (int k = 0; k < length; k++) {
                long sum = a[k] + b[k] + carry;
                carry = 0;
                if (sum >= 1000000000000L) {
                    sum -= 1000000000000L;
                    carry = 1;
                }
                a[k] = b[k];
                b[k] = sum;
            }
            if (carry != 0) {
                b[length++] = 1;
            }
        }
        return b[0];
    }

    static int division(int n) {
        int[] digits = Data.random(n, 10, 191);
        int sum = 0;
        for (int divisor = 3; divisor < 12; divisor++) {
            int rest = 0;
            for (int i = 0; i < n; i++) {
                rest = rest * 10 + digits[i];
                digits[i] = rest / divisor;
                rest %= divisor;
            }
            sum += rest;
        }
        return sum;
    }
}
