//! What may stand where a file is expected.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of a test fail like the test itself"
)]

use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;

use files::{Bounded, read, read_from, read_text};

fn refusal(path: &Path) -> io::Error {
    read(path, 1 << 20).unwrap_err()
}

#[test]
fn a_file_is_read_up_to_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "twelve bytes").unwrap();
    assert_eq!(read(&path, 12).unwrap(), b"twelve bytes");
    assert_eq!(read_text(&path, u64::MAX).unwrap(), "twelve bytes");
    let error = read(&path, 11).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert!(error.to_string().contains("over 11 bytes"), "{error}");
    fs::write(&path, [b'a', 0xff]).unwrap();
    let error = read_text(&path, 12).unwrap_err().to_string();
    assert!(error.contains("byte 1 "), "{error}");
}

#[test]
fn a_terabyte_of_nothing_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse");
    // Some file systems have no room even for nothing.
    if File::create(&path).unwrap().set_len(1 << 40).is_ok() {
        assert_eq!(refusal(&path).kind(), ErrorKind::FileTooLarge);
    }
}

#[test]
fn a_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = refusal(folder.path());
    assert!(error.to_string().contains("a folder"), "{error}");
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_sockets_are_refused_at_once_also_behind_links() {
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let socket = folder.path().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    let zero = Path::new("/dev/zero").to_path_buf();
    for (number, (path, what)) in [(pipe, "a pipe"), (socket, "a socket"), (zero, "a device")]
        .into_iter()
        .enumerate()
    {
        let link = folder.path().join(format!("link{number}"));
        std::os::unix::fs::symlink(&path, &link).unwrap();
        for path in [&path, &link] {
            let error = refusal(path).to_string();
            assert!(error.contains(what), "{}: {error}", path.display());
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_of_the_system_that_state_no_length_are_read_and_bounded() {
    let path = Path::new("/proc/self/maps");
    assert_eq!(fs::metadata(path).unwrap().len(), 0);
    assert!(!read(path, 1 << 20).unwrap().is_empty());
    assert_eq!(read(path, 10).unwrap_err().kind(), ErrorKind::FileTooLarge);
}

#[test]
fn a_stream_without_an_end_is_left_at_the_limit() {
    let error = read_from(io::repeat(0), 1 << 20).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert_eq!(read_from(io::repeat(7).take(3), 3).unwrap(), [7; 3]);
}

#[test]
fn of_a_bounded_stream_no_more_is_read_wherever() {
    let mut stream = Bounded::new(Cursor::new(vec![1; 100]), 10);
    let mut bytes = [0; 4];
    for _ in 0..2 {
        stream.read_exact(&mut bytes).unwrap();
        io::Seek::rewind(&mut stream).unwrap();
    }
    assert_eq!(stream.read(&mut bytes).unwrap(), 2);
    let error = stream.read(&mut bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
}

#[test]
fn limits_are_said_in_units() {
    for (bytes, said) in [
        (0, "0 bytes"),
        (1000, "1000 bytes"),
        (2048, "2 KiB"),
        (64 << 20, "64 MiB"),
        (4 << 30, "4 GiB"),
    ] {
        assert_eq!(files::shown(bytes), said);
    }
}
