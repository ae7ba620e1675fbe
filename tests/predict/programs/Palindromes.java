// cluster: palindromes
// run centres: Palindromes.centres(600)
// run manacher: Palindromes.manacher(4000)
// run phrases: Palindromes.phrases(900)
// run hashes: Palindromes.functionZ(5000)
final class Palindromes {
    static int centres(int n) {
        char[] text = Data.letters(n, 2, 365);
        int count = 0;
        for (int centre = 0; centre < 2 * n - 1; centre++) {
            int left = centre / 2;
            int right = left + centre % 2;
            while (left >= 0 && right < n && text[left] == text[right]) {
                count++;
                left--;
                right++;
            }
        }
        return count;
    }

    static int manacher(int n) {
        char[] text = Data.letters(n, 2, 366);
        int[] radius = new int[n];
        int centre = 0;
        int end = 0;
        int longest = 0;
        for (int i = 0; i < n; i++) {
            int r = i < end ? radius[2 * centre - i] : 1;
            if (i < end && i + r > end) {
                r = end - i;
            }
            while (i - r >= 0 && i + r < n && text[i - r] == text[i + r]) {
                r++;
            }
            radius[i] = r;
            if (i + r > end) {
                centre = i;
                end = i + r;
            }
            longest = r > longest ? r : longest;
        }
        return longest;
    }

    static int phrases(int times) {
        int count = 0;
        Data data = new Data(367);
        for (int t = 0; t < times; t++) {
            char[] text = new char[12];
            for (int i = 0; i < 6; i++) {
                text[i] = (char) ((data.next(2) == 0 ? 'a' : 'A') + data.next(3));
                text[11 - i] = (char) (text[i] ^ (data.next(8) == 0 ? 1 : 32 * data.next(2)));
            }
            int i = 0;
            int j = 11;
            while (i < j) {
                char a = text[i];
                char b = text[j];
                if (a >= 'A' && a <= 'Z') {
                    a += 32;
                }
                if (b >= 'A' && b <= 'Z') {
                    b += 32;
                }
                if (a != b) {
                    break;
                }
                i++;
                j--;
            }
            if (i >= j) {
                count++;
            }
        }
        return count;
    }

    static int functionZ(int n) {
        char[] text = Data.letters(n, 2, 368);
        int[] z = new int[n];
        int left = 0;
        int right = 0;
        int sum = 0;
        for (int i = 1; i < n; i++) {
            if (i < right) {
                int known = z[i - left];
                z[i] = known < right - i ? known : right - i;
            }
            while (i + z[i] < n && text[z[i]] == text[i + z[i]]) {
                z[i]++;
            }
            if (i + z[i] > right) {
                left = i;
                right = i + z[i];
            }
            sum += z[i];
        }
        return sum;
    }
}
