// cluster: binary search
// relative: binary_search
// run random@500: BinarySearches.lookups(500, 2000)
// run random@4000: BinarySearches.lookups(4000, 2000)
// run random@20000: BinarySearches.lookups(20000, 2000)
// run lower: BinarySearches.lowerBounds(5000, 3000)
// run ordered: BinarySearches.inOrder(5000)
final class BinarySearches {
    static int indexOf(int[] sorted, int key) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = low + (high - low) / 2;
            int found = sorted[middle];
            if (found == key) {
                return middle;
            }
            if (found < key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return ~low;
    }

    static int lookups(int n, int times) {
        int[] sorted = Data.ascending(n, 41);
        int limit = sorted[n - 1];
        Data keys = new Data(42);
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum += indexOf(sorted, keys.next(limit));
        }
        return sum;
    }

    static int lowerBounds(int n, int times) {
        int[] sorted = Data.ascending(n, 43);
        int limit = sorted[n - 1];
        Data keys = new Data(44);
        int sum = 0;
        for (int i = 0; i < times; i++) {
            int key = keys.next(limit);
            int first = 0;
            int length = n;
            while (length > 0) {
                int half = length >> 1;
                if (sorted[first + half] < key) {
                    first += half + 1;
                    length -= half + 1;
                } else {
                    length = half;
                }
            }
            sum += first;
        }
        return sum;
    }

    static int inOrder(int n) {
        int[] sorted = Data.ascending(n, 45);
        int sum = 0;
        for (int i = 0; i < n; i += 2) {
            sum += indexOf(sorted, sorted[i] + (i & 1));
        }
        return sum;
    }
}
