//! Counters that need not count, because their counts follow from others.

use super::support::{CountedRun, compile, jdks, run_classes};
use counts::{Counter, Options};

/// Loops, switches, and exceptions of all kinds that end in a handler.
const TEXT: &str = "class P {
    static int[] array = {3, 1, 2};
    static int loops(int n) { int s = 0; outer: for (int i = 0; i < n; i++) { int j = n;
        do { if ((i ^ j) % 7 == 0) continue outer; if (s > 900) break outer; s += i * j; } while (--j > i);
        while (j < n) { j += 2; s--; } } for (;;) { if (s-- < 3) return s; } }
    static int arms(int n) { int s = 0; for (int i = 0; i < n; i++) switch (i % 6) { case 0: s++; case 1: s += i; break; case 3: continue;
        case 4: { if (i > 9) return s; } default: s--; } return s; }
    static int inside(int n) { int s = 0; for (int i = 0; i < n; i++) { try { s += array[i % 5]; s += 6 / (i % 3); if (s > 4) s -= array.length; }
        catch (ArithmeticException e) { s++; } catch (ArrayIndexOutOfBoundsException e) { s += 2; continue; } finally { s += 3; } s--; } return s; }
    static int around(int n) { int s = 0; try { for (int i = 0; i < n; i++) { if (i == 2) s += 4; s += array[i]; } s = -s; }
        catch (ArrayIndexOutOfBoundsException e) { s += 5; } return s; }
    static int caller(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i % 2 == 0) { try { s += thrower(i); } catch (IllegalStateException e) { s--; } }
        else if (i % 3 == 0) { s += Math.max(i, 3); } s += 2; } return s; }
    static int thrower(int n) { if (n % 4 == 0) throw new IllegalStateException(); for (int i = 0; i < 3; i++) { n += other(i); } return n; }
    static int other(int n) { Object o = n > 1 ? \"a\" : n; try { synchronized (o) { if (n > 2) return 1; n += ((String) o).length(); } } catch (ClassCastException e) { n++; } return n; }
    static int deep(int n) { return n < 2 ? n : deep(n - 1) + (n % 2 == 0 && deep(n - 2) > 3 || n > 9 ? 1 : 2); }
    static int never(int n) { if (n < 0) { while (n < 0) n++; n = other(n); } return n; }
    static void quiet(int n) { if (n % 8 == 0) throw new IllegalStateException(); }
    static void each(int n) { for (int i = n; i < 12; i++) { if (i > 3) quiet(i); array[0]++; } }
    static void caught(int n) { try { each(n); } catch (IllegalStateException e) { array[1]++; } }
    static void forever() { int i = 0; while (true) { other(i % 3); if (++i == 30) System.exit(0); } }
    public static void main(String[] a) { for (int n = 0; n < 12; n++) { loops(n); arms(n); inside(n); around(n); caller(n); deep(n); never(n); caught(n); } forever(); } }";

const METHODS: [&str; 12] = [
    "each", "caught", "loops", "arms", "inside", "around", "caller", "thrower", "other", "deep",
    "never", "main",
];

#[test]
fn counts_that_follow_from_others_are_those_that_counting_finds() {
    for jdk in jdks("counts_that_follow_from_others_are_those_that_counting_finds") {
        let classes = compile(&jdk, TEXT);
        // Programs that read their own counters have all of them.
        let run = |places| {
            let options = Options {
                places,
                ..Options::default()
            };
            run_classes(&jdk, classes.clone(), &options)
        };
        let (counted, followed) = (run(true), run(false));
        for name in METHODS {
            assert_eq!(
                counters(&followed, name),
                counters(&counted, name),
                "{name}"
            );
        }
        // Its last turn, which ends the program, is the only one that the rest of the code has not left.
        let [all, less] = [&counted, &followed].map(|ran| ran.execution("forever").instructions);
        assert_eq!(all.iter().max(), Some(&30));
        assert!(
            all.iter()
                .zip(&less)
                .all(|(one, two)| one.abs_diff(*two) <= 1),
            "{all:?} {less:?}"
        );
    }
}

fn counters(ran: &CountedRun, name: &str) -> Vec<Counter> {
    let (descriptor, _) = ran.code("P", name);
    let mut found = ran.counts.of("P", name, &descriptor);
    let method = found.next().expect("a method that ran");
    method.counters.clone()
}
