import java.util.*;

/** Loops that make a collection or a text longer or shorter until it has a size. */
class Resizing {
    static int padded(int n) {
        StringBuilder text = new StringBuilder("a");
        int s = 0;
        while (text.length() < (n & 63)) {
            text.append(' ');
            s++;
        }
        return s;
    }

    static int paddedBefore(String from, int n) {
        StringBuilder text = new StringBuilder(from);
        int s = 0;
        while (text.length() < n && s < 300) {
            text.insert(0, "00");
            s++;
        }
        return s;
    }

    /** An empty text makes nothing longer. */
    static int paddedByAny(String with, int n) {
        StringBuilder text = new StringBuilder();
        int s = 0;
        while (text.length() < (n & 31)) {
            text.append(with);
            if (++s > 400) break;
        }
        return s;
    }

    static int paddedAndCut(int n) {
        StringBuilder text = new StringBuilder();
        int s = 0;
        while (text.length() < (n & 15) + 2) {
            text.append("xy");
            if ((s & 1) == 0) text.deleteCharAt(0);
            if (++s > 400) break;
        }
        return s;
    }

    static int paddedThroughAnother(int n) {
        StringBuilder text = new StringBuilder("a"), other = (n & 1) == 0 ? text : new StringBuilder("b");
        int s = 0;
        while (text.length() < 20) {
            text.append('x');
            if (other.length() > 3 && s < 200) other.setLength(2);
            s++;
        }
        return s;
    }

    static int paddedAndCleared(int n) {
        StringBuilder text = new StringBuilder("a");
        int s = 0;
        while (text.length() < (n & 15)) {
            text.append('x');
            if (s++ < 60) clear(text);
        }
        return s;
    }

    private static void clear(StringBuilder text) {
        if (text.length() > 5) text.setLength(0);
    }

    static int trimmed(String from) {
        StringBuilder text = new StringBuilder(from);
        int s = 0;
        while (text.length() > 0 && text.charAt(text.length() - 1) != 'q') {
            text.setLength(text.length() - 1);
            s++;
        }
        return s;
    }

    static int cut(StringBuilder text, int n) {
        int s = 0;
        while (text.length() > n) {
            text.deleteCharAt(text.length() - 1);
            s++;
        }
        return s;
    }

    /** The length that is asked for is an older one. */
    static int cutToOlder(StringBuilder text) {
        int s = 0;
        int length = text.length();
        while (text.length() > 3) {
            text.setLength(length - 1);
            if (++s > 300) break;
        }
        return s;
    }

    static int cutAndPadded(StringBuilder text, int n) {
        int s = 0;
        while (text.length() > 2) {
            text.deleteCharAt(0);
            if (s < 100 && (s & 1) == n) text.append("ab");
            s++;
        }
        return s;
    }

    static int filled(int n) {
        List<Integer> list = new ArrayList<>();
        int s = 0;
        while (list.size() <= (n & 31)) {
            list.add(null);
            s++;
        }
        return s;
    }

    static int filledUp(List<Integer> list, int n) {
        int s = 0;
        while (list.size() < (n & 31) + 1) {
            list.add(0, s);
            s++;
        }
        return s;
    }

    /** A set has the element already. */
    static int filledSet(int n) {
        Set<Integer> set = new HashSet<>();
        int s = 0;
        while (set.size() < 4) {
            set.add(s >> 3);
            s++;
        }
        return s;
    }

    static int filledAndEmptied(int n) {
        List<Integer> list = new ArrayList<>();
        int s = 0;
        while (list.size() < 12) {
            list.add(s);
            if ((s & 1) == 0 && s < 90) list.clear();
            s++;
        }
        return s;
    }

    static int filledBeside(int n) {
        List<Integer> list = new ArrayList<>(), other = new ArrayList<>();
        int s = 0;
        while (list.size() < 5) {
            if ((s & 3) == 3) list.add(s);
            else other.add(s);
            s++;
        }
        return s;
    }

    static int emptied(List<Integer> list, int n) {
        int s = 0;
        while (list.size() > (n & 7)) {
            list.remove(list.size() - 1);
            s++;
        }
        return s;
    }

    static int emptiedWhole(LinkedList<Integer> list) {
        int s = 0;
        while (list.size() != 0) {
            list.removeFirst();
            s++;
        }
        return s;
    }

    /** What is not in the list is not removed. */
    static int emptiedByValue(List<Integer> list) {
        int s = 0;
        while (list.size() > 1) {
            list.remove((Object) s);
            if (++s > 300) break;
        }
        return s;
    }

    static int polled(int n) {
        Deque<Integer> queue = new ArrayDeque<>();
        for (int i = 0; i < (n & 15); i++) queue.add(i);
        int s = 0;
        while (queue.size() > -1) {
            queue.poll();
            if (++s > 200) break;
        }
        return s;
    }

    static int emptiedAndFilled(List<Integer> list, int n) {
        int s = 0;
        while (list.size() > 0) {
            int last = list.remove(list.size() - 1);
            if (s < 120 && (last & 1) == 0) list.add(s | 1);
            s++;
        }
        return s;
    }

    static int limitMoves(int n) {
        List<Integer> list = new ArrayList<>();
        int s = 0, limit = 5;
        while (list.size() < limit) {
            list.add(s);
            if (limit < (n & 63)) limit++;
            s++;
        }
        return s;
    }

    static int chooses(List<Integer> one, List<Integer> two, int n) {
        int s = 0;
        List<Integer> list = one;
        while (list.size() < 9) {
            list.add(s);
            if (s == 6) list = two;
            s++;
        }
        return s;
    }
}

class ResizingField {
    List<Integer> list = new ArrayList<>();
    ResizingField other;

    int filled(int n) {
        int s = 0;
        while (list.size() < (n & 15)) {
            list.add(s);
            s++;
        }
        return s;
    }

    /** The list of another object grows. */
    int filledOfOther(ResizingField of, int n) {
        if (of == null) return 0;
        int s = 0;
        while (list.size() < (n & 15)) {
            of.list.add(s);
            if (++s > 100) break;
        }
        return s;
    }

    int replaced(int n) {
        int s = 0;
        while (list.size() < (n & 15)) {
            list.add(s);
            if (s < 50) list = new ArrayList<>();
            s++;
        }
        return s;
    }

    int replacedByCallee(int n) {
        int s = 0;
        while (list.size() < (n & 15)) {
            list.add(s);
            if (s < 50) renew();
            s++;
        }
        return s;
    }

    void renew() {
        list = new ArrayList<>();
    }
}
