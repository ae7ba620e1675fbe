// cluster: exponential search
// run gallop: GallopingSearch.run(8000)
// run jump: GallopingSearch.jumps(8000)
final class GallopingSearch {
    static int run(int n) {
        int[] sorted = Data.ascending(n, 48);
        Data keys = new Data(49);
        int sum = 0;
        for (int i = 0; i < 2500; i++) {
            int key = sorted[keys.next(n) * keys.next(n) / n];
            int bound = 1;
            while (bound < n && sorted[bound] < key) {
                bound *= 2;
            }
            int low = bound / 2;
            int high = bound < n ? bound : n - 1;
            while (low < high) {
                int middle = (low + high) / 2;
                if (sorted[middle] >= key) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            sum += low;
        }
        return sum;
    }

    static int jumps(int n) {
        int[] sorted = Data.ascending(n, 50);
        int step = 90;
        Data keys = new Data(51);
        int sum = 0;
        for (int i = 0; i < 800; i++) {
            int key = sorted[keys.next(n)];
            int at = 0;
            while (at + step < n && sorted[at + step] <= key) {
                at += step;
            }
            while (sorted[at] < key) {
                at++;
            }
            sum += at;
        }
        return sum;
    }
}
