// cluster: binary search tree
// relative: search_tree
// run random: TreeSort.run(0, 1000)
// run nearly: TreeSort.run(3, 300)
// run lookups: TreeSort.lookups(800)
final class TreeSort {
    static final class Node {
        int key;
        int count = 1;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    static Node insert(Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = insert(node.left, key);
        } else if (key > node.key) {
            node.right = insert(node.right, key);
        } else {
            node.count++;
        }
        return node;
    }

    private static int filled;

    private static void inOrder(Node node, int[] into) {
        if (node != null) {
            inOrder(node.left, into);
            for (int i = 0; i < node.count; i++) {
                into[filled++] = node.key;
            }
            inOrder(node.right, into);
        }
    }

    static int run(int order, int n) {
        Node root = null;
        for (int key : Data.ordered(order, n, 29)) {
            root = insert(root, key);
        }
        int[] sorted = new int[n];
        filled = 0;
        inOrder(root, sorted);
        return sorted[n / 2];
    }

    static int lookups(int n) {
        Node root = null;
        for (int key : Data.random(n, 3 * n, 30)) {
            root = insert(root, key);
        }
        int found = 0;
        for (int key : Data.random(4 * n, 3 * n, 31)) {
            Node node = root;
            while (node != null && node.key != key) {
                node = key < node.key ? node.left : node.right;
            }
            if (node != null) {
                found += node.count;
            }
        }
        return found;
    }
}
