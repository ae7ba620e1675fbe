// cluster: permutations
// relative: permutations
// run next: PermutationWalks.lexical(7)
// run heaps: PermutationWalks.heaps(7)
// run inserted: PermutationWalks.used(7)
// run cycles: PermutationWalks.cycles(4000)
final class PermutationWalks {
    static int lexical(int n) {
        int[] p = new int[n];
        for (int i = 0; i < n; i++) {
            p[i] = i;
        }
        int count = 0;
        while (true) {
            count += p[0] < p[n - 1] ? 1 : 0;
            int i = n - 2;
            while (i >= 0 && p[i] > p[i + 1]) {
                i--;
            }
            if (i < 0) {
                return count;
            }
            int j = n - 1;
            while (p[j] < p[i]) {
                j--;
            }
            int value = p[i];
            p[i] = p[j];
            p[j] = value;
            for (int a = i + 1, b = n - 1; a < b; a++, b--) {
                value = p[a];
                p[a] = p[b];
                p[b] = value;
            }
        }
    }

    static int heaps(int n) {
        int[] p = new int[n];
        int[] counters = new int[n];
        for (int i = 0; i < n; i++) {
            p[i] = i;
        }
        int sum = 0;
        int i = 0;
        while (i < n) {
            if (counters[i] < i) {
                int j = (i & 1) == 0 ? 0 : counters[i];
                int value = p[j];
                p[j] = p[i];
                p[i] = value;
                sum += p[0];
                counters[i]++;
                i = 0;
            } else {
                counters[i++] = 0;
            }
        }
        return sum;
    }

    private static int derangements(int[] p, int at, int used) {
        int n = p.length;
        if (at == n) {
            return 1;
        }
        int count = 0;
        for (int i = 0; i < n; i++) {
            if (i != at && (used & 1 << i) == 0) {
                p[at] = i;
                count += derangements(p, at + 1, used | 1 << i);
            }
        }
        return count;
    }

    static int used(int n) {
        return derangements(new int[n], 0, 0);
    }

    static int cycles(int n) {
        int[] p = new int[n];
        Data data = new Data(256);
        for (int i = 0; i < n; i++) {
            int j = data.next(i + 1);
            p[i] = p[j];
            p[j] = i;
        }
        boolean[] seen = new boolean[n];
        int cycles = 0;
        for (int i = 0; i < n; i++) {
            if (!seen[i]) {
                cycles++;
                for (int j = i; !seen[j]; j = p[j]) {
                    seen[j] = true;
                }
            }
        }
        return cycles;
    }
}
