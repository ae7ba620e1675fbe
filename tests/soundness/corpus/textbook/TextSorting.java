/** Sorting, and heaps. */
class TextSorting {
    // bound: a.length²
    static void bubbleSort(int[] a) {
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j + 1 < a.length - i; j++) {
                if (a[j] > a[j + 1]) {
                    swap(a, j, j + 1);
                }
            }
        }
    }

    // bound: 1
    static void swap(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    // bound: a.length²
    static void bubbleSortUntilSorted(int[] a) {
        int end = a.length;
        boolean swapped = true;
        while (swapped) {
            swapped = false;
            for (int j = 1; j < end; j++) {
                if (a[j - 1] > a[j]) {
                    swap(a, j - 1, j);
                    swapped = true;
                }
            }
            end--;
        }
    }

    // bound: a.length²
    static void bubbleSortWithBreak(int[] a) {
        for (int i = a.length - 1; i > 0; i--) {
            boolean swapped = false;
            for (int j = 0; j < i; j++) {
                if (a[j] > a[j + 1]) {
                    swap(a, j, j + 1);
                    swapped = true;
                }
            }
            if (!swapped) {
                break;
            }
        }
    }

    // bound: a.length²
    static void bubbleSortLastSwap(int[] a) {
        int n = a.length;
        do {
            int last = 0;
            for (int j = 1; j < n; j++) {
                if (a[j - 1] > a[j]) {
                    swap(a, j - 1, j);
                    last = j;
                }
            }
            n = last;
        } while (n > 1);
    }

    // bound: a.length²
    static void cocktailSort(int[] a) {
        int low = 0, high = a.length - 1;
        while (low < high) {
            for (int i = low; i < high; i++) {
                if (a[i] > a[i + 1]) {
                    swap(a, i, i + 1);
                }
            }
            high--;
            for (int i = high; i > low; i--) {
                if (a[i] < a[i - 1]) {
                    swap(a, i, i - 1);
                }
            }
            low++;
        }
    }

    // bound: a.length²
    static void insertionSort(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int x = a[i];
            int j = i;
            while (j > 0 && a[j - 1] > x) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = x;
        }
    }

    // bound: a.length²
    static void insertionSortBySwaps(int[] a) {
        for (int i = 1; i < a.length; i++) {
            for (int j = i; j > 0 && a[j] < a[j - 1]; j--) {
                swap(a, j, j - 1);
            }
        }
    }

    // bound: a.length²
    static void selectionSort(int[] a) {
        for (int i = 0; i < a.length - 1; i++) {
            int least = i;
            for (int j = i + 1; j < a.length; j++) {
                if (a[j] < a[least]) {
                    least = j;
                }
            }
            swap(a, i, least);
        }
    }

    // bound: a.length - from
    static int indexOfLeast(int[] a, int from) {
        int least = from;
        for (int j = from + 1; j < a.length; j++) {
            if (a[j] < a[least]) {
                least = j;
            }
        }
        return least;
    }

    // bound: a.length²
    static void selectionSortByHelper(int[] a) {
        for (int i = 0; i < a.length; i++) {
            swap(a, i, indexOfLeast(a, i));
        }
    }

    // bound: a.length² log a.length
    static void shellSort(int[] a) {
        for (int gap = a.length / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < a.length; i++) {
                int x = a[i], j = i;
                while (j >= gap && a[j - gap] > x) {
                    a[j] = a[j - gap];
                    j -= gap;
                }
                a[j] = x;
            }
        }
    }

    // bound: a.length² log a.length
    static void shellSortByKnuth(int[] a) {
        int gap = 1;
        while (gap < a.length / 3) {
            gap = 3 * gap + 1;
        }
        while (gap >= 1) {
            for (int i = gap; i < a.length; i++) {
                for (int j = i; j >= gap && a[j] < a[j - gap]; j -= gap) {
                    swap(a, j, j - gap);
                }
            }
            gap = gap / 3;
        }
    }

    // bound: opaque
    static void combSort(int[] a) {
        int gap = a.length;
        boolean swapped = true;
        while (gap > 1 || swapped) {
            gap = Math.max(1, gap * 10 / 13);
            swapped = false;
            for (int i = 0; i + gap < a.length; i++) {
                if (a[i] > a[i + gap]) {
                    swap(a, i, i + gap);
                    swapped = true;
                }
            }
        }
    }

    // bound: opaque
    static void gnomeSort(int[] a) {
        int at = 0;
        while (at < a.length) {
            if (at == 0 || a[at] >= a[at - 1]) {
                at++;
            } else {
                swap(a, at, at - 1);
                at--;
            }
        }
    }

    // bound: opaque
    static void oddEvenSort(int[] a) {
        boolean sorted = false;
        while (!sorted) {
            sorted = true;
            for (int i = 1; i < a.length - 1; i += 2) {
                if (a[i] > a[i + 1]) {
                    swap(a, i, i + 1);
                    sorted = false;
                }
            }
            for (int i = 0; i < a.length - 1; i += 2) {
                if (a[i] > a[i + 1]) {
                    swap(a, i, i + 1);
                    sorted = false;
                }
            }
        }
    }

    // bound: a.length + b.length
    static int[] merge(int[] a, int[] b) {
        int[] merged = new int[a.length + b.length];
        int i = 0, j = 0, k = 0;
        while (i < a.length && j < b.length) {
            merged[k++] = a[i] <= b[j] ? a[i++] : b[j++];
        }
        while (i < a.length) {
            merged[k++] = a[i++];
        }
        while (j < b.length) {
            merged[k++] = b[j++];
        }
        return merged;
    }

    // bound: a.length + b.length
    static int[] mergeInOneLoop(int[] a, int[] b) {
        int[] merged = new int[a.length + b.length];
        int i = 0, j = 0;
        while (i < a.length || j < b.length) {
            if (j >= b.length || i < a.length && a[i] < b[j]) {
                merged[i + j] = a[i];
                i++;
            } else {
                merged[i + j] = b[j];
                j++;
            }
        }
        return merged;
    }

    // bound: high - low
    static void mergeHalves(int[] a, int low, int middle, int high) {
        int[] left = new int[middle - low + 1];
        int[] right = new int[high - middle];
        for (int i = 0; i < left.length; i++) {
            left[i] = a[low + i];
        }
        for (int j = 0; j < right.length; j++) {
            right[j] = a[middle + 1 + j];
        }
        int i = 0, j = 0, k = low;
        while (i < left.length && j < right.length) {
            if (left[i] <= right[j]) {
                a[k] = left[i];
                i++;
            } else {
                a[k] = right[j];
                j++;
            }
            k++;
        }
        while (i < left.length) {
            a[k++] = left[i++];
        }
        while (j < right.length) {
            a[k++] = right[j++];
        }
    }

    // bound: a.length log a.length
    static void mergeSortUpwards(int[] a) {
        int[] spare = new int[a.length];
        for (int width = 1; width < a.length; width *= 2) {
            for (int from = 0; from < a.length; from += 2 * width) {
                int middle = Math.min(from + width, a.length);
                int to = Math.min(from + 2 * width, a.length);
                int i = from, j = middle;
                for (int k = from; k < to; k++) {
                    if (i < middle && (j >= to || a[i] <= a[j])) {
                        spare[k] = a[i++];
                    } else {
                        spare[k] = a[j++];
                    }
                }
            }
            System.arraycopy(spare, 0, a, 0, a.length);
        }
    }

    // bound: log n
    static void siftDown(int[] heap, int i, int n) {
        while (2 * i + 1 < n) {
            int child = 2 * i + 1;
            if (child + 1 < n && heap[child + 1] > heap[child]) {
                child++;
            }
            if (heap[i] >= heap[child]) {
                break;
            }
            swap(heap, i, child);
            i = child;
        }
    }

    // bound: log n
    static void siftDownToChild(int[] heap, int parent, int n) {
        int x = heap[parent];
        int child = 2 * parent + 1;
        while (child < n) {
            if (child + 1 < n && heap[child + 1] > heap[child]) {
                child++;
            }
            if (heap[child] <= x) {
                break;
            }
            heap[parent] = heap[child];
            parent = child;
            child = 2 * parent + 1;
        }
        heap[parent] = x;
    }

    // bound: log n
    static void heapify(int[] heap, int n, int i) {
        int largest = i;
        int left = 2 * i + 1;
        int right = 2 * i + 2;
        if (left < n && heap[left] > heap[largest]) {
            largest = left;
        }
        if (right < n && heap[right] > heap[largest]) {
            largest = right;
        }
        if (largest != i) {
            swap(heap, i, largest);
            heapify(heap, n, largest);
        }
    }

    // bound: a.length log a.length
    static void heapSort(int[] a) {
        int n = a.length;
        for (int i = n / 2 - 1; i >= 0; i--) {
            siftDown(a, i, n);
        }
        for (int end = n - 1; end > 0; end--) {
            swap(a, 0, end);
            siftDown(a, 0, end);
        }
    }

    // bound: log i
    static void siftUp(int[] heap, int i) {
        while (i > 0) {
            int parent = (i - 1) / 2;
            if (heap[parent] >= heap[i]) {
                return;
            }
            swap(heap, i, parent);
            i = parent;
        }
    }

    // bound: log i
    static void siftUpFromOne(int[] heap, int i) {
        while (i > 1 && heap[i / 2] < heap[i]) {
            swap(heap, i, i / 2);
            i = i / 2;
        }
    }

    // bound: a.length log a.length
    static void buildHeap(int[] a) {
        for (int i = 1; i < a.length; i++) {
            siftUp(a, i);
        }
    }

    // bound: a.length + k
    static int[] countingSort(int[] a, int k) {
        int[] counts = new int[k + 1];
        for (int x : a) {
            counts[x]++;
        }
        for (int i = 1; i <= k; i++) {
            counts[i] += counts[i - 1];
        }
        int[] sorted = new int[a.length];
        for (int i = a.length - 1; i >= 0; i--) {
            sorted[--counts[a[i]]] = a[i];
        }
        return sorted;
    }

    // bound: opaque
    static void countingSortInPlace(int[] a) {
        int most = 0;
        for (int x : a) {
            most = Math.max(most, x);
        }
        int[] counts = new int[most + 1];
        for (int x : a) {
            counts[x]++;
        }
        int at = 0;
        for (int value = 0; value <= most; value++) {
            while (counts[value] > 0) {
                a[at++] = value;
                counts[value]--;
            }
        }
    }

    // bound: a.length · 10
    static void radixSort(int[] a) {
        int most = 0;
        for (int x : a) {
            if (x > most) {
                most = x;
            }
        }
        for (int place = 1; most / place > 0; place *= 10) {
            int[] counts = new int[10];
            for (int x : a) {
                counts[Math.abs(x / place % 10)]++;
            }
            for (int i = 1; i < 10; i++) {
                counts[i] += counts[i - 1];
            }
            int[] sorted = new int[a.length];
            for (int i = a.length - 1; i >= 0; i--) {
                sorted[--counts[Math.abs(a[i] / place % 10)]] = a[i];
            }
            System.arraycopy(sorted, 0, a, 0, a.length);
        }
    }

    // bound: a.length · 32
    static void binaryRadixSort(int[] a) {
        int[] spare = new int[a.length];
        for (int bit = 0; bit < 32; bit++) {
            int at = 0;
            for (int x : a) {
                if ((x >>> bit & 1) == 0) {
                    spare[at++] = x;
                }
            }
            for (int x : a) {
                if ((x >>> bit & 1) == 1) {
                    spare[at++] = x;
                }
            }
            for (int i = 0; i < a.length; i++) {
                a[i] = spare[i];
            }
        }
    }

    // bound: a.length
    static void dutchFlag(int[] a, int pivot) {
        int low = 0, at = 0, high = a.length - 1;
        while (at <= high) {
            if (a[at] < pivot) {
                swap(a, low++, at++);
            } else if (a[at] > pivot) {
                swap(a, at, high--);
            } else {
                at++;
            }
        }
    }

    // bound: high - low
    static int partition(int[] a, int low, int high) {
        int pivot = a[high];
        int i = low - 1;
        for (int j = low; j < high; j++) {
            if (a[j] <= pivot) {
                i++;
                swap(a, i, j);
            }
        }
        swap(a, i + 1, high);
        return i + 1;
    }

    // bound: high - low
    static int partitionByHoare(int[] a, int low, int high) {
        int pivot = a[(low + high) >>> 1];
        int i = low - 1, j = high + 1;
        while (true) {
            do {
                i++;
            } while (a[i] < pivot);
            do {
                j--;
            } while (a[j] > pivot);
            if (i >= j) {
                return j;
            }
            swap(a, i, j);
        }
    }

    // bound: a.length²
    static void pancakeSort(int[] a) {
        for (int size = a.length; size > 1; size--) {
            int most = 0;
            for (int i = 1; i < size; i++) {
                if (a[i] > a[most]) {
                    most = i;
                }
            }
            flip(a, most);
            flip(a, size - 1);
        }
    }

    // bound: end
    static void flip(int[] a, int end) {
        int start = 0;
        while (start < end) {
            swap(a, start, end);
            start++;
            end--;
        }
    }

    // bound: opaque
    static void cycleSort(int[] a) {
        for (int start = 0; start < a.length - 1; start++) {
            int x = a[start];
            int at = start;
            for (int i = start + 1; i < a.length; i++) {
                if (a[i] < x) {
                    at++;
                }
            }
            while (at != start) {
                while (x == a[at]) {
                    at++;
                }
                int t = a[at];
                a[at] = x;
                x = t;
                at = start;
                for (int i = start + 1; i < a.length; i++) {
                    if (a[i] < x) {
                        at++;
                    }
                }
                if (x == a[at]) {
                    break;
                }
            }
        }
    }
}
