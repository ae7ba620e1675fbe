//! The first page: services, ranked.

use super::basis::{Basis, TYPICAL, costly, costly_sentence};
use super::data::{Cell, Column, Data, Kind, Table, column, count_of, number};
use super::frame::Page;
use crate::addresses::Addresses;
use crate::services::Service;
use batch::InputOutcome;

/// The maximum number of failed and partial inputs listed.
const MOST_LISTED: usize = 1_000;

/// Creates the first page.
pub(crate) fn index(basis: &Basis, services: &[Service], addresses: &Addresses) -> (Page, Data) {
    let mut page = Page::new("Energy of services", "");
    let mut data = Data::default();
    let methods: u64 = services
        .iter()
        .map(|service| service.own.methods + service.libraries.methods)
        .sum();
    page.says(
        "",
        &format!(
            "{} with {} in their tables, libraries included.",
            escape::how_many(services.len(), "service", "services"),
            escape::how_many(methods, "method", "methods")
        ),
    );
    page.basis(basis, &basis.all(), basis.seen);
    page.says("ground", &basis.analysis);
    failures(&mut page, services);
    if !basis.unread.is_empty() {
        page.list("Tables that could not be read, and why", &basis.unread);
    }
    page.table(
        "services",
        "Services",
        &format!(
            "Services are ranked by the number of expensive methods in their own code. {} {TYPICAL} Click a heading to sort.",
            costly_sentence(basis)
        ),
    );
    let rows = services
        .iter()
        .map(|service| row(&mut data, service, addresses.service(service.id)));
    let rows = rows.collect();
    let table = Table {
        columns: columns(basis),
        sorted: Some(1),
        rows,
        details: Vec::new(),
        anchors: Vec::new(),
    };
    data.insert("services", table);
    (page, data)
}

fn columns(basis: &Basis) -> Vec<Column> {
    vec![
        column("Service", Kind::Text, "The name of the analysed input"),
        column(
            "Expensive methods",
            Kind::Count,
            format!("Methods of the own code {}", costly(basis)),
        ),
        column(
            "of",
            Kind::Count,
            "Methods of the own code that have a typical energy",
        ),
        column(
            "1 in 20 costs",
            Kind::Joules,
            "One in 20 methods of the own code typically costs this or more a call",
        ),
        column(
            "Most expensive",
            Kind::Joules,
            "The typical energy of one call of the most expensive method of its own code",
        ),
        column(
            "Expensive in libraries",
            Kind::Count,
            format!("Methods of the archives inside it {}", costly(basis)),
        ),
        column("Libraries", Kind::Count, "Archives inside it"),
        column(
            "Share seen",
            Kind::Share,
            "Share of executed events that have a price: the mean of the methods of the own code",
        ),
        column(
            "Without energy",
            Kind::Count,
            "Methods of the own code that have code and no typical energy. They are in no other number",
        ),
        column(
            "Unpriced calls",
            Kind::Count,
            "Methods of the own code whose typical call makes calls without a price, which are not in its energy",
        ),
        column(
            "Analysis",
            Kind::Text,
            "Whether all of it could be analysed, from the folder of `jouled report --each`",
        ),
    ]
}

fn row(data: &mut Data, service: &Service, address: Option<&str>) -> Vec<Cell> {
    let own = &service.own;
    let name = crate::names::last_part(&service.input);
    let (name, whole) = (data.text(name), data.text(&service.input));
    let name = match address {
        Some(address) => Cell::NamedLink(name, whole, data.text(address)),
        None => Cell::Named(name, whole),
    };
    vec![
        name,
        count_of(own.costly, own.known),
        count_of(own.known, own.methods),
        number(service.p95),
        number(own.costliest),
        count_of(service.libraries.costly, service.libraries.known),
        count_of(service.archives, own.methods + service.libraries.methods),
        number(own.seen),
        count_of(own.unknown, own.methods),
        count_of(own.with_unpriced, own.known),
        service.analysis.as_ref().map_or(Cell::Unknown, |analysis| {
            let (outcome, why) = (data.text(analysis.outcome.name()), data.text(&analysis.why));
            Cell::Named(outcome, why)
        }),
    ]
}

/// Lists the inputs that were not completely analysed, with the reasons.
fn failures(page: &mut Page, services: &[Service]) {
    let of = |outcome: InputOutcome| {
        let known = services.iter().filter_map(|service| {
            let analysis = service.analysis.as_ref()?;
            Some((&service.input, analysis))
        });
        known.filter(move |(_, analysis)| analysis.outcome == outcome)
    };
    let lines: Vec<String> = of(InputOutcome::Failed)
        .chain(of(InputOutcome::Partial))
        .take(MOST_LISTED)
        .map(|(input, analysis)| format!("{input}: {}: {}", analysis.outcome.name(), analysis.why))
        .collect();
    if !lines.is_empty() {
        page.list("Inputs that were not completely analysed, and why", &lines);
    }
}
