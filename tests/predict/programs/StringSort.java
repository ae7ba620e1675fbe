// cluster: sorting of strings
// run words: StringSort.run(300, 26)
// run alike: StringSort.run(300, 2)
final class StringSort {
    private static int compare(char[] a, char[] b) {
        int n = a.length < b.length ? a.length : b.length;
        for (int i = 0; i < n; i++) {
            if (a[i] != b[i]) {
                return a[i] - b[i];
            }
        }
        return a.length - b.length;
    }

    static int run(int n, int kinds) {
        char[][] words = new char[n][];
        for (int i = 0; i < n; i++) {
            words[i] = Data.letters(3 + i % 9, kinds, 35 + i);
        }
        for (int gap = n / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < n; i++) {
                char[] word = words[i];
                int j = i;
                while (j >= gap && compare(words[j - gap], word) > 0) {
                    words[j] = words[j - gap];
                    j -= gap;
                }
                words[j] = word;
            }
        }
        return words[n / 2][0];
    }
}
