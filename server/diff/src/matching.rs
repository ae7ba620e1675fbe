//! Matches methods of base and head: by name, then by what they execute, then by name alone.

use crate::body::Body;
use crate::body::body_is_equal;
use crate::body::has_made_up_name;
use crate::body::without_numbers;
use crate::report::Method;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Bodies with less similarity are two methods.
const MIN_SIMILARITY: f64 = 0.75;

/// A method that keeps a smaller share of its kinds of patterns did not move: it is another method.
const MIN_KINDS: f64 = 0.75;

/// Two classes that share fewer method names may be two of a kind, unless they are in one package.
const MIN_MEMBERS: usize = 2;

/// If there are more candidates than this, only equal bodies match.
const MAX_CANDIDATES: usize = 1 << 16;

/// Indices in the lists of base and head.
#[derive(Debug, Default)]
pub(crate) struct Matching {
    /// The same method.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// Only in the base.
    pub(crate) removed: Vec<usize>,
    /// Only in the head.
    pub(crate) added: Vec<usize>,
}

pub(crate) fn match_methods(base: &[Method], head: &[Method]) -> Matching {
    let mut matcher = Matcher {
        base,
        head,
        pairs: Vec::new(),
        base_open: (0..base.len()).collect(),
        head_open: (0..head.len()).collect(),
    };
    matcher.by_name();
    matcher.by_made_up_name();
    matcher.by_moved_class();
    matcher.by_renamed_class();
    matcher.by_equal_body();
    matcher.by_name_alone();
    matcher.by_similar_body();
    matcher.by_moved_method();
    let mut pairs = matcher.pairs;
    pairs.sort_by_key(|pair| pair.1);
    Matching {
        pairs,
        removed: matcher.base_open.into_iter().collect(),
        added: matcher.head_open.into_iter().collect(),
    }
}

struct Matcher<'m> {
    base: &'m [Method],
    head: &'m [Method],
    pairs: Vec<(usize, usize)>,
    base_open: BTreeSet<usize>,
    head_open: BTreeSet<usize>,
}

/// The identity of a class that may have been renamed: its methods, and its package if these are few.
type ClassKey<'m> = (Option<&'m str>, Vec<(&'m str, String)>);

impl<'m> Matcher<'m> {
    /// Pairs two methods if both are still open.
    fn pair(&mut self, base: usize, head: usize) {
        if self.base_open.contains(&base) && self.head_open.contains(&head) {
            self.base_open.remove(&base);
            self.head_open.remove(&head);
            self.pairs.push((base, head));
        }
    }

    /// The open methods of both sides that have the same key, in their order.
    fn groups<K: Ord>(
        &self,
        key: impl Fn(&'m Method) -> Option<K>,
    ) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut groups: BTreeMap<K, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for &index in &self.base_open {
            if let Some(key) = key(&self.base[index]) {
                groups.entry(key).or_default().0.push(index);
            }
        }
        for &index in &self.head_open {
            if let Some(key) = key(&self.head[index])
                && let Some(group) = groups.get_mut(&key)
            {
                group.1.push(index);
            }
        }
        let groups = groups.into_values();
        groups.filter(|(_, heads)| !heads.is_empty()).collect()
    }

    fn by_name(&mut self) {
        let groups = self.groups(|method| (!has_made_up_name(method)).then(|| method.key()));
        for (base, head) in groups {
            for (base, head) in base.into_iter().zip(head) {
                self.pair(base, head);
            }
        }
    }

    /// The compiler numbers lambdas and anonymous classes, so their numbers say little. Equal code is paired first, then equal
    /// numbers, then the rest in order.
    fn by_made_up_name(&mut self) {
        let key = |method: &Method| {
            has_made_up_name(method).then(|| {
                let (class, name, descriptor) = method.key();
                (
                    without_numbers(class),
                    without_numbers(name),
                    without_numbers(descriptor),
                )
            })
        };
        let is_equal = |one: &Method, two: &Method| one.cost == two.cost && body_is_equal(one, two);
        let is_called_the_same = |one: &Method, two: &Method| one.key() == two.key();
        for (base, head) in self.groups(key) {
            if base.len().saturating_mul(head.len()) > MAX_CANDIDATES {
                for (base, head) in base.into_iter().zip(head) {
                    self.pair(base, head);
                }
                continue;
            }
            self.pair_where(&base, &head, |one, two| {
                is_called_the_same(one, two) && is_equal(one, two)
            });
            self.pair_where(&base, &head, is_equal);
            self.pair_where(&base, &head, body_is_equal);
            self.pair_where(&base, &head, is_called_the_same);
            self.pair_where(&base, &head, |_, _| true);
        }
    }

    /// Pairs each open method of the base with the first open method of the head for which this holds.
    fn pair_where(
        &mut self,
        base: &[usize],
        head: &[usize],
        holds: impl Fn(&Method, &Method) -> bool,
    ) {
        for &one in base {
            if !self.base_open.contains(&one) {
                continue;
            }
            let found = head.iter().find(|two| {
                self.head_open.contains(two) && holds(&self.base[one], &self.head[**two])
            });
            if let Some(&two) = found {
                self.pair(one, two);
            }
        }
    }

    /// Pairs a removed class with an added one of the same simple name, if no others have that name and most of its methods are
    /// there. Its energy may have changed.
    fn by_moved_class(&mut self) {
        let names = |methods: &'m [Method]| -> BTreeSet<&'m str> {
            methods.iter().map(|method| &method.class[..]).collect()
        };
        let (before, after) = (names(self.base), names(self.head));
        let gone = by_simple_name(before.difference(&after).copied());
        let new = by_simple_name(after.difference(&before).copied());
        for (name, gone) in gone {
            let ([one], Some([two])) = (&gone[..], new.get(name).map(Vec::as_slice)) else {
                continue;
            };
            let of_class = |open: &BTreeSet<usize>, methods: &'m [Method], class: &str| {
                let open = open.iter().filter(|index| methods[**index].class == class);
                open.map(|index| (moved_key(&methods[*index]), *index))
                    .collect::<BTreeMap<_, _>>()
            };
            let base = of_class(&self.base_open, self.base, one);
            let head = of_class(&self.head_open, self.head, two);
            let named = base.keys().filter(|(method, _)| !method.starts_with('<'));
            let (there, missing): (Vec<_>, Vec<_>) = named.partition(|key| head.contains_key(*key));
            if there.is_empty() || there.len() < missing.len() {
                continue;
            }
            for (key, index) in &base {
                if let Some(other) = head.get(key) {
                    self.pair(*index, *other);
                }
            }
        }
    }

    /// Pairs a removed class with an added one, if both have the same method names, at least two or in one package, and no
    /// other classes have them. Its energy may have changed.
    fn by_renamed_class(&mut self) {
        let before: BTreeSet<&str> = self.base.iter().map(|one| &one.class[..]).collect();
        let after: BTreeSet<&str> = self.head.iter().map(|one| &one.class[..]).collect();
        let members = |methods: &'m [Method], open: &BTreeSet<usize>, others: &BTreeSet<&str>| {
            let mut classes: BTreeMap<&'m str, BTreeMap<(&'m str, String), usize>> =
                BTreeMap::new();
            for &index in open {
                let method = &methods[index];
                if !others.contains(&method.class[..]) {
                    let members = classes.entry(&method.class).or_default();
                    members.insert(key_in_class(method), index);
                }
            }
            let mut named: BTreeMap<ClassKey<'m>, Vec<_>> = BTreeMap::new();
            for (class, members) in classes {
                let names = members.keys().filter(|(name, _)| !name.starts_with('<'));
                let names: Vec<_> = names.cloned().collect();
                let package = class.rsplit_once('/').map_or("", |(package, _)| package);
                let package = (names.len() < MIN_MEMBERS).then_some(package);
                if !names.is_empty() {
                    named.entry((package, names)).or_default().push(members);
                }
            }
            named
        };
        let gone = members(self.base, &self.base_open, &after);
        let new = members(self.head, &self.head_open, &before);
        for (names, gone) in gone {
            let ([one], Some([two])) = (&gone[..], new.get(&names).map(Vec::as_slice)) else {
                continue;
            };
            for (key, index) in one {
                if let Some(other) = two.get(key) {
                    self.pair(*index, *other);
                }
            }
        }
    }

    /// Pairs the only remaining methods of a class and name on both sides, whatever their signatures. Their energy may have
    /// changed.
    fn by_name_alone(&mut self) {
        let classes = self.classes_elsewhere();
        let mut named: BTreeMap<(String, String), (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        let key = |class: &str, method: &Method| {
            (without_numbers(class), without_numbers(&method.method))
        };
        for &index in &self.base_open {
            let method = &self.base[index];
            let class = classes.get(&method.class[..]).copied();
            let key = key(class.unwrap_or(&method.class), method);
            named.entry(key).or_default().0.push(index);
        }
        for &index in &self.head_open {
            let method = &self.head[index];
            let key = key(&method.class, method);
            named.entry(key).or_default().1.push(index);
        }
        for (base, head) in named.into_values() {
            if let ([base], [head]) = (&base[..], &head[..]) {
                self.pair(*base, *head);
            }
        }
    }

    /// The names in the head of the base's classes that have moved, from the pairs found so far.
    fn classes_elsewhere(&self) -> BTreeMap<&'m str, &'m str> {
        let there: BTreeSet<&str> = self.head.iter().map(|one| &one.class[..]).collect();
        let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for &(one, two) in &self.pairs {
            let class = &self.base[one].class[..];
            if !there.contains(class) {
                found
                    .entry(class)
                    .or_default()
                    .insert(&self.head[two].class);
            }
        }
        let found = found.into_iter();
        let only = found.filter(|(_, classes)| classes.len() == 1);
        only.filter_map(|(class, classes)| Some((class, classes.into_iter().next()?)))
            .collect()
    }

    /// Pairs equal bodies anywhere; those that share more of their names come first.
    fn by_equal_body(&mut self) {
        let bodies = Bodies::new(self);
        let mut found = Vec::new();
        let mut by_body: HashMap<&Body<'_>, Vec<usize>> = HashMap::new();
        for (&index, body) in &bodies.head {
            by_body.entry(body).or_default().push(index);
        }
        let mut candidates = 0;
        for (&one, body) in &bodies.base {
            let mut like: Vec<usize> = by_body.get(body).cloned().unwrap_or_default();
            like.sort_unstable();
            candidates += like.len();
            if body.is_small() || candidates > MAX_CANDIDATES {
                continue;
            }
            found.extend(like.into_iter().map(|two| self.candidate(1.0, one, two)));
        }
        self.pair_best(found);
    }

    /// Pairs similar bodies of the same class or the same name.
    fn by_similar_body(&mut self) {
        let bodies = Bodies::new(self);
        let same_class = |method: &'m Method| Some((&method.class[..], &method.descriptor[..]));
        let same_name = |method: &'m Method| Some((&method.method[..], &method.descriptor[..]));
        for groups in [self.groups(same_class), self.groups(same_name)] {
            let mut found = Vec::new();
            let mut compared = 0;
            for (base, head) in groups {
                compared += base.len() * head.len();
                if compared > MAX_CANDIDATES {
                    break;
                }
                for &one in &base {
                    for &two in &head {
                        let (Some(mine), Some(theirs)) =
                            (bodies.base.get(&one), bodies.head.get(&two))
                        else {
                            continue;
                        };
                        let similarity = mine.similarity(theirs);
                        if similarity >= MIN_SIMILARITY && !mine.is_small() && !theirs.is_small() {
                            found.push(self.candidate(similarity, one, two));
                        }
                    }
                }
            }
            self.pair_best(found);
        }
        self.small_methods_of_moved_classes();
    }

    /// Pairs a removed method with an added one of the same descriptor and the same name or class, if no others are left and
    /// the new one does most of what the old one did, however often. Its energy may have changed.
    fn by_moved_method(&mut self) {
        let bodies = Bodies::new(self);
        let places: [fn(&'m Method) -> &'m str; 2] =
            [|method| &method.method, |method| &method.class];
        for place in places {
            let in_place = |method: &'m Method| {
                let is_constructor = method.method.starts_with('<');
                (!is_constructor).then_some((place(method), &method.descriptor[..]))
            };
            for (base, head) in self.groups(in_place) {
                let ([one], [two]) = (&base[..], &head[..]) else {
                    continue;
                };
                let (Some(before), Some(after)) = (bodies.base.get(one), bodies.head.get(two))
                else {
                    continue;
                };
                if !before.is_small() && before.kinds_in(after) >= MIN_KINDS {
                    self.pair(*one, *two);
                }
            }
        }
    }

    /// Pairs small methods of classes that moved.
    fn small_methods_of_moved_classes(&mut self) {
        let moved: BTreeSet<(String, String)> = self
            .pairs
            .iter()
            .map(|&(one, two)| (&self.base[one].class, &self.head[two].class))
            .filter(|(one, two)| one != two)
            .map(|(one, two)| (one.clone(), two.clone()))
            .collect();
        if moved.is_empty() {
            return;
        }
        let same_name = |method: &'m Method| Some((&method.method[..], &method.descriptor[..]));
        for (base, head) in self.groups(same_name) {
            if base.len() * head.len() > MAX_CANDIDATES {
                continue;
            }
            self.pair_where(&base, &head, |one, two| {
                moved.contains(&(one.class.clone(), two.class.clone()))
                    && Body::new(one) == Body::new(two)
            });
        }
    }

    fn candidate(&self, similarity: f64, base: usize, head: usize) -> Candidate {
        let (one, two) = (&self.base[base], &self.head[head]);
        let shared = [
            one.class == two.class,
            one.method == two.method,
            one.descriptor == two.descriptor,
            one.file == two.file,
        ];
        Candidate {
            similarity,
            shared: shared.into_iter().filter(|shared| *shared).count(),
            base,
            head,
        }
    }

    fn pair_best(&mut self, mut found: Vec<Candidate>) {
        found.sort_by(|one, two| {
            two.similarity
                .total_cmp(&one.similarity)
                .then_with(|| Reverse(one.shared).cmp(&Reverse(two.shared)))
                .then_with(|| (one.base, one.head).cmp(&(two.base, two.head)))
        });
        for candidate in found {
            self.pair(candidate.base, candidate.head);
        }
    }
}

/// The same without the class's own name, which changes with the class.
fn key_in_class(method: &Method) -> (&str, String) {
    let (name, descriptor) = moved_key(method);
    let simple = method.class.rsplit('/').next().unwrap_or(&method.class);
    (name, descriptor.replace(&format!("L{simple};"), "L;"))
}

/// Classes by their names without the package.
fn by_simple_name<'c>(classes: impl Iterator<Item = &'c str>) -> BTreeMap<&'c str, Vec<&'c str>> {
    let mut named: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for class in classes {
        let simple = class.rsplit('/').next().unwrap_or(class);
        named.entry(simple).or_default().push(class);
    }
    named
}

/// The name and the parameters of a method, without the packages of their types, which may also have moved.
fn moved_key(method: &Method) -> (&str, String) {
    let parts = method.descriptor.split('L');
    let plain = parts.map(|part| part.rsplit('/').next().unwrap_or(part));
    (&method.method, plain.collect::<Vec<_>>().join("L"))
}

struct Candidate {
    similarity: f64,
    /// The number of class, name, descriptor and file that are the same.
    shared: usize,
    base: usize,
    head: usize,
}

/// The bodies of the open methods.
struct Bodies<'m> {
    base: BTreeMap<usize, Body<'m>>,
    head: BTreeMap<usize, Body<'m>>,
}

impl<'m> Bodies<'m> {
    fn new(matcher: &Matcher<'m>) -> Self {
        let of = |open: &BTreeSet<usize>, all: &'m [Method]| {
            let open = open.iter().map(|&index| (index, Body::new(&all[index])));
            open.collect()
        };
        Self {
            base: of(&matcher.base_open, matcher.base),
            head: of(&matcher.head_open, matcher.head),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_numbers;

    #[test]
    fn numbers_of_the_compiler_are_told_from_those_of_people() {
        assert_eq!(without_numbers("p/A$1$B2$3Local"), "p/A$#$B2$#Local");
        assert_eq!(without_numbers("lambda$f2$10"), "lambda$f2$#");
        assert_eq!(without_numbers("f10"), "f10");
    }
}
