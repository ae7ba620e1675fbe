// cluster: hash functions
// relative: digest
// run fnv: HashFunctions.fnv(9000)
// run murmur: HashFunctions.murmur(8000)
// run sip: HashFunctions.sip(3000)
// run jenkins: HashFunctions.jenkins(9000)
// run sha: HashFunctions.sha(12)
final class HashFunctions {
    static int fnv(int n) {
        int hash = 0x811C9DC5;
        for (byte value : Data.bytes(n, 256, 239)) {
            hash ^= value & 255;
            hash *= 16777619;
        }
        return hash;
    }

    static int murmur(int n) {
        int hash = 42;
        for (int k : Data.random(n, 1 << 30, 240)) {
            k *= 0xcc9e2d51;
            k = k << 15 | k >>> 17;
            k *= 0x1b873593;
            hash ^= k;
            hash = hash << 13 | hash >>> 19;
            hash = hash * 5 + 0xe6546b64;
        }
        hash ^= hash >>> 16;
        hash *= 0x85ebca6b;
        return hash ^ hash >>> 13;
    }

    static long sip(int n) {
        long a = 0x736f6d6570736575L;
        long b = 0x646f72616e646f6dL;
        long c = 0x6c7967656e657261L;
        long d = 0x7465646279746573L;
        for (int word : Data.random(n, 1 << 30, 241)) {
            d ^= word;
            for (int round = 0; round < 2; round++) {
                a += b;
                b = b << 13 | b >>> 51;
                b ^= a;
                a = a << 32 | a >>> 32;
                c += d;
                d = d << 16 | d >>> 48;
                d ^= c;
                a += d;
                d = d << 21 | d >>> 43;
                d ^= a;
                c += b;
                b = b << 17 | b >>> 47;
                b ^= c;
                c = c << 32 | c >>> 32;
            }
            a ^= word;
        }
        return a ^ b ^ c ^ d;
    }

    static int jenkins(int n) {
        int hash = 0;
        for (byte value : Data.bytes(n, 256, 242)) {
            hash += value;
            hash += hash << 10;
            hash ^= hash >>> 6;
        }
        hash += hash << 3;
        hash ^= hash >>> 11;
        return hash + (hash << 15);
    }

    private static int left(int x, int by) {
        return x << by | x >>> 32 - by;
    }

    /** SHA-1 without the padding. */
    static int sha(int blocks) {
        int h0 = 0x67452301;
        int h1 = 0xEFCDAB89;
        int h2 = 0x98BADCFE;
        int h3 = 0x10325476;
        int h4 = 0xC3D2E1F0;
        int[] w = new int[80];
        Data data = new Data(243);
        for (int block = 0; block < blocks; block++) {
            for (int i = 0; i < 16; i++) {
                w[i] = data.next(1 << 30) * 5;
            }
            for (int i = 16; i < 80; i++) {
                w[i] = left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
            }
            int a = h0;
            int b = h1;
            int c = h2;
            int d = h3;
            int e = h4;
            for (int i = 0; i < 80; i++) {
                int f;
                int k;
                if (i < 20) {
                    f = b & c | ~b & d;
                    k = 0x5A827999;
                } else if (i < 40) {
                    f = b ^ c ^ d;
                    k = 0x6ED9EBA1;
                } else if (i < 60) {
                    f = b & c | b & d | c & d;
                    k = 0x8F1BBCDC;
                } else {
                    f = b ^ c ^ d;
                    k = 0xCA62C1D6;
                }
                int t = left(a, 5) + f + e + k + w[i];
                e = d;
                d = c;
                c = left(b, 30);
                b = a;
                a = t;
            }
            h0 += a;
            h1 += b;
            h2 += c;
            h3 += d;
            h4 += e;
        }
        return h0 ^ h1 ^ h2 ^ h3 ^ h4;
    }
}
