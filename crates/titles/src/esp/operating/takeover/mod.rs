//! §4.6 Taking over a minor: by consent in phases 3 and 4, without it from phase 5 on.
//!
//! | what | module |
//! | --- | --- |
//! | who may take over whom, and for how much | here |
//! | what becomes of the minor's token | [`token`] |
//! | what changes hands | [`hand_over`] |

mod hand_over;
mod token;

pub(in crate::esp) use token::MinorToken;

use super::meanwhile;
use crate::esp::Game;
use crate::esp::fixed::Class;
use crate::esp::table::{Pending, Status};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// A South major may take over a minor. 18ESP-4.6-01: after the earnings, before buying trains.
pub(super) struct Takeover;

impl Decision<Game> for Takeover {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Takeover
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        meanwhile::offers(game, |major| offers(game, major), Some(say!("take over no more minors")))
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        meanwhile::answer(game, by, action, events, |game, major, events| match action {
            Action::Merge { .. } => merge(game, major, action, None, events),
            Action::Pass => game.end_step(),
            _ => Err(meanwhile::not_now(say!("now a minor may be taken over"))),
        })
    }
}

/// Whether a major may take over anybody.
fn check_taker(game: &Game, major: CompanyId) -> Play {
    let (name, state) = (game.name(major), game.company(major));
    let south = game.class(major) == Class::South && game.phase().takeovers;
    require(south, "18ESP-4.6-01", || say!("only South majors take over minors, from phase 3 on"))?;
    require(more(game, major), "18ESP-4.6-02", || {
        say!("{name} has taken over {n} {n|minor|minors} already", name, n = state.takeovers)
    })?;
    require(!state.full_capital, "18ESP-4.6.1-09", || {
        say!("{name} was launched from phase 5 on: it takes over no minor", name)
    })?;
    require(has_share(game, major), "18ESP-D-07", || say!("all shares of {name} are held by players", name))
}

/// 18ESP-4.6-02: whether a South major has not taken over as many minors as it may.
fn more(game: &Game, major: CompanyId) -> bool {
    game.fixed.figures.takeovers.is_none_or(|limit| game.company(major).takeovers < limit)
}

/// 18ESP-D-07: online the share comes from the initial offering.
fn has_share(game: &Game, major: CompanyId) -> bool {
    let left = |holder| game.table.shares.percent(major, holder);
    game.fixed.figures.reserved_share > 0 || left(Holder::Offering) + left(Holder::Pool) > 0
}

/// Whether a South major may take over a minor, now or in a phase to come.
pub(in crate::esp) fn is_left(game: &Game, major: CompanyId) -> bool {
    more(game, major) && !game.company(major).full_capital && has_share(game, major)
}

/// What a takeover costs, if it is possible now.
fn check(game: &Game, major: CompanyId, minor: CompanyId) -> Result<Money, Refusal> {
    check_taker(game, major)?;
    let (state, name) = (game.company(minor), game.name(minor));
    require(game.is_minor(minor), "18ESP-4.6-01", || say!("{name} is no minor", name))?;
    // 18ESP-4.6.1-05: a frozen minor need not have operated.
    if state.status != Status::Frozen {
        require(state.status == Status::Launched, "18ESP-4.6-03", || match state.status {
            Status::Gone => say!("{name} has left the game", name),
            _ => say!("{name} is not launched", name),
        })?;
        require(has_run(game, minor), "18ESP-4.6-03", || say!("{name} has not run a train yet", name))?;
    }
    let (cost, cash) = (cost(game, minor), game.table.ledger.company(major));
    require(cost <= cash, "18ESP-G-18", || say!("it costs {cost}, and only {cash} is there", cost, cash))?;
    Ok(cost)
}

/// Whether a minor has run a train; 18ESP-D-21: online a turn is enough.
fn has_run(game: &Game, minor: CompanyId) -> bool {
    let state = game.company(minor);
    if game.fixed.switches.takeover_needs_run { state.ran } else { state.operated }
}

/// What a minor costs. 18ESP-4.6-05, 18ESP-4.6.1-06, 18ESP-4.6.1-07: its price. 18ESP-4.6.1-08: a fixed sum if it was never
/// launched.
fn cost(game: &Game, minor: CompanyId) -> Money {
    match game.company(minor).par {
        Some(_) => game.price(minor),
        None => game.fixed.figures.unlaunched_minor,
    }
}

/// What a minor costs that can be taken over, for people.
pub(in crate::esp) fn price(game: &Game, company: CompanyId) -> Option<Money> {
    let open = match game.company(company).status {
        Status::Launched => has_run(game, company),
        status => status == Status::Frozen,
    };
    (open && game.phase().takeovers && game.is_minor(company)).then(|| cost(game, company))
}

/// How many minors a South major may still take over, where there is a limit, for people.
pub(in crate::esp) fn left(game: &Game, company: CompanyId) -> Option<u8> {
    let state = game.company(company);
    let limit = game.fixed.figures.takeovers.filter(|_| game.class(company) == Class::South)?;
    let may = state.status == Status::Launched && !state.full_capital;
    may.then(|| limit.saturating_sub(state.takeovers))
}

/// The minor's director, where they have to be asked. 18ESP-4.6-04; not from phase 5 on (18ESP-4.6.1-05).
fn consent_needed(game: &Game, major: CompanyId, minor: CompanyId) -> Option<SeatId> {
    let asked = game.fixed.switches.takeover_needs_consent && game.company(minor).status != Status::Frozen;
    game.director(minor).filter(|to| asked && game.director(major) != Some(*to))
}

fn targets(game: &Game, major: CompanyId) -> impl Iterator<Item = CompanyId> + '_ {
    let refused = game.company_turn().refused;
    let minors = game.company_ids().filter(|&company| game.is_minor(company));
    minors.filter(move |&minor| !refused.has(minor) && check(game, major, minor).is_ok())
}

pub(super) fn is_possible(game: &Game, major: CompanyId) -> bool {
    check_taker(game, major).is_ok() && targets(game, major).next().is_some()
}

fn offers(game: &Game, major: CompanyId) -> Vec<Offer> {
    let into = game.name(major);
    let offer = |minor: CompanyId| {
        let deal = Offer::Merge { with: game.name(minor), into: vec![into] };
        match consent_needed(game, major, minor) {
            Some(to) => Offer::Propose { to, deal: Box::new(deal) },
            None => deal,
        }
    };
    targets(game, major).map(offer).collect()
}

/// The minor that an action means.
fn minor_of(game: &Game, major: CompanyId, action: &Action) -> Result<CompanyId, Refusal> {
    let Action::Merge { with, into } = *action else {
        return Err(Refusal::plain(say!("a minor is taken over here")));
    };
    let own = game.company_named(into)? == major;
    require(own, "18ESP-4.6-01", || {
        say!("{company} takes over in its own turn", company = game.name(major))
    })?;
    game.company_named(with)
}

/// To whom a takeover has to be proposed. 18ESP-4.6-04: to one after another, until one agrees or all have refused.
pub(in crate::esp) fn consent(game: &Game, major: CompanyId, action: &Action) -> Result<SeatId, Refusal> {
    let minor = minor_of(game, major, action)?;
    let in_step = game.operating().is_some_and(|operating| operating.step == super::Step::Takeover);
    require(in_step, "18ESP-4.6-01", || say!("minors are taken over after the earnings"))?;
    check(game, major, minor)?;
    let refused = game.company_turn().refused.has(minor);
    require(!refused, "18ESP-4.6-04", || {
        say!("the director of {company} has refused", company = game.name(minor))
    })?;
    consent_needed(game, major, minor).ok_or_else(|| Refusal::plain(say!("this needs nobody's consent")))
}

/// The minor's director has refused.
pub(in crate::esp) fn refused(game: &mut Game, action: &Action) -> Play {
    if let Action::Merge { with, .. } = action {
        let minor = game.company_named(*with)?;
        game.note_in_turn(|turn| turn.refused.add(minor));
    }
    Ok(())
}

/// Takes over a minor, or first asks what becomes of its token. `agreed`: its director has consented.
pub(in crate::esp) fn merge(
    game: &mut Game,
    major: CompanyId,
    action: &Action,
    agreed: Option<SeatId>,
    events: &mut Events,
) -> Play {
    let minor = minor_of(game, major, action)?;
    check(game, major, minor)?;
    let needed = consent_needed(game, major, minor);
    require(needed.is_none() || needed == agreed, "18ESP-4.6-04", || {
        say!("the director of {company} has to agree: propose it to them", company = game.name(minor))
    })?;
    if token::may_swap(game, major, minor) {
        game.table.pending.push(Pending::Token(MinorToken { major, minor }));
        return Ok(());
    }
    hand_over::take_over(game, major, minor, false, events)
}
