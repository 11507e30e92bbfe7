//! Chapters 4.5 and 4.6.7: a company above its limit returns trains to the bank.

use crate::t1841::Game;
use crate::t1841::table::Pending;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// 1841-4.5-07: a company returns surplus trains; its director picks which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Discard {
    company: CompanyId,
}

impl Discard {
    /// Nobody is asked where there is no choice; a frozen company, which decides nothing, returns its oldest trains.
    pub(in crate::t1841) fn proceed(self, game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
        let company = self.company;
        while game.running(company) && game.trains_over(company) > 0 {
            let kinds = kinds(game, company);
            let only = kinds.len() == 1 || game.unled(company);
            match kinds.first().filter(|_| only) {
                Some(kind) => give_back(game, company, *kind, events)?,
                None => return Ok(Flow::Waits),
            }
        }
        game.table.pending.pop();
        Ok(Flow::GoesOn)
    }
}

impl Decision<Game> for Discard {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.deciding(self.company))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Discard
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        offers(game, self.company)
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        discard(game, self.company, action, events)
    }
}

impl Game {
    /// How many trains a company has above its limit.
    pub(super) fn trains_over(&self, company: CompanyId) -> usize {
        self.company(company).trains.len().saturating_sub(self.train_limit(company))
    }

    /// 1841-4.6.7-01: every company above its limit returns trains, one after another.
    pub(super) fn check_surplus(&mut self) {
        let order = self.table.chart.order(&self.fixed.parts.grid);
        let over = |company: &CompanyId| self.running(*company) && self.trains_over(*company) > 0;
        // The last one pushed is asked first.
        let over: Vec<CompanyId> = order.into_iter().rev().filter(over).collect();
        self.table.pending.extend(over.into_iter().map(|company| Pending::Discard(Discard { company })));
    }
}

/// The kinds of a company's trains, the smallest first.
fn kinds(game: &Game, company: CompanyId) -> SmallVec<[TrainKind; 4]> {
    let mut kinds = game.company(company).trains.clone();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The trains a company may return.
pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let name = game.name(company);
    let kinds = kinds(game, company).into_iter();
    kinds.map(|kind| Offer::Discard { company: name, train: game.train_name(kind) }).collect()
}

/// A company returns a train without compensation.
pub(super) fn discard(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let Action::Discard { company: of, train } = action else {
        return Err(Refusal::out_of_place(say!("return a surplus train")));
    };
    let (of, kind) = (game.fixed.parts.company_named(*of)?, game.fixed.parts.train_named(*train)?);
    if of != company {
        let company = game.name(company);
        return Err(Refusal::rule("1841-4.5-07", say!("{company} returns a train now", company)));
    }
    give_back(game, company, kind, events)
}

fn give_back(game: &mut Game, company: CompanyId, kind: TrainKind, events: &mut Events) -> Play {
    let (name, train) = (game.name(company), game.train_name(kind));
    let missing = || Refusal::rule("1841-4.5-07", say!("{name} has no {train}-train to return", name, train));
    let charter = game.company_mut(company).ok_or_else(missing)?;
    let at = charter.trains.iter().position(|other| *other == kind).ok_or_else(missing)?;
    charter.trains.remove(at);
    game.table.depot.give_back(kind);
    events.push(Event::Train { train, from: Some(company), to: None });
    Ok(())
}
