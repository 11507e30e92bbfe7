//! Chapter 5: stock rounds.
//!
//! | section | module |
//! | --- | --- |
//! | 5.1 turns | here |
//! | 5.2 sales | [`sell`] |
//! | 5.3 purchases, launching, presidencies | [`buy`], [`launch`], [`presidency`] |
//! | 5.4 certificate limit, 8.2 ratio | [`duty`] |
//! | 5.5 support cards, 5.6 concessions | [`cards`] |
//! | 5.7 end of the round | [`finish`] |
//! | 5.8 closing a corporation | [`closing`] |

pub(super) mod buy;
pub(super) mod cards;
pub(super) mod closing;
pub(super) mod duty;
pub(super) mod finish;
pub(super) mod launch;
pub(super) mod presidency;
pub(super) mod sell;

use super::Game;
use super::agenda::Round;
use super::money::Block;
use super::out_of_place;
use super::privates::moment::{self, Before};
use super::privates::swap;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;

/// A stock round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stock {
    #[serde(rename = "seat", alias = "asked")]
    pub(super) asked: SeatId,
    /// Passes in succession.
    #[serde(default)]
    pub(super) passes: u8,
    /// 1883-5.7-01: the last one who bought or sold anything.
    #[serde(default)]
    pub(super) last: Option<SeatId>,
    /// 1883-5.3-13: who has sold shares of which corporation in this round.
    #[serde(default)]
    pub(super) sold: SmallVec<[(SeatId, CompanyId); 8]>,
    /// 1883-5.1-08: the block of sales of this turn.
    #[serde(default)]
    pub(super) block: Block,
    /// Something has been bought in this turn.
    #[serde(default)]
    pub(super) bought: bool,
    /// Sales came before the purchase: no more is sold (1883-5.1-03).
    #[serde(default)]
    pub(super) done: bool,
}

impl Stock {
    pub(super) fn new(asked: SeatId) -> Stock {
        let (sold, block) = (SmallVec::new(), Block::new());
        Stock { asked, passes: 0, last: None, sold, block, bought: false, done: false }
    }
}

/// 1883-1.1-01: a stock round begins with the Priority holder. 1883-5.4-06: by now the limits are those of the players left.
pub(super) fn begin(game: &mut Game, events: &mut Events) -> Play {
    game.table.stock_rounds = game.table.stock_rounds.saturating_add(1);
    game.table.limit_players = game.table.order.len() as u8;
    // 1883-11-26b: Hot Autumn lasts until here.
    game.table.events.end_round();
    game.table.events.hot_autumn = None;
    let number = game.table.stock_rounds;
    events.push(Event::Round { round: say!("Stock round {number}", number) });
    game.table.round = Round::Stock(Stock::new(game.table.priority));
    Ok(())
}

impl Game {
    pub(super) fn stock(&self) -> Result<&Stock, Refusal> {
        match &self.table.round {
            Round::Stock(stock) => Ok(stock),
            _ => Err(Refusal::plain(say!("there is no stock round now"))),
        }
    }

    pub(super) fn stock_mut(&mut self) -> Result<&mut Stock, Refusal> {
        match &mut self.table.round {
            Round::Stock(stock) => Ok(stock),
            _ => Err(Refusal::plain(say!("there is no stock round now"))),
        }
    }
}

impl Decision<Game> for Stock {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.asked)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::StockTurn
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = sell::offers(game, self.asked, None, &self.block, None);
        let after = self.after_block(game);
        let must_sell = duty::must_sell(&after, self.asked);
        if !self.bought && !must_sell {
            offers.extend(buy::offers(&after, self.asked));
            offers.extend(cards::offers(&after, self.asked));
        }
        offers.extend(swap::offer(game, self.asked));
        if must_sell {
            return offers;
        }
        if self.began() {
            offers.push(Offer::Pass { means: say!("end the turn") });
        } else if duty::may_pass(game, self.asked).is_ok() {
            offers.push(Offer::Pass { means: say!("pass") });
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let seat = by.seat()?;
        if let Some(swapped) = swap::answer(game, seat, action, events) {
            return swapped;
        }
        match action {
            Action::Pass if self.began() => {
                duty::nothing_to_sell(&self.after_block(game), seat)?;
                end_turn(game, events)
            }
            Action::Pass => pass(game, seat, events),
            Action::Sell { seller: Party::Seat(seller), company, percent } if *seller == seat => {
                let company = game.fixed.parts.company_named(*company)?;
                let mut block = self.block.clone();
                sell::sell(game, (seat, company, *percent), None, &mut block, events)?;
                let stock = game.stock_mut()?;
                stock.block = block;
                if !stock.sold.contains(&(seat, company)) {
                    stock.sold.push((seat, company));
                }
                acted(game, seat)
            }
            _ => {
                // 1883-5.1-04, 1883-5.5-03: one purchase of any kind.
                let one = !self.bought;
                require(one, "1883-5.1-04", || {
                    say!("one share, support card or concession is bought in a turn")
                })?;
                self.buy(game, seat, action, events)
            }
        }
    }
}

impl Stock {
    /// Whether something was done in this turn.
    fn began(&self) -> bool {
        self.bought || !self.block.is_empty()
    }

    /// The corporations of the block whose markers have fallen into the CLOSED section.
    fn fallen(&self, game: &Game) -> SmallVec<[CompanyId; 2]> {
        self.block.iter().map(|(company, _)| *company).filter(|company| game.has_fallen(*company)).collect()
    }

    /// 1883-5.8-01: the table when the block is over and what has fallen has closed: so a purchase finds it, and so certificates
    /// are counted.
    fn after_block<'g>(&self, game: &'g Game) -> Cow<'g, Game> {
        let fallen = self.fallen(game);
        if fallen.is_empty() {
            return Cow::Borrowed(game);
        }
        let mut after = game.clone();
        // What can be closed here is closed in the game, too, or refused there.
        let _ = fallen
            .into_iter()
            .try_for_each(|company| closing::close(&mut after, company, &mut Events::new()));
        Cow::Owned(after)
    }

    fn buy(&self, game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
        // 1883-5.1-03, 1883-5.8-01: a purchase ends the block.
        for company in self.fallen(game) {
            closing::close(game, company, events)?;
        }
        // 1883-R-56: the owner of CNP is asked before the last share of SV goes.
        if let Some(company) = buy::last_of_offering(game, seat, action)? {
            let before = Before::Purchase { by: seat, action: Box::new(action.clone()) };
            if moment::ask(game, company, seat, before) {
                return Ok(());
            }
        }
        self.carry_out(game, seat, action, events)
    }

    fn carry_out(&self, game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
        match action {
            Action::Buy { .. } => buy::buy(game, seat, action, events)?,
            Action::Start { .. } => buy::start(game, seat, action, events)?,
            Action::BuyCard { .. } => {
                duty::nothing_to_sell(game, seat)?;
                cards::buy(game, seat, action, events)?;
            }
            _ => return Err(out_of_place(say!("sell, buy, or pass"))),
        }
        // 1883-5.1-02: sales before the purchase are the turn's block; else one may follow.
        let sold = !self.block.is_empty();
        let stock = game.stock_mut()?;
        (stock.bought, stock.done) = (true, sold);
        acted(game, seat)
    }
}

/// A purchase before which somebody was asked.
pub(super) fn go_on_buying(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
    let stock = game.stock()?.clone();
    stock.carry_out(game, seat, action, events)
}

/// Something was bought or sold.
fn acted(game: &mut Game, seat: SeatId) -> Play {
    let stock = game.stock_mut()?;
    (stock.passes, stock.last) = (0, Some(seat));
    Ok(())
}

/// 1883-5.1-05, 1883-5.1-06: nothing is done in this turn; whoever passes may act again later.
fn pass(game: &mut Game, seat: SeatId, events: &mut Events) -> Play {
    duty::may_pass(game, seat)?;
    events.push(Event::Said { seat, what: say!("passes") });
    let (next, players) = (game.left_of(seat), game.table.order.len());
    let stock = game.stock_mut()?;
    stock.asked = next;
    stock.passes += 1;
    match usize::from(stock.passes) >= players {
        true => finish::finish(game, events),
        false => Ok(()),
    }
}

/// 1883-5.2-02: the block is over: corporations whose markers fell into the CLOSED section close.
fn end_turn(game: &mut Game, _: &mut Events) -> Play {
    let (block, next) = {
        let stock = game.stock()?;
        (stock.block.clone(), game.left_of(stock.asked))
    };
    let stock = game.stock_mut()?;
    stock.asked = next;
    (stock.bought, stock.done) = (false, false);
    stock.block.clear();
    sell::end_block(game, &block);
    Ok(())
}

/// What follows by itself: a turn in which nothing more can be done is over.
pub(super) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    let stock = game.stock()?;
    let over =
        stock.done || stock.bought && sell::offers(game, stock.asked, None, &stock.block, None).is_empty();
    if !over {
        return Ok(Flow::Waits);
    }
    end_turn(game, events)?;
    Ok(Flow::GoesOn)
}
