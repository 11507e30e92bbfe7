//! Chapter 2, the concession round: bids, seats, awards, tie auctions; in v2 an open auction.

use super::areas::Area;
use super::rules::{ConcessionSale, FaultySheets, TieAuctions};
use super::state::{Round, Step};
use super::{Game, Play};
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::id::{CardId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices, sheet_is_valid};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Draw, DrawKind, Turn};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// The smallest bid (§2.1-02).
pub const MIN_BID: Money = Money(20);
/// The smallest raise (§2.4-02).
pub const RAISE: Money = Money(5);

/// The sheets after all were handed in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Opened {
    /// By seat.
    pub sheets: Vec<Vec<Money>>,
    /// The ranking as far as it is decided.
    pub ranking: SmallVec<[SeatId; 8]>,
    /// Where identical sheets begin in it.
    pub from: u8,
    /// Where they end.
    pub to: u8,
}

/// An auction of a concession between tied bidders (§2.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TieAuction {
    /// What for.
    pub card: CardId,
    /// Who is still in, in order of seats from the priority card, with his standing bid.
    pub bids: SmallVec<[(SeatId, Money); 8]>,
    /// Whose turn it is, by place in `bids`.
    pub next: u8,
    /// The concessions that wait for an auction after this one, with their tied bids.
    pub waiting: Vec<(CardId, Money, SmallVec<[SeatId; 8]>)>,
}

/// A player is to nominate a concession (v2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nomination {
    /// Who.
    pub seat: SeatId,
    /// Players who stand as passed, one bit per seat (O-04).
    pub passed: u8,
}

/// The open auction of one concession (v2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpenAuction {
    /// What for.
    pub card: CardId,
    /// Who is still in, in order from the nominator, with his standing bid.
    pub bids: SmallVec<[(SeatId, Money); 8]>,
    /// The nomination it came from.
    pub nomination: Nomination,
}

impl OpenAuction {
    /// The highest bid.
    pub fn highest(&self) -> Money {
        self.bids.iter().map(|(_, bid)| *bid).max().unwrap_or_default()
    }

    /// Whoever has the lowest standing bid acts next; the earlier one among equals.
    pub fn next(&self) -> Option<SeatId> {
        self.bids.iter().min_by_key(|(_, bid)| *bid).map(|(seat, _)| *seat)
    }
}

/// Begins the round.
pub(super) fn begin(game: &mut Game) {
    game.t.round = Round::Concession;
    let step = match game.rules().concession_sale {
        ConcessionSale::Sheets(_) => Step::Sheets(vec![None; game.t.players.len()]),
        ConcessionSale::OpenAuction => {
            Step::Nominate(Nomination { seat: game.t.order.first().copied().unwrap_or(SeatId(0)), passed: 0 })
        }
    };
    game.t.steps.push(step);
}

// ---- sealed sheets (v1) ----

/// Who still has to hand in a sheet.
pub(super) fn waiting(sheets: &[Option<Vec<Money>>]) -> Vec<SeatId> {
    let missing = sheets.iter().enumerate().filter(|(_, sheet)| sheet.is_none());
    missing.map(|(seat, _)| SeatId(seat as u8)).collect()
}

pub(super) fn sheet_offers(game: &Game, sheets: &[Option<Vec<Money>>]) -> Vec<Offer> {
    let waiting = waiting(sheets);
    let budget = waiting.first().map_or(Money::ZERO, |&seat| game.t.ledger.seat(seat));
    let refused = game.rules().concession_sale == ConcessionSale::Sheets(FaultySheets::Refused);
    let nothing = refused.then(|| Offer::Pass { means: "hand in a sheet of nothing".into() });
    let sheet = Offer::Sheet {
        cards: game.parts().cards.iter().map(|card| card.name).collect(),
        min: MIN_BID,
        budget,
        waiting,
        faulty_accepted: !refused,
    };
    nothing.into_iter().chain([sheet]).collect()
}

/// §2.1: a sheet is handed in.
pub(super) fn hand_in(game: &mut Game, seat: SeatId, action: &Action) -> Play {
    let refused = game.rules().concession_sale == ConcessionSale::Sheets(FaultySheets::Refused);
    let amounts = match action {
        Action::Sheet { amounts } => amounts.clone(),
        // O-03: nothing at all is fine there.
        Action::Pass if refused => vec![Money::ZERO; game.parts().cards.len()],
        // Whoever may not read the sheet only knows that it is there.
        Action::Hidden => Vec::new(),
        _ => return Err(game.wrong("hand in a sheet of bids")),
    };
    let cards = game.parts().cards.len();
    if matches!(action, Action::Sheet { .. }) {
        check_sheet(game, seat, &amounts, cards)?;
    }
    let Some(Step::Sheets(sheets)) = game.t.steps.last_mut() else { return Ok(()) };
    if let Some(sheet) = sheets.get_mut(seat.index()) {
        *sheet = Some(amounts);
    }
    game.events.push(Event::Said { seat, what: "hands in a sheet of bids".into() });
    game.close_sheets(cards)
}

fn check_sheet(game: &Game, seat: SeatId, amounts: &[Money], cards: usize) -> Play {
    if amounts.len() != cards {
        return Err(Refusal::plain(format!("a sheet has {cards} amounts, one per concession")));
    }
    let refused = game.rules().concession_sale == ConcessionSale::Sheets(FaultySheets::Refused);
    let valid = sheet_is_valid(amounts, MIN_BID, game.t.ledger.seat(seat));
    require(valid || !refused, "1841-2.1-05", || {
        format!(
            "each bid is 0 or at least {MIN_BID}, and their sum at most your cash, {}",
            game.t.ledger.seat(seat)
        )
    })
}

impl Game {
    /// When all sheets are in they are opened and ranked.
    fn close_sheets(&mut self, cards: usize) -> Play {
        let Some(Step::Sheets(sheets)) = self.t.steps.last() else { return Ok(()) };
        if sheets.iter().any(Option::is_none) {
            return Ok(());
        }
        let sheets: Vec<Vec<Money>> = sheets.iter().cloned().map(Option::unwrap_or_default).collect();
        if sheets.iter().any(|sheet| sheet.len() != cards) {
            return Err(Refusal::plain("the sheets are opened by the host, who knows their content"));
        }
        self.t.steps.pop();
        let ranking = rank(self, &sheets);
        self.draw_lots(Opened { sheets, ranking, from: 0, to: 0 })
    }

    /// §2.2-03: looks for the next group of identical sheets; lots decide among them.
    fn draw_lots(&mut self, mut opened: Opened) -> Play {
        let by_lot = self.rules().concession_sale == ConcessionSale::Sheets(FaultySheets::Annulled);
        let sheet = |place: usize| opened.ranking.get(place).and_then(|seat| opened.sheets.get(seat.index()));
        let mut at = opened.to as usize;
        while by_lot && at < opened.ranking.len() {
            let group = (at..opened.ranking.len()).take_while(|&place| sheet(place) == sheet(at)).count();
            if group > 1 {
                (opened.from, opened.to) = (at as u8, (at + group) as u8);
                self.reach(Area::Lots);
                self.t.steps.push(Step::Lots(opened));
                return Ok(());
            }
            at += 1;
        }
        award(self, &opened)
    }
}

/// §2.2: the ranking by totals, then by bids on 1 to 8; faulty sheets below. Identical ones stay in the
/// order of seats for the lot; online the later seat goes first (O-03).
fn rank(game: &Game, sheets: &[Vec<Money>]) -> SmallVec<[SeatId; 8]> {
    let later_first = game.rules().concession_sale == ConcessionSale::Sheets(FaultySheets::Refused);
    let mut ranking: SmallVec<[SeatId; 8]> = (0..sheets.len() as u8).map(SeatId).collect();
    ranking.sort_by_cached_key(|seat| {
        let sheet = sheets.get(seat.index()).cloned().unwrap_or_default();
        let faulty = !valid(game, *seat, &sheet);
        let total: Money = sheet.iter().copied().sum();
        let seat = if later_first { Reverse(i16::from(seat.0)) } else { Reverse(-i16::from(seat.0)) };
        (faulty, Reverse(total), Reverse(sheet), seat)
    });
    ranking
}

fn valid(game: &Game, seat: SeatId, sheet: &[Money]) -> bool {
    let accepted = game.rules().concession_sale == ConcessionSale::Sheets(FaultySheets::Refused);
    accepted || sheet_is_valid(sheet, MIN_BID, game.t.ledger.seat(seat))
}

pub(super) fn lots_turn(opened: &Opened) -> Turn {
    let count = u16::from(opened.to.saturating_sub(opened.from));
    Turn::Chance(Draw { what: "order of identical sheets".into(), kind: DrawKind::Pick { count, of: count } })
}

/// §2.2-03: the outcome of the lot.
pub(super) fn lots(game: &mut Game, outcome: &[u16]) -> Play {
    let Some(Step::Lots(mut opened)) = game.t.steps.pop() else { return Ok(()) };
    let tied: Vec<SeatId> =
        opened.ranking.get(opened.from as usize..opened.to as usize).unwrap_or(&[]).to_vec();
    for (place, drawn) in outcome.iter().enumerate() {
        let slot = opened.ranking.get_mut(opened.from as usize + place);
        if let (Some(slot), Some(seat)) = (slot, tied.get(*drawn as usize)) {
            *slot = *seat;
        }
    }
    game.draw_lots(opened)
}

/// §2.2-05 and §2.3: seats and awards; tied concessions wait for their auctions.
fn award(game: &mut Game, opened: &Opened) -> Play {
    let valid: Vec<bool> = (0..opened.sheets.len())
        .map(|seat| valid(game, SeatId(seat as u8), opened.sheets.get(seat).map_or(&[], Vec::as_slice)))
        .collect();
    for (seat, _) in valid.iter().enumerate().filter(|(_, valid)| !**valid) {
        game.reach(Area::FaultySheet);
        let what = "has made an error: all bids of the sheet are annulled".into();
        game.events.push(Event::Said { seat: SeatId(seat as u8), what });
    }
    seat_players(game, opened.ranking.clone());
    let mut waiting = Vec::new();
    for card in (0..game.parts().cards.len() as u8).map(CardId) {
        let bid = |seat: &SeatId| {
            let sheet = opened.sheets.get(seat.index()).filter(|_| valid.get(seat.index()) == Some(&true));
            sheet.and_then(|sheet| sheet.get(card.index())).copied().unwrap_or_default()
        };
        let highest = game.t.order.iter().map(bid).max().unwrap_or_default();
        let bidders: SmallVec<[SeatId; 8]> =
            game.t.order.iter().copied().filter(|seat| bid(seat) == highest).collect();
        match bidders.as_slice() {
            _ if highest == Money::ZERO => {}
            [one] => sell(game, card, *one, highest)?,
            _ => waiting.push((card, highest, bidders)),
        }
    }
    next_tie(game, waiting)
}

/// §2.2-05: the first in the ranking gets the priority card, the others sit to his left in order.
fn seat_players(game: &mut Game, ranking: SmallVec<[SeatId; 8]>) {
    if let Some(first) = ranking.first() {
        game.t.priority = *first;
    }
    game.t.order = ranking;
}

fn sell(game: &mut Game, card: CardId, to: SeatId, price: Money) -> Play {
    let name = game.card_name(card);
    game.pay(Account::Seat(to), Account::Bank, price, format!("concession {name}"))?;
    game.give_concession(card, Holder::Seat(to));
    Ok(())
}

// ---- tie auctions (§2.4) ----

fn next_tie(game: &mut Game, mut waiting: Vec<(CardId, Money, SmallVec<[SeatId; 8]>)>) -> Play {
    if waiting.is_empty() {
        return end(game);
    }
    game.reach(Area::TieAuction);
    let (card, bid, bidders) = waiting.remove(0);
    let bids = bidders.into_iter().map(|seat| (seat, bid)).collect();
    game.t.steps.push(Step::TieAuction(TieAuction { card, bids, next: 0, waiting }));
    Ok(())
}

pub(super) fn tie_seat(auction: &TieAuction) -> SeatId {
    auction.bids.get(auction.next as usize).map_or(SeatId(0), |(seat, _)| *seat)
}

/// G-03: cash left, minus standing bids in the other tied concessions.
fn tie_budget(game: &Game, auction: &TieAuction, seat: SeatId) -> Money {
    let standing = auction.waiting.iter().filter(|(_, _, bidders)| bidders.contains(&seat));
    game.t.ledger.seat(seat) - standing.map(|(_, bid, _)| *bid).sum()
}

pub(super) fn tie_offers(game: &Game, auction: &TieAuction) -> Vec<Offer> {
    let min = auction.bids.iter().map(|(_, bid)| *bid).max().unwrap_or_default() + RAISE;
    let max = tie_budget(game, auction, tie_seat(auction));
    let mut offers = vec![Offer::Pass { means: "leave this auction".into() }];
    if min <= max {
        offers.push(Offer::Bid { card: game.card_name(auction.card), prices: Prices::between(min, max) });
    }
    offers
}

/// §2.4: a tied bidder raises or passes.
pub(super) fn tie_bid(game: &mut Game, seat: SeatId, action: &Action) -> Play {
    let Some(Step::TieAuction(mut auction)) = game.t.steps.pop() else { return Ok(()) };
    match action {
        Action::Pass => {
            auction.bids.remove(auction.next as usize);
            game.events.push(Event::Said { seat, what: "leaves the auction".into() });
        }
        Action::Bid { card, amount } => {
            check_card(game, *card, auction.card)?;
            let min = auction.bids.iter().map(|(_, bid)| *bid).max().unwrap_or_default() + RAISE;
            require(*amount >= min, "1841-2.4-02", || format!("the next bid is at least {min}"))?;
            let max = tie_budget(game, &auction, seat);
            require(*amount <= max, "1841-2.4-02", || format!("at most {max} can be bid"))?;
            if let Some(bid) = auction.bids.get_mut(auction.next as usize) {
                bid.1 = *amount;
            }
            auction.next += 1;
            game.events.push(Event::Said { seat, what: format!("bids {amount}").into() });
        }
        _ => return Err(game.wrong("raise the bid or pass")),
    }
    if let [(winner, bid)] = auction.bids.as_slice() {
        sell(game, auction.card, *winner, *bid)?;
        return next_tie(game, auction.waiting);
    }
    auction.next = next_in_tie(game, &auction);
    game.t.steps.push(Step::TieAuction(auction));
    Ok(())
}

/// The next in turn; online the lowest bid, then the lowest seat (O-03).
fn next_in_tie(game: &Game, auction: &TieAuction) -> u8 {
    let lowest = || auction.bids.iter().enumerate().min_by_key(|(_, (_, bid))| *bid).map_or(0, |(at, _)| at);
    let at = match game.rules().tie_auctions {
        TieAuctions::LowestBid => lowest(),
        TieAuctions::Clockwise => auction.next as usize,
    };
    if at < auction.bids.len() { at as u8 } else { 0 }
}

fn check_card(game: &Game, named: ferrata_engine::name::CardName, card: CardId) -> Play {
    let meant = game.card_name(card);
    if named == meant { Ok(()) } else { Err(Refusal::plain(format!("{meant} is being auctioned"))) }
}

// ---- the open auction (v2) ----

pub(super) fn nominate_offers(game: &Game, nomination: &Nomination) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "nominate no concession".into() }];
    let cash = game.t.ledger.seat(nomination.seat);
    let unsold = game.t.concessions.iter().enumerate().filter(|(_, holder)| **holder == Holder::Pool);
    for (card, _) in unsold.filter(|_| cash >= MIN_BID) {
        let card = game.card_name(CardId(card as u8));
        offers.push(Offer::Bid { card, prices: Prices::between(MIN_BID, cash) });
    }
    offers
}

/// §2.1-01-v2: a player nominates a concession with an opening bid, or passes.
pub(super) fn nominate(game: &mut Game, seat: SeatId, action: &Action) -> Play {
    let Some(Step::Nominate(mut nomination)) = game.t.steps.pop() else { return Ok(()) };
    match action {
        Action::Pass => {
            nomination.passed |= 1 << seat.0;
            game.events.push(Event::Said { seat, what: "passes".into() });
            next_nomination(game, nomination)
        }
        Action::Bid { card, amount } => {
            let card = game.find_card(*card)?;
            let unsold = game.t.concessions.get(card.index()) == Some(&Holder::Pool);
            require(unsold, "1841-2.1-01-v2", || "this concession is sold".into())?;
            require(*amount >= MIN_BID, "1841-2.1-01-v2", || format!("the lowest bid is {MIN_BID}"))?;
            check_bid(game, seat, *amount)?;
            nomination.passed &= !(1 << seat.0);
            game.events.push(Event::Said { seat, what: format!("opens with {amount}").into() });
            let others = game.left_of(seat).into_iter().skip(1);
            // §2.1-02-v2: who cannot outbid the opening is left out.
            let others = others.filter(|other| game.t.ledger.seat(*other) > *amount);
            let bids =
                [(seat, *amount)].into_iter().chain(others.map(|other| (other, Money::ZERO))).collect();
            settle_auction(game, OpenAuction { card, bids, nomination })
        }
        _ => Err(game.wrong("nominate a concession with a bid, or pass")),
    }
}

fn check_bid(game: &Game, seat: SeatId, amount: Money) -> Play {
    let cash = game.t.ledger.seat(seat);
    require(amount <= cash, "1841-2.1-02-v2", || format!("a bid may not exceed your cash, {cash}"))
}

fn next_nomination(game: &mut Game, mut nomination: Nomination) -> Play {
    let everybody = (1_u16 << game.t.players.len()) - 1;
    let sold_out = game.t.concessions.iter().all(|holder| *holder != Holder::Pool);
    if sold_out || u16::from(nomination.passed) == everybody {
        return end(game);
    }
    nomination.seat = game.left_of(nomination.seat).get(1).copied().unwrap_or(nomination.seat);
    game.t.steps.push(Step::Nominate(nomination));
    Ok(())
}

pub(super) fn auction_offers(game: &Game, auction: &OpenAuction) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "drop out of this auction".into() }];
    let cash = auction.next().map_or(Money::ZERO, |seat| game.t.ledger.seat(seat));
    let min = auction.highest() + RAISE;
    if min <= cash {
        offers.push(Offer::Bid { card: game.card_name(auction.card), prices: Prices::between(min, cash) });
    }
    offers
}

/// §2.1-02-v2: a player raises or drops out.
pub(super) fn auction_bid(game: &mut Game, seat: SeatId, action: &Action) -> Play {
    let Some(Step::OpenAuction(mut auction)) = game.t.steps.pop() else { return Ok(()) };
    let min = auction.highest() + RAISE;
    match action {
        Action::Pass => {
            auction.bids.retain(|(bidder, _)| *bidder != seat);
            game.events.push(Event::Said { seat, what: "drops out".into() });
        }
        Action::Bid { card, amount } => {
            check_card(game, *card, auction.card)?;
            require(*amount >= min, "1841-2.1-02-v2", || format!("the next bid is at least {min}"))?;
            check_bid(game, seat, *amount)?;
            if let Some(bid) = auction.bids.iter_mut().find(|(bidder, _)| *bidder == seat) {
                bid.1 = *amount;
            }
            auction.nomination.passed &= !(1 << seat.0);
            game.events.push(Event::Said { seat, what: format!("bids {amount}").into() });
        }
        _ => return Err(game.wrong("raise the bid or pass")),
    }
    settle_auction(game, auction)
}

fn settle_auction(game: &mut Game, auction: OpenAuction) -> Play {
    if let [(winner, bid)] = auction.bids.as_slice() {
        sell(game, auction.card, *winner, *bid)?;
        return next_nomination(game, auction.nomination);
    }
    game.t.steps.push(Step::OpenAuction(auction));
    Ok(())
}

/// The end of the round: in v2 the seats are dealt by cash left; then the first stock round begins.
fn end(game: &mut Game) -> Play {
    if game.rules().concession_sale == ConcessionSale::OpenAuction {
        let mut ranking = game.t.order.clone();
        // §2.2-01-v2: the least cash first; then no concession, then the lowest number, then the old order.
        ranking.sort_by_key(|seat| {
            let lowest = game.t.concessions.iter().position(|holder| *holder == Holder::Seat(*seat));
            (game.t.ledger.seat(*seat), lowest.map_or(-1, |at| at as i32))
        });
        seat_players(game, ranking);
    }
    super::stock::begin(game, 1)
}
