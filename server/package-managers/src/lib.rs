//! The package managers of systems, and how each installs a package.
//!
//! This is a separate crate without dependencies, because `xtask` must build quickly. `jdk` names the command that installs
//! a JDK, and `xtask` installs what the developers' commands need.

/// A package manager.
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
    /// which may be beside it.
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

    /// The words between its name and a package's name that install the package without a question.
    pub const fn install_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Apt => &["install", "--yes"],
            Self::Dnf => &["install", "--assumeyes"],
            Self::Pacman => &["-S", "--needed", "--noconfirm"],
            Self::Apk => &["add"],
            Self::Brew => &["install"],
            Self::Winget => &["install", "--exact"],
        }
    }

    /// Whether installing changes the system and not the user's own folders only.
    pub const fn needs_administrator(self) -> bool {
        !matches!(self, Self::Brew | Self::Winget)
    }

    /// The command that a user types to install a package.
    pub fn typed(self, package: &str) -> String {
        let sudo = if self.needs_administrator() {
            "sudo "
        } else {
            ""
        };
        let arguments = self.install_arguments().join(" ");
        format!("{sudo}{} {arguments} {package}", self.program())
    }

    /// The package manager of a machine, by the programs that it has.
    pub fn detect(has_program: impl Fn(&str) -> bool) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|manager| has_program(manager.program()))
    }
}

#[cfg(test)]
mod tests {
    use super::PackageManager;

    #[test]
    fn the_system_s_own_comes_before_homebrew() {
        let has = |program: &str| ["brew", "dnf"].contains(&program);
        assert_eq!(PackageManager::detect(has), Some(PackageManager::Dnf));
        assert_eq!(PackageManager::detect(|_| false), None);
    }

    #[test]
    fn what_is_typed_is_a_whole_command() {
        assert_eq!(
            PackageManager::Apt.typed("tmux"),
            "sudo apt-get install --yes tmux"
        );
        assert_eq!(PackageManager::Brew.typed("tmux"), "brew install tmux");
    }
}
