//! Whose turn it is, what comes next, and what whoever acts has: a line that is always in sight.

use crate::scene::{Scene, capital};
use ferrata_engine::id::SeatId;
use ferrata_engine::name::CompanyName;
use ferrata_engine::turn::Turn;
use ferrata_engine::view::{PlayerView, Progress, RoundKind};

/// The line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strip {
    /// The order of the round.
    pub order: Vec<Chip>,
    /// The steps of the turn.
    pub steps: Vec<(String, Progress)>,
    /// What whoever acts has: `treasury L.320`.
    pub has: Vec<String>,
}

/// Who has a turn in the round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// A company.
    Company(CompanyName),
    /// A player.
    Seat(SeatId),
}

/// One of those who have a turn in the round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chip {
    /// Who.
    pub who: Who,
    /// What they are called.
    pub name: String,
    /// A company's price; whether a player has passed or has the priority card.
    pub notes: Vec<String>,
    /// Whether they have acted.
    pub progress: Progress,
}

/// The line of a moment.
pub fn strip(scene: &Scene<'_>) -> Strip {
    let operates = matches!(scene.view.round.kind, RoundKind::Operating | RoundKind::Special);
    let order =
        if operates && !scene.view.operating_order.is_empty() { companies(scene) } else { players(scene) };
    let steps = scene.view.steps.iter().map(|step| (step.name.render(scene.names), step.progress));
    let mut steps: Vec<_> = steps.collect();
    // What is still to be done when the last step is over, as in the middle of a merger, is a step of its own.
    let asks = matches!(scene.view.turn, Turn::Seat(_));
    if asks && !steps.is_empty() && steps.iter().all(|(_, progress)| *progress != Progress::Now) {
        steps.push((capital(&scene.say(&scene.view.question)), Progress::Now));
    }
    Strip { order, steps, has: has(scene) }
}

/// The companies in the order of operation. Whoever acts is among them, be it a company that has just left the chart.
fn companies(scene: &Scene<'_>) -> Vec<Chip> {
    let acting = scene.view.operating;
    let chip = |company: CompanyName, progress| {
        let price = scene.company(company).and_then(|company| company.price);
        let notes = price.map(|price| scene.money(price)).into_iter().collect();
        Chip { who: Who::Company(company), name: company.to_string(), notes, progress }
    };
    let mut chips: Vec<Chip> = Vec::new();
    for place in &scene.view.operating_order {
        let progress = match (acting, place.progress) {
            (Some(acting), _) if acting == place.company => Progress::Now,
            (Some(_), Progress::Now) => Progress::ToCome,
            (_, progress) => progress,
        };
        chips.push(chip(place.company, progress));
    }
    if let Some(acting) = acting.filter(|_| chips.iter().all(|chip| chip.progress != Progress::Now)) {
        let done = chips.iter().take_while(|chip| chip.progress == Progress::Done).count();
        chips.insert(done, chip(acting, Progress::Now));
    }
    chips
}

/// The players, whoever acts first; nobody is done, since the turn goes round.
fn players(scene: &Scene<'_>) -> Vec<Chip> {
    let asked: &[SeatId] = match &scene.view.turn {
        Turn::Seat(seat) => std::slice::from_ref(seat),
        Turn::Sealed(seats) => seats,
        Turn::Chance(_) | Turn::Over(_) => &[],
    };
    let chip = |seat: SeatId| {
        let player = scene.view.players.get(seat.index())?;
        let progress = match asked.contains(&seat) {
            true => Progress::Now,
            false => Progress::ToCome,
        };
        let priority = player.priority.then(|| "priority".to_owned());
        let passed = player.passed.then(|| "passed".to_owned());
        let notes = priority.into_iter().chain(passed).collect();
        (!player.out).then(|| Chip { who: Who::Seat(seat), name: player.name.clone(), notes, progress })
    };
    let order = &scene.view.order;
    let besides = asked.iter().filter(|seat| !order.contains(seat));
    besides.chain(order).filter_map(|seat| chip(*seat)).collect()
}

fn has(scene: &Scene<'_>) -> Vec<String> {
    let player = scene.seat().and_then(|seat| scene.view.players.get(seat.index()));
    let Some(company) = scene.view.operating.and_then(|company| scene.company(company)) else {
        return player.map(|player| purse(scene, player)).unwrap_or_default();
    };
    let trains: Vec<_> = company.trains.iter().map(ToString::to_string).collect();
    let trains =
        if trains.is_empty() { "no train".to_owned() } else { format!("trains {}", trains.join(", ")) };
    let treasury = format!("treasury {}", scene.money(company.cash));
    let cash = player.map(|player| format!("{} has {}", player.name, scene.money(player.cash)));
    [treasury, trains].into_iter().chain(cash).collect()
}

fn purse(scene: &Scene<'_>, player: &PlayerView) -> Vec<String> {
    vec![
        format!("cash {}", scene.money(player.cash)),
        format!("{}/{} certificates", player.certificates, player.certificate_limit),
    ]
}
