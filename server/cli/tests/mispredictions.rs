//! How often jumps are mispredicted in code that nobody ran: never at least, usually in a typical call, always at worst.

use crate::support::{Folder, jouled};
use serde_json::Value;

const MODEL: &str = "x86-64-vm-jdk25-interpreter";
const TEXT: &str = "class Jumps {
    static int decide(int[] a) { if (a[0] > 3) return 1; return 2; }
    static int straight(int a) { return a + 1; }
    static int calls(int[] a) { return decide(a) + straight(1); }
    static int count() { int s = 0; for (int i = 0; i < 10; i++) s += i; return s; }
}
";

/// Least, typical and worst energy of a method in joules.
fn energies(report: &Value, name: &str) -> [f64; 3] {
    let methods = report["methods"].as_array().expect("methods");
    let method = methods.iter().find(|method| method["method"] == name);
    let method = method.unwrap_or_else(|| panic!("no {name}"));
    ["/best/mean", "/typical/mean", "/worst/energy/mean"]
        .map(|at| method.pointer(at).and_then(Value::as_f64).expect("joules"))
}

fn report(folder: &Folder, model: &str) -> Value {
    let run = jouled(&[
        "report", "--format", "json", "--calls", "project", "--model", model, folder.path(),
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// In joules.
fn price_of_misprediction() -> f64 {
    let model = include_str!("../../../model-data/x86-64-vm-jdk25-interpreter.json");
    let model: Value = serde_json::from_str(model).expect("JSON");
    let features = model["features"].as_array().expect("features");
    let mut features = features.iter();
    let feature = features.find(|feature| feature["name"] == "operation:misprediction");
    let price = feature.and_then(|feature| feature["mean_j"].as_f64());
    price.expect("a price")
}

#[test]
fn the_worst_case_has_each_jump_on_data_mispredicted_and_at_least_has_none() {
    let folder = Folder::new();
    folder.write("Jumps.java", TEXT.as_bytes());
    let found = report(&folder, MODEL);
    let price = price_of_misprediction();
    let close = |found: f64, wanted: f64| {
        assert!((found / wanted - 1.0).abs() < 1e-6, "{found} {wanted}");
    };
    // Both ways execute the same: a branch on data and a return.
    let [least, typical, worst] = energies(&found, "decide");
    close(typical - least, (0.11 + 0.059) * price);
    close(worst - least, 2.0 * price);
    let [least, typical, worst] = energies(&found, "straight");
    close(typical - least, 0.059 * price);
    close(worst - least, price);
    // With those of its callees and their returns.
    let [least, typical, worst] = energies(&found, "calls");
    close(typical - least, 3.0_f64.mul_add(0.059, 0.11) * price);
    close(worst - least, 4.0 * price);
    // Eleven branches on a counter, as often as usual, and the return.
    let [least, _, worst] = energies(&found, "count");
    close(worst - least, 11.0_f64.mul_add(0.066, 1.0) * price);
    // A model without a price for mispredictions contains what they usually cost.
    let [least, typical, worst] = energies(&report(&folder, "raspberry-pi-5"), "decide");
    close(typical, least);
    close(worst, least);
}
