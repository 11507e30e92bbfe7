//! Chapters 4.7.4 and 4.7.5: the new price, and everything both own.

use super::exchange::{Exchange, Pass};
use super::{Merger, Merging, Tuscan};
use crate::t1841::Game;
use crate::t1841::operating::discard;
use ferrata_engine::action::Action;
use ferrata_engine::chart::Field;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::name::{Name, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// Sets the price and moves everything; then shares are exchanged.
pub(in crate::t1841::operating) fn unite(
    game: &mut Game,
    (a, b, into): (CompanyId, CompanyId, CompanyId),
    decider: SeatId,
    tuscan: Option<Tuscan>,
    events: &mut Events,
) -> Play {
    let merger = Merger { a, b, into, decider, tuscan };
    match fields(game, a, b) {
        (low, Some(high)) => Merging::Price(ChoosePrice { merger, low, high }).push(game),
        (field, None) => pass_on(game, merger, field, events),
    }
}

/// 1841-4.7.4-04, 1841-4.7.4-04-v2, 1841-4.7.5-06: the new field, or two to choose from, the cheaper one first.
fn fields(game: &Game, a: CompanyId, b: CompanyId) -> (Field, Option<Field>) {
    let field = |company| game.table.chart.field(company).unwrap_or(Field { row: 0, col: 0 });
    game.merged_fields(game.charter(a).minor, field(a), field(b))
}

impl Game {
    /// The same of two majors, or of two minors, on these fields.
    pub(in crate::t1841) fn merged_fields(&self, minors: bool, a: Field, b: Field) -> (Field, Option<Field>) {
        let grid = &self.fixed.parts.grid;
        let (price_a, price_b, kept) = (grid.price(a), grid.price(b), self.fixed.figures.merged_below);
        let sum = price_a + price_b;
        let below = |doubled: i32| self.rightmost_below(doubled).unwrap_or(a);
        if minors {
            return (below(sum.0), None);
        }
        match (price_a > kept, price_b > kept) {
            (true, true) if price_a < price_b => (a, Some(b)),
            (true, true) if price_b < price_a => (b, Some(a)),
            (true, _) => (a, None),
            (false, true) => (b, None),
            (false, false) => (below(2 * sum.0.min(kept.0)), None),
        }
    }
}

/// 1841-4.7.4-02: everything goes to the new company.
fn pass_on(game: &mut Game, merger: Merger, field: Field, events: &mut Events) -> Play {
    let Merger { a, b, into, decider, .. } = merger;
    game.arise(into, events);
    game.move_marker(into, field, events);
    let order = game.shareholder_order(decider, &[a, b, into]);
    let holders = order.into_iter().filter(|holder| merger.old_percent(game, *holder) > 0).collect();
    for company in [a, b] {
        game.start_dissolving(company);
    }
    game.pass_on(a, into, &[a, b], events)?;
    game.pass_on(b, into, &[a, b], events)?;
    let pass = match (game.charter(a).minor, game.fixed.rules.mergers.two_passes) {
        (false, true) => Pass::Pairs,
        _ => Pass::Whole,
    };
    let exchange = Exchange { merger, pass, holders, next: 0, handed: 0 };
    match game.trains_over(into) {
        0 => exchange.go_on(game, events),
        _ => Merging::Trains(ReturnTrains { exchange }).push(game),
    }
}

/// Both prices were above the limit: one is chosen (G-35).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChoosePrice {
    merger: Merger,
    low: Field,
    high: Field,
}

impl ChoosePrice {
    fn option(game: &Game, field: Field) -> (OptionName, Text) {
        let price = game.fixed.parts.grid.price(field);
        (OptionName(Name::from(price.0.unsigned_abs())), say!("the field of {price}", price))
    }

    /// Copies of the game in which each of the two was chosen.
    pub(super) fn both(self, game: &Game) -> Result<[Game; 2], Refusal> {
        let chosen = |field| -> Result<Game, Refusal> {
            let mut trial = game.clone();
            trial.table.pending.pop();
            pass_on(&mut trial, self.merger, field, &mut Events::new())?;
            Ok(trial)
        };
        Ok([chosen(self.low)?, chosen(self.high)?])
    }
}

impl Decision<Game> for ChoosePrice {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.merger.decider)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::StartPrice
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let about = say!("the price of {company}", company = game.name(self.merger.into));
        let options = [self.low, self.high].map(|field| ChoosePrice::option(game, field)).to_vec();
        vec![Offer::Choose { about, options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Choose { option } = action else {
            return Err(Refusal::out_of_place(say!("choose the price of the new company")));
        };
        let chosen = [self.low, self.high].into_iter();
        let chosen = chosen.into_iter().find(|field| ChoosePrice::option(game, *field).0 == *option);
        let field =
            chosen.ok_or_else(|| Refusal::rule("1841-4.7.4-04", say!("choose one of the two old prices")))?;
        game.table.pending.pop();
        pass_on(game, self.merger, field, events)
    }
}

/// 1841-4.7.4-10: the new company returns trains above its limit at once; then shares are exchanged.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReturnTrains {
    pub(super) exchange: Exchange,
}

impl Decision<Game> for ReturnTrains {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.exchange.merger.decider)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Discard
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        discard::offers(game, self.exchange.merger.into)
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let into = self.exchange.merger.into;
        discard::discard(game, into, action, events)?;
        if game.trains_over(into) > 0 {
            return Ok(());
        }
        game.table.pending.pop();
        self.exchange.clone().go_on(game, events)
    }
}
