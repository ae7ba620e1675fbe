// cluster: treap
// run insert: Treap.run(600)
final class Treap {
    int key;
    int priority;
    Treap left;
    Treap right;

    static Treap insert(Treap node, int key, int priority) {
        if (node == null) {
            Treap leaf = new Treap();
            leaf.key = key;
            leaf.priority = priority;
            return leaf;
        }
        if (key < node.key) {
            node.left = insert(node.left, key, priority);
            if (node.left.priority < node.priority) {
                Treap up = node.left;
                node.left = up.right;
                up.right = node;
                return up;
            }
        } else {
            node.right = insert(node.right, key, priority);
            if (node.right.priority < node.priority) {
                Treap up = node.right;
                node.right = up.left;
                up.left = node;
                return up;
            }
        }
        return node;
    }

    static int depth(Treap node) {
        if (node == null) {
            return 0;
        }
        int left = depth(node.left);
        int right = depth(node.right);
        return 1 + (left > right ? left : right);
    }

    static int run(int n) {
        Treap root = null;
        Data data = new Data(71);
        for (int i = 0; i < n; i++) {
            root = insert(root, data.next(1 << 20), data.next(1 << 20));
        }
        return depth(root);
    }
}
