//! What becomes of companies that merge, split, are transformed or taken over: before and after.
//!
//! Such a procedure asks many people many things. What it would lead to is found by playing it out on a copy with plain
//! answers: whoever is asked agrees, and nobody pays for more than they get anyway.

use crate::deal;
use crate::weigh::without;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::{Asked, CompanyStatus, CompanyView, ShareView, TokenView, View};
use ferrata_titles::Game;

/// More answers than any procedure takes.
const PATIENCE: usize = 60;

/// Companies before and after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restructuring {
    /// The companies that go, as they were.
    pub gone: Vec<Firm>,
    /// The companies that come, or go on with what was theirs, as they are then.
    pub stay: Vec<Firm>,
    /// Everybody whose part of these companies changes.
    pub holders: Vec<Holding>,
    /// Everybody whose money changes, with what they have and what they would have.
    pub money: Vec<(Party, Money, Money)>,
    /// The trains that the companies then have.
    pub trains_kept: Vec<TrainName>,
    /// The trains that leave the game, or go back to the bank.
    pub trains_lost: Vec<TrainName>,
    /// The stations of the companies that go.
    pub stations: Vec<Station>,
    /// Whether somebody still has to be asked, so that it may come otherwise.
    pub assumed: bool,
}

/// A company at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Firm {
    /// Which.
    pub name: CompanyName,
    /// Whether it was not there before.
    pub comes: bool,
    /// Its price.
    pub price: Option<Money>,
    /// Its treasury.
    pub cash: Money,
    /// Its trains.
    pub trains: Vec<TrainName>,
    /// Who leads it in the end.
    pub director: Option<SeatId>,
}

/// Somebody's part of the companies, in percent of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// Whose; the bank is the pool.
    pub who: Party,
    /// Before.
    pub before: Vec<(CompanyName, u16)>,
    /// After.
    pub after: Vec<(CompanyName, u16)>,
}

/// A station of a company that goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Station {
    /// Whose it was.
    pub of: CompanyName,
    /// Where.
    pub hex: HexName,
    /// At which stop.
    pub stop: u8,
    /// Whose it is then; none if it leaves the map.
    pub then: Option<CompanyName>,
}

/// What an entry would make of companies; none where no company goes.
pub fn ahead(game: &Game, entry: &Entry) -> Option<Restructuring> {
    if !may_restructure(game.asked(), &entry.action) {
        return None;
    }
    let before = game.view();
    let living = living(&before);
    let mut next = game.clone();
    next.apply(entry).ok()?;
    let mut assumed = false;
    for _ in 0..PATIENCE {
        let asks_on = match next.asked() {
            // Once companies have gone, it is about other ones.
            Asked::Merger => loses(living, self::living(&next.view())) == 0,
            asked => goes_on(asked),
        };
        let answer = if asks_on { plain_answer(&next) } else { None };
        if answer.is_none_or(|answer| next.apply(&answer).is_err()) {
            break;
        }
        assumed = true;
    }
    compared(&before, &next.view()).map(|found| Restructuring { assumed, ..found })
}

/// Whether an action may make companies go: nothing else is played out.
fn may_restructure(asked: Asked, action: &Action) -> bool {
    match action {
        Action::Merge { .. } | Action::Transform { .. } | Action::Accept => true,
        Action::Propose { deal } => matches!(**deal, Action::Merge { .. }),
        Action::Choose { .. } => begins(asked) || matches!(asked, Asked::Split | Asked::Exchange),
        // A company that buys another whole takes it over.
        Action::Buy { buyer: Party::Company(_), percent: 100, .. } => true,
        _ => false,
    }
}

/// Whether a procedure begins with this question.
pub(crate) fn begins(asked: Asked) -> bool {
    matches!(asked, Asked::Merger | Asked::Takeover | Asked::Transformation)
}

/// Whether a procedure that has begun may go on with this question.
pub(crate) fn goes_on(asked: Asked) -> bool {
    matches!(
        asked,
        Asked::Deal
            | Asked::Exchange
            | Asked::Split
            | Asked::StartPrice
            | Asked::FirstShares
            | Asked::Tokens
            | Asked::Discard
            | Asked::Choice
    )
}

/// The answer of whoever wants nothing but that it goes on.
fn plain_answer(game: &Game) -> Option<Entry> {
    let Turn::Seat(seat) = game.turn() else { return None };
    let offers = game.offers();
    let plain = |offer: &&Offer| matches!(offer, Offer::Accept | Offer::Pass { .. });
    let offer = offers.iter().find(plain).or_else(|| offers.first())?;
    let action = match offer {
        // Titles name what costs something first.
        Offer::Choose { options, .. } if game.asked() == Asked::Exchange => {
            Action::Choose { option: options.last()?.0 }
        }
        offer => offer.samples().into_iter().next()?,
    };
    Some(Entry::seat(seat, action))
}

fn lives(company: &CompanyView) -> bool {
    match company.status {
        CompanyStatus::Started
        | CompanyStatus::Operating
        | CompanyStatus::Frozen
        | CompanyStatus::Dissolving => true,
        CompanyStatus::Absent | CompanyStatus::Waiting | CompanyStatus::Closed => false,
    }
}

/// The companies that live, a bit each in roster order.
pub(crate) fn living(view: &View) -> u64 {
    let bits = view.companies.iter().take(64).enumerate();
    bits.filter(|(_, company)| lives(company)).fold(0, |all, (at, _)| all | 1 << at)
}

/// Those that lived and do not any more.
pub(crate) fn loses(before: u64, then: u64) -> u64 {
    before & !then
}

/// What has become of companies from one table to another; none where no company has gone.
pub(crate) fn compared(before: &View, then: &View) -> Option<Restructuring> {
    let pairs = || before.companies.iter().zip(&then.companies);
    let gone: Vec<Firm> =
        pairs().filter(|(old, new)| lives(old) && !lives(new)).map(|(old, _)| firm(old, false)).collect();
    if gone.is_empty() {
        return None;
    }
    let tokens = |view: &View, of: CompanyName| {
        view.board.tokens.iter().filter(|token| token.company == of).cloned().collect::<Vec<TokenView>>()
    };
    let gains = |old: &CompanyView, new: &CompanyView| {
        let acts = before.operating == Some(old.name);
        acts || old.trains != new.trains || tokens(before, old.name) != tokens(then, new.name)
    };
    let stays = |(old, new): &(&CompanyView, &CompanyView)| lives(new) && (!lives(old) || gains(old, new));
    let stay: Vec<Firm> = pairs().filter(stays).map(|(old, new)| firm(new, !lives(old))).collect();
    let involved: Vec<CompanyName> = gone.iter().chain(&stay).map(|firm| firm.name).collect();
    let trains = |view: &View| {
        let companies = view.companies.iter().filter(|company| involved.contains(&company.name));
        companies.flat_map(|company| company.trains.iter().copied()).collect::<Vec<TrainName>>()
    };
    let trains_kept = trains(then);
    let trains_lost = without(&trains(before), &trains_kept);
    Some(Restructuring {
        holders: holders(before, then, &involved),
        money: deal::changes(before, then),
        stations: stations(before, then, &gone),
        gone,
        stay,
        trains_kept,
        trains_lost,
        assumed: false,
    })
}

fn firm(company: &CompanyView, comes: bool) -> Firm {
    Firm {
        name: company.name,
        comes,
        price: company.price,
        cash: company.cash,
        trains: company.trains.clone(),
        director: company.director,
    }
}

/// Everybody's part of these companies, where it changes.
fn holders(before: &View, then: &View, involved: &[CompanyName]) -> Vec<Holding> {
    // What nobody owns of a company that is not there counts nothing.
    let there = |view: &View| {
        let alive = view.companies.iter().filter(|company| lives(company)).map(|company| company.name);
        alive.filter(|name| involved.contains(name)).collect::<Vec<_>>()
    };
    let (old, new) = (parts(before, &there(before)), parts(then, &there(then)));
    let changed = old.into_iter().zip(new).filter(|((_, old), (_, new))| old != new);
    changed.map(|((who, before), (_, after))| Holding { who, before, after }).collect()
}

/// Who holds how much of these companies: the players, the companies, the initial offering, the pool.
fn parts(view: &View, involved: &[CompanyName]) -> Vec<(Party, Vec<(CompanyName, u16)>)> {
    let of = |shares: &[ShareView]| {
        let part = |company: &CompanyName| {
            let held = shares.iter().filter(|share| share.company == *company);
            let percent: u16 = held.map(|share| u16::from(share.percent)).sum();
            (percent != 0).then_some((*company, percent))
        };
        involved.iter().filter_map(part).collect::<Vec<_>>()
    };
    let bank = |percent: fn(&CompanyView) -> u8| {
        let mine = view.companies.iter().filter(|company| involved.contains(&company.name));
        let part = |company: &CompanyView| (company.name, u16::from(percent(company)));
        mine.map(part).filter(|(_, percent)| *percent != 0).collect::<Vec<_>>()
    };
    let players = (0..).map(SeatId).zip(&view.players);
    let players = players.map(|(seat, player)| (Party::Seat(seat), of(&player.shares)));
    let companies = view.companies.iter().map(|company| (Party::Company(company.name), of(&company.shares)));
    let offering = (Party::Offering, bank(|company| company.offering));
    let pool = (Party::Bank, bank(|company| company.pool));
    players.chain(companies).chain([offering, pool]).collect()
}

/// The stations of companies that go, and whose they are then. Where both had one, one of them leaves the map.
fn stations(before: &View, then: &View, gone: &[Firm]) -> Vec<Station> {
    let had = |token: &&TokenView| {
        let same = |old: &TokenView| (old.hex, old.company) == (token.hex, token.company);
        before.board.tokens.iter().any(same)
    };
    let mut new: Vec<&TokenView> = then.board.tokens.iter().filter(|token| !had(token)).collect();
    let theirs =
        before.board.tokens.iter().filter(|token| gone.iter().any(|firm| firm.name == token.company));
    let station = |token: &TokenView| {
        let heir = new.iter().position(|other| other.hex == token.hex).map(|at| new.remove(at));
        let then = heir.map(|heir| heir.company);
        Station { of: token.company, hex: token.hex, stop: token.stop, then }
    };
    theirs.map(station).collect()
}
