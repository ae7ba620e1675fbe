//! The classes of a run: those of its jars, and those of the JDK.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use bytecode::{ClassFile, InvokeKind, Op};
use files::Limits;
use jdk::JdkModules;
use libraries::ClassSource;

/// A class, reduced to what other classes need of it.
#[derive(Debug)]
pub(super) struct ClassFacts {
    pub(super) bytes: Arc<[u8]>,
    /// Its module of the JDK; `None` for a class of a jar.
    pub(super) module: Option<String>,
    supertypes: Vec<String>,
    /// By name and descriptor: the index in the class, and whether it is abstract.
    methods: HashMap<(String, String), (usize, bool)>,
}

/// A method: its class, its name and its descriptor.
pub(super) type Key = (Arc<str>, Arc<str>, Arc<str>);

type Lambdas = HashMap<(String, String), Arc<[Key]>>;

/// Looks up classes: in the jars first, for classes that the JDK lacks.
pub(super) struct Classes<'m> {
    jars: HashMap<String, Arc<[u8]>>,
    modules: &'m JdkModules,
    known: RefCell<HashMap<String, Option<Arc<ClassFacts>>>>,
    /// The methods that the lambdas of a class run, by the class and the name of the interface's method.
    lambdas: RefCell<Lambdas>,
}

impl<'m> Classes<'m> {
    /// # Errors
    /// If a jar cannot be read.
    pub(super) fn open<'p>(
        jars: impl IntoIterator<Item = &'p Path>,
        modules: &'m JdkModules,
    ) -> Result<Self> {
        let mut found = HashMap::new();
        for jar in jars {
            let source = ClassSource::open(&jar.to_string_lossy(), None, &Limits::default())
                .with_context(|| format!("could not open {}", jar.display()))?;
            for at in 0..source.len() {
                // An unreadable class was not executed either.
                let _ = source.with_bytes(at, |bytes| {
                    if let Ok(class) = ClassFile::parse(bytes) {
                        found.entry(class.name).or_insert_with(|| Arc::from(bytes));
                    }
                });
            }
        }
        Ok(Self {
            jars: found,
            modules,
            known: RefCell::default(),
            lambdas: RefCell::default(),
        })
    }

    /// The classes of the jars.
    pub(super) fn of_jars(&self) -> impl Iterator<Item = &Arc<[u8]>> {
        self.jars.values()
    }

    pub(super) fn get(&self, name: &str) -> Option<Arc<ClassFacts>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let read = self.read(name).map(Arc::new);
        self.known
            .borrow_mut()
            .insert(name.to_owned(), read.clone());
        read
    }

    fn read(&self, name: &str) -> Option<ClassFacts> {
        let of_jdk = self.modules.class(name).ok().flatten();
        let (bytes, module) = match (&of_jdk, self.jars.get(name)) {
            (Some(class), _) => (Arc::from(class.bytes()), Some(class.module().to_owned())),
            (None, Some(bytes)) => (Arc::clone(bytes), None),
            (None, None) => return None,
        };
        let class = ClassFile::parse(&bytes).ok()?;
        let supertypes = class.super_name.iter().chain(&class.interfaces);
        let methods = class.methods.iter().enumerate().map(|(at, method)| {
            let names = (method.name.clone(), method.descriptor.clone());
            (names, (at, method.is_abstract()))
        });
        Some(ClassFacts {
            supertypes: supertypes.cloned().collect(),
            methods: methods.collect(),
            module,
            bytes,
        })
    }

    /// The method that runs for an object of exactly this class.
    pub(super) fn implementation(&self, class: &str, name: &str, descriptor: &str) -> Option<Key> {
        let class = if class.starts_with('[') {
            "java/lang/Object"
        } else {
            class
        };
        let names = (name.to_owned(), descriptor.to_owned());
        // Superclasses come before interfaces.
        let mut interfaces: Vec<String> = Vec::new();
        let mut next = Some(class.to_owned());
        let mut steps = 0;
        while let Some(class) = next.take().or_else(|| interfaces.pop()) {
            steps += 1;
            let Some(known) = self.get(&class).filter(|_| steps < 4096) else {
                continue;
            };
            if let Some((_, is_abstract)) = known.methods.get(&names)
                && !is_abstract
            {
                return Some((Arc::from(class), Arc::from(name), Arc::from(descriptor)));
            }
            let mut supertypes = known.supertypes.iter().cloned();
            next = supertypes.next();
            interfaces.extend(supertypes);
        }
        None
    }

    /// Whether one class is the other or inherits from it.
    pub(super) fn is_a(&self, class: &str, of: &str) -> bool {
        let mut pending = vec![class.to_owned()];
        let mut steps = 0;
        while let Some(class) = pending.pop() {
            if class == of {
                return true;
            }
            steps += 1;
            if steps < 4096
                && let Some(known) = self.get(&class)
            {
                pending.extend(known.supertypes.iter().cloned());
            }
        }
        false
    }

    /// The methods that lambdas of a class may run for an interface method with this name.
    pub(super) fn lambdas(&self, host: &str, name: &str) -> Arc<[Key]> {
        let names = (host.to_owned(), name.to_owned());
        if let Some(known) = self.lambdas.borrow().get(&names) {
            return Arc::clone(known);
        }
        let mut found: Vec<Key> = Vec::new();
        if let Some(known) = self.get(host)
            && let Ok(class) = ClassFile::parse(&known.bytes)
        {
            for code in class
                .methods
                .iter()
                .filter_map(|method| method.code.as_ref())
            {
                for instruction in &code.instructions {
                    let Op::Invoke {
                        kind: InvokeKind::Dynamic,
                        pool,
                    } = instruction.op
                    else {
                        continue;
                    };
                    if class
                        .member(pool)
                        .is_none_or(|member| member.name() != name)
                    {
                        continue;
                    }
                    for body in class.lambda_bodies(pool) {
                        let body = self.implementation(&body.class, &body.name, &body.descriptor);
                        found.extend(body.filter(|body| !found.contains(body)));
                    }
                }
            }
        }
        let found: Arc<[Key]> = found.into();
        self.lambdas.borrow_mut().insert(names, Arc::clone(&found));
        found
    }
}
