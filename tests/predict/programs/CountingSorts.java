// cluster: counting sort
// run stable: CountingSorts.stable(8000)
// run letters: CountingSorts.letters(12000)
final class CountingSorts {
    static int stable(int n) {
        int[] values = Data.random(n, 256, 24);
        int[] starts = new int[257];
        for (int value : values) {
            starts[value + 1]++;
        }
        for (int i = 0; i < 256; i++) {
            starts[i + 1] += starts[i];
        }
        int[] sorted = new int[n];
        for (int value : values) {
            sorted[starts[value]++] = value;
        }
        return sorted[n / 2];
    }

    static int letters(int n) {
        char[] text = Data.letters(n, 26, 25);
        int[] counts = new int[26];
        for (char letter : text) {
            counts[letter - 'a']++;
        }
        int place = 0;
        for (int i = 0; i < 26; i++) {
            while (counts[i]-- > 0) {
                text[place++] = (char) ('a' + i);
            }
        }
        return text[n / 2];
    }
}
