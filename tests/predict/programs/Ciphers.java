// cluster: ciphers
// run tea: Ciphers.tea(150)
// run rc4: Ciphers.rc4(6000)
// run vigenere: Ciphers.vigenere(6000)
// run chacha: Ciphers.chacha(25)
final class Ciphers {
    static int tea(int blocks) {
        int[] text = Data.random(2 * blocks, 1 << 30, 244);
        int[] key = Data.random(4, 1 << 30, 245);
        for (int block = 0; block < 2 * blocks; block += 2) {
            int v0 = text[block];
            int v1 = text[block + 1];
            int sum = 0;
            for (int round = 0; round < 32; round++) {
                sum += 0x9E3779B9;
                v0 += (v1 << 4) + key[0] ^ v1 + sum ^ (v1 >>> 5) + key[1];
                v1 += (v0 << 4) + key[2] ^ v0 + sum ^ (v0 >>> 5) + key[3];
            }
            text[block] = v0;
            text[block + 1] = v1;
        }
        return text[blocks];
    }

    static int rc4(int n) {
        int[] state = new int[256];
        for (int i = 0; i < 256; i++) {
            state[i] = i;
        }
        byte[] key = Data.bytes(16, 256, 246);
        for (int i = 0, j = 0; i < 256; i++) {
            j = j + state[i] + key[i & 15] & 255;
            int other = state[i];
            state[i] = state[j];
            state[j] = other;
        }
        int sum = 0;
        int i = 0;
        int j = 0;
        for (int k = 0; k < n; k++) {
            i = i + 1 & 255;
            j = j + state[i] & 255;
            int other = state[i];
            state[i] = state[j];
            state[j] = other;
            sum += state[state[i] + state[j] & 255];
        }
        return sum;
    }

    static int vigenere(int n) {
        char[] text = Data.words(n, 247);
        char[] key = {'l', 'e', 'm', 'o', 'n'};
        int place = 0;
        for (int i = 0; i < n; i++) {
            if (text[i] >= 'a' && text[i] <= 'z') {
                text[i] = (char) ('a' + (text[i] - 'a' + key[place] - 'a') % 26);
                place = place == key.length - 1 ? 0 : place + 1;
            }
        }
        return text[n / 2];
    }

    private static void quarter(int[] x, int a, int b, int c, int d) {
        x[a] += x[b];
        x[d] ^= x[a];
        x[d] = x[d] << 16 | x[d] >>> 16;
        x[c] += x[d];
        x[b] ^= x[c];
        x[b] = x[b] << 12 | x[b] >>> 20;
        x[a] += x[b];
        x[d] ^= x[a];
        x[d] = x[d] << 8 | x[d] >>> 24;
        x[c] += x[d];
        x[b] ^= x[c];
        x[b] = x[b] << 7 | x[b] >>> 25;
    }

    static int chacha(int blocks) {
        int[] start = Data.random(16, 1 << 30, 248);
        int sum = 0;
        for (int block = 0; block < blocks; block++) {
            int[] x = new int[16];
            for (int i = 0; i < 16; i++) {
                x[i] = start[i];
            }
            x[12] = block;
            for (int round = 0; round < 10; round++) {
                quarter(x, 0, 4, 8, 12);
                quarter(x, 1, 5, 9, 13);
                quarter(x, 2, 6, 10, 14);
                quarter(x, 3, 7, 11, 15);
                quarter(x, 0, 5, 10, 15);
                quarter(x, 1, 6, 11, 12);
                quarter(x, 2, 7, 8, 13);
                quarter(x, 3, 4, 9, 14);
            }
            for (int i = 0; i < 16; i++) {
                sum ^= x[i] + start[i];
            }
        }
        return sum;
    }
}
