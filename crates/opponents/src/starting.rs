//! How a company would be started: what belongs to it step by step, and what a card is worth that opens it.

use crate::candidates::{NARROW, candidates};
use crate::policy::{MOST_FOLLOW_UPS, belongs};
use crate::terms::Terms;
use crate::value::Evaluation;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::kit::Dice;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::Asked;
use ferrata_titles::Game;

/// What a table is worth to a seat as it is.
fn worth_now(evaluation: &mut Evaluation, game: &Game, seat: SeatId) -> Terms {
    let values = evaluation.values(game);
    evaluation.utility(&values, seat)
}

/// The company that a card opens to whoever buys it.
pub(crate) fn opens(game: &Game, action: &Action, seat: SeatId) -> Option<CompanyId> {
    let Action::BuyCard { buyer: Party::Seat(buyer), card, .. } = action else { return None };
    let card = game.parts().card(*card).filter(|_| *buyer == seat)?;
    game.parts().card_spec(card)?.company
}

/// So many ways to go on are looked at in each step of a start.
const STEPS: usize = 12;

/// What a table is worth once all that belongs to the start of a company has been decided, step by step, each as it looks best.
pub(crate) fn started(evaluation: &mut Evaluation, game: &Game, seat: SeatId, dice: &mut Dice) -> Terms {
    let mut now = game.clone();
    for _ in 0..MOST_FOLLOW_UPS {
        if now.turn() != Turn::Seat(seat) || !belongs(now.asked()) {
            break;
        }
        let mut ways = candidates(&now, &now.offers(), seat, NARROW, dice);
        dice.keep(&mut ways, STEPS);
        let mut best: Option<(f32, Game)> = None;
        for way in ways {
            let Ok(next) = now.after(&Entry::seat(seat, way)) else { continue };
            let score = worth_now(evaluation, &next, seat).sum();
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, next));
            }
        }
        let Some((_, next)) = best else { break };
        now = next;
    }
    worth_now(evaluation, &now, seat)
}

/// What a card is worth that lets its buyer start a company when their turn comes again: the best way to start it, or nothing.
pub(crate) fn opened(
    evaluation: &mut Evaluation,
    game: &Game,
    seat: SeatId,
    company: CompanyId,
    dice: &mut Dice,
) -> Terms {
    let mut best = worth_now(evaluation, game, seat);
    let mut later = game.clone();
    for _ in 0..MOST_FOLLOW_UPS {
        match later.turn() {
            Turn::Seat(other) if other != seat && later.asked() == Asked::StockTurn => {
                if later.apply(&Entry::seat(other, Action::Pass)).is_err() {
                    return best;
                }
            }
            _ => break,
        }
    }
    if later.turn() != Turn::Seat(seat) {
        return best;
    }
    let offers = later.offers();
    let is_its_own = |offer: &&Offer| match offer {
        Offer::Start { company: name, .. } => later.parts().company(*name) == Some(company),
        _ => false,
    };
    for action in offers.iter().filter(is_its_own).flat_map(Offer::samples) {
        if let Ok(next) = later.after(&Entry::seat(seat, action)) {
            let terms = started(evaluation, &next, seat, dice);
            best = if terms.sum() > best.sum() { terms } else { best };
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::WIDE;
    use crate::contest::Contest;
    use crate::level::Level;
    use crate::policy::{Look, Scored, score_all};
    use crate::program::Program;
    use crate::version::{Entrant, Version};
    use crate::watch::Watch;
    use crate::weights::Weights;
    use ferrata_titles::catalogue;
    use ferrata_titles::prospects::Prospects;
    use std::ops::ControlFlow;

    /// A table of 1841 on which somebody may buy a concession, but has not the money to start its company as well.
    fn short_of_money() -> (Game, SeatId) {
        let players = ["Ada", "Ben", "Cleo", "Dora"].map(String::from).to_vec();
        let setup = catalogue::find("1841").unwrap().setup("", &[], players).unwrap();
        let entrant = Entrant { level: Level::Greedy, version: 3 };
        let programs = (0..4).map(|seat| Program::new(entrant, seat)).collect();
        let mut contest = Contest::new(&setup, programs, 1).unwrap();
        loop {
            let game = contest.game();
            if let (Turn::Seat(seat), Asked::StockTurn) = (game.turn(), game.asked()) {
                let cash = game.outlook().purses[seat.index()].cash;
                let found = candidates(game, &game.offers(), seat, WIDE, &mut Dice::new(1));
                if cash < 150 && found.iter().any(|action| opens(game, action, seat).is_some()) {
                    return (game.clone(), seat);
                }
            }
            contest.step();
        }
    }

    /// Given a concession whose company could not be started, when it is weighed by what it opens and its loss is foreseen, then
    /// nobody buys it; else it looks better than to pass.
    #[test]
    fn a_concession_is_worth_what_it_opens() {
        let (game, seat) = short_of_money();
        let gain = |sees: bool| {
            let weights = Weights { opens: sees, foresees: sees, ..Version::numbered(6).weights("1841") };
            let mut evaluation = Evaluation::new("1841", Version::numbered(6), Some(weights));
            let look = Look { breadth: WIDE, scouts: true, follow_ups: 2, slips: 0, noise: 0.0 };
            let (mut dice, mut goes_on) = (Dice::new(1), |_: u32| ControlFlow::Continue(()));
            let found = candidates(&game, &game.offers(), seat, WIDE, &mut dice);
            let mut watch = Watch::new(&mut goes_on);
            let scored = score_all(&mut evaluation, &game, seat, found, look, &mut dice, &mut watch);
            let best = |of: &dyn Fn(&Action) -> bool| {
                let scores = scored.iter().filter(|scored| of(&scored.action)).map(Scored::score);
                scores.fold(f32::MIN, f32::max)
            };
            best(&|action| opens(&game, action, seat).is_some())
                - best(&|action| matches!(action, Action::Pass))
        };
        assert!(gain(false) > 0.0);
        assert!(gain(true) < 0.0);
    }
}
