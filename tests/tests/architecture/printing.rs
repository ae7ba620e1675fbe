//! Output is only written where it is escaped.

use crate::DEVELOPERS;
use crate::tree::{packages, root, rust_files};

/// The names for standard output and standard error, and the files that may use them: each of these escapes what it writes,
/// or only asks whether the stream is a terminal.
const PRINTING: [&str; 7] = [
    "println!",
    "print!(",
    "::stdout()",
    "::stderr()",
    "/dev/std",
    ".show_message",
    ".log_message",
];
const MAY_PRINT: [(&str, &str); 6] = [
    ("server/cli/src/screen.rs", ""),
    ("server/calibrate/src/screen.rs", ""),
    ("server/lsp/src/outbox.rs", ""),
    ("server/lsp/src/server.rs", "tokio::io::stdout()"),
    ("server/cli/src/lsp.rs", "fcntl_setpipe_size("),
    ("server/cli/src/input.rs", "ProgressDrawTarget::stderr()"),
];

#[test]
fn text_is_written_only_where_it_is_escaped() {
    for package in packages() {
        if DEVELOPERS.contains(&package.name.as_str()) {
            continue;
        }
        for file in rust_files(&package.folder.join("src")) {
            let name = file.strip_prefix(root()).unwrap_or(&file);
            let name = name.to_string_lossy().replace('\\', "/");
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text
                .lines()
                .take_while(|line| line.trim() != "#[cfg(test)]");
            for line in code.filter(|line| !line.trim_start().starts_with("//")) {
                let prints = PRINTING.iter().any(|word| line.contains(word));
                let is_allowed = line.contains(".is_terminal()")
                    || MAY_PRINT
                        .iter()
                        .any(|(place, how)| name.ends_with(place) && line.contains(how));
                assert!(
                    !prints || is_allowed,
                    "{name} prints past the screen: {line}"
                );
            }
        }
    }
}
