// cluster: wildcard matching
// run recursive: Wildcards.recursive(60)
// run greedy: Wildcards.greedy(250)
// run table: Wildcards.table(25)
final class Wildcards {
    private static boolean matches(char[] text, int i, char[] pattern, int j) {
        if (j == pattern.length) {
            return i == text.length;
        }
        if (pattern[j] == 'd') {
            return matches(text, i, pattern, j + 1) || i < text.length && matches(text, i + 1, pattern, j);
        }
        return i < text.length && (pattern[j] == 'c' || pattern[j] == text[i]) && matches(text, i + 1, pattern, j + 1);
    }

    static int recursive(int times) {
        int count = 0;
        for (int i = 0; i < times; i++) {
            if (matches(Data.letters(20, 2, 222 + i), 0, Data.letters(8, 4, 300 + i), 0)) {
                count++;
            }
        }
        return count;
    }

    static int greedy(int times) {
        int count = 0;
        for (int t = 0; t < times; t++) {
            char[] text = Data.letters(40, 2, 223 + t);
            char[] pattern = Data.letters(12, 4, 301 + t);
            int i = 0;
            int j = 0;
            int star = -1;
            int mark = 0;
            boolean fails = false;
            while (i < text.length && !fails) {
                if (j < pattern.length && (pattern[j] == 'c' || pattern[j] == text[i])) {
                    i++;
                    j++;
                } else if (j < pattern.length && pattern[j] == 'd') {
                    star = j++;
                    mark = i;
                } else if (star >= 0) {
                    j = star + 1;
                    i = ++mark;
                } else {
                    fails = true;
                }
            }
            while (j < pattern.length && pattern[j] == 'd') {
                j++;
            }
            if (!fails && j == pattern.length) {
                count++;
            }
        }
        return count;
    }

    static int table(int times) {
        int count = 0;
        for (int t = 0; t < times; t++) {
            char[] text = Data.letters(40, 2, 224 + t);
            char[] pattern = Data.letters(15, 4, 302 + t);
            boolean[] row = new boolean[text.length + 1];
            row[0] = true;
            for (char sign : pattern) {
                boolean diagonal = row[0];
                row[0] = sign == 'd' && row[0];
                for (int i = 1; i <= text.length; i++) {
                    boolean above = row[i];
                    row[i] = sign == 'd' ? above || row[i - 1] : diagonal && (sign == 'c' || sign == text[i - 1]);
                    diagonal = above;
                }
            }
            count += row[text.length] ? 1 : 0;
        }
        return count;
    }
}
