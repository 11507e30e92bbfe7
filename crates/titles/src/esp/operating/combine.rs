//! §5.2.1 Combined trains: a train the company owns and a rusted one of the other gauge.

use super::{meanwhile, trains};
use crate::esp::Game;
use crate::esp::table::Train;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{Name, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company may combine trains: a step of its own only online (18ESP-D-28); by the book it is done while trains are bought
/// (18ESP-5.2.1-01).
pub(super) struct Combine;

impl Decision<Game> for Combine {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Combine
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let own = |company| offer(game, company).into_iter().collect();
        meanwhile::offers(game, own, Some(say!("combine no more trains")))
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        meanwhile::answer(game, by, action, events, |game, company, events| match *action {
            Action::Choose { option } => combine(game, company, option, events),
            Action::Pass => game.end_step(),
            _ => Err(meanwhile::not_now(say!("now trains may be combined"))),
        })
    }
}

/// A way to combine: which train of the company, with which side of which card.
#[derive(Clone, Copy)]
struct Way {
    main: usize,
    kind: TrainKind,
    narrow: bool,
}

fn ways(game: &Game, company: CompanyId) -> impl Iterator<Item = Way> + use<> {
    let mains = 0..game.company(company).trains.len();
    let kinds = (0..game.table.recyclable.len() as u8).map(TrainKind);
    mains.flat_map(move |main| {
        kinds.clone().flat_map(move |kind| [false, true].map(|narrow| Way { main, kind, narrow }))
    })
}

/// The answer that combines so: `5 & 1+2`.
fn option(game: &Game, company: CompanyId, way: Way) -> Option<OptionName> {
    let main = game.company(company).trains.get(way.main)?;
    let recycled = Train::plain(way.kind, way.narrow);
    let text = format!("{} & {}", game.train_name(main), game.train_name(&recycled));
    Name::new(&text).ok().map(OptionName)
}

/// 18ESP-5.2.1-03.
fn cost(game: &Game, kind: TrainKind) -> Money {
    let price = game.fixed.parts.train_spec(kind).map(|spec| spec.price).unwrap_or_default();
    price * game.fixed.figures.recycling
}

/// 18ESP-5.2.1-05: a company at its train limit may combine, too, and have several combined trains.
fn check(game: &Game, company: CompanyId, way: Way) -> Result<Money, Refusal> {
    let checked = game.fixed.switches.combine_checked;
    require(!game.is_minor(company), "18ESP-5.2.1-01", || say!("only majors combine trains"))?;
    require(game.phase().combining || !checked, "18ESP-5.2.1-01", || {
        say!("trains cannot be combined in this phase yet")
    })?;
    let main = game.company(company).trains.get(way.main);
    let main = *main.ok_or_else(|| Refusal::plain(say!("there is no such train")))?;
    require(!game.is_permanent(&main), "18ESP-2.2.3-06", || {
        say!("the train of private 3 cannot be combined")
    })?;
    require(main.with.is_none(), "18ESP-5.2.1-02", || say!("it is combined already"))?;
    let there = game.table.recyclable.get(way.kind.index()).copied().unwrap_or(0) > 0;
    require(there, "18ESP-5.2.1-03", || say!("no such train has rusted (or all are used)"))?;
    // 18ESP-G-28: either side of any rusted card, as long as it is of the other gauge.
    require(main.narrow != way.narrow || !checked, "18ESP-5.2.1-02", || {
        say!("the two trains must be of different gauges")
    })?;
    let (cost, cash) = (cost(game, way.kind), game.table.ledger.company(company));
    require(cost <= cash, "18ESP-5.2.1-10", || {
        say!("it costs {cost}, and only {cash} is there", cost, cash)
    })?;
    let turn = game.company_turn();
    require(!(turn.borrowed || turn.sold) || !checked, "18ESP-5.2.1-10", || {
        say!("trains are not combined in a forced purchase")
    })?;
    if checked {
        check_still_usable(game, company, way)?;
    }
    Ok(cost)
}

/// 18ESP-5.2.1-09: not if the combined train could not run and the company has no other usable train.
fn check_still_usable(game: &Game, company: CompanyId, way: Way) -> Play {
    let owned = &game.company(company).trains;
    let others = owned.iter().enumerate().filter(|(at, _)| *at != way.main);
    let mut others = others.map(|(_, train)| train);
    let plain = |train: &&Train| train.with.is_none();
    if others.clone().filter(plain).any(|train| trains::is_usable(game, company, train))
        || others.any(|train| trains::is_usable(game, company, train))
    {
        return Ok(());
    }
    let Some(main) = owned.get(way.main) else { return Ok(()) };
    let combined = Train { with: Some((way.kind, way.narrow)), ..*main };
    require(trains::is_usable(game, company, &combined), "18ESP-5.2.1-09", || {
        say!("the combined train could not run, and there is no other one")
    })
}

/// Whether there is anything to combine with.
fn may_combine(game: &Game, company: CompanyId) -> bool {
    !game.is_minor(company) && game.table.recyclable.iter().any(|count| *count > 0)
}

pub(super) fn is_possible(game: &Game, company: CompanyId) -> bool {
    may_combine(game, company) && ways(game, company).any(|way| check(game, company, way).is_ok())
}

pub(super) fn offer(game: &Game, company: CompanyId) -> Option<Offer> {
    if !may_combine(game, company) {
        return None;
    }
    let mut options: Vec<(OptionName, Text)> = Vec::new();
    for way in ways(game, company) {
        let (Ok(cost), Some(option)) = (check(game, company, way), option(game, company, way)) else {
            continue;
        };
        if !options.iter().any(|(other, _)| *other == option) {
            options.push((option, say!("{trains} for {cost}", trains = option.0, cost)));
        }
    }
    (!options.is_empty()).then(|| Offer::Choose { about: say!("combine trains"), options })
}

pub(super) fn combine(game: &mut Game, company: CompanyId, chosen: OptionName, events: &mut Events) -> Play {
    let way = ways(game, company).find(|way| option(game, company, *way) == Some(chosen));
    let way = way
        .ok_or_else(|| Refusal::plain(say!("{option} is nothing that could be combined", option = chosen)))?;
    let cost = check(game, company, way)?;
    game.table.ledger.pay(Account::Company(company), Account::Bank, cost, say!("recycled train"), events)?;
    if game.fixed.switches.recycled_cards_are_used_up
        && let Some(count) = game.table.recyclable.get_mut(way.kind.index())
    {
        *count -= 1;
    }
    if let Some(train) = game.company_mut(company).trains.get_mut(way.main) {
        train.with = Some((way.kind, way.narrow));
    }
    if let Some(train) = game.company(company).trains.get(way.main) {
        let (company, train) = (game.name(company), game.train_name(train));
        events.push(Event::Note { text: say!("{company} has a combined train {train}.", company, train) });
    }
    Ok(())
}
