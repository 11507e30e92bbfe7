//! Laying a tile: one per turn, of a colour of the phase, with new track that the company's trains reach.

use super::operating::go_on;
use super::state::{OpStep, Operating, terms};
use super::{Tiny, out_of_place};
use ferrata_engine::action::Action;
use ferrata_engine::board::{Candidate, Reach};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{HexName, TileName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;

pub(super) fn offers(game: &Tiny, operating: &Operating) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "lay no tile".into() }];
    let company = operating.company;
    let (reach, colors) =
        (game.reach(company), game.phase().map(|phase| &phase.colors[..]).unwrap_or_default());
    for hex in reach.hexes() {
        let cost = cost(game, operating, hex);
        if cost > game.now.ledger.company(company) {
            continue;
        }
        for to in game.now.board.candidates(hex, colors) {
            if useful(game, company, &reach, hex, &to) {
                add(game, &mut offers, hex, &to, cost);
            }
        }
    }
    offers
}

/// Adds a rotation to the offer of a tile on a hex.
fn add(game: &Tiny, offers: &mut Vec<Offer>, hex: HexId, to: &Candidate, cost: Money) {
    let from = &game.printed.from;
    let (Some(hex), Some(tile)) = (from.map.hex(hex), from.tiles.tile(to.tile)) else { return };
    match offers.last_mut() {
        Some(Offer::LayTile { hex: on, tile: which, rotations, .. })
            if (*on, *which) == (hex.name, tile.name) =>
        {
            rotations.push(to.rotation);
        }
        _ => offers.push(Offer::LayTile {
            hex: hex.name,
            tile: tile.name,
            rotations: smallvec::smallvec![to.rotation],
            cost,
            by: None,
        }),
    }
}

/// What a tile on this hex costs: the ground where none lies yet, and the snow.
fn cost(game: &Tiny, operating: &Operating, hex: HexId) -> Money {
    let ground = match game.now.board.laid(hex) {
        None => {
            game.printed.from.map.hex(hex).map(|hex| hex.terrain.iter().map(|terrain| terrain.cost).sum())
        }
        Some(_) => None,
    };
    let snow = if operating.snow { game.printed.snow } else { Money::ZERO };
    ground.unwrap_or(Money::ZERO) + snow
}

fn useful(game: &Tiny, company: CompanyId, reach: &Reach, hex: HexId, to: &Candidate) -> bool {
    let (from, terms) = (game.token_stops(company), terms(company));
    game.now.board.reaches_new_track(&from, &terms, reach, hex, to)
}

pub(super) fn apply(
    game: &mut Tiny,
    operating: Operating,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    match action {
        Action::Pass => {}
        Action::LayTile { hex, tile, rotation, by: None } => {
            lay(game, &operating, (*hex, *tile, *rotation), events)?;
        }
        _ => return Err(out_of_place("lay a tile or pass")),
    }
    go_on(game, operating, OpStep::Token)
}

fn lay(
    game: &mut Tiny,
    operating: &Operating,
    (on, name, rotation): (HexName, TileName, u8),
    events: &mut Events,
) -> Result<(), Refusal> {
    let from = &game.printed.from;
    let (Some(hex), Some(tile)) = (from.hex(on), from.tile(name)) else {
        return Err(Refusal::plain(format!("hex {on} or tile {name} is not known here")));
    };
    let to = game.now.board.candidate(hex, tile, rotation);
    let to = to.map_err(|misfit| Refusal::plain(misfit.to_string()))?;
    if !game.phase().is_some_and(|phase| phase.allows(to.color)) {
        return Err(Refusal::plain(format!("no {:?} tiles are laid in this phase", to.color)));
    }
    let company = operating.company;
    if !useful(game, company, &game.reach(company), hex, &to) {
        return Err(Refusal::plain("the tile brings no new track that the company's trains would reach"));
    }
    let cost = cost(game, operating, hex);
    game.now.ledger.pay(Account::Company(company), Account::Bank, cost, "tile", events)?;
    game.now.board.lay(hex, &to).ok_or_else(|| Refusal::plain("none of these tiles is left"))?;
    events.push(Event::Tile { company: Some(company), hex, tile: name, rotation });
    Ok(())
}
