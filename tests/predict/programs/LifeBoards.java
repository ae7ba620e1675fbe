// cluster: game of life
// relative: life
// run torus: LifeBoards.torus(32, 3)
// run sparse: LifeBoards.sparse(40, 4)
// run bits: LifeBoards.bits(60)
final class LifeBoards {
    static int torus(int n, int rounds) {
        byte[][] now = new byte[n][];
        for (int i = 0; i < n; i++) {
            now[i] = Data.bytes(n, 2, 305 + i);
        }
        for (int round = 0; round < rounds; round++) {
            byte[][] next = new byte[n][n];
            for (int y = 0; y < n; y++) {
                for (int x = 0; x < n; x++) {
                    int around = 0;
                    for (int dy = -1; dy <= 1; dy++) {
                        for (int dx = -1; dx <= 1; dx++) {
                            around += now[(y + dy + n) % n][(x + dx + n) % n];
                        }
                    }
                    next[y][x] = (byte) (around == 3 || around == 4 && now[y][x] == 1 ? 1 : 0);
                }
            }
            now = next;
        }
        int alive = 0;
        for (byte[] row : now) {
            for (byte cell : row) {
                alive += cell;
            }
        }
        return alive;
    }

    static int sparse(int n, int rounds) {
        boolean[] alive = new boolean[n * n];
        int[] counts = new int[n * n];
        Data data = new Data(306);
        for (int i = 0; i < n * n; i++) {
            alive[i] = data.next(5) == 0;
        }
        int total = 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < n * n; i++) {
                counts[i] = 0;
            }
            for (int i = n + 1; i < n * n - n - 1; i++) {
                if (alive[i]) {
                    counts[i - n - 1]++;
                    counts[i - n]++;
                    counts[i - n + 1]++;
                    counts[i - 1]++;
                    counts[i + 1]++;
                    counts[i + n - 1]++;
                    counts[i + n]++;
                    counts[i + n + 1]++;
                }
            }
            total = 0;
            for (int i = 0; i < n * n; i++) {
                alive[i] = counts[i] == 3 || alive[i] && counts[i] == 2;
                if (alive[i]) {
                    total++;
                }
            }
        }
        return total;
    }

    static long bits(int rounds) {
        long[] rows = new long[34];
        Data data = new Data(307);
        for (int i = 1; i < 33; i++) {
            rows[i] = (long) data.next(1 << 30) << 30 ^ data.next(1 << 30);
        }
        for (int round = 0; round < rounds; round++) {
            long above = rows[0];
            for (int i = 1; i < 33; i++) {
                long here = rows[i];
                long below = rows[i + 1];
                long ones = 0;
                long twos = 0;
                long fours = 0;
                for (int k = 0; k < 8; k++) {
                    long row = k < 3 ? above : k < 6 ? below : here;
                    int side = k < 6 ? k % 3 : 2 * (k - 6);
                    long cell = side == 0 ? row << 1 : side == 1 ? row : row >>> 1;
                    long carry = ones & cell;
                    ones ^= cell;
                    fours |= twos & carry;
                    twos ^= carry;
                }
                above = here;
                rows[i] = twos & ~fours & (ones | here);
            }
        }
        return rows[5] ^ rows[20];
    }
}
