//! The page of the most expensive methods of all services.

use super::basis::{Basis, TYPICAL};
use super::data::Data;
use super::frame::Page;
use super::listing::{self, From};
use crate::addresses::Addresses;
use crate::methods::RankedMethod;

/// Creates the page. There are `all` methods, each counted once.
pub(crate) fn hotspots(
    basis: &Basis,
    methods: &[RankedMethod],
    all: u64,
    addresses: &Addresses,
) -> (Page, Data) {
    let mut page = Page::new("Most expensive methods across services", "");
    let mut data = Data::default();
    page.basis(basis, &basis.all(), basis.seen);
    page.says("ground", &basis.analysis);
    page.table(
        "methods",
        "Methods",
        &format!(
            "The {} most expensive of {all} methods. The same method of the same library counts once, whatever services and versions of the library \
             it occurs in; its numbers are those of the place where it costs most. {TYPICAL}",
            methods.len()
        ),
    );
    let table = listing::methods(&mut data, methods, From::Services, basis, addresses, "");
    data.insert("methods", table);
    (page, data)
}
