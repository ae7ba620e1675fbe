// cluster: bloom filter
// run few: BloomFilter.run(3000, 1 << 16)
// run crowded: BloomFilter.run(3000, 1 << 12)
final class BloomFilter {
    static int run(int n, int bits) {
        long[] filter = new long[bits >> 6];
        Data data = new Data(64);
        for (int i = 0; i < n; i++) {
            int key = data.next(1 << 30);
            for (int k = 0; k < 3; k++) {
                key = key * 1664525 + 1013904223;
                int bit = (key >>> 8) & (bits - 1);
                filter[bit >> 6] |= 1L << bit;
            }
        }
        int maybe = 0;
        for (int i = 0; i < n; i++) {
            int key = data.next(1 << 30);
            boolean in = true;
            for (int k = 0; in && k < 3; k++) {
                key = key * 1664525 + 1013904223;
                int bit = (key >>> 8) & (bits - 1);
                in = (filter[bit >> 6] & 1L << bit) != 0;
            }
            maybe += in ? 1 : 0;
        }
        return maybe;
    }
}
