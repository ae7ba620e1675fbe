// cluster: wavelet
// types: int double
// run haar: Wavelet.haar(2048)
final class Wavelet {
    static double haar(int n) {
        T[] values = new T[n];
        T[] spare = new T[n];
        Data data = new Data(147);
        for (int i = 0; i < n; i++) {
            values[i] = data.next(256);
        }
        for (int round = 0; round < 5; round++) {
            for (int length = n; length > 1; length /= 2) {
                int half = length / 2;
                for (int i = 0; i < half; i++) {
                    spare[i] = (values[2 * i] + values[2 * i + 1]) / 2;
                    spare[half + i] = values[2 * i] - spare[i];
                }
                for (int i = 0; i < length; i++) {
                    values[i] = spare[i];
                }
            }
        }
        return values[0] + values[n / 2];
    }
}
