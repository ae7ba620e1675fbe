// cluster: state machine
// run switch: Machines.bySwitch(6000)
// run table: Machines.byTable(6000)
// run comments: Machines.comments(6000)
// run csv: Machines.csv(6000)
final class Machines {
    static int bySwitch(int n) {
        byte[] input = Data.bytes(n, 3, 204);
        int state = 0;
        int accepted = 0;
        for (byte symbol : input) {
            switch (state) {
                case 0:
                    state = symbol == 0 ? 1 : symbol == 1 ? 2 : 0;
                    break;
                case 1:
                    state = symbol == 2 ? 3 : 1;
                    break;
                case 2:
                    state = symbol == 0 ? 4 : symbol == 1 ? 0 : 3;
                    break;
                case 3:
                    accepted++;
                    state = symbol;
                    break;
                default:
                    state = symbol == 1 ? 3 : 2;
                    accepted += 2;
                    break;
            }
        }
        return accepted;
    }

    static int byTable(int n) {
        byte[] input = Data.bytes(n, 4, 205);
        int[] next = Data.random(8 * 4, 8, 206);
        int[] visits = new int[8];
        int state = 0;
        for (int i = 0; i < n; i++) {
            state = next[state * 4 + input[i]];
            visits[state]++;
        }
        return visits[3];
    }

    /** Counts the characters outside comments and literals. */
    static int comments(int n) {
        Data data = new Data(207);
        char[] signs = {'/', '*', '"', '\n', 'a', ' ', '\\', '/'};
        int state = 0;
        int code = 0;
        char before = ' ';
        for (int i = 0; i < n; i++) {
            char sign = signs[data.next(8)];
            if (state == 0) {
                if (before == '/' && sign == '/') {
                    state = 1;
                } else if (before == '/' && sign == '*') {
                    state = 2;
                } else if (sign == '"') {
                    state = 3;
                } else {
                    code++;
                }
            } else if (state == 1) {
                if (sign == '\n') {
                    state = 0;
                }
            } else if (state == 2) {
                if (before == '*' && sign == '/') {
                    state = 0;
                    sign = ' ';
                }
            } else if (sign == '"' && before != '\\') {
                state = 0;
            }
            before = sign;
        }
        return code;
    }

    enum State {
        START, FIELD, QUOTED, QUOTE
    }

    static int csv(int n) {
        Data data = new Data(208);
        char[] signs = {',', '"', '\n', 'x', 'y', '1', ',', 'z'};
        State state = State.START;
        int fields = 0;
        int rows = 0;
        for (int i = 0; i < n; i++) {
            char sign = signs[data.next(8)];
            switch (state) {
                case START, FIELD -> {
                    if (sign == ',') {
                        fields++;
                        state = State.START;
                    } else if (sign == '\n') {
                        rows++;
                        state = State.START;
                    } else if (sign == '"' && state == State.START) {
                        state = State.QUOTED;
                    } else {
                        state = State.FIELD;
                    }
                }
                case QUOTED -> {
                    if (sign == '"') {
                        state = State.QUOTE;
                    }
                }
                case QUOTE -> state = sign == '"' ? State.QUOTED : sign == ',' ? State.START : State.FIELD;
            }
        }
        return fields * 3 + rows;
    }
}
