//! The system's package manager.

use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};
use package_managers::PackageManager;

use crate::process;

/// Something that only the system's package manager can install.
#[derive(Clone, Copy, Debug)]
pub enum Package {
    /// A JDK of version 17 or newer, but older than 25.
    Jdk,
    /// A JDK of version 25 or newer.
    NewerJdk,
    /// The program jq.
    Jq,
    /// Python 3 with its modules `venv` and `ensurepip`.
    Python,
    /// The terminal multiplexer tmux.
    Tmux,
    /// The browser Chromium.
    Chromium,
    /// The editor Emacs, without graphics.
    Emacs,
    /// Emacs's client of the language server protocol.
    Eglot,
    /// Another client of the protocol.
    LspMode,
}

impl Package {
    fn title(self) -> &'static str {
        match self {
            Self::Jdk => "a JDK (version 17 to 24)",
            Self::NewerJdk => "a JDK (version 25 or newer)",
            Self::Jq => "jq",
            Self::Python => "Python 3 with its module venv",
            Self::Tmux => "tmux",
            Self::Chromium => "Chromium",
            Self::Emacs => "Emacs",
            Self::Eglot => "Eglot for Emacs",
            Self::LspMode => "lsp-mode for Emacs",
        }
    }

    /// Where to get it if the system has no known package manager.
    fn home_page(self) -> &'static str {
        match self {
            Self::Jdk | Self::NewerJdk => "https://adoptium.net",
            Self::Jq => "https://jqlang.org/download",
            Self::Python => "https://www.python.org/downloads",
            Self::Tmux => "https://github.com/tmux/tmux/wiki/Installing",
            Self::Chromium => "https://www.chromium.org/getting-involved/download-chromium",
            Self::Emacs => "https://www.gnu.org/software/emacs/download.html",
            Self::Eglot => "https://elpa.gnu.org/packages/eglot.html",
            Self::LspMode => "https://emacs-lsp.github.io/lsp-mode/page/installation",
        }
    }

    /// Names to try, one after the other: releases of a system have different versions.
    fn names(self, manager: PackageManager) -> &'static [&'static str] {
        match (self, manager) {
            (Self::Jdk, PackageManager::Apt) => {
                &["openjdk-21-jdk-headless", "openjdk-17-jdk-headless"]
            }
            (Self::Jdk, PackageManager::Dnf) => &["java-21-openjdk-devel", "java-17-openjdk-devel"],
            (Self::Jdk, PackageManager::Pacman) => &["jdk21-openjdk"],
            (Self::Jdk, PackageManager::Apk) => &["openjdk21-jdk", "openjdk17-jdk"],
            (Self::Jdk, PackageManager::Brew) => &["openjdk@21"],
            (Self::Jdk, PackageManager::Winget) => &["EclipseAdoptium.Temurin.21.JDK"],
            (Self::NewerJdk, PackageManager::Apt) => &["openjdk-25-jdk-headless"],
            (Self::NewerJdk, PackageManager::Dnf) => {
                &["java-25-openjdk-devel", "java-latest-openjdk-devel"]
            }
            (Self::NewerJdk, PackageManager::Pacman) => &["jdk25-openjdk", "jdk-openjdk"],
            (Self::NewerJdk, PackageManager::Apk) => &["openjdk25-jdk"],
            (Self::NewerJdk, PackageManager::Brew) => &["openjdk"],
            (Self::NewerJdk, PackageManager::Winget) => &["EclipseAdoptium.Temurin.25.JDK"],
            (Self::Jq, PackageManager::Winget) => &["jqlang.jq"],
            (Self::Jq, _) => &["jq"],
            (Self::Python, PackageManager::Apt) => &["python3-venv"],
            (Self::Python, PackageManager::Pacman) => &["python"],
            (Self::Python, PackageManager::Winget) => &["Python.Python.3.13"],
            (Self::Python, _) => &["python3"],
            (Self::Tmux, PackageManager::Winget) => &[],
            (Self::Tmux, _) => &["tmux"],
            (Self::Chromium, PackageManager::Apt) => &["chromium", "chromium-browser"],
            (Self::Chromium, PackageManager::Winget) => &["Hibbiki.Chromium"],
            (Self::Chromium, _) => &["chromium"],
            (Self::Emacs, PackageManager::Winget) => &["GNU.Emacs"],
            (Self::Emacs, PackageManager::Brew) => &["emacs"],
            (Self::Emacs, _) => &["emacs-nox", "emacs"],
            (Self::Eglot, PackageManager::Apt) => &["elpa-eglot"],
            (Self::LspMode, PackageManager::Apt) => &["elpa-lsp-mode"],
            (Self::Eglot | Self::LspMode, _) => &[],
        }
    }
}

/// The option that makes a package manager install only what is needed.
const fn sparing(manager: PackageManager) -> &'static [&'static str] {
    match manager {
        PackageManager::Apt => &["--no-install-recommends"],
        _ => &[],
    }
}

/// Installs a package if its program is not on the `PATH`.
///
/// # Errors
/// As [`install`].
pub fn ensure_program(program: &str, package: Package) -> Result<()> {
    if which::which(program).is_ok() {
        return Ok(());
    }
    install(package)
}

/// Installs a package if that is possible without asking anyone.
///
/// # Errors
/// If there is no known package manager, if it needs a password, or if it fails. The message says
/// what to type.
pub fn install(package: Package) -> Result<()> {
    /// Only one package manager can run at a time, but the test steps run in parallel.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);

    let title = package.title();
    let manager = PackageManager::detect(|program| which::which(program).is_ok())
        .filter(|&manager| !package.names(manager).is_empty());
    let Some(manager) = manager else {
        bail!(
            "{title} is missing. Install it from {} and run this command again.",
            package.home_page()
        );
    };
    let sudo = manager.needs_administrator() && !is_root();
    if sudo && !sudo_without_password() {
        bail!(
            "{title} is missing. Type\n{}\nand run this command again.",
            by_hand(package, manager)
        );
    }
    println!(
        "{title} is missing; installing it with {}.",
        manager.program()
    );
    if manager == PackageManager::Apt {
        process::run(&mut command(manager, sudo, &["update"]))?;
    }
    for name in package.names(manager) {
        let arguments = [manager.install_arguments(), sparing(manager), &[*name]].concat();
        if process::run(&mut command(manager, sudo, &arguments)).is_ok() {
            return Ok(());
        }
    }
    bail!(
        "{} could not install {title}. It was asked for\n{}",
        manager.program(),
        by_hand(package, manager)
    )
}

/// The commands to install a package by hand, one line for each name it may have.
fn by_hand(package: Package, manager: PackageManager) -> String {
    let choices = package.names(manager).iter();
    let choices: Vec<String> = choices
        .map(|name| format!("    {}", manager.typed(name)))
        .collect();
    choices.join("\nor\n")
}

fn command(manager: PackageManager, sudo: bool, arguments: &[&str]) -> Command {
    let mut command = if sudo {
        let mut command = process::command("sudo");
        command.args(["-n", manager.program()]);
        command
    } else {
        process::command(manager.program())
    };
    command
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn is_root() -> bool {
    process::output(process::command("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

fn sudo_without_password() -> bool {
    process::output(process::command("sudo").args(["-n", "true"])).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_manager_has_a_command_to_install_a_jdk() {
        for manager in PackageManager::ALL {
            let text = by_hand(Package::Jdk, manager);
            assert!(text.contains(manager.program()), "{text}");
            assert!(text.to_lowercase().contains("jdk"), "{text}");
        }
    }
}
