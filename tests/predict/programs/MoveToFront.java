// cluster: move to front
// run bytes: MoveToFront.run(1500, 30)
// run burrows: MoveToFront.burrows(120)
final class MoveToFront {
    static int run(int n, int kinds) {
        byte[] text = Data.bytes(n, kinds, 232);
        byte[] list = new byte[kinds];
        for (int i = 0; i < kinds; i++) {
            list[i] = (byte) i;
        }
        int sum = 0;
        for (byte symbol : text) {
            int at = 0;
            while (list[at] != symbol) {
                at++;
            }
            sum += at;
            for (; at > 0; at--) {
                list[at] = list[at - 1];
            }
            list[0] = symbol;
        }
        return sum;
    }

    /** Sorts the rotations of a text. */
    static int burrows(int n) {
        char[] text = Data.letters(n, 3, 233);
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int j = i;
            while (j > 0 && isLater(text, order[j - 1], i)) {
                order[j] = order[j - 1];
                j--;
            }
            order[j] = i;
        }
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = sum * 31 + text[(order[i] + n - 1) % n];
        }
        return sum;
    }

    private static boolean isLater(char[] text, int a, int b) {
        int n = text.length;
        for (int k = 0; k < n; k++) {
            char x = text[a + k < n ? a + k : a + k - n];
            char y = text[b + k < n ? b + k : b + k - n];
            if (x != y) {
                return x > y;
            }
        }
        return false;
    }
}
