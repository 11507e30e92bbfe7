//! Chapters 4.7.4 and 4.7.5: two majors, or two minors, merge into a new major.
//!
//! | chapter | module |
//! | --- | --- |
//! | who may merge with whom | [`possible`] |
//! | the new price, and what both own | [`unite`] |
//! | shares | [`exchange`], [`certificates`] |
//! | tokens | [`tokens`] |
//!
//! Whether a merger can be completed is found out by playing it out on a copy before it begins, and again
//! before each answer: an answer after which no director could be found is never offered (1841-4.7.4-12-v2).

mod certificates;
mod exchange;
mod possible;
mod tokens;
mod unite;

pub(super) use tokens::{buy_further_tokens, further_tokens};
pub(super) use unite::unite;

use super::{Step, go_on};
use crate::t1841::Game;
use crate::t1841::table::Pending;
use exchange::Exchange;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use tokens::{BuyTokens, Doubled, RemoveTokens};
use unite::{ChoosePrice, ReturnTrains};

/// The company may merge.
pub(super) struct Merge;

impl Decision<Game> for Merge {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.acting_seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Merger
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("do not merge") }];
        let Ok(a) = game.acting() else { return offers };
        let into: Vec<_> = game.free_majors().map(|company| game.name(company)).collect();
        for b in game.merger_partners(a) {
            let offer = Offer::Merge { with: game.name(b), into: into.clone() };
            offers.push(match asked_for(game, a, b) {
                Some(to) => Offer::Propose { to, deal: Box::new(offer) },
                None => offer,
            });
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        match action {
            Action::Pass => {
                go_on(game, events);
                Ok(())
            }
            Action::Merge { with, into } => begin(game, game.acting()?, (*with, *into), false, events),
            Action::Propose { deal } => match deal.as_ref() {
                Action::Merge { with, into } => {
                    let a = game.acting()?;
                    let b = game.fixed.parts.company_named(*with)?;
                    check(game, a, b, game.fixed.parts.company_named(*into)?)?;
                    let asked = asked_for(game, a, b);
                    let nobody = || Refusal::plain(say!("nobody has to agree to this merger: merge"));
                    asked.ok_or_else(nobody)?;
                    game.propose(by.seat()?, deal, events)
                }
                _ => Err(Refusal::out_of_place(say!("merge, or pass"))),
            },
            _ => Err(Refusal::out_of_place(say!("merge, or pass"))),
        }
    }
}

/// Whether the operating company has a partner to merge with.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    game.has_merger_partner(company)
}

/// The player who must agree to a merger, if it is not the one who wants it.
fn asked_for(game: &Game, a: CompanyId, b: CompanyId) -> Option<SeatId> {
    let other = game.leader(b).filter(|other| game.leader(a) != Some(*other));
    other.filter(|_| game.fixed.rules.mergers.consent)
}

fn check(game: &Game, a: CompanyId, b: CompanyId, into: CompanyId) -> Play {
    require(game.free_majors().any(|free| free == into), "1841-4.7.4-02", || {
        say!("{into} is no free non-historical major", into = game.name(into))
    })?;
    game.may_merge(a, b)?;
    game.can_complete(a, b, into)
}

/// 1841-4.7.4-01, 1841-4.7.5-01, 1841-4.7.5-02: merges the operating company. `agreed` if the partner's director has been
/// asked.
pub(super) fn begin(
    game: &mut Game,
    a: CompanyId,
    (with, into): (CompanyName, CompanyName),
    agreed: bool,
    events: &mut Events,
) -> Play {
    let (b, into) = (game.fixed.parts.company_named(with)?, game.fixed.parts.company_named(into)?);
    check(game, a, b, into)?;
    require(agreed || asked_for(game, a, b).is_none(), "1841-4.7.4-01", || {
        say!("the director of {with} must agree: propose the merger", with)
    })?;
    // 1841-4.7.4-12, 1841-4.7.5-08: the new company acts from the next round on.
    game.go_to(Step::Done);
    unite(game, (a, b, into), game.deciding(a), None, events)
}

/// A merger under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Merger {
    /// The operating company.
    a: CompanyId,
    /// Its partner.
    b: CompanyId,
    /// What arises.
    into: CompanyId,
    /// The player with whom the order of shareholders starts.
    decider: SeatId,
    /// Its part in the Tuscan merger.
    tuscan: Option<Tuscan>,
}

/// Which part of the Tuscan merger a merger is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tuscan {
    /// The two minors become the intermediate major.
    First,
    /// SFLi arises.
    Last,
}

/// What a merger asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Merging {
    Price(ChoosePrice),
    Trains(ReturnTrains),
    Exchange(Exchange),
    Doubled(Doubled),
    Tokens(RemoveTokens),
    BuyTokens(BuyTokens),
}

impl Merging {
    pub(in crate::t1841) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Merging::Price(price) => price,
            Merging::Trains(trains) => trains,
            Merging::Exchange(exchange) => exchange,
            Merging::Doubled(doubled) => doubled,
            Merging::Tokens(tokens) => tokens,
            Merging::BuyTokens(tokens) => tokens,
        }
    }

    fn push(self, game: &mut Game) -> Play {
        game.table.pending.push(Pending::Merging(Box::new(self)));
        Ok(())
    }
}
