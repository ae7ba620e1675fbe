// cluster: depth-first search
// run order: GraphLists.topological(1200)
// run components: GraphLists.strong(900)
// run bipartite: GraphLists.colours(1500)
final class GraphLists {
    private final int[] first;
    private final int[] next;
    private final int[] to;
    private int edges;

    private int clock;
    private int found;
    private final int[] low;
    private final int[] stack;
    private final boolean[] onStack;
    private int height;

    GraphLists(int n, int m) {
        first = new int[n];
        next = new int[m + 1];
        to = new int[m + 1];
        low = new int[n];
        stack = new int[n];
        onStack = new boolean[n];
    }

    void edge(int a, int b) {
        to[++edges] = b;
        next[edges] = first[a];
        first[a] = edges;
    }

    static int topological(int n) {
        GraphLists graph = new GraphLists(n, 4 * n);
        int[] incoming = new int[n];
        Data data = new Data(84);
        for (int i = 0; i < 4 * n; i++) {
            int a = data.next(n);
            int b = data.next(n);
            if (a != b) {
                graph.edge(a < b ? a : b, a < b ? b : a);
                incoming[a < b ? b : a]++;
            }
        }
        int[] order = new int[n];
        int ready = 0;
        for (int i = 0; i < n; i++) {
            if (incoming[i] == 0) {
                order[ready++] = i;
            }
        }
        for (int done = 0; done < ready; done++) {
            for (int edge = graph.first[order[done]]; edge != 0; edge = graph.next[edge]) {
                if (--incoming[graph.to[edge]] == 0) {
                    order[ready++] = graph.to[edge];
                }
            }
        }
        return ready;
    }

    /** Tarjan. */
    private int visit(int node) {
        int number = ++clock;
        low[node] = number;
        stack[height++] = node;
        onStack[node] = true;
        int least = number;
        for (int edge = first[node]; edge != 0; edge = next[edge]) {
            int other = to[edge];
            if (low[other] == 0) {
                int reached = visit(other);
                least = reached < least ? reached : least;
            } else if (onStack[other] && low[other] < least) {
                least = low[other];
            }
        }
        low[node] = least;
        if (least == number) {
            found++;
            int member;
            do {
                member = stack[--height];
                onStack[member] = false;
            } while (member != node);
        }
        return least;
    }

    static int strong(int n) {
        GraphLists graph = new GraphLists(n, 2 * n);
        Data data = new Data(85);
        for (int i = 0; i < 2 * n; i++) {
            graph.edge(data.next(n), data.next(n));
        }
        for (int i = 0; i < n; i++) {
            if (graph.low[i] == 0) {
                graph.visit(i);
            }
        }
        return graph.found;
    }

    static int colours(int n) {
        GraphLists graph = new GraphLists(n, 4 * n);
        Data data = new Data(86);
        for (int i = 0; i < 2 * n; i++) {
            int a = data.next(n);
            int b = data.next(n);
            graph.edge(a, b);
            graph.edge(b, a);
        }
        byte[] colour = new byte[n];
        int conflicts = 0;
        for (int start = 0; start < n; start++) {
            if (colour[start] != 0) {
                continue;
            }
            colour[start] = 1;
            graph.stack[graph.height++] = start;
            while (graph.height > 0) {
                int node = graph.stack[--graph.height];
                for (int edge = graph.first[node]; edge != 0; edge = graph.next[edge]) {
                    int other = graph.to[edge];
                    if (colour[other] == 0) {
                        colour[other] = (byte) (3 - colour[node]);
                        graph.stack[graph.height++] = other;
                    } else if (colour[other] == colour[node]) {
                        conflicts++;
                    }
                }
            }
        }
        return conflicts;
    }
}
