//! Tables of methods. Each method unfolds to its details.

use super::basis::Basis;
use super::data::{Cell, Column, Data, Kind, Table, column, number};
use crate::addresses::Addresses;
use crate::methods::RankedMethod;
use crate::names;

/// The origin of a table's methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// One service's own code.
    Own,
    /// One service's libraries.
    Libraries,
    /// Several services.
    Services,
}

/// Creates the table of these methods.
pub(super) fn methods(
    data: &mut Data,
    methods: &[RankedMethod],
    from: From,
    basis: &Basis,
    addresses: &Addresses,
    up: &str,
) -> Table {
    let mut table = Table {
        columns: columns(from),
        sorted: Some(1),
        rows: Vec::with_capacity(methods.len()),
        details: Vec::with_capacity(methods.len()),
        anchors: Vec::with_capacity(methods.len()),
    };
    for method in methods {
        let (name, class) = data.method(method);
        let mut row = vec![
            Cell::Named(name, class),
            number(method.typical),
            interval(method),
            // A worst case without the energy of a callee is not a bound.
            number(method.worst.filter(|_| !method.is_incomplete)),
            number(method.seen),
        ];
        if from != From::Own {
            row.push(code(data, method, addresses, up));
        }
        if from == From::Services {
            row.push(Cell::Number(method.service_count as f64));
        }
        table.rows.push(row);
        table
            .details
            .push(details(data, method, from, basis, addresses, up));
        table.anchors.push(anchor(method));
    }
    table
}

/// The link anchor of a method.
pub(super) fn anchor(method: &RankedMethod) -> String {
    let digits = method.key.iter().take(8);
    let number = digits.fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    format!("{number:016x}")
}

fn columns(from: From) -> Vec<Column> {
    let mut columns = vec![
        column("Method", Kind::Text, "Click a method for its details"),
        column(
            "Typical",
            Kind::Joules,
            "What one call costs on average, callees included",
        ),
        column(
            "90% interval",
            Kind::Interval,
            "Contains the true mean in 90 of 100 cases. The axis is logarithmic, and the same for all rows",
        ),
        column(
            "Worst case",
            Kind::Joules,
            "The mean energy of the worst path; symbols without a value count as 10. Not shown if the energy of a callee is missing",
        ),
        column(
            "Share seen",
            Kind::Share,
            "Share of executed events that have a price",
        ),
    ];
    if from != From::Own {
        columns.push(column(
            "Code of",
            Kind::Text,
            "The own code of a service, or a library",
        ));
    }
    if from == From::Services {
        columns.push(column(
            "Services",
            Kind::Count,
            "Services that contain the method; they need not call it",
        ));
    }
    columns
}

fn interval(method: &RankedMethod) -> Cell {
    match (method.low, method.typical, method.high) {
        (Some(low), Some(typical), Some(high)) => Cell::Interval(low, typical, high),
        _ => Cell::Unknown,
    }
}

/// The component that a method belongs to.
fn code(data: &mut Data, method: &RankedMethod, addresses: &Addresses, up: &str) -> Cell {
    if let Some(address) = addresses.library(method.component) {
        return data.link(&method.name, &format!("{up}{address}"));
    }
    let service = method.services.first().copied().unwrap_or_default();
    match (addresses.service_name(service), addresses.service(service)) {
        (Some(name), Some(address)) => data.link(names::last_part(name), &format!("{up}{address}")),
        _ => data.cell(&method.name),
    }
}

/// The details of a method, with labels.
fn details(
    data: &mut Data,
    method: &RankedMethod,
    from: From,
    basis: &Basis,
    addresses: &Addresses,
    up: &str,
) -> Vec<(usize, Cell)> {
    let mut details: Vec<(usize, Cell)> = Vec::new();
    let mut add = |data: &mut Data, name: &str, cell: Cell| {
        if cell != Cell::Unknown {
            details.push((data.text(name), cell));
        }
    };
    let energy = |joules: Option<f64>| joules.map(|joules| posterior::Joules(joules).to_string());
    let source = match (&method.file, method.line) {
        (Some(file), Some(line)) => format!("{file}, line {line}"),
        (Some(file), None) => file.clone(),
        (None, Some(line)) => format!("line {line}"),
        (None, None) => String::from("not known: the class file names no source"),
    };
    let cell = data.cell(&source);
    add(data, "Source", cell);
    let cell = data.cell(&format!(
        "{}.{}{}",
        method.class, method.method, method.descriptor
    ));
    add(data, "In the class file", cell);
    let typical = match (
        energy(method.typical),
        energy(method.low),
        energy(method.high),
    ) {
        (Some(mean), Some(low), Some(high)) => {
            let why = method.open.as_deref();
            let why = why.map_or_else(String::new, |why| format!("; it is wide because of {why}"));
            format!("{mean} a call; 90% interval {low} to {high}{why}")
        }
        (Some(mean), ..) => format!("{mean} a call; the interval is not known"),
        (None, ..) => match &method.not_analysed {
            Some(why) => format!("not known: the method is {why}"),
            None => String::from("not known"),
        },
    };
    let cell = data.cell(&typical);
    add(data, "Typical", cell);
    if from == From::Services
        && let (Some(least), Some(most)) = (method.least, method.typical)
        && least < most
        && let Some(least) = energy(Some(least))
    {
        let cell = data.cell(&format!(
            "{least}; the other numbers are those of the place where it costs most"
        ));
        add(data, "Where it costs least", cell);
    }
    if let Some(worst) = worst(method) {
        let cell = data.cell(&worst);
        add(data, "Worst case", cell);
    }
    if let Some(calls) = method.unpriced {
        let words = if calls > 0.0 {
            format!(
                "{} in a typical call; they are not in its energy",
                rounded(calls)
            )
        } else {
            String::from("none")
        };
        let cell = data.cell(&words);
        add(data, "Calls without a price", cell);
    }
    let places = if method.entry.is_some() {
        &method.jar
    } else {
        ""
    };
    if !places.is_empty() {
        let entry = method.entry.as_deref().unwrap_or_default();
        let cell = data.cell(&format!("{places}, {entry}"));
        add(data, "Archive", cell);
    }
    let named = method.versions.iter().filter(|version| !version.is_empty());
    let versions: Vec<&str> = named.map(String::as_str).collect();
    let owner = [method.organisation.as_str(), method.name.as_str()];
    let owner: Vec<&str> = owner.into_iter().filter(|part| !part.is_empty()).collect();
    let cell = data.cell(format!("{} {}", owner.join(":"), versions.join(", ")).trim());
    add(data, "Artifact", cell);
    if from == From::Services {
        let cell = services(data, method, addresses, up);
        add(data, "Services", cell);
    }
    if let Some(ground) = basis.grounds.iter().find(|known| known.id == method.ground) {
        let cell = data.cell(&format!(
            "model {}, device {}, structure {}, mapping {}, jouled {}",
            ground.model, ground.device, ground.structure, ground.mapping, ground.tool
        ));
        add(data, "Rests on", cell);
    }
    details
}

fn worst(method: &RankedMethod) -> Option<String> {
    let energy = |joules: f64| posterior::Joules(joules).to_string();
    let mut words = format!("{} a call", energy(method.worst?));
    if let Some(q99) = method.q99 {
        words = format!("{words}; 99% quantile {}", energy(q99));
    }
    if method.has_symbols {
        words.push_str("; symbols without a value count as 10");
    }
    if method.is_incomplete {
        words.push_str("; the energy of a callee is missing");
    }
    Some(words)
}

fn services(data: &mut Data, method: &RankedMethod, addresses: &Addresses, up: &str) -> Cell {
    let mut cells = Vec::new();
    for id in &method.services {
        let Some(name) = addresses.service_name(*id) else {
            continue;
        };
        let name = names::last_part(name);
        cells.push(match addresses.service(*id) {
            Some(address) => data.link(name, &format!("{up}{address}")),
            None => data.cell(name),
        });
    }
    let more = method.service_count.saturating_sub(cells.len());
    if more > 0 {
        cells.push(data.cell(&format!("and {more} more")));
    }
    Cell::Several(cells)
}

/// A number as people read it.
fn rounded(number: f64) -> String {
    let text = format!("{number:.2}");
    if number < 0.005 {
        String::from("less than 0.01")
    } else {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}
