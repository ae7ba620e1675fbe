// cluster: visitor
// run double: Visitors.visited(1500)
// run tested: Visitors.tested(1500)
// run switched: Visitors.switched(1500)
final class Visitors {
    interface Visitor {
        int leaf(Leaf leaf);

        int pair(Pair pair);

        int wrapper(Wrapper wrapper);
    }

    interface Node {
        int accept(Visitor visitor);
    }

    record Leaf(int value) implements Node {
        @Override
        public int accept(Visitor visitor) {
            return visitor.leaf(this);
        }
    }

    record Pair(Node first, Node second) implements Node {
        @Override
        public int accept(Visitor visitor) {
            return visitor.pair(this);
        }
    }

    record Wrapper(Node inside, int kind) implements Node {
        @Override
        public int accept(Visitor visitor) {
            return visitor.wrapper(this);
        }
    }

    static final class Sum implements Visitor {
        @Override
        public int leaf(Leaf leaf) {
            return leaf.value();
        }

        @Override
        public int pair(Pair pair) {
            return pair.first().accept(this) + pair.second().accept(this);
        }

        @Override
        public int wrapper(Wrapper wrapper) {
            return wrapper.kind() * wrapper.inside().accept(this);
        }
    }

    private static Node random(Data data, int size) {
        if (size <= 1) {
            return new Leaf(data.next(100));
        }
        if (data.next(3) == 0) {
            return new Wrapper(random(data, size - 1), data.next(3));
        }
        int left = 1 + data.next(size - 1);
        return new Pair(random(data, left), random(data, size - left));
    }

    static int visited(int n) {
        Node node = random(new Data(264), n);
        Visitor sum = new Sum();
        return node.accept(sum) + node.accept(sum);
    }

    private static int sum(Node node) {
        if (node instanceof Leaf leaf) {
            return leaf.value();
        }
        if (node instanceof Pair pair) {
            return sum(pair.first()) + sum(pair.second());
        }
        if (node instanceof Wrapper wrapper) {
            return wrapper.kind() * sum(wrapper.inside());
        }
        throw new IllegalStateException();
    }

    static int tested(int n) {
        Node node = random(new Data(265), n);
        return sum(node) + sum(node);
    }

    static final class Any {
        int kind;
        int value;
        Any first;
        Any second;

        int sum() {
            switch (kind) {
                case 0:
                    return value;
                case 1:
                    return first.sum() + second.sum();
                default:
                    return value * first.sum();
            }
        }
    }

    private static Any any(Data data, int size) {
        Any any = new Any();
        if (size <= 1) {
            any.value = data.next(100);
        } else if (data.next(3) == 0) {
            any.kind = 2;
            any.value = data.next(3);
            any.first = any(data, size - 1);
        } else {
            any.kind = 1;
            int left = 1 + data.next(size - 1);
            any.first = any(data, left);
            any.second = any(data, size - left);
        }
        return any;
    }

    static int switched(int n) {
        Any any = any(new Data(266), n);
        return any.sum() + any.sum();
    }
}
