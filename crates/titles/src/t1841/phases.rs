//! §4.6: a new phase begins with the first train of its size, in the middle of the buyer's turn.

use super::areas::Area;
use super::rules::Variant;
use super::state::Standing;
use super::{Game, Play};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CardId, TrainKind};
use ferrata_engine::name::PhaseName;
use ferrata_engine::shares::Holder;

/// §4.5-04: buying the first train of a size starts its phase.
pub(super) fn begin_with(game: &mut Game, kind: TrainKind) -> Play {
    let phase = kind.0 + 2;
    if phase <= game.t.phase {
        return Ok(());
    }
    game.t.phase = phase;
    game.events.push(Event::Phase { phase: PhaseName(ferrata_engine::name::Name::from(u32::from(phase))) });
    if phase == 8 {
        game.reach(Area::PhaseEight);
    }
    // The order of the consequences: scrapped trains, concessions, borders, split, Tuscan merger; surplus
    // trains last, since the split deals out all trains (G-31).
    scrap(game);
    let late = game.rules().surplus_before_split;
    if !late {
        game.check_surplus();
    }
    if phase == 4 {
        close_concessions(game)?;
    }
    game.t.borders = game.borders_in(phase);
    // The last pushed comes first: the split, then the Tuscan merger, then surplus trains.
    if phase == tuscan_phase(game) {
        super::tuscan::begin(game)?;
    }
    if phase == split_phase(game) {
        super::split::begin(game)?;
    }
    if late {
        // What is pushed last is asked first; the trains of IRSFF are dealt out by now.
        game.check_surplus();
    }
    Ok(())
}

/// When IRSFF is split: phase four, in Carlo Alberto's dream three, in the other variants never (§7.1).
fn split_phase(game: &Game) -> u8 {
    match game.rules().variant {
        None => 4,
        Some(Variant::CarloAlberto) => 3,
        Some(_) => 0,
    }
}

/// When the Tuscan merger is made (§7.1).
fn tuscan_phase(game: &Game) -> u8 {
    match game.rules().variant {
        None | Some(Variant::Cavour | Variant::CarloAlberto) => 4,
        Some(_) => 5,
    }
}

fn scrap(game: &mut Game) {
    let scrapped = game.phase_spec().map(|phase| phase.scraps.clone()).unwrap_or_default();
    for kind in scrapped {
        game.t.depot.scrap(kind);
        for things in &mut game.t.companies {
            things.trains.retain(|train| *train != kind);
        }
        game.reach(Area::Scrapped);
        let train = game.train_name(kind);
        game.events.push(Event::Rusted { train });
    }
}

/// §4.6.2-02: all concessions leave; historical companies not in operation leave with them (G-29), and
/// larger shareholders take over (§3.5.3-11).
fn close_concessions(game: &mut Game) -> Play {
    for card in (0..game.t.concessions.len() as u8).map(CardId) {
        game.give_concession(card, Holder::Out);
        let Some(company) = game.fixed.concessions.get(card.index()).copied().flatten() else { continue };
        if game.running(company) {
            game.check_director(company)?;
        } else if let Some(things) = game.company_mut(company) {
            things.standing = Standing::Gone;
        }
    }
    // A change of director may have frozen or freed others.
    game.settle_directors()
}
