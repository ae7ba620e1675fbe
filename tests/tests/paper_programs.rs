//! The two programs that Nyholm et al. 2025 predict: the symbolic cost of their methods, compared with sums made by hand.
//!
//! The levels of Table 3, in nJ: load 0.2972453, constant 0.05287443; int 0.09716775, long 6.986588, float 5.437049,
//! double 0.06478463; variable declaration 7.106552, addition 29.54780, multiplication 31.74836, if less (int) 35.10509,
//! increase 4.841576; device 1 6.739114, device 2 0.05074944, so that any
//! device is 3.39493172. Their sums by pattern, in nJ:
//!
//! ```text
//! declaration int constant    7.106552 + 0.09716775 + 0.05287443 + 3.39493172 = 10.6515259
//! declaration int load        7.106552 + 0.09716775 + 0.2972453  + 3.39493172 = 10.89589677
//! declaration long constant   7.106552 + 6.986588   + 0.05287443 + 3.39493172 = 17.54094615
//! declaration long load       7.106552 + 6.986588   + 0.2972453  + 3.39493172 = 17.78531702
//! if less, int load           35.10509 + 0.09716775 + 0.2972453  + 3.39493172 = 38.89443477
//! increase int constant       4.841576 + 0.09716775 + 0.05287443 + 3.39493172 =  8.3865499
//! addition long load          29.54780 + 6.986588   + 0.2972453  + 3.39493172 = 40.22656502
//! ```
//!
//! What the table lacks has the prices that `server/lab/reference/transfer_scipy.py` prints, with six digits, in nJ: goto 11.325; array
//! load int 25.8337, long 21.6194, float 22.1199, double 21.0658; array store int 33.8402, long 21.9621, float 34.8008, double 32.5384.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may panic")]

use crate::support;

use bytecode::ClassFile;
use posterior::{Device, Features, Posterior};
use wcec::{MethodInput, Scratch, line_units};

const FIBONACCI: &str = include_str!("../fixtures/java/Fibonacci.java");
const MATRIX_MULTIPLICATION: &str = include_str!("../fixtures/java/MatrixMultiplication.java");

fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (found / expected - 1.0).abs() <= tolerance,
        "{what}: {found:e} instead of {expected:e}"
    );
}

/// The factors of a method's cost with the mean of each in joules, under the default model and any device.
fn formula(class: &ClassFile<'_>, name: &str, descriptor: &str) -> Vec<(String, f64)> {
    let pricer = support::default_pricer();
    let cost = support::cost(&pricer, class, support::method(class, name, descriptor));
    assert!(cost.notes.is_empty(), "{:?}", cost.notes);
    let terms = cost.cost.terms().iter().map(|term| {
        let features = pricer.features(&term.tally);
        let mean = pricer.posterior().mean(&features, Device::Any);
        (term.factor.to_string(), mean.0)
    });
    terms.collect()
}

fn assert_formula(found: &[(String, f64)], expected: &[(&str, f64)]) {
    let factors = |terms: &[(&str, f64)]| -> Vec<String> {
        terms
            .iter()
            .map(|(factor, _)| (*factor).to_owned())
            .collect()
    };
    let found: Vec<(&str, f64)> = (found.iter())
        .map(|(factor, mean)| (factor.as_str(), *mean))
        .collect();
    assert_eq!(factors(&found), factors(expected));
    for ((factor, found), (_, expected)) in found.iter().zip(expected) {
        assert_close(*found, *expected, 1e-9, factor);
    }
}

/// The features of the line of a text that contains `statement`.
fn features_of_line(text: &str, class: &ClassFile<'_>, name: &str, statement: &str) -> Features {
    let pricer = support::default_pricer();
    let method = support::method(class, name, "");
    let units = support::price(&pricer, class, method);
    let input = MethodInput {
        outcomes: &[],
        class,
        method,
        code: method.code.as_ref().expect("code"),
        priced: &units,
        means: pricer.means(),
        spread: None,
        writes: &[],
        declared: &[],
        calls: &[],
    };
    let at = text.lines().position(|line| line.contains(statement));
    let line = at.expect("the statement") as u32 + 1;
    let lines = line_units(&input, &mut Scratch::default());
    let (_, indices) = (lines.iter())
        .find(|(found, _)| *found == line)
        .expect("the line has code");
    let of_line = indices.iter().map(|index| units[*index as usize]);
    support::features(&pricer, of_line)
}

/// Equation 2 with the levels of Table 3: addition + long + load + device.
#[test]
fn an_addition_of_two_longs_costs_what_the_table_says() {
    let model = Posterior::default_model();
    for jdk in support::jdks("an_addition_of_two_longs_costs_what_the_table_says") {
        let bytes = support::compile(&jdk, "Fibonacci", FIBONACCI);
        let class = ClassFile::parse(&bytes).expect("a class");
        let features = features_of_line(FIBONACCI, &class, "fibonacci", "f3 = f2 + f1;");
        for (device, expected) in [("any", 4.0226e-8), ("device_1", 4.3571e-8)] {
            let found = model.predict(&features, model.device(device).expect("a device"));
            assert_close(found.mean().0, expected, 1e-4, device);
        }
    }
}

/// What `javap -c` shows of `fibonacci`, and how often each line is executed:
///
/// ```text
/// 0 lconst_0, lstore_1; lconst_1, lstore_3; lconst_0, lstore 5   3 declarations long constant     1
/// 7 iconst_0, istore 7                                            declaration int constant         1
/// 10 iload 7, iload_0, if_icmpge                                  if less, int load                n + 1
/// 16 lload_3, lload_1, ladd, lstore 5                             addition long load               n
/// 21 lload_3, lstore_1; lload 5, lstore_3                         2 declarations long load         n
/// 26 iinc                                                         increase int constant            n
/// 29 goto                                                         goto                             n
/// 32 lload 5, lreturn                                             belongs to the call              1
///
/// 1: 3 · 17.54094615 + 10.6515259 + 38.89443477 = 102.16879912 nJ
/// n: 38.89443477 + 40.22656502 + 2 · 17.78531702 + 8.3865499 + 11.325 = 134.40318373 nJ
/// ```
#[test]
fn fibonacci_costs_a_constant_and_n_times_its_loop() {
    for jdk in support::jdks("fibonacci_costs_a_constant_and_n_times_its_loop") {
        let bytes = support::compile(&jdk, "Fibonacci", FIBONACCI);
        let class = ClassFile::parse(&bytes).expect("a class");
        let found = formula(&class, "fibonacci", "(I)J");
        assert_formula(
            &found,
            &[("1", 1.021_687_991_2e-7), ("n", 1.344_031_837_3e-7)],
        );
    }
}

/// What `javap -c` shows of `multiply` for ints, and how often each line is executed:
///
/// ```text
/// 0 iconst_0, istore 4              declaration int constant       1
/// 3 iload 4, iload_3, if_icmpge     if less, int load              N + 1
/// 9 iconst_0, istore 5              declaration int constant       N
/// 12 iload 5, iload_3, if_icmpge    if less, int load              N · (N + 1)
/// 18 iconst_0, istore 6             declaration int constant       N²
/// 21 iload 6, iload_3, if_icmpge    if less, int load              N² · (N + 1)
/// 27 resultMatrix[i * N + j] += … ; the operands of each operator from the stack are marked ⇐
///    imul; iadd ⇐ imul; dup2, iaload ⇐ iadd      multiplication, addition, array load     N³
///    imul; iadd ⇐ imul; iaload ⇐ iadd            multiplication, addition, array load     N³
///    imul; iadd ⇐ imul; iaload ⇐ iadd            multiplication, addition, array load     N³
///    imul ⇐ iaload, iaload; iadd ⇐ iaload, imul  multiplication, addition                 N³
///    iastore ⇐ iadd                              array store                              N³
/// 58 iinc, goto                     increase, goto                 N³
/// 64 iinc, goto                     increase, goto                 N²
/// 70 iinc, goto                     increase, goto                 N
/// ```
///
/// Eleven results stay on the stack, each saving one declaration with a load: six that make up an index, which are ints,
/// and five of the element type T. The index that `dup2` copies counts once.
///
/// ```text
/// 1:  10.6515259 + 38.89443477 = 49.54596067 nJ
/// N:  10.6515259 + 2 · 38.89443477 + 8.3865499 + 11.325 = 108.15194534 nJ; the same for N²
/// N³: 3 multiplications and 3 additions of int, 3 · (35.53770477 + 33.33714477) = 206.62454862 nJ, less 6 declarations
///     of int, 6 · 10.89589677 = 65.37538062 nJ, with 38.89443477 + 8.3865499 + 11.325 = 58.60598467 nJ of the loop:
///     199.85515267 nJ, and of the elements
///     multiplication + addition + 3 array loads + array store − 5 declarations, all T load:
///     int     35.53770477 + 33.33714477 + 3 · 25.8337 + 33.8402 − 5 · 10.89589677 = 125.73666569 nJ
///     long    42.42712502 + 40.22656502 + 3 · 21.6194 + 21.9621 − 5 · 17.78531702 =  80.54740494 nJ
///     float   40.87758602 + 38.67702602 + 3 · 22.1199 + 34.8008 − 5 · 16.23577802 =  99.53622194 nJ
///     double  35.50532165 + 33.30476165 + 3 · 21.0658 + 32.5384 − 5 · 10.86351365 = 110.22831505 nJ
/// ```
#[test]
fn matrix_multiplication_is_cubic() {
    let by_type = [
        ("[I", 125.736_665_69),
        ("[J", 80.547_404_94),
        ("[F", 99.536_221_94),
        ("[D", 110.228_315_05),
    ];
    for jdk in support::jdks("matrix_multiplication_is_cubic") {
        let bytes = support::compile(&jdk, "MatrixMultiplication", MATRIX_MULTIPLICATION);
        let class = ClassFile::parse(&bytes).expect("a class");
        for (array, elements) in by_type {
            let found = formula(&class, "multiply", &format!("({array}{array}{array}I)V"));
            let expected = [
                ("1", 4.954_596_067e-8),
                ("N", 1.081_519_453_4e-7),
                ("N²", 1.081_519_453_4e-7),
                ("N³", (199.855_152_67 + elements) * 1e-9),
            ];
            assert_formula(&found, &expected);
        }
    }
}
