//! The commands that install a JDK, for each package manager.

use package_managers::PackageManager;

use super::environment::Environment;
use super::version::MINIMUM_FEATURE;

/// The package of a JDK.
const fn package(manager: PackageManager) -> &'static str {
    match manager {
        PackageManager::Apt => "default-jdk-headless",
        PackageManager::Dnf => "java-21-openjdk-devel",
        PackageManager::Pacman => "jdk-openjdk",
        PackageManager::Apk => "openjdk21",
        PackageManager::Brew => "openjdk",
        PackageManager::Winget => "EclipseAdoptium.Temurin.21.JDK",
    }
}

/// The package manager of the machine, from the programs on its `PATH`.
fn detect(environment: &Environment) -> Option<PackageManager> {
    let folders = environment.search_path();
    PackageManager::detect(|program| {
        let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
        folders.iter().any(|folder| folder.join(&file).is_file())
    })
}

/// The command that installs a JDK on this machine.
pub fn installation_advice(environment: &Environment) -> String {
    let otherwise = format!(
        "Or install a JDK of version {MINIMUM_FEATURE} or newer from https://adoptium.net and set \
         JAVA_HOME to its folder."
    );
    let Some(manager) = detect(environment) else {
        return otherwise.replacen("Or install", "Install", 1);
    };
    let mut advice = format!(
        "To install one, type:\n  {}\n",
        manager.typed(package(manager))
    );
    if manager == PackageManager::Apt {
        // The default JDK of Ubuntu 22.04 is version 11.
        advice.push_str("On Ubuntu 22.04 install openjdk-21-jdk-headless instead.\n");
    }
    advice.push_str(&otherwise);
    advice
}
