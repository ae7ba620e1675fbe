//! The libraries, and a page for each.

use super::basis::{Basis, TYPICAL, costly, costly_sentence, mean_seen};
use super::data::{Cell, Data, Kind, Table, column, count, count_of, number};
use super::frame::Page;
use super::listing::{self, From};
use super::parts;
use crate::addresses::Addresses;
use crate::libraries::{SharedLibrary, VersionIn};
use crate::methods::RankedMethod;
use crate::names;

/// The maximum number of services named beside a library. Its own page names all.
const MOST_NAMED: usize = 5;

/// Creates the page of all libraries.
pub(crate) fn libraries(
    basis: &Basis,
    libraries: &[SharedLibrary],
    addresses: &Addresses,
) -> (Page, Data) {
    let mut page = Page::new("Libraries of the services", "");
    let mut data = Data::default();
    page.basis(basis, &basis.all(), basis.seen);
    page.says("ground", &basis.analysis);
    page.table(
        "libraries",
        "Libraries",
        &format!(
            "Archives inside services. They are ranked by the number of their expensive methods. {} A service that contains a library does not have to \
             call all of it. {TYPICAL}",
            costly_sentence(basis)
        ),
    );
    let mut rows = Vec::new();
    for library in libraries {
        let (name, organisation) = (data.text(&library.name), data.text(&library.organisation));
        let address = addresses.library(library.id).unwrap_or_default();
        let known = library.versions.iter().filter(|name| !name.is_empty());
        let known: Vec<&str> = known.map(String::as_str).collect();
        rows.push(vec![
            Cell::NamedLink(name, organisation, data.text(address)),
            data.cell(&known.join(", ")),
            count(library.services.len() as u64),
            if library.costliest.is_some() {
                count(library.costly)
            } else {
                Cell::Unknown
            },
            count(library.methods),
            number(library.costliest),
            contained_in(&mut data, library, addresses),
        ]);
    }
    let columns = vec![
        column(
            "Library",
            Kind::Text,
            "The name of the artifact and its organisation",
        ),
        column("Versions", Kind::Text, "All versions that services contain"),
        column("Services", Kind::Count, "Services that contain it"),
        column(
            "Expensive methods",
            Kind::Count,
            format!(
                "Methods {} in some service, each counted once",
                costly(basis)
            ),
        ),
        column("Methods", Kind::Count, "Methods of its largest copy"),
        column(
            "Most expensive",
            Kind::Joules,
            "The typical energy of one call of its most expensive method",
        ),
        column(
            "Contained in",
            Kind::Text,
            "Beginning with the service where it has the largest number of expensive methods",
        ),
    ];
    let table = Table {
        columns,
        sorted: Some(3),
        rows,
        details: Vec::new(),
        anchors: Vec::new(),
    };
    data.insert("libraries", table);
    (page, data)
}

/// The first services that contain a library.
fn contained_in(data: &mut Data, library: &SharedLibrary, addresses: &Addresses) -> Cell {
    let mut cells: Vec<Cell> = Vec::new();
    for id in library.services.iter().take(MOST_NAMED) {
        let name = names::last_part(addresses.service_name(*id).unwrap_or_default());
        cells.push(data.link(name, addresses.service(*id).unwrap_or_default()));
    }
    let more = library.services.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        cells.push(data.cell(&format!("and {more} more")));
    }
    Cell::Several(cells)
}

/// Creates the page of a library with `all` known methods.
pub(crate) fn library(
    basis: &Basis,
    library: &SharedLibrary,
    versions: &[VersionIn],
    (methods, all): (&[RankedMethod], u64),
    grounds: &[i64],
    addresses: &Addresses,
) -> (Page, Data) {
    let title = if library.organisation.is_empty() {
        library.name.clone()
    } else {
        format!("{}:{}", library.organisation, library.name)
    };
    let mut page = Page::new(&title, "../");
    let mut data = Data::default();
    let parts = versions.iter().map(|version| &version.methods);
    page.basis(basis, grounds, mean_seen(parts));
    page.says("ground", &basis.analysis);
    page.table(
        "services",
        "Services that contain it",
        "The services that contain the library, with its version there. A service does not have to call all of it. The same version may cost \
         different energies, because its calls lead to different code.",
    );
    let mut columns = vec![
        column("Service", Kind::Text, "The name of the analysed input"),
        column("Version", Kind::Text, "The version of the library there"),
    ];
    columns.extend(parts::columns(basis));
    columns.push(column("Archive", Kind::Text, "Its location in the service"));
    let mut rows = Vec::new();
    for version in versions {
        let service = addresses.service_name(version.service).unwrap_or_default();
        let name = names::last_part(service);
        let mut row = vec![
            match addresses.service(version.service) {
                Some(address) => data.link(name, &format!("../{address}")),
                None => data.cell(name),
            },
            data.cell(&version.version),
        ];
        row.extend(parts::cells(&version.methods));
        row.push(data.cell(if version.is_own {
            "the service is the library itself"
        } else {
            &version.jar
        }));
        rows.push(row);
    }
    let table = Table {
        columns,
        sorted: Some(2),
        rows,
        details: Vec::new(),
        anchors: Vec::new(),
    };
    data.insert("services", table);
    if versions_known(versions) > 1 {
        side_by_side(&mut page, &mut data, versions, basis);
    }
    page.table(
        "methods",
        "Methods",
        &format!(
            "The {} most expensive of {all} methods, each counted once. The numbers are those of the place where it costs most. {TYPICAL}",
            methods.len()
        ),
    );
    let table = listing::methods(&mut data, methods, From::Services, basis, addresses, "../");
    data.insert("methods", table);
    (page, data)
}

fn versions_known(versions: &[VersionIn]) -> usize {
    let mut known: Vec<&str> = versions.iter().map(|one| one.version.as_str()).collect();
    known.sort_unstable();
    known.dedup();
    known.len()
}

/// A table with a row for each version, with the numbers of its most expensive copy.
fn side_by_side(page: &mut Page, data: &mut Data, versions: &[VersionIn], basis: &Basis) {
    page.table(
        "versions",
        "Versions side by side",
        "Each version, with the numbers of the service where it has the largest number of expensive methods.",
    );
    let mut rows: Vec<(&str, Vec<i64>, &VersionIn)> = Vec::new();
    // The most expensive copy of a version comes first.
    for one in versions {
        match rows
            .iter_mut()
            .find(|(version, ..)| *version == one.version)
        {
            Some((_, services, _)) => {
                if !services.contains(&one.service) {
                    services.push(one.service);
                }
            }
            None => rows.push((&one.version, vec![one.service], one)),
        }
    }
    let mut columns = vec![
        column("Version", Kind::Text, "The version of the library"),
        column(
            "Services",
            Kind::Count,
            "Services that contain this version",
        ),
    ];
    columns.extend(parts::columns(basis));
    let mut cells = Vec::new();
    for (version, services, one) in rows {
        let mut row = vec![data.cell(version), count_of(services.len() as u64, 1)];
        row.extend(parts::cells(&one.methods));
        cells.push(row);
    }
    let table = Table {
        columns,
        sorted: None,
        rows: cells,
        details: Vec::new(),
        anchors: Vec::new(),
    };
    data.insert("versions", table);
}
