//! The profiles of folders: measured costs of real runs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use libraries::{LoadedProfile, ProfileFile};
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tower_lsp::ls_types::MessageType;

use super::known_profiles::FoundProfile;
use super::{Message, Writer};
use crate::pricing_context::same_counts;

/// The interval between searches for profiles if the client does not report changed files.
const PAUSE: Duration = Duration::from_secs(3);

impl Writer {
    /// Searches for the profile of each folder. A found profile is read in the background.
    pub(super) fn look_for_profiles(&mut self) {
        for folder in self.folders.clone() {
            self.look_for_profile(folder);
        }
    }

    /// Looks regularly for changed files, if the client does not report them.
    pub(super) fn keep_looking_for_profiles(&self) {
        if self.capabilities.watches_files {
            return;
        }
        let mailbox = self.mailbox.clone();
        tokio::spawn(async move {
            loop {
                sleep(PAUSE).await;
                if mailbox.send(Message::LookForProfiles).is_err() {
                    break;
                }
            }
        });
    }

    fn look_for_profile(&mut self, folder: PathBuf) {
        if !self.settings.know(&folder) || !self.settings.of(&folder).settings.enable {
            return;
        }
        if let Some(again) = self.profiles.under_way.get_mut(&folder) {
            *again = true;
            return;
        }
        self.profiles.under_way.insert(folder.clone(), false);
        let named = self.settings.of(&folder).settings.profile.clone();
        let known = self.profiles.known.get(&folder).cloned();
        let mailbox = self.mailbox.clone();
        tokio::spawn(async move {
            let place = folder.clone();
            let look = spawn_blocking(move || {
                let file = ProfileFile::of_project(&place, named.as_deref());
                if known.is_some_and(|known| known == file) {
                    return None;
                }
                let read = file.as_ref().map(|file| {
                    let read = file.read(&place);
                    read.map_err(|error| error.to_string())
                });
                Some(FoundProfile { file, read })
            });
            // If reading fails because of an internal error, the next search tries again.
            let found = look.await.unwrap_or(None);
            // After the session, there is no receiver.
            let _ = mailbox.send(Message::Profile { folder, found });
        });
    }

    pub(super) fn take_profile(&mut self, folder: &Path, found: Option<FoundProfile>) {
        let is_to_be_repeated = self.profiles.under_way.remove(folder) == Some(true);
        if let Some(found) = found
            && self.folders.iter().any(|known| known == folder)
        {
            self.show_profile(folder, found);
        }
        if is_to_be_repeated {
            self.look_for_profile(folder.to_path_buf());
        }
    }

    fn show_profile(&mut self, folder: &Path, found: FoundProfile) {
        // A folder that was closed and opened again in the meantime is searched once its settings are known.
        if !self.settings.know(folder) {
            return;
        }
        let path = found.file.as_ref().map(|file| file.path().to_path_buf());
        let known = &mut self.profiles.known;
        known.insert(folder.to_path_buf(), found.file);
        let told = &mut self.profiles.told;
        let run = match (found.read, &path) {
            (Some(Ok(profile)), Some(path)) => {
                told.remove(path);
                Some(profile.show_in(folder))
            }
            (Some(Err(message)), Some(path)) => {
                // A file that is written repeatedly is reported once.
                if told.insert(path.clone()) {
                    self.outbox.show_warning(message);
                }
                None
            }
            _ => None,
        };
        match (&run, path) {
            (Some(_), Some(path)) => {
                let message = format!("showing the profile {}", path.display());
                self.outbox.log(MessageType::INFO, message);
            }
            _ => LoadedProfile::hide_in(folder),
        }
        let Some(shown) = self.settings.run_of(folder) else {
            return;
        };
        let before = std::mem::replace(shown, run.clone());
        if before.is_none() && run.is_none() {
            return;
        }
        let folders = [Some(folder.to_path_buf())];
        if same_counts(before.as_ref(), run.as_ref()) {
            self.show_again_in(&folders);
        } else {
            self.analyse_again_in(&folders);
        }
        self.outbox.refresh();
    }

    /// A folder was closed.
    pub(super) fn forget_profile(&mut self, folder: &Path) {
        self.profiles.known.remove(folder);
        LoadedProfile::hide_in(folder);
    }
}
