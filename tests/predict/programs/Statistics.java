// cluster: statistics
// relative: running_statistics
// types: float double
// run welford: Statistics.welford(4000)
// run regression: Statistics.regression(3000)
// run correlation: Statistics.correlation(2500)
// run median: Statistics.medians(300)
final class Statistics {
    private static T[] sample(int n, int seed) {
        T[] values = new T[n];
        Data data = new Data(seed);
        for (int i = 0; i < n; i++) {
            values[i] = data.next(1000) / (T) 10;
        }
        return values;
    }

    static double welford(int n) {
        T mean = 0;
        T squares = 0;
        T least = 1000;
        T most = -1000;
        int count = 0;
        for (T value : sample(n, 339)) {
            count++;
            T off = value - mean;
            mean += off / count;
            squares += off * (value - mean);
            if (value < least) {
                least = value;
            }
            if (value > most) {
                most = value;
            }
        }
        return squares / (count - 1) + least - most;
    }

    static double regression(int n) {
        T[] x = sample(n, 340);
        T[] y = sample(n, 341);
        T slope = 0;
        for (int round = 0; round < 2; round++) {
            T sx = 0;
            T sy = 0;
            T sxx = 0;
            T sxy = 0;
            for (int i = 0; i < n; i++) {
                sx += x[i];
                sy += y[i];
                sxx += x[i] * x[i];
                sxy += x[i] * y[i];
            }
            slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
            for (int i = 0; i < n; i++) {
                y[i] -= slope * x[i];
            }
        }
        return slope;
    }

    static double correlation(int n) {
        T[] x = sample(n, 342);
        T best = 0;
        int lag = 0;
        for (int shift = 1; shift < 8; shift++) {
            T sum = 0;
            for (int i = shift; i < n; i++) {
                sum += (x[i] - 50) * (x[i - shift] - 50);
            }
            if (sum > best) {
                best = sum;
                lag = shift;
            }
        }
        return best + lag;
    }

    static double medians(int n) {
        T sum = 0;
        for (int i = 0; i < n; i++) {
            T[] five = sample(7, 343 + i);
            for (int a = 0; a < 4; a++) {
                int least = a;
                for (int b = a + 1; b < 7; b++) {
                    if (five[b] < five[least]) {
                        least = b;
                    }
                }
                T value = five[a];
                five[a] = five[least];
                five[least] = value;
            }
            sum += five[3];
        }
        return sum;
    }
}
