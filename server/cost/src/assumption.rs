//! What a cost assumes although the code does not show it.

use crate::platform::{PlatformCondition, PlatformConditions};
use crate::{AssumedCount, SymbolKind};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// With more assumptions, the rest are counted as "more". Counts are the last to be left out, because how many there are
/// decides whether a number is shown.
const MOST: usize = 64;

/// Something that a cost relies on and that the code does not show. Two assumptions are the same if they have the same
/// method, line and kind, or name the same condition of an estimate or of what is trusted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Assumption {
    /// The method whose code needs it: `Class.method`, the class without its package.
    pub method: Arc<str>,
    /// The name of that method's source file, without a folder.
    pub file: Option<Arc<str>>,
    /// The line in that file.
    pub line: Option<u32>,
    /// What is assumed.
    pub kind: AssumptionKind,
    /// Whether it is about the code of a library, or about a library's method with a given price.
    pub is_of_library: bool,
}

/// The content of an [`Assumption`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AssumptionKind {
    /// A clause in the source gives the bound of the loop.
    Declared,
    /// Methods that are called before a field is used do not change it.
    FieldUnchanged {
        /// The symbol of the field.
        field: String,
    },
    /// The loop goes from object to object, or from place to place, and visits none of them twice.
    NothingTwice,
    /// The arithmetic that decides how often the loop repeats stays within the range of its type.
    NoOverflow,
    /// A count that is unknown before a run has at most this value.
    Count {
        /// Its symbol.
        symbol: String,
        /// What is assumed, as text.
        says: String,
        /// Its assumed maximum.
        at_most: u32,
    },
    /// A method without bytecode has an estimated price, which is valid under a condition.
    Estimated {
        /// The condition.
        condition: String,
    },
    /// Code of the program is trusted to do what its names and its superclasses say.
    Trusted {
        /// What it does.
        condition: String,
    },
}

impl AssumptionKind {
    /// The name in JSON: `declared`, `field_unchanged`, `nothing_twice`, `no_overflow`, `count`,
    /// `estimated`, `trusted`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Declared => "declared",
            Self::FieldUnchanged { .. } => "field_unchanged",
            Self::NothingTwice => "nothing_twice",
            Self::NoOverflow => "no_overflow",
            Self::Count { .. } => "count",
            Self::Estimated { .. } => "estimated",
            Self::Trusted { .. } => "trusted",
        }
    }
}

impl fmt::Display for AssumptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declared => f.write_str("the declared bound of the loop holds"),
            Self::FieldUnchanged { field } => {
                write!(f, "called methods do not change {field}")
            }
            Self::NothingTwice => f.write_str("the loop visits no object and no position twice"),
            Self::NoOverflow => {
                f.write_str("the arithmetic of the loop's counter does not overflow")
            }
            Self::Count { says, .. } => f.write_str(says),
            Self::Estimated { condition } | Self::Trusted { condition } => f.write_str(condition),
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = place(&self.method, self.file.as_deref(), self.line);
        write!(f, "{} ({place})", self.kind)
    }
}

/// The place in a method's code: `A.java:4, in A.f`. A line means nothing without its file.
pub fn place(method: &str, file: Option<&str>, line: Option<u32>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("{file}:{line}, in {method}"),
        (Some(file), None) => format!("{file}, in {method}"),
        (None, Some(line)) => format!("in {method}, line {line}"),
        (None, None) => format!("in {method}"),
    }
}

/// Assumptions with the same root.
#[derive(Debug)]
pub struct Statement<'a> {
    about: About<'a>,
    /// Its assumptions, at least one.
    pub parts: Vec<&'a Assumption>,
}

/// The root of an assumption.
#[derive(Debug, PartialEq)]
enum About<'a> {
    /// What libraries do inside.
    Libraries,
    /// Methods of objects of unknown class.
    UnknownClasses,
    /// What one method does, of one kind.
    Method(&'a str, &'static str),
}

impl<'a> About<'a> {
    fn of(assumption: &'a Assumption) -> Self {
        match &assumption.kind {
            _ if assumption.is_of_library => Self::Libraries,
            _ if assumption.is_condition() => Self::UnknownClasses,
            kind => Self::Method(&assumption.method, kind.name()),
        }
    }
}

/// The maximum number of parts shown of a statement.
const TOLD: usize = 3;

impl fmt::Display for Statement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.parts[..] {
            return only.fmt(f);
        }
        match self.about {
            About::Libraries => f.write_str("inside the libraries, ")?,
            About::UnknownClasses => {}
            About::Method(method, _) => write!(f, "in {method}, ")?,
        }
        for (index, part) in self.parts.iter().take(TOLD).enumerate() {
            let joint = if index == 0 { "" } else { "; " };
            write!(f, "{joint}{}", part.kind)?;
        }
        match self.parts.len().saturating_sub(TOLD) {
            0 => Ok(()),
            more => write!(f, "; and {more} more of that kind"),
        }
    }
}

/// The text about an assumed count.
fn says(count: &AssumedCount) -> String {
    let (symbol, at_most) = (&count.symbol, count.at_most);
    match (&count.expression, symbol.kind, symbol.line) {
        (Some(expression), _, _) => format!("{expression} is at most {at_most}"),
        (None, SymbolKind::Loop, Some(line)) => {
            format!("the loop at line {line} repeats at most {at_most} times")
        }
        (None, SymbolKind::Loop, None) => format!("a loop repeats at most {at_most} times"),
        (None, SymbolKind::Depth, _) if symbol.name.ends_with('d') => {
            format!("the recursion is at most {at_most} calls deep")
        }
        (None, SymbolKind::Depth, _) => {
            format!("the recursion makes at most {at_most} calls in all")
        }
        _ if symbol.meaning.is_empty() => format!("{} is at most {at_most}", symbol.name),
        _ => {
            let meaning = symbol.meaning.trim_end_matches(", at its largest");
            format!("{meaning} is at most {at_most}")
        }
    }
}

/// The assumptions of a method and its callees.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumptions {
    /// Sorted, without duplicates. Those of a callee are shared with it.
    list: Vec<Arc<Assumption>>,
    /// Whether there are more than are listed.
    pub has_more: bool,
    /// Conditions of the platform that are also needed. They apply to every number.
    pub platform: PlatformConditions,
    /// Less, if it is known to suffice for some arguments.
    for_small: Option<Arc<SmallArguments>>,
}

/// What the cost of a method assumes if some of its arguments are in a range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmallArguments {
    /// The indices of the arguments, without the receiver, sorted.
    pub arguments: Vec<u16>,
    /// The range of each of them.
    pub range: (i64, i64),
    /// What is then assumed.
    pub assumptions: Assumptions,
}

impl Assumption {
    /// A condition of the platform that the analysed code may end.
    fn of_platform(condition: PlatformCondition) -> Self {
        Self {
            method: Arc::from(condition.ended_by().unwrap_or_default()),
            file: None,
            line: None,
            kind: AssumptionKind::Estimated {
                condition: condition.text().to_owned(),
            },
            is_of_library: true,
        }
    }

    /// The assumption about a count in the code of a method.
    pub fn of_count((method, file): (&Arc<str>, Option<&Arc<str>>), count: &AssumedCount) -> Self {
        let symbol = &count.symbol;
        Self {
            method: Arc::clone(method),
            file: file.cloned(),
            line: symbol.line,
            kind: AssumptionKind::Count {
                symbol: (count.expression.clone()).unwrap_or_else(|| symbol.name.clone()),
                says: says(count),
                at_most: count.at_most,
            },
            is_of_library: false,
        }
    }

    /// Whether it is a condition, which is a single assumption even if several places need it.
    const fn is_condition(&self) -> bool {
        matches!(
            self.kind,
            AssumptionKind::Estimated { .. } | AssumptionKind::Trusted { .. }
        )
    }

    /// Whether it is an assumed count.
    pub const fn is_count(&self) -> bool {
        matches!(self.kind, AssumptionKind::Count { .. })
    }
}

impl Assumption {
    /// The assumption as users of a library see it. What the code of libraries assumes everywhere is one assumption about all of
    /// it.
    fn of_library(&self) -> Self {
        let kind = match &self.kind {
            AssumptionKind::NothingTwice | AssumptionKind::NoOverflow => self.kind.clone(),
            AssumptionKind::FieldUnchanged { .. } => AssumptionKind::FieldUnchanged {
                field: String::from("the fields that are read after the calls"),
            },
            AssumptionKind::Declared
            | AssumptionKind::Count { .. }
            | AssumptionKind::Estimated { .. }
            | AssumptionKind::Trusted { .. } => {
                return Self {
                    is_of_library: true,
                    ..self.clone()
                };
            }
        };
        Self {
            method: Arc::from("the libraries"),
            file: None,
            line: None,
            kind,
            is_of_library: true,
        }
    }
}

impl Assumptions {
    /// The assumptions as users of a library see them.
    #[must_use]
    pub fn of_library(&self) -> Self {
        let mut all = Self {
            list: Vec::new(),
            has_more: self.has_more,
            platform: self.platform,
            for_small: None,
        };
        for assumption in &self.list {
            if assumption.is_of_library {
                all.add_behind(0, assumption);
            } else {
                all.add(assumption.of_library());
            }
        }
        all.with_small(self.for_small.as_deref().map(|small| SmallArguments {
            assumptions: small.assumptions.of_library(),
            ..small.clone()
        }))
    }

    /// The same with what suffices for some arguments, if that is less.
    #[must_use]
    pub fn with_small(mut self, small: Option<SmallArguments>) -> Self {
        let is_less = |small: &SmallArguments| {
            !small.assumptions.has_more
                && (self.has_more || small.assumptions.len() < self.list.len())
        };
        self.for_small = small.filter(is_less).map(Arc::new);
        self
    }

    /// What suffices for some arguments.
    pub fn for_small(&self) -> Option<&SmallArguments> {
        self.for_small.as_deref()
    }

    /// Whether it is assumed that nothing overflows.
    pub fn has_overflow(&self) -> bool {
        let mut all = self.list.iter();
        all.any(|assumption| assumption.kind == AssumptionKind::NoOverflow)
    }

    /// The assumptions without those about overflow.
    #[must_use]
    pub fn without_overflow(mut self) -> Self {
        self.list
            .retain(|assumption| assumption.kind != AssumptionKind::NoOverflow);
        let small = self.for_small.take();
        self.with_small(small.map(|small| SmallArguments {
            assumptions: small.assumptions.clone().without_overflow(),
            ..Arc::unwrap_or_clone(small)
        }))
    }

    /// The number of listed counts.
    pub fn counts(&self) -> usize {
        self.list
            .iter()
            .filter(|assumption| assumption.is_count())
            .count()
    }

    /// The listed assumptions, grouped by root into statements.
    pub fn statements(&self) -> Vec<Statement<'_>> {
        let mut statements: Vec<Statement<'_>> = Vec::new();
        for assumption in &self.list {
            let about = About::of(assumption);
            match statements.iter_mut().find(|known| known.about == about) {
                Some(known) => known.parts.push(assumption),
                None => statements.push(Statement {
                    about,
                    parts: vec![assumption],
                }),
            }
        }
        statements
    }

    /// The listed assumptions, sorted.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Assumption> {
        self.list.iter().map(|assumption| &**assumption)
    }

    /// Whether nothing is assumed besides [`Assumptions::platform`].
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of listed assumptions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds an assumption. Of several places that need the same condition, the first is shown.
    pub fn add(&mut self, assumption: Assumption) {
        let assumption = Arc::new(assumption);
        self.add_behind(0, &assumption);
        if let Some(small) = &mut self.for_small {
            let small = &mut Arc::make_mut(small).assumptions;
            small.add_behind(0, &assumption);
        }
    }

    /// Adds an assumption that does not sort before index `start`. Returns such an index for all that sort after it.
    fn add_behind(&mut self, start: usize, assumption: &Arc<Assumption>) -> usize {
        let is_next = |known: &Arc<Assumption>| Arc::ptr_eq(known, assumption);
        if self.list.get(start).is_some_and(is_next) {
            return start + 1;
        }
        let mut start = start;
        if assumption.is_condition()
            && let Some(known) = (self.list.iter()).position(|known| known.kind == assumption.kind)
        {
            if self.list[known] <= *assumption {
                return start;
            }
            self.list.remove(known);
            start -= usize::from(known < start);
        }
        match self.list[start..].binary_search(assumption) {
            Ok(behind) => start + behind + 1,
            Err(behind) if self.list.len() < MOST => {
                self.list.insert(start + behind, Arc::clone(assumption));
                start + behind + 1
            }
            Err(behind) => {
                self.has_more = true;
                let place = start + behind;
                let is_other = |known: &Arc<Assumption>| !known.is_count();
                let Some(other) = self.list.iter().rposition(is_other) else {
                    return place;
                };
                if !assumption.is_count() {
                    return place;
                }
                self.list.remove(other);
                let place = place - usize::from(other < place);
                self.list.insert(place, Arc::clone(assumption));
                place + 1
            }
        }
    }

    /// Adds all assumptions of another list, whatever the arguments are.
    pub fn add_all(&mut self, other: &Self) {
        if let Some(small) = &mut self.for_small {
            Arc::make_mut(small).assumptions.add_all(other);
        }
        let mut start = 0;
        for assumption in &other.list {
            start = self.add_behind(start, assumption);
        }
        self.has_more |= other.has_more;
        self.platform.add_all(other.platform);
    }

    /// Lists the conditions of the platform that do not apply to every number.
    pub fn list_platform(&mut self, ended: PlatformConditions) {
        for condition in self.platform.take(ended).iter() {
            self.add(Assumption::of_platform(condition));
        }
        if let Some(small) = &mut self.for_small {
            Arc::make_mut(small).assumptions.list_platform(ended);
        }
    }
}
