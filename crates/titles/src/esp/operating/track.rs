//! §4.2, §4.3 The step in which tiles, stations and passes may be mixed.

use super::{lay, meanwhile, pass, station};
use crate::esp::Game;
use crate::esp::privates::{FIRST, purchase};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company lays track and builds stations and passes. 18ESP-4-04: none of it is a duty.
pub(super) struct Track;

impl Decision<Game> for Track {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Track
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let own = |company| {
            let mut offers = lay::offers(game, company);
            offers.extend(station::offers(game, company));
            offers.extend(pass::offer(game, company));
            offers
        };
        meanwhile::offers(game, own, Some(say!("lay no more track and build no more stations")))
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        meanwhile::answer(game, by, action, events, |game, company, events| match *action {
            Action::LayTile { .. } => lay::lay(game, company, action, events),
            Action::PlaceToken { company: whose, hex, stop, by: None } => {
                let own = game.company_named(whose)? == company;
                require(own, "18ESP-4.3-04", || {
                    say!("it is the turn of {company}", company = game.name(company))
                })?;
                let hex = game.fixed.parts.hex_named(hex)?;
                station::build(game, company, hex, stop, events)
            }
            Action::Choose { option } => pass::build(game, company, option, events),
            Action::Pass => game.end_step(),
            _ => Err(meanwhile::not_now(say!("now track is laid and stations are built"))),
        })
    }
}

/// Whether nothing is left of what a turn allows in this step.
pub(super) fn is_done(game: &Game, company: CompanyId) -> bool {
    let (turn, cash) = (game.company_turn(), game.table.ledger.company(company));
    let fee = if turn.tiles > 0 { game.fixed.figures.second_tile } else { Money::ZERO };
    let more = if turn.tiles < lay::actions(game, company) { fee <= cash } else { !turn.mine };
    // By the book a company may still use private 1, or buy whatever helps it; online the step waits while private 1 could be
    // bought (18ESP-D-38).
    let switches = &game.fixed.switches;
    let owned = !switches.private_1_extra_lay && game.private_owner(FIRST) == Holder::Company(company);
    let to_buy = match switches.steps_wait_for_privates {
        true => purchase::is_possible(game, company),
        false => purchase::check(game, company, FIRST).is_ok(),
    };
    !more
        && !owned
        && !to_buy
        && !station::is_possible(game, company)
        && pass::buildings(game, company).next().is_none()
}
