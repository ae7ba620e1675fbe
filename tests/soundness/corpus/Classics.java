import java.util.ArrayList;
import java.util.List;

/** Small algorithms that everybody knows. */
class Classics {
    static long fibonacci(int n) {
        long a = 0, b = 1;
        for (int i = 0; i < n; i++) {
            long c = a + b;
            a = b;
            b = c;
        }
        return a;
    }

    static int binarySearch(int[] a, int key) {
        int low = 0, high = a.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (a[middle] < key) {
                low = middle + 1;
            } else if (a[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -low - 1;
    }

    static void bubbleSort(int[] a) {
        for (int i = 0; i < a.length - 1; i++) {
            for (int j = 0; j < a.length - 1 - i; j++) {
                if (a[j] > a[j + 1]) {
                    int t = a[j];
                    a[j] = a[j + 1];
                    a[j + 1] = t;
                }
            }
        }
    }

    static void insertionSort(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int x = a[i], j = i - 1;
            while (j >= 0 && a[j] > x) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = x;
        }
    }

    static void selectionSort(int[] a) {
        for (int i = 0; i < a.length; i++) {
            int least = i;
            for (int j = i + 1; j < a.length; j++) {
                if (a[j] < a[least]) {
                    least = j;
                }
            }
            int t = a[i];
            a[i] = a[least];
            a[least] = t;
        }
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int r = a % b;
            a = b;
            b = r;
        }
        return a;
    }

    static int sieve(int n) {
        boolean[] composite = new boolean[Math.max(n, 0) + 1];
        int primes = 0;
        for (int i = 2; i <= n; i++) {
            if (!composite[i]) {
                primes++;
                for (int j = i * i; j <= n; j += i) {
                    composite[j] = true;
                }
            }
        }
        return primes;
    }

    static boolean isPrime(int n) {
        if (n < 2) {
            return false;
        }
        for (int d = 2; d * d <= n; d++) {
            if (n % d == 0) {
                return false;
            }
        }
        return true;
    }

    static boolean isPalindrome(String s) {
        for (int i = 0, j = s.length() - 1; i < j; i++, j--) {
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
        }
        return true;
    }

    static int vowels(String s) {
        int count = 0;
        for (int i = 0; i < s.length(); i++) {
            switch (s.charAt(i)) {
                case 'a', 'e', 'i', 'o', 'u' -> count++;
                default -> { }
            }
        }
        return count;
    }

    static int sum(int[] a) {
        int s = 0;
        for (int x : a) {
            s += x;
        }
        return s;
    }

    static double dot(double[] a, double[] b) {
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            s += a[i] * b[i];
        }
        return s;
    }

    static double horner(double[] coefficients, double x) {
        double s = 0;
        for (int i = coefficients.length - 1; i >= 0; i--) {
            s = s * x + coefficients[i];
        }
        return s;
    }

    static long power(long base, int exponent) {
        long result = 1;
        while (exponent > 0) {
            if ((exponent & 1) != 0) {
                result *= base;
            }
            base *= base;
            exponent >>= 1;
        }
        return result;
    }

    static int bits(int n) {
        int count = 0;
        while (n != 0) {
            n &= n - 1;
            count++;
        }
        return count;
    }

    static int digits(int n) {
        int count = 0;
        do {
            n /= 10;
            count++;
        } while (n != 0);
        return count;
    }

    static int collatz(int n) {
        int steps = 0;
        while (n > 1 && steps < 200) {
            n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static void reverse(int[] a) {
        int i = 0, j = a.length - 1;
        while (i < j) {
            int t = a[i];
            a[i++] = a[j];
            a[j--] = t;
        }
    }

    static int[] prefixSums(int[] a) {
        int[] sums = new int[a.length + 1];
        for (int i = 0; i < a.length; i++) {
            sums[i + 1] = sums[i] + a[i];
        }
        return sums;
    }

    static int largestSum(int[] a) {
        int best = Integer.MIN_VALUE, here = 0;
        for (int x : a) {
            here = Math.max(x, here + x);
            best = Math.max(best, here);
        }
        return best;
    }

    static int pairs(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                s += i ^ j;
            }
        }
        return s;
    }

    static int triples(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                for (int k = j; k < i; k++) {
                    s += i * j + k;
                }
            }
        }
        return s;
    }

    static long[][] pascal(int n) {
        long[][] rows = new long[Math.max(n, 0)][];
        for (int i = 0; i < n; i++) {
            rows[i] = new long[i + 1];
            rows[i][0] = rows[i][i] = 1;
            for (int j = 1; j < i; j++) {
                rows[i][j] = rows[i - 1][j - 1] + rows[i - 1][j];
            }
        }
        return rows;
    }

    static int total(int[][] rows) {
        int s = 0;
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows[i].length; j++) {
                s += rows[i][j];
            }
        }
        return s;
    }

    static int longest(int[][] rows) {
        int most = 0;
        for (int[] row : rows) {
            most = Math.max(most, row.length);
        }
        return most;
    }

    static int indexOf(int[] a, int key) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) {
                return i;
            }
        }
        return -1;
    }

    static int common(int[] a, int[] b) {
        int found = 0;
        outer:
        for (int x : a) {
            for (int y : b) {
                if (x == y) {
                    found++;
                    continue outer;
                }
            }
        }
        return found;
    }

    static int[] merge(int[] a, int[] b) {
        int[] c = new int[a.length + b.length];
        int i = 0, j = 0, k = 0;
        while (i < a.length && j < b.length) {
            c[k++] = a[i] <= b[j] ? a[i++] : b[j++];
        }
        while (i < a.length) {
            c[k++] = a[i++];
        }
        while (j < b.length) {
            c[k++] = b[j++];
        }
        return c;
    }

    static int sumOf(List<Integer> numbers) {
        int s = 0;
        for (int x : numbers) {
            s += x;
        }
        return s;
    }

    static int indexed(List<Integer> numbers) {
        int s = 0;
        for (int i = 0; i < numbers.size(); i++) {
            s += numbers.get(i) * i;
        }
        return s;
    }

    static List<Integer> evens(int n) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < n; i += 2) {
            found.add(i);
        }
        return found;
    }

    static String repeat(String s, int n) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < n; i++) {
            all.append(s);
        }
        return all.toString();
    }

    static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                } else {
                    int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                    cost[i][j] = Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }

    static int knapsack(int[] weights, int room) {
        int[] best = new int[Math.max(room, 0) + 1];
        for (int w : weights) {
            for (int r = room; r >= w && r >= 0; r--) {
                if (w >= 0) {
                    best[r] = Math.max(best[r], best[r - w] + w);
                }
            }
        }
        return best[best.length - 1];
    }

    static int parse(String s) {
        int value = 0;
        try {
            for (int i = 0; ; i++) {
                char c = s.charAt(i);
                if (c < '0' || c > '9') {
                    throw new NumberFormatException();
                }
                value = value * 10 + c - '0';
            }
        } catch (StringIndexOutOfBoundsException end) {
            return value;
        } catch (NumberFormatException wrong) {
            return -1;
        } finally {
            value++;
        }
    }

    static int halves(int n) {
        int s = 0;
        for (int i = n; i > 0; i /= 2) {
            for (int j = 0; j < i; j++) {
                s++;
            }
        }
        return s;
    }

    static int doubling(int n) {
        int s = 0;
        for (int i = 1; i < n; i *= 2) {
            s += i;
        }
        return s;
    }

    static long countdown(long n) {
        long s = 0;
        while (n-- > 0) {
            s += n;
        }
        return s;
    }

    static int strides(int n, int m) {
        int s = 0;
        for (int i = 0; i < n; i += 3) {
            for (int j = m; j > 0; j -= 2) {
                s += i - j;
            }
        }
        return s;
    }

    static int meeting(int n) {
        int s = 0;
        for (int i = 0, j = n; i < j; i++, j -= 2) {
            s += j - i;
        }
        return s;
    }

    static int narrow(byte n) {
        int s = 0;
        for (byte i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    static float average(float[] a) {
        float s = 0;
        int i = a.length;
        while (--i >= 0) {
            s += a[i];
        }
        return a.length == 0 ? 0 : s / a.length;
    }
}
