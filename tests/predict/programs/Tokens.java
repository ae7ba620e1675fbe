// cluster: lexer
// relative: numbers_in_text
// run words: Tokens.words(6000)
// run numbers: Tokens.numbers(6000)
// run source: Tokens.source(5000)
final class Tokens {
    static int words(int n) {
        char[] text = Data.words(n, 209);
        int words = 0;
        int longest = 0;
        int capital = 0;
        int i = 0;
        while (i < n) {
            while (i < n && text[i] == ' ') {
                i++;
            }
            int start = i;
            while (i < n && text[i] != ' ') {
                if (text[i] == 'e' || text[i] == 'a') {
                    capital++;
                }
                i++;
            }
            if (i > start) {
                words++;
                if (i - start > longest) {
                    longest = i - start;
                }
            }
        }
        return words + longest + capital;
    }

    /** Reads decimal numbers with signs and fractions. */
    static double numbers(int n) {
        Data data = new Data(210);
        char[] text = new char[n + 1];
        for (int i = 0; i < n; i++) {
            int kind = data.next(12);
            text[i] = kind < 9 ? (char) ('0' + kind) : kind == 9 ? '.' : kind == 10 ? ' ' : '-';
        }
        text[n] = ' ';
        double sum = 0;
        int i = 0;
        while (i < n) {
            boolean negative = false;
            if (text[i] == '-') {
                negative = true;
                i++;
            }
            long whole = 0;
            int digits = 0;
            while (text[i] >= '0' && text[i] <= '9' && digits < 15) {
                whole = whole * 10 + (text[i] - '0');
                digits++;
                i++;
            }
            double value = whole;
            if (text[i] == '.') {
                i++;
                double unit = 0.1;
                while (text[i] >= '0' && text[i] <= '9') {
                    value += unit * (text[i++] - '0');
                    unit /= 10;
                }
            }
            sum += negative ? -value : value;
            if (text[i] == ' ') {
                i++;
            }
        }
        return sum;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static int source(int n) {
        Data data = new Data(211);
        char[] signs = "abcxyz_019   (){};=+<!\n".toCharArray();
        char[] text = new char[n + 1];
        for (int i = 0; i < n; i++) {
            text[i] = signs[data.next(signs.length)];
        }
        text[n] = ';';
        int[] kinds = new int[6];
        int lines = 0;
        for (int i = 0; i < n; ) {
            char c = text[i];
            if (c == ' ' || c == '\n') {
                if (c == '\n') {
                    lines++;
                }
                i++;
            } else if (isLetter(c)) {
                int hash = 0;
                while (isLetter(text[i]) || isDigit(text[i])) {
                    hash = hash * 31 + text[i++];
                }
                kinds[hash == 'x' ? 0 : 1]++;
            } else if (isDigit(c)) {
                while (isDigit(text[i])) {
                    i++;
                }
                kinds[2]++;
            } else {
                switch (c) {
                    case '=':
                    case '<':
                    case '!':
                        i += text[i + 1 > n ? n : i + 1] == '=' ? 2 : 1;
                        kinds[3]++;
                        break;
                    case '+':
                        i++;
                        kinds[4]++;
                        break;
                    default:
                        i++;
                        kinds[5]++;
                }
            }
        }
        return kinds[0] + 2 * kinds[1] + 3 * kinds[3] + lines;
    }
}
