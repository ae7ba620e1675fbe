//! All pages of a site.

use crate::addresses::Addresses;
use crate::error::PortfolioError;
use crate::folder::SiteFolder;
use crate::ground::Owner;
use crate::methods::Scope;
use crate::page::{self, Basis, Data, Page, ServiceContents};
use crate::store::Store;
use batch::Status;
use posterior::Joules;
use std::path::{Path, PathBuf};

/// Methods of its libraries on the page of a service.
const MOST_INSIDE: usize = 500;

/// What the pages show besides the rows.
#[derive(Debug, Clone)]
pub struct SiteContents {
    /// Methods whose typical call costs this or more are costly.
    pub floor: Joules,
    /// The most methods in one table.
    pub methods: usize,
    /// What came of each input.
    pub statuses: Vec<Status>,
    /// Tables that could not be read, each with the reason.
    pub unread: Vec<String>,
}

/// What was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiteSummary {
    /// Services.
    pub services: usize,
    /// Libraries.
    pub libraries: usize,
    /// Pages.
    pub pages: usize,
    /// Rows that were there twice, and count once.
    pub twice: u64,
}

/// A site on its way.
#[derive(Debug)]
pub struct Site {
    folder: SiteFolder,
    pages: usize,
}

impl Site {
    /// Begins a site that takes the place `out` once it is whole.
    ///
    /// # Errors
    /// [`PortfolioError::Folder`], also where something else is there.
    pub fn begin(out: &Path) -> Result<Self, PortfolioError> {
        let folder = SiteFolder::begin(out)?;
        Ok(Self { folder, pages: 0 })
    }

    /// A file for the database, which disappears with the run.
    pub fn database(&self) -> PathBuf {
        self.folder.beside("rows.db")
    }

    /// Writes all pages, and puts them into their place.
    ///
    /// # Errors
    /// [`PortfolioError`]; then nothing has changed there.
    pub fn publish(
        mut self,
        store: &mut Store,
        contents: SiteContents,
    ) -> Result<SiteSummary, PortfolioError> {
        for status in &contents.statuses {
            store.note(status)?;
        }
        let twice = store.finish(contents.floor)?;
        let services = store.services()?;
        let libraries = store.libraries()?;
        let addresses = Addresses::new(&services, &libraries);
        let basis = Basis::new(store.grounds()?, contents.floor, &services, contents.unread);
        let most = contents.methods;
        self.add("index.html", page::index(&basis, &services, &addresses))?;
        self.add(
            "libraries.html",
            page::libraries(&basis, &libraries, &addresses),
        )?;
        let methods = store.methods(Scope::Everywhere, most)?;
        let all = store.count(Scope::Everywhere)?;
        self.add(
            "hotspots.html",
            page::hotspots(&basis, &methods, all, &addresses),
        )?;
        drop(methods);
        for service in &services {
            let id = service.id;
            let contents = ServiceContents {
                libraries: &store.libraries_of(id)?,
                own: &store.methods(Scope::Own(id), most)?,
                inside: &store.methods(Scope::LibrariesOf(id), most.min(MOST_INSIDE))?,
                grounds: &store.grounds_of(Owner::Service, id)?,
            };
            let made = page::service(&basis, service, &contents, &addresses);
            self.add(addresses.service(id).unwrap_or_default(), made)?;
        }
        for library in &libraries {
            let id = library.id;
            let methods = store.methods(Scope::Library(id), most)?;
            let made = page::library(
                &basis,
                library,
                &store.versions_of(id)?,
                (&methods, store.count(Scope::Library(id))?),
                &store.grounds_of(Owner::Component, id)?,
                &addresses,
            );
            self.add(addresses.library(id).unwrap_or_default(), made)?;
        }
        let written = SiteSummary {
            services: services.len(),
            libraries: libraries.len(),
            pages: self.pages,
            twice,
        };
        self.folder.finish()?;
        Ok(written)
    }

    fn add(&mut self, address: &str, (page, data): (Page, Data)) -> Result<(), PortfolioError> {
        self.folder.write(address, &page.finish(&data)?)?;
        self.pages += 1;
        Ok(())
    }
}
