//! What to type to install a JDK, by the package manager of the system.

use super::environment::Environment;
use super::version::MINIMUM_FEATURE;

/// A package manager that can install a JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PackageManager {
    /// Debian, Ubuntu and their relatives.
    Apt,
    /// Fedora, Red Hat Enterprise Linux and their relatives.
    Dnf,
    /// Arch Linux and its relatives.
    Pacman,
    /// Alpine Linux.
    Apk,
    /// Homebrew, on macOS and Linux.
    Brew,
    /// Windows.
    Winget,
}

impl PackageManager {
    /// All of them, in the order in which they are looked for: the system's own before Homebrew,
    /// which may stand beside it.
    pub const ALL: [Self; 6] = [
        Self::Apt,
        Self::Dnf,
        Self::Pacman,
        Self::Apk,
        Self::Brew,
        Self::Winget,
    ];

    /// The program that is looked for on the `PATH`.
    pub const fn program(self) -> &'static str {
        match self {
            Self::Apt => "apt-get",
            Self::Dnf => "dnf",
            Self::Pacman => "pacman",
            Self::Apk => "apk",
            Self::Brew => "brew",
            Self::Winget => "winget",
        }
    }

    /// The command that installs a JDK, word by word, to be run with administrator's rights where
    /// [`PackageManager::needs_administrator`] says so.
    pub const fn install_command(self) -> &'static [&'static str] {
        match self {
            Self::Apt => &["apt-get", "install", "--yes", "default-jdk-headless"],
            Self::Dnf => &["dnf", "install", "--assumeyes", "java-21-openjdk-devel"],
            Self::Pacman => &["pacman", "-S", "--needed", "--noconfirm", "jdk-openjdk"],
            Self::Apk => &["apk", "add", "openjdk21"],
            Self::Brew => &["brew", "install", "openjdk"],
            Self::Winget => &[
                "winget",
                "install",
                "--exact",
                "EclipseAdoptium.Temurin.21.JDK",
            ],
        }
    }

    /// Whether the command changes the system and not the user's own folders only.
    pub const fn needs_administrator(self) -> bool {
        !matches!(self, Self::Brew | Self::Winget)
    }

    /// The package manager of the machine, by what is on its `PATH`.
    pub fn detect(environment: &Environment) -> Option<Self> {
        let folders = environment.search_path();
        Self::ALL.into_iter().find(|manager| {
            let program = format!("{}{}", manager.program(), std::env::consts::EXE_SUFFIX);
            folders.iter().any(|folder| folder.join(&program).is_file())
        })
    }
}

/// What to type on this machine to install a JDK.
pub fn installation_advice(environment: &Environment) -> String {
    let otherwise = format!(
        "Or install a JDK of version {MINIMUM_FEATURE} or newer from https://adoptium.net and set \
         JAVA_HOME to its folder."
    );
    let Some(manager) = PackageManager::detect(environment) else {
        return otherwise.replacen("Or install", "Install", 1);
    };
    let sudo = if manager.needs_administrator() {
        "sudo "
    } else {
        ""
    };
    let mut advice = format!(
        "To install one, type:\n  {sudo}{}\n",
        manager.install_command().join(" ")
    );
    if manager == PackageManager::Apt {
        // The default JDK of Ubuntu 22.04 is version 11.
        advice.push_str("On Ubuntu 22.04 take openjdk-21-jdk-headless in its place.\n");
    }
    advice.push_str(&otherwise);
    advice
}
