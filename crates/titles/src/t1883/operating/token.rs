//! 6.5 Tokens.

use super::meanwhile;
use crate::t1883::Game;
use crate::t1883::concessions;
use crate::t1883::fixed::Side;
use crate::t1883::out_of_place;
use crate::t1883::table::{MergerState, Standing};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The corporation places a token. 1883-6.5-08: one at most.
pub(super) struct TokenStep;

impl Decision<Game> for TokenStep {
    fn turn(&self, game: &Game) -> Turn {
        meanwhile::turn(game)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Station
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = game.acting().map(|company| offers(game, company)).unwrap_or_default();
        offers.extend(meanwhile::offers(game));
        offers.push(Offer::Pass { means: say!("place no token") });
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        if let Some(done) = meanwhile::answer(game, by.seat()?, action, events) {
            return done;
        }
        match action {
            Action::PlaceToken { company, hex, stop, by: None } => {
                let acting = game.acting()?;
                if game.fixed.parts.company_named(*company)? != acting {
                    return Err(Refusal::plain(say!(
                        "the corporation whose turn it is places its own token"
                    )));
                }
                let hex = game.fixed.parts.hex_named(*hex)?;
                place(game, acting, (hex, *stop), events)
            }
            Action::Pass => game.end_step(),
            _ => Err(out_of_place(say!("place a token, or go on"))),
        }
    }
}

pub(super) fn waits(game: &Game, company: CompanyId) -> bool {
    !offers(game, company).is_empty()
}

/// 1883-6.5-04: what the next token costs, in the order of the charter. None if none is left.
pub(in crate::t1883) fn next_cost(game: &Game, company: CompanyId) -> Option<Money> {
    let spec = game.fixed.parts.company_spec(company)?;
    let left = usize::from(game.company(company).tokens);
    spec.tokens.get(spec.tokens.len().checked_sub(left)?).copied()
}

/// 1883-6.5-06: how many slots of a city are kept for corporations that do not operate yet. 1883-5.8-06: SEFTA's only once it was
/// formed. 1883-6.5-12: SARSA keeps none.
fn reserved(game: &Game, hex: HexId, stop: u8) -> u8 {
    let keeps = |company: &CompanyId| {
        let formed = *company != game.fixed.sefta || game.table.merger == MergerState::Formed;
        let spec = game.fixed.parts.company_spec(*company);
        let home = spec.is_some_and(|spec| {
            spec.homes.iter().any(|home| home.hex == hex && home.stop.unwrap_or(0) == stop)
        });
        // 1883-R-53: CCFR, too, where it was closed before its capitalisation.
        let waits = matches!(game.company(*company).standing, Standing::Waiting | Standing::Frozen);
        let there = game.table.board.has_token(*company, hex);
        formed && home && waits && !there && *company != game.fixed.sarsa
    };
    game.company_ids().filter(keeps).count() as u8
}

/// Whether a token may be placed, and what it costs.
fn check(game: &Game, company: CompanyId, (hex, stop): (HexId, u8)) -> Result<Money, Refusal> {
    let (name, place) = (game.name(company), game.fixed.parts.hex_name(hex));
    let cost = next_cost(game, company)
        .ok_or_else(|| Refusal::rule("1883-6.5-04", say!("{name} has no token left", name)))?;
    let board = &game.table.board;
    require(board.slots(hex, stop) > 0, "1883-6.5-05", || say!("{place} is no city", place))?;
    require(!board.has_token_at(company, hex, stop), "1883-6.5-07", || {
        say!("{name} has a token in {place}", name, place)
    })?;
    // 1883-6.5-09: the walk ends in full cities.
    require(game.reach(company).has_stop(hex, stop), "1883-6.5-05", || {
        say!("{name} does not reach {place} from a token", name, place)
    })?;
    let north = game.is_coop(company) && game.fixed.ground(hex).side == Some(Side::North);
    require(!north, "1883-6.5-10", || {
        say!("before its capitalisation {name} places no token north of the state line", name)
    })?;
    require(board.free_slots(hex, stop) > 0, "1883-6.5-05", || say!("{place} has no free slot", place))?;
    require(board.free_slots(hex, stop) > reserved(game, hex, stop), "1883-6.5-06", || {
        say!("the free slot of {place} is kept for a corporation that does not operate yet", place)
    })?;
    let cash = game.treasury(company);
    require(cost <= cash, "1883-6.3-04", || {
        say!("it costs {cost}, and the treasury holds {cash}", cost, cash)
    })?;
    Ok(cost)
}

fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    if next_cost(game, company).is_none_or(|cost| cost > game.treasury(company)) {
        return Vec::new();
    }
    let reach = game.reach(company);
    let offer = |(hex, stop): (HexId, u8)| {
        let cost = check(game, company, (hex, stop)).ok()?;
        let hex = game.fixed.parts.hex_name(hex);
        Some(Offer::PlaceToken { company: game.name(company), hex, stop, cost, by: None })
    };
    let board = &game.table.board;
    reach.stops().filter(|(hex, stop)| board.free_slots(*hex, *stop) > 0).filter_map(offer).collect()
}

fn place(game: &mut Game, company: CompanyId, (hex, stop): (HexId, u8), events: &mut Events) -> Play {
    let cost = check(game, company, (hex, stop))?;
    let name = game.fixed.parts.hex_name(hex);
    game.pay(Account::Company(company), Account::Bank, cost, say!("token in {name}", name), events)?;
    game.table.board.place(company, hex, stop)?;
    game.company_mut(company).tokens -= 1;
    events.push(Event::Token { company, hex, placed: true });
    game.end_step()?;
    concessions::check_all(game, events)
}
