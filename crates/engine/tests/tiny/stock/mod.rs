//! Stock rounds: one thing per turn, until all pass in succession.

mod buy;
mod sell;
mod start;

use super::table::Round;
use super::{Tiny, deal, end, operating};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A stock round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stock {
    pub(crate) asked: SeatId,
    /// Passes in succession.
    #[serde(default)]
    pub(crate) passes: u8,
    /// Who sold which company in this round.
    #[serde(default)]
    pub(crate) sold: SmallVec<[(SeatId, CompanyId); 4]>,
    /// Whether the player has suggested a deal in this turn.
    #[serde(default)]
    pub(crate) proposed: bool,
}

pub(super) fn begin(game: &mut Tiny, events: &mut Events) -> Play {
    let asked = game.first()?;
    game.table.stock_rounds += 1;
    events.push(Event::Round { round: name(game) });
    game.table.round = Round::Stock(Stock { asked, passes: 0, sold: SmallVec::new(), proposed: false });
    Ok(())
}

/// The round as players say it.
pub(super) fn name(game: &Tiny) -> Text {
    say!("Stock round {number}", number = game.table.stock_rounds)
}

impl Decision<Tiny> for Stock {
    fn turn(&self, _: &Tiny) -> Turn {
        Turn::Seat(self.asked)
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::StockTurn
    }

    fn offers(&self, game: &Tiny) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("do nothing in this turn") }];
        for company in game.company_ids() {
            offers.extend(start::offer(game, self, company));
            offers.extend(buy::offers(game, self, company));
            offers.extend(sell::offer(game, self, company));
        }
        if !self.proposed {
            offers.extend(deal::card_offers(game, self.asked));
        }
        offers
    }

    fn answer(&self, game: &mut Tiny, _: Author, action: &Action, events: &mut Events) -> Play {
        let mut stock = self.clone();
        match action {
            Action::Pass => {
                events.push(Event::Said { seat: stock.asked, what: say!("passes") });
                stock.passes += 1;
                return next_turn(game, stock, events);
            }
            Action::Start { company, price, percent } => {
                let company = game.fixed.parts.company_named(*company)?;
                start::start(game, self, company, *price, *percent, events)?;
            }
            Action::Buy { .. } => buy::buy(game, self, action, events)?,
            Action::Sell { .. } => sell::sell(game, &mut stock, action, events)?,
            Action::Propose { deal } if !stock.proposed => {
                deal::propose_card(game, stock.asked, deal, events)?;
                game.table.round = Round::Stock(Stock { proposed: true, ..stock });
                return Ok(());
            }
            _ => {
                return Err(Refusal::out_of_place(say!(
                    "start a company, buy, sell, suggest one deal, or pass"
                )));
            }
        }
        stock.passes = 0;
        next_turn(game, stock, events)
    }
}

fn next_turn(game: &mut Tiny, mut stock: Stock, events: &mut Events) -> Play {
    stock.asked = game.after(stock.asked);
    stock.proposed = false;
    if usize::from(stock.passes) < game.table.order.len() {
        game.table.round = Round::Stock(stock);
        return Ok(());
    }
    if !game.company_ids().any(|company| game.started(company)) && game.table.stock_rounds > 1 {
        end::finish(game, end::Why::NobodyBuilds, events);
        return Ok(());
    }
    game.table.rounds_left = game.phase().map_or(1, |phase| phase.operating_rounds);
    operating::begin(game, events)
}

/// The directorship goes to whoever has strictly more than the director and can swap certificates for it,
/// the first in the order of play after them if several have the same.
fn settle_directorship(game: &mut Tiny, company: CompanyId, events: &mut Events) -> Play {
    let director = game.director(company);
    let percent = |seat: SeatId| game.table.shares.percent(company, Holder::Seat(seat));
    match best_successor(game, company, director) {
        Some(seat) if percent(seat) > percent(director) => {
            game.table.shares.swap_director(company, Holder::Seat(seat), events)
        }
        _ => Ok(()),
    }
}

/// The player with most ordinary certificates who could swap them for the director's.
fn best_successor(game: &Tiny, company: CompanyId, director: SeatId) -> Option<SeatId> {
    let shares = &game.table.shares;
    let certificate = shares.director_certificate(company).and_then(|cert| shares.certificate(cert))?;
    let after: SmallVec<[SeatId; 4]> =
        std::iter::successors(Some(game.after(director)), |seat| Some(game.after(*seat)))
            .take(game.table.order.len().saturating_sub(1))
            .collect();
    let able = after
        .into_iter()
        .filter(|seat| shares.ordinary(company, certificate.percent, Holder::Seat(*seat)).is_some());
    able.rev().max_by_key(|seat| shares.percent(company, Holder::Seat(*seat)))
}
