//! 8.3 FMMSF and FMV may merge as the last action of the turn of one of them.

use super::meanwhile;
use crate::t1883::{Game, deal, out_of_place, sefta};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The presidents may merge their corporations.
pub(super) struct Merge;

impl Decision<Game> for Merge {
    fn turn(&self, game: &Game) -> Turn {
        meanwhile::turn(game)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Merger
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = meanwhile::offers(game);
        if let Ok(company) = game.acting()
            && let Ok((other, owner)) = sefta::check(game, company)
        {
            let merge = Offer::Merge { with: game.name(other), into: vec![game.name(game.fixed.sefta)] };
            offers.push(match game.president(company) == Some(owner) {
                true => merge,
                false => Offer::Propose { to: owner, deal: Box::new(merge) },
            });
        }
        offers.push(Offer::Pass { means: say!("do not merge") });
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let seat = by.seat()?;
        if let Some(done) = meanwhile::answer(game, seat, action, events) {
            return done;
        }
        let company = game.acting()?;
        match action {
            Action::Pass => game.end_step(),
            Action::Merge { .. } => {
                let owner = check(game, company, action)?;
                require(owner == seat, "1883-8.3-01", || say!("the other president has to agree"))?;
                sefta::begin_agreed(game, events)
            }
            Action::Propose { deal } if matches!(**deal, Action::Merge { .. }) => {
                let owner = check(game, company, deal)?;
                require(owner != seat, "1883-8.3-01", || say!("nobody else has to agree: merge"))?;
                deal::propose(game, (seat, owner), deal, events);
                Ok(())
            }
            _ => Err(out_of_place(say!("merge, or end the turn"))),
        }
    }
}

/// Who has to agree to a merger.
fn check(
    game: &Game,
    company: CompanyId,
    action: &Action,
) -> Result<ferrata_engine::id::SeatId, ferrata_engine::refusal::Refusal> {
    let Action::Merge { with, into } = action else {
        return Err(out_of_place(say!("merge, or end the turn")));
    };
    let (other, owner) = sefta::check(game, company)?;
    let right = *with == game.name(other) && *into == game.name(game.fixed.sefta);
    require(right, "1883-8.3-01", || {
        say!("the two corporations become {sefta}", sefta = game.name(game.fixed.sefta))
    })?;
    Ok(owner)
}

pub(super) fn waits(game: &Game, company: CompanyId) -> bool {
    sefta::check(game, company).is_ok()
}
