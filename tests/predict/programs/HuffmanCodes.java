// cluster: Huffman coding
// run code: HuffmanCodes.run(2000, 20)
// run decode: HuffmanCodes.decode(2000, 20)
final class HuffmanCodes {
    private static int[] parents(int[] counts, int kinds) {
        int[] weight = new int[2 * kinds];
        int[] parent = new int[2 * kinds];
        for (int i = 0; i < kinds; i++) {
            weight[i] = counts[i] + 1;
        }
        for (int node = kinds; node < 2 * kinds - 1; node++) {
            for (int side = 0; side < 2; side++) {
                int least = -1;
                for (int i = 0; i < node; i++) {
                    if (parent[i] == 0 && (least < 0 || weight[i] < weight[least])) {
                        least = i;
                    }
                }
                parent[least] = side == 0 ? node : -node;
                weight[node] += weight[least];
            }
        }
        return parent;
    }

    private static byte[] text(int n, int kinds) {
        byte[] text = Data.bytes(n, kinds, 226);
        byte[] other = Data.bytes(n, kinds, 227);
        for (int i = 0; i < n; i++) {
            text[i] = (byte) (text[i] * other[i] / kinds);
        }
        return text;
    }

    static int run(int n, int kinds) {
        byte[] text = text(n, kinds);
        int[] counts = new int[kinds];
        for (byte symbol : text) {
            counts[symbol]++;
        }
        int[] parent = parents(counts, kinds);
        long bits = 0;
        int length = 0;
        for (byte symbol : text) {
            int node = symbol;
            while (parent[node] != 0) {
                int up = parent[node];
                bits = bits << 1 | (up < 0 ? 1 : 0);
                length++;
                node = up < 0 ? -up : up;
            }
        }
        return length + (int) bits;
    }

    static int decode(int n, int kinds) {
        byte[] text = text(n, kinds);
        int[] counts = new int[kinds];
        for (byte symbol : text) {
            counts[symbol]++;
        }
        int[] parent = parents(counts, kinds);
        int[] left = new int[2 * kinds];
        int[] right = new int[2 * kinds];
        int root = 2 * kinds - 2;
        for (int i = 0; i < root; i++) {
            if (parent[i] > 0) {
                left[parent[i]] = i;
            } else {
                right[-parent[i]] = i;
            }
        }
        Data data = new Data(228);
        int sum = 0;
        for (int i = 0; i < 3 * n; i++) {
            int node = root;
            while (node >= kinds) {
                node = data.next(2) == 0 ? left[node] : right[node];
            }
            sum += node;
        }
        return sum;
    }
}
