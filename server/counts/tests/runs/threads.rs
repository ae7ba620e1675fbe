//! Several threads that run the same code, on every JDK of this machine.

use std::collections::BTreeMap;

use super::support::{CountedRun, compile, jdks, run, run_in_heap};
use counts::{CounterKind, Options};

const THREADS: u64 = 4;
const TURNS: u64 = 40_000;

/// `HOW` starts `work` on a thread.
const TEXT: &str = "class P {
        interface Shape { int area(int x); }
        static final class Square implements Shape { public int area(int x) { return x * x; } }
        static final class Half implements Shape { public int area(int x) { return x % 2 == 0 ? x / 2 : 0; } }
        static int one(int x) { return x + 1; }
        static Thread started(Thread one) { one.start(); return one; }
        static volatile int sink;
        static void work() { Shape[] all = {new Square(), new Half()};
            int s = 0; for (int i = 0; i < 40000; i++) { s += one(i) + all[i % 4 == 0 ? 0 : 1].area(i); } sink = s; }
        public static void main(String[] a) throws Exception { Thread[] all = new Thread[4];
            for (int i = 0; i < 4; i++) all[i] = HOW; for (Thread one : all) one.join(); } }";

fn striped() -> Options {
    Options {
        stripes: 16,
        ..Options::default()
    }
}

/// The counts of all blocks, arms and branches that `work` executes, in all classes of the program.
fn counted(ran: &CountedRun) -> BTreeMap<(String, String, CounterKind, u16), u64> {
    let mut found = BTreeMap::new();
    let classes = ran.counts.classes.iter();
    for class in classes.filter(|class| class.name.starts_with('P')) {
        for method in class.methods.iter().filter(|method| method.name != "main") {
            for counter in &method.counters {
                let place = (
                    class.name.clone(),
                    method.name.clone(),
                    counter.kind,
                    counter.at,
                );
                found.insert(place, counter.count);
            }
        }
    }
    found
}

#[test]
fn threads_with_stripes_of_their_own_lose_nothing() {
    let text = TEXT.replace("HOW", "started(new Thread(P::work))");
    for jdk in jdks("threads_with_stripes_of_their_own_lose_nothing") {
        let ran = run(&jdk, &text, &striped());
        assert_eq!(ran.exit, Some(0));
        let (works, turns) = (THREADS, THREADS * TURNS);
        assert_eq!(ran.outcomes("one"), (turns, turns, vec![]), "{jdk}");
        let expected = (
            works,
            works,
            // Both branches jump where their condition does not hold.
            vec![(works, turns), (turns * 3 / 4, turns / 4)],
        );
        assert_eq!(ran.outcomes("work"), expected, "{jdk}");
        let of = |class: &str, kind: CounterKind, at: u16| {
            let place = (class.to_owned(), "area".to_owned(), kind, at);
            counted(&ran).get(&place).copied()
        };
        let block = CounterKind::Block;
        assert_eq!(of("P$Square", block, 0), Some(turns / 4), "{jdk}");
        assert_eq!(of("P$Half", block, 0), Some(turns * 3 / 4), "{jdk}");
    }
}

#[test]
fn a_virtual_thread_counts_for_the_thread_that_carries_it() {
    let text = TEXT.replace("HOW", "Thread.startVirtualThread(P::work)");
    for jdk in jdks("a_virtual_thread_counts_for_the_thread_that_carries_it") {
        if jdk.version.feature < 21 {
            continue;
        }
        let ran = run(&jdk, &text, &striped());
        assert_eq!(ran.exit, Some(0));
        // Two carriers might have numbers with the same remainder.
        let (entries, turns) = (ran.execution("one").entries, THREADS * TURNS);
        assert!(
            entries <= turns && entries * 10 >= turns * 9,
            "{jdk}: {entries} of {turns}"
        );
        assert_eq!(ran.execution("work").entries, THREADS, "{jdk}");
    }
}

/// An eighth of this heap has room for the stripes of some of the JDK classes that are loaded first.
#[test]
fn counters_for_which_there_is_no_memory_have_one_stripe() {
    let text = "class P { static int one(int x) { return x > 2 ? x : -x; }
        public static void main(String[] a) throws Exception { for (int i = 0; i < 10; i++) one(i); } }";
    for jdk in jdks("counters_for_which_there_is_no_memory_have_one_stripe") {
        let ran = run_in_heap(&jdk, compile(&jdk, text), &striped(), "24m");
        assert_eq!(ran.exit, Some(0));
        assert_eq!(ran.outcomes("one"), (10, 10, vec![(3, 7)]), "{jdk}");
    }
}
