// cluster: cuckoo hash table
// run set: CuckooHash.run(1500)
final class CuckooHash {
    static int run(int n) {
        int length = 4096;
        int[] left = new int[length];
        int[] right = new int[length];
        Data data = new Data(63);
        int lost = 0;
        for (int i = 0; i < n; i++) {
            int key = 1 + data.next(1 << 28);
            int tries = 0;
            boolean isLeft = true;
            while (key != 0 && tries < 40) {
                if (isLeft) {
                    int at = (key * 0x2545F491) >>> 20;
                    int other = left[at];
                    left[at] = key;
                    key = other == key ? 0 : other;
                } else {
                    int at = (key * 0x6C078965) >>> 20;
                    int other = right[at];
                    right[at] = key;
                    key = other == key ? 0 : other;
                }
                isLeft = !isLeft;
                tries++;
            }
            if (key != 0) {
                lost++;
            }
        }
        int found = 0;
        data = new Data(63);
        for (int i = 0; i < 2 * n; i++) {
            int key = 1 + data.next(1 << 28);
            if (left[(key * 0x2545F491) >>> 20] == key || right[(key * 0x6C078965) >>> 20] == key) {
                found++;
            }
        }
        return found - lost;
    }
}
