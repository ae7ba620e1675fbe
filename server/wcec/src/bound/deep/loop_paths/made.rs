//! Values on a path, as forms over what the next iteration begins with.

use super::super::super::fits::LONGEST_ARRAY;
use super::super::super::limits::limits_of;
use super::super::super::linear::Linear;
use super::super::super::value::Side;
use super::super::forms::{Atom, Form, Rounding};
use super::super::interval::Interval;
use super::super::reference::{Called, called};
use super::super::{MAX_DEPTH, linear, reorders};
use super::{PathState, Walk};
use crate::values::{Id, Node};
use bytecode::{BinaryOp, DataType, Op};

/// True for a range with both ends within these limits.
fn is_within(range: Interval, limits: (i128, i128)) -> bool {
    range.0.is_some_and(|least| least >= limits.0) && range.1.is_some_and(|most| most <= limits.1)
}

impl Called<'_> {
    /// True for the size of a text or a collection of the JDK: what another class calls a size may be anything.
    pub(super) fn is_size_of_data(&self) -> bool {
        let is_of_data = ["java/lang/", "java/util/"];
        self.is_extent() && is_of_data.iter().any(|of| self.class.starts_with(of))
    }
}

impl Walk<'_, '_> {
    /// A value as a separate atom.
    pub(super) fn leaf(&mut self, id: Id) -> Form {
        let known = self.ways.forms.known(&Atom::Value(id));
        if let Some(known) = known {
            return Form::leaf(known);
        }
        let mut range = self.bounds.interval(self.scope.values, id, 0);
        // What may wrap around is anywhere in its type.
        if let Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, data_type, ..) =
            self.scope.values.node(id)
            && !is_within(range, limits_of(data_type))
        {
            range = (None, None);
        }
        if let Node::Join { block, .. } = self.scope.values.node(id)
            && self.bounds.is_around(block)
            && Some(block) != self.header
            && range.0.is_none()
        {
            self.bounds.expect_whole(self.scope, &[id]);
            let least = self.bounds.amount_of(self.scope, id, Side::Lower, 0);
            range.0 = least.and_then(|least| least.least());
        }
        if let Node::Join { variable, .. } = self.scope.values.node(id)
            && self.scope.values.is_local(variable)
            && self.is_int(variable as u16)
        {
            let (least, most) = limits_of(DataType::Int);
            range = (range.0.or(Some(least)), range.1.or(Some(most)));
        }
        Form::leaf(self.ways.forms.number(Atom::Value(id), range, &[]))
    }

    /// True for a local that only ever holds an int.
    pub(super) fn is_int(&self, slot: u16) -> bool {
        let mut types =
            (self.bounds.input.code.instructions.iter()).filter_map(
                |instruction| match instruction.op {
                    Op::Load {
                        data_type,
                        slot: of,
                    }
                    | Op::Store {
                        data_type,
                        slot: of,
                    } => (of == slot || data_type.is_wide() && of.wrapping_add(1) == slot)
                        .then_some(data_type),
                    Op::Increment { slot: of, .. } => (of == slot).then_some(DataType::Int),
                    _ => None,
                },
            );
        types.all(|of| of == DataType::Int)
            && self
                .bounds
                .argument(slot)
                .is_none_or(|(_, of)| of == DataType::Int)
    }

    /// The object that a value is, as far as the path shows.
    pub(super) fn object(&self, id: Id, path: &PathState) -> Id {
        let known = path.joins.iter().find(|(join, ..)| *join == id);
        known
            .and_then(|(_, form, _)| self.value_of(form))
            .unwrap_or(id)
    }

    pub(super) fn length(
        &mut self,
        array: Id,
        path: &PathState,
        needs: &mut Vec<u32>,
        depth: u32,
    ) -> Form {
        let array = self.object(array, path);
        if let Node::Allocated { length, .. } = self.scope.values.node(array) {
            return self.form(length, path, needs, depth + 1);
        }
        let range = (Some(0), Some(LONGEST_ARRAY));
        let number = self.ways.forms.number(Atom::Length(array), range, &[]);
        Form::leaf(number)
    }

    /// True for an object whose size may differ when the same path asks for it again.
    pub(super) fn is_resized(&self, object: Id) -> bool {
        if self.header.is_none() {
            return !self.bounds.keeps_size_in_run(self.scope, object);
        }
        let calls = self.bounds.calls_in(self.scope.body);
        !(self.bounds).keeps_size_in_calls(self.scope, object, calls)
    }

    /// False for an instruction before the loop, which may see another size or another element than the loop.
    pub(super) fn is_on_paths(&self, at: u32) -> bool {
        let block = self.bounds.flow.block_of(at);
        self.header.is_none() || block.is_some_and(|block| self.scope.body.contains(block as u32))
    }

    /// The size of a text or a collection, which this method or another one of its class tells.
    pub(super) fn size(&mut self, object: Id, called: &Called<'_>) -> Form {
        let least = called.class.starts_with("java/").then_some(0);
        let range = (least, Some(i128::from(i32::MAX)));
        Form::leaf(self.ways.forms.number(Atom::Size(object), range, &[]))
    }

    /// A number as a form, with the results that it consists of.
    pub(super) fn form(
        &mut self,
        id: Id,
        path: &PathState,
        needs: &mut Vec<u32>,
        depth: u32,
    ) -> Form {
        if let Some((_, form, of)) = path.joins.iter().find(|(join, ..)| *join == id) {
            needs.extend(of);
            return form.clone();
        }
        if depth > MAX_DEPTH {
            return self.leaf(id);
        }
        let found = self.made(id, path, needs, depth);
        found.unwrap_or_else(|| self.leaf(id))
    }

    pub(super) fn made(
        &mut self,
        id: Id,
        path: &PathState,
        needs: &mut Vec<u32>,
        depth: u32,
    ) -> Option<Form> {
        let values = self.scope.values;
        match values.node(id) {
            Node::Number(_) => linear(values, id, 0)
                .filter(Linear::is_constant)
                .map(|number| Form::constant(number.constant)),
            Node::Binary(operation, data_type, left, right) => {
                self.computed(operation, data_type, (left, right), path, needs, depth)
            }
            Node::Negated(of) => {
                let form = self.form(of, path, needs, depth + 1).times(-1)?;
                // It may be a long. For an int, this is all that has to hold; it does not say that the result is an int.
                let (least, most) = limits_of(DataType::Int);
                let limits = (least + 1, most);
                needs.push(self.ways.forms.require_within(&form, limits));
                Some(form)
            }
            Node::Length(array) => {
                let form = self.length(array, path, needs, depth);
                if let ([(atom, 1)], true) = (&form.terms[..], self.object(array, path) == array) {
                    self.ways.read.entry(*atom).or_insert(id);
                }
                Some(form)
            }
            Node::Field { object, memory, .. } => {
                let memory = self.form(memory, path, needs, depth + 1);
                let form = self.field_in((id, object), &memory, path, needs)?;
                if let [(atom, 1)] = form.terms[..] {
                    self.ways.read.entry(atom).or_insert(id);
                }
                Some(form)
            }
            Node::Extreme(is_largest, one, two) => {
                let one = self.form(one, path, needs, depth + 1);
                let two = self.form(two, path, needs, depth + 1);
                let atom = if is_largest {
                    Atom::Most(one, two)
                } else {
                    Atom::Least(one, two)
                };
                let form = self.ways.forms.number(atom, (None, None), needs);
                Some(Form::leaf(form))
            }
            Node::Between(low, high) => {
                let mut of = Vec::new();
                let least = self.form(low, path, &mut of, depth + 1);
                let most = self.form(high, path, &mut of, depth + 1);
                let range = self.bounds.interval(values, id, 0);
                let value = id;
                let atom = Atom::Between { value, least, most };
                Some(Form::leaf(self.ways.forms.number(atom, range, &of)))
            }
            Node::OneOf(one, two) => {
                // What a search of the program returns.
                let (Node::Number(-1), Node::Between(low, high)) =
                    (values.node(one), values.node(two))
                else {
                    return None;
                };
                if (self.bounds.interval(values, low, 0).0).is_none_or(|low| low < 0) {
                    return None;
                }
                let mut of = Vec::new();
                let least = self.form(low, path, &mut of, depth + 1);
                let most = self.form(high, path, &mut of, depth + 1);
                let range = self.bounds.interval(values, id, 0);
                let call = id;
                let atom = Atom::Found { call, least, most };
                Some(Form::leaf(self.ways.forms.number(atom, range, &of)))
            }
            Node::Called { at } => {
                let called = called(self.bounds.input, at)?;
                let passed = values.passed(at).to_vec();
                match (&*called.class, &*called.name, &passed[..]) {
                    (_, _, [object]) if called.is_size_of_data() => {
                        let object = self.object(*object, path);
                        let is_text = called.class == "java/lang/String";
                        if !is_text && (!self.is_on_paths(at) || self.is_resized(object)) {
                            return None;
                        }
                        let form = self.size(object, &called);
                        if let [(atom, 1)] = form.terms[..] {
                            self.ways.read.entry(atom).or_insert(id);
                        }
                        Some(form)
                    }
                    ("java/lang/String", "indexOf" | "lastIndexOf", _) => {
                        self.searched((id, at), &called, path, needs, depth)
                    }
                    ("java/util/BitSet", "nextSetBit" | "previousSetBit", [asked, from]) => {
                        let bits = self.object(*asked, path);
                        if !self.is_on_paths(at) || self.is_resized(bits) {
                            return None;
                        }
                        let mut last = self.size(bits, &called);
                        if let [(atom, 1)] = last.terms[..] {
                            self.ways.sized.entry(atom).or_insert((at, *asked));
                        }
                        last.constant -= 1;
                        let mut of = Vec::new();
                        let from = self.form(*from, path, &mut of, depth + 1);
                        let (least, most) = if called.name == "nextSetBit" {
                            (from, last)
                        } else {
                            (Form::constant(0), from)
                        };
                        let range = self.bounds.interval(values, id, 0);
                        let atom = Atom::Found {
                            call: id,
                            least,
                            most,
                        };
                        Some(Form::leaf(self.ways.forms.number(atom, range, &of)))
                    }
                    _ => self.answered_again((id, at), &called, path, depth),
                }
            }
            Node::Element { at, array, element } => {
                let (_, index) = values.accessed(at)?;
                if !self.is_on_paths(at) || self.writes_elements(element) {
                    return None;
                }
                let object = Some(self.object(array, path));
                Some(self.same((id, None), object, &[index], path, depth))
            }
            _ => None,
        }
    }

    /// The index at which a call finds a character or a text in a text.
    fn searched(
        &mut self,
        (id, at): (Id, u32),
        called: &Called<'_>,
        path: &PathState,
        needs: &mut Vec<u32>,
        depth: u32,
    ) -> Option<Form> {
        let values = self.scope.values;
        let passed = values.passed(at).to_vec();
        let (text, sought, from) = match passed[..] {
            [text, sought] => (text, sought, None),
            [text, sought, from] => (text, sought, Some(from)),
            _ => return None,
        };
        let is_first = called.name == "indexOf";
        let is_character = called.descriptor.starts_with("(I");
        let length = if is_character {
            1
        } else {
            self.length_of_literal(sought)
        };
        // An empty text is found at the end, wherever the search begins.
        if is_first && length == 0 {
            return None;
        }
        let object = self.object(text, path);
        let mut last = self.size(object, called);
        if let ([(atom, 1)], true) = (&last.terms[..], object == text) {
            self.ways.sized.entry(*atom).or_insert((at, text));
        }
        last.constant -= i128::from(length);
        let before = needs.len();
        let from = from.map(|from| self.form(from, path, needs, depth + 1));
        let (least, most) = if is_first {
            (from.unwrap_or_else(|| Form::constant(0)), last)
        } else {
            (Form::constant(0), from.unwrap_or(last))
        };
        let of = needs[before..].to_vec();
        let call = id;
        let range = self.bounds.interval(values, id, 0);
        let atom = Atom::Found { call, least, most };
        Some(Form::leaf(self.ways.forms.number(atom, range, &of)))
    }

    /// The least number of characters of a text that is a literal, or one of several; 0 for any other value.
    fn length_of_literal(&self, id: Id) -> u32 {
        let lengths = self.bounds.lengths_of_literals(self.scope.values, id);
        lengths.map_or(0, |lengths| lengths.least)
    }

    pub(super) fn computed(
        &mut self,
        operation: BinaryOp,
        data_type: DataType,
        (left, right): (Id, Id),
        path: &PathState,
        needs: &mut Vec<u32>,
        depth: u32,
    ) -> Option<Form> {
        let before = needs.len();
        let one = self.form(left, path, needs, depth + 1);
        let two = self.form(right, path, needs, depth + 1);
        let number = two.is_constant().then_some(two.constant);
        if reorders(self.scope.values, operation, data_type, [left, right]) {
            return None;
        }
        if operation == BinaryOp::Mul && number == Some(0) {
            needs.truncate(before);
            return Some(two);
        }
        let sum = match (operation, number) {
            (BinaryOp::Add, _) => Some(one.clone().plus(&two, 1)?),
            (BinaryOp::Sub, _) => Some(one.clone().plus(&two, -1)?),
            (BinaryOp::Mul, Some(by)) => Some(one.times(by)?),
            (BinaryOp::Mul, None) if one.is_constant() => Some(two.times(one.constant)?),
            (BinaryOp::Shl, Some(by @ 0..=30)) => Some(one.times(1 << by)?),
            _ => None,
        };
        if let Some(sum) = sum {
            let (least, most) = limits_of(data_type);
            if sum.is_constant() && !(least..=most).contains(&sum.constant) {
                return None;
            }
            if !sum.is_constant() && sum != one {
                needs.push(self.ways.forms.require_fit(&sum, data_type));
            }
            return Some(sum);
        }
        let mut rounding = Rounding::Zero;
        let bits = if data_type == DataType::Long { 64 } else { 32 };
        let atom = match (operation, number) {
            (BinaryOp::Mul, None) => {
                let atom = Atom::Product(one, two);
                let of = needs[before..].to_vec();
                let form = Form::leaf(self.ways.forms.number(atom, (None, None), &of));
                needs.push(self.ways.forms.require_fit(&form, data_type));
                return Some(form);
            }
            (BinaryOp::Div, Some(by @ 2..)) => Atom::Quotient {
                of: one,
                by,
                rounding,
            },
            (BinaryOp::Shr | BinaryOp::Ushr, Some(by @ 1..=30)) => {
                rounding = Rounding::Down;
                if operation == BinaryOp::Ushr {
                    // As an unsigned number, a sum of two ints may use all bits.
                    let is_sum = data_type == DataType::Int
                        && matches!(
                            self.scope.values.node(left),
                            Node::Binary(BinaryOp::Add, DataType::Int, ..)
                        );
                    let of_sum = self.ways.forms.require_fit(&one, data_type);
                    if is_sum && needs.len() > before && needs.last() == Some(&of_sum) {
                        needs.pop();
                        let most = 2 * limits_of(data_type).1;
                        needs.push(self.ways.forms.require_within(&one, (0, most)));
                    } else {
                        rounding = Rounding::Unsigned(bits);
                    }
                }
                Atom::Quotient {
                    of: one,
                    by: 1 << by,
                    rounding,
                }
            }
            (BinaryOp::Div, None) => Atom::Ratio { of: one, by: two },
            (BinaryOp::Rem, _) => Atom::Rest { of: one, by: two },
            (BinaryOp::And, _) => Atom::Masked(one, two, bits),
            _ => return None,
        };
        let of = needs[before..].to_vec();
        let range = match operation {
            BinaryOp::Rem => number
                .filter(|by| *by != 0)
                .map_or((None, None), |by| (Some(1 - by.abs()), Some(by.abs() - 1))),
            _ => (None, None),
        };
        Some(Form::leaf(self.ways.forms.number(atom, range, &of)))
    }
}
