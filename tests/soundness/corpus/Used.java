/** Indices that were used before, and numbers that were compared themselves: neither can have wrapped around. */
class Used {
    static final int[] TABLE = {3, 1, 4, 1, 5, 9, 2, 6};

    static int walk(int from, int to) {
        int s = 0;
        for (int i = from; i < to; i++) s += i;
        return s;
    }

    static int sumOf(int[] array) {
        int s = 0;
        for (int i = 0; i < array.length; i++) s += array[i];
        return s;
    }

    static int part(int from, int length) { return walk(from, from + length); }

    static int checkedPart(int[] array, int from, int length) {
        if (from < 0 || length < 0 || from + length > array.length) return -1;
        return walk(from, from + length);
    }

    static int less(int from, int length) { return walk(from - length, from); }

    static int capped(int from, int length, int most) { return walk(from, Math.min(from + length, most)); }

    static int after(int[] array, int from, int to) {
        int s = array[from];
        for (int i = from + 1; i < to; i++) s += i;
        return s;
    }

    static int afterCharacter(String text, int from, int to) {
        int s = text.charAt(from);
        for (int i = from + 1; i < to; i++) s += i;
        return s;
    }

    static int afterSome(int[] array, int from, int to) {
        int s = 0;
        if ((to & 1) == 0) s = array[from];
        for (int i = from + 1; i < to; i++) s += i;
        return s;
    }

    static int afterAnother(int[] array, int from, int to) {
        int s = array[from];
        from = to;
        for (int i = from + 1; i < 9; i++) s += i;
        return s;
    }

    static int afterFailure(int[] array, int from, int to) {
        int s = 0;
        try {
            s = array[from];
        } catch (ArrayIndexOutOfBoundsException e) {
            s = 1;
        }
        for (int i = from + 1; i < to && s < 9; i++) s++;
        return s;
    }

    static int find(int[] array, int value, int start) {
        for (int i = start; i < array.length; i++) if (array[i] == value) return i;
        return -1;
    }

    static int found(int[] array, int value, int start) {
        int at = find(array, value, start);
        return at < 0 ? 0 : walk(0, at) + walk(at, array.length);
    }

    static int findEither(int[] array, int value, boolean other, int start) {
        for (int i = start; i < array.length; i++) {
            int element = array[i];
            if (element == value || other && element == -value) return i;
        }
        return -1;
    }

    static int foundEither(int[] array, int value, boolean other, int start) {
        return walk(findEither(array, value, other, start), array.length);
    }

    static int findOrFail(int[] array, int value, int start) {
        int i = start;
        try {
            while (array[i] != value) i++;
        } catch (ArrayIndexOutOfBoundsException e) {
            return i;
        }
        return i;
    }

    static int foundOrFailed(int[] array, int value, int start) { return walk(findOrFail(array, value, start), array.length); }

    static int jump(int n, int m) {
        int i = n;
        while (i < m) {
            i += 1_000_000_007;
            if (i < m) return i;
        }
        return 0;
    }

    static int jumped(int n, int m) { return walk(m - 40, jump(n, m)); }

    static int sum(int n, int m) {
        int both = n + m;
        if (both < 20) return both;
        return 0;
    }

    static int summed(int n, int m) { return walk(0, sum(n, m)); }

    static int known() { return sumOf(TABLE); }
}
