//! The receivers of calls of JDK classes in programs.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use frequency::Receivers;

use super::classes::Classes;
use super::truth::{Method, Site};

/// A call site weighs at most as much as this many calls, so that one hot site does not dominate.
const MAX_SITE_WEIGHT: f64 = 100.0;
/// A program weighs at most as much as this many calls.
const MAX_PROGRAM_WEIGHT: f64 = 1_000.0;
/// Calls that fewer programs make are dropped.
const MIN_PROGRAMS: usize = 4;
/// Receivers with a smaller share are dropped, and classes beyond this number.
const MIN_SHARE: f64 = 0.01;
const MAX_CLASSES: usize = 8;

/// Where the method of a receiver is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Receiver {
    /// Outside the JDK.
    Own,
    /// In a class of the JDK.
    Library(Arc<str>),
    /// In a lambda of the JDK.
    Lambda,
}

/// Calls by their receivers.
type Calls = HashMap<Receiver, f64>;

/// The receivers at calls that name a class of the JDK.
#[derive(Debug, Default)]
pub(super) struct ReceiverCounts {
    /// By program, and by `class.method` and `class`.
    by_program: BTreeMap<usize, HashMap<String, Calls>>,
}

impl ReceiverCounts {
    /// Adds the receivers in a method of a program.
    pub(super) fn add(&mut self, program: usize, method: &Method, classes: &Classes<'_>) {
        let of_program = self.by_program.entry(program).or_default();
        for site in &method.sites {
            let is_of_jdk = |class: &str| classes.get(class).is_some_and(|of| of.module.is_some());
            if !is_of_jdk(&site.class) {
                continue;
            }
            let told: u64 = site.told.receivers.iter().map(|(_, count)| count).sum();
            if told == 0 {
                continue;
            }
            let scale = (MAX_SITE_WEIGHT / told as f64).min(1.0);
            for (class, count) in &site.told.receivers {
                let receiver = receiver(class, site, classes);
                let weight = *count as f64 * scale;
                for key in [
                    format!("{}.{}", site.class, site.name),
                    site.class.to_string(),
                ] {
                    let calls = of_program.entry(key).or_default();
                    *calls.entry(receiver.clone()).or_default() += weight;
                }
            }
        }
    }

    /// What is known without some of the programs.
    pub(super) fn shares(&self, without: &[usize]) -> BTreeMap<String, Receivers> {
        let mut sums: HashMap<&str, (usize, Calls)> = HashMap::new();
        let programs = self.by_program.iter();
        for (_, of_program) in programs.filter(|(program, _)| !without.contains(program)) {
            for (key, calls) in of_program {
                let (programs, sum) = sums.entry(key).or_default();
                *programs += 1;
                let all: f64 = calls.values().sum();
                let scale = (MAX_PROGRAM_WEIGHT / all).min(1.0);
                for (receiver, count) in calls {
                    *sum.entry(receiver.clone()).or_default() += count * scale;
                }
            }
        }
        let known = sums.into_iter().filter_map(|(key, (programs, calls))| {
            let known = shares_of(&calls).filter(|_| programs >= MIN_PROGRAMS)?;
            Some((key.to_owned(), known))
        });
        let all: BTreeMap<String, Receivers> = known.collect();
        // A call with one kind of receiver shows nothing that the code does not.
        let is_plain = |known: &Receivers| known.own == 0.0 && known.classes.len() < 2;
        all.into_iter()
            .filter(|(_, known)| !is_plain(known))
            .collect()
    }
}

fn receiver(class: &str, site: &Site, classes: &Classes<'_>) -> Receiver {
    if let Some((host, _)) = class.split_once("$$Lambda") {
        let host = classes.get(host);
        return if host.is_some_and(|host| host.module.is_some()) {
            Receiver::Lambda
        } else {
            Receiver::Own
        };
    }
    // A subclass may inherit the method from the JDK.
    match classes.implementation(class, &site.name, &site.descriptor) {
        Some((declaring, ..))
            if classes
                .get(&declaring)
                .is_some_and(|of| of.module.is_some()) =>
        {
            let is_of_jdk = classes.get(class).is_some_and(|of| of.module.is_some());
            Receiver::Library(if is_of_jdk {
                Arc::from(class)
            } else {
                declaring
            })
        }
        _ => Receiver::Own,
    }
}

fn shares_of(calls: &Calls) -> Option<Receivers> {
    let all: f64 = calls.values().sum();
    let own = calls.get(&Receiver::Own).copied().unwrap_or(0.0);
    let of_library = all - own;
    if all <= 0.0 {
        return None;
    }
    let mut classes: Vec<(String, f64)> = calls
        .iter()
        .filter_map(|(receiver, count)| match receiver {
            Receiver::Library(class) => Some((class.to_string(), count / of_library)),
            Receiver::Own | Receiver::Lambda => None,
        })
        .filter(|(_, share)| *share >= MIN_SHARE)
        .collect();
    classes.sort_by(|one, two| two.1.total_cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
    classes.truncate(MAX_CLASSES);
    for (_, share) in &mut classes {
        *share = rounded(*share);
    }
    Some(Receivers {
        own: rounded(own / all),
        classes,
    })
}

/// Rounds to three decimals.
fn rounded(share: f64) -> f64 {
    (share * 1_000.0).round() / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_receivers_have_their_share_of_all_and_classes_theirs_of_the_rest() {
        let library = |name: &str| Receiver::Library(Arc::from(name));
        let calls = Calls::from([
            (Receiver::Own, 50.0),
            (library("A"), 30.0),
            (library("B"), 10.0),
            (Receiver::Lambda, 10.0),
        ]);
        let known = shares_of(&calls).expect("shares");
        assert!((known.own - 0.5).abs() < 1e-12);
        assert_eq!(
            known.classes,
            [("A".to_owned(), 0.6), ("B".to_owned(), 0.2)]
        );
    }

    #[test]
    fn what_few_programs_show_is_dropped() {
        let mut seen = ReceiverCounts::default();
        for program in 0..4 {
            let of = seen.by_program.entry(program).or_default();
            let calls = Calls::from([(Receiver::Own, 5.0), (Receiver::Library("A".into()), 15.0)]);
            of.insert("K.m".to_owned(), calls);
        }
        assert_eq!(
            seen.shares(&[]).get("K.m").map(|known| known.own),
            Some(0.25)
        );
        assert!(seen.shares(&[1]).is_empty());
    }
}
