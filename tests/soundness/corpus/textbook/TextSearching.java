/** Searching, moving indices, and windows. */
class TextSearching {
    // bound: a.length
    static int linear(int[] a, int key) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) {
                return i;
            }
        }
        return -1;
    }

    // bound: a.length
    static int linearWithFlag(int[] a, int key) {
        int i = 0;
        boolean found = false;
        while (i < a.length && !found) {
            if (a[i] == key) {
                found = true;
            } else {
                i++;
            }
        }
        return found ? i : -1;
    }

    // bound: a.length
    static int fromBothEnds(int[] a, int key) {
        int left = 0, right = a.length - 1;
        while (left <= right) {
            if (a[left] == key) {
                return left;
            }
            if (a[right] == key) {
                return right;
            }
            left++;
            right--;
        }
        return -1;
    }

    // bound: log a.length
    static int binary(int[] a, int key) {
        int low = 0, high = a.length - 1;
        while (low <= high) {
            int middle = low + (high - low) / 2;
            if (a[middle] == key) {
                return middle;
            } else if (a[middle] < key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    // bound: log a.length
    static int lowerBound(int[] a, int key) {
        int low = 0, high = a.length;
        while (low < high) {
            int middle = (low + high) / 2;
            if (a[middle] < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // bound: log a.length
    static int upperBound(int[] a, int key) {
        int low = -1, high = a.length;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (a[middle] <= key) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    // bound: log a.length
    static int leastOfRotated(int[] a) {
        int low = 0, high = a.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (a[middle] > a[high]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // bound: log a.length
    static int peak(int[] a) {
        int low = 0, high = a.length - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (a[middle] < a[middle + 1]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // bound: log a.length
    static int ternary(int[] a, int key) {
        int low = 0, high = a.length - 1;
        while (low <= high) {
            int third = (high - low) / 3;
            int one = low + third, two = high - third;
            if (a[one] == key) {
                return one;
            }
            if (a[two] == key) {
                return two;
            }
            if (key < a[one]) {
                high = one - 1;
            } else if (key > a[two]) {
                low = two + 1;
            } else {
                low = one + 1;
                high = two - 1;
            }
        }
        return -1;
    }

    // bound: a.length
    static int interpolation(int[] a, int key) {
        int low = 0, high = a.length - 1;
        while (low <= high && key >= a[low] && key <= a[high]) {
            if (a[low] == a[high]) {
                return low;
            }
            int at = low + (int) ((long) (key - a[low]) * (high - low) / (a[high] - a[low]));
            if (a[at] == key) {
                return at;
            }
            if (a[at] < key) {
                low = at + 1;
            } else {
                high = at - 1;
            }
        }
        return -1;
    }

    // bound: log a.length
    static int exponential(int[] a, int key) {
        if (a.length == 0) {
            return -1;
        }
        int bound = 1;
        while (bound < a.length && a[bound] < key) {
            bound *= 2;
        }
        int low = bound / 2, high = Math.min(bound, a.length - 1);
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (a[middle] < key) {
                low = middle + 1;
            } else if (a[middle] > key) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }

    // bound: a.length
    static int jump(int[] a, int key) {
        int step = (int) Math.sqrt(a.length);
        if (step < 1) {
            return -1;
        }
        int from = 0;
        while (from + step < a.length && a[from + step] <= key) {
            from += step;
        }
        for (int i = from; i < Math.min(from + step, a.length); i++) {
            if (a[i] == key) {
                return i;
            }
        }
        return -1;
    }

    // bound: rows + columns
    static boolean staircase(int[][] m, int key) {
        if (m.length == 0) {
            return false;
        }
        int row = 0, column = m[0].length - 1;
        while (row < m.length && column >= 0) {
            if (m[row][column] == key) {
                return true;
            }
            if (m[row][column] > key) {
                column--;
            } else {
                row++;
            }
        }
        return false;
    }

    // bound: a.length
    static boolean pairWithSum(int[] a, int sum) {
        int i = 0, j = a.length - 1;
        while (i < j) {
            int s = a[i] + a[j];
            if (s == sum) {
                return true;
            }
            if (s < sum) {
                i++;
            } else {
                j--;
            }
        }
        return false;
    }

    // bound: a.length²
    static int triplesWithSum(int[] a, int sum) {
        int count = 0;
        for (int i = 0; i < a.length - 2; i++) {
            int j = i + 1, k = a.length - 1;
            while (j < k) {
                int s = a[i] + a[j] + a[k];
                if (s < sum) {
                    j++;
                } else if (s > sum) {
                    k--;
                } else {
                    count++;
                    j++;
                    k--;
                }
            }
        }
        return count;
    }

    // bound: a.length
    static int container(int[] heights) {
        int best = 0;
        int left = 0, right = heights.length - 1;
        while (left < right) {
            best = Math.max(best, Math.min(heights[left], heights[right]) * (right - left));
            if (heights[left] < heights[right]) {
                left++;
            } else {
                right--;
            }
        }
        return best;
    }

    // bound: a.length
    static int trappedWater(int[] a) {
        int left = 0, right = a.length - 1, most = 0, behind = 0, water = 0;
        while (left <= right) {
            if (most <= behind) {
                most = Math.max(most, a[left]);
                water += most - a[left++];
            } else {
                behind = Math.max(behind, a[right]);
                water += behind - a[right--];
            }
        }
        return water;
    }

    // bound: a.length
    static int distinctOfSorted(int[] a) {
        if (a.length == 0) {
            return 0;
        }
        int kept = 1;
        for (int i = 1; i < a.length; i++) {
            if (a[i] != a[kept - 1]) {
                a[kept++] = a[i];
            }
        }
        return kept;
    }

    // bound: a.length
    static void zerosToTheEnd(int[] a) {
        int at = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] != 0) {
                a[at++] = a[i];
            }
        }
        while (at < a.length) {
            a[at++] = 0;
        }
    }

    // bound: a.length
    static int windowSum(int[] a, int k) {
        int sum = 0, best = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i];
            if (i >= k) {
                sum -= a[i - k];
            }
            best = Math.max(best, sum);
        }
        return best;
    }

    // bound: a.length
    static int shortestWindow(int[] a, int target) {
        int start = 0, sum = 0, best = a.length + 1;
        for (int end = 0; end < a.length; end++) {
            sum += a[end];
            while (start <= end && sum >= target) {
                best = Math.min(best, end - start + 1);
                sum -= a[start++];
            }
        }
        return best;
    }

    // bound: s.length
    static int longestWithoutRepetition(String s) {
        int[] seen = new int[65536];
        int start = 0, best = 0;
        for (int end = 0; end < s.length(); end++) {
            seen[s.charAt(end)]++;
            while (seen[s.charAt(end)] > 1) {
                seen[s.charAt(start)]--;
                start++;
            }
            best = Math.max(best, end - start + 1);
        }
        return best;
    }

    // bound: a.length · k
    static int windowMaxima(int[] a, int k) {
        int s = 0;
        for (int i = 0; i + k <= a.length; i++) {
            int most = a[i];
            for (int j = 1; j < k; j++) {
                most = Math.max(most, a[i + j]);
            }
            s += most;
        }
        return s;
    }

    // bound: a.length
    static int largestSum(int[] a) {
        int best = Integer.MIN_VALUE, here = 0;
        for (int x : a) {
            here = Math.max(x, here + x);
            best = Math.max(best, here);
        }
        return best;
    }

    // bound: a.length
    static int majority(int[] a) {
        int candidate = 0, votes = 0;
        for (int x : a) {
            if (votes == 0) {
                candidate = x;
                votes = 1;
            } else {
                votes += x == candidate ? 1 : -1;
            }
        }
        return candidate;
    }

    // bound: a.length
    static int longestRun(int[] a) {
        int best = 0;
        int i = 0;
        while (i < a.length) {
            int j = i + 1;
            while (j < a.length && a[j] == a[i]) {
                j++;
            }
            best = Math.max(best, j - i);
            i = j;
        }
        return best;
    }

    // bound: a.length + b.length
    static int commonElements(int[] a, int[] b) {
        int i = 0, j = 0, count = 0;
        while (i < a.length && j < b.length) {
            if (a[i] == b[j]) {
                count++;
                i++;
                j++;
            } else if (a[i] < b[j]) {
                i++;
            } else {
                j++;
            }
        }
        return count;
    }

    // bound: a.length
    static int nextGreater(int[] a) {
        int[] stack = new int[a.length];
        int top = 0, found = 0;
        for (int i = 0; i < a.length; i++) {
            while (top > 0 && a[stack[top - 1]] < a[i]) {
                top--;
                found++;
            }
            stack[top++] = i;
        }
        return found;
    }

    // bound: a.length
    static void rotate(int[] a, int k) {
        if (a.length == 0) {
            return;
        }
        k %= a.length;
        if (k < 0) {
            k += a.length;
        }
        reverse(a, 0, a.length - 1);
        reverse(a, 0, k - 1);
        reverse(a, k, a.length - 1);
    }

    // bound: to - from
    static void reverse(int[] a, int from, int to) {
        for (; from < to; from++, to--) {
            int t = a[from];
            a[from] = a[to];
            a[to] = t;
        }
    }

    // bound: a.length
    static boolean nextPermutation(int[] a) {
        int i = a.length - 2;
        while (i >= 0 && a[i] >= a[i + 1]) {
            i--;
        }
        if (i < 0) {
            return false;
        }
        int j = a.length - 1;
        while (a[j] <= a[i]) {
            j--;
        }
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
        reverse(a, i + 1, a.length - 1);
        return true;
    }
}
