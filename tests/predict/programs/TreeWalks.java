// cluster: tree walks
// relative: tree_sum
// run depth: TreeWalks.depth(1200)
// run stack: TreeWalks.byStack(1200)
// run levels: TreeWalks.levels(1200)
// run threads: TreeWalks.morris(1200)
// run diameter: TreeWalks.diameter(1200)
final class TreeWalks {
    static final class Node {
        Node left;
        Node right;
        int value;
    }

    private static Node random(Data data, int n) {
        if (n == 0) {
            return null;
        }
        Node node = new Node();
        node.value = n;
        int left = data.next(n);
        node.left = random(data, left);
        node.right = random(data, n - 1 - left);
        return node;
    }

    private static int depthOf(Node node) {
        if (node == null) {
            return 0;
        }
        int left = depthOf(node.left);
        int right = depthOf(node.right);
        return left > right ? left + 1 : right + 1;
    }

    static int depth(int n) {
        return depthOf(random(new Data(258), n));
    }

    static int byStack(int n) {
        Node[] stack = new Node[n];
        int top = 0;
        int sum = 0;
        Node node = random(new Data(259), n);
        while (node != null || top > 0) {
            while (node != null) {
                stack[top++] = node;
                node = node.left;
            }
            node = stack[--top];
            sum = sum * 7 + node.value;
            node = node.right;
        }
        return sum;
    }

    static int levels(int n) {
        Node[] queue = new Node[n];
        int head = 0;
        int tail = 1;
        queue[0] = random(new Data(260), n);
        int level = 0;
        int sum = 0;
        while (head < tail) {
            level++;
            for (int left = tail - head; left > 0; left--) {
                Node node = queue[head++];
                sum += level * node.value;
                if (node.left != null) {
                    queue[tail++] = node.left;
                }
                if (node.right != null) {
                    queue[tail++] = node.right;
                }
            }
        }
        return sum;
    }

    static int morris(int n) {
        int sum = 0;
        Node node = random(new Data(261), n);
        while (node != null) {
            if (node.left == null) {
                sum = sum * 5 + node.value;
                node = node.right;
                continue;
            }
            Node before = node.left;
            while (before.right != null && before.right != node) {
                before = before.right;
            }
            if (before.right == null) {
                before.right = node;
                node = node.left;
            } else {
                before.right = null;
                sum = sum * 5 + node.value;
                node = node.right;
            }
        }
        return sum;
    }

    private static int longest;

    private static int reach(Node node) {
        if (node == null) {
            return 0;
        }
        int left = reach(node.left);
        int right = reach(node.right);
        if (left + right > longest) {
            longest = left + right;
        }
        return 1 + (left < right ? right : left);
    }

    static int diameter(int n) {
        longest = 0;
        reach(random(new Data(262), n));
        return longest;
    }
}
