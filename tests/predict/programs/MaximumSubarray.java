// cluster: maximum subarray
// types: int long double
// run kadane: MaximumSubarray.kadane(6000)
// run halves: MaximumSubarray.halves(1500)
final class MaximumSubarray {
    private static T[] values(int n) {
        T[] values = new T[n];
        Data data = new Data(123);
        for (int i = 0; i < n; i++) {
            values[i] = data.next(201) - 100;
        }
        return values;
    }

    static double kadane(int n) {
        T[] values = values(n);
        T best = values[0];
        T ending = 0;
        for (T value : values) {
            ending = ending > 0 ? ending + value : value;
            if (ending > best) {
                best = ending;
            }
        }
        return best;
    }

    static double halves(int n) {
        return best(values(n), 0, n);
    }

    private static T best(T[] values, int from, int to) {
        if (to - from == 1) {
            return values[from];
        }
        int middle = (from + to) / 2;
        T left = values[middle - 1];
        T sum = 0;
        for (int i = middle - 1; i >= from; i--) {
            sum += values[i];
            left = sum > left ? sum : left;
        }
        T right = values[middle];
        sum = 0;
        for (int i = middle; i < to; i++) {
            sum += values[i];
            right = sum > right ? sum : right;
        }
        T best = left + right;
        T below = best(values, from, middle);
        best = below > best ? below : best;
        below = best(values, middle, to);
        return below > best ? below : best;
    }
}
