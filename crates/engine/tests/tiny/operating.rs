//! Operating rounds: the weather, what cards pay, and one company after the other.

use super::state::{OpStep, Operating, Step};
use super::{Tiny, end, stock};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Draw, DrawKind};
use smallvec::SmallVec;

pub(super) fn weather() -> Draw {
    Draw { what: "weather".into(), kind: DrawKind::Dice { count: 1, sides: 6 } }
}

pub(super) fn begin_round(game: &mut Tiny, events: &mut Events) -> Result<(), Refusal> {
    game.now.operating_rounds += 1;
    game.now.rounds_left = game.now.rounds_left.saturating_sub(1);
    events.push(Event::Round { round: format!("Operating round {}", game.now.operating_rounds) });
    game.now.step = Step::Weather;
    Ok(())
}

pub(super) fn apply_weather(game: &mut Tiny, outcome: &[u16], events: &mut Events) -> Result<(), Refusal> {
    let snow = outcome == [1];
    let text = if snow { "It snows: every tile costs more." } else { "The weather is fine." };
    events.push(Event::Note { text: text.into() });
    pay_cards(game, events)?;
    let order = game.now.chart.order(&game.printed.from.grid);
    next_company(game, order.into_iter().collect(), snow, events)
}

fn pay_cards(game: &mut Tiny, events: &mut Events) -> Result<(), Refusal> {
    for (card, holder) in game.printed.from.cards.iter().zip(&game.now.cards) {
        if let Holder::Seat(seat) = holder {
            let why = format!("from the {}", card.name);
            game.now.ledger.pay(Account::Bank, Account::Seat(*seat), card.revenue, why, events)?;
        }
    }
    Ok(())
}

/// Gives the turn to the next company; after the last one the round ends.
fn next_company(
    game: &mut Tiny,
    mut queue: SmallVec<[CompanyId; 2]>,
    snow: bool,
    events: &mut Events,
) -> Result<(), Refusal> {
    if queue.is_empty() {
        return end_round(game, events);
    }
    let company = queue.remove(0);
    game.now.step = Step::Operating(Operating { company, queue, step: OpStep::Lay, snow, proposed: false });
    Ok(())
}

/// Goes on to a step of the company's turn.
pub(super) fn go_on(game: &mut Tiny, operating: Operating, step: OpStep) -> Result<(), Refusal> {
    game.now.step = Step::Operating(Operating { step, ..operating });
    Ok(())
}

/// The company's turn is over.
pub(super) fn end_turn(game: &mut Tiny, operating: Operating, events: &mut Events) -> Result<(), Refusal> {
    next_company(game, operating.queue, operating.snow, events)
}

fn end_round(game: &mut Tiny, events: &mut Events) -> Result<(), Refusal> {
    let grid = &game.printed.from.grid;
    let at_the_end = grid.flagged('e').any(|field| !game.now.chart.stack(field).is_empty());
    if game.now.ledger.bank() <= Money::ZERO {
        end::finish(game, "the bank is broken", events);
    } else if at_the_end {
        end::finish(game, "a price has reached the end of the chart", events);
    } else if game.now.operating_rounds >= game.printed.rounds {
        end::finish(game, "the last round is over", events);
    } else if game.now.rounds_left > 0 {
        return begin_round(game, events);
    } else {
        return stock::begin(game, events);
    }
    Ok(())
}
