//! All pages of a site.

use crate::addresses::Addresses;
use crate::error::PortfolioError;
use crate::folder::SiteFolder;
use crate::ground::Owner;
use crate::methods::Scope;
use crate::page::{self, Basis, Data, Page, ServiceContents};
use crate::store::Store;
use batch::InputStatus;
use posterior::Joules;
use std::path::{Path, PathBuf};

/// The maximum number of library methods on a service's page.
const MOST_INSIDE: usize = 500;

/// What the pages show besides the rows.
#[derive(Debug, Clone)]
pub struct SiteContents {
    /// Methods whose typical call costs at least this are expensive.
    pub floor: Joules,
    /// The maximum number of methods in a table.
    pub methods: usize,
    /// The result of each input.
    pub statuses: Vec<InputStatus>,
    /// Tables that could not be read, with the reasons.
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
    /// Rows that occurred twice, and count once.
    pub twice: u64,
}

/// An unfinished site.
#[derive(Debug)]
pub struct Site {
    folder: SiteFolder,
    pages: usize,
}

impl Site {
    /// Begins a site that replaces `out` once it is complete.
    ///
    /// # Errors
    /// [`PortfolioError::Folder`], also if something else is there.
    pub fn begin(out: &Path) -> Result<Self, PortfolioError> {
        let folder = SiteFolder::begin(out)?;
        Ok(Self { folder, pages: 0 })
    }

    /// The path of the temporary database, which is removed after the run.
    pub fn database(&self) -> PathBuf {
        self.folder.beside("rows.db")
    }

    /// Writes all pages, and moves them to their destination.
    ///
    /// # Errors
    /// [`PortfolioError`]; the destination is then unchanged.
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
