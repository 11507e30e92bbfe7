//! 2.1 Phases: what the first train of each kind sets off.

use super::fixed::{Class, PhaseEvent};
use super::{Game, conventions, unification};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, PhaseId, TrainKind};

/// 18FB-2.1-01, 18FB-G-05: a phase begins at once with the purchase of its first train, before anything else.
pub(super) fn train_sold(game: &mut Game, buyer: CompanyId, kind: TrainKind, events: &mut Events) -> Play {
    let later =
        game.fixed.phases().find(|(_, phase)| phase.starts_with == Some(kind)).map(|(phase, _)| phase);
    // 18FB-G-06: regional trains start no phase, unless that reading is taken.
    let regional = match game.fixed.train(kind).map(|train| train.class) {
        Some(Class::Regional(from, _)) if game.fixed.switches.regional_trains_start_phases => Some(from),
        _ => None,
    };
    match later.or(regional).filter(|phase| !game.reached(*phase)) {
        Some(phase) => begin(game, buyer, phase, events),
        None => Ok(()),
    }
}

fn begin(game: &mut Game, buyer: CompanyId, phase: PhaseId, events: &mut Events) -> Play {
    let fixed = game.fixed.clone();
    let Some(now) = fixed.phase(phase) else { return Ok(()) };
    game.table.phase = phase;
    events.push(Event::Phase { phase: now.name });
    for kind in &now.scraps {
        scrap(game, *kind, events);
    }
    match now.says().event {
        Some(PhaseEvent::Unification) => unification::begin(game, events),
        Some(PhaseEvent::Conventions) => conventions::begin(game, buyer),
        None => Ok(()),
    }
}

/// 18FB-2.1-04, 18FB-2.1-08, 18FB-2.1-10, 18FB-2.6-11: trains of a kind leave the game, whoever has them.
fn scrap(game: &mut Game, kind: TrainKind, events: &mut Events) {
    game.table.depot.scrap(kind);
    for company in &mut game.table.companies {
        company.trains.retain(|train| *train != kind);
    }
    events.push(Event::Rusted { train: game.fixed.parts.train_name(kind) });
}

/// 18FB-3.6.1-23, 18FB-3.6.1-24: the kind of train that nationals lease: that of PH6.
pub(super) fn leased_kind(game: &Game) -> Option<TrainKind> {
    let phase = game.fixed.phases().find(|(_, phase)| phase.says().event == Some(PhaseEvent::Conventions));
    phase.and_then(|(_, phase)| phase.starts_with)
}
