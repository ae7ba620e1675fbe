// cluster: skip list
// run insert: SkipList.run(800)
final class SkipList {
    static final class Node {
        final int key;
        final Node[] next;

        Node(int key, int levels) {
            this.key = key;
            this.next = new Node[levels];
        }
    }

    static int run(int n) {
        int levels = 10;
        Node head = new Node(-1, levels);
        Node[] before = new Node[levels];
        Data data = new Data(72);
        int steps = 0;
        for (int i = 0; i < n; i++) {
            int key = data.next(1 << 20);
            Node node = head;
            for (int level = levels - 1; level >= 0; level--) {
                while (node.next[level] != null && node.next[level].key < key) {
                    node = node.next[level];
                    steps++;
                }
                before[level] = node;
            }
            int height = 1;
            while (height < levels && data.next(2) == 0) {
                height++;
            }
            Node added = new Node(key, height);
            for (int level = 0; level < height; level++) {
                added.next[level] = before[level].next[level];
                before[level].next[level] = added;
            }
        }
        return steps;
    }
}
