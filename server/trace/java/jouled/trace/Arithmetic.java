package jouled.trace;

/** Whether results overflow. */
public final class Arithmetic {
    private Arithmetic() {}

    private static boolean isWide(long exact) {
        return exact != (int) exact;
    }

    public static boolean iadd(int left, int right) {
        return isWide((long) left + right);
    }

    public static boolean isub(int left, int right) {
        return isWide((long) left - right);
    }

    public static boolean imul(int left, int right) {
        return isWide((long) left * right);
    }

    public static boolean ishl(int left, int right) {
        return (right & 31) != right || isWide((long) left << right);
    }

    public static boolean ladd(long left, long right) {
        long sum = left + right;
        return ((left ^ sum) & (right ^ sum)) < 0;
    }

    public static boolean lsub(long left, long right) {
        long difference = left - right;
        return ((left ^ right) & (left ^ difference)) < 0;
    }

    public static boolean lmul(long left, long right) {
        return Math.multiplyHigh(left, right) != left * right >> 63;
    }

    public static boolean lshl(long left, int right) {
        return (right & 63) != right || left << right >> right != left;
    }

    /** A negative number becomes a positive one. */
    public static boolean iushr(int left, int right) {
        return left < 0;
    }

    public static boolean lushr(long left, int right) {
        return left < 0;
    }

    public static boolean ineg(int number) {
        return number == Integer.MIN_VALUE;
    }

    public static boolean lneg(long number) {
        return number == Long.MIN_VALUE;
    }

    public static boolean i2b(int number) {
        return number != (byte) number;
    }

    public static boolean i2s(int number) {
        return number != (short) number;
    }

    public static boolean i2c(int number) {
        return number != (char) number;
    }

    public static boolean l2i(long number) {
        return isWide(number);
    }

    public static boolean differ(long before, long now) {
        return before != now;
    }

    public static boolean differ(double before, double now) {
        return Double.doubleToRawLongBits(before) != Double.doubleToRawLongBits(now);
    }

    public static boolean differ(Object before, Object now) {
        return before != now;
    }
}
