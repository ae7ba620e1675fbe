//! How calls with known arguments end.

use super::best_case::may_refuse;
use super::resolve::{Target, Targets};
use super::summaries::{Summaries, Workspace};
use super::unit::Unit;
use pricing::Pricer;
use rustc_hash::FxHashMap;
use wcec::{BestCase, CallEnd, Known, LeastEnd, Passing, end_of_call};

/// Callees of callees are followed up to this depth.
const MAX_DEPTH: u32 = 48;
/// At most this many calls with different arguments are followed.
const MAX_CALLS: usize = 500;

/// The ends of a method's calls and of what they call.
pub(super) struct EndsOfCalls<'e> {
    summaries: &'e Summaries,
    unit: &'e Unit,
    /// By method and arguments.
    known: FxHashMap<(u32, Vec<Passing>), CallEnd>,
    depth: u32,
}

impl Summaries {
    /// The least energy of a call with these arguments, without the receiver, and how it ends; `None` if the method has no code.
    pub fn best_case_of(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
        arguments: Vec<Option<Known>>,
    ) -> Option<BestCase> {
        let number = unit.number(unit.find(class, name, descriptor)?);
        self.best_case(unit, pricer, (class, name, descriptor))?;
        let knows_callees = self.callees(number).is_some();
        let passed = {
            let id = unit.method(number);
            unit.with_code(id, |_, method, _| {
                Passing::arguments(!method.is_static(), &method.descriptor, &arguments)
            })?
        };
        let of = (number, arguments);
        let mut least =
            self.find_cheapest(unit, pricer, of, knows_callees, &mut Workspace::default())?;
        if least.end != LeastEnd::NeverReturns {
            least.end = EndsOfCalls::new(self, unit).end_of(number, passed).end;
        }
        Some(least)
    }
}

impl<'e> EndsOfCalls<'e> {
    pub(super) fn new(summaries: &'e Summaries, unit: &'e Unit) -> Self {
        Self {
            summaries,
            unit,
            known: FxHashMap::default(),
            depth: 0,
        }
    }

    /// How a call of a method ends; the receiver is among the arguments.
    pub(super) fn end_of(&mut self, number: u32, arguments: Vec<Passing>) -> CallEnd {
        let key = (number, arguments);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        if self.depth >= MAX_DEPTH || self.known.len() >= MAX_CALLS {
            return CallEnd::UNKNOWN;
        }
        // The same call in itself never returns.
        self.known.insert(key.clone(), CallEnd::UNKNOWN);
        self.depth += 1;
        let unit = self.unit;
        let id = unit.method(number);
        let targets = self.summaries.graph.targets.get(number as usize);
        let targets: FxHashMap<u32, &Targets> = (unit.sites(id).iter())
            .map(|site| site.passed.instruction)
            .zip(targets.into_iter().flat_map(|targets| targets.iter()))
            .collect();
        let end = unit.with_code(id, |class, method, code| {
            let of = (class, method, code);
            end_of_call(of, &key.1, &mut |at, passed| {
                (targets.get(&at)).map_or(CallEnd::UNKNOWN, |targets| self.of_site(targets, passed))
            })
        });
        self.depth -= 1;
        let end = end.unwrap_or(CallEnd::UNKNOWN);
        self.known.insert(key, end);
        end
    }

    fn of_site(&mut self, targets: &Targets, passed: &[Passing]) -> CallEnd {
        let Targets::Known(known) = targets else {
            return CallEnd::NOT_FOLLOWED;
        };
        let ends = known.iter().map(|target| {
            let (class, name) = match target {
                Target::Own(method) => {
                    let number = self.unit.number(*method);
                    return if self.unit.has_code(number) {
                        self.end_of(number, passed.to_vec())
                    } else {
                        CallEnd::NOT_FOLLOWED
                    };
                }
                Target::Library { class, name, .. } => (&**class, &**name),
                Target::Unknown(unpriced) => {
                    let method = unpriced.method.split('(').next().unwrap_or_default();
                    method.rsplit_once('.').unwrap_or_default()
                }
            };
            let copied = passed.first().filter(|_| class.starts_with('['));
            if let Some(copied) = copied {
                // The only method of arrays with code of its own is `clone`.
                CallEnd {
                    end: LeastEnd::Returns,
                    result: *copied,
                }
            } else if may_refuse(class, name) {
                CallEnd::UNKNOWN
            } else {
                CallEnd::NOT_FOLLOWED
            }
        });
        ends.reduce(CallEnd::or).unwrap_or(CallEnd::NOT_FOLLOWED)
    }
}
