//! Reads the bytes that `Attributor.java` writes for a source.

use attributes::{AttributedSymbol, AttributedSymbolKind, Attributes, Fact, Type, TypeKind};

use super::reader::Reader;

/// Reads the types and symbols of a source. `byte` converts javac's offsets to those of bytes.
pub(super) fn read(
    reader: &mut Reader<'_>,
    byte: &mut dyn FnMut(usize) -> usize,
) -> Result<Attributes, String> {
    let mut symbols = Vec::new();
    for _ in 0..reader.int()? {
        symbols.push(symbol(reader, byte)?);
    }
    let mut types = Vec::new();
    for _ in 0..reader.int()? {
        let kind = type_kind(reader.byte()?);
        let (erased, written) = (reader.text()?, reader.text()?);
        let mut supertypes = Vec::new();
        for _ in 0..reader.int()? {
            supertypes.push(reader.text()?);
        }
        types.push(Type {
            kind,
            erased,
            written,
            supertypes,
        });
    }
    let mut facts = Vec::new();
    for _ in 0..reader.int()? {
        let [start, end] = [reader.int()? as usize, reader.int()? as usize];
        let (start, end) = (byte(start), byte(end));
        let fact = Fact {
            of_type: reader.index()?,
            symbol: reader.index()?,
        };
        facts.push((start..end, fact));
    }
    if !reader.is_at_end() {
        return Err(format!("{} bytes too many of types", reader.left()));
    }
    Ok(Attributes::new(types, symbols, facts))
}

fn symbol(
    reader: &mut Reader<'_>,
    byte: &mut dyn FnMut(usize) -> usize,
) -> Result<AttributedSymbol, String> {
    let kind = match reader.byte()? {
        0 => AttributedSymbolKind::Local,
        1 => AttributedSymbolKind::Parameter,
        2 => AttributedSymbolKind::Field,
        3 => AttributedSymbolKind::Method,
        4 => AttributedSymbolKind::Constructor,
        5 => AttributedSymbolKind::Class,
        _ => AttributedSymbolKind::Other,
    };
    let (owner, name, parameters) = (reader.text()?, reader.text()?, reader.text()?);
    let modifiers = reader.byte()?;
    let constant = reader.text()?;
    let of_type = reader.index()?;
    let (start, end) = (reader.index()?, reader.index()?);
    Ok(AttributedSymbol {
        kind,
        owner,
        name,
        parameters,
        is_static: modifiers & 1 != 0,
        is_final: modifiers & 2 != 0,
        is_private: modifiers & 4 != 0,
        is_volatile: modifiers & 8 != 0,
        constant: (modifiers & 16 != 0).then_some(constant),
        is_varargs: modifiers & 32 != 0,
        of_type,
        declared: start.zip(end).map(|(start, end)| byte(start)..byte(end)),
    })
}

const fn type_kind(byte: u8) -> TypeKind {
    match byte {
        0 => TypeKind::Boolean,
        1 => TypeKind::Byte,
        2 => TypeKind::Short,
        3 => TypeKind::Char,
        4 => TypeKind::Int,
        5 => TypeKind::Long,
        6 => TypeKind::Float,
        7 => TypeKind::Double,
        8 => TypeKind::Void,
        9 => TypeKind::Null,
        10 => TypeKind::Array,
        11 => TypeKind::Declared,
        12 => TypeKind::Variable,
        _ => TypeKind::Other,
    }
}
