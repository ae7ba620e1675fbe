// cluster: recursive sequences
// relative: recursive_call
// run padovan@30: RecursiveSequences.padovan(30)
// run padovan@38: RecursiveSequences.padovan(38)
// run padovan@42: RecursiveSequences.padovan(42)
// run leonardo: RecursiveSequences.leonardo(18)
// run motzkin: RecursiveSequences.motzkin(9)
final class RecursiveSequences {
    static int padovan(int n) {
        if (n < 3) {
            return 1;
        }
        return padovan(n - 2) + padovan(n - 3);
    }

    static int leonardo(int n) {
        if (n > 1) {
            int before = leonardo(n - 1);
            return 1 + before + leonardo(n - 2);
        }
        return 1;
    }

    static int motzkin(int n) {
        if (n < 2) {
            return 1;
        }
        int count = motzkin(n - 1);
        for (int i = 0; i <= n - 2; i++) {
            count += motzkin(i) * motzkin(n - 2 - i);
        }
        return count;
    }
}
