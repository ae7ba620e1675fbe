// cluster: longest increasing subsequence
// run quadratic: IncreasingRuns.quadratic(350)
// run piles: IncreasingRuns.piles(4000)
final class IncreasingRuns {
    static int quadratic(int n) {
        int[] values = Data.random(n, 1 << 16, 118);
        int[] length = new int[n];
        int longest = 0;
        for (int i = 0; i < n; i++) {
            length[i] = 1;
            for (int j = 0; j < i; j++) {
                if (values[j] < values[i] && length[j] >= length[i]) {
                    length[i] = length[j] + 1;
                }
            }
            if (length[i] > longest) {
                longest = length[i];
            }
        }
        return longest;
    }

    static int piles(int n) {
        int[] values = Data.random(n, 1 << 20, 119);
        int[] tops = new int[n];
        int count = 0;
        for (int value : values) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) / 2;
                if (tops[middle] < value) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            tops[low] = value;
            if (low == count) {
                count++;
            }
        }
        return count;
    }
}
