// cluster: bit counting
// relative: bits
// run lowest: BitTricks.lowest(2500)
// run shifts: BitTricks.shifts(600)
// run table: BitTricks.table(5000)
// run halves: BitTricks.halves(5000)
final class BitTricks {
    static int lowest(int n) {
        int count = 0;
        for (int value : Data.random(n, 1 << 30, 174)) {
            for (; value != 0; count++) {
                value -= value & -value;
            }
        }
        return count;
    }

    static int shifts(int n) {
        int count = 0;
        for (int value : Data.random(n, 1 << 30, 175)) {
            for (int bit = 0; bit < 30; bit++) {
                if ((value >> bit & 1) != 0) {
                    count++;
                }
            }
        }
        return count;
    }

    static int table(int n) {
        byte[] bits = new byte[256];
        for (int i = 1; i < 256; i++) {
            bits[i] = (byte) (bits[i >> 1] + (i & 1));
        }
        int count = 0;
        for (int value : Data.random(n, 1 << 30, 176)) {
            count += bits[value & 255] + bits[value >>> 8 & 255] + bits[value >>> 16 & 255] + bits[value >>> 24];
        }
        return count;
    }

    static int halves(int n) {
        int count = 0;
        for (int value : Data.random(n, 1 << 30, 177)) {
            value -= value >>> 1 & 0x55555555;
            value = (value & 0x33333333) + (value >>> 2 & 0x33333333);
            value = value + (value >>> 4) & 0x0f0f0f0f;
            count += value * 0x01010101 >>> 24;
        }
        return count;
    }
}
