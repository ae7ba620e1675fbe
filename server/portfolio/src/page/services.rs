//! The page of a service.

use super::basis::{Basis, TYPICAL};
use super::data::{Data, Kind, Table, column};
use super::frame::Page;
use super::listing::{self, From};
use super::parts;
use crate::addresses::Addresses;
use crate::libraries::VersionIn;
use crate::methods::RankedMethod;
use crate::names;
use crate::services::{InputAnalysis, Service};

/// The contents of a service's page.
#[derive(Debug)]
pub(crate) struct Contents<'c> {
    /// Its libraries.
    pub(crate) libraries: &'c [VersionIn],
    /// The most expensive methods of its own code.
    pub(crate) own: &'c [RankedMethod],
    /// The most expensive methods of its libraries.
    pub(crate) inside: &'c [RankedMethod],
    /// The numbers of the bases of its rows.
    pub(crate) grounds: &'c [i64],
}

/// Creates the page of a service.
pub(crate) fn service(
    basis: &Basis,
    service: &Service,
    contents: &Contents<'_>,
    addresses: &Addresses,
) -> (Page, Data) {
    let mut page = Page::new(names::last_part(&service.input), "../");
    let mut data = Data::default();
    page.says("ground", &service.input);
    if service.own.methods > 0 {
        page.says("", &parts::in_words("Own code", &service.own, basis));
    } else {
        page.says("", "No table has methods of its own code.");
    }
    if service.archives > 0 {
        let what = escape::how_many(service.archives, "archive inside it", "archives inside it");
        page.says("", &parts::in_words(&what, &service.libraries, basis));
    }
    page.basis(basis, contents.grounds, service.own.seen);
    match &service.analysis {
        None => page.says(
            "ground",
            "The tables do not say whether it was analysed as a whole.",
        ),
        Some(InputAnalysis { outcome, why }) if why.is_empty() => {
            page.says("ground", &format!("Analysis: {}.", outcome.name()));
        }
        Some(InputAnalysis { outcome, why }) => {
            page.says("caveat", &format!("Analysis: {}: {why}", outcome.name()));
        }
    }
    if !contents.own.is_empty() {
        page.table(
            "own",
            "Methods of its own code",
            &format!(
                "The {} most expensive of {} methods. {TYPICAL}",
                contents.own.len(),
                service.own.methods
            ),
        );
        let table = listing::methods(&mut data, contents.own, From::Own, basis, addresses, "../");
        data.insert("own", table);
    }
    if !contents.libraries.is_empty() {
        libraries(&mut page, &mut data, contents.libraries, basis, addresses);
        page.table(
            "inside",
            "Methods of its libraries",
            &format!(
                "The {} most expensive of {} methods. More are on the pages of the libraries.",
                contents.inside.len(),
                service.libraries.methods
            ),
        );
        let table = listing::methods(
            &mut data,
            contents.inside,
            From::Libraries,
            basis,
            addresses,
            "../",
        );
        data.insert("inside", table);
    }
    (page, data)
}

fn libraries(
    page: &mut Page,
    data: &mut Data,
    libraries: &[VersionIn],
    basis: &Basis,
    addresses: &Addresses,
) {
    page.table(
        "libraries",
        "Its libraries",
        "The archives inside the service. It does not have to call all of them.",
    );
    let mut columns = vec![
        column("Library", Kind::Text, "The name of the artifact"),
        column("Version", Kind::Text, "Its version"),
    ];
    columns.extend(parts::columns(basis));
    columns.push(column("Archive", Kind::Text, "Its location"));
    let mut rows = Vec::new();
    for one in libraries {
        let name = addresses.library_name(one.library).unwrap_or_default();
        let address = addresses.library(one.library).unwrap_or_default();
        let mut row = vec![
            data.link(name, &format!("../{address}")),
            data.cell(&one.version),
        ];
        row.extend(parts::cells(&one.methods));
        row.push(data.cell(&one.jar));
        rows.push(row);
    }
    let table = Table {
        columns,
        sorted: Some(2),
        rows,
        details: Vec::new(),
        anchors: Vec::new(),
    };
    data.insert("libraries", table);
}
