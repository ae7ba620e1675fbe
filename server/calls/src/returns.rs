//! The methods of the JDK that surely return, with what they need for that.

use bytecode::parameter_types;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::sync::LazyLock;
use wcec::{CallEffect, CallEnd, ObjectMaker, PassedClass, PassedObject, Passing};

/// The methods of the JDK that are known to return, in the format `jouled.library/1`.
pub const RETURNS: &str = include_str!("../../../model-data/library/returns.json");

/// The largest length, size or number.
const MOST: i64 = i32::MAX as i64;
/// The classes whose `equals`, `hashCode`, `compareTo` and `toString` surely return.
const VALUES: [&str; 9] = [
    "java/lang/String",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Boolean",
    "java/lang/Character",
    "java/lang/Byte",
    "java/lang/Short",
];

static METHODS: LazyLock<ReturningMethods> = LazyLock::new(ReturningMethods::read);

/// By class and by name with descriptor.
#[derive(Debug, Default)]
struct ReturningMethods {
    by_class: FxHashMap<PassedClass, FxHashMap<String, ReturningMethod>>,
    values: Vec<PassedClass>,
}

/// A method, and what makes it return.
#[derive(Debug, Clone)]
struct ReturningMethod {
    /// Whether no other class has a method in its place.
    is_final: bool,
    needs: Vec<Need>,
    result: CallResult,
    effect: CallEffect,
}

/// What an argument must be; the receiver has the index 0.
#[derive(Debug, Clone, Copy)]
enum Need {
    Index(usize),
    Place(usize),
    Range(usize, usize),
    Least(usize, i64),
    NonZero(usize),
    MayBeNull(usize),
    Plain(usize),
    Value(usize),
    NonEmpty(usize),
    Copies,
}

/// What a method returns.
#[derive(Debug, Clone, Copy)]
enum CallResult {
    Unknown,
    Length,
    Argument(usize),
    /// An object of the declared class.
    Present(PassedClass),
    Iterator,
    Element,
    From(i64),
}

impl ReturningMethods {
    fn read() -> Self {
        #[derive(Deserialize)]
        struct Document {
            returns: Vec<Group>,
        }
        #[derive(Deserialize)]
        struct Group {
            classes: Vec<String>,
            #[serde(default)]
            is_final: bool,
            methods: Vec<String>,
        }
        let mut all = Self {
            values: VALUES.map(PassedClass::of_class).to_vec(),
            ..Self::default()
        };
        let groups =
            serde_json::from_str(RETURNS).map_or_else(|_| Vec::new(), |it: Document| it.returns);
        for group in groups {
            for method in &group.methods {
                let Some((name, method)) = ReturningMethod::read(method, group.is_final) else {
                    continue;
                };
                for class in &group.classes {
                    let methods = all
                        .by_class
                        .entry(PassedClass::of_class(class))
                        .or_default();
                    methods.insert(name.to_owned(), method.clone());
                }
            }
        }
        all
    }

    fn find(&self, class: PassedClass, name: &str, descriptor: &str) -> Option<&ReturningMethod> {
        let methods = self.by_class.get(&class)?;
        methods.get(&format!("{name}{descriptor}"))
    }

    fn is_value(&self, object: PassedObject) -> bool {
        self.values.contains(&object.class)
    }
}

impl ReturningMethod {
    /// A line of the list; `None` if it is malformed.
    fn read(line: &str, is_final: bool) -> Option<(&str, Self)> {
        let mut words = line.split_whitespace();
        let name = words.next()?;
        let result = name.split_once(')')?.1;
        let mut method = Self {
            is_final,
            needs: Vec::new(),
            result: CallResult::Unknown,
            effect: CallEffect::Nothing,
        };
        for word in words {
            let mut parts = word.split(':');
            let head = parts.next()?;
            let rest: Vec<&str> = parts.collect();
            let number = |at: usize| rest.get(at).and_then(|text| text.parse::<i64>().ok());
            let index = |at: usize| number(at).and_then(|number| usize::try_from(number).ok());
            match head {
                "index" => method.needs.push(Need::Index(index(0)?)),
                "place" => method.needs.push(Need::Place(index(0)?)),
                "range" => method.needs.push(Need::Range(index(0)?, index(1)?)),
                "least" => method.needs.push(Need::Least(index(0)?, number(1)?)),
                "nonzero" => method.needs.push(Need::NonZero(index(0)?)),
                "null" => method.needs.push(Need::MayBeNull(index(0)?)),
                "plain" => method.needs.push(Need::Plain(index(0)?)),
                "value" => method.needs.push(Need::Value(index(0)?)),
                "nonempty" => method.needs.push(Need::NonEmpty(index(0)?)),
                "copies" => method.needs.push(Need::Copies),
                "is" => {
                    method.result = match rest.first().copied()? {
                        "length" => CallResult::Length,
                        "iterator" => CallResult::Iterator,
                        "element" => CallResult::Element,
                        "present" => CallResult::Present(PassedClass::of_descriptor(result)),
                        _ => CallResult::Argument(index(0)?),
                    }
                }
                "from" => method.result = CallResult::From(number(0)?),
                "grows" => method.effect = CallEffect::Grows { surely: true },
                "may-grow" => method.effect = CallEffect::Grows { surely: false },
                "changes" => method.effect = CallEffect::Changes,
                "asks" => method.effect = CallEffect::Asks,
                "takes" => method.effect = CallEffect::Takes,
                _ => return None,
            }
        }
        Some((name, method))
    }

    /// How a call with these arguments ends, the receiver among them; `None` if it may throw an exception.
    fn end(&self, descriptor: &str, passed: &[Passing], is_untouched: bool) -> Option<CallEnd> {
        let object = |at: usize| passed.get(at).and_then(|passed| passed.as_object());
        let number = |at: usize| match passed.get(at) {
            Some(Passing::Number(low, high)) => Some((*low, *high)),
            _ => None,
        };
        let mut relies_on = None;
        let mut may_be_other = Vec::new();
        for need in &self.needs {
            let length = object(0).map_or(0, |object| object.length.0);
            let holds = match *need {
                Need::Index(at) => number(at).is_some_and(|(low, high)| low >= 0 && high < length),
                Need::Place(at) => number(at).is_some_and(|(low, high)| low >= 0 && high <= length),
                Need::Range(from, to) => {
                    let ends = number(from).zip(number(to));
                    ends.is_some_and(|(from, to)| from.0 >= 0 && from.1 <= to.0 && to.1 <= length)
                }
                Need::Least(at, least) => number(at).is_some_and(|(low, _)| low >= least),
                Need::NonZero(at) => number(at).is_some_and(|(low, high)| low > 0 || high < 0),
                Need::MayBeNull(at) => {
                    may_be_other.push(at);
                    true
                }
                Need::Plain(at) if passed.get(at) == Some(&Passing::Null) => {
                    may_be_other.push(at);
                    true
                }
                Need::Plain(at) | Need::Value(at) => object(at).is_some_and(|object| {
                    if object.class.is_unknown() && object.is_given() {
                        // The caller passes a text.
                        relies_on = Some(PassedClass::of_class(VALUES[0]));
                        return true;
                    }
                    METHODS.is_value(object)
                }),
                Need::NonEmpty(at) => object(at).is_some_and(|object| object.length.0 >= 1),
                Need::Copies => copies(passed),
            };
            if !holds {
                return None;
            }
        }
        let receiver = passed
            .len()
            .checked_sub(parameter_types(descriptor).count())?;
        for (at, name) in (receiver..).zip(parameter_types(descriptor)) {
            let is_reference = name.dimensions > 0 || name.element.contains('/');
            if is_reference && !may_be_other.contains(&at) && object(at).is_none() {
                return None;
            }
        }
        let result = match self.result {
            CallResult::Length => {
                let length = object(0)?.length;
                Passing::Number(length.0, length.1)
            }
            CallResult::Argument(at) => *passed.get(at)?,
            CallResult::Present(class) => PassedObject::present(class).into(),
            CallResult::Iterator => PassedObject::iterator(object(0)?.maker).into(),
            CallResult::Element if object(0)?.is_given() && is_untouched => {
                PassedObject::given(PassedClass::UNKNOWN).into()
            }
            CallResult::Element | CallResult::Unknown => Passing::Any,
            CallResult::From(least) => Passing::Number(least, MOST),
        };
        Some(CallEnd {
            effect: self.effect,
            relies_on,
            ..CallEnd::returning(result)
        })
    }
}

/// Whether these arguments of `System.arraycopy` are arrays of the same class, and places in them.
fn copies(passed: &[Passing]) -> bool {
    let [
        Passing::Object(from),
        Passing::Number(from_low, from_high),
        Passing::Object(to),
        Passing::Number(to_low, to_high),
        Passing::Number(count_low, count_high),
    ] = passed
    else {
        return false;
    };
    let is_exact = to.maker == ObjectMaker::Caller || to.maker == ObjectMaker::Call;
    from.class == to.class
        && from.class.is_array()
        && (is_exact || to.class.is_of_numbers())
        && *from_low >= 0
        && *to_low >= 0
        && *count_low >= 0
        && from_high.saturating_add(*count_high) <= from.length.0
        && to_high.saturating_add(*count_high) <= to.length.0
}

/// A call of a method of the JDK.
#[derive(Debug, Clone, Copy)]
pub struct CallOfJdk<'c> {
    /// The class that the instruction names.
    pub class: &'c str,
    /// The name.
    pub name: &'c str,
    /// The descriptor.
    pub descriptor: &'c str,
    /// Whether the class of the receiver decides which method runs.
    pub is_virtual: bool,
    /// The class of the receiver, if the place where it was created is known.
    pub created: Option<&'c str>,
}

impl CallOfJdk<'_> {
    /// How the call ends with these arguments, the receiver among them. `is_untouched` says whether the objects of the caller
    /// of the method are as when it began.
    pub fn end(self, passed: &[Passing], is_untouched: bool) -> CallEnd {
        self.find(passed)
            .and_then(|method| method.end(self.descriptor, passed, is_untouched))
            .unwrap_or(CallEnd::UNKNOWN)
    }

    /// Whether a line of [`RETURNS`] is understood.
    pub fn is_readable(line: &str) -> bool {
        ReturningMethod::read(line, false).is_some()
    }

    fn find(self, passed: &[Passing]) -> Option<&'static ReturningMethod> {
        let (methods, named) = (&*METHODS, PassedClass::of_class(self.class));
        let of = |class| methods.find(class, self.name, self.descriptor);
        if !self.is_virtual {
            return of(named).filter(|method| method.is_final || self.name == "<init>");
        }
        if let Some(method) = of(named).filter(|method| method.is_final) {
            return Some(method);
        }
        if let Some(created) = self.created {
            return of(PassedClass::of_class(created));
        }
        let receiver = passed.first()?.as_object()?;
        if receiver.is_iterator() {
            return of(PassedClass::of_class("java/util/Iterator"));
        }
        match receiver.maker {
            // The caller chooses a class whose method returns.
            ObjectMaker::Caller if receiver.class.is_unknown() || receiver.class == named => {
                of(named)
            }
            ObjectMaker::Caller | ObjectMaker::Call => of(receiver.class),
            ObjectMaker::Held | ObjectMaker::Unknown => None,
        }
    }
}
