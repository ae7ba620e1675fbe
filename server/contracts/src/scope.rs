//! What names mean in the source around a contract, and which numbers they can have.

use crate::range::Interval;

/// The largest length of an array, and the largest `int`.
pub(crate) const LARGEST_INT: f64 = 2_147_483_647.0;
/// `Integer.MIN_VALUE`
const LEAST_INT: f64 = -2_147_483_648.0;
/// The first number above `Long.MAX_VALUE`; `Long.MIN_VALUE` is its negative.
const BEYOND_LONG: f64 = 9_223_372_036_854_775_808.0;

/// The names that the source declares around a method.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    /// Its class in binary form with slashes, if it is known.
    pub class: Option<String>,
    /// Its parameters. Each hides the fields of its name, even if the cost does not depend on it.
    pub parameters: Vec<Declared>,
    /// The fields that it can name without a qualifier, those of the innermost class first.
    pub fields: Vec<Declared>,
    /// Those of them whose value no caller chooses, as far as that is known: constants.
    pub constants: Vec<String>,
    /// Whether it can name no other fields, such as inherited ones.
    pub has_all_fields: bool,
}

/// A name with its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// The simple name of its type, with `[]` for each dimension; `None` if it is unknown.
    pub of_type: Option<String>,
}

/// The numbers that a name can have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Numbers {
    /// Whole numbers from the first to the second.
    Whole(f64, f64),
    /// All numbers.
    Real,
    /// Perhaps only whole numbers.
    Unknown,
}

impl Numbers {
    pub(crate) const LENGTHS: Self = Self::Whole(0.0, LARGEST_INT);
    pub(crate) const LONGS: Self = Self::Whole(-BEYOND_LONG, BEYOND_LONG);

    fn of_type(java: &str) -> Self {
        match java {
            "byte" | "Byte" => Self::Whole(-128.0, 127.0),
            "short" | "Short" => Self::Whole(-32_768.0, 32_767.0),
            "char" | "Character" => Self::Whole(0.0, 65_535.0),
            "int" | "Integer" => Self::Whole(LEAST_INT, LARGEST_INT),
            "long" | "Long" => Self::LONGS,
            "float" | "double" | "Float" | "Double" => Self::Real,
            _ => Self::Unknown,
        }
    }

    /// The least and the largest one.
    pub(crate) const fn limits(self) -> Interval {
        match self {
            Self::Whole(least, largest) => (least, largest),
            Self::Real | Self::Unknown => (f64::MIN, f64::MAX),
        }
    }

    pub(crate) const fn is_whole(self) -> bool {
        matches!(self, Self::Whole(..))
    }
}

impl Scope {
    /// Whether a name begins with a parameter's.
    pub(crate) fn is_of_parameter(&self, name: &str) -> bool {
        declared(&self.parameters, root(name)).is_some()
    }

    /// Whether a name may be that of a constant, whose value no caller chooses.
    pub(crate) fn is_constant(&self, name: &str) -> bool {
        let field = name.strip_prefix("this.");
        let path = field.unwrap_or(name);
        let is_hidden = field.is_none() && self.is_of_parameter(name);
        !is_hidden && self.constants.iter().any(|constant| constant == root(path))
    }

    /// Whether a name of a formula that is no value in the source, such as the depth `d` of a recursion, can be meant by this name.
    /// A variable of the source with the same name comes first.
    pub(crate) fn may_mean_synthetic(&self, name: &str) -> bool {
        if name.contains(['@', '#']) {
            // No variable in Java is named like this.
            return true;
        }
        let path = name.strip_prefix("this.").unwrap_or(name);
        let root = root(path);
        let is_class = path.len() > root.len() && root.starts_with(char::is_uppercase);
        let mut all = self.parameters.iter().chain(&self.fields);
        self.has_all_fields && !is_class && all.all(|one| one.name != root)
    }

    /// Whether the plain name of a static field of this class means that field: the class is one of those around the method, and
    /// no other of them has a field of that name.
    pub(crate) fn may_leave_out(&self, class: &str, field: &str) -> bool {
        let is_around = self.class.as_deref().is_some_and(|own| {
            let inner = own.strip_prefix(class);
            inner.is_some_and(|inner| inner.is_empty() || inner.starts_with('$'))
        });
        let fields = self.fields.iter();
        is_around && fields.filter(|one| one.name == root(field)).count() == 1
    }

    /// The parameter whose box holds a number, for the name of that number: `n` for `n.intValue()`.
    pub(crate) fn without_box<'n>(&self, name: &'n str) -> &'n str {
        let root = root(name);
        let parameter = declared(&self.parameters, root);
        let of_type = parameter.and_then(|parameter| parameter.of_type.as_deref());
        let rest = name.get(root.len()..).unwrap_or_default();
        match (of_type, rest) {
            (Some("Byte"), ".byteValue()")
            | (Some("Short"), ".shortValue()")
            | (Some("Character"), ".charValue()")
            | (Some("Integer"), ".intValue()")
            | (Some("Long"), ".longValue()") => root,
            _ => name,
        }
    }

    /// The numbers that a name of the source can have.
    pub(crate) fn numbers(&self, name: &str) -> Numbers {
        let (path, of_object) = match name.strip_prefix("this.") {
            Some(field) => (field, true),
            None => (self.without_box(name), false),
        };
        let root = root(path);
        let parameter = declared(&self.parameters, root).filter(|_| !of_object);
        // A field that is not known may hide one that is.
        let field = declared(&self.fields, root).filter(|_| self.has_all_fields);
        let Some(mut of_type) = parameter.or(field).and_then(|one| one.of_type.as_deref()) else {
            return Numbers::Unknown;
        };
        let mut rest = path.strip_prefix(root).unwrap_or_default();
        while let (Some(element), Some(after)) =
            (of_type.strip_suffix("[]"), rest.strip_prefix("[]"))
        {
            (of_type, rest) = (element, after);
        }
        match rest {
            "" => Numbers::of_type(of_type),
            ".length" if of_type.ends_with("[]") => Numbers::LENGTHS,
            ".length()" if of_type == "String" => Numbers::LENGTHS,
            _ => Numbers::Unknown,
        }
    }
}

/// The name before the first qualified one.
fn root(name: &str) -> &str {
    name.split(['.', '(', '[']).next().unwrap_or_default()
}

fn declared<'d>(all: &'d [Declared], name: &str) -> Option<&'d Declared> {
    all.iter().find(|one| one.name == name)
}
