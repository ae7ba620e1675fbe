// cluster: run-length coding
// relative: run_lengths
// run short: RunLengths.run(4000, 2)
// run long: RunLengths.run(4000, 20)
final class RunLengths {
    static int run(int n, int stay) {
        byte[] input = new byte[n];
        Data data = new Data(225);
        byte value = 0;
        for (int i = 0; i < n; i++) {
            if (data.next(stay) == 0) {
                value = (byte) data.next(50);
            }
            input[i] = value;
        }
        byte[] coded = new byte[2 * n];
        int length = 0;
        for (int i = 0; i < n; ) {
            int run = 1;
            while (i + run < n && run < 127 && input[i + run] == input[i]) {
                run++;
            }
            coded[length++] = (byte) run;
            coded[length++] = input[i];
            i += run;
        }
        byte[] decoded = new byte[n];
        int out = 0;
        for (int i = 0; i < length; i += 2) {
            for (int k = coded[i]; k > 0; k--) {
                decoded[out++] = coded[i + 1];
            }
        }
        return length + decoded[n - 1];
    }
}
