//! The generated files in the repository are up to date.

use std::process::Command;

#[test]
fn the_generated_files_are_what_their_tables_make() {
    for command in ["settings", "model-data"] {
        let output = Command::new(env!("CARGO_BIN_EXE_lab"))
            .args([command, "--check"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{command}: {output:?}");
    }
}
