//! Requests for the servers of a benchmark, over loopback.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// What the names of the files with the servers' ports begin with; the process ID follows.
pub(super) const PORT: &str = "port-";
const CLIENTS: usize = 2;
const LOOK: Duration = Duration::from_millis(20);
/// A server that does not answer for so long has ended.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(1);

/// Asks each server whose port appears in a folder until it ends, one after the other, until `is_over`.
pub(super) fn ask(folder: &Path, is_over: &AtomicBool) {
    let mut asked = BTreeSet::new();
    let seed = AtomicU64::new(1);
    while !is_over.load(Ordering::Relaxed) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let pid = name.strip_prefix(PORT).map(str::parse::<u32>);
            let Some(Ok(_)) = pid else { continue };
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            let Ok(port) = text.trim().parse::<u16>() else {
                continue;
            };
            if asked.insert(name) {
                thread::scope(|scope| {
                    for _ in 0..CLIENTS {
                        // A connection fails when the server ends.
                        scope.spawn(|| while one_connection(port, &seed).is_ok() {});
                    }
                });
            }
        }
        thread::sleep(LOOK);
    }
}

/// Sends requests over one connection until the server closes it.
fn one_connection(port: u16, seed: &AtomicU64) -> io::Result<()> {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(REQUEST_TIMEOUT))?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    loop {
        let seed = seed.fetch_add(1, Ordering::Relaxed);
        let request = format!("GET /orders?seed={seed} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        writer.write_all(request.as_bytes())?;
        if !answer(&mut reader)? {
            return Ok(());
        }
    }
}

/// Reads an answer. Returns whether the connection stays open.
fn answer(reader: &mut impl BufRead) -> io::Result<bool> {
    let mut length = None;
    let mut is_chunked = false;
    let mut stays = true;
    loop {
        let line = line(reader)?.to_ascii_lowercase();
        match line
            .split_once(':')
            .map(|(name, value)| (name, value.trim()))
        {
            Some(("content-length", value)) => length = value.parse::<u64>().ok(),
            Some(("transfer-encoding", value)) => is_chunked = value == "chunked",
            Some(("connection", value)) => stays &= value != "close",
            Some(_) => {}
            None if line.is_empty() => break,
            None if line.starts_with("http/1.1 200") => {}
            None => return Err(io::Error::other(line)),
        }
    }
    if is_chunked {
        loop {
            let size = u64::from_str_radix(&line(reader)?, 16).map_err(io::Error::other)?;
            skip(reader, size)?;
            line(reader)?;
            if size == 0 {
                return Ok(stays);
            }
        }
    }
    let length = length.ok_or_else(|| io::Error::other("an answer without a length"))?;
    skip(reader, length)?;
    Ok(stays)
}

fn line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end().to_owned())
}

fn skip(reader: &mut impl BufRead, count: u64) -> io::Result<()> {
    if io::copy(&mut reader.take(count), &mut io::sink())? < count {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_ends_where_its_length_or_its_last_chunk_says() {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        let mut reader = text.as_bytes();
        assert!(answer(&mut reader).unwrap());
        assert!(answer(&mut reader).unwrap());
        assert!(!answer(&mut reader).unwrap());
        assert!(answer(&mut reader).is_err());
    }

    #[test]
    fn an_answer_that_is_cut_off_or_no_success_is_an_error() {
        for text in [
            "",
            "HTTP/1.1 500 Server Error\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        ] {
            assert!(answer(&mut text.as_bytes()).is_err(), "{text}");
        }
    }
}
