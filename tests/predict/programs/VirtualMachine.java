// cluster: bytecode interpreter
// relative: stack_machine
// run switch: VirtualMachine.bySwitch(25)
// run objects: VirtualMachine.byObjects(25)
// run brackets: VirtualMachine.brackets(3000)
final class VirtualMachine {
    private static int[] program(int n, int seed) {
        int[] code = new int[n];
        Data data = new Data(seed);
        for (int i = 0; i < n; i++) {
            code[i] = data.next(8) << 8 | data.next(100);
        }
        return code;
    }

    static int bySwitch(int times) {
        int[] code = program(200, 267);
        int[] registers = new int[4];
        for (int t = 0; t < times; t++) {
            for (int pc = 0; pc < code.length; pc++) {
                int instruction = code[pc];
                int argument = instruction & 255;
                switch (instruction >> 8) {
                    case 0 -> registers[0] += argument;
                    case 1 -> registers[1] -= registers[0];
                    case 2 -> registers[2] = registers[1] ^ argument;
                    case 3 -> {
                        if ((registers[2] & 1) == 0) {
                            pc++;
                        }
                    }
                    case 4 -> registers[argument & 3] <<= 1;
                    case 5 -> registers[3] += registers[argument & 3];
                    case 6 -> registers[0] = registers[3] >>> 3;
                    default -> {
                        int other = registers[1];
                        registers[1] = registers[2];
                        registers[2] = other;
                    }
                }
            }
        }
        return registers[3];
    }

    interface Step {
        void run(int[] r);
    }

    private static Step step(int instruction) {
        int argument = instruction & 255;
        switch (instruction >> 8) {
            case 0:
                return r -> r[0] += argument;
            case 1:
                return r -> r[1] -= r[0];
            case 2:
                return r -> r[2] = r[1] ^ argument;
            case 3:
                return r -> r[3] += (r[2] & 1) == 0 ? 1 : argument;
            case 4:
                return r -> r[argument & 3] <<= 1;
            default:
                return r -> r[3] += r[argument & 3];
        }
    }

    static int byObjects(int times) {
        int[] code = program(200, 268);
        Step[] steps = new Step[code.length];
        for (int i = 0; i < code.length; i++) {
            steps[i] = step(code[i]);
        }
        int[] registers = new int[4];
        for (int t = 0; t < times; t++) {
            for (Step step : steps) {
                step.run(registers);
            }
        }
        return registers[3];
    }

    /** A machine with a tape: multiplies by loops of brackets. */
    static int brackets(int most) {
        char[] code = "++++++++[>++++++++[>++>+++>+<<<-]>>[<<+>>-]<<<-]>[>+>+<<-]".toCharArray();
        int[] jumps = new int[code.length];
        int[] stack = new int[20];
        int top = 0;
        for (int i = 0; i < code.length; i++) {
            if (code[i] == '[') {
                stack[top++] = i;
            } else if (code[i] == ']') {
                int open = stack[--top];
                jumps[open] = i;
                jumps[i] = open;
            }
        }
        int[] tape = new int[30];
        int at = 0;
        int steps = 0;
        for (int pc = 0; pc < code.length && steps < most; pc++, steps++) {
            switch (code[pc]) {
                case '+':
                    tape[at]++;
                    break;
                case '-':
                    tape[at]--;
                    break;
                case '>':
                    at++;
                    break;
                case '<':
                    at--;
                    break;
                case '[':
                    if (tape[at] == 0) {
                        pc = jumps[pc];
                    }
                    break;
                default:
                    if (tape[at] != 0) {
                        pc = jumps[pc];
                    }
            }
        }
        return steps + tape[3];
    }
}
