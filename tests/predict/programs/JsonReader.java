// cluster: JSON parser
// run nested: JsonReader.run(60)
final class JsonReader {
    private char[] text = new char[4000];
    private int at;
    private int length;
    private int depth;
    private int deepest;
    private int sum;

    private void write(Data data, int levels) {
        int kind = levels == 0 ? data.next(2) : data.next(4);
        if (kind == 0) {
            for (int digits = 1 + data.next(4); digits > 0; digits--) {
                text[length++] = (char) ('1' + data.next(9));
            }
        } else if (kind == 1) {
            text[length++] = '"';
            for (int letters = data.next(8); letters > 0; letters--) {
                text[length++] = (char) ('a' + data.next(26));
            }
            text[length++] = '"';
        } else {
            text[length++] = kind == 2 ? '[' : '{';
            int items = 1 + data.next(4);
            for (int i = 0; i < items; i++) {
                if (i > 0) {
                    text[length++] = ',';
                }
                if (kind == 3) {
                    text[length++] = '"';
                    text[length++] = (char) ('a' + i);
                    text[length++] = '"';
                    text[length++] = ':';
                }
                write(data, levels - 1);
            }
            text[length++] = kind == 2 ? ']' : '}';
        }
    }

    private void value() {
        switch (text[at]) {
            case '{':
            case '[':
                boolean isObject = text[at] == '{';
                if (++depth > deepest) {
                    deepest = depth;
                }
                do {
                    at++;
                    if (isObject) {
                        string();
                        at++;
                    }
                    value();
                } while (text[at] == ',');
                at++;
                depth--;
                break;
            case '"':
                string();
                break;
            default:
                int number = 0;
                while (text[at] >= '0' && text[at] <= '9') {
                    number = number * 10 + (text[at++] - '0');
                }
                sum += number;
        }
    }

    private void string() {
        at++;
        while (text[at] != '"') {
            sum += text[at++];
        }
        at++;
    }

    static int run(int times) {
        Data data = new Data(212);
        int sum = 0;
        for (int i = 0; i < times; i++) {
            JsonReader reader = new JsonReader();
            reader.write(data, 4);
            reader.value();
            sum += reader.sum + reader.deepest;
        }
        return sum;
    }
}
