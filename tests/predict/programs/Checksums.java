// cluster: checksums
// relative: cyclic_checksum
// run crc32: Checksums.crc32(6000)
// run crc16: Checksums.crc16(1500)
// run adler: Checksums.adler(10000)
// run fletcher: Checksums.fletcher(10000)
// run luhn: Checksums.luhn(500)
final class Checksums {
    static int crc32(int n) {
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int value = i;
            for (int bit = 0; bit < 8; bit++) {
                value = (value & 1) == 0 ? value >>> 1 : value >>> 1 ^ 0xEDB88320;
            }
            table[i] = value;
        }
        int crc = ~0;
        for (byte value : Data.bytes(n, 256, 234)) {
            crc = crc >>> 8 ^ table[(crc ^ value) & 255];
        }
        return ~crc;
    }

    static int crc16(int n) {
        int crc = 0xffff;
        for (byte value : Data.bytes(n, 256, 235)) {
            crc ^= (value & 255) << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc <<= 1;
                if ((crc & 0x10000) != 0) {
                    crc ^= 0x11021;
                }
            }
        }
        return crc;
    }

    static int adler(int n) {
        int a = 1;
        int b = 0;
        for (byte value : Data.bytes(n, 256, 236)) {
            a = (a + (value & 255)) % 65521;
            b = (b + a) % 65521;
        }
        return b << 16 | a;
    }

    static int fletcher(int n) {
        int a = 0;
        int b = 0;
        for (byte value : Data.bytes(n, 256, 237)) {
            a += value & 255;
            if (a >= 255) {
                a -= 255;
            }
            b += a;
            if (b >= 255) {
                b -= 255;
            }
        }
        return b << 8 | a;
    }

    static int luhn(int times) {
        int valid = 0;
        for (int t = 0; t < times; t++) {
            byte[] digits = Data.bytes(16, 10, 238 + t);
            int sum = 0;
            boolean doubles = false;
            for (int i = 15; i >= 0; i--) {
                int digit = digits[i];
                if (doubles) {
                    digit *= 2;
                    if (digit > 9) {
                        digit -= 9;
                    }
                }
                sum += digit;
                doubles = !doubles;
            }
            if (sum % 10 == 0) {
                valid++;
            }
        }
        return valid;
    }
}
