//! The addresses of the pages.

use crate::folder::{LIBRARIES, SERVICES};
use crate::libraries::SharedLibrary;
use crate::names;
use crate::services::Service;
use std::collections::HashMap;

/// Names and addresses of services and libraries, by number. Addresses are relative to the site's folder.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    services: HashMap<i64, (String, String)>,
    libraries: HashMap<i64, (String, String)>,
}

impl Addresses {
    pub(crate) fn new(services: &[Service], libraries: &[SharedLibrary]) -> Self {
        let services = services.iter().map(|service| {
            let input = &service.input;
            let page = names::page(names::last_part(input), &[input]);
            (service.id, (input.clone(), format!("{SERVICES}/{page}")))
        });
        let libraries = libraries.iter().map(|library| {
            let page = names::page(&library.name, &[&library.organisation, &library.name]);
            let address = format!("{LIBRARIES}/{page}");
            (library.id, (library.name.clone(), address))
        });
        Self {
            services: services.collect(),
            libraries: libraries.collect(),
        }
    }

    pub(crate) fn service(&self, id: i64) -> Option<&str> {
        self.services.get(&id).map(|(_, address)| address.as_str())
    }

    pub(crate) fn service_name(&self, id: i64) -> Option<&str> {
        self.services.get(&id).map(|(name, _)| name.as_str())
    }

    pub(crate) fn library(&self, id: i64) -> Option<&str> {
        self.libraries.get(&id).map(|(_, address)| address.as_str())
    }

    pub(crate) fn library_name(&self, id: i64) -> Option<&str> {
        self.libraries.get(&id).map(|(name, _)| name.as_str())
    }
}
