//! Decodes messages from any bytes.
//!
//! An invalid message is skipped without affecting others. If its length is unknown, everything up to the next header is skipped.

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::{Id, Request, Response};

/// The maximum size of a message in bytes: more than any text in an editor.
const MAX_CONTENT: usize = 128 << 20;
/// The maximum size of a header in bytes. Those of editors have about fifty.
const MAX_HEADER: usize = 4 << 10;
/// The beginning of a header field with the length of a message.
const LENGTH: &[u8] = b"Content-Length:";

/// A message from the client.
#[derive(Debug, PartialEq)]
pub(super) enum Incoming {
    /// A request or a notification.
    Request(Request),
    /// The answer to a request of the server.
    Response(Response),
    /// Bytes that are not JSON, or a header without a length.
    Malformed,
    /// JSON that is not a message, with the ID for an answer.
    Invalid(Id),
}

/// Received bytes that are not a complete message yet.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    bytes: Vec<u8>,
    /// The number of processed bytes at the start.
    done: usize,
    /// The size of the message whose header was read.
    content: Option<usize>,
    /// Whether the start of the next message is unknown.
    is_lost: bool,
}

impl Decoder {
    /// Adds received bytes.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.done);
        self.done = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The next message; `None` if more bytes are needed for it.
    pub(super) fn next(&mut self) -> Option<Incoming> {
        let length = if let Some(length) = self.content {
            length
        } else {
            let Ok(length) = self.header()? else {
                // Another header may begin inside this one.
                self.done += 1;
                self.is_lost = true;
                return Some(Incoming::Malformed);
            };
            *self.content.insert(length)
        };
        let content = self.bytes.get(self.done..self.done + length)?;
        let incoming = message(content);
        // The length may have been wrong.
        self.is_lost = incoming == Incoming::Malformed;
        self.content = None;
        self.done += length;
        Some(incoming)
    }

    /// The length of the next message after its header is processed; `None` if more bytes are needed.
    fn header(&mut self) -> Option<Result<usize, FramingError>> {
        let rest = self.bytes.get(self.done..).unwrap_or_default();
        if self.is_lost {
            let start = rest
                .windows(LENGTH.len())
                .position(|window| window.eq_ignore_ascii_case(LENGTH));
            let Some(start) = start else {
                self.done += rest.len().saturating_sub(LENGTH.len() - 1);
                return None;
            };
            self.is_lost = false;
            self.done += start;
        }
        let rest = self.bytes.get(self.done..).unwrap_or_default();
        let head = rest.get(..MAX_HEADER).unwrap_or(rest);
        let Some(end) = head.windows(4).position(|window| window == b"\r\n\r\n") else {
            return (rest.len() >= MAX_HEADER).then_some(Err(FramingError));
        };
        let length = content_length(head.get(..end).unwrap_or_default());
        if length.is_ok() {
            self.done += end + 4;
        }
        Some(length)
    }
}

/// A header without the length of its message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FramingError;

fn content_length(header: &[u8]) -> Result<usize, FramingError> {
    let mut length = None;
    for line in header.split(|byte| *byte == b'\n') {
        let line = std::str::from_utf8(line).map_err(|_| FramingError)?;
        let (name, value) = line.split_once(':').ok_or(FramingError)?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if !name.chars().all(is_name) {
            return Err(FramingError);
        }
        // A charset other than UTF-8 is detected in the content.
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.trim().parse().map_err(|_| FramingError)?);
        }
    }
    length
        .filter(|length| *length <= MAX_CONTENT)
        .ok_or(FramingError)
}

fn message(content: &[u8]) -> Incoming {
    let Ok(value) = serde_json::from_slice::<Value>(content) else {
        return Incoming::Malformed;
    };
    let id = value.get("id").map(Id::deserialize);
    let id = id.and_then(Result::ok).unwrap_or_default();
    let message = if value.get("method").is_some() {
        serde_json::from_value(value).map(Incoming::Request)
    } else {
        serde_json::from_value(value).map(Incoming::Response)
    };
    message.unwrap_or(Incoming::Invalid(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn framed(content: &[u8]) -> Vec<u8> {
        let header = format!("Content-Length: {}\r\n\r\n", content.len());
        [header.as_bytes(), content].concat()
    }

    fn request(method: &str) -> Vec<u8> {
        framed(
            json!({"jsonrpc": "2.0", "method": method})
                .to_string()
                .as_bytes(),
        )
    }

    /// The decoded messages, in short form.
    fn decoded(bytes: &[u8], piece: usize) -> Vec<String> {
        let mut decoder = Decoder::default();
        let mut all = Vec::new();
        for piece in bytes.chunks(piece) {
            decoder.feed(piece);
            while let Some(incoming) = decoder.next() {
                all.push(match incoming {
                    Incoming::Request(request) => request.method().to_owned(),
                    Incoming::Response(response) => format!("answer {}", response.id()),
                    Incoming::Malformed => "malformed".to_owned(),
                    Incoming::Invalid(id) => format!("invalid {id}"),
                });
            }
        }
        all
    }

    /// The same, after asserting that it does not depend on how the bytes are split.
    fn all_decoded(bytes: &[u8]) -> Vec<String> {
        let whole = decoded(bytes, bytes.len());
        for piece in [1, 2, 7, 50] {
            assert_eq!(decoded(bytes, piece), whole, "in pieces of {piece}");
        }
        whole
    }

    #[test]
    fn messages_of_all_kinds() {
        let answer = framed(br#"{"jsonrpc":"2.0","id":7,"result":null}"#);
        let failure = framed(br#"{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":""}}"#);
        let bytes = [request("a"), answer, failure, request("b")].concat();
        assert_eq!(all_decoded(&bytes), ["a", "answer 7", "answer \"x\"", "b"]);
    }

    #[test]
    fn headers_in_other_words() {
        let content = r#"{"jsonrpc":"2.0","method":"a"}"#;
        let length = content.len();
        for header in [
            format!("content-length:{length}"),
            format!(
                "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: {length}"
            ),
            format!("Content-Length: {length}\r\nX-Other: 1"),
        ] {
            let bytes = format!("{header}\r\n\r\n{content}");
            assert_eq!(all_decoded(bytes.as_bytes()), ["a"], "{header}");
        }
    }

    #[test]
    fn a_content_that_is_no_message_costs_itself_alone() {
        for (content, what) in [
            (&b"{"[..], "malformed"),
            (b"not json", "malformed"),
            (b"\xff\xfe", "malformed"),
            (b"", "malformed"),
            (b"{} {}", "malformed"),
            (b"\"text\"", "invalid null"),
            (b"[]", "invalid null"),
            (b"{}", "invalid null"),
            (br#"{"jsonrpc":"2.0","id":3}"#, "invalid 3"),
            (br#"{"jsonrpc":"1.0","id":3,"method":"x"}"#, "invalid 3"),
            (br#"{"jsonrpc":"2.0","id":[],"method":"x"}"#, "invalid null"),
        ] {
            let bytes = [request("a"), framed(content), request("b")].concat();
            let content = String::from_utf8_lossy(content);
            assert_eq!(all_decoded(&bytes), ["a", what, "b"], "{content}");
        }
    }

    #[test]
    fn a_header_without_a_length_or_with_an_impossible_one_costs_its_message_alone() {
        for header in [
            "Content-Type: x",
            "Content-Length: ",
            "Content-Length: -1",
            "Content-Length: ten",
            "Content-Length: 99999999999999999999999",
            "Content-Length: 10000000000",
            "no header",
            "",
        ] {
            let bad = format!("{header}\r\n\r\n{{}}").into_bytes();
            let bytes = [request("a"), bad, request("b")].concat();
            let all = all_decoded(&bytes);
            assert_eq!(all, ["a", "malformed", "b"], "{header}");
        }
    }

    #[test]
    fn a_wrong_length_costs_two_messages_at_most() {
        for difference in [-30_isize, -20, -1, 1, 20, 40] {
            let content = br#"{"jsonrpc":"2.0","method":"short","params":{}}"#;
            let length = content.len().saturating_add_signed(difference);
            let bad = format!("Content-Length: {length}\r\n\r\n").into_bytes();
            let bytes = [bad, content.to_vec(), request("b"), request("c")].concat();
            let all = all_decoded(&bytes);
            assert!(
                all.contains(&"malformed".to_owned()),
                "{difference}: {all:?}"
            );
            assert_eq!(
                all.last().map(String::as_str),
                Some("c"),
                "{difference}: {all:?}"
            );
        }
    }

    #[test]
    fn bytes_without_end_take_no_room() {
        let mut decoder = Decoder::default();
        let mut malformed = 0;
        for _ in 0..1000 {
            decoder.feed(&[b'x'; 1000]);
            while decoder.next().is_some() {
                malformed += 1;
            }
            assert!(decoder.bytes.len() <= MAX_HEADER + 1000);
        }
        assert_eq!(malformed, 1);
        decoder.feed(&request("a"));
        assert!(matches!(decoder.next(), Some(Incoming::Request(_))));
    }

    #[test]
    fn the_room_for_a_message_is_taken_as_it_comes() {
        let mut decoder = Decoder::default();
        decoder.feed(format!("Content-Length: {MAX_CONTENT}\r\n\r\n").as_bytes());
        assert_eq!(decoder.next(), None);
        assert!(decoder.bytes.capacity() < 1 << 10);
    }
}
