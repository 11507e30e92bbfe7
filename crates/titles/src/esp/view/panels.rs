//! What only this title has: goals and passes.

use super::board::pass_standing;
use crate::esp::Game;
use crate::esp::fixed::Pass;
use crate::esp::table::{Finale, Goal, Status};
use ferrata_engine::id::CompanyId;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::view::Panel;

/// The goals of the majors that have any.
pub(super) fn goals(game: &Game) -> Panel {
    let has_goals = |company: &CompanyId| {
        let state = game.company(*company);
        state.status == Status::Launched && !game.is_minor(*company) && !state.full_capital
    };
    let row = |company: CompanyId| {
        let mark = |goal| if game.company(company).met(goal) { say!("met") } else { say!("open") };
        vec![
            say!("{company}", company = game.name(company)),
            mark(Goal::Destination),
            mark(Goal::RedArea),
            mark(Goal::Third),
        ]
    };
    let rows = game.company_ids().filter(has_goals).map(row).collect();
    Panel { title: say!("Goals: destination, red area, third"), rows }
}

/// The passes with what they cost and pay, and whether the end has come.
pub(super) fn passes(game: &Game) -> Panel {
    let row = |(at, pass): (usize, &Pass)| -> Vec<Text> {
        let [first, second] = pass.stations;
        vec![
            say!("{hex}", hex = game.fixed.parts.hex_name(pass.hex)),
            pass_standing(game, at),
            say!("{cost}", cost = pass.cost),
            say!("{value}", value = pass.value),
            say!("{first}, {second}", first, second),
        ]
    };
    let mut rows: Vec<_> = game.fixed.passes.iter().enumerate().map(row).collect();
    if game.table.finale != Finale::Not {
        rows.push(vec![say!("the end of the game is triggered")]);
    }
    Panel { title: say!("Mountain passes: cost, value, stations"), rows }
}
