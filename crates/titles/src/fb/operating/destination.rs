//! 3.4.3 Destination check: states, refunds and bonuses after a token was placed.

use crate::fb::Game;
use crate::fb::states::State;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, StopKind};

/// 18FB-3.5.3-04, 18FB-G-64: a city on yellow track without any token.
pub(super) fn empty_yellow_city(game: &Game, hex: HexId) -> bool {
    let face = game.table.board.face(hex);
    let city = face.stops.iter().any(|stop| stop.kind == StopKind::City);
    city && face.color == Color::Yellow && game.table.board.tokens_at(hex).is_empty()
}

/// Looks at the destinations of a corp whose token was placed on a hex.
pub(super) fn check(
    game: &mut Game,
    company: CompanyId,
    hex: HexId,
    was_empty: bool,
    events: &mut Events,
) -> Play {
    // 18FB-G-40: the state changes before the bonus, so that the intermediate destination itself earns one.
    let before = game.rights(company).rises;
    update_state(game, company, hex, events)?;
    let rises = if game.fixed.switches.bonus_before_state { before } else { game.rights(company).rises };
    if rises && is_bonus(game, company, hex, was_empty) {
        let (company_name, place) = (game.name(company), game.fixed.parts.hex_name(hex));
        events.push(Event::Note {
            text: say!("{company_name} reaches {place}: destination bonus.", company_name, place),
        });
        // 18FB-2.2.5-09, 18FB-6-05.
        game.price_up(company, events);
    }
    Ok(())
}

/// Whether a destination of a corp is reached by a token on a hex: for Napoli as one city either half will do (18FB-G-19).
fn is_at(game: &Game, company: CompanyId, destination: HexId, hex: HexId) -> bool {
    let other = game.fixed.places.other_half(hex).filter(|_| game.one_napoli(company));
    destination == hex || other == Some(destination)
}

/// 18FB-3.4.3-02, 18FB-3.4.3-03: a historical destination; 18FB-3.5.3-04: SFM's bonus for empty yellow cities.
fn is_bonus(game: &Game, company: CompanyId, hex: HexId, was_empty: bool) -> bool {
    match game.main_line(company) {
        Some(line) => line.historical.iter().any(|destination| {
            is_at(game, company, *destination, hex) && !gave_up(game, company, *destination)
        }),
        // 18FB-C-34, 18FB-G-78: a major without a line is SFM; nationals have no bonus.
        None => was_empty && game.fixed.major(company).is_some(),
    }
}

/// The other candidate for the intermediate destination, where it is lost (18FB-3.2.2-26).
fn gave_up(game: &Game, company: CompanyId, hex: HexId) -> bool {
    let reached = game.charter(company).intermediate;
    let candidate = game.main_line(company).is_some_and(|line| line.intermediate.contains(&hex));
    candidate
        && reached.is_some_and(|reached| reached != hex)
        && game.fixed.switches.other_intermediate_is_lost
}

/// 18FB-3.4.3-01, 18FB-6-01, 18FB-6-02: intermediate and final destination change the state, and bring back the deposit.
fn update_state(game: &mut Game, company: CompanyId, hex: HexId, events: &mut Events) -> Play {
    let Some(line) = game.main_line(company) else { return Ok(()) };
    let intermediate = line.intermediate.iter().copied().find(|city| is_at(game, company, *city, hex));
    let last = is_at(game, company, line.last, hex);
    let charter = game.charter_mut(company)?;
    // 18FB-3.2.2-25, 18FB-G-37: of two candidates the first one reached is the intermediate destination.
    charter.intermediate = charter.intermediate.or(intermediate);
    charter.arrived |= last;
    let (passed, arrived) = (charter.intermediate.is_some(), charter.arrived);
    if charter.state == State::Building && passed {
        charter.state = State::Provisional;
        tell(game, company, events);
        refund(game, company, false, events)?;
    }
    if game.charter(company).state == State::Provisional && arrived {
        game.charter_mut(company)?.state = State::Definitive;
        tell(game, company, events);
        refund(game, company, true, events)?;
    }
    Ok(())
}

fn tell(game: &Game, company: CompanyId, events: &mut Events) {
    let (name, state) = (game.name(company), game.standing(company).text());
    events.push(Event::Note { text: say!("{name} is {state} now.", name, state) });
}

/// 18FB-G-34: half of what lies on the concession, in steps of D5, then the rest, to whoever has the concession.
fn refund(game: &mut Game, company: CompanyId, all: bool, events: &mut Events) -> Play {
    let Some(card) = game.concession_of(company) else { return Ok(()) };
    let Holder::Seat(seat) = game.card(card).holder else { return Ok(()) };
    let (lying, step) = (game.table.ledger.card(card), game.fixed.figures.refund_step.max(1));
    let half = Money(lying.0 / 2 / step * step);
    let amount = if all { lying } else { half };
    let why = say!("deposit returned");
    game.table.ledger.pay(Account::Card(card), Account::Seat(seat), amount, why, events)
}
