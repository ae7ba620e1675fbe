//! Paths through methods, with counts known by hand, on every JDK of this machine.

use std::collections::BTreeMap;

use super::support::{jdks, run};
use counts::Options;

/// What each kind of frame, local, jump and end does to a path. The lines of the text are those of the paths below.
const TEXT: &str = "class P {
    static int pick(int x) {
        int y = 0;
        if (x % 2 == 0) {
            y += 1;
        } else {
            y += 2;
        }
        if (x % 3 == 0) {
            return y;
        }
        return -y;
    }
    static long turns(long n, String[] words, double d) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            if (i % 4 == 3) {
                continue;
            }
            sum += words.length + (d > i ? 1 : 2);
        }
        return sum;
    }
    int thrown = 0;
    P(int x, Object... more) {
        super();
        this.thrown = x > 1 ? check(x) : 7;
    }
    static int check(int x) {
        try {
            if (x == 2) {
                throw new IllegalStateException();
            }
        } catch (IllegalStateException e) {
            return -1;
        }
        return 1;
    }
    static int chosen(int x) {
        switch (x) {
            case 0:
                x++;
            case 1:
                return x;
            default:
                return new P(x > 3 ? 5 : 6, x).thrown;
        }
    }
    static int deep(int n) {
        return n == 0 ? 1 : deep(n - 1) + 1;
    }
    public static void main(String[] a) throws Exception {
        for (int x = 0; x < 12; x++) {
            pick(x);
            chosen(x % 6);
        }
        turns(10, a, 2.5);
        turns(0, a, 2.5);
        for (int x = 0; x < 5; x++) {
            new P(x);
        }
        deep(9);
    }
}";

fn asked(methods: &[&str]) -> Options {
    Options {
        lines: true,
        paths: methods.iter().map(|&name| name.to_owned()).collect(),
        ..Options::default()
    }
}

#[test]
fn paths_are_counted_as_known_by_hand() {
    let names = [
        "P.pick", "P.turns", "P.check", "P.<init>", "P.chosen", "P.deep",
    ];
    let jdks = jdks("paths_are_counted_as_known_by_hand");
    for (jdk, stripes) in jdks.iter().flat_map(|jdk| [(jdk, 1), (jdk, 8)]) {
        let options = Options {
            stripes,
            ..asked(&names)
        };
        let ran = run(jdk, TEXT, &options);
        assert_eq!(ran.counts.left_out, [], "{jdk}");
        let of = |name: &str| {
            let class = ran.counts.classes.iter().find(|class| class.name == "P");
            let mut methods = class.unwrap().methods.iter();
            let method = methods.find(|method| method.name == name).unwrap();
            let mut paths: BTreeMap<Vec<u16>, u64> = BTreeMap::new();
            for path in &method.paths {
                *paths.entry(method.lines_of(path)).or_default() += path.count;
            }
            paths
        };
        let expected = |paths: &[(&[u16], u64)]| -> BTreeMap<Vec<u16>, u64> {
            paths
                .iter()
                .map(|(lines, count)| (lines.to_vec(), *count))
                .collect()
        };
        // 0 and 6; 1, 5, 7 and 11; 2, 4, 8 and 10; 3 and 9.
        let pick = expected(&[
            (&[3, 4, 5, 9, 10], 2),
            (&[3, 4, 7, 9, 12], 4),
            (&[3, 4, 5, 9, 12], 4),
            (&[3, 4, 7, 9, 10], 2),
        ]);
        assert_eq!(of("pick"), pick, "{jdk}");
        // Two calls, and ten turns, which begin at the condition. 3 and 7 continue; the others differ only within line 20.
        let turns = expected(&[
            (&[15, 16], 2),
            (&[16, 17, 18, 16], 2),
            (&[16, 17, 20, 16], 8),
            (&[16, 22], 2),
        ]);
        assert_eq!(of("turns"), turns, "{jdk}");
        // Eight new objects of `chosen` get 5 or 6, and five more 0 to 4; of these, 0 and 1 are not checked.
        let check = expected(&[(&[31, 32], 1), (&[34, 35], 1), (&[31, 36, 37], 10)]);
        assert_eq!(of("check"), check, "{jdk}");
        let made: u64 = of("<init>").values().sum();
        assert_eq!(made, 13, "{jdk}");
        let chosen = expected(&[(&[40, 42, 44], 2), (&[40, 44], 2), (&[40, 46], 8)]);
        assert_eq!(of("chosen"), chosen, "{jdk}");
        assert_eq!(of("deep"), expected(&[(&[50], 10)]), "{jdk}");
    }
}

#[test]
fn only_the_named_methods_have_paths_whatever_their_package() {
    let Some(jdk) = jdks("only_the_named_methods_have_paths_whatever_their_package").pop() else {
        return;
    };
    let ran = run(
        &jdk,
        TEXT,
        &asked(&["lang.StringLatin1.hashCode", "util.ArrayList.x", "ick"]),
    );
    let with_paths: Vec<(&str, &str)> = (ran.counts.classes.iter())
        .flat_map(|class| {
            class
                .methods
                .iter()
                .map(|method| (class.name.as_str(), method))
        })
        .filter(|(_, method)| !method.paths.is_empty())
        .map(|(class, method)| (class, method.name.as_str()))
        .collect();
    assert!(!with_paths.is_empty());
    let expected = ("java/lang/StringLatin1", "hashCode");
    assert!(
        with_paths.iter().all(|found| *found == expected),
        "{with_paths:?}"
    );
}
