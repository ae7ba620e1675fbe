//! What a change does to the source text.

use crate::name::qualified;
use crate::report::Report;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The maximum number of files that are listed.
const MAX_FILES: usize = 3;

/// What a change touches, from the source text of both sides. This includes code that was not compiled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceChange {
    /// The methods whose text differs, and those that only one side has.
    pub methods: Vec<Touched>,
    /// Positions in the report of the head of compiled members of the changed files that are not in a method's text, such as
    /// initial values of fields.
    pub unplaced: Vec<usize>,
    /// The same positions in the report of the base.
    pub unplaced_of_base: Vec<usize>,
    /// Failures that may hide any difference, such as a syntax error. Each makes the comparison incomplete.
    pub failures: Vec<String>,
    /// What the head declares differently about how often loops repeat, a phrase for each file.
    pub declared: Vec<String>,
}

impl SourceChange {
    /// Whether both members were added by the compiler to a changed file, such as a default constructor, and contain no changed
    /// field: then nobody touched them. `base` and `head` are positions in the two reports.
    pub(crate) fn is_unwritten(&self, (base, head): (Option<usize>, Option<usize>)) -> bool {
        let is = |place: Option<usize>,
                  unplaced: &[usize],
                  side: fn(&Touched) -> &Option<Vec<usize>>| {
            place.is_some_and(|place| {
                let mut touched = self.methods.iter().filter_map(|one| side(one).as_ref());
                unplaced.contains(&place) && !touched.any(|places| places.contains(&place))
            })
        };
        is(base, &self.unplaced_of_base, |touched| &touched.base)
            || is(head, &self.unplaced, |touched| &touched.head)
    }

    /// A warning about declarations in comments that change results.
    pub(crate) fn caveat(&self) -> Option<String> {
        let rest = self.declared.len().saturating_sub(MAX_FILES);
        let mut what = self.declared[..self.declared.len() - rest].join("; ");
        if rest > 0 {
            let rest = escape::how_many(rest, "other file", "other files");
            let _ = write!(what, " and {rest}");
        }
        (!what.is_empty())
            .then(|| format!("the head declares different bounds of loops, and they apply: {what}"))
    }

    /// The methods of the head whose text may have changed.
    pub(crate) fn of_head(&self, head: &Report) -> BTreeSet<String> {
        let own = self.methods.iter().filter(|method| !method.is_by_field);
        let touched = own.filter_map(|method| method.head.as_ref());
        let places = touched.flatten().chain(&self.unplaced);
        let methods = places.filter_map(|place| head.methods.get(*place));
        methods.map(qualified).collect()
    }

    /// The same, and the methods that use a field whose declaration changed.
    pub(crate) fn of_head_and_fields(&self, head: &Report) -> BTreeSet<String> {
        let by_field = self.methods.iter().filter(|method| method.is_by_field);
        let places = by_field.filter_map(|method| method.head.as_ref()).flatten();
        let methods = places.filter_map(|place| head.methods.get(*place));
        let mut all = self.of_head(head);
        all.extend(methods.map(qualified));
        all
    }
}

/// A method whose text differs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    /// The displayed name.
    pub name: String,
    /// Its file.
    pub file: Option<String>,
    /// Its line.
    pub line: Option<u32>,
    /// Positions in the report of the base of what it compiled to; `None` if the base's text does not have it.
    pub base: Option<Vec<usize>>,
    /// The same for the head.
    pub head: Option<Vec<usize>>,
    /// Why it was not compiled, as far as that is known.
    pub reason: Option<String>,
    /// Whether its own text is the same, but the declaration of a field that it uses changed.
    pub is_by_field: bool,
    /// Whether its text differs only in the names of locals.
    pub is_by_names: bool,
    /// Whether its text differs only in names and in values that are not strings.
    pub is_by_values: bool,
    /// If its own text is the same, the names of the fields that it uses whose declarations changed.
    pub fields: Vec<String>,
}
