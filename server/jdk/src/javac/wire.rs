//! The bytes between the two processes: big-endian, and each frame starts with its length.
//!
//! `Wire.java` is the other side of every function here. The version is that of both.

use std::ops::Range;
use std::path::Path;

use super::attribute_reader;
use super::error::{CompilerFailure, JavacError};
use super::exchange::{
    CompileRequest, CompileResponse, CompiledClass, Diagnostic, JavacSeverity, SourceLocation,
    SourceUnit,
};
use super::offsets::Offsets;
use super::reader::Reader;

/// The first four bytes of the greeting.
pub(super) const MAGIC: u32 = 0x4a4a_4143;
/// The version of the protocol.
pub(super) const VERSION: u32 = 3;
/// The bytes of the greeting: magic, version, feature version of the JDK.
pub(super) const GREETING_BYTES: usize = 12;

const COMPLETED: u8 = 0;
const STACK_OVERFLOW: u8 = 1;
const OUT_OF_MEMORY: u8 = 2;
const INTERNAL: u8 = 3;
const TOO_LARGE: u8 = 4;

/// Encodes a request as one frame, including its length.
pub(super) fn encode(
    id: u64,
    request: &CompileRequest,
    limit: usize,
) -> Result<Vec<u8>, JavacError> {
    let mut out = Writer { bytes: vec![0; 4] };
    out.long(id);
    out.byte(u8::from(request.keep_warm));
    out.byte(u8::from(request.attributes));
    out.int(u32::from(request.release.unwrap_or(0)));
    out.int(u32::from(request.language_level.unwrap_or(0)));
    out.paths(&request.class_path)?;
    out.paths(&request.module_path)?;
    out.count(request.add_modules.len())?;
    for module in &request.add_modules {
        check_module_name(module)?;
        out.block(module.as_bytes())?;
    }
    out.count(request.sources.len())?;
    for source in &request.sources {
        out.block(source.path.as_bytes())?;
        out.block(source.text.as_bytes())?;
    }
    out.count(request.classes.len())?;
    for class in &request.classes {
        out.block(class.binary_name.as_bytes())?;
        out.block(&class.bytes)?;
    }
    let bytes = out.bytes.len() - 4;
    let length = u32::try_from(bytes)
        .ok()
        .filter(|_| bytes <= limit)
        .ok_or(JavacError::RequestTooLarge { bytes, limit })?;
    out.bytes[..4].copy_from_slice(&length.to_be_bytes());
    Ok(out.bytes)
}

/// A module name becomes part of an option of javac, so only valid names may pass.
fn check_module_name(name: &str) -> Result<(), JavacError> {
    let fits = !name.is_empty()
        && name.chars().all(|character| {
            character.is_alphanumeric() || matches!(character, '.' | '_' | '$' | '-')
        })
        && !name.starts_with('-');
    if fits {
        Ok(())
    } else {
        Err(JavacError::InvalidRequest {
            reason: format!("{name:?} is not the name of a module"),
        })
    }
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    fn int(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_be_bytes());
    }

    fn long(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_be_bytes());
    }

    fn count(&mut self, count: usize) -> Result<(), JavacError> {
        let count = u32::try_from(count).map_err(|_| JavacError::RequestTooLarge {
            bytes: count,
            limit: u32::MAX as usize,
        })?;
        self.int(count);
        Ok(())
    }

    fn block(&mut self, bytes: &[u8]) -> Result<(), JavacError> {
        self.count(bytes.len())?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn paths(&mut self, paths: &[impl AsRef<Path>]) -> Result<(), JavacError> {
        self.count(paths.len())?;
        for path in paths {
            let path = path.as_ref();
            let text = path.to_str().ok_or_else(|| JavacError::InvalidRequest {
                reason: format!(
                    "the path {} is not Unicode, so Java cannot open it",
                    path.display()
                ),
            })?;
            self.block(text.as_bytes())?;
        }
        Ok(())
    }
}

/// Decodes the greeting, and returns the feature version of the JDK.
pub(super) fn decode_greeting(bytes: [u8; GREETING_BYTES]) -> Result<u32, String> {
    let mut reader = Reader::new(&bytes);
    let magic = reader.int()?;
    if magic != MAGIC {
        return Err(format!("its greeting starts with {magic:#010x}"));
    }
    let version = reader.int()?;
    if version != VERSION {
        return Err(format!(
            "it speaks version {version} of the protocol, not {VERSION}"
        ));
    }
    reader.int()
}

/// Decodes the frame that answers the request `id`, without its length.
pub(super) fn decode(
    id: u64,
    request: &CompileRequest,
    frame: &[u8],
    limit: usize,
) -> Result<CompileResponse, JavacError> {
    decode_status(id, frame)
        .and_then(|(status, mut reader)| {
            let failure = match status {
                COMPLETED => return Ok(Ok(decode_response(&request.sources, &mut reader)?)),
                TOO_LARGE => {
                    let bytes = reader.long()?.try_into().unwrap_or(usize::MAX);
                    return Ok(Err(JavacError::ResponseTooLarge { bytes, limit }));
                }
                STACK_OVERFLOW => CompilerFailure::StackOverflow,
                OUT_OF_MEMORY => CompilerFailure::OutOfMemory,
                INTERNAL => CompilerFailure::Internal,
                other => return Err(format!("unknown status {other}")),
            };
            let detail = reader.text()?;
            Ok(Err(JavacError::Compiler { failure, detail }))
        })
        .unwrap_or_else(|detail| Err(JavacError::Protocol { detail }))
}

fn decode_status(id: u64, frame: &[u8]) -> Result<(u8, Reader<'_>), String> {
    let mut reader = Reader::new(frame);
    let answered = reader.long()?;
    if answered != id {
        return Err(format!("request {answered} was answered, not {id}"));
    }
    let status = reader.byte()?;
    Ok((status, reader))
}

fn decode_response(
    sources: &[SourceUnit],
    reader: &mut Reader<'_>,
) -> Result<CompileResponse, String> {
    let success = reader.byte()? != 0;
    let mut offsets = Offsets::of(sources);
    let mut diagnostics = Vec::new();
    for _ in 0..reader.int()? {
        let severity = match reader.byte()? {
            0 => JavacSeverity::Error,
            1 => JavacSeverity::Warning,
            _ => JavacSeverity::Note,
        };
        let code = reader.text()?;
        let message = reader.text()?;
        let source = reader.index()?;
        let [start, caret, end] = [reader.index()?, reader.index()?, reader.index()?];
        let line = reader.int()?;
        let location = match (source, caret.or(start)) {
            (Some(source), Some(caret)) if source < sources.len() => {
                let start = offsets.byte(source, start.unwrap_or(caret));
                // Something incomplete, such as an unfinished file, has no end.
                let end = offsets.byte(source, end.unwrap_or(caret)).max(start);
                Some(SourceLocation {
                    source,
                    bytes: Range { start, end },
                    caret: offsets.byte(source, caret).clamp(start, end),
                    line,
                })
            }
            _ => None,
        };
        diagnostics.push(Diagnostic {
            severity,
            code,
            message,
            location,
        });
    }
    let mut classes = Vec::new();
    for _ in 0..reader.int()? {
        classes.push(CompiledClass {
            binary_name: reader.text()?,
            source: reader.index()?.filter(|source| *source < sources.len()),
            bytes: reader.block()?.to_vec(),
        });
    }
    let mut attributes = Vec::new();
    for source in 0..reader.int()? as usize {
        if source >= sources.len() {
            return Err(format!("types of a source {source} that was not sent"));
        }
        let mut part = Reader::new(reader.block()?);
        attributes.push(attribute_reader::read(&mut part, &mut |unit| {
            offsets.byte(source, unit)
        })?);
    }
    if !reader.is_at_end() {
        return Err(format!("{} bytes too many", reader.left()));
    }
    Ok(CompileResponse {
        success,
        classes,
        diagnostics,
        attributes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_truncated_or_flipped_answer_is_an_error_or_an_answer() {
        let request = CompileRequest {
            sources: vec![SourceUnit::new("A.java", "class A{}")],
            ..CompileRequest::default()
        };
        let mut out = Writer { bytes: Vec::new() };
        out.long(7);
        out.byte(COMPLETED);
        out.byte(1);
        out.int(1);
        out.byte(0);
        out.block(b"code").unwrap();
        out.block(b"message").unwrap();
        for number in [0, 1, 2, 4, 1] {
            out.int(number);
        }
        out.int(1);
        out.block(b"A").unwrap();
        out.int(0);
        out.block(&[0xca, 0xfe]).unwrap();
        out.int(0);
        let frame = out.bytes;

        let whole = decode(7, &request, &frame, 1000).unwrap();
        assert_eq!(whole.class("A").unwrap().bytes, [0xca, 0xfe]);
        let location = whole.diagnostics[0].location.clone().unwrap();
        assert_eq!((location.bytes, location.caret), (1..4, 2));
        assert!(matches!(
            decode(8, &request, &frame, 1000),
            Err(JavacError::Protocol { .. })
        ));
        for end in 0..frame.len() {
            assert!(decode(7, &request, &frame[..end], 1000).is_err(), "{end}");
        }
        for bit in 0..frame.len() * 8 {
            let mut flipped = frame.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let _ = decode(7, &request, &flipped, 1000);
        }
    }

    #[test]
    fn a_module_name_cannot_smuggle_an_option() {
        for name in ["", "a b", "-proc:full", "a,b", "a\u{0}", "x=y"] {
            assert!(check_module_name(name).is_err(), "{name:?}");
        }
        for name in ["java.sql", "ALL-MODULE-PATH", "my_mod.é"] {
            assert!(check_module_name(name).is_ok(), "{name:?}");
        }
    }
}
