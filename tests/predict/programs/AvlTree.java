// cluster: balanced tree
// run random: AvlTree.run(0, 700)
// run ascending: AvlTree.run(1, 700)
final class AvlTree {
    static final class Node {
        final int key;
        int height = 1;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private static int height(Node node) {
        return node == null ? 0 : node.height;
    }

    private static void update(Node node) {
        int left = height(node.left);
        int right = height(node.right);
        node.height = (left > right ? left : right) + 1;
    }

    private static Node rotateRight(Node node) {
        Node left = node.left;
        node.left = left.right;
        left.right = node;
        update(node);
        update(left);
        return left;
    }

    private static Node rotateLeft(Node node) {
        Node right = node.right;
        node.right = right.left;
        right.left = node;
        update(node);
        update(right);
        return right;
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
            return node;
        }
        update(node);
        int balance = height(node.left) - height(node.right);
        if (balance > 1) {
            if (key > node.left.key) {
                node.left = rotateLeft(node.left);
            }
            return rotateRight(node);
        }
        if (balance < -1) {
            if (key < node.right.key) {
                node.right = rotateRight(node.right);
            }
            return rotateLeft(node);
        }
        return node;
    }

    static int run(int order, int n) {
        Node root = null;
        for (int key : Data.ordered(order, n, 70)) {
            root = insert(root, key);
        }
        return root.height;
    }
}
