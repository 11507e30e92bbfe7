//! Stock rounds: one thing per turn, until all pass in succession.

mod buy;
mod sell;
mod start;

use super::state::{Step, Stock};
use super::{Tiny, deal, end, operating, out_of_place};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

pub(super) fn begin(game: &mut Tiny, events: &mut Events) -> Result<(), Refusal> {
    let first = game.now.order.first().copied();
    let asked = first.ok_or_else(|| Refusal::plain("nobody sits at the table"))?;
    game.now.stock_rounds += 1;
    events.push(Event::Round { round: format!("Stock round {}", game.now.stock_rounds) });
    game.now.step = Step::Stock(Stock { asked, passes: 0, sold: SmallVec::new(), proposed: false });
    Ok(())
}

pub(super) fn offers(game: &Tiny, stock: &Stock) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "do nothing in this turn".into() }];
    for company in game.company_ids() {
        offers.extend(start::offer(game, stock, company));
        offers.extend(buy::offers(game, stock, company));
        offers.extend(sell::offer(game, stock, company));
    }
    if !stock.proposed {
        offers.extend(deal::card_offers(game, stock.asked));
    }
    offers
}

pub(super) fn apply(
    game: &mut Tiny,
    mut stock: Stock,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    match action {
        Action::Pass => {
            events.push(Event::Said { seat: stock.asked, what: "passes".into() });
            stock.passes += 1;
            return next_turn(game, stock, events);
        }
        Action::Start { company, price, percent } => {
            start::apply(game, &stock, game.find_company(*company)?, *price, *percent, events)?;
        }
        Action::Buy { .. } => buy::apply(game, &stock, action, events)?,
        Action::Sell { .. } => sell::apply(game, &mut stock, action, events)?,
        Action::Propose { deal } if !stock.proposed => {
            deal::propose_card(game, stock.asked, deal, events)?;
            game.now.step = Step::Stock(Stock { proposed: true, ..stock });
            return Ok(());
        }
        _ => return Err(out_of_place("start a company, buy, sell, suggest one deal, or pass")),
    }
    stock.passes = 0;
    next_turn(game, stock, events)
}

fn next_turn(game: &mut Tiny, mut stock: Stock, events: &mut Events) -> Result<(), Refusal> {
    stock.asked = game.after(stock.asked);
    stock.proposed = false;
    if usize::from(stock.passes) < game.now.order.len() {
        game.now.step = Step::Stock(stock);
        return Ok(());
    }
    if !game.company_ids().any(|company| game.started(company)) && game.now.stock_rounds > 1 {
        end::finish(game, "nobody wants to build", events);
        return Ok(());
    }
    game.now.rounds_left = game.phase().map_or(1, |phase| phase.operating_rounds);
    operating::begin_round(game, events)
}

/// The directorship goes to whoever has strictly more than the director and can swap certificates for it,
/// the first in the order of play after him if several have the same.
fn settle_directorship(game: &mut Tiny, company: CompanyId, events: &mut Events) -> Result<(), Refusal> {
    let director = game.director(company);
    let percent = |seat: SeatId| game.now.shares.percent(company, Holder::Seat(seat));
    match best_successor(game, company, director) {
        Some(seat) if percent(seat) > percent(director) => {
            game.now.shares.swap_director(company, Holder::Seat(seat), events)
        }
        _ => Ok(()),
    }
}

/// The player with most ordinary certificates who could swap them for the director's.
fn best_successor(game: &Tiny, company: CompanyId, director: SeatId) -> Option<SeatId> {
    let shares = &game.now.shares;
    let certificate = shares.director_certificate(company).and_then(|cert| shares.certificate(cert))?;
    let after: SmallVec<[SeatId; 4]> =
        std::iter::successors(Some(game.after(director)), |seat| Some(game.after(*seat)))
            .take(game.now.order.len().saturating_sub(1))
            .collect();
    let able = after
        .into_iter()
        .filter(|seat| shares.ordinary(company, certificate.percent, Holder::Seat(*seat)).is_some());
    able.rev().max_by_key(|seat| shares.percent(company, Holder::Seat(*seat)))
}
