//! §3 The stock round: in the order of the cards a player sells and repays, then buys one certificate.
//!
//! | section | module |
//! | --- | --- |
//! | 3 the turns, 3.3 the end of the round | here |
//! | 3.1 selling | [`sell`] |
//! | 3.1.1 the director | [`director`] |
//! | 3.1.2 the certificate limit | [`limit`] |
//! | 3.2 buying | [`buy`] |
//! | 3.2.1, 3.2.2 starting and launching companies | [`start`], [`launch`] |
//! | 4.7.2 repaying loans | [`loan`] |

pub(super) mod buy;
pub(super) mod director;
pub(super) mod launch;
pub(super) mod limit;
pub(super) mod loan;
pub(super) mod sell;
pub(super) mod start;

use super::table::{Round, Status};
use super::{Game, chart, deal, operating};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::{CompanyId, SeatId, SeatSet};
use ferrata_engine::money::Money;
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
    pub(super) seat: SeatId,
    /// Passes in a row.
    #[serde(default)]
    pub(super) passes: u8,
    /// The player whose turn it is has sold or repaid.
    #[serde(default)]
    pub(super) acted: bool,
    /// Who sold shares of which company, in order of seats and companies.
    #[serde(default)]
    pub(super) sold: SmallVec<[(SeatId, CompanyId); 4]>,
    /// Who passed when they last had the turn.
    #[serde(skip)]
    pub(super) passed: Unhashed<SeatSet>,
}

impl Stock {
    /// A round that a player begins.
    pub(super) fn new(seat: SeatId) -> Stock {
        Stock { seat, passes: 0, acted: false, sold: SmallVec::new(), passed: Unhashed::default() }
    }

    /// Whether a player has sold shares of a company in this round.
    fn has_sold(&self, seat: SeatId, company: CompanyId) -> bool {
        self.sold.contains(&(seat, company))
    }

    fn note_sale(&mut self, seat: SeatId, company: CompanyId) {
        if let Err(at) = self.sold.binary_search(&(seat, company)) {
            self.sold.insert(at, (seat, company));
        }
    }

    /// The turn goes to the next player; a turn in which nothing was done is a pass.
    fn end_turn(mut self, game: &mut Game, acted: bool) -> Play {
        self.passes = if acted { 0 } else { self.passes + 1 };
        match acted {
            true => self.passed.0.remove(self.seat),
            false => self.passed.0.add(self.seat),
        }
        self.acted = false;
        // 18ESP-3-01: by the numbers of the order cards.
        self.seat = game.clockwise(self.seat).next().unwrap_or(self.seat);
        game.table.round = Round::Stock(self);
        Ok(())
    }
}

pub(super) fn begin(game: &mut Game, events: &mut Events) -> Play {
    game.table.cycle = game.table.cycle.saturating_add(1);
    let first = game.table.order.first().copied().unwrap_or(SeatId(0));
    game.table.round = Round::Stock(Stock::new(first));
    events.push(Event::Round { round: name(game) });
    Ok(())
}

/// The round as players say it.
pub(super) fn name(game: &Game) -> Text {
    say!("Stock round {number}", number = game.table.cycle)
}

/// Deals the order cards by rising `rank` of the cash in hand; ties keep the last order.
pub(super) fn deal_order(game: &mut Game, rank: impl Fn(Money) -> Money) {
    let mut order = std::mem::take(&mut game.table.order);
    order.sort_by_key(|seat| rank(game.table.ledger.seat(*seat)));
    game.table.order = order;
}

impl Decision<Game> for Stock {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::StockTurn
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = sell::offers(game, self.seat, true);
        let must_sell = game.over_certificate_limit(self.seat) && !offers.is_empty();
        if !must_sell {
            offers.extend(loan::repay_offer(game, self.seat));
            offers.extend(buy::offers(game, self));
            offers.extend(start::offers(game, self.seat));
            let means = if self.acted { say!("end the turn") } else { say!("pass") };
            offers.push(Offer::Pass { means });
        }
        offers
    }

    /// 18ESP-3-02: first sales and repayments, then one purchase.
    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, mut stock) = (self.seat, self.clone());
        match *action {
            // 18ESP-3-03: in any order, before the purchase.
            Action::Sell { seller, company, percent } => {
                sell::check_self(seller, seat)?;
                let company = game.company_named(company)?;
                sell::sell(game, seat, company, percent, events)?;
                stock.note_sale(seat, company);
            }
            Action::Loan { amount } => {
                limit::check_sold_down(game, seat)?;
                loan::repay(game, seat, amount, events)?;
            }
            Action::Buy { .. } => {
                buy::buy(game, self, action, events)?;
                return stock.end_turn(game, true);
            }
            Action::Start { company, price, percent } => {
                limit::check_sold_down(game, seat)?;
                start::start(game, seat, game.company_named(company)?, price, percent, events)?;
                return stock.end_turn(game, true);
            }
            Action::Pass => {
                limit::check_sold_down(game, seat)?;
                if !stock.acted {
                    events.push(Event::Said { seat, what: say!("passes") });
                }
                let acted = stock.acted;
                return stock.end_turn(game, acted);
            }
            _ => {
                let asked = say!("in a stock round a player sells, repays, buys or passes");
                return Err(deal::out_of_place(action, asked));
            }
        }
        stock.acted = true;
        game.table.round = Round::Stock(stock);
        Ok(())
    }
}

/// What follows by itself. 18ESP-3-04: a player who can do nothing has passed, and passes all round end the round.
pub(super) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    let Round::Stock(stock) = &game.table.round else { return Ok(Flow::Waits) };
    if usize::from(stock.passes) >= game.table.order.len() {
        end_round(game, events)?;
    } else if can_act(game, stock) {
        return Ok(Flow::Waits);
    } else {
        let (stock, acted) = (stock.clone(), stock.acted);
        stock.end_turn(game, acted)?;
    }
    Ok(Flow::GoesOn)
}

fn can_act(game: &Game, stock: &Stock) -> bool {
    let seat = stock.seat;
    loan::can_repay(game, seat)
        || buy::can_buy_any(game, stock)
        || start::can_start_any(game, seat)
        || sell::can_sell_any(game, seat)
}

/// §3.3: sold out companies rise; then the order cards are dealt.
fn end_round(game: &mut Game, events: &mut Events) -> Play {
    // 18ESP-3.3-02: from the highest price to the lowest, the top of a stack first; minors never.
    for company in game.table.chart.order(&game.fixed.parts.grid) {
        let launched = game.company(company).status == Status::Launched;
        if launched && !game.is_minor(company) && is_sold_out(game, company) {
            chart::walk(game, company, game.fixed.figures.chart_steps.sold_out, events);
        }
    }
    // 18ESP-3.3-03: for the next stock round most cash goes first.
    deal_order(game, |cash| -cash);
    operating::begin_cycle(game, events)
}

/// 18ESP-3.3-01: nothing is left to buy; a reserved share does not count.
fn is_sold_out(game: &Game, company: CompanyId) -> bool {
    let shares = &game.table.shares;
    shares.percent(company, Holder::Offering) == 0 && shares.percent(company, Holder::Pool) == 0
}
