import java.util.ArrayList;
import java.util.List;

/** Text and patterns in it. */
class TextStrings {
    // bound: s.length
    static int vowels(String s) {
        int count = 0;
        for (int i = 0; i < s.length(); i++) {
            if ("aeiou".indexOf(s.charAt(i)) >= 0) {
                count++;
            }
        }
        return count;
    }

    // bound: s.length
    static boolean isPalindrome(String s) {
        int i = 0, j = s.length() - 1;
        while (i < j) {
            while (i < j && !Character.isLetter(s.charAt(i))) {
                i++;
            }
            while (i < j && !Character.isLetter(s.charAt(j))) {
                j--;
            }
            if (s.charAt(i) != s.charAt(j)) {
                return false;
            }
            i++;
            j--;
        }
        return true;
    }

    // bound: s.length
    static String reversed(String s) {
        StringBuilder out = new StringBuilder();
        for (int i = s.length() - 1; i >= 0; i--) {
            out.append(s.charAt(i));
        }
        return out.toString();
    }

    // bound: s.length
    static int words(String s) {
        int i = 0, count = 0;
        while (i < s.length()) {
            while (i < s.length() && s.charAt(i) == ' ') {
                i++;
            }
            if (i < s.length()) {
                count++;
            }
            while (i < s.length() && s.charAt(i) != ' ') {
                i++;
            }
        }
        return count;
    }

    // bound: s.length
    static String trim(String s) {
        int from = 0, to = s.length();
        while (from < to && s.charAt(from) <= ' ') {
            from++;
        }
        while (to > from && s.charAt(to - 1) <= ' ') {
            to--;
        }
        return s.substring(from, to);
    }

    // bound: s.length
    static int parse(String s) {
        int i = 0;
        boolean negative = false;
        if (i < s.length() && (s.charAt(i) == '-' || s.charAt(i) == '+')) {
            negative = s.charAt(i) == '-';
            i++;
        }
        int value = 0;
        while (i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9') {
            value = value * 10 + (s.charAt(i) - '0');
            i++;
        }
        return negative ? -value : value;
    }

    // bound: text.length · pattern.length
    static int indexOf(String text, String pattern) {
        for (int i = 0; i + pattern.length() <= text.length(); i++) {
            int j = 0;
            while (j < pattern.length() && text.charAt(i + j) == pattern.charAt(j)) {
                j++;
            }
            if (j == pattern.length()) {
                return i;
            }
        }
        return -1;
    }

    // bound: pattern.length
    static int[] failures(String pattern) {
        int[] next = new int[pattern.length()];
        int k = 0;
        for (int i = 1; i < pattern.length(); i++) {
            while (k > 0 && pattern.charAt(k) != pattern.charAt(i)) {
                k = next[k - 1];
            }
            if (pattern.charAt(k) == pattern.charAt(i)) {
                k++;
            }
            next[i] = k;
        }
        return next;
    }

    // bound: opaque
    static int knuthMorrisPratt(String text, String pattern) {
        int[] next = failures(pattern);
        int i = 0, j = 0, count = 0;
        while (i < text.length()) {
            if (j < pattern.length() && text.charAt(i) == pattern.charAt(j)) {
                i++;
                j++;
            } else if (j > 0) {
                j = next[j - 1];
            } else {
                i++;
            }
            if (j > 0 && j == pattern.length()) {
                count++;
            }
        }
        return count;
    }

    // bound: text.length · pattern.length
    static int rabinKarp(String text, String pattern) {
        int n = text.length(), m = pattern.length();
        if (m == 0 || m > n) {
            return 0;
        }
        int wanted = 0, hash = 0, high = 1, count = 0;
        for (int i = 0; i < m - 1; i++) {
            high = high * 31 % 1009;
        }
        for (int i = 0; i < m; i++) {
            wanted = (wanted * 31 + pattern.charAt(i)) % 1009;
            hash = (hash * 31 + text.charAt(i)) % 1009;
        }
        for (int i = 0; i <= n - m; i++) {
            if (hash == wanted) {
                int j = 0;
                while (j < m && text.charAt(i + j) == pattern.charAt(j)) {
                    j++;
                }
                if (j == m) {
                    count++;
                }
            }
            if (i < n - m) {
                hash = ((hash - text.charAt(i) * high) * 31 + text.charAt(i + m)) % 1009;
            }
        }
        return count;
    }

    // bound: text.length · pattern.length
    static int boyerMoore(String text, String pattern) {
        int[] last = new int[256];
        for (int i = 0; i < pattern.length(); i++) {
            last[pattern.charAt(i) & 255] = i;
        }
        int shift = 0, count = 0;
        while (shift <= text.length() - pattern.length()) {
            int j = pattern.length() - 1;
            while (j >= 0 && pattern.charAt(j) == text.charAt(shift + j)) {
                j--;
            }
            if (j < 0) {
                count++;
                shift++;
            } else {
                shift += Math.max(1, j - last[text.charAt(shift + j) & 255]);
            }
        }
        return count;
    }

    // bound: s.length + t.length
    static boolean areAnagrams(String s, String t) {
        int[] counts = new int[128];
        for (char c : s.toCharArray()) {
            counts[c & 127]++;
        }
        for (char c : t.toCharArray()) {
            counts[c & 127]--;
        }
        for (int count : counts) {
            if (count != 0) {
                return false;
            }
        }
        return true;
    }

    // bound: s.length
    static String runLengths(String s) {
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < s.length()) {
            char c = s.charAt(i);
            int count = 0;
            while (i < s.length() && s.charAt(i) == c) {
                i++;
                count++;
            }
            out.append(c).append(count);
        }
        return out.toString();
    }

    // bound: s.length²
    static int longestPalindrome(String s) {
        int best = 0;
        for (int center = 0; center < s.length(); center++) {
            int left = center, right = center;
            while (left >= 0 && right < s.length() && s.charAt(left) == s.charAt(right)) {
                best = Math.max(best, right - left + 1);
                left--;
                right++;
            }
        }
        return best;
    }

    // bound: s.length
    static boolean balanced(String s) {
        int depth = 0;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '(') {
                depth++;
            } else if (c == ')' && --depth < 0) {
                return false;
            }
        }
        return depth == 0;
    }

    // bound: s.length
    static String caesar(String s, int key) {
        char[] letters = s.toCharArray();
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (char) (letters[i] + key);
        }
        return new String(letters);
    }

    // bound: min(s.length, t.length)
    static int commonPrefix(String s, String t) {
        int n = Math.min(s.length(), t.length());
        int i = 0;
        while (i < n && s.charAt(i) == t.charAt(i)) {
            i++;
        }
        return i;
    }

    // bound: min(s.length, t.length)
    static int commonSuffix(String s, String t) {
        int i = s.length(), j = t.length(), count = 0;
        while (i > 0 && j > 0 && s.charAt(--i) == t.charAt(--j)) {
            count++;
        }
        return count;
    }

    // bound: s.length + t.length
    static boolean isSubsequence(String s, String t) {
        int i = 0;
        for (int j = 0; i < s.length() && j < t.length(); j++) {
            if (s.charAt(i) == t.charAt(j)) {
                i++;
            }
        }
        return i == s.length();
    }

    // bound: s.length + t.length
    static String addBinary(String s, String t) {
        StringBuilder out = new StringBuilder();
        int i = s.length() - 1, j = t.length() - 1, carry = 0;
        while (i >= 0 || j >= 0 || carry > 0) {
            int sum = carry;
            if (i >= 0) {
                sum += s.charAt(i--) - '0';
            }
            if (j >= 0) {
                sum += t.charAt(j--) - '0';
            }
            out.append(sum % 2);
            carry = sum / 2;
        }
        return out.toString();
    }

    // bound: s.length
    static int compareVersions(String s) {
        int at = 0, parts = 0;
        while (true) {
            int dot = s.indexOf('.', at);
            if (dot < 0) {
                return parts + 1;
            }
            parts++;
            at = dot + 1;
        }
    }

    // bound: s.length
    static int rot13(String s) {
        int hash = 7;
        int i = 0;
        int n = s.length();
        while (n-- > 0) {
            hash = hash * 31 + s.charAt(i++);
        }
        return hash;
    }

    // bound: s.length
    static List<String> split(String s, char at) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= s.length(); i++) {
            if (i == s.length() || s.charAt(i) == at) {
                parts.add(s.substring(start, i));
                start = i + 1;
            }
        }
        return parts;
    }

    // bound: s.length
    static int firstUnique(String s) {
        int[] counts = new int[65536];
        for (int i = 0; i < s.length(); i++) {
            counts[s.charAt(i)]++;
        }
        for (int i = 0; i < s.length(); i++) {
            if (counts[s.charAt(i)] == 1) {
                return i;
            }
        }
        return -1;
    }
}
