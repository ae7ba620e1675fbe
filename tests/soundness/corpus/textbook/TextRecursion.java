/** Methods that call themselves with smaller arguments. */
class TextRecursion {
    // bound: n
    static long factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    // bound: n
    static int sumTo(int n) {
        if (n <= 0) {
            return 0;
        }
        return n + sumTo(n - 1);
    }

    // bound: n
    static int everySecond(int n) {
        if (n < 1) {
            return 0;
        }
        return 1 + everySecond(n - 2);
    }

    // bound: 2^n
    static long fibonacci(int n) {
        if (n < 2) {
            return n;
        }
        return fibonacci(n - 1) + fibonacci(n - 2);
    }

    // bound: 3^n
    static long tribonacci(int n) {
        if (n < 3) {
            return n == 2 ? 1 : 0;
        }
        return tribonacci(n - 1) + tribonacci(n - 2) + tribonacci(n - 3);
    }

    // bound: n
    static long fibonacciStored(int n, long[] known) {
        if (n < 2 || n >= known.length) {
            return n;
        }
        if (known[n] != 0) {
            return known[n];
        }
        long value = fibonacciStored(n - 1, known) + known[n - 2];
        known[n] = value;
        return value;
    }

    // bound: 2^disks
    static long hanoi(int disks, int from, int to, int spare) {
        if (disks == 0) {
            return 0;
        }
        if (disks < 0) {
            throw new IllegalArgumentException("disks");
        }
        long moves = hanoi(disks - 1, from, spare, to);
        moves++;
        return moves + hanoi(disks - 1, spare, to, from);
    }

    // bound: 2^n
    static int stairs(int n) {
        if (n < 0) {
            return 0;
        }
        if (n == 0) {
            return 1;
        }
        return stairs(n - 1) + stairs(n - 2);
    }

    // bound: n
    static double powerSlow(double x, int n) {
        if (n <= 0) {
            return 1;
        }
        return x * powerSlow(x, n - 1);
    }

    // bound: log n
    static double powerFast(double x, int n) {
        if (n <= 0) {
            return 1;
        }
        double half = powerFast(x, n / 2);
        return n % 2 == 0 ? half * half : half * half * x;
    }

    // bound: log n
    static long powerModulo(long base, int n, long modulus) {
        if (n <= 0) {
            return 1;
        }
        if ((n & 1) == 1) {
            return base * powerModulo(base, n - 1, modulus) % modulus;
        }
        long half = powerModulo(base, n >> 1, modulus);
        return half * half % modulus;
    }

    // bound: log n
    static int digitSum(int n) {
        if (n == 0) {
            return 0;
        }
        return n % 10 + digitSum(n / 10);
    }

    // bound: log n
    static int bitsOf(int n) {
        return n == 0 ? 0 : (n & 1) + bitsOf(n >>> 1);
    }

    // bound: log b
    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    // bound: a.length
    static int sumFrom(int[] a, int i) {
        if (i >= a.length) {
            return 0;
        }
        return a[i] + sumFrom(a, i + 1);
    }

    // bound: a.length
    static int sumOf(int[] a) {
        return sumFrom(a, 0);
    }

    // bound: n
    static int largestOfFirst(int[] a, int n) {
        if (n <= 1) {
            return a[0];
        }
        return Math.max(a[n - 1], largestOfFirst(a, n - 1));
    }

    // bound: a.length
    static boolean isSorted(int[] a, int from) {
        if (from >= a.length - 1) {
            return true;
        }
        return a[from] <= a[from + 1] && isSorted(a, from + 1);
    }

    // bound: high - low
    static void reverse(int[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        int t = a[low];
        a[low] = a[high];
        a[high] = t;
        reverse(a, low + 1, high - 1);
    }

    // bound: a.length
    static void reverseAll(int[] a) {
        reverse(a, 0, a.length - 1);
    }

    // bound: s.length
    static boolean isPalindrome(String s, int from, int to) {
        if (from >= to) {
            return true;
        }
        return s.charAt(from) == s.charAt(to) && isPalindrome(s, from + 1, to - 1);
    }

    // bound: log(high - low)
    static int binarySearch(int[] a, int key, int low, int high) {
        if (low > high) {
            return -1;
        }
        int middle = (low + high) >>> 1;
        if (a[middle] == key) {
            return middle;
        }
        return a[middle] < key ? binarySearch(a, key, middle + 1, high) : binarySearch(a, key, low, middle - 1);
    }

    // bound: log a.length
    static int search(int[] a, int key) {
        return binarySearch(a, key, 0, a.length - 1);
    }

    // bound: high - low
    static int largestByHalves(int[] a, int low, int high) {
        if (low >= high) {
            return a[low];
        }
        int middle = low + (high - low) / 2;
        return Math.max(largestByHalves(a, low, middle), largestByHalves(a, middle + 1, high));
    }

    // bound: (to - from) log(to - from)
    static void mergeSort(int[] a, int[] spare, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        mergeSort(a, spare, from, middle);
        mergeSort(a, spare, middle, to);
        int left = from, right = middle;
        for (int k = from; k < to; k++) {
            if (right >= to || left < middle && a[left] <= a[right]) {
                spare[k] = a[left++];
            } else {
                spare[k] = a[right++];
            }
        }
        for (int k = from; k < to; k++) {
            a[k] = spare[k];
        }
    }

    // bound: (high - low)²
    static void quickSort(int[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        int pivot = a[high], at = low;
        for (int j = low; j < high; j++) {
            if (a[j] < pivot) {
                int t = a[at];
                a[at] = a[j];
                a[j] = t;
                at++;
            }
        }
        a[high] = a[at];
        a[at] = pivot;
        quickSort(a, low, at - 1);
        quickSort(a, at + 1, high);
    }

    // bound: (high - low)²
    static int quickSelect(int[] a, int low, int high, int k) {
        if (low >= high) {
            return a[low];
        }
        int pivot = a[high], at = low;
        for (int j = low; j < high; j++) {
            if (a[j] < pivot) {
                int t = a[at];
                a[at++] = a[j];
                a[j] = t;
            }
        }
        a[high] = a[at];
        a[at] = pivot;
        if (k < at) {
            return quickSelect(a, low, at - 1, k);
        }
        return k == at ? a[at] : quickSelect(a, at + 1, high, k);
    }

    // bound: 2^(a.length - i)
    static int subsets(int[] a, int i, int sum) {
        if (i == a.length) {
            return sum == 0 ? 1 : 0;
        }
        if (i > a.length) {
            return 0;
        }
        return subsets(a, i + 1, sum) + subsets(a, i + 1, sum - a[i]);
    }

    // bound: 2^n
    static int knapsack(int[] weights, int[] values, int n, int room) {
        if (n <= 0 || room <= 0) {
            return 0;
        }
        int without = knapsack(weights, values, n - 1, room);
        if (weights[n - 1] > room) {
            return without;
        }
        int with = values[n - 1] + knapsack(weights, values, n - 1, room - weights[n - 1]);
        return Math.max(without, with);
    }

    // bound: a.length^a.length
    static int permutations(int[] a, int k) {
        if (k >= a.length) {
            return 1;
        }
        int count = 0;
        for (int i = k; i < a.length; i++) {
            int t = a[k];
            a[k] = a[i];
            a[i] = t;
            count += permutations(a, k + 1);
            a[i] = a[k];
            a[k] = t;
        }
        return count;
    }

    // bound: n^n
    static int queens(int[] columns, int row, int n) {
        if (row >= n) {
            return 1;
        }
        int count = 0;
        for (int c = 0; c < n; c++) {
            boolean free = true;
            for (int r = 0; r < row; r++) {
                if (columns[r] == c || Math.abs(columns[r] - c) == row - r) {
                    free = false;
                }
            }
            if (free) {
                columns[row] = c;
                count += queens(columns, row + 1, n);
            }
        }
        return count;
    }

    // bound: 2^(n + k)
    static int binomial(int n, int k) {
        if (k <= 0 || k >= n) {
            return 1;
        }
        return binomial(n - 1, k - 1) + binomial(n - 1, k);
    }

    // bound: opaque
    static int ackermann(int m, int n) {
        if (m <= 0) {
            return n + 1;
        }
        if (n <= 0) {
            return ackermann(m - 1, 1);
        }
        return ackermann(m - 1, ackermann(m, n - 1));
    }

    // bound: n
    static boolean isEven(int n) {
        if (n <= 0) {
            return n == 0;
        }
        return isOdd(n - 1);
    }

    // bound: n
    static boolean isOdd(int n) {
        if (n <= 0) {
            return false;
        }
        return isEven(n - 1);
    }

    // bound: n
    static int countDown(int n) {
        if (n == 0) {
            return 0;
        }
        return 1 + countDown(n > 0 ? n - 1 : n + 1);
    }

    // bound: n
    static int josephus(int n, int k) {
        if (n <= 1) {
            return 0;
        }
        return (josephus(n - 1, k) + k) % n;
    }

    // bound: 2^(rows + columns)
    static int paths(int rows, int columns) {
        if (rows <= 1 || columns <= 1) {
            return 1;
        }
        return paths(rows - 1, columns) + paths(rows, columns - 1);
    }

    // bound: n²
    static int triangle(int n) {
        if (n <= 0) {
            return 0;
        }
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s + triangle(n - 1);
    }

    // bound: n
    static int halvesOf(int n) {
        if (n <= 1) {
            return 1;
        }
        return halvesOf(n / 2) + halvesOf(n / 2);
    }

    // bound: n log n
    static long levels(int n) {
        if (n <= 1) {
            return 1;
        }
        long s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s + levels(n / 2) + levels(n / 2);
    }

    // bound: opaque
    static int collatz(int n) {
        if (n <= 1) {
            return 0;
        }
        return 1 + (n % 2 == 0 ? collatz(n / 2) : collatz(3 * n + 1));
    }

    // bound: log n
    static void toBinary(int n, StringBuilder out) {
        if (n > 1) {
            toBinary(n / 2, out);
        }
        out.append(n % 2);
    }

    // bound: log n
    static int binaryLength(int n) {
        StringBuilder out = new StringBuilder();
        toBinary(n, out);
        return out.length();
    }

    // bound: n
    static int factorialToZero(int n) {
        if (n == 0) {
            return 1;
        }
        return n * factorialToZero(n - 1);
    }

    // bound: n
    static int factorialToOne(int n) {
        return n == 0 || n == 1 ? 1 : n * factorialToOne(n - 1);
    }

    // bound: e
    static int powerToZero(int b, int e) {
        if (e == 0) {
            return 1;
        }
        return b * powerToZero(b, e - 1);
    }

    // bound: 2^n
    static int fibonacciToZero(int n) {
        if (n == 0) {
            return 0;
        }
        if (n == 1) {
            return 1;
        }
        return fibonacciToZero(n - 1) + fibonacciToZero(n - 2);
    }

    // bound: 2^n
    static int towersToOne(int n) {
        if (n == 1) {
            return 1;
        }
        return towersToOne(n - 1) + 1 + towersToOne(n - 1);
    }

    // bound: log n
    static int logarithmToOne(int n) {
        if (n == 1) {
            return 0;
        }
        return 1 + logarithmToOne(n / 2);
    }

    // bound: n
    static int upTo(int i, int n) {
        if (i == n) {
            return 0;
        }
        return i + upTo(i + 1, n);
    }

    // bound: 2^a.length
    static int subsetsFrom(int[] a, int i) {
        if (i == a.length) {
            return 1;
        }
        return subsetsFrom(a, i + 1) + subsetsFrom(a, i + 1);
    }

    // bound: text.length
    static int lengthBySuffix(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        return 1 + lengthBySuffix(text.substring(1));
    }

    // bound: text.length
    static int lengthByPrefix(String text) {
        if ("".equals(text)) {
            return 0;
        }
        return 1 + lengthByPrefix(text.substring(0, text.length() - 1));
    }
}
