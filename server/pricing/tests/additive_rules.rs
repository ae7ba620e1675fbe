//! The rules that turn events into levels of the additive structure, priced with the default model on device any.
//!
//! The numbers are sums of levels of the paper's Table 3 in nJ; device any is (6.739114 + 0.05074944) / 2. Transferred prices are those
//! that `server/lab/reference/transfer_scipy.py` prints, with six digits.
#![allow(clippy::expect_used, reason = "a test may panic")]

use bytecode::events::{Action, Event, IfForm, Source};
use bytecode::{BinaryOp, Comparison, DataType, InvokeKind};
use pricing::{Mapping, Pricer, Provenance};
use crate::support::{assert_counts, assert_nanojoules, default_pricer, event, in_tree, tally};

const INT_DECLARATION: f64 = 7.106_552 + INT_LOAD;
const INT_LOAD: f64 = 0.097_167_75 + 0.297_245_3 + ANY_DEVICE;
const ANY_DEVICE: f64 = 3.394_931_72;
const GOTO: f64 = 11.325;
const INT_ARGUMENT: f64 = 9.790_97;

fn addition() -> Event {
    event(
        Action::Binary(BinaryOp::Add),
        DataType::Int,
        [Source::Load, Source::Load],
    )
}

fn negation() -> Event {
    event(Action::Negate, DataType::Int, [Source::Load, Source::None])
}

fn stays(data_type: DataType) -> Event {
    event(
        Action::StaysOnStack,
        data_type,
        [Source::Nested, Source::None],
    )
}

/// The provenance of a single event's price.
fn provenance(pricer: &Pricer, event: Event) -> Provenance {
    let tally = tally(pricer, &[event]);
    let (pattern, _) = tally.iter().next().expect("a priced event");
    pricer.pattern(pattern).expect("a pattern").provenance
}

#[test]
fn a_result_that_stays_on_the_stack_saves_one_declaration() {
    let pricer = default_pricer(Mapping::Stack);
    // x = (y + z) + w
    let events = [addition(), stays(DataType::Int), addition()];
    let tally = tally(&pricer, &events);
    let addition = 29.547_80 + INT_LOAD;
    assert_nanojoules(&pricer, &tally, 2.0 * addition - INT_DECLARATION);
    let features = pricer.features(&tally);
    let count = |name: &str| features.count(pricer.posterior().feature_id(name).expect("a level"));
    assert_counts(
        [
            count("operation:addition"),
            count("operation:variable_declaration"),
            count("data_type:int"),
            features.device_count,
        ],
        [2.0, -1.0, 1.0, 1.0],
    );
    // Savings are not executed, so they add no noise.
    assert!((features.n_noise - 2.0).abs() < f64::EPSILON);
}

#[test]
fn an_expression_never_costs_less_than_nothing_and_says_what_was_not_subtracted() {
    let pricer = default_pricer(Mapping::Stack);
    // x = -(-(-(-y))): a negation costs less than a declaration.
    let negations = 4.0 * (4.156_202 + INT_LOAD);
    let savings = 3.0 * INT_DECLARATION;
    assert!(savings > negations);
    let events: Vec<Event> = std::iter::once(negation())
        .chain([stays(DataType::Int), negation()].repeat(3))
        .collect();
    let all = tally(&pricer, &events);
    assert!(all.mean(pricer.means()).abs() < 1e-20);
    let shares = pricer.shares(&all);
    assert!((shares.clipped - (1.0 - negations / savings)).abs() < 1e-9);

    // Another expression's cost allows no further savings, and its own savings are not clipped.
    let mut two = events;
    two.extend(in_tree(1, [addition(), stays(DataType::Int), addition()]));
    let all = tally(&pricer, &two);
    assert_nanojoules(
        &pricer,
        &all,
        2.0 * (29.547_80 + INT_LOAD) - INT_DECLARATION,
    );
}

#[test]
fn part_of_an_expression_never_costs_less_than_nothing() {
    let pricer = default_pricer(Mapping::Stack);
    let events = [negation(), stays(DataType::Int), addition()];
    let mut units = Vec::new();
    pricer.price(&events, &mut units);
    let whole = pricer.tally_of_part(units.iter().copied());
    assert!(pricer.shares(&whole).clipped.abs() < f64::EPSILON);
    let part = pricer.tally_of_part(units.into_iter().take(2));
    assert!(part.mean(pricer.means()).abs() < 1e-20);
    assert!(pricer.shares(&part).clipped > 0.2);
}

#[test]
fn the_plain_mapping_leaves_out_savings_jumps_and_arguments() {
    let none = [Source::None; 2];
    let events = [
        addition(),
        stays(DataType::Int),
        event(Action::Goto, DataType::Int, none),
        event(
            Action::Argument,
            DataType::Int,
            [Source::Load, Source::None],
        ),
    ];
    let plain = default_pricer(Mapping::Paper);
    assert_nanojoules(&plain, &tally(&plain, &events), 29.547_80 + INT_LOAD);
    let stack = default_pricer(Mapping::Stack);
    assert_nanojoules(
        &stack,
        &tally(&stack, &events),
        29.547_80 + INT_LOAD - INT_DECLARATION + GOTO + INT_ARGUMENT,
    );
}

#[test]
fn a_jump_has_a_price_from_another_machine_and_a_return_belongs_to_its_call() {
    let pricer = default_pricer(Mapping::Stack);
    let goto = event(Action::Goto, DataType::Int, [Source::None; 2]);
    let jump = tally(&pricer, &[goto]);
    assert_nanojoules(&pricer, &jump, GOTO);
    assert_eq!(provenance(&pricer, goto), Provenance::Transferred);
    let (pattern, _) = jump.iter().next().expect("a priced event");
    let pattern = pricer.pattern(pattern).expect("a pattern");
    let spread = pricer.transferred_spread(pattern).expect("a spread");
    assert!((spread - 4.705_006 / GOTO).abs() < 1e-5, "{spread}");
    // The price is that of the mean of the boards, so no device's level is in it.
    let features = pricer.features(&jump);
    assert_counts([features.n_noise, features.device_count], [1.0, 0.0]);
    let own_return = event(Action::Return, DataType::Long, [Source::Load, Source::None]);
    assert!(tally(&pricer, &[own_return]).is_empty());
}

#[test]
fn a_branch_is_the_condition_that_falls_through_on_the_compared_type() {
    let pricer = default_pricer(Mapping::Stack);
    let branch = |form, data_type| {
        event(
            Action::If {
                falls_through: Comparison::Lt,
                form,
            },
            data_type,
            [Source::Load, Source::Load],
        )
    };
    let (ints, longs) = (
        branch(IfForm::Ints, DataType::Int),
        branch(IfForm::Wide, DataType::Long),
    );
    assert_nanojoules(&pricer, &tally(&pricer, &[ints]), 35.105_09 + INT_LOAD);
    assert_nanojoules(
        &pricer,
        &tally(&pricer, &[longs]),
        29.180_40 + 6.986_588 + 0.297_245_3 + ANY_DEVICE,
    );
}

fn call(kind: InvokeKind, returns: Option<DataType>) -> Event {
    let action = Action::Call {
        kind,
        returns: returns.is_some(),
    };
    let data_type = returns.unwrap_or(DataType::Int);
    event(action, data_type, [Source::None; 2])
}

#[test]
fn calls_that_the_table_lacks_have_prices_from_another_machine() {
    let pricer = default_pricer(Mapping::Stack);
    let static_cell = 75.772_98 + 9.362_167 + 0.097_167_75;
    let non_static_cell = 87.141_23 + 9.362_167 + 0.097_167_75;
    let returning = 147.486_7 + 0.097_167_75 + 0.052_874_43 + ANY_DEVICE;
    for (kind, returns, expected, how) in [
        (
            InvokeKind::Static,
            None,
            static_cell + ANY_DEVICE,
            Provenance::Modelled,
        ),
        (
            InvokeKind::Virtual,
            None,
            non_static_cell + ANY_DEVICE,
            Provenance::Modelled,
        ),
        (
            InvokeKind::Interface,
            None,
            131.055,
            Provenance::Transferred,
        ),
        (
            InvokeKind::Special,
            None,
            131.055,
            Provenance::Transferred,
        ),
        (
            InvokeKind::Static,
            Some(DataType::Int),
            returning,
            Provenance::Modelled,
        ),
        (
            InvokeKind::Virtual,
            Some(DataType::Int),
            137.037,
            Provenance::Transferred,
        ),
        (
            InvokeKind::Static,
            Some(DataType::Reference),
            149.51,
            Provenance::Transferred,
        ),
    ] {
        let event = call(kind, returns);
        assert_nanojoules(&pricer, &tally(&pricer, &[event]), expected);
        assert_eq!(provenance(&pricer, event), how, "{kind:?} {returns:?}");
    }
    // A call is executed once, whatever its price consists of.
    let virtual_call = tally(&pricer, &[call(InvokeKind::Virtual, Some(DataType::Int))]);
    let features = pricer.features(&virtual_call);
    assert_counts([features.n_noise, features.device_count], [1.0, 0.0]);
}

#[test]
fn an_argument_has_the_price_of_its_type_from_another_machine() {
    let pricer = default_pricer(Mapping::Stack);
    let argument = |data_type| event(Action::Argument, data_type, [Source::Load, Source::None]);
    for (data_type, expected) in [
        (DataType::Int, INT_ARGUMENT),
        (DataType::Long, 9.058_35),
        (DataType::Reference, 31.277_6),
    ] {
        let argument = argument(data_type);
        assert_nanojoules(&pricer, &tally(&pricer, &[argument]), expected);
        assert_eq!(provenance(&pricer, argument), Provenance::Transferred);
    }
}

#[test]
fn a_reference_has_a_price_from_another_machine_where_it_was_not_measured() {
    let pricer = default_pricer(Mapping::Stack);
    let load = [Source::Load, Source::None];
    let field = Action::GetField { is_static: false };
    for (action, level, transferred) in [
        (Action::Store, 7.106_552, 11.636_1),
        (field, 11.639_49, 19.563_2),
    ] {
        let reference = event(action, DataType::Reference, load);
        let int = event(action, DataType::Int, load);
        assert_nanojoules(&pricer, &tally(&pricer, &[reference]), transferred);
        assert_nanojoules(&pricer, &tally(&pricer, &[int]), level + INT_LOAD);
        assert_eq!(provenance(&pricer, reference), Provenance::Transferred);
        assert_eq!(provenance(&pricer, int), Provenance::Modelled);
    }
    // Arrays of references were measured.
    let element = event(
        Action::ArrayLoad { narrow: false },
        DataType::Reference,
        [Source::Load, Source::Constant],
    );
    assert_nanojoules(
        &pricer,
        &tally(&pricer, &[element]),
        9.386_346 + 47.017_21 + 0.052_874_43 + ANY_DEVICE,
    );
    assert_eq!(provenance(&pricer, element), Provenance::Modelled);
}

#[test]
fn an_array_of_another_length_than_1_has_a_price_from_another_machine() {
    let pricer = default_pricer(Mapping::Stack);
    let allocation = |unit_length, dimensions| {
        event(
            Action::ArrayAllocation {
                unit_length,
                dimensions,
            },
            DataType::Int,
            [Source::Constant, Source::None],
        )
    };
    let price = 416.697_1 + 0.097_167_75 + 0.052_874_43 + ANY_DEVICE;
    for (event, price, how) in [
        (allocation(true, 1), price, Provenance::Modelled),
        (allocation(false, 1), 423.346, Provenance::Transferred),
        (allocation(false, 3), 3.0 * 423.346, Provenance::Transferred),
    ] {
        assert_nanojoules(&pricer, &tally(&pricer, &[event]), price);
        assert_eq!(provenance(&pricer, event), how);
    }
}

#[test]
fn a_store_to_an_array_is_measured_at_a_constant_index() {
    let pricer = default_pricer(Mapping::Stack);
    let store = |index, value| {
        event(
            Action::ArrayStore { narrow: false },
            DataType::Long,
            [index, value],
        )
    };
    let measured = 19.738_51 + 6.986_588 + 0.052_874_43 + ANY_DEVICE;
    for (event, price, how) in [
        (
            store(Source::Constant, Source::Load),
            measured,
            Provenance::Modelled,
        ),
        (
            store(Source::Load, Source::Load),
            21.962_1,
            Provenance::Transferred,
        ),
        (
            store(Source::Constant, Source::Ldc2),
            21.962_1,
            Provenance::Transferred,
        ),
    ] {
        assert_nanojoules(&pricer, &tally(&pricer, &[event]), price);
        assert_eq!(provenance(&pricer, event), how, "{:?}", event.operands);
    }
}

#[test]
fn shares_count_executed_events_and_calls_whose_body_is_not_seen() {
    let pricer = default_pricer(Mapping::Stack);
    let events = [
        addition(),
        event(Action::Goto, DataType::Int, [Source::None; 2]),
        event(
            Action::Throw,
            DataType::Reference,
            [Source::Load, Source::None],
        ),
        call(InvokeKind::Static, None),
        event(Action::Callee, DataType::Int, [Source::None; 2]),
        stays(DataType::Int),
    ];
    let shares = pricer.shares(&tally(&pricer, &events));
    assert_counts(
        [
            shares.modelled,
            shares.transferred,
            shares.approximated,
            shares.unpriced,
        ],
        [0.4, 0.2, 0.2, 0.2],
    );
    assert_counts([shares.callees_not_followed, shares.clipped], [1.0, 0.0]);
}
