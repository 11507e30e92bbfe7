//! Chapter 3, the stock round: whose turn it is, what a turn consists of, and how the round ends.
//!
//! | chapter | module |
//! | --- | --- |
//! | 3.1 selling | [`sell`] |
//! | 3.2 buying | [`buy`], [`concessions`], [`peers`] (from other players), [`deal`] |
//! | 3.3 starting a company | [`start`] |
//! | 3.4 the end of the round | [`ending`] |
//! | 3.5.1 the price table | [`prices`] |
//! | 3.5.2, 3.5.4 limits | [`holdings`] |
//! | 3.5.3 change of director | [`directors`] |
//! | 7.2 the stronger priority card | [`priority`] |

pub(crate) mod buy;
mod concessions;
pub(crate) mod deal;
mod directors;
mod ending;
mod holdings;
mod peers;
mod prices;
pub(crate) mod priority;
mod sell;
pub(crate) mod start;

use super::Game;
use super::lookup::said;
use super::table::Round;
use buy::Purchase;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::{CompanyId, CompanySet, SeatId, SeatSet};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::{Certificate, Holder};
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A stock round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stock {
    /// Its number, from 1.
    #[serde(default = "first")]
    pub(crate) number: u16,
    /// Whose turn it is.
    pub(crate) seat: SeatId,
    /// Players who passed in succession.
    #[serde(default)]
    pub(crate) passes: u8,
    /// Who last sold or bought anything.
    #[serde(default)]
    pub(crate) last_actor: Option<SeatId>,
    /// 1841-3.1-08: by seat: companies of which they sold a share in this round. (Positions tell it with the seats.)
    #[serde(skip)]
    pub(crate) sold: SmallVec<[CompanySet; 8]>,
    /// The turn of `seat`.
    #[serde(default)]
    pub(crate) turn: StockTurn,
    /// Who passed when they last had the turn.
    #[serde(skip)]
    pub(crate) passed: Unhashed<SeatSet>,
}

/// 1841-3-02: a player's turn: a sale step, then one purchase or start.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StockTurn {
    /// Units sold in this turn whose markers have not moved yet.
    pub(crate) unmoved: SmallVec<[(CompanyId, u8); 4]>,
    /// Something was done.
    pub(crate) acted: bool,
    /// Something was bought: nothing more can be sold.
    pub(crate) bought: bool,
}

fn first() -> u16 {
    1
}

impl Stock {
    /// A round that begins with this player.
    pub(super) fn new(number: u16, seat: SeatId, players: usize) -> Stock {
        Stock {
            number,
            seat,
            passes: 0,
            last_actor: None,
            sold: SmallVec::from_elem(CompanySet::default(), players),
            turn: StockTurn::default(),
            passed: Unhashed::default(),
        }
    }

    /// The companies of which the player sold a share in this round.
    fn sold(&self) -> CompanySet {
        self.sold.get(self.seat.index()).copied().unwrap_or_default()
    }
}

/// 1841-3-01: begins a stock round with the holder of the priority card.
pub(super) fn begin(game: &mut Game, number: u16, events: &mut Events) -> Play {
    let seat = game.left_of(game.table.priority).first().copied().unwrap_or(game.table.priority);
    let stock = Stock::new(number, seat, game.table.players.len());
    events.push(Event::Round { round: name(&stock) });
    game.table.round = Round::Stock(stock);
    Ok(())
}

/// The round as players say it.
pub(super) fn name(stock: &Stock) -> Text {
    say!("Stock round {number}", number = stock.number)
}

/// Ends the turn of a player who has bought, or has nothing to decide.
pub(super) fn proceed(game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
    match &game.table.round {
        Round::Stock(stock) if !stock.turn.bought && has_choice(game, stock) => Ok(Flow::Waits),
        _ => {
            game.move_sold_markers(events);
            end_turn(game, events)?;
            Ok(Flow::GoesOn)
        }
    }
}

impl Decision<Game> for Stock {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::StockTurn
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let forced = forced_sales(game, self.seat);
        if !forced.is_empty() {
            return forced;
        }
        let holder = Holder::Seat(self.seat);
        let means = if self.turn.acted { say!("end the turn") } else { say!("pass") };
        let mut offers = vec![Offer::Pass { means }];
        game.sale_offers(holder, &mut offers);
        game.share_offers(holder, self.sold(), &mut offers);
        concessions::offers(game, self, &mut offers);
        if game.fixed.rules.peer_purchases {
            peers::offers(game, self.seat, &mut offers);
        }
        game.start_offers(holder, &mut offers);
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let seat = by.seat()?;
        match action {
            Action::Sell { seller, company, percent } => {
                require_self(*seller, seat)?;
                let company = game.fixed.parts.company_named(*company)?;
                check_forced(game, seat, Some(company))?;
                game.sell(Holder::Seat(seat), company, *percent, events)?;
                note_sold(game, seat, company);
                Ok(())
            }
            // The sale step goes on until the other agrees.
            Action::Propose { deal } => {
                check_forced(game, seat, None)?;
                game.propose(seat, deal, events)
            }
            _ => {
                check_forced(game, seat, None)?;
                // 1841-3.1-02: the sale step is over: the markers of what was sold move now.
                game.move_sold_markers(events);
                self.purchase(game, seat, action, events)
            }
        }
    }
}

impl Stock {
    /// The second part of a turn: one purchase, a start (1841-3.3-01), or nothing.
    fn purchase(&self, game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
        match action {
            Action::Pass => {
                said(seat, say!("passes"), events);
                return end_turn(game, events);
            }
            Action::Buy { buyer, company, percent, from, price } => {
                require_self(*buyer, seat)?;
                let company = game.fixed.parts.company_named(*company)?;
                let (buyer, percent, from, price) = (Holder::Seat(seat), *percent, *from, *price);
                let sold = self.sold();
                game.buy_share(&Purchase { buyer, company, percent, from, price, sold }, events)?;
            }
            Action::BuyCard { buyer, card, from: Party::Bank, price } => {
                require_self(*buyer, seat)?;
                concessions::buy(game, self, *card, *price, events)?;
            }
            Action::Start { company, price, percent } => {
                let company = game.fixed.parts.company_named(*company)?;
                game.start_company(Holder::Seat(seat), company, *price, *percent, events)?;
            }
            _ => return Err(Refusal::out_of_place(say!("sell, buy, start a company or pass"))),
        }
        note_bought(game);
        Ok(())
    }
}

fn require_self(party: Party, seat: SeatId) -> Play {
    if party == Party::Seat(seat) {
        return Ok(());
    }
    Err(Refusal::plain(say!("in a stock round all players act for themselves")))
}

/// 1841-3.1-12, 1841-3.1-13: what somebody must sell before doing anything else.
pub(super) fn forced_sales(game: &Game, seat: SeatId) -> Vec<Offer> {
    let holder = Holder::Seat(seat);
    let mut offers = Vec::new();
    if game.certificates_over(holder) > 0 {
        game.sale_offers(holder, &mut offers);
        return offers;
    }
    // Whoever holds nothing of a company cannot sell it.
    let over = |company: &CompanyId| {
        game.table.shares.percent(*company, holder) > 0 && game.controls_too_much(*company, seat)
    };
    let monopolies: Vec<_> = game.company_ids().filter(over).map(|company| game.name(company)).collect();
    if !monopolies.is_empty() {
        game.sale_offers(holder, &mut offers);
        game.keep_due(&monopolies, &mut offers);
    }
    offers
}

/// Whoever must sell first can do nothing else.
fn check_forced(game: &Game, seat: SeatId, selling: Option<CompanyId>) -> Play {
    let forced = forced_sales(game, seat);
    let asked = |company: CompanyId| {
        let name = game.name(company);
        forced.iter().any(|offer| matches!(offer, Offer::Sell { company, .. } if *company == name))
    };
    if forced.is_empty() || selling.is_some_and(asked) {
        return Ok(());
    }
    Err(match game.certificates_over(Holder::Seat(seat)) {
        0 => {
            let limit = game.fixed.figures.control_limit;
            let why =
                say!("you control more than {limit}% of a company and must sell shares of it first", limit);
            Refusal::rule("1841-3.1-13", why)
        }
        over => {
            let why = say!(
                "you own {over} {over|certificate|certificates} more than you may and must sell first",
                over
            );
            Refusal::rule("1841-3.1-12", why)
        }
    })
}

/// Whether a player whose turn it is has anything to decide: the likeliest is looked at first.
fn has_choice(game: &Game, stock: &Stock) -> bool {
    let holder = Holder::Seat(stock.seat);
    game.can_buy_share(holder, stock.sold())
        || game.can_sell(holder)
        || stock.offers(game).len() > 1
        || (game.fixed.rules.as_recorded.treasury_looks_for_sale && looks_affordable(game, stock))
}

/// O-33: online a player is asked to pass as long as some certificate in a company's hands looks affordable: treasury
/// shares are looked at too, although they are not for sale, and only for the first of them it is asked whether
/// shares of that company were sold.
fn looks_affordable(game: &Game, stock: &Stock) -> bool {
    let (seat, sold) = (Holder::Seat(stock.seat), stock.sold());
    let cash = game.cash(seat);
    game.company_ids().filter(|company| game.running(*company)).any(|company| {
        let own: Vec<_> = game.table.shares.of_held_by(company, Holder::Offering).collect();
        let treasury: Vec<_> = game.table.shares.held_by(Holder::Company(company)).collect();
        let unsold = match own.is_empty() {
            true => treasury.iter().any(|(_, cert)| !sold.has(cert.company)),
            false => !sold.has(company),
        };
        let all = || own.iter().chain(&treasury).map(|(_, cert)| cert);
        let smallest = all().map(|cert| cert.percent).min().unwrap_or(0);
        let affordable = |cert: &Certificate| {
            cash >= game.price_of(cert.company, cert.percent)
                && game.may_take(seat, cert.company, cert.percent, 1).is_ok()
        };
        unsold && all().filter(|cert| cert.percent == smallest).any(affordable)
    })
}

fn note_sold(game: &mut Game, seat: SeatId, company: CompanyId) {
    note_sold_by(game, seat, company);
    if let Round::Stock(stock) = &mut game.table.round {
        stock.turn.acted = true;
        stock.last_actor = Some(seat);
    }
}

/// 1841-3.1-08: they have sold shares of the company in this round.
fn note_sold_by(game: &mut Game, seat: SeatId, company: CompanyId) {
    if let Round::Stock(stock) = &mut game.table.round
        && let Some(sold) = stock.sold.get_mut(seat.index())
    {
        sold.add(company);
    }
}

/// A purchase or start was made: it counts as acting, and it is the last part of the turn.
fn note_bought(game: &mut Game) {
    if let Round::Stock(stock) = &mut game.table.round {
        stock.turn.acted = true;
        stock.turn.bought = true;
        stock.last_actor = Some(stock.seat);
    }
}

/// 1841-3-01, 1841-3-03: the turn passes to the left; when all have passed in succession the round ends (1841-3-04).
fn end_turn(game: &mut Game, events: &mut Events) -> Play {
    let Round::Stock(stock) = &game.table.round else { return Ok(()) };
    let (seat, acted) = (stock.seat, stock.turn.acted);
    let passes = if acted { 0 } else { stock.passes + 1 };
    let players = game.left_of(seat);
    // They may have left the game meanwhile; then the list begins with the next.
    let next = players.iter().copied().find(|other| *other != seat).unwrap_or(seat);
    if usize::from(passes) >= players.len() {
        return ending::end(game, events);
    }
    if let Round::Stock(stock) = &mut game.table.round {
        stock.seat = next;
        stock.passes = passes;
        stock.turn = StockTurn::default();
        if acted { stock.passed.0.remove(seat) } else { stock.passed.0.add(seat) }
    }
    Ok(())
}
