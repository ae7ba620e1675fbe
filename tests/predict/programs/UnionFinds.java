// cluster: union-find
// relative: union_find
// run flattened: UnionFinds.flattened(3000)
// run recursive: UnionFinds.recursive(3000)
// run kruskal: UnionFinds.kruskal(400)
final class UnionFinds {
    /** Looks for the root, and then lets the whole path point to it. */
    private static int find(int[] parent, int x) {
        int root = x;
        for (int up = parent[root]; up != root; up = parent[root]) {
            root = up;
        }
        while (x != root) {
            int up = parent[x];
            parent[x] = root;
            x = up;
        }
        return root;
    }

    private static int root(int[] parent, int x) {
        if (parent[x] != x) {
            parent[x] = root(parent, parent[x]);
        }
        return parent[x];
    }

    static int flattened(int n) {
        int[] parent = new int[n];
        for (int i = 0; i < n; i++) {
            parent[i] = i;
        }
        Data data = new Data(73);
        int groups = n;
        for (int i = 0; i < n; i++) {
            int a = find(parent, data.next(n));
            int b = find(parent, data.next(n));
            if (a != b) {
                parent[a] = b;
                groups--;
            }
        }
        return groups;
    }

    static int recursive(int n) {
        int[] parent = new int[n];
        int[] size = new int[n];
        for (int i = 0; i < n; i++) {
            parent[i] = i;
            size[i] = 1;
        }
        Data data = new Data(74);
        int largest = 1;
        for (int i = 0; i < n; i++) {
            int a = root(parent, data.next(n));
            int b = root(parent, data.next(n));
            if (a == b) {
                continue;
            }
            if (size[a] < size[b]) {
                int other = a;
                a = b;
                b = other;
            }
            parent[b] = a;
            size[a] += size[b];
            if (size[a] > largest) {
                largest = size[a];
            }
        }
        return largest;
    }

    static int kruskal(int n) {
        int m = 4 * n;
        int[] from = Data.random(m, n, 75);
        int[] to = Data.random(m, n, 76);
        int[] order = Data.random(m, 1 << 16, 77);
        for (int i = 0; i < m; i++) {
            order[i] = order[i] << 11 | i;
        }
        for (int gap = 701; gap > 0; gap = gap * 5 / 11) {
            for (int i = gap; i < m; i++) {
                int value = order[i];
                int j = i;
                for (; j >= gap && order[j - gap] > value; j -= gap) {
                    order[j] = order[j - gap];
                }
                order[j] = value;
            }
        }
        int[] parent = new int[n];
        for (int i = 0; i < n; i++) {
            parent[i] = i;
        }
        int weight = 0;
        for (int edge : order) {
            int a = find(parent, from[edge & 2047]);
            int b = find(parent, to[edge & 2047]);
            if (a != b) {
                parent[a] = b;
                weight += edge >> 11;
            }
        }
        return weight;
    }
}
