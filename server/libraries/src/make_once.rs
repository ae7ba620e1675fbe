//! One process at a time prices a library; the others wait for it and use its cached result.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long a process waits for another one. Pricing the JDK takes a minute or two; a stopped process never finishes.
const LOCK_TIMEOUT: Duration = Duration::from_mins(5);

/// The interval between checks.
const INTERVAL: Duration = Duration::from_millis(20);

/// Returns what `open` finds. If it finds nothing, calls `make`, while no other process makes the same. A process that had to
/// wait calls `open` again first. It waits at most [`LOCK_TIMEOUT`], and not at all if files cannot be locked.
pub(super) fn make_once<T, E>(
    cache: &Path,
    digest: &str,
    open: impl Fn() -> Option<Result<T, E>>,
    make: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    make_once_within(LOCK_TIMEOUT, cache, digest, open, make)
}

fn make_once_within<T, E>(
    timeout: Duration,
    cache: &Path,
    digest: &str,
    open: impl Fn() -> Option<Result<T, E>>,
    make: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let folder = cache.join("library");
    let path = folder.join(format!("{digest}.lock"));
    let locked = fs::create_dir_all(&folder).and_then(|()| {
        files::clear_place(&path);
        let file = File::create(&path)?;
        lock(&file, timeout)?;
        Ok(file)
    });
    let Ok(locked) = locked else {
        return make();
    };
    if let Some(found) = open() {
        return found;
    }
    let made = make();
    if made.is_ok() {
        // A process that waits for the removed file finds the result; a later one does not need the lock.
        let _ = fs::remove_file(&path);
    }
    drop(locked);
    made
}

/// Locks a file. The system releases the lock when a process ends in any way.
fn lock(file: &File, timeout: Duration) -> io::Result<()> {
    let end = Instant::now() + timeout;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < end => thread::sleep(INTERVAL),
            locked => return Ok(locked?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    /// Makes a file as slowly as a library.
    fn make(cache: &Path, made: &AtomicUsize, works: bool) -> Result<String, String> {
        let file = cache.join("made");
        make_once(
            cache,
            "digest",
            || fs::read_to_string(&file).ok().map(Ok),
            || {
                made.fetch_add(1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(50));
                if !works {
                    return Err(String::from("no room"));
                }
                fs::write(&file, "result").map_err(|error| error.to_string())?;
                Ok(String::from("result"))
            },
        )
    }

    #[test]
    fn of_many_that_start_together_one_makes_it() {
        let cache = tempfile::tempdir().expect("a folder");
        let made = AtomicUsize::new(0);
        thread::scope(|scope| {
            let all: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| make(cache.path(), &made, true)))
                .collect();
            for one in all {
                let result = one.join().expect("a thread");
                assert_eq!(result.as_deref(), Ok("result"));
            }
        });
        assert_eq!(made.load(Ordering::SeqCst), 1);
        assert!(!cache.path().join("library/digest.lock").exists());
    }

    #[test]
    fn what_one_fails_at_the_next_tries_again() {
        let cache = tempfile::tempdir().expect("a folder");
        let made = AtomicUsize::new(0);
        assert!(make(cache.path(), &made, false).is_err());
        assert!(make(cache.path(), &made, true).is_ok());
        assert_eq!(made.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn nobody_waits_forever_for_one_that_hangs() {
        let cache = tempfile::tempdir().expect("a folder");
        let folder = cache.path().join("library");
        fs::create_dir_all(&folder).expect("a folder");
        let held = File::create(folder.join("digest.lock")).expect("a file");
        held.lock().expect("a lock");
        let started = Instant::now();
        let timeout = Duration::from_millis(100);
        let made: Result<u8, ()> =
            make_once_within(timeout, cache.path(), "digest", || None, || Ok(1));
        assert_eq!(made, Ok(1));
        assert!(started.elapsed() >= timeout);
    }

    #[test]
    fn a_cache_that_cannot_hold_a_lock_stops_nobody() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        let made: Result<u8, ()> = make_once(&file, "digest", || None, || Ok(1));
        assert_eq!(made, Ok(1));
    }
}
