//! Branches that a processor predicts well or badly, and switches.
//!
//! The branches store something, so that a compiler keeps them. The random ones read a long array, another window in each
//! iteration, so that a processor cannot learn it. Each window has the same number of ones, so each iteration executes the same
//! instructions.

use super::family::Family;
use crate::suite::algorithm::INT;

const WINDOWS: &[u32] = &[256, 1024];

/// The members of a family of branches, with the contents of `BITS`.
macro_rules! branch {
    ($bits:literal) => {
        concat!(
            "static byte[] BITS = ",
            $bits,
            ";
    static int[] X = new int[16];
    static int AT;
    static int count(byte[] bits, int from, int n, int[] x) {
        int count = 0;
        for (int i = from; i < from + n; i++) {
            if (bits[i] != 0) {
                x[i & 15] += i;
                count++;
            } else {
                x[i & 7] ^= count;
            }
        }
        return count;
    }"
        )
    };
}

const STATEMENT: &str = "r += count(BITS, AT, SIZE + zero, X); AT = (AT + SIZE) & 65535;";

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "branch_always",
        types: INT,
        sizes: WINDOWS,
        members: branch!("Data.periodic(65536, 1)"),
        statement: STATEMENT,
    },
    Family {
        name: "branch_period_2",
        types: INT,
        sizes: WINDOWS,
        members: branch!("Data.periodic(65536, 2)"),
        statement: STATEMENT,
    },
    Family {
        name: "branch_period_8",
        types: INT,
        sizes: WINDOWS,
        members: branch!("Data.periodic(65536, 8)"),
        statement: STATEMENT,
    },
    Family {
        name: "branch_period_7",
        types: INT,
        sizes: &[252, 1022],
        members: branch!("Data.periodic(7 * 9362, 7)"),
        statement: "r += count(BITS, AT, SIZE + zero, X); AT = AT + SIZE > 64512 ? 0 : AT + SIZE;",
    },
    Family {
        name: "branch_random_50",
        types: INT,
        sizes: WINDOWS,
        members: branch!("Data.bits(65536, SIZE, 50, 1)"),
        statement: STATEMENT,
    },
    Family {
        name: "branch_random_25",
        types: INT,
        sizes: WINDOWS,
        members: branch!("Data.bits(65536, SIZE, 25, 1)"),
        statement: STATEMENT,
    },
    Family {
        name: "branch_random_10",
        types: INT,
        sizes: WINDOWS,
        members: branch!("Data.bits(65536, SIZE, 10, 1)"),
        statement: STATEMENT,
    },
    Family {
        name: "branch_random_2",
        types: INT,
        sizes: WINDOWS,
        members: branch!("Data.bits(65536, SIZE, 2, 1)"),
        statement: STATEMENT,
    },
    Family {
        name: "select_random_50",
        types: INT,
        sizes: WINDOWS,
        members: "static byte[] BITS = Data.bits(65536, SIZE, 50, 1);
    static int AT;
    static int count(byte[] bits, int from, int n, int f) {
        int sum = 0;
        for (int i = from; i < from + n; i++) {
            sum += bits[i] != 0 ? sum ^ f : i;
        }
        return sum;
    }",
        statement: "r += count(BITS, AT, SIZE + zero, 7 + zero); AT = (AT + SIZE) & 65535;",
    },
    Family {
        name: "switch_ordered",
        types: INT,
        sizes: &[64, 1024, 8192],
        members: SWITCH_ORDERED,
        statement: "r += interpret(CODE, 3 + zero);",
    },
    Family {
        name: "switch_random",
        types: INT,
        sizes: &[64, 1024, 8192],
        members: SWITCH_RANDOM,
        statement: "r += interpret(CODE, 3 + zero);",
    },
    Family {
        name: "switch_sparse",
        types: INT,
        sizes: &[64, 1024, 8192],
        members: "static int[] CODE = code();
    static int[] code() {
        int[] code = Data.fill(new int[SIZE], 1);
        int[] labels = {1, 90, 300, 7000, 70000, 1000000};
        for (int i = 0; i < code.length; i++) {
            code[i] = labels[code[i] % labels.length];
        }
        return code;
    }
    static int[] X = new int[8];
    static int interpret(int[] code, int[] x) {
        for (int i = 0; i < code.length; i++) {
            switch (code[i]) {
                case 1: x[0] += i; break;
                case 90: x[1] ^= x[0]; break;
                case 300: x[2]++; break;
                case 7000: x[3] -= x[2]; break;
                case 70000: x[4] = i; break;
                default: x[5] += 3; break;
            }
        }
        return x[3];
    }",
        statement: "r += interpret(CODE, X);",
    },
    Family {
        name: "short_circuit",
        types: INT,
        sizes: &[64, 1024, 8192],
        members: "static int[] A = Data.fill(new int[SIZE], 1), B = Data.fill(new int[SIZE], 2), X = new int[16];
    static int count(int[] a, int[] b, int[] x) {
        int count = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 40 && b[i] > 40 && a[i] != b[i] || a[i] == 7) {
                x[a[i] & 15]++;
                count++;
            }
        }
        return count;
    }",
        statement: "r += count(A, B, X);",
    },
];

/// An interpreter of eight operations around the array of a program.
macro_rules! interpreter {
    ($operation:literal) => {
        concat!(
            "static byte[] CODE = code();
    static byte[] code() {
        byte[] code = Data.fill(new byte[SIZE], 1);
        for (int i = 0; i < code.length; i++) {
            code[i] = (byte) (",
            $operation,
            " & 7);
        }
        return code;
    }
    static int interpret(byte[] code, int s) {
        int t = 1;
        for (int i = 0; i < code.length; i++) {
            switch (code[i]) {
                case 0: s += t; break;
                case 1: s -= 3; break;
                case 2: s *= 5; break;
                case 3: t ^= s; break;
                case 4: t = s >> 2; break;
                case 5: s = ~s; break;
                case 6: t++; break;
                default: s = s + t + i; break;
            }
        }
        return s;
    }"
        )
    };
}

const SWITCH_ORDERED: &str = interpreter!("i");
const SWITCH_RANDOM: &str = interpreter!("code[i]");
