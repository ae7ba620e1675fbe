//! The structure of a class file (JVM specification, chapter 4).
//!
//! The class-file library reads the constants, which everything else refers to. Parts that are not needed are skipped by their
//! length: fields, stack maps, signatures and the like take longer to decode than the code.

use crate::annotation;
use crate::class_file::{ClassError, ClassFile, DeclaredField, Method};
use crate::code::{Code, LineEntry, LocalTables};
use crate::decode::Decoder;
use crate::flow::Handler;
use crate::pool::{class_name, utf8};
use crate::smap::SourceMap;
use ristretto_classfile::attributes::{Annotation, BootstrapMethod, LocalVariableTable};
use ristretto_classfile::byte_reader::ByteReader;
use ristretto_classfile::{ConstantPool, Error, Result, Version};
use std::borrow::Cow;
use std::sync::OnceLock;

/// The flag of a field that only its own class writes, and only during initialisation.
pub(crate) const FINAL: u16 = 0x0010;

/// The flag of a field that only its own class and classes of its nest write.
pub(crate) const PRIVATE: u16 = 0x0002;

/// The first bytes of a class file.
const MAGIC: u32 = 0xCAFE_BABE;

/// The newest completely known format: that of Java 25.
const NEWEST_FORMAT: u16 = 69;

/// The difference between a format's number and its Java release.
const FIRST_FORMAT: u16 = 44;

/// The newest Java release whose class files are completely known.
pub const NEWEST_RELEASE: u16 = NEWEST_FORMAT - FIRST_FORMAT;

/// The Java release of a class-file format, if it is newer than the known ones.
pub fn newer_release(major_version: u16) -> Option<u16> {
    (major_version > NEWEST_FORMAT).then(|| major_version - FIRST_FORMAT)
}

impl<'a> ClassFile<'a> {
    /// Parses the bytes of one class.
    ///
    /// # Errors
    /// [`ClassError`] says why the bytes are not a class file.
    pub fn parse(bytes: &'a [u8]) -> std::result::Result<Self, ClassError> {
        let (class, this_class) = read(bytes).map_err(|error| {
            let newer = bytes.get(6..8).and_then(|version| {
                let release = newer_release(u16::from_be_bytes(version.try_into().ok()?))?;
                Some(format!(
                    "{error}; it is in the format of Java {release}, and the newest that is known is that of Java {NEWEST_RELEASE}"
                ))
            });
            ClassError::Malformed(newer.unwrap_or_else(|| error.to_string()))
        })?;
        class.ok_or(ClassError::NoName(this_class))
    }
}

/// The format's major version and the constants, with which a class file begins.
pub(crate) fn beginning<'a>(reader: &mut ByteReader<'a>) -> Result<(u16, ConstantPool<'a>)> {
    let magic = reader.read_u32()?;
    if magic != MAGIC {
        return Err(Error::InvalidMagicNumber(magic));
    }
    let (minor_version, major_version) = (reader.read_u16()?, reader.read_u16()?);
    // Newer formats only add constants and attributes, and rarely even these, so the known parts are read.
    if newer_release(major_version).is_none() {
        Version::from(major_version, minor_version)?;
    }
    Ok((major_version, ConstantPool::from_bytes(reader)?))
}

/// The class in these bytes, if it has a name, and the constant that should have the name.
fn read(bytes: &[u8]) -> Result<(Option<ClassFile<'_>>, u16)> {
    let mut reader = ByteReader::new(bytes);
    let (major_version, pool) = beginning(&mut reader)?;
    let access_flags = reader.read_u16()?;
    let this_class = reader.read_u16()?;
    let super_class = reader.read_u16()?;
    let interfaces = list(&mut reader, ByteReader::read_u16)?;
    let (mut fields, mut own_fields, mut final_fields) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..reader.read_u16()? {
        let (flags, name) = (reader.read_u16()?, reader.read_u16()?);
        fields.push(DeclaredField {
            access_flags: flags,
            name,
            descriptor: reader.read_u16()?,
        });
        if flags & (FINAL | PRIVATE) != 0 {
            own_fields.push(name);
        }
        if flags & FINAL != 0 {
            final_fields.push(name);
        }
        attributes(&mut reader, &pool, |_, _| Ok(()))?;
    }
    let mut decoder = Decoder::new();
    let mut methods = list(&mut reader, |reader| method(reader, &pool, &mut decoder))?;
    let mut source_file = None;
    let mut source_map = None;
    let mut bootstrap_arguments = Vec::new();
    let mut has_nest_mates = false;
    attributes(&mut reader, &pool, |name, mut content| {
        match name {
            b"SourceFile" => {
                source_file = utf8(&pool, content.read_u16()?).map(Cow::into_owned);
            }
            b"BootstrapMethods" => {
                bootstrap_arguments = list(&mut content, |content| {
                    Ok(BootstrapMethod::from_bytes(content)?.arguments)
                })?;
            }
            b"SourceDebugExtension" => {
                let text = content.read_bytes(content.remaining())?;
                source_map = SourceMap::read(&String::from_utf8_lossy(text));
            }
            // Classes of a nest write each other's private fields (JVMS 5.4.4).
            b"NestHost" | b"NestMembers" => has_nest_mates = true,
            _ => {}
        }
        Ok(())
    })?;
    if let Some(map) = source_map {
        for method in &mut methods {
            let code = method.code.iter_mut();
            code.for_each(|code| follow(&map, &mut code.lines));
        }
        source_file = Some(map.file);
    }
    let own = |name: Cow<'_, str>| name.into_owned();
    let Some(name) = class_name(&pool, this_class).map(own) else {
        return Ok((None, this_class));
    };
    let interfaces = interfaces.iter();
    let interfaces = interfaces.filter_map(|interface| class_name(&pool, *interface).map(own));
    let class = ClassFile {
        name,
        super_name: class_name(&pool, super_class).map(own),
        interfaces: interfaces.collect(),
        source_file,
        access_flags,
        major_version,
        methods,
        bootstrap_arguments,
        closed_fields: if has_nest_mates {
            final_fields.clone()
        } else {
            own_fields.clone()
        },
        fields,
        own_fields,
        final_fields,
        known_numbers: OnceLock::new(),
        pool,
    };
    Ok((Some(class), this_class))
}

/// Replaces lines of the class file by those of the source. Code from elsewhere belongs to the preceding line.
fn follow(map: &SourceMap, lines: &mut Vec<LineEntry>) {
    lines.retain_mut(|entry| match map.line(entry.line) {
        Some(line) => {
            entry.line = line;
            true
        }
        None => false,
    });
}

/// Reads a list with its length in front.
fn list<'a, T>(
    reader: &mut ByteReader<'a>,
    mut one: impl FnMut(&mut ByteReader<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = reader.read_u16()?;
    // No element takes less than two bytes, so a short file needs little memory.
    let mut read = Vec::with_capacity(usize::from(count).min(reader.remaining() / 2));
    for _ in 0..count {
        read.push(one(reader)?);
    }
    Ok(read)
}

/// Passes the name and content of each attribute.
pub(crate) fn attributes<'a>(
    reader: &mut ByteReader<'a>,
    pool: &ConstantPool<'_>,
    mut take: impl FnMut(&[u8], ByteReader<'a>) -> Result<()>,
) -> Result<()> {
    for _ in 0..reader.read_u16()? {
        let name = reader.read_u16()?;
        let length = reader.read_u32()?;
        let content = reader.read_bytes(length as usize)?;
        let name = pool.try_get_utf8(name)?;
        take(name.as_bytes(), ByteReader::new(content))?;
    }
    Ok(())
}

fn method(
    reader: &mut ByteReader<'_>,
    pool: &ConstantPool<'_>,
    decoder: &mut Decoder,
) -> Result<Method> {
    let access_flags = reader.read_u16()?;
    let text = |index: u16| utf8(pool, index).unwrap_or_default().into_owned();
    let name = text(reader.read_u16()?);
    let descriptor = text(reader.read_u16()?);
    let mut method = Method {
        name,
        descriptor,
        access_flags,
        code: None,
        annotations: Vec::new(),
    };
    attributes(reader, pool, |name, mut content| {
        match name {
            b"Code" if method.code.is_none() => {
                let code = code(&mut content, pool, decoder)?;
                method.code = Some(Code {
                    is_synchronized: method.is_synchronized(),
                    ..code
                });
            }
            b"RuntimeInvisibleAnnotations" => {
                let raw = list(&mut content, Annotation::from_bytes)?;
                method.annotations.extend(annotation::of(&raw, pool));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(method)
}

fn code(
    reader: &mut ByteReader<'_>,
    pool: &ConstantPool<'_>,
    decoder: &mut Decoder,
) -> Result<Code> {
    let _max_stack = reader.read_u16()?;
    let max_locals = reader.read_u16()?;
    let length = reader.read_u32()?;
    let bytes = reader.read_bytes(length as usize)?;
    let (instructions, switches) = decoder.decode(bytes, pool)?;
    let handlers = list(reader, |reader| {
        Ok(Handler {
            start: decoder.instruction_at(reader.read_u16()?)?,
            end: decoder.instruction_from(reader.read_u16()?),
            handler: decoder.instruction_at(reader.read_u16()?)?,
            catches_all: reader.read_u16()? == 0,
        })
    })?;
    let mut lines = Vec::new();
    let mut raw_locals = Vec::new();
    attributes(reader, pool, |name, mut content| {
        // The specification allows several pieces of a table.
        match name {
            b"LineNumberTable" => {
                let piece = list(&mut content, |content| {
                    Ok(LineEntry {
                        start: decoder.instruction_at(content.read_u16()?)?,
                        line: u32::from(content.read_u16()?),
                    })
                })?;
                append(&mut lines, piece);
            }
            b"LocalVariableTable" => {
                append(
                    &mut raw_locals,
                    list(&mut content, LocalVariableTable::from_bytes)?,
                );
            }
            _ => {}
        }
        Ok(())
    })?;
    // It requires no order either.
    lines.sort_by_key(|entry| entry.start);
    Ok(Code {
        leaders: decoder.leaders(&instructions, &switches, &handlers),
        instructions,
        switches,
        lines,
        handlers,
        max_locals,
        is_synchronized: false,
        local_tables: LocalTables::new(raw_locals),
    })
}

/// Adds a piece of a list, which is nearly always the whole list.
fn append<T>(list: &mut Vec<T>, mut piece: Vec<T>) {
    if list.is_empty() {
        *list = piece;
    } else {
        list.append(&mut piece);
    }
}
