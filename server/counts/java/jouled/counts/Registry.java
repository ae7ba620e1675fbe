package jouled.counts;

/** What is counted, and what is not, with the reasons. */
final class Registry {
    static final int MOST_SITES = 1 << 22;

    /** What is left out: a class, or one of its methods. */
    record LeftOut(byte[] owner, byte[] method, byte[] descriptor, String reason) {}

    private static final byte[] NONE = new byte[0];

    private CountedClass[] classes = new CountedClass[1024];
    private int classCount;
    private LeftOut[] leftOut = new LeftOut[64];
    private int leftOutCount;
    private int sites;
    private int pathRoots;

    synchronized void add(CountedClass counted) {
        if (classCount == classes.length) {
            CountedClass[] larger = new CountedClass[classCount * 2];
            System.arraycopy(classes, 0, larger, 0, classCount);
            classes = larger;
        }
        classes[classCount++] = counted;
    }

    void leaveOut(byte[] owner, String reason) {
        leaveOut(owner, NONE, NONE, reason);
    }

    synchronized void leaveOut(byte[] owner, byte[] method, byte[] descriptor, String reason) {
        if (leftOutCount == leftOut.length) {
            LeftOut[] larger = new LeftOut[leftOutCount * 2];
            System.arraycopy(leftOut, 0, larger, 0, leftOutCount);
            leftOut = larger;
        }
        leftOut[leftOutCount++] = new LeftOut(owner, method, descriptor, reason);
    }

    synchronized int takeSites(int count) throws Refused {
        if (count > MOST_SITES - sites) {
            throw new Refused("there are too many call sites");
        }
        int first = sites;
        sites += count;
        return first;
    }

    /** The place in {@link Recorder#paths} where the paths of a method begin. */
    synchronized int takePathRoot() throws Refused {
        if (pathRoots + 1 == Recorder.PATH_ROOTS) {
            throw new Refused("the paths of too many methods are counted");
        }
        return ++pathRoots;
    }

    synchronized CountedClass[] classes() {
        CountedClass[] all = new CountedClass[classCount];
        System.arraycopy(classes, 0, all, 0, classCount);
        return all;
    }

    synchronized LeftOut[] leftOut() {
        LeftOut[] all = new LeftOut[leftOutCount];
        System.arraycopy(leftOut, 0, all, 0, leftOutCount);
        return all;
    }
}
