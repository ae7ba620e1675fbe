//! Contracts and clauses as written, and their places.

use crate::method_analysis::MethodAnalysis;
use crate::program::Program;
use crate::specification::Specifications;
use calls::HeaderField;
use contracts::{Contract, Declared, Scope};
use source::{ColumnEncoding, Method, SourceFile};
use std::ops::Range;

/// The simple name of the annotation.
const ANNOTATION: &str = "EnergyBudget";

/// A span of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextSpan {
    /// The line where it begins, counted from 1.
    pub line: u32,
    /// The bytes of that line before it.
    pub column: u32,
    /// The line where it ends.
    pub end_line: u32,
    /// The bytes of that line before its end.
    pub end_column: u32,
}

impl TextSpan {
    fn of(source: &SourceFile, range: &Range<usize>) -> Self {
        let lines = source.line_index();
        let start = lines.position(range.start, ColumnEncoding::Utf8);
        let end = lines.position(range.end, ColumnEncoding::Utf8);
        Self {
            line: start.line + 1,
            column: start.column,
            end_line: end.line + 1,
            end_column: end.column,
        }
    }
}

/// A contract as written.
#[derive(Debug, Clone)]
pub(crate) struct WrittenContract {
    pub(crate) place: Option<TextSpan>,
    pub(crate) text: String,
    pub(crate) contract: Result<Contract, String>,
    /// The names in scope, if the source is available.
    pub(crate) known: Option<Scope>,
}

impl WrittenContract {
    /// The contracts of a method, those in comments first.
    pub(crate) fn of(
        source: &SourceFile,
        place: Option<&Method>,
        method: &MethodAnalysis,
        specifications: &Specifications,
        program: Option<&Program>,
    ) -> Vec<Self> {
        let mut in_comments = specifications
            .contracts
            .iter()
            .filter(|one| place.is_some_and(|place| place.range.start == one.method))
            .peekable();
        if in_comments.peek().is_none() && method.budgets.is_empty() {
            return Vec::new();
        }
        let known = place.map(|place| {
            let parameters = place.parameters.iter().map(|parameter| Declared {
                name: parameter.name.clone(),
                of_type: parameter.erased_type.clone(),
            });
            let around = source.fields_around(&place.range);
            let constants = around.declared.iter().filter(|field| field.is_constant);
            let mut constants: Vec<String> = constants.map(|field| field.name.clone()).collect();
            let declared = around.declared.into_iter().map(|field| Declared {
                name: field.name,
                of_type: field.of_type,
            });
            let mut fields: Vec<Declared> = declared.collect();
            let has_all_fields = !around.imports_all
                && (!around.may_inherit
                    || program.is_some_and(|program| {
                        add_inherited((&mut fields, &mut constants), method, program).is_some()
                    }));
            Scope {
                class: Some(method.class.clone()),
                parameters: parameters.collect(),
                fields,
                constants,
                has_all_fields,
            }
        });
        let in_comments = in_comments.map(|one| Self {
            place: Some(TextSpan::of(source, &one.range)),
            text: text_of(source, &one.range),
            contract: Ok(one.contract.clone()),
            known: known.clone(),
        });
        let mut all: Vec<Self> = in_comments.collect();
        if !method.budgets.is_empty() {
            let written = place.map_or_else(Vec::new, |place| {
                source.annotations(&place.range, ANNOTATION)
            });
            let mut written = written.into_iter();
            let mut place = None;
            for elements in &method.budgets {
                if !elements.is_beside_worst {
                    place = written.next().map(|range| TextSpan::of(source, &range));
                }
                all.push(Self {
                    place,
                    text: elements.text(),
                    contract: elements.contract(),
                    known: known.clone(),
                });
            }
        }
        all
    }

    /// One of the names that the energy does not depend on, if it is neither a parameter nor a field. It is mistyped, or the
    /// contract promises nothing.
    pub(crate) fn foreign<'n>(&self, idle: &'n [String]) -> Option<&'n str> {
        let known = self.known.as_ref()?;
        let is_known = |name: &&String| {
            let name = name.strip_prefix("this.").unwrap_or(name);
            let root = name.split(['.', '(', '[']).next().unwrap_or_default();
            let mut all = known.parameters.iter().chain(&known.fields);
            all.any(|known| known.name == root)
        };
        let foreign = idle.iter().find(|name| !is_known(name));
        foreign.map(String::as_str)
    }
}

/// Adds the fields that a class and the classes around it may inherit. `None` if a supertype is unknown.
fn add_inherited(
    (fields, constants): (&mut Vec<Declared>, &mut Vec<String>),
    method: &MethodAnalysis,
    program: &Program,
) -> Option<()> {
    let class = &method.class;
    let is_nested = class.contains('$');
    // Methods that a class inherits may use the private fields of its superclass, so a formula may name them.
    let is_in_formula = |field: &HeaderField| {
        let symbols = method.cost.cost.symbols();
        let mut places = symbols.iter().filter_map(|symbol| symbol.place.as_ref());
        places.any(|(place, _)| place.path.contains(&field.name))
    };
    for (end, _) in class.match_indices('$').chain([(class.len(), "")]) {
        let around = &class[..end];
        let inherited = match program.fields_of_supertypes(around) {
            Some(inherited) => inherited,
            // The `$` belongs to the name of a class.
            None if end < class.len() && !program.has_class(around) => continue,
            None => return None,
        };
        let inherited = inherited.iter();
        for field in inherited.filter(|field| !field.is_private() || is_in_formula(field)) {
            let name = field.name.to_string();
            let known = fields.iter_mut().filter(|known| known.name == name);
            // A field of the class hides the inherited one. One of a class around it is hidden.
            let mut is_known = false;
            for known in known {
                is_known = true;
                known.of_type = known.of_type.take().filter(|_| !is_nested);
            }
            if (!is_known || is_nested) && (is_nested || field.is_private() || field.is_constant())
            {
                constants.push(name.clone());
            }
            if !is_known {
                let is_plain = !is_nested && !field.is_private();
                fields.push(Declared {
                    name,
                    of_type: field.type_in_java().filter(|_| is_plain),
                });
            }
        }
    }
    Some(())
}

/// A clause on one line, without comment signs.
fn text_of(source: &SourceFile, range: &Range<usize>) -> String {
    let text = source.text().get(range.clone()).unwrap_or_default();
    let lines = text.lines().map(|line| {
        let line = line.trim();
        let line = line.strip_prefix("//").unwrap_or(line);
        line.trim_start_matches('@').trim()
    });
    lines.collect::<Vec<&str>>().join(" ")
}

/// A clause that cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct WrittenProblem {
    pub(crate) place: TextSpan,
    pub(crate) message: String,
}

impl WrittenProblem {
    pub(crate) fn of(source: &SourceFile, specifications: &Specifications) -> Vec<Self> {
        let problems = specifications.problems.iter().map(|problem| Self {
            place: TextSpan::of(source, &problem.range),
            message: problem.message.clone(),
        });
        problems.collect()
    }
}
