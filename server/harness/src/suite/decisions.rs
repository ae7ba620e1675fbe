//! Methods whose control flow depends on data: branches, switches, loops, recursion and calls that a processor predicts well or
//! badly.
//!
//! Their data are longer than what a processor remembers, unless a program is about that. Each does the same work in every call,
//! so its instructions can be counted once.

use campaign::ProgramKind;

use super::decision::Decision;
use super::objects_and_recursion::OBJECTS_AND_RECURSION;
use super::source::{HELD_OUT_STEP, Snippet, Source};

/// The data of all: a generator, and arrays that it fills.
const DATA: &str = "static int state = 1;
    static int next(int bound) {
        state = state * 1103515245 + 12345;
        return (int) ((state >>> 8 & 0xffffffL) * bound >> 24);
    }
    static int[] numbers(int length, int bound) {
        int[] cells = new int[length];
        for (int i = 0; i < length; i++) {
            cells[i] = next(bound);
        }
        return cells;
    }
    static int[] chances(int length, int percent) {
        int[] cells = new int[length];
        for (int i = 0; i < length; i++) {
            cells[i] = next(100) < percent ? 1 : 0;
        }
        return cells;
    }
    static int[] periodic(int length, int period) {
        int[] some = numbers(period, 2), cells = new int[length];
        for (int i = 0; i < length; i++) {
            cells[i] = some[i % period];
        }
        return cells;
    }
    static int[] sorted(int length, int step) {
        int[] cells = new int[length];
        for (int i = 1; i < length; i++) {
            cells[i] = cells[i - 1] + 1 + next(step);
        }
        return cells;
    }";

/// A branch with two sides on the numbers of an array.
macro_rules! two_sides {
    ($name:literal, $sizes:expr, $data:literal) => {
        Decision {
            name: $name,
            sizes: $sizes,
            members: concat!(
                "static final int[] BITS = ",
                $data,
                ", X = new int[16];
    static int count(int[] bits, int[] x) {
        int count = 0;
        for (int i = 0; i < bits.length; i++) {
            if (bits[i] != 0) {
                x[i & 15] += i;
                count++;
            } else {
                x[i & 7] ^= count;
            }
        }
        return count;
    }"
            ),
            statement: "r = count(BITS, X);",
        }
    };
}

/// A switch with four arms on the numbers of an array.
macro_rules! switch_of {
    ($name:literal, $sizes:expr, $data:literal) => {
        Decision {
            name: $name,
            sizes: $sizes,
            members: concat!(
                "static final int[] CODE = ",
                $data,
                ";
    static int interpret(int[] code, int n) {
        int sum = n;
        for (int i = 0; i < code.length; i++) {
            switch (code[i]) {
                case 0:
                    sum += i;
                    break;
                case 1:
                    sum ^= n;
                    break;
                case 2:
                    sum = sum * 3 + n;
                    break;
                default:
                    sum = (sum << 1) - i;
                    break;
            }
        }
        return sum;
    }"
            ),
            statement: "r = interpret(CODE, 7);",
        }
    };
}

const DECISIONS: &[Decision] = &[
    two_sides!("branch_never", &[4096], "new int[SIZE]"),
    two_sides!("branch_half", &[64, 512, 4096, 16384], "chances(SIZE, 50)"),
    two_sides!("branch_quarter", &[4096], "chances(SIZE, 25)"),
    two_sides!("branch_tenth", &[4096], "chances(SIZE, 10)"),
    two_sides!("branch_rare", &[4096], "chances(SIZE, 2)"),
    two_sides!("branch_period", &[4, 16, 64, 256], "periodic(4096, SIZE)"),
    Decision {
        name: "one_side",
        sizes: &[512, 8192],
        members: "static final int[] BITS = chances(SIZE, 50);
    static long sum(int[] bits, long by) {
        long sum = 0;
        for (int bit : bits) {
            if (bit == 1) {
                sum += by;
            }
        }
        return sum;
    }",
        statement: "r = (int) sum(BITS, 3L);",
    },
    Decision {
        name: "two_conditions",
        sizes: &[4096],
        members: "static final int[] A = numbers(SIZE, 100), B = numbers(SIZE, 100);
    static int count(int[] a, int[] b) {
        int count = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 50 && b[i] > 30 || a[i] == b[i]) {
                count++;
            }
        }
        return count;
    }",
        statement: "r = count(A, B);",
    },
    Decision {
        name: "three_ways",
        sizes: &[4096],
        members: "static final int[] A = numbers(SIZE, 3);
    static double mix(int[] a) {
        double low = 1, high = 2;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == 0) {
                low += high * 0.5;
            } else if (a[i] == 1) {
                high -= low * 0.25;
            } else {
                low = high - low;
            }
        }
        return low + high;
    }",
        statement: "r = (int) mix(A);",
    },
    Decision {
        name: "greatest",
        sizes: &[4096],
        members: "static final int[] A = numbers(SIZE, 1 << 20);
    static int span(int[] a) {
        int most = a[0], least = a[0];
        for (int i = 1; i < a.length; i++) {
            most = a[i] > most ? a[i] : most;
            if (a[i] < least) {
                least = a[i];
            }
        }
        return most - least;
    }",
        statement: "r = span(A);",
    },
    switch_of!("switch_random", &[512, 8192], "numbers(SIZE, 4)"),
    switch_of!("switch_ordered", &[4096], "periodic(SIZE, 4)"),
    switch_of!("switch_uneven", &[4096], "chances(SIZE, 15)"),
    Decision {
        name: "machine",
        sizes: &[4096],
        members: "static final int[] INPUT = numbers(SIZE, 4);
    static int run(int[] input, int from) {
        int state = from, changes = 0;
        for (int i = 0; i < input.length; i++) {
            int letter = input[i];
            switch (state) {
                case 0:
                    state = letter == 0 ? 1 : 0;
                    break;
                case 1:
                    state = letter < 2 ? 2 : 0;
                    changes++;
                    break;
                case 2:
                    state = letter == 3 ? 3 : 1;
                    break;
                default:
                    state = letter > 0 ? 0 : 3;
                    changes += 2;
                    break;
            }
        }
        return changes + state;
    }",
        statement: "r = run(INPUT, 0);",
    },
    Decision {
        name: "trailing_zeros",
        sizes: &[2048],
        members: "static final int[] WORDS = numbers(SIZE, 1 << 20);
    static int zeros(int[] words) {
        int zeros = 0;
        for (int word : words) {
            int rest = word | 0x100000;
            while ((rest & 1) == 0) {
                rest >>>= 1;
                zeros++;
            }
        }
        return zeros;
    }",
        statement: "r = zeros(WORDS);",
    },
    Decision {
        name: "turns",
        sizes: &[4, 12, 40],
        members: "static final int[] TURNS = numbers(600, SIZE);
    static int turn(int[] turns, int n) {
        int sum = 0;
        for (int i = 0; i < turns.length; i++) {
            for (int j = turns[i]; j > 0; j--) {
                sum = sum * 31 + n;
            }
            sum ^= i;
        }
        return sum;
    }",
        statement: "r = turn(TURNS, 5);",
    },
    Decision {
        name: "halves",
        sizes: &[1024],
        members: "static final int[] TABLE = sorted(SIZE, 9), KEYS = numbers(300, 5 * SIZE);
    static int places(int[] table, int[] keys) {
        int sum = 0;
        for (int key : keys) {
            int from = 0, to = table.length;
            while (from < to) {
                int mid = (from + to) >>> 1;
                if (table[mid] < key) {
                    from = mid + 1;
                } else {
                    to = mid;
                }
            }
            sum += from;
        }
        return sum;
    }",
        statement: "r = places(TABLE, KEYS);",
    },
    Decision {
        name: "joined",
        sizes: &[3000],
        members: "static final int[] A = sorted(SIZE, 20), B = sorted(SIZE, 20), C = new int[2 * SIZE];
    static int join(int[] a, int[] b, int[] c) {
        int i = 0, j = 0, k = 0;
        while (i < a.length && j < b.length) {
            c[k++] = a[i] <= b[j] ? a[i++] : b[j++];
        }
        while (i < a.length) {
            c[k++] = a[i++];
        }
        while (j < b.length) {
            c[k++] = b[j++];
        }
        return k;
    }",
        statement: "r = join(A, B, C);",
    },
    Decision {
        name: "shifted",
        sizes: &[24, 200],
        members: "static final int[] A = numbers(SIZE, 1000), X = new int[SIZE];
    static void arrange(int[] a, int[] x) {
        for (int i = 0; i < a.length; i++) {
            int moved = a[i], j = i - 1;
            while (j >= 0 && x[j] > moved) {
                x[j + 1] = x[j];
                j--;
            }
            x[j + 1] = moved;
        }
    }",
        statement: "arrange(A, X);",
    },
    Decision {
        name: "runs",
        sizes: &[3000],
        members: "static final int[] A = numbers(SIZE, 2), LENGTHS = new int[SIZE];
    static int lengths(int[] a, int[] lengths) {
        int count = 0, i = 0;
        while (i < a.length) {
            int from = i;
            while (i < a.length && a[i] == a[from]) {
                i++;
            }
            lengths[count++] = i - from;
        }
        return count;
    }",
        statement: "r = lengths(A, LENGTHS);",
    },
    Decision {
        name: "neighbours",
        sizes: &[40],
        members: "static final int[][] GRID = grid(SIZE), NEXT = new int[SIZE][SIZE];
    static int[][] grid(int size) {
        int[][] rows = new int[size][];
        for (int i = 0; i < size; i++) {
            rows[i] = chances(size, 35);
        }
        return rows;
    }
    static int step(int[][] grid, int[][] next) {
        int alive = 0;
        for (int i = 1; i < grid.length - 1; i++) {
            for (int j = 1; j < grid.length - 1; j++) {
                int sum = grid[i - 1][j - 1] + grid[i - 1][j] + grid[i - 1][j + 1] + grid[i][j - 1] + grid[i][j + 1]
                        + grid[i + 1][j - 1] + grid[i + 1][j] + grid[i + 1][j + 1];
                if (sum == 3 || sum == 2 && grid[i][j] == 1) {
                    next[i][j] = 1;
                    alive++;
                } else {
                    next[i][j] = 0;
                }
            }
        }
        return alive;
    }",
        statement: "r = step(GRID, NEXT);",
    },
    Decision {
        name: "letters",
        sizes: &[3000],
        members: "static final char[] TEXT = text(numbers(SIZE, 40));
    static char[] text(int[] from) {
        char[] text = new char[from.length];
        for (int i = 0; i < from.length; i++) {
            text[i] = from[i] < 26 ? (char) ('a' + from[i]) : from[i] < 36 ? (char) ('0' + from[i] - 26) : ' ';
        }
        return text;
    }
    static int words(char[] text) {
        int words = 0, digits = 0;
        boolean inside = false;
        for (int i = 0; i < text.length; i++) {
            char c = text[i];
            if (c == ' ') {
                inside = false;
            } else {
                if (c >= '0' && c <= '9') {
                    digits++;
                }
                if (!inside) {
                    words++;
                }
                inside = true;
            }
        }
        return 1000 * words + digits;
    }",
        statement: "r = words(TEXT);",
    },
    Decision {
        name: "heap",
        sizes: &[400],
        members: "static final int[] A = numbers(SIZE, 100000), X = new int[SIZE];
    static void sink(int[] x, int at, int length) {
        while (2 * at + 1 < length) {
            int child = 2 * at + 1;
            if (child + 1 < length && x[child + 1] > x[child]) {
                child++;
            }
            if (x[at] >= x[child]) {
                return;
            }
            int moved = x[at];
            x[at] = x[child];
            x[child] = moved;
            at = child;
        }
    }
    static int heap(int[] a, int[] x) {
        for (int i = 0; i < a.length; i++) {
            x[i] = a[i];
        }
        for (int i = x.length / 2; i >= 0; i--) {
            sink(x, i, x.length);
        }
        for (int left = x.length - 1; left > 0; left--) {
            int moved = x[0];
            x[0] = x[left];
            x[left] = moved;
            sink(x, 0, left);
        }
        return x[0];
    }",
        statement: "r = heap(A, X);",
    },
    Decision {
        name: "caught",
        sizes: &[200],
        members: "static final int[] A = numbers(SIZE, 12), X = new int[10];
    static int risky(int[] a, int[] x) {
        int misses = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < x.length && x[a[i]] >= 0) {
                x[a[i]] = i;
            } else {
                misses++;
            }
        }
        return misses;
    }",
        statement: "r = risky(A, X);",
    },
];

/// The names of all of them.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let all = DECISIONS.iter().chain(OBJECTS_AND_RECURSION);
    all.map(|decision| decision.name)
}

/// All of them, a program for each size. A family is held out in all its sizes.
pub(super) fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let all = DECISIONS.iter().chain(OBJECTS_AND_RECURSION);
    for (number, decision) in (0u32..).zip(all) {
        for size in decision.sizes {
            let of_size = |text: &str| text.replace("SIZE", &size.to_string());
            let mut snippet = Snippet::new(
                format!("decision_{}_{size}", decision.name),
                ProgramKind::Kernel,
            );
            snippet.members = format!("{DATA}\n    {}", of_size(decision.members));
            snippet.declarations.push_str("int r = 0;");
            snippet.statements = vec![of_size(decision.statement)];
            sources.push(Source {
                held_out: number % HELD_OUT_STEP == HELD_OUT_STEP - 1,
                ..snippet.source()
            });
        }
    }
    sources
}
