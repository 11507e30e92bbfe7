//! §6 Phases: what the first train of each kind changes, at once.

use super::Game;
use super::fixed::Class;
use super::privates;
use super::table::{Finale, HomeToken, Status};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, PhaseId, TrainKind};
use ferrata_engine::money::Account;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// A train has left the bank, sold or exported. 18ESP-6-01: the first of a kind begins its phase.
pub(super) fn train_left_bank(game: &mut Game, kind: TrainKind, events: &mut Events) -> Play {
    if kind == game.fixed.last_train {
        game.table.last_trains_sold = game.table.last_trains_sold.saturating_add(1);
        // 18ESP-7-01: so many of them trigger the end.
        let enough = game.table.last_trains_sold == game.fixed.figures.end.left_bank;
        if enough && game.table.finale == Finale::Not {
            game.table.finale = Finale::Triggered;
            events.push(Event::Note { text: say!("The end of the game is triggered.") });
        }
    }
    let next = PhaseId(game.table.phase.0 + 1);
    let begins = game.fixed.phases().get(next.index()).is_some_and(|phase| phase.starts_with == kind);
    if begins { begin(game, next, events) } else { Ok(()) }
}

/// 18ESP-6-02: everything changes at once. What a phase allows is in its data: 18ESP-6-03, 18ESP-6-04, 18ESP-6-05, 18ESP-6-06,
/// 18ESP-6-07, 18ESP-6-08.
fn begin(game: &mut Game, phase: PhaseId, events: &mut Events) -> Play {
    let before = std::mem::replace(&mut game.table.phase, phase);
    events.push(Event::Phase { phase: game.phase().spec.name });
    for kind in game.phase().spec.scraps.clone() {
        rust(game, kind, events);
    }
    if game.phase().full_capital() && !game.fixed.phase(before).full_capital() {
        end_of_minors(game, events)?;
    }
    Ok(())
}

/// 18ESP-6-09: trains of a kind leave the game. 18ESP-5.2.1-06: a combined train goes with its main card; the recycled card is
/// gone for good. 18ESP-5.2.1-03: the others can be recycled, exported ones too.
fn rust(game: &mut Game, kind: TrainKind, events: &mut Events) {
    for company in &mut game.table.companies {
        company.trains.retain(|train| train.kind != kind);
    }
    events.push(Event::Rusted { train: game.fixed.parts.train_name(kind) });
    let lost = game.table.discarded.get(kind.index()).copied().unwrap_or(0);
    if let Some(recyclable) = game.table.recyclable.get_mut(kind.index()) {
        *recyclable = game.fixed.cards_of(kind).saturating_sub(lost);
    }
}

/// 18ESP-6-06: phase 5.
pub(super) fn end_of_minors(game: &mut Game, events: &mut Events) -> Play {
    privates::close_all(game, events);
    match game.fixed.switches.minors_close_in_phase_5 {
        true => close_minors(game, events)?,
        false => freeze_minors(game, events),
    }
    // 18ESP-4.6.1-03: a South major still unlaunched puts its reserved share into its initial offering.
    for major in game.in_play(Class::South) {
        if game.company(major).status == Status::Waiting {
            release_reserved(game, major, events)?;
        }
    }
    review_reserved(game, events)?;
    // 18ESP-3.2.2-06: majors not launched yet will have all their tokens at once.
    for state in game.table.companies.iter_mut().filter(|state| state.status == Status::Waiting) {
        state.unlock_all();
    }
    Ok(())
}

/// 18ESP-4.6.1-01, 18ESP-G-22: all minors not taken over are frozen, launched or not.
fn freeze_minors(game: &mut Game, events: &mut Events) {
    for minor in game.in_play(Class::Minor) {
        let state = game.company_mut(minor);
        if matches!(state.status, Status::Launched | Status::Waiting) {
            state.status = Status::Frozen;
            events.push(Event::Note { text: say!("{company} is frozen.", company = game.name(minor)) });
        }
    }
}

/// 18ESP-D-22: online minors close, and the bank pays the price of those that had operated.
fn close_minors(game: &mut Game, events: &mut Events) -> Play {
    for minor in game.in_play(Class::Minor) {
        if game.company(minor).status == Status::Gone {
            continue;
        }
        if let (true, Some(owner)) = (game.company(minor).operated, game.director(minor)) {
            let (price, to) = (game.price(minor), Account::Seat(owner));
            let why = say!("{company} closes", company = game.name(minor));
            game.table.ledger.pay(Account::Bank, to, price, why, events)?;
        }
        dissolve(game, minor, events)?;
    }
    Ok(())
}

/// A minor leaves the game: its money, its certificate, its token, its marker.
pub(super) fn dissolve(game: &mut Game, minor: CompanyId, events: &mut Events) -> Play {
    let cash = game.table.ledger.company(minor);
    game.table.ledger.pay(Account::Company(minor), Account::Bank, cash, say!("closed"), events)?;
    for cert in game.table.shares.of(minor) {
        game.table.shares.give(cert, Holder::Out, events)?;
    }
    for token in game.table.board.remove_all(minor) {
        events.push(Event::Token { company: minor, hex: token.hex, placed: false });
    }
    game.table.chart.remove(&game.fixed.parts.grid, minor, events);
    let state = game.company_mut(minor);
    state.status = Status::Gone;
    state.home = HomeToken::Placed;
    state.trains.clear();
    state.tender = false;
    Ok(())
}

/// The reserved share of a major goes to its initial offering.
pub(super) fn release_reserved(game: &mut Game, major: CompanyId, events: &mut Events) -> Play {
    let percent = game.table.shares.percent(major, Holder::Reserved);
    game.table.shares.give_percent(major, percent, Holder::Reserved, Holder::Offering, events)
}

/// 18ESP-4.6.1-04: once no frozen minor that had run is left, no reserved share is needed any more.
pub(super) fn review_reserved(game: &mut Game, events: &mut Events) -> Play {
    let left = |minor: &CompanyId| {
        let state = game.company(*minor);
        state.status == Status::Frozen && state.ran
    };
    if !game.phase().full_capital() || game.in_play(Class::Minor).iter().any(left) {
        return Ok(());
    }
    for major in game.in_play(Class::South) {
        release_reserved(game, major, events)?;
    }
    Ok(())
}
