//! Small programs with counts known by hand, on every JDK of this machine.

use super::support::{CountedRun, jdks, run};
use counts::{CountedMethodName, Options, RecordedReceivers};

fn plain() -> Options {
    Options::default()
}

/// Methods of all tests that count everything and end normally: a JVM that counts takes a second to start.
const TEXT: &str = "class P {
        static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
        static void sums() { for (int n = 0; n < 10; n++) sum(n); }

        static int f(int x) { switch (x) { case 1: x++; case 2: x += 2; break; case 7: return 3;
                case 8: case 9: x = 0; default: x--; } return x; }
        static long g(Object o, int x) { return o.hashCode() + switch (x) { case 100 -> 1L; case 2000 -> 2L; default -> o == null ? 4L : 3L; }; }
        static void arms() { for (int x = 0; x < 20; x++) { f(x % 10); g(\"o\", x * 100); } }

        static int k; static int next() { return ++k; }
        static void spin() { while (true) { if (next() % 4 == 0) return; } }
        static int twice(int x) { if (x > 3 && x < 8 || x == 1) k = 0; return x; }
        static void skip(int x) { do { if (x % 3 == 0) continue; k++; } while (--x > 0); }
        static void loops() { for (int x = 0; x < 3; x++) spin(); for (int x = 0; x < 10; x++) twice(x); skip(9); }

        static int thrower(int x) { if (x % 3 == 0) throw new IllegalStateException(); return x; }
        static int through(int x) { return thrower(x) + 1; }
        static int caught(int x) { try { return through(x); } catch (IllegalStateException e) { return -1; } finally { x++; } }
        static synchronized void locked(int x) { synchronized (P.class) { thrower(x); } }
        static void throwing() { for (int x = 0; x < 10; x++) caught(x);
            for (int x = 0; x < 4; x++) try { locked(x); } catch (RuntimeException e) { } }

        final long a; final String b; P(long a, String b) { this.a = a; this.b = b; }
        static P make(int x, double d, long[] l) { return new P(x > 1 ? l[0] : (long) d, x > 2 ? \"a\" : new String(x > 3 ? \"b\" : \"c\")); }
        P(int x) { this(x > 1 ? 1L : 2L, \"c\"); }
        static void objects() { for (int x = 0; x < 5; x++) { make(x, 1.5, new long[] {7}); new P(x); } }

        static void jdk() { java.util.BitSet s = new java.util.BitSet();
            for (int i = 0; i < 7; i++) s.flip(i); new java.util.StringTokenizer(\"a b c\").countTokens(); }

        static int large(int x) { LARGE return x; } static int small(int x) { return x; }

        public static void main(String[] a) { sums(); arms(); loops(); throwing(); objects(); jdk(); small(large(9)); } }";

#[test]
fn methods_are_executed_as_often_as_known_by_hand() {
    let text = TEXT.replace("LARGE", &"if (x > 0) { x--; } ".repeat(4_000));
    let jdks = jdks("methods_are_executed_as_often_as_known_by_hand");
    for (jdk, stripes) in jdks.iter().flat_map(|jdk| [(jdk, 1), (jdk, 8)]) {
        let options = Options { stripes, ..plain() };
        let ran = run(jdk, &text, &options);
        assert_eq!(ran.exit, Some(0));
        assert_eq!(ran.counts.jdk_feature, jdk.version.feature);
        a_loop_turns_as_often_as_it_does(&ran);
        an_arm_that_others_fall_into_has_a_count_of_its_own(&ran);
        a_branch_into_the_middle_of_a_loop_has_both_its_ways(&ran);
        what_throws_has_not_returned(&ran);
        objects_that_are_made_across_branches_keep_their_frames(&ran);
        code_of_the_jdk_is_counted(&ran);
        a_method_that_grows_too_long_is_left_out_alone(&ran);
    }
}

fn a_loop_turns_as_often_as_it_does(ran: &CountedRun) {
    assert_eq!(ran.outcomes("sum"), (10, 10, vec![(10, 45)]));
    let counts = [[10; 4].as_slice(), &[55; 3], &[45; 6], &[10; 2]].concat();
    assert_eq!(ran.execution("sum").instructions, counts);
    assert_eq!(ran.outcomes("sums"), (1, 1, vec![(1, 10)]));
}

fn an_arm_that_others_fall_into_has_a_count_of_its_own(ran: &CountedRun) {
    // 1, 2, 7, 8 and 9 share a target; 0, 3, 4, 5 and 6 go to the default.
    assert_eq!(ran.arms("f"), [2, 2, 2, 4, 10]);
    assert_eq!(ran.outcomes("f"), (20, 20, vec![]));
    assert_eq!(ran.arms("g"), [1, 0, 19]);
    assert_eq!(ran.outcomes("g"), (20, 20, vec![(19, 0)]));
}

fn a_branch_into_the_middle_of_a_loop_has_both_its_ways(ran: &CountedRun) {
    // Jumps to the first instruction of `spin` do not count as entries.
    assert_eq!(ran.outcomes("spin"), (3, 3, vec![(9, 3)]));
    assert_eq!(ran.execution("spin").instructions[0], 12);
    // x <= 3: 0 to 3; x < 8: of 6; x != 1: of 6.
    assert_eq!(
        ran.outcomes("twice"),
        (10, 10, vec![(4, 6), (4, 2), (5, 1)])
    );
    assert_eq!(ran.outcomes("skip"), (1, 1, vec![(6, 3), (8, 1)]));
}

fn what_throws_has_not_returned(ran: &CountedRun) {
    // 0, 3, 6 and 9 of ten, then 0 and 3 of four.
    assert_eq!(ran.outcomes("thrower"), (14, 8, vec![(8, 6)]));
    assert_eq!(ran.outcomes("through"), (10, 6, vec![]));
    assert_eq!(ran.execution("through").instructions, [10, 10, 6, 6, 6]);
    assert_eq!(ran.outcomes("caught"), (10, 10, vec![]));
    assert_eq!(ran.outcomes("locked"), (4, 2, vec![]));
}

fn objects_that_are_made_across_branches_keep_their_frames(ran: &CountedRun) {
    assert_eq!(ran.outcomes("make"), (5, 5, vec![(2, 3), (3, 2), (3, 0)]));
    assert_eq!(ran.outcomes("objects"), (1, 1, vec![(1, 5)]));
}

fn code_of_the_jdk_is_counted(ran: &CountedRun) {
    let flips: Vec<u64> = ran
        .counts
        .of("java/util/BitSet", "flip", "(I)V")
        .map(|method| method.counters[0].count)
        .collect();
    assert_eq!(flips, [7]);
    assert!(
        ran.counts.classes.len() > 300,
        "{}",
        ran.counts.classes.len()
    );
}

fn a_method_that_grows_too_long_is_left_out_alone(ran: &CountedRun) {
    assert_eq!(ran.outcomes("small"), (1, 1, vec![]));
    let left_out: Vec<_> = ran
        .counts
        .left_out
        .iter()
        .filter(|left| left.class == "P")
        .collect();
    assert_eq!(left_out.len(), 1, "{left_out:?}");
    assert_eq!(
        left_out[0].method,
        Some(("large".to_owned(), "(I)I".to_owned()))
    );
    assert!(left_out[0].reason.contains("64 kB"), "{left_out:?}");
}

#[test]
fn recursion_lambdas_and_initialisers_are_methods_like_others() {
    let text = "class P { static int[] table = new int[3]; static { for (int i = 0; i < 3; i++) table[i] = i; }
        interface F { int f(int x); }
        static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        static int all(F f) { int s = 0; for (int i = 0; i < 5; i++) s += f.f(i); return s; }
        public static void main(String[] a) { fib(10); all(x -> x > 2 ? x : -x); System.exit(all(x -> 1)); } }";
    for jdk in jdks("recursion_lambdas_and_initialisers_are_methods_like_others") {
        let ran = run(&jdk, text, &plain());
        assert_eq!(ran.exit, Some(5));
        assert_eq!(ran.outcomes("fib"), (177, 177, vec![(88, 89)]));
        assert_eq!(ran.outcomes("<clinit>"), (1, 1, vec![(1, 3)]));
        assert_eq!(ran.outcomes("lambda$main$0"), (5, 5, vec![(3, 2)]));
        // The program ends in `main`, which therefore has not returned.
        assert_eq!(ran.outcomes("main"), (1, 0, vec![]));
    }
}

#[test]
fn the_classes_of_called_objects_are_recorded() {
    let text = "abstract class P { abstract long f(int a, long b, Object c, double[] d); static P[] all = new P[6];
        static class A extends P { long f(int a, long b, Object c, double[] d) { return a + b + (long) d[0] + c.hashCode(); } }
        static class B extends A {} static class C extends A {} static class D extends A {} static class E extends A {}
        static class F extends A {} static class G extends A {} static class H extends A {} static class I extends A {}
        public static void main(String[] a) { P[] all = { new A(), new B(), new B(), new C(), new D(), new E(), new F(), new G(), new H(), new I(), new I() };
            long s = 0; for (P p : all) s += p.f(1, 2L, 3, new double[] {4.0}); if (s != 110) System.exit(1); } }";
    let options = Options {
        receivers: RecordedReceivers::All,
        ..Options::default()
    };
    for jdk in jdks("the_classes_of_called_objects_are_recorded") {
        let ran = run(&jdk, text, &options);
        assert_eq!(ran.exit, Some(0));
        let mut main = ran.counts.of("P", "main", "([Ljava/lang/String;)V");
        let sites = &main.next().unwrap().call_sites;
        assert_eq!(sites.len(), 1, "{sites:?}");
        let mut receivers = sites[0].receivers.clone();
        receivers.sort();
        let expected = [
            ("P$A", 1),
            ("P$B", 2),
            ("P$C", 1),
            ("P$D", 1),
            ("P$E", 1),
            ("P$F", 1),
            ("P$G", 1),
            ("P$H", 1),
        ]
        .map(|(name, count)| (name.to_owned(), count));
        assert_eq!((receivers, sites[0].others), (expected.to_vec(), 2));
        assert!(ran.counts.has_receivers);
    }
}

/// Arguments of every size, with a receiver below them.
#[test]
fn receivers_outside_the_jdk_are_recorded_with_their_shares() {
    let text = "class P { interface S { int f(); int f(int a); int f(long a); int f(byte a, Object b); int f(double a, float b, int[] c); }
        static class A implements S { public int f() { return 1; } public int f(int a) { return a; } public int f(long a) { return (int) a; }
            public int f(byte a, Object b) { return a + b.hashCode(); } public int f(double a, float b, int[] c) { return (int) (a + b) + c[0]; } }
        static class B extends A { public int f() { return 2; } }
        static int call(S s) { return s.f() + s.f(3) + s.f(5L) + s.f((byte) 7, 11) + s.f(13.0, 17.0f, new int[] {19}); }
        public static void main(String[] a) { S[] all = {new A(), new B(), new B(), new B()}; long sum = 0;
            for (int i = 0; i < 40000; i++) sum += call(all[i % 4]);
            java.util.Collections.sort(new java.util.ArrayList<>(java.util.List.of(3, 2, 1)));
            System.exit(sum == 40000L * (76) + 30000 ? 0 : 1); } }";
    for (jdk, stripes) in (jdks("receivers_outside_the_jdk_are_recorded_with_their_shares").iter())
        .flat_map(|jdk| [(jdk, 1), (jdk, 8)])
    {
        let options = Options {
            receivers: RecordedReceivers::OutsideJdk,
            stripes,
            ..Options::default()
        };
        let ran = run(jdk, text, &options);
        assert_eq!(ran.exit, Some(0), "{jdk}");
        let call = ran.counts.of("P", "call", "(LP$S;)I").next().unwrap();
        assert_eq!(call.call_sites.len(), 5, "{jdk}");
        for site in &call.call_sites {
            let of = |class: &str| {
                let mut met = site.receivers.iter();
                met.find(|(name, _)| name == class).unwrap().1
            };
            assert_eq!(of("P$A") + of("P$B"), 40_000, "{jdk}: {site:?}");
            // The first thousand of B exactly, and then one in 64.
            assert!((24_500..35_500).contains(&of("P$B")), "{jdk}: {site:?}");
        }
        let of_jdk = ran.counts.classes.iter();
        let mut of_jdk = of_jdk.filter(|class| class.name.starts_with("java/util/"));
        assert!(
            of_jdk.all(|class| (class.methods.iter()).all(|method| method.call_sites.is_empty()))
        );
    }
}

#[test]
fn a_followed_method_tells_the_order_of_its_blocks_and_receivers() {
    let text = "class P { static int f(Object o, int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 1) s++; s += o.hashCode(); } return s; }
        public static void main(String[] a) { f(1, 2); f(\"a\", 1); } }";
    let name = CountedMethodName {
        class: "P".into(),
        name: "f".into(),
        descriptor: "(Ljava/lang/Object;I)I".into(),
    };
    let options = Options {
        followed: vec![name.clone()],
        most_events: 12,
        ..Options::default()
    };
    for jdk in jdks("a_followed_method_tells_the_order_of_its_blocks_and_receivers") {
        let ran = run(&jdk, text, &options);
        let events: Vec<(u16, Option<&str>)> = ran
            .counts
            .order
            .iter()
            .map(|at| {
                let event = &ran.counts.events[*at as usize];
                assert_eq!(event.method, name);
                (event.at, event.receiver.as_deref())
            })
            .collect();
        let integer = Some("java/lang/Integer");
        // The loop's header is at 4, the test at 7, the addition at 10, the rest of the body at 11, the end at 18.
        let first = [
            (0, None),
            (4, None),
            (7, None),
            (11, None),
            (13, integer),
            (4, None),
            (7, None),
            (10, None),
            (11, None),
            (13, integer),
            (4, None),
            (18, None),
        ];
        assert_eq!(events, first);
    }
}

/// Counts only the calls of a few methods outside the JDK: enough to see whether two runs did the same work.
#[test]
fn the_calls_of_methods_with_loops_and_of_long_ones_are_counted_alone() {
    let long = "n = n * 31 + 7; ".repeat(20);
    let text = format!(
        "class P {{ static int sum(int n) {{ int s = 0; for (int i = 0; i < n; i++) s += i; return s; }}
        static int again(int n) {{ do {{ n--; }} while (n > 0); return n; }}
        static int plus(int n) {{ return n + 1; }}
        static int mix(int n) {{ {long} return n; }}
        public static void main(String[] a) {{ for (int n = 0; n < 10; n++) {{ sum(n); again(n); plus(n); mix(n); }} }} }}"
    );
    // The loop of `again` begins at its first instruction. Each call counts once.
    let with_loops = [("P", "again", 10), ("P", "main", 1), ("P", "sum", 10)];
    let with_long = [
        ("P", "again", 10),
        ("P", "main", 1),
        ("P", "mix", 10),
        ("P", "sum", 10),
    ];
    let cases = [
        (1 << 30, 1, &with_loops[..]),
        (1 << 30, 8, &with_loops[..]),
        (1, 8, &with_long[..]),
    ];
    for jdk in jdks("the_calls_of_methods_with_loops_and_of_long_ones_are_counted_alone") {
        for (entries_of, stripes, expected) in cases {
            let options = Options {
                entries_of,
                stripes,
                ..Options::default()
            };
            let ran = run(&jdk, &text, &options);
            assert_eq!(ran.exit, Some(0), "{jdk}");
            let counted = ran.counts.classes.iter().flat_map(|class| {
                let methods = class.methods.iter();
                methods.map(|method| (&*class.name, &*method.name, method.entries()))
            });
            let mut counted: Vec<_> = counted.collect();
            counted.sort_unstable();
            assert_eq!(counted, expected, "{jdk} {entries_of} {stripes}");
        }
    }
}
