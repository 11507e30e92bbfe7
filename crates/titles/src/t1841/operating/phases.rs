//! Chapter 4.6: a new phase begins with the first train of its size, in the middle of the buyer's turn. What each phase
//! decides (1841-4.6-02) is in the data: 1841-4.6.1-01, 1841-4.6.2-03, 1841-4.6.2-04, 1841-4.6.3-01, 1841-4.6.4-01,
//! 1841-4.6.5-01, 1841-4.6.6-01.

use super::{split, tuscan};
use crate::t1841::Game;
use crate::t1841::table::Standing;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{PhaseId, TrainKind};
use ferrata_engine::shares::Holder;

/// 1841-4.5-04, 1841-4.6-01: buying the first train of a size starts its phase at once.
pub(super) fn begin_with(game: &mut Game, kind: TrainKind, events: &mut Events) -> Play {
    let phases = game.fixed.parts.phases.iter().enumerate().skip(game.table.phase.index() + 1);
    let mut begun = phases.filter(|(_, phase)| phase.starts_with == Some(kind));
    let Some((at, phase)) = begun.next().map(|(at, phase)| (at, phase.name)) else { return Ok(()) };
    game.table.phase = PhaseId(at as u8);
    events.push(Event::Phase { phase });
    // The order of the consequences: scrapped trains, concessions, borders, split, Tuscan merger; surplus
    // trains last, since the split deals out all trains (G-31).
    scrap(game, events);
    let late = game.fixed.rules.surplus_before_split;
    if !late {
        game.check_surplus();
    }
    if game.phase_facts().concessions_leave {
        close_concessions(game, events)?;
    }
    game.table.borders = game.borders_in(game.table.phase);
    // 1841-4.6.2-05: the last pushed comes first: the split, then the Tuscan merger, then surplus trains.
    if game.fixed.unification.tuscan_merger == phase {
        tuscan::begin(game);
    }
    if game.fixed.unification.split == Some(phase) {
        split::begin(game, events)?;
    }
    if late {
        // What is pushed last is asked first; the trains of IRSFF are dealt out by now.
        game.check_surplus();
    }
    Ok(())
}

fn scrap(game: &mut Game, events: &mut Events) {
    let scrapped = game.phase_spec().map(|phase| phase.scraps.clone()).unwrap_or_default();
    for kind in scrapped {
        game.table.depot.scrap(kind);
        for company in &mut game.table.companies {
            company.trains.retain(|train| *train != kind);
        }
        events.push(Event::Rusted { train: game.train_name(kind) });
    }
}

/// 1841-4.6.2-02: all concessions leave; historical companies not in operation leave with them (G-29), and
/// larger shareholders take over (1841-3.5.3-11).
fn close_concessions(game: &mut Game, events: &mut Events) -> Play {
    for card in game.concession_ids() {
        game.give_concession(card, Holder::Out, events);
        let Some(company) = game.company_of(card) else { continue };
        if game.running(company) {
            game.check_director(company, events)?;
        } else if let Some(charter) = game.company_mut(company) {
            charter.standing = Standing::Gone;
        }
    }
    // A change of director may have frozen or freed others.
    game.settle_directors(events)
}
