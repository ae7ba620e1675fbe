// cluster: Dijkstra
// relative: shortest_paths
// run heap: ShortestPathsHeap.heap(500)
// run dense: ShortestPathsHeap.dense(120)
// run grid: ShortestPathsHeap.grid(26)
final class ShortestPathsHeap {
    static int heap(int n) {
        int degree = 5;
        int[] to = Data.random(n * degree, n, 87);
        int[] weight = Data.random(n * degree, 100, 88);
        int[] distance = new int[n];
        for (int i = 0; i < n; i++) {
            distance[i] = Integer.MAX_VALUE;
        }
        long[] heap = new long[n * degree + 2];
        int size = 1;
        heap[1] = 0;
        distance[0] = 0;
        int sum = 0;
        while (size > 0) {
            long top = heap[1];
            long moved = heap[size--];
            int at = 1;
            while (2 * at <= size) {
                int child = 2 * at;
                if (child < size && heap[child + 1] < heap[child]) {
                    child++;
                }
                if (heap[child] >= moved) {
                    break;
                }
                heap[at] = heap[child];
                at = child;
            }
            heap[at] = moved;
            int node = (int) top;
            int length = (int) (top >> 32);
            if (length > distance[node]) {
                continue;
            }
            sum += length;
            for (int edge = node * degree; edge < (node + 1) * degree; edge++) {
                int through = length + 1 + weight[edge];
                if (through < distance[to[edge]]) {
                    distance[to[edge]] = through;
                    long entry = (long) through << 32 | to[edge];
                    int place = ++size;
                    while (place > 1 && heap[place / 2] > entry) {
                        heap[place] = heap[place / 2];
                        place /= 2;
                    }
                    heap[place] = entry;
                }
            }
        }
        return sum;
    }

    static int dense(int n) {
        int[][] weight = new int[n][];
        for (int i = 0; i < n; i++) {
            weight[i] = Data.random(n, 1000, 89 + i);
        }
        int[] distance = new int[n];
        boolean[] done = new boolean[n];
        for (int i = 1; i < n; i++) {
            distance[i] = 1 << 30;
        }
        int sum = 0;
        for (int round = 0; round < n; round++) {
            int nearest = -1;
            for (int i = 0; i < n; i++) {
                if (!done[i] && (nearest < 0 || distance[i] < distance[nearest])) {
                    nearest = i;
                }
            }
            done[nearest] = true;
            sum += distance[nearest];
            int[] row = weight[nearest];
            for (int i = 0; i < n; i++) {
                int through = distance[nearest] + row[i];
                if (through < distance[i]) {
                    distance[i] = through;
                }
            }
        }
        return sum;
    }

    /** Bellman and Ford over a grid of heights until nothing changes. */
    static int grid(int n) {
        int[] cost = Data.random(n * n, 20, 90);
        int[] best = new int[n * n];
        for (int i = 1; i < n * n; i++) {
            best[i] = 1 << 20;
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int row = 0; row < n; row++) {
                for (int column = 0; column < n; column++) {
                    int at = row * n + column;
                    int least = best[at];
                    if (row > 0 && best[at - n] + cost[at] < least) {
                        least = best[at - n] + cost[at];
                    }
                    if (column > 0 && best[at - 1] + cost[at] < least) {
                        least = best[at - 1] + cost[at];
                    }
                    if (row < n - 1 && best[at + n] + cost[at] < least) {
                        least = best[at + n] + cost[at];
                    }
                    if (column < n - 1 && best[at + 1] + cost[at] < least) {
                        least = best[at + 1] + cost[at];
                    }
                    if (least < best[at]) {
                        best[at] = least;
                        changed = true;
                    }
                }
            }
        }
        return best[n * n - 1];
    }
}
