/** Fields that a loop reads and that a callee writes before, after or in it. */
class Between {
    static int total = 4;
    int size = 6;
    int limit = 3;
    int[] data = new int[5];

    private void set(int n) {
        size = n;
    }

    private void setIfLarge(int n) {
        if (n > 3) limit = n & 15;
    }

    private void allocate(int n) {
        data = new int[n];
    }

    private void setThrough(int n) {
        set(n & 63);
    }

    private static void count(int n) {
        total += n;
    }

    void open(int n) {
        size = n & 63;
    }

    int between(int n) {
        int s = 0;
        for (int i = 0; i < size; i++) s++;
        set(n & 63);
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int continued(int n) {
        int s = 0;
        int i = 0;
        while (i++ < size - 1) s++;
        set(n & 63);
        for (; i < size; i++) s++;
        return s;
    }

    int continuedOpen(int n) {
        int s = 0;
        int i = 0;
        while (i++ < size - 1) s++;
        open(n);
        for (; i < size; i++) s++;
        return s;
    }

    int afterTest(int n) {
        int s = 0;
        if (size > 10) return s;
        set(n & 63);
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int inLoop(int n) {
        int s = 0;
        for (int j = 0; j < (n & 15); j++) {
            for (int i = 0; i < size; i++) s++;
            set(j * 3);
        }
        return s;
    }

    int inItsOwnLoop(int n) {
        int s = 0;
        for (int i = 0; i < limit; i++) {
            setIfLarge(i + (n & 31));
            if (++s > 200) return s;
        }
        return s;
    }

    int shrinks(int n) {
        int s = 0;
        set(n & 31);
        while (size > 0) {
            set(size - 1);
            s++;
        }
        return s;
    }

    int array(int n) {
        int s = 0;
        for (int i = 0; i < data.length; i++) s++;
        allocate(n & 63);
        for (int i = 0; i < data.length; i++) s++;
        return s;
    }

    static int ofClass(int n) {
        int s = 0;
        int i = 0;
        for (; i < total; i++) s++;
        count(n & 31);
        for (; i < total; i++) s++;
        total = 4;
        return s;
    }

    int through(int n) {
        int s = 0;
        int k = size;
        setThrough(n);
        for (int i = k; i < size; i++) s++;
        return s;
    }

    int inBranch(int n, boolean b) {
        int s = 0;
        if (b) set(n & 63);
        for (int i = 0; i < size; i++) s++;
        return s;
    }

    int ofAnother(Between other, int n) {
        if (other == null) return 0;
        int s = 0;
        for (int i = 0; i < other.size; i++) s++;
        other.set(n & 63);
        for (int i = 0; i < other.size; i++) s++;
        return s;
    }

    int alias(Between other, int n) {
        if (other == null) return 0;
        int s = 0;
        int k = size;
        other.set(n & 63);
        for (int i = k; i < size; i++) s++;
        return s;
    }

    int remembered(int n) {
        int s = 0;
        int k = size;
        set(n & 63);
        for (int i = 0; i < k; i++) s++;
        return s;
    }
}
