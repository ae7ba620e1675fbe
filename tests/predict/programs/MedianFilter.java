// cluster: median filter
// run window: MedianFilter.window(500)
// run three: MedianFilter.three(45)
final class MedianFilter {
    static int window(int n) {
        int[] values = Data.random(n, 1000, 150);
        int[] window = new int[9];
        int sum = 0;
        for (int i = 4; i < n - 4; i++) {
            int size = 0;
            for (int k = i - 4; k <= i + 4; k++) {
                int value = values[k];
                int j = size++;
                while (j > 0 && window[j - 1] > value) {
                    window[j] = window[j - 1];
                    j--;
                }
                window[j] = value;
            }
            sum += window[4];
        }
        return sum;
    }

    private static int middle(int a, int b, int c) {
        int low = a < b ? a : b;
        int high = a < b ? b : a;
        return c < low ? low : c > high ? high : c;
    }

    static int three(int n) {
        int[][] image = new int[n][];
        for (int i = 0; i < n; i++) {
            image[i] = Data.random(n, 256, 151 + i);
        }
        int sum = 0;
        for (int row = 1; row < n - 1; row++) {
            for (int column = 1; column < n - 1; column++) {
                int above = middle(image[row - 1][column - 1], image[row - 1][column], image[row - 1][column + 1]);
                int here = middle(image[row][column - 1], image[row][column], image[row][column + 1]);
                int below = middle(image[row + 1][column - 1], image[row + 1][column], image[row + 1][column + 1]);
                sum += middle(above, here, below);
            }
        }
        return sum;
    }
}
