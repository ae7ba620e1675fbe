// cluster: number recursion
// run ackermann: Recursions.ackermann(2, 40)
// run takeuchi: Recursions.takeuchi(14, 9, 4)
// run mccarthy: Recursions.mccarthy(300)
// run hofstadter: Recursions.hofstadter(22)
// run binomial: Recursions.binomial(14, 6)
// run partitions: Recursions.partitions(25, 25)
final class Recursions {
    static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        if (n == 0) {
            return ackermann(m - 1, 1);
        }
        return ackermann(m - 1, ackermann(m, n - 1));
    }

    static int takeuchi(int x, int y, int z) {
        return x <= y ? z : takeuchi(takeuchi(x - 1, y, z), takeuchi(y - 1, z, x), takeuchi(z - 1, x, y));
    }

    private static int ninetyOne(int n) {
        return n > 100 ? n - 10 : ninetyOne(ninetyOne(n + 11));
    }

    static int mccarthy(int times) {
        Data data = new Data(257);
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum += ninetyOne(data.next(110));
        }
        return sum;
    }

    private static int female(int n) {
        return n == 0 ? 1 : n - male(female(n - 1));
    }

    private static int male(int n) {
        return n == 0 ? 0 : n - female(male(n - 1));
    }

    static int hofstadter(int n) {
        return female(n) + male(n);
    }

    static int binomial(int n, int k) {
        return k == 0 || k == n ? 1 : binomial(n - 1, k - 1) + binomial(n - 1, k);
    }

    static int partitions(int n, int most) {
        if (n == 0) {
            return 1;
        }
        int count = 0;
        for (int part = most < n ? most : n; part > 0; part--) {
            count += partitions(n - part, part);
        }
        return count;
    }
}
