//! The part of a head that has code but no numbers. A sum without it does not describe the program.

use crate::coverage::is_java;
use crate::message::in_one_line;
use crate::name::{qualified, readable_method, shown};
use crate::report::{Method, Report};
use crate::uncovered_method::UncoveredMethod;
use documents::Severity;
use std::collections::{BTreeMap, BTreeSet};

/// Code that was not seen, and where it belongs.
pub(crate) struct UnseenPart {
    pieces: Vec<Piece>,
    /// The packages of both sides, with slashes.
    packages: BTreeSet<String>,
}

struct Piece {
    /// Its package with slashes, if it is known.
    package: Option<String>,
    file: Option<String>,
    /// The displayed name, if it is a method.
    method: Option<String>,
    reason: String,
}

impl UnseenPart {
    /// The broken code of the head, and what a comparison with the base misses.
    pub(crate) fn of((base, head): (&Report, &Report), missing: &[UncoveredMethod]) -> Self {
        let methods = base.methods.iter().chain(&head.methods);
        let packages = methods.map(|method| method.package().to_owned());
        let mut part = Self {
            pieces: Vec::new(),
            packages: packages.collect(),
        };
        for method in head.methods.iter().filter(|method| method.is_broken()) {
            let name = readable_method(&method.class, &method.method, &method.descriptor);
            part.pieces.push(Piece {
                package: Some(method.package().to_owned()),
                file: method.file.clone(),
                reason: format!("{} does not compile", shown(&name)),
                method: Some(name),
            });
        }
        let broken = crate::unseen_part::broken_files(head);
        for file in broken.into_iter().filter(|file| is_java(file)) {
            part.add_file(Some(file), None, format!("{file} does not compile"));
        }
        // For example a jar with a bad entry, or a full disk.
        let beside = head.problems.iter().filter(|problem| {
            let file = problem.file.as_deref().unwrap_or_default();
            problem.severity == Severity::Error && problem.line.is_none() && !is_java(file)
        });
        for problem in beside {
            let file = problem.file.iter().map(|file| format!("{file}: "));
            let reason = file.chain([problem.message.clone()]).collect();
            part.add_file(None, None, reason);
        }
        for one in missing.iter().filter(|one| one.side == "head") {
            let reason = format!("{}: {}", shown(&one.method), in_one_line(&one.reason));
            part.add_file(one.file.as_deref(), Some(one.method.clone()), reason);
        }
        part.add_callers((base, head));
        part
    }

    /// Adds the methods that call such code in either state: their numbers lack it, or use a stand-in for it.
    fn add_callers(&mut self, (base, head): (&Report, &Report)) {
        let both = || base.methods.iter().chain(&head.methods);
        let mut callers: BTreeMap<&str, Vec<&Method>> = BTreeMap::new();
        for method in both() {
            for callee in method.callees.iter().chain(&method.rests_on) {
                callers.entry(callee).or_default().push(method);
            }
        }
        let (of_methods, of_files): (Vec<&Piece>, Vec<&Piece>) =
            (self.pieces.iter()).partition(|piece| piece.method.is_some());
        let of_methods = of_methods.into_iter();
        let of_methods: BTreeMap<_, _> = of_methods
            .map(|piece| (&piece.method, &piece.reason))
            .collect();
        let of_files = of_files.into_iter().filter(|piece| piece.file.is_some());
        let of_files: BTreeMap<_, _> = of_files.map(|piece| (&piece.file, &piece.reason)).collect();
        let mut open: Vec<(String, String)> = Vec::new();
        let mut seen = BTreeSet::new();
        for method in both() {
            let name = readable_method(&method.class, &method.method, &method.descriptor);
            let reason = of_methods
                .get(&Some(name))
                .or_else(|| of_files.get(&method.file));
            if let Some(reason) = reason.filter(|_| seen.insert(qualified(method))) {
                open.push((qualified(method), String::clone(reason)));
            }
        }
        while let Some((callee, reason)) = open.pop() {
            for caller in callers.remove(&callee[..]).unwrap_or_default() {
                let name = qualified(caller);
                if seen.insert(name.clone()) {
                    self.pieces.push(Piece {
                        package: Some(caller.package().to_owned()),
                        file: caller.file.clone(),
                        method: Some(readable_method(
                            &caller.class,
                            &caller.method,
                            &caller.descriptor,
                        )),
                        reason: reason.clone(),
                    });
                    open.push((name, reason.clone()));
                }
            }
        }
    }

    fn add_file(&mut self, file: Option<&str>, method: Option<String>, reason: String) {
        let folder = file.map(|file| file.replace('\\', "/"));
        let folder = folder.map(|file| {
            let (folder, _) = file.rsplit_once('/').unwrap_or_default();
            format!("/{folder}")
        });
        // The package is the longest one that matches the end of the folder.
        let package = folder.and_then(|folder| {
            let fits = self
                .packages
                .iter()
                .filter(|package| package.is_empty() || folder.ends_with(&format!("/{package}")));
            fits.max_by_key(|package| package.len()).cloned()
        });
        self.pieces.push(Piece {
            package,
            file: file.map(str::to_owned),
            method,
            reason,
        });
    }

    /// Why there is no number for everything.
    pub(crate) fn of_all(&self) -> Option<String> {
        self.first(|_| true)
    }

    /// The same for a package.
    pub(crate) fn of_package(&self, package: &str) -> Option<String> {
        self.first(|piece| piece.package.as_deref().is_none_or(|of| of == package))
    }

    /// The same for a method, by its displayed name.
    pub(crate) fn of_method(&self, method: &str) -> Option<String> {
        let is_it = |piece: &Piece| match &piece.method {
            Some(name) => name == method,
            None => piece.file.is_none(),
        };
        self.first(is_it)
    }

    fn first(&self, holds: impl Fn(&Piece) -> bool) -> Option<String> {
        let found = self.pieces.iter().find(|piece| holds(piece))?;
        Some(found.reason.clone())
    }
}

impl Method {
    /// Its package, with slashes.
    pub(crate) fn package(&self) -> &str {
        let parts = self.class.rsplit_once('/');
        parts.map_or("", |(package, _)| package)
    }
}

/// The files for which a report has an error and no method.
pub(crate) fn broken_files(report: &Report) -> BTreeSet<&str> {
    let errors = report
        .problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error);
    let mut files: BTreeSet<&str> = errors
        .filter_map(|problem| problem.file.as_deref())
        .collect();
    for method in &report.methods {
        if let Some(file) = &method.file {
            files.remove(&file[..]);
        }
    }
    files.retain(|file| !report.alike.contains_key(*file));
    files
}
