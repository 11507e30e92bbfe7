//! 5.6 Concessions: links between places that corporations undertake to make.

use super::Game;
use super::agenda::{Pending, Procedure};
use super::money::{Raise, Why};
use super::operating::consist;
use super::out_of_place;
use super::privates::moment::{self, Before};
use super::table::Concession;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::route::Links;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

impl Game {
    fn concession(&self, at: usize) -> Concession {
        self.table.concessions.get(at).copied().unwrap_or(Concession::Gone)
    }

    fn set_concession(&mut self, at: usize, to: Concession) {
        if let Some(place) = self.table.concessions.get_mut(at) {
            *place = to;
        }
    }

    fn concession_name(&self, at: usize) -> CardName {
        let card = self.fixed.concessions.get(at).map(|spec| spec.card);
        card.map(|card| self.fixed.parts.card_name(card)).unwrap_or_default()
    }
}

/// The networks of corporations, each worked out when it is first asked for.
#[derive(Default)]
struct Networks(SmallVec<[(CompanyId, Links); 4]>);

impl Networks {
    /// 1883-5.6-11: whether a corporation can trace a link from one of its tokens, without state lines (1883-6.6-09). What its
    /// track does not reach at all is not searched.
    fn link(&mut self, game: &Game, company: CompanyId, concession: usize) -> bool {
        let open = game.is_open(company);
        let Some(spec) = game.fixed.concessions.get(concession).filter(|_| open) else { return false };
        let reach = game.reach(company);
        spec.places.iter().all(|hex| reach.stops_at(*hex) != 0)
            && self.of(game, company).is_some_and(|links| links.visit(&spec.places))
    }

    fn of(&mut self, game: &Game, company: CompanyId) -> Option<&Links> {
        if !self.0.iter().any(|(known, _)| *known == company) {
            let links = consist::with_link_rules(game, company, |rules| Links::new(&game.table.board, rules));
            self.0.push((company, links));
        }
        self.0.iter().find(|(known, _)| *known == company).map(|(_, links)| links)
    }
}

/// Whether track leads out of every place of a concession: else nobody's reach need be worked out for it.
fn has_track(game: &Game, concession: usize) -> bool {
    let spec = game.fixed.concessions.get(concession);
    spec.is_some_and(|spec| spec.places.iter().all(|hex| game.table.board.face(*hex).exits() != 0))
}

/// 1883-5.6-13, 1883-5.6-14, 1883-5.6-18: looks at all concessions, after every tile, token, bombing, launch, closing and merger,
/// and when one is returned.
pub(super) fn check_all(game: &mut Game, events: &mut Events) -> Play {
    let mut networks = Networks::default();
    for at in 0..game.table.concessions.len() {
        if !has_track(game, at) {
            continue;
        }
        match game.concession(at) {
            Concession::Held { by, .. } if networks.link(game, by, at) => {
                fulfil(game, at, by, events)?;
            }
            // 1883-R-12: any corporation that can trace it.
            Concession::Pool if game.company_ids().any(|by| networks.link(game, by, at)) => {
                let card = game.concession_name(at);
                let text = say!(
                    "The link of {card} was made while nobody had the concession: the bonus is lost.",
                    card
                );
                events.push(Event::Note { text });
                retire(game, at, events);
            }
            _ => {}
        }
    }
    Ok(())
}

fn retire(game: &mut Game, at: usize, events: &mut Events) {
    game.set_concession(at, Concession::Gone);
    events.push(Event::Card { card: game.concession_name(at), to: Holder::Out });
}

/// 1883-5.6-10, 1883-5.6-12: the bonus goes to the treasury, unless the president can have it split.
fn fulfil(game: &mut Game, at: usize, company: CompanyId, events: &mut Events) -> Play {
    let bonus = game.fixed.concessions.get(at).map(|spec| spec.bonus(game.band())).unwrap_or_default();
    let (name, card) = (game.name(company), game.concession_name(at));
    events.push(Event::Note { text: say!("{name} has fulfilled {card}.", name, card) });
    retire(game, at, events);
    let president = game.president(company).filter(|seat| game.support(*seat) > 0);
    match president {
        Some(seat) => {
            game.interrupt(Pending::Split(Split { seat, company, bonus }));
            // 1883-R-56: the owner of CNP can still have a part of it.
            moment::ask_before_bonus(game, company);
            Ok(())
        }
        None => {
            game.pay(Account::Bank, Account::Company(company), bonus, say!("bonus of a concession"), events)
        }
    }
}

/// 1883-5.6-12, 1883-5.6-19: the president decides at once whether to split the bonus.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Split {
    pub(super) seat: SeatId,
    pub(super) company: CompanyId,
    pub(super) bonus: Money,
}

const TREASURY: OptionName = OptionName::of("treasury");
const SPLIT: OptionName = OptionName::of("split");

impl Decision<Game> for Split {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Choice
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (company, bonus) = (game.name(self.company), self.bonus);
        let options = vec![
            (TREASURY, say!("{bonus} to the treasury of {company}", bonus, company)),
            (SPLIT, say!("split {bonus} among the shareholders, for a support card", bonus)),
        ];
        vec![Offer::Choose { about: say!("bonus of a concession of {company}", company), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let why = say!("bonus of a concession");
        let treasury = Account::Company(self.company);
        match action {
            Action::Choose { option: TREASURY } => {
                game.table.pending.pop();
                game.pay(Account::Bank, treasury, self.bonus, why, events)
            }
            Action::Choose { option: SPLIT } => {
                game.table.pending.pop();
                game.set_support(self.seat, game.support(self.seat).saturating_sub(1));
                events.push(Event::Said { seat: self.seat, what: say!("plays a support card") });
                let mut rest = self.bonus;
                for seat in game.table.order.clone() {
                    let part = self.bonus.percent(game.held(self.company, seat).into());
                    rest -= part;
                    game.pay(Account::Bank, Account::Seat(seat), part, why.clone(), events)?;
                }
                // The parts of the initial offers and of the pool go to the treasury.
                game.pay(Account::Bank, treasury, rest, why, events)?;
                pay_whole(game, self.seat, events)
            }
            _ => Err(out_of_place(say!("choose what becomes of the bonus"))),
        }
    }
}

/// 1883-5.6-12: a card splits one bonus. Of links made together the others go to the treasury where the president's last card
/// has been played.
fn pay_whole(game: &mut Game, seat: SeatId, events: &mut Events) -> Play {
    if game.support(seat) > 0 {
        return Ok(());
    }
    let (mut rest, mut whole) = (Vec::new(), Vec::new());
    let mut pendings = std::mem::take(&mut game.table.pending).into_iter().peekable();
    while let Some(pending) = pendings.next() {
        match pending {
            Pending::Split(split) if split.seat == seat => {
                whole.push(split);
                // Nobody need be asked before it any more.
                pendings.next_if(
                    |above| matches!(above, Pending::SwapMoment(moment) if moment.before == Before::Bonus),
                );
            }
            other => rest.push(other),
        }
    }
    game.table.pending = rest;
    for Split { company, bonus, .. } in whole {
        game.pay(Account::Bank, Account::Company(company), bonus, say!("bonus of a concession"), events)?;
    }
    Ok(())
}

/// 1883-5.6-15: markers advance at the start of each operating round.
pub(super) fn advance(game: &mut Game) {
    for concession in &mut game.table.concessions {
        if let Concession::Held { rounds, .. } = concession {
            *rounds = rounds.saturating_add(1);
        }
    }
}

/// The concessions of a corporation that closes go back. 1883-5.6-20: after the first 8-train they leave the game.
pub(super) fn give_back(game: &mut Game, company: CompanyId, events: &mut Events) {
    for at in 0..game.table.concessions.len() {
        if game.concession(at).owner() == Some(company) {
            return_one(game, at, events);
        }
    }
}

fn return_one(game: &mut Game, at: usize, events: &mut Events) {
    if game.phase().concessions_end {
        retire(game, at, events);
    } else {
        game.set_concession(at, Concession::Pool);
        events.push(Event::Card { card: game.concession_name(at), to: Holder::Pool });
    }
}

/// 1883-5.6-17: concessions that nobody owns leave the game.
pub(super) fn end_sale(game: &mut Game, events: &mut Events) {
    for at in 0..game.table.concessions.len() {
        if game.concession(at) == Concession::Pool {
            retire(game, at, events);
        }
    }
}

/// What the concessions of one corporation become another's: 1883-8.3-03, 1883-8.3-14.
pub(super) fn inherit(game: &mut Game, from: CompanyId, to: CompanyId) {
    for concession in &mut game.table.concessions {
        if let Concession::Held { by, .. } = concession
            && *by == from
        {
            *by = to;
        }
    }
}

/// 1883-6.11-01: at the end of an operating round those that are due and not fulfilled are returned and penalised.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expiry {}

impl Expiry {
    /// The next one: of the corporation with the highest price.
    fn next(game: &Game) -> Option<(usize, CompanyId)> {
        let order = game.table.chart.order(&game.fixed.parts.grid);
        let due = |(at, concession): (usize, &Concession)| match concession {
            Concession::Held { by, rounds } => {
                let due = game.fixed.concessions.get(at).is_some_and(|spec| *rounds >= spec.due);
                let place = order.iter().position(|company| company == by).unwrap_or(usize::MAX);
                due.then_some((place, at, *by))
            }
            _ => None,
        };
        let first = game.table.concessions.iter().enumerate().filter_map(due).min();
        first.map(|(_, at, by)| (at, by))
    }
}

impl Procedure for Expiry {
    /// 1883-5.6-16, 1883-6.11-02: twice the price, from the treasury, and as in a forced purchase from the president.
    fn go_on(&self, game: &mut Game, events: &mut Events) -> Play {
        let Some((at, company)) = Expiry::next(game) else { return Ok(()) };
        let price = game.fixed.concessions.get(at).map(|spec| spec.price).unwrap_or_default();
        let amount = price * game.fixed.figures.concession_penalty;
        let (name, card) = (game.name(company), game.concession_name(at));
        events.push(Event::Note { text: say!("{name} has failed to fulfil {card}.", name, card) });
        return_one(game, at, events);
        // 1883-5.6-14, 1883-5.6-18: nobody owns it now, so a link that somebody can trace is lost.
        check_all(game, events)?;
        game.interrupt(Pending::Expiry(Expiry {}));
        match game.president(company) {
            Some(seat) => {
                let raise = Raise {
                    seat,
                    company: Some(company),
                    amount,
                    to: None,
                    why: Why::Penalty,
                    warned: false,
                };
                game.interrupt(Pending::Raise(raise));
                Ok(())
            }
            // 1883-R-54: nobody leads a frozen CCFR: it pays what it has.
            None => {
                let amount = amount.min(game.treasury(company));
                game.pay(Account::Company(company), Account::Bank, amount, Why::Penalty.text(), events)
            }
        }
    }
}
