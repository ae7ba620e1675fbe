/** Paths that cost less on average than others, but have wider prices: locks are less well known than new objects. */
class WiderPaths {
    static Object made;

    /** A path with wider prices in each iteration. */
    static int root(int n) {
        if (n < 0) {
            return 0;
        }
        int low = 0;
        int high = n < 46340 ? n : 46340;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (middle * middle <= n) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Two ways through a method without loops. */
    static int either(boolean creates, Object lock) {
        if (creates) {
            made = new Object();
            return 1;
        }
        return locks(lock);
    }

    /** Two ways through an iteration. */
    static int inLoop(int n, boolean creates, Object lock) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (creates) {
                made = new Object();
            } else {
                sum += locks(lock);
            }
        }
        return sum;
    }

    /** A way out of a loop. */
    static int leaves(int stop, Object lock) {
        for (int i = 0; i < 3; i++) {
            if (i == stop) {
                return locks(lock);
            }
            made = new Object();
        }
        return 0;
    }

    /** A way for some numbers. */
    static int selects(int n, Object lock) {
        switch (n) {
            case 1:
                made = new Object();
                return 1;
            case 7:
                return locks(lock);
            default:
                return 0;
        }
    }

    /** Two methods that call each other. */
    static int even(int n, Object lock) {
        if (n <= 0) {
            return 0;
        }
        made = new Object();
        return n > 100 ? 0 : odd(n - 1, lock);
    }

    private static int odd(int n, Object lock) {
        return n <= 0 ? locks(lock) : even(n - 1, lock);
    }

    private static int locks(Object lock) {
        int sum = 0;
        synchronized (lock) {
            synchronized (lock) {
                sum++;
            }
        }
        return sum;
    }

    /** Two implementations. */
    static int calls(boolean creates) {
        Worker worker = creates ? new Creator() : new Locker();
        return repeat(worker, 5);
    }

    private static int repeat(Worker worker, int times) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum += worker.work();
        }
        return sum;
    }

    abstract static class Worker {
        abstract int work();
    }

    static final class Creator extends Worker {
        int work() {
            made = new Object();
            return 1;
        }
    }

    static final class Locker extends Worker {
        int work() {
            return locks(this);
        }
    }
}
