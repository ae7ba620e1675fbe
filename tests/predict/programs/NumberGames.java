// cluster: digits
// run palindromes: NumberGames.palindromes(4000)
// run happy: NumberGames.happy(700)
// run armstrong: NumberGames.armstrong(2500)
// run kaprekar: NumberGames.kaprekar(250)
final class NumberGames {
    static int palindromes(int n) {
        int count = 0;
        for (int i = 1; i <= n; i++) {
            int rest = i * 7;
            int reversed = 0;
            while (rest > 0) {
                reversed = reversed * 10 + rest % 10;
                rest /= 10;
            }
            if (reversed == i * 7) {
                count++;
            }
        }
        return count;
    }

    private static int squares(int n) {
        int sum = 0;
        for (; n > 0; n /= 10) {
            int digit = n % 10;
            sum += digit * digit;
        }
        return sum;
    }

    static int happy(int n) {
        int count = 0;
        for (int i = 1; i <= n; i++) {
            int slow = i;
            int fast = squares(i);
            while (fast != 1 && slow != fast) {
                slow = squares(slow);
                fast = squares(squares(fast));
            }
            count += fast == 1 ? 1 : 0;
        }
        return count;
    }

    static int armstrong(int n) {
        int count = 0;
        for (int i = 10; i <= n; i++) {
            int digits = 0;
            for (int rest = i; rest != 0; rest /= 10) {
                digits++;
            }
            int sum = 0;
            for (int rest = i; rest != 0; rest /= 10) {
                int power = 1;
                for (int k = 0; k < digits; k++) {
                    power *= rest % 10;
                }
                sum += power;
            }
            if (sum == i) {
                count++;
            }
        }
        return count;
    }

    static int kaprekar(int n) {
        int[] digits = new int[4];
        int steps = 0;
        for (int start = 1001; start < 1001 + 31 * n; start += 31) {
            int x = start % 9000 + 1000;
            for (int round = 0; x != 6174 && x != 0 && round < 8; round++) {
                for (int i = 0; i < 4; i++) {
                    digits[i] = x % 10;
                    x /= 10;
                }
                for (int i = 0; i < 3; i++) {
                    for (int j = 0; j < 3 - i; j++) {
                        if (digits[j] > digits[j + 1]) {
                            int digit = digits[j];
                            digits[j] = digits[j + 1];
                            digits[j + 1] = digit;
                        }
                    }
                }
                int low = 0;
                int high = 0;
                for (int i = 0; i < 4; i++) {
                    low = low * 10 + digits[i];
                    high = high * 10 + digits[3 - i];
                }
                x = high - low;
                steps++;
            }
        }
        return steps;
    }
}
