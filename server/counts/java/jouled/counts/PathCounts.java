package jouled.counts;

/** The paths that ran, for the report. */
final class PathCounts {
    private final int[][] places;
    private final long[] counts;
    private final int used;

    PathCounts(Class<?> recorder) throws ReflectiveOperationException {
        places = (int[][]) recorder.getField("paths").get(null);
        counts = (long[]) recorder.getField("pathCounts").get(null);
        used = (int) recorder.getField("pathsUsed").get(null);
    }

    /** Writes the paths of a method, each with its count and its blocks in order. */
    void write(Bytes out, int root) {
        int countAt = out.length;
        out.u4(0);
        if (root == 0) {
            return;
        }
        int written = 0;
        for (int place = Recorder.PATH_ROOTS; place < used; place++) {
            if (counts[place] != 0 && root(place) == root) {
                path(out, place);
                written++;
            }
        }
        out.setU4(countAt, written);
    }

    private int root(int place) {
        int at = place;
        while (places[at][Recorder.BEFORE] != 0) {
            at = places[at][Recorder.BEFORE];
        }
        return at;
    }

    private void path(Bytes out, int place) {
        out.u8(counts[place]);
        int blocks = 0;
        for (int at = place; places[at][Recorder.BEFORE] != 0; at = places[at][Recorder.BEFORE]) {
            blocks++;
        }
        out.u4(blocks);
        int[] all = new int[blocks];
        for (int at = place; places[at][Recorder.BEFORE] != 0; at = places[at][Recorder.BEFORE]) {
            all[--blocks] = places[at][Recorder.BLOCK_OF] - 1;
        }
        for (int block : all) {
            out.u2(block);
        }
    }
}
