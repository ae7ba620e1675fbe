// cluster: digital filters
// types: int float double
// run fir: Filters.fir(1500)
// run iir: Filters.iir(4000)
final class Filters {
    private static T[] signal(int n) {
        T[] signal = new T[n];
        Data data = new Data(149);
        for (int i = 0; i < n; i++) {
            signal[i] = data.next(1024) - 512;
        }
        return signal;
    }

    static double fir(int n) {
        T[] signal = signal(n);
        T[] taps = {1, 3, -5, 11, 20, 11, -5, 3, 1};
        T[] out = new T[n];
        for (int i = 0; i < n; i++) {
            T sum = 0;
            for (int k = 0; k < taps.length && k <= i; k++) {
                sum += taps[k] * signal[i - k];
            }
            out[i] = sum;
        }
        return out[n - 1];
    }

    static double iir(int n) {
        T[] signal = signal(n);
        T low = 0;
        T band = 0;
        T sum = 0;
        for (int i = 0; i < n; i++) {
            low += band / 8;
            T high = signal[i] - low - band / 2;
            band += high / 8;
            sum += low > 0 ? low : -low;
        }
        return sum;
    }
}
