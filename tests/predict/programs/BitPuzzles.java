// cluster: bit tricks
// run reverse: BitPuzzles.reverse(1200)
// run gray: BitPuzzles.gray(3000)
// run morton: BitPuzzles.morton(2000)
// run highest: BitPuzzles.highest(2500)
final class BitPuzzles {
    static int reverse(int n) {
        int sum = 0;
        for (int value : Data.random(n, 1 << 30, 178)) {
            int reversed = 0;
            for (int i = 0; i < 32; i++) {
                reversed = reversed << 1 | value & 1;
                value >>>= 1;
            }
            sum ^= reversed;
        }
        return sum;
    }

    static int gray(int n) {
        int sum = 0;
        for (int value : Data.random(n, 1 << 30, 179)) {
            int gray = value ^ value >> 1;
            int back = 0;
            for (; gray != 0; gray >>= 1) {
                back ^= gray;
            }
            sum += back;
        }
        return sum;
    }

    private static long spread(long x) {
        x = (x | x << 16) & 0x0000ffff0000ffffL;
        x = (x | x << 8) & 0x00ff00ff00ff00ffL;
        x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fL;
        x = (x | x << 2) & 0x3333333333333333L;
        return (x | x << 1) & 0x5555555555555555L;
    }

    static long morton(int n) {
        Data data = new Data(180);
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += spread(data.next(1 << 30)) | spread(data.next(1 << 30)) << 1;
        }
        return sum;
    }

    static int highest(int n) {
        int sum = 0;
        Data data = new Data(181);
        for (int i = 0; i < n; i++) {
            int value = data.next(1 << 30) >>> data.next(28);
            int high = 0;
            if (value >= 1 << 16) {
                value >>= 16;
                high += 16;
            }
            if (value >= 1 << 8) {
                value >>= 8;
                high += 8;
            }
            if (value >= 1 << 4) {
                value >>= 4;
                high += 4;
            }
            while (value > 1) {
                value >>= 1;
                high++;
            }
            sum += high;
        }
        return sum;
    }
}
