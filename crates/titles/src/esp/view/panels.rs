//! What only this title has: goals and passes.

use super::board::pass_standing;
use crate::esp::Game;
use crate::esp::fixed::{Class, Pass, Phase};
use crate::esp::table::{Finale, Goal, Status};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::name::Name;
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
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
    let capital: Arg = game.fixed.figures.goal_capital.iter().copied().collect();
    let head = vec![say!("each goal brings its turn of {capital} times the par", capital)];
    let rows = [head].into_iter().chain(game.company_ids().filter(has_goals).map(row)).collect();
    Panel { title: say!("Goals: destination, red area, third"), rows }
}

/// What routes bring besides.
pub(super) fn bonuses(game: &Game) -> Panel {
    let figures = &game.fixed.figures.bonuses;
    let row = |name: Text, amount: Money| vec![name, say!("{amount}", amount)];
    let rows = vec![
        row(say!("north–south"), figures.north_south),
        row(say!("east–west"), figures.east_west),
        row(say!("both on one route"), figures.both),
    ];
    Panel { title: say!("Bonuses of routes"), rows }
}

/// What holds in each phase. 18ESP-6-01.
pub(super) fn phases(game: &Game) -> Panel {
    let row = |phase: &Phase| {
        let spec = &phase.spec;
        let limit = |kind: &'static str| spec.train_limit(Name::cut(kind));
        let (north, south) = (phase.tile_actions(Class::North), phase.tile_actions(Class::South));
        let minor = phase.tile_actions(Class::Minor);
        let cap = match phase.private_price_cap {
            Some(cap) => say!("{cap}%", cap),
            None => say!("closed"),
        };
        vec![
            say!("{phase}", phase = spec.name),
            say!("{train}", train = game.fixed.parts.train_name(phase.starts_with)),
            say!("{rounds}", rounds = spec.operating_rounds),
            say!("{minor}/{major}", minor = limit("minor"), major = limit("major")),
            say!("{minor}/{north}/{south}", minor, north, south),
            say!("{percent}%", percent = phase.launch_percent),
            cap,
        ]
    };
    let rows = game.fixed.phases().iter().map(row).collect();
    let title = say!(
        "Phases: first train, operating rounds, train limits (minors/majors), tile actions (minors/North/South), launch, price of privates"
    );
    Panel { title, rows }
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
