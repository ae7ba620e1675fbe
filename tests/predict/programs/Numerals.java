// cluster: numerals
// run roman: Numerals.roman(700)
// run back: Numerals.back(500)
// run base: Numerals.bases(900)
// run hex: Numerals.hex(3000)
// run words: Numerals.syllables(1200)
final class Numerals {
    private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final char[] SIGNS = "MDCLXVI".toCharArray();

    private static int write(int n, char[] into) {
        int length = 0;
        for (int i = 0; i < VALUES.length; i++) {
            while (n >= VALUES[i]) {
                n -= VALUES[i];
                if ((i & 1) == 1) {
                    into[length++] = SIGNS[(i + 3) / 4 * 2];
                    into[length++] = SIGNS[i / 2];
                } else {
                    into[length++] = SIGNS[i / 2];
                }
            }
        }
        return length;
    }

    static int roman(int n) {
        char[] space = new char[20];
        int letters = 0;
        for (int value : Data.random(n, 3999, 334)) {
            letters += write(value + 1, space);
        }
        return letters;
    }

    private static int value(char sign) {
        switch (sign) {
            case 'I':
                return 1;
            case 'V':
                return 5;
            case 'X':
                return 10;
            case 'L':
                return 50;
            case 'C':
                return 100;
            case 'D':
                return 500;
            default:
                return 1000;
        }
    }

    static int back(int n) {
        char[] space = new char[20];
        int sum = 0;
        for (int number : Data.random(n, 3999, 335)) {
            int length = write(number + 1, space);
            int last = 0;
            for (int i = length - 1; i >= 0; i--) {
                int value = value(space[i]);
                sum += value < last ? -value : value;
                last = value > last ? value : last;
            }
        }
        return sum;
    }

    static int bases(int n) {
        Data data = new Data(336);
        char[] digits = new char[32];
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int value = data.next(1 << 24);
            int base = 2 + data.next(30);
            int length = 0;
            do {
                int digit = value % base;
                digits[length++] = (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
                value /= base;
            } while (value > 0);
            sum += length * digits[length - 1];
        }
        return sum;
    }

    static int hex(int n) {
        byte[] bytes = Data.bytes(n, 256, 337);
        char[] text = new char[2 * n];
        char[] digits = "0123456789abcdef".toCharArray();
        for (int i = 0; i < n; i++) {
            text[2 * i] = digits[bytes[i] >> 4 & 15];
            text[2 * i + 1] = digits[bytes[i] & 15];
        }
        int sum = 0;
        for (int i = 0; i < 2 * n; i += 2) {
            int high = text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10;
            int low = text[i + 1] <= '9' ? text[i + 1] - '0' : text[i + 1] - 'a' + 10;
            sum ^= high << 4 | low;
        }
        return sum;
    }

    private static int words(int n) {
        if (n == 0) {
            return 0;
        }
        if (n < 20) {
            return 1;
        }
        if (n < 100) {
            return n % 10 == 0 ? 1 : 2;
        }
        if (n < 1000) {
            return 2 + words(n % 100);
        }
        return words(n / 1000) + 1 + words(n % 1000);
    }

    static int syllables(int n) {
        int sum = 0;
        for (int value : Data.random(n, 1000000, 338)) {
            sum += words(value);
        }
        return sum;
    }
}
