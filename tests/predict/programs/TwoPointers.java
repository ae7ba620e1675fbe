// cluster: two pointers
// run sum: TwoPointers.pairSum(8000)
// run water: TwoPointers.container(8000)
// run triples: TwoPointers.triples(250)
final class TwoPointers {
    static int pairSum(int n) {
        int[] sorted = Data.ascending(n, 55);
        int target = sorted[n - 1];
        int count = 0;
        int i = 0;
        int j = n - 1;
        while (i < j) {
            int sum = sorted[i] + sorted[j];
            if (sum == target) {
                count++;
                i++;
                j--;
            } else if (sum < target) {
                i++;
            } else {
                j--;
            }
        }
        return count;
    }

    static int container(int n) {
        int[] heights = Data.random(n, 10000, 56);
        int left = 0;
        int right = n - 1;
        int best = 0;
        while (left < right) {
            int height = heights[left] < heights[right] ? heights[left++] : heights[right--];
            int area = height * (right - left + 1);
            if (area > best) {
                best = area;
            }
        }
        return best;
    }

    static int triples(int n) {
        int[] sorted = Data.ascending(n, 57);
        for (int i = 0; i < n; i++) {
            sorted[i] -= 5 * n / 2;
        }
        int count = 0;
        for (int i = 0; i < n - 2; i++) {
            int low = i + 1;
            int high = n - 1;
            while (low < high) {
                int sum = sorted[i] + sorted[low] + sorted[high];
                if (sum == 0) {
                    count++;
                    low++;
                } else if (sum < 0) {
                    low++;
                } else {
                    high--;
                }
            }
        }
        return count;
    }
}
