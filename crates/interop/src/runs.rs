//! Every run of a recorded game, with the position in which it was made.

use crate::error::Error;
use crate::replay::Replay;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::event::Event;
use ferrata_engine::name::CompanyName;
use ferrata_engine::route::{Pay, check};
use ferrata_engine::turn::Title;
use ferrata_titles::Game;

/// A run as it was made.
pub struct Run<'a> {
    /// The recorded action.
    pub id: u64,
    /// The company.
    pub company: CompanyName,
    /// The position, right before it.
    pub before: &'a Game,
    /// The routes.
    pub routes: &'a [Route],
    /// What it earned.
    pub pays: Pay,
}

/// Shows every run of a game to `visit`, in order.
pub fn runs(replay: &Replay, mut visit: impl FnMut(Run<'_>)) -> Result<(), Error> {
    let damaged = |why: &dyn ToString| Error::Damaged(why.to_string());
    let mut game = Game::start(&replay.log.setup).map_err(Error::Setup)?;
    for (at, recorded) in replay.log.entries.iter().enumerate() {
        if let Action::Run { routes } = &recorded.entry.action {
            let ran = game.with_running(None, |board, rules| check(board, rules, routes));
            let (company, run) = ran.map_err(|why| damaged(&why))?;
            let pays = run.map(|run| run.pays).unwrap_or_default();
            let span = replay.spans.iter().find(|span| (span.from..span.to).contains(&at));
            let id = span.map_or(at as u64 + 1, |span| span.id);
            visit(Run { id, company, before: &game, routes, pays });
        }
        let events: Result<Vec<Event>, _> = game.apply(&recorded.entry);
        events.map_err(|why| damaged(&why))?;
    }
    Ok(())
}
