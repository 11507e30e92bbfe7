//! 3.4.1 Tile laying (railroad planning), and the tile step of regionals (3.5.2).

use super::{Step, aside, asides, pay_bank};
use crate::fb::board::tiles::Allowed;
use crate::fb::states::Standing;
use crate::fb::{Game, regionals};
use ferrata_engine::action::Action;
use ferrata_engine::board::Candidate;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company lays or upgrades tiles.
pub(super) struct Tiles;

/// How many tile steps a company has in its turn. 18FB-3.4.1-01: fixed when it floated. 18FB-3.5.2-08: a regional has one, and
/// one more that it pays.
pub(in crate::fb) fn steps(game: &Game, company: CompanyId) -> u8 {
    match game.fixed.regional(company) {
        Some(_) => game.fixed.figures.regional_tiles,
        None => game.charter(company).steps,
    }
}

/// 18FB-2.5.2-01, 18FB-3.5.2-26: tiles cost nothing, but the second one of a regional.
fn cost(game: &Game, company: CompanyId) -> Money {
    let laid = game.operating().map_or(0, |operating| operating.laid);
    let second = game.fixed.regional(company).is_some() && laid > 0;
    if second { game.fixed.figures.regional_second_tile } else { Money::ZERO }
}

fn allowed(game: &Game, company: CompanyId) -> Allowed {
    Allowed {
        new: game.standing(company) != Standing::Frozen,
        only: regionals::must_make_room(game, company),
        cost: cost(game, company),
    }
}

/// Whether no tile can be laid any more in this turn.
pub(super) fn over(game: &Game, company: CompanyId) -> bool {
    let laid = game.operating().map_or(0, |operating| operating.laid);
    // 18FB-C-05: a frozen corp upgrades, if that reading is taken.
    let idle = game.standing(company) == Standing::Frozen && !game.fixed.switches.frozen_upgrades;
    laid >= steps(game, company)
        || idle
        || game.president(company).is_none()
        || cost(game, company) > game.table.ledger.company(company)
}

impl Decision<Game> for Tiles {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_seat()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Track
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        let mut offers = game.tile_offers(company, allowed(game, company));
        // 18FB-3.4.1-03: steps are optional; a regional without a slot for its token must make one (18FB-3.5.2-11).
        if offers.is_empty() || regionals::must_make_room(game, company).is_none() {
            offers.push(Offer::Pass { means: say!("lay no more tiles") });
        }
        offers.extend(asides(game, company));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, company) = (by.seat()?, game.acting()?);
        match action {
            Action::Pass => {
                let bound = regionals::must_make_room(game, company).is_some();
                let free = !bound || game.tile_offers(company, allowed(game, company)).is_empty();
                require(free, "18FB-3.5.2-11", || {
                    say!("the tile step must make a slot for the token on the home base")
                })?;
                game.go_on(Step::Token)
            }
            Action::LayTile { hex, tile, rotation, by: None } => {
                let (hex, tile) = (game.fixed.parts.hex_named(*hex)?, game.fixed.parts.tile_named(*tile)?);
                let to = game.tile_candidate(company, allowed(game, company), hex, tile, *rotation)?;
                lay(game, company, hex, &to, events)
            }
            other => aside(game, seat, other, events)
                .unwrap_or_else(|| Err(Refusal::out_of_place(say!("lay a tile or pass")))),
        }
    }
}

/// 18FB-3.4.1-02: one step is one tile laid or upgraded; the old one goes back to the supply (18FB-3.4.1-22).
fn lay(game: &mut Game, company: CompanyId, hex: HexId, to: &Candidate, events: &mut Events) -> Play {
    pay_bank(game, company, cost(game, company), say!("second tile"), events)?;
    let before = regionals::Town::on(game, hex);
    game.table.board.lay(hex, to).ok_or_else(|| Refusal::out_of_place(say!("lay a tile that is left")))?;
    let (tile, rotation) = (game.fixed.parts.tile_name(to.tile), to.rotation);
    events.push(Event::Tile { company: Some(company), hex, tile, rotation });
    game.operating_mut()?.laid += 1;
    regionals::collect_marker(game, company, before, hex, events)?;
    regionals::after_track(game, events)
}
