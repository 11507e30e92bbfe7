//! 3.2 Stock rounds: in their turn players sell stock and then do one thing, until all pass in succession.
//!
//! | section | module |
//! | --- | --- |
//! | 3.2.1 selling stock | [`sell`] |
//! | 3.2.2 acquiring a concession, 3.2.3 withdrawal | [`concession`]; the start of the corp: [`start`] |
//! | 3.2.4 buying stock | [`buy`] |
//! | 3.2.5 transfer of presidency | [`presidency`] |
//! | 3.2.6 buying a political card | [`cards`] |
//! | 2.7 the priority right of Riseis | [`riseis`] |

pub(super) mod buy;
mod cards;
pub(super) mod concession;
pub(super) mod presidency;
pub(super) mod riseis;
pub(super) mod sell;
pub(super) mod start;

use super::table::Round;
use super::{Game, deal, operating};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, CompanySet, SeatId};
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
pub(super) struct Stock {
    #[serde(rename = "seat", alias = "asked")]
    pub(super) asked: SeatId,
    /// Passes in succession.
    #[serde(default)]
    pub(super) passes: u8,
    /// Who began them.
    #[serde(default)]
    pub(super) first_pass: Option<SeatId>,
    /// The corps sold in this turn: each in one transaction (18FB-3.2.1-05).
    #[serde(default)]
    pub(super) sold_now: CompanySet,
    /// Who sold what in this round (18FB-3.2.1-02).
    #[serde(default)]
    pub(super) sold: SmallVec<[(SeatId, CompanySet); 6]>,
    /// The action of the turn is done.
    #[serde(default)]
    pub(super) acted: bool,
    /// The next concession of the turn is acquired with the 50% card.
    #[serde(default)]
    pub(super) half: bool,
}

impl Stock {
    /// A player's turn in a round in which nothing has happened yet.
    pub(super) fn beginning_with(asked: SeatId) -> Stock {
        Stock {
            asked,
            passes: 0,
            first_pass: None,
            sold_now: CompanySet::default(),
            sold: SmallVec::new(),
            acted: false,
            half: false,
        }
    }

    /// 18FB-3.2.1-02, 18FB-G-87: a player who sold stock of a corp buys none of it in this round.
    pub(super) fn has_sold(&self, seat: SeatId, company: CompanyId) -> bool {
        self.sold.iter().any(|(by, companies)| *by == seat && companies.has(company))
    }

    fn note_sale(&mut self, seat: SeatId, company: CompanyId) {
        self.sold_now.add(company);
        match self.sold.iter_mut().find(|(by, _)| *by == seat) {
            Some((_, companies)) => companies.add(company),
            None => self.sold.push((seat, [company].into_iter().collect())),
        }
    }
}

/// 18FB-3.2-03: the Priority holder starts.
pub(super) fn begin(game: &mut Game, events: &mut Events) {
    game.table.stock_rounds = game.table.stock_rounds.saturating_add(1);
    game.table.operating_rounds = 0;
    game.table.proposed.clear();
    events.push(Event::Round { round: name(game) });
    game.table.round = Round::Stock(Stock::beginning_with(game.table.priority));
}

/// The round as players say it.
pub(super) fn name(game: &Game) -> Text {
    say!("Stock Round {number}", number = game.table.stock_rounds)
}

/// 18FB-2.3-04, 18FB-2.3-05, 18FB-3.5.2-01: the certificates of a player that count; regionals are among them, cards are not.
pub(super) fn certificates(game: &Game, seat: SeatId) -> u8 {
    game.table.shares.count(Holder::Seat(seat)) as u8
}

/// 18FB-2.3-04: how many certificates a player may hold; the number of players at the start counts (18FB-G-17).
pub(super) fn certificate_limit(game: &Game) -> u8 {
    game.fixed.by_players.certificate_limit
}

/// 18FB-2.3-03, 18FB-2.3-06, 18FB-2.3-07, 18FB-2.3-12: whether a player may take a certificate of so much of a company.
pub(super) fn within_limits(game: &Game, seat: SeatId, company: CompanyId, percent: u8) -> bool {
    let held = game.percent(company, Holder::Seat(seat));
    let regional = game.fixed.regional(company).is_some();
    certificates(game, seat) < certificate_limit(game)
        && (regional || held.saturating_add(percent) <= game.fixed.figures.hold_limit)
}

impl Decision<Game> for Stock {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.asked)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::StockTurn
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let means = if self.sold_now.is_empty() { say!("pass") } else { say!("end the turn") };
        let mut offers = vec![Offer::Pass { means }];
        for company in game.company_ids() {
            offers.extend(sell::offer(game, self, company));
            offers.extend(buy::offers(game, self.asked, company));
            offers.extend(start::offer(game, self.asked, company));
            offers.extend(concession::offers(game, self, company));
        }
        offers.extend(concession::half_offer(game, self));
        offers.extend(cards::offers(game, self.asked));
        offers.extend(deal::card_offers(game, self.asked));
        offers
    }

    /// 18FB-3.2-01, 18FB-3.2-02: first sales (18FB-3.2.1-03: in any order), then at most one action, which ends the turn.
    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let seat = by.seat()?;
        match action {
            Action::Pass => pass(game, self.clone(), events),
            Action::Sell { .. } => sell::sell(game, seat, action, events),
            Action::Buy { .. } => buy::buy(game, seat, action, events),
            Action::Start { .. } => start::start(game, seat, action, events),
            Action::BuyCard { card, .. } => {
                let id = game.fixed.parts.card_named(*card)?;
                match game.fixed.concession(id) {
                    Some(_) => concession::acquire(game, seat, action, events),
                    None => cards::buy(game, seat, action, events),
                }
            }
            Action::UseCard { card } => concession::use_card(game, seat, *card, events),
            Action::Propose { deal } => deal::propose_card(game, seat, deal, events),
            _ => Err(Refusal::out_of_place(say!("sell stock, then buy, acquire a concession, or pass"))),
        }
    }
}

/// 18FB-G-31: a turn with neither sale nor action is a pass.
fn pass(game: &mut Game, mut stock: Stock, events: &mut Events) -> Play {
    let seat = stock.asked;
    if stock.sold_now.is_empty() {
        events.push(Event::Said { seat, what: say!("passes") });
        stock.passes += 1;
        stock.first_pass = stock.first_pass.or(Some(seat));
        next_turn(game, stock, events)
    } else {
        events.push(Event::Said { seat, what: say!("ends the turn") });
        (stock.passes, stock.first_pass) = (0, None);
        next_turn(game, stock, events)
    }
}

/// Goes on after the action of a turn, with everything it set off.
pub(super) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    match &game.table.round {
        Round::Stock(stock) if stock.acted => {
            let stock = Stock { passes: 0, first_pass: None, ..stock.clone() };
            next_turn(game, stock, events)?;
            Ok(Flow::GoesOn)
        }
        _ => Ok(Flow::Waits),
    }
}

fn next_turn(game: &mut Game, stock: Stock, events: &mut Events) -> Play {
    let asked = game.after(stock.asked);
    game.table.proposed.clear();
    // 18FB-3.2-04: the round ends when all pass in succession.
    if usize::from(stock.passes) >= game.table.order.len() {
        return end(game, &stock, events);
    }
    let sold_now = CompanySet::default();
    game.table.round = Round::Stock(Stock { asked, sold_now, acted: false, half: false, ..stock });
    Ok(())
}

/// 18FB-3.2-05, 18FB-3.2.7-01: the Priority card goes to the player who began the final round of passes; corps that are sold
/// out rise; then the first OR begins (18FB-3.2-06).
fn end(game: &mut Game, stock: &Stock, events: &mut Events) -> Play {
    let priority = stock.first_pass.unwrap_or(game.table.priority);
    events.push(Event::Note { text: say!("{priority} has the Priority card.", priority) });
    game.table.priority = priority;
    // 18FB-G-12: in operating order.
    for company in game.table.chart.order(&game.fixed.parts.grid) {
        if sold_out(game, company) {
            game.price_up(company, events);
        }
    }
    // 18FB-4-04, 18FB-4-07: the highest value ends the game before political cards pay again.
    if game.highest_reached() { Ok(()) } else { operating::begin(game, events) }
}

/// 18FB-2.2.5-08, 18FB-2.2.5-14: no share in the initial offering nor in the pool, and the state lets it rise (18FB-3.3-05,
/// 18FB-3.3-11).
fn sold_out(game: &Game, company: CompanyId) -> bool {
    game.rights(company).rises
        && game.percent(company, Holder::Offering) == 0
        && game.percent(company, Holder::Pool) == 0
}
