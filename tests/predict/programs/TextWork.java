// cluster: text formatting
// relative: base_64
// run upper: TextWork.capitals(5000)
// run wrap: TextWork.wrap(5000)
// run reverse: TextWork.reverseWords(5000)
// run anagrams: TextWork.anagrams(120)
// run quoted: TextWork.escaped(4000)
// run codes: TextWork.base32(2500)
final class TextWork {
    static int capitals(int n) {
        char[] text = Data.words(n, 369);
        boolean starts = true;
        int changed = 0;
        for (int i = 0; i < n; i++) {
            char c = text[i];
            if (c == ' ') {
                starts = true;
            } else if (starts) {
                text[i] = (char) (c - 'a' + 'A');
                starts = false;
                changed++;
            }
        }
        return changed + text[0];
    }

    static int wrap(int n) {
        char[] text = Data.words(n, 370);
        int column = 0;
        int lastBlank = -1;
        int start = 0;
        int lines = 0;
        for (int i = 0; i < n; i++) {
            if (text[i] == ' ') {
                lastBlank = i;
            }
            column = i - start;
            if (column >= 40 && lastBlank > start) {
                text[lastBlank] = '\n';
                lines++;
                start = lastBlank + 1;
            }
        }
        return lines + column;
    }

    static int reverseWords(int n) {
        char[] text = Data.words(n, 371);
        flip(text, 0, n - 1);
        int start = 0;
        for (int i = 0; i <= n; i++) {
            if (i == n || text[i] == ' ') {
                flip(text, start, i - 1);
                start = i + 1;
            }
        }
        return text[n / 2];
    }

    private static void flip(char[] text, int i, int j) {
        while (i < j) {
            char c = text[i];
            text[i++] = text[j];
            text[j--] = c;
        }
    }

    static int anagrams(int n) {
        char[][] words = new char[n][];
        for (int i = 0; i < n; i++) {
            words[i] = Data.letters(4, 3, 372 + i);
        }
        int pairs = 0;
        int[] counts = new int[3];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                for (char letter : words[i]) {
                    counts[letter - 'a']++;
                }
                boolean same = true;
                for (char letter : words[j]) {
                    if (--counts[letter - 'a'] < 0) {
                        same = false;
                    }
                }
                counts[0] = 0;
                counts[1] = 0;
                counts[2] = 0;
                if (same) {
                    pairs++;
                }
            }
        }
        return pairs;
    }

    static int escaped(int n) {
        byte[] bytes = Data.bytes(n, 128, 373);
        byte[] out = new byte[3 * n];
        int length = 0;
        for (byte b : bytes) {
            switch (b) {
                case '<', '>', '&' -> {
                    out[length++] = '&';
                    out[length++] = b;
                    out[length++] = ';';
                }
                case '\n', '\t', '"', '\\' -> {
                    out[length++] = '\\';
                    out[length++] = b;
                }
                default -> {
                    if (b >= 32) {
                        out[length++] = b;
                    }
                }
            }
        }
        return length;
    }

    static int base32(int n) {
        byte[] bytes = Data.bytes(n, 256, 374);
        int buffer = 0;
        int bits = 0;
        int sum = 0;
        for (byte b : bytes) {
            buffer = buffer << 8 | b & 255;
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                int digit = buffer >> bits & 31;
                sum = sum * 31 + (digit < 26 ? 'A' + digit : '2' + digit - 26);
            }
        }
        return sum;
    }
}
