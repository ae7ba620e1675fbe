/** Integer arithmetic. */
class TextNumbers {
    // bound: log n
    static int digits(int n) {
        int count = 0;
        while (n != 0) {
            count++;
            n /= 10;
        }
        return count;
    }

    // bound: log n
    static int digitSum(int n) {
        int s = 0;
        while (n > 0) {
            s += n % 10;
            n = n / 10;
        }
        return s;
    }

    // bound: log n
    static int reversed(int n) {
        int result = 0;
        do {
            result = result * 10 + n % 10;
            n /= 10;
        } while (n != 0);
        return result;
    }

    // bound: log n
    static boolean isPalindrome(int n) {
        int rest = n, mirror = 0;
        while (rest > 0) {
            mirror = mirror * 10 + rest % 10;
            rest /= 10;
        }
        return mirror == n;
    }

    // bound: log² n
    static boolean isArmstrong(int n) {
        int digits = 0;
        for (int t = n; t > 0; t /= 10) {
            digits++;
        }
        int sum = 0;
        for (int t = n; t > 0; t /= 10) {
            int power = 1;
            for (int i = 0; i < digits; i++) {
                power *= t % 10;
            }
            sum += power;
        }
        return sum == n;
    }

    // bound: log b
    static int gcd(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    // bound: log b
    static long lcm(int a, int b) {
        int divisor = gcd(a, b);
        return divisor == 0 ? 0 : (long) a / divisor * b;
    }

    // bound: a + b
    static int gcdBySubtraction(int a, int b) {
        if (a <= 0 || b <= 0) {
            return 0;
        }
        while (a != b) {
            if (a > b) {
                a -= b;
            } else {
                b -= a;
            }
        }
        return a;
    }

    // bound: log b
    static int[] extendedGcd(int a, int b) {
        int x = 1, nextX = 0;
        while (b > 0) {
            int quotient = a / b;
            int rest = a - quotient * b;
            a = b;
            b = rest;
            int t = x - quotient * nextX;
            x = nextX;
            nextX = t;
        }
        return new int[] {a, x};
    }

    // bound: log b, for each number
    static int gcdOfAll(int[] a) {
        int result = 0;
        for (int x : a) {
            result = gcd(result, x);
        }
        return result;
    }

    // bound: √n
    static boolean isPrime(int n) {
        if (n < 2) {
            return false;
        }
        for (int i = 2; i * i <= n; i++) {
            if (n % i == 0) {
                return false;
            }
        }
        return true;
    }

    // bound: √n
    static boolean isPrimeByRoot(int n) {
        int root = (int) Math.sqrt(n);
        for (int i = 2; i <= root; i++) {
            if (n % i == 0) {
                return false;
            }
        }
        return n > 1;
    }

    // bound: √n
    static boolean isPrimeOfSix(int n) {
        if (n <= 3) {
            return n > 1;
        }
        if (n % 2 == 0 || n % 3 == 0) {
            return false;
        }
        for (int i = 5; i * i <= n; i += 6) {
            if (n % i == 0 || n % (i + 2) == 0) {
                return false;
            }
        }
        return true;
    }

    // bound: √n
    static int countDivisors(int n) {
        int count = 0;
        for (int i = 1; i <= n / i; i++) {
            if (n % i == 0) {
                count += i * i == n ? 1 : 2;
            }
        }
        return count;
    }

    // bound: n
    static boolean isPerfect(int n) {
        int sum = 0;
        for (int i = 1; i <= n / 2; i++) {
            if (n % i == 0) {
                sum += i;
            }
        }
        return n > 0 && sum == n;
    }

    // bound: √n + log n
    static int primeFactors(int n) {
        int count = 0;
        for (int p = 2; p * p <= n; p++) {
            while (n % p == 0) {
                n /= p;
                count++;
            }
        }
        return n > 1 ? count + 1 : count;
    }

    // bound: n
    static int smallestFactors(int n) {
        int count = 0;
        int p = 2;
        while (n > 1) {
            if (n % p == 0) {
                n /= p;
                count++;
            } else {
                p++;
            }
        }
        return count;
    }

    // bound: √n + log n
    static int totient(int n) {
        int result = n;
        for (int p = 2; p * p <= n; p++) {
            if (n % p == 0) {
                while (n % p == 0) {
                    n /= p;
                }
                result -= result / p;
            }
        }
        return n > 1 ? result - result / n : result;
    }

    // bound: n log n
    static int sieve(int n) {
        if (n < 2) {
            return 0;
        }
        boolean[] composite = new boolean[n + 1];
        int primes = 0;
        for (int i = 2; i <= n; i++) {
            if (composite[i]) {
                continue;
            }
            primes++;
            for (int j = 2 * i; j <= n; j += i) {
                composite[j] = true;
            }
        }
        return primes;
    }

    // bound: n√n
    static int sieveToTheRoot(int n) {
        boolean[] prime = new boolean[Math.max(n + 1, 2)];
        java.util.Arrays.fill(prime, true);
        for (int i = 2; i * i <= n; i++) {
            if (prime[i]) {
                for (int j = i * i; j <= n; j += i) {
                    prime[j] = false;
                }
            }
        }
        int count = 0;
        for (int i = 2; i <= n; i++) {
            if (prime[i]) {
                count++;
            }
        }
        return count;
    }

    // bound: n (32)
    static int bitCount(int n) {
        int count = 0;
        while (n != 0) {
            n &= n - 1;
            count++;
        }
        return count;
    }

    // bound: 64
    static int bitCountOfLong(long n) {
        int count = 0;
        while (n != 0) {
            n = n & (n - 1);
            count++;
        }
        return count;
    }

    // bound: log n
    static int bitCountByShift(int n) {
        int count = 0;
        while (n > 0) {
            count += n & 1;
            n >>= 1;
        }
        return count;
    }

    // bound: log n
    static int highestBit(int n) {
        int position = -1;
        while (n != 0) {
            n >>>= 1;
            position++;
        }
        return position;
    }

    // bound: 32
    static int reverseBits(int n) {
        int result = 0;
        for (int i = 0; i < 32; i++) {
            result = result << 1 | n & 1;
            n >>>= 1;
        }
        return result;
    }

    // bound: log n
    static int nextPowerOfTwo(int n) {
        int power = 1;
        while (power < n) {
            power <<= 1;
        }
        return power;
    }

    // bound: 2^k
    static int allMasks(int k) {
        if (k < 0 || k > 30) {
            return 0;
        }
        int s = 0;
        for (int mask = 0; mask < 1 << k; mask++) {
            s += Integer.bitCount(mask);
        }
        return s;
    }

    // bound: 2^a.length · a.length
    static int subsetSums(int[] a, int target) {
        int count = 0;
        for (int mask = 0; mask < (1 << a.length); mask++) {
            int sum = 0;
            for (int i = 0; i < a.length; i++) {
                if ((mask & 1 << i) != 0) {
                    sum += a[i];
                }
            }
            if (sum == target) {
                count++;
            }
        }
        return count;
    }

    // bound: 2^n
    static int[] grayCode(int n) {
        int[] codes = new int[1 << Math.min(Math.max(n, 0), 16)];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = i ^ i >> 1;
        }
        return codes;
    }

    // bound: log mask (32)
    static int submasks(int mask) {
        int lowest = 0;
        for (int rest = mask; rest != 0; rest -= rest & -rest) {
            lowest++;
        }
        return lowest;
    }

    // bound: mask
    static int allSubmasks(int mask) {
        int count = 0;
        for (int sub = mask; sub > 0; sub = (sub - 1) & mask) {
            count++;
        }
        return count;
    }

    // bound: log n
    static long power(long base, int n) {
        long result = 1;
        while (n > 0) {
            if ((n & 1) == 1) {
                result *= base;
            }
            base *= base;
            n >>= 1;
        }
        return result;
    }

    // bound: log n
    static long powerModulo(long base, long n, long modulus) {
        long result = 1;
        base %= modulus;
        for (; n > 0; n /= 2) {
            if (n % 2 != 0) {
                result = result * base % modulus;
            }
            base = base * base % modulus;
        }
        return result;
    }

    // bound: log n
    static String toBase(int n, int base) {
        if (base < 2 || base > 10 || n < 0) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        while (n > 0) {
            out.append((char) ('0' + n % base));
            n /= base;
        }
        return out.reverse().toString();
    }

    // bound: s.length
    static int fromBinary(String s) {
        int value = 0;
        for (char c : s.toCharArray()) {
            value = value * 2 + (c - '0');
        }
        return value;
    }

    // bound: log n
    static int toRoman(int n) {
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        int letters = 0;
        for (int value : values) {
            while (n >= value) {
                n -= value;
                letters++;
            }
        }
        return letters;
    }

    // bound: opaque
    static int collatz(long n) {
        int steps = 0;
        while (n > 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    // bound: opaque
    static double newton(double x) {
        double guess = x;
        while (Math.abs(guess * guess - x) > 1e-9) {
            guess = (guess + x / guess) / 2;
        }
        return guess;
    }

    // bound: 31
    static int integerRoot(int n) {
        int low = 0, high = n;
        while (low < high) {
            int middle = low + (high - low + 1) / 2;
            if (middle <= n / Math.max(middle, 1)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    // bound: opaque
    static int newtonRoot(int n) {
        if (n < 2) {
            return n;
        }
        int guess = n, next = (guess + n / guess) / 2;
        while (next < guess) {
            guess = next;
            next = (guess + n / guess) / 2;
        }
        return guess;
    }

    // bound: n
    static int josephus(int n, int k) {
        int survivor = 0;
        for (int i = 2; i <= n; i++) {
            survivor = (survivor + k) % i;
        }
        return survivor;
    }

    // bound: log n
    static int trailingZerosOfFactorial(int n) {
        int zeros = 0;
        for (int p = n / 5; p > 0; p /= 5) {
            zeros += p;
        }
        return zeros;
    }

    // bound: √n
    static int triangularRow(int n) {
        int row = 0;
        while (n > row) {
            n -= row;
            row++;
        }
        return row;
    }

    // bound: opaque
    static boolean isHappy(int n) {
        int seen = 0;
        while (n != 1 && n != 4 && n > 0) {
            int sum = 0;
            for (int t = n; t > 0; t /= 10) {
                sum += (t % 10) * (t % 10);
            }
            n = sum;
            seen++;
        }
        return seen >= 0 && n == 1;
    }

    // bound: opaque
    static int digitalRoot(int n) {
        while (n > 9) {
            int sum = 0;
            while (n > 0) {
                sum += n % 10;
                n /= 10;
            }
            n = sum;
        }
        return n;
    }

    // bound: n
    static int euclidSteps(int n) {
        int s = 0;
        for (int i = 1; i < n; i *= 2) {
            for (int j = 0; j < i; j++) {
                s++;
            }
        }
        return s;
    }
}
