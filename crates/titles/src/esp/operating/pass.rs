//! §5.2 Mountain passes: built by majors from phase 3 on, once per turn.

use crate::esp::privates::{self, FOURTH};
use crate::esp::{Game, goals};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{Name, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// A way to build a pass: which, and whether with private 4.
#[derive(Clone, Copy)]
pub(in crate::esp) struct Building {
    pass: usize,
    with_private: bool,
}

/// The answer that builds a pass: `D12`, or `P4 D12` with private 4.
fn option(game: &Game, building: Building) -> OptionName {
    let hex = game.fixed.passes.get(building.pass).map(|pass| game.hex_name(pass.hex)).unwrap_or_default();
    let card = game.private(FOURTH).name;
    let text = if building.with_private { format!("{card} {hex}") } else { hex.to_string() };
    OptionName(Name::cut(&text))
}

/// All passes, without and with private 4.
fn all(game: &Game) -> impl Iterator<Item = Building> + use<> {
    let passes = 0..game.fixed.passes.len();
    passes.flat_map(|pass| [false, true].map(|with_private| Building { pass, with_private }))
}

/// All ways in which the company may build a pass now.
pub(in crate::esp) fn buildings(game: &Game, company: CompanyId) -> impl Iterator<Item = Building> + '_ {
    all(game).filter(move |building| check(game, company, *building).is_ok())
}

/// 18ESP-5.2-03; 18ESP-2.2.4-01: with private 4 one pass is free, the others cost less.
fn cost(game: &Game, building: Building) -> Money {
    let Some(pass) = game.fixed.passes.get(building.pass) else { return Money::ZERO };
    match building.with_private {
        true if pass.hex == game.fixed.privates.free_pass => Money::ZERO,
        true => pass.cost - game.fixed.privates.pass_discount,
        false => pass.cost,
    }
}

fn check(game: &Game, company: CompanyId, building: Building) -> Result<Money, Refusal> {
    // 18ESP-D-16: online private 4 builds one more, and a minor may use it, too.
    let extra = building.with_private && game.fixed.switches.private_4_extra_pass;
    require(game.phase().passes, "18ESP-5.2-01", || say!("passes cannot be built in this phase yet"))?;
    require(!game.is_minor(company) || extra, "18ESP-5.2-01", || say!("only majors build passes"))?;
    let pass = game.fixed.passes.get(building.pass);
    let pass = pass.ok_or_else(|| Refusal::plain(say!("there is no such pass")))?;
    let open = game.table.passes.is_open(building.pass);
    require(!open, "18ESP-5.2-04", || say!("this pass is open already"))?;
    // 18ESP-2.2.4-02, 18ESP-G-31: by the book it is that of the turn.
    require(!game.company_turn().pass || extra, "18ESP-5.2-04", || say!("one pass is built in a turn"))?;
    let owns = game.private_owner(FOURTH) == Holder::Company(company);
    require(!building.with_private || owns, "18ESP-2.2.4-01", || say!("private 4 is not the company's"))?;
    let connected = game.reach(company).has_stop(pass.hex, 0);
    require(connected, "18ESP-5.2-02", || say!("the company is not connected to this pass"))?;
    let (cost, cash) = (cost(game, building), game.table.ledger.company(company));
    require(cost <= cash, "18ESP-5.2-03", || say!("it costs {cost}, and only {cash} is there", cost, cash))?;
    Ok(cost)
}

pub(super) fn offer(game: &Game, company: CompanyId) -> Option<Offer> {
    let means = |building: Building| {
        let cost = cost(game, building);
        let pass =
            game.fixed.passes.get(building.pass).map(|pass| game.hex_name(pass.hex)).unwrap_or_default();
        match building.with_private {
            true => say!("build {pass} with private 4 for {cost}", pass, cost),
            false => say!("build {pass} for {cost}", pass, cost),
        }
    };
    let options: Vec<_> =
        buildings(game, company).map(|building| (option(game, building), means(building))).collect();
    (!options.is_empty()).then(|| Offer::Choose { about: say!("build a mountain pass"), options })
}

/// 18ESP-5.2-04: no tile action.
pub(super) fn build(game: &mut Game, company: CompanyId, chosen: OptionName, events: &mut Events) -> Play {
    let building = all(game).find(|building| option(game, *building) == chosen);
    let building =
        building.ok_or_else(|| Refusal::plain(say!("{option} is no pass to build", option = chosen)))?;
    let cost = check(game, company, building)?;
    let hex = game.fixed.passes.get(building.pass).map(|pass| game.hex_name(pass.hex)).unwrap_or_default();
    let why = say!("pass {hex}", hex);
    game.table.ledger.pay(Account::Company(company), Account::Bank, cost, why, events)?;
    game.table.passes.open(building.pass);
    let name = game.name(company);
    events.push(Event::Note { text: say!("{company} builds the pass {hex}.", company = name, hex) });
    if building.with_private {
        // 18ESP-2.2.4-02: private 4 closes.
        privates::close(game, FOURTH, events);
    }
    if !(building.with_private && game.fixed.switches.private_4_extra_pass) {
        game.note_in_turn(|turn| turn.pass = true);
    }
    goals::review_destination(game, company, events)
}
