//! A class as other classes see it.

use bytecode::{ClassError, ClassFile};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A class without its code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The name in binary form with slashes.
    pub name: Arc<str>,
    /// The superclass.
    pub super_name: Option<Arc<str>>,
    /// The interfaces it names.
    pub interfaces: Vec<Arc<str>>,
    /// The access flags of JVM specification table 4.1-B.
    pub access_flags: u16,
    /// The methods, in the order of the class file.
    pub methods: Vec<HeaderMethod>,
    /// The fields that it declares.
    pub fields: Vec<HeaderField>,
}

/// A field of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeaderField {
    /// The name.
    pub name: Arc<str>,
    /// The descriptor of its type.
    pub descriptor: Arc<str>,
    /// The access flags of JVM specification table 4.5-A.
    pub access_flags: u16,
}

impl HeaderField {
    /// Whether only its class, and the classes nested with it, can name it. No subclass inherits it.
    pub const fn is_private(&self) -> bool {
        self.access_flags & 0x0002 != 0
    }

    /// Whether it may be a constant: it is static and final.
    pub const fn is_constant(&self) -> bool {
        self.access_flags & 0x0018 == 0x0018
    }

    /// The simple name of its type, with `[]` for each dimension; `None` if the descriptor is malformed.
    pub fn type_in_java(&self) -> Option<String> {
        let text = format!("({}", self.descriptor);
        let name = bytecode::parameter_types(&text).next()?;
        let simple = name.element.rsplit(['/', '$']).next()?;
        Some(format!("{simple}{}", "[]".repeat(name.dimensions)))
    }
}

/// A method without its code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeaderMethod {
    /// The name.
    pub name: Arc<str>,
    /// The descriptor.
    pub descriptor: Arc<str>,
    /// The access flags of JVM specification table 4.6-A.
    pub access_flags: u16,
}

impl Header {
    /// Reads a header from the bytes of a class.
    ///
    /// # Errors
    /// [`ClassError`] if the bytes are not a class file.
    pub fn read(bytes: &[u8]) -> Result<Self, ClassError> {
        ClassFile::parse(bytes).map(|class| Self::of(&class))
    }

    /// The header of a class.
    pub fn of(class: &ClassFile<'_>) -> Self {
        Self {
            name: Arc::from(class.name.as_str()),
            super_name: class.super_name.as_deref().map(Arc::from),
            interfaces: class
                .interfaces
                .iter()
                .map(|name| Arc::from(name.as_str()))
                .collect(),
            access_flags: class.access_flags,
            fields: class
                .fields()
                .map(|(name, descriptor, access_flags)| HeaderField {
                    name: Arc::from(name),
                    descriptor: Arc::from(descriptor),
                    access_flags,
                })
                .collect(),
            methods: class
                .methods
                .iter()
                .map(|method| HeaderMethod {
                    name: Arc::from(method.name.as_str()),
                    descriptor: Arc::from(method.descriptor.as_str()),
                    access_flags: method.access_flags,
                })
                .collect(),
        }
    }

    /// Whether this is an interface.
    pub const fn is_interface(&self) -> bool {
        self.access_flags & 0x0200 != 0
    }

    /// Whether its objects are annotations, which the JVM makes.
    pub const fn is_annotation(&self) -> bool {
        self.access_flags & 0x2000 != 0
    }

    /// Whether the class has no objects of its own.
    pub const fn is_abstract(&self) -> bool {
        self.access_flags & 0x0400 != 0
    }

    /// Whether the class cannot have subclasses.
    pub const fn is_final(&self) -> bool {
        self.access_flags & 0x0010 != 0
    }

    /// Whether classes of other packages can call one of its constructors, as a subclass must.
    pub fn has_constructor_for_others(&self) -> bool {
        (self.methods.iter())
            .any(|method| &*method.name == "<init>" && method.access_flags & 0x0005 != 0)
    }

    /// Whether code runs when the class is first used.
    pub fn has_initialiser(&self) -> bool {
        (self.methods.iter()).any(|method| &*method.name == "<clinit>")
    }

    /// Its superclass and its interfaces.
    pub fn supertypes(&self) -> impl Iterator<Item = &Arc<str>> {
        self.super_name.iter().chain(&self.interfaces)
    }

    /// The index of a method that the class declares itself.
    pub fn index_of(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.methods
            .iter()
            .position(|method| &*method.name == name && &*method.descriptor == descriptor)
    }
}

impl HeaderMethod {
    /// Whether only its own class can call the method.
    pub const fn is_private(&self) -> bool {
        self.access_flags & 0x0002 != 0
    }

    /// Whether classes of other packages can call or override the method: it is public or protected.
    pub const fn is_for_other_packages(&self) -> bool {
        self.access_flags & 0x0005 != 0
    }

    /// Whether the method has no receiver.
    pub const fn is_static(&self) -> bool {
        self.access_flags & 0x0008 != 0
    }

    /// Whether subclasses cannot override the method.
    pub const fn is_final(&self) -> bool {
        self.access_flags & 0x0010 != 0
    }

    /// Whether the method's body is machine code.
    pub const fn is_native(&self) -> bool {
        self.access_flags & 0x0100 != 0
    }

    /// Whether only subclasses implement the method.
    pub const fn is_abstract(&self) -> bool {
        self.access_flags & 0x0400 != 0
    }
}
