//! Loops that make a collection or a text builder larger or smaller until it has a size: `while (list.size() < n) list.add(x)`,
//! `while (text.length() > n) text.deleteCharAt(0)`.

use super::super::Bounds;
use super::super::linear::Linear;
use super::super::value::Side;
use super::called_methods::{Called, called, field_read};
use super::grown::is_builder;
use super::{Condition, ContinueCondition, Passes, Scope, Tested, linear};
use crate::values::{Id, Node, Values};
use bytecode::Comparison;
use cost::Polynomial;

/// Classes to which each call of one of [`ADDS`] adds an element, unless it throws. A set may have the element already.
const TAKE_ALL: [&str; 9] = [
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/Deque",
    "java/util/LinkedList",
    "java/util/List",
    "java/util/PriorityQueue",
    "java/util/Queue",
    "java/util/Stack",
    "java/util/Vector",
];

/// Methods that add an element to such an object.
const ADDS: [&str; 5] = ["add", "addElement", "addFirst", "addLast", "push"];

/// Methods of collections that remove one element, or throw if there is none.
const REMOVES: [&str; 4] = ["pop", "remove", "removeFirst", "removeLast"];

/// How one iteration changes a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Larger,
    Smaller,
}

impl Bounds<'_> {
    /// How often a test passes that compares a size with a limit, if each iteration brings the size nearer to the limit.
    pub(super) fn resized(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
    ) -> Option<Passes> {
        let values = scope.values;
        let is_called = |id: &Id| matches!(values.node(*id), Node::Called { .. });
        let Condition { left, right, .. } = staying.condition;
        let asks_left = Some(left).filter(is_called);
        // A size that is not 0 is larger.
        let condition = match (staying.condition.comparison, values.node(right)) {
            (Comparison::Ne, Node::Number(0)) => Condition {
                comparison: Comparison::Gt,
                ..staying.condition
            },
            _ => staying.condition,
        };
        let size = asks_left.or_else(|| Some(right).filter(is_called))?;
        let Node::Called { at: asks } = values.node(size) else {
            return None;
        };
        let asking = called(self.input, asks)?;
        let [object] = values.passed(asks)[..] else {
            return None;
        };
        if !is_known_extent(&asking)
            || self.is_static_call(asks)
            || !self.is_always_before(scope, asks, staying.block)
            || !self.is_fixed(scope, object, 0)
        {
            return None;
        }
        // The test passes as long as `below` is less than `more`.
        let tested = Tested::of(values, condition)?;
        let below = tested.difference.times(tested.sign)?;
        let (_, coefficient) = *below.terms.iter().find(|(id, _)| *id == size)?;
        let limit = below.plus(&Linear::leaf(size), -coefficient)?.times(-1)?;
        let way = match coefficient {
            1 => Way::Larger,
            -1 => Way::Smaller,
            _ => return None,
        };
        if !limit
            .terms
            .iter()
            .all(|(id, _)| self.is_fixed(scope, *id, 0))
            || !self.is_moved(scope, object, way)
        {
            return None;
        }
        let mut most = self.sum(scope, &limit, Side::Upper, 0)?.value;
        if way == Way::Smaller {
            let begins = self.size(scope, &asking, object, Side::Upper)?;
            most = most.checked_add(&begins.value)?;
        }
        let more = Polynomial::constant(i64::try_from(tested.more).ok()?);
        let most = Polynomial::positive_ceiling(&most.checked_add(&more)?, 1)?;
        let compared = [condition.left, condition.right];
        self.expect_whole(scope, &compared);
        self.expect_fixed(scope, &compared);
        self.expect_fixed(scope, &[object]);
        Some(Passes::at_most(most))
    }

    /// True if every iteration makes an object larger, or every one smaller, and nothing in the loop does the opposite.
    fn is_moved(&self, scope: Scope<'_>, object: Id, way: Way) -> bool {
        let moves = |at: &u32| {
            let passed = scope.values.passed(*at);
            !self.is_static_call(*at)
                && (passed.first()).is_some_and(|receiver| self.is_it(scope, *receiver, object))
                && called(self.input, *at).is_some_and(|called| match way {
                    Way::Larger => self.enlarges(scope.values, &called, passed),
                    Way::Smaller => self.reduces(scope, &called, passed, object),
                })
        };
        let mut always = scope
            .view
            .backbone
            .iter()
            .flat_map(|(block, _)| self.flow.instructions(*block as usize))
            .map(|at| at as u32);
        let Some(moving) = always.find(moves) else {
            return false;
        };
        // Calls that enlarge it further do no harm, but what is removed may depend on a size that was asked for.
        let others = self.calls_in(scope.body).filter(|at| match way {
            Way::Larger => !moves(at),
            Way::Smaller => *at != moving,
        });
        self.keeps_size_in_calls(scope, object, others)
    }

    /// True for a call that makes its receiver larger.
    fn enlarges(&self, values: &Values<'_>, called: &Called<'_>, passed: &[Id]) -> bool {
        if !is_builder(called) {
            return TAKE_ALL.contains(&&*called.class) && ADDS.contains(&&*called.name);
        }
        let descriptor = &*called.descriptor;
        let given = match &*called.name {
            "append" => descriptor.get(1..),
            "insert" => descriptor.get(2..),
            "appendCodePoint" => return true,
            _ => None,
        };
        let Some(given) = given else {
            return false;
        };
        let is_text = given.starts_with("Ljava/lang/String;)");
        let text = passed.last().filter(|_| is_text);
        let is_long = text.is_some_and(|text| {
            let lengths = self.lengths_of_literals(values, *text);
            lengths.is_some_and(|lengths| lengths.least > 0)
        });
        // A number, a character or a truth value.
        is_long || given.len() > 1 && given.as_bytes()[1] == b')' && given.as_bytes()[0] != b'L'
    }

    /// True for a call that makes its receiver smaller.
    fn reduces(&self, scope: Scope<'_>, called: &Called<'_>, passed: &[Id], object: Id) -> bool {
        match (&*called.name, passed) {
            ("deleteCharAt", _) => is_builder(called),
            ("setLength", [_, length]) if is_builder(called) => {
                let length = linear(scope.values, *length, 0);
                let Some((constant, [(size, 1)])) = length
                    .as_ref()
                    .map(|length| (length.constant, &length.terms[..]))
                else {
                    return false;
                };
                constant < 0 && self.is_size_now(scope, *size, object)
            }
            (name, _) => {
                REMOVES.contains(&name)
                    && called.class.starts_with("java/util/")
                    && called.takes_element()
            }
        }
    }

    /// True for the size of an object in this iteration.
    fn is_size_now(&self, scope: Scope<'_>, size: Id, object: Id) -> bool {
        let Node::Called { at } = scope.values.node(size) else {
            return false;
        };
        let is_it = |asked: &[Id]| matches!(asked, [asked] if self.is_it(scope, *asked, object));
        let is_always = scope.view.backbone.iter().any(|(block, _)| {
            let mut instructions = self.flow.instructions(*block as usize);
            instructions.any(|always| always as u32 == at)
        });
        is_always
            && !self.is_static_call(at)
            && is_it(scope.values.passed(at))
            && called(self.input, at).is_some_and(|called| is_known_extent(&called))
    }

    /// True if an iteration that comes to a test has executed an instruction before.
    fn is_always_before(&self, scope: Scope<'_>, at: u32, test: u32) -> bool {
        let block = self.flow.block_of(at).map(|block| block as u32);
        let all = scope.view.backbone.iter().map(|(block, _)| *block);
        let mut before = all.take_while(|always| *always != test);
        block == Some(test) || before.any(|always| block == Some(always))
    }

    /// True if two values are certainly the same object.
    fn is_it(&self, scope: Scope<'_>, one: Id, two: Id) -> bool {
        let field = |id: Id| match scope.values.node(id) {
            Node::Field { at, object, memory } => {
                let member = self.input.class.member(field_read(self.input, at)?)?;
                Some((object, memory, member.class(), member.name()))
            }
            _ => None,
        };
        one == two || field(one).is_some_and(|one| field(two) == Some(one))
    }
}

/// True for the size of a collection of the JDK, or the length of a text builder.
fn is_known_extent(asking: &Called<'_>) -> bool {
    asking.is_extent() && (is_builder(asking) || asking.class.starts_with("java/util/"))
}
