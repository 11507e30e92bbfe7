//! Laying a tile: one per turn, of a colour of the phase, with new track that the company's trains reach.

use super::Tiny;
use super::operating::Step;
use super::table::terms;
use ferrata_engine::action::Action;
use ferrata_engine::board::{Candidate, Reach};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{HexName, TileName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company may lay a tile.
pub(super) struct Track;

impl Decision<Tiny> for Track {
    fn turn(&self, game: &Tiny) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Track
    }

    fn offers(&self, game: &Tiny) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("lay no tile") }];
        let Ok(company) = game.acting() else { return offers };
        let (reach, colors) =
            (game.reach(company), game.phase().map(|phase| &phase.colors[..]).unwrap_or_default());
        for hex in reach.hexes() {
            let cost = cost(game, hex);
            if cost > game.table.ledger.company(company) {
                continue;
            }
            for to in game.table.board.candidates(hex, colors) {
                if useful(game, company, &reach, hex, &to) {
                    add(game, &mut offers, hex, &to, cost);
                }
            }
        }
        offers
    }

    fn answer(&self, game: &mut Tiny, _: Author, action: &Action, events: &mut Events) -> Play {
        match action {
            Action::Pass => {}
            Action::LayTile { hex, tile, rotation, by: None } => {
                lay(game, (*hex, *tile, *rotation), events)?;
            }
            _ => return Err(Refusal::out_of_place(say!("lay a tile or pass"))),
        }
        game.go_on(Step::Station)
    }
}

/// Adds a rotation to the offer of a tile on a hex.
fn add(game: &Tiny, offers: &mut Vec<Offer>, hex: HexId, to: &Candidate, cost: Money) {
    let parts = &game.fixed.parts;
    let (hex, tile) = (parts.hex_name(hex), parts.tile_name(to.tile));
    match offers.last_mut() {
        Some(Offer::LayTile { hex: on, tile: which, rotations, .. }) if (*on, *which) == (hex, tile) => {
            rotations.push(to.rotation);
        }
        _ => {
            let rotations = smallvec::smallvec![to.rotation];
            offers.push(Offer::LayTile { hex, tile, rotations, cost, by: None });
        }
    }
}

/// What a tile on this hex costs: the ground where none lies yet, and the snow.
fn cost(game: &Tiny, hex: HexId) -> Money {
    let ground = match game.table.board.laid(hex) {
        None => game.fixed.parts.map.hex(hex).map(|hex| hex.terrain.iter().map(|terrain| terrain.cost).sum()),
        Some(_) => None,
    };
    let snows = game.operating().is_ok_and(|operating| operating.snow);
    let snow = if snows { game.fixed.figures.snow } else { Money::ZERO };
    ground.unwrap_or(Money::ZERO) + snow
}

fn useful(game: &Tiny, company: CompanyId, reach: &Reach, hex: HexId, to: &Candidate) -> bool {
    let (from, terms) = (game.token_stops(company), terms(company));
    game.table.board.reaches_new_track(&from, &terms, reach, hex, to)
}

fn lay(game: &mut Tiny, (on, name, rotation): (HexName, TileName, u8), events: &mut Events) -> Play {
    let company = game.acting()?;
    let (hex, tile) = (game.fixed.parts.hex_named(on)?, game.fixed.parts.tile_named(name)?);
    let to = game.table.board.candidate(hex, tile, rotation);
    let to = to.map_err(|misfit| Refusal::plain(Text::words(misfit.to_string())))?;
    if !game.phase().is_some_and(|phase| phase.allows(to.color)) {
        let color = format!("{:?}", to.color);
        return Err(Refusal::plain(say!("no {color} tiles are laid in this phase", color)));
    }
    if !useful(game, company, &game.reach(company), hex, &to) {
        return Err(Refusal::plain(say!(
            "the tile brings no new track that the company's trains would reach"
        )));
    }
    let cost = cost(game, hex);
    game.table.ledger.pay(Account::Company(company), Account::Bank, cost, say!("tile"), events)?;
    game.table.board.lay(hex, &to).ok_or_else(|| Refusal::plain(say!("none of these tiles is left")))?;
    events.push(Event::Tile { company: Some(company), hex, tile: name, rotation });
    Ok(())
}
