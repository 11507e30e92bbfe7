//! What a decision would do, before it is made.

use ferrata_engine::action::Action;
use ferrata_engine::chart::Field;
use ferrata_engine::event::Events;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::turn::{Author, Entry, Title};
use ferrata_engine::view::{CompanyView, View};
use ferrata_titles::Game;

/// A price that would change; none = no marker on the chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PriceChange {
    /// Whose.
    pub company: CompanyName,
    /// Now.
    pub from: Option<Money>,
    /// Then.
    pub to: Option<Money>,
}

/// What an entry would do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Preview {
    /// Markers that would move, each with its new field: ghosts on the chart.
    pub ghosts: Vec<(CompanyName, Field)>,
    /// Prices that would change.
    pub prices: Vec<PriceChange>,
    /// By how much the players' money would change.
    pub players: Vec<(SeatId, Money)>,
    /// By how much the companies' money would change.
    pub companies: Vec<(CompanyName, Money)>,
    /// By how much each player's worth would change.
    pub worth: Vec<(SeatId, Money)>,
    /// What would happen, fact by fact.
    pub events: Events,
}

impl Preview {
    /// By how much a player's worth would change.
    pub fn worth_of(&self, seat: SeatId) -> Money {
        self.worth.iter().find(|(of, _)| *of == seat).map(|(_, change)| *change).unwrap_or_default()
    }
}

/// What an entry would do; none if it is refused.
pub fn after(game: &Game, entry: &Entry) -> Option<Preview> {
    let mut next = game.clone();
    let events = next.apply(entry).ok()?;
    let (before, then) = (game.view(), next.view());
    let mut preview = compared(&before, &then);
    preview.events = events;
    if let Action::Sell { company, .. } = entry.action {
        later_move(&mut preview, &before, next, entry.by, company);
    }
    Some(preview)
}

fn compared(before: &View, then: &View) -> Preview {
    let mut preview = Preview::default();
    for (old, new) in before.companies.iter().zip(&then.companies) {
        moved(&mut preview, old, new);
        let change = new.cash - old.cash;
        preview.companies.extend((change != Money::ZERO).then_some((new.name, change)));
    }
    for ((old, new), seat) in before.players.iter().zip(&then.players).zip((0..).map(SeatId)) {
        let (cash, worth) = (new.cash - old.cash, new.worth - old.worth);
        preview.players.extend((cash != Money::ZERO).then_some((seat, cash)));
        preview.worth.extend((worth != Money::ZERO).then_some((seat, worth)));
    }
    preview
}

fn moved(preview: &mut Preview, old: &CompanyView, new: &CompanyView) {
    if let Some(field) = new.field.filter(|_| new.field != old.field) {
        preview.ghosts.push((new.name, field));
    }
    if new.price != old.price {
        preview.prices.push(PriceChange { company: new.name, from: old.price, to: new.price });
    }
}

/// Where a marker moves only at the end of the turn in which shares were sold, passing shows where to.
fn later_move(preview: &mut Preview, before: &View, mut next: Game, by: Author, company: CompanyName) {
    let there = preview.ghosts.iter().any(|(moved, _)| *moved == company);
    if there || next.apply(&Entry { by, action: Action::Pass }).is_err() {
        return;
    }
    let then = next.view();
    let find = |view: &View| view.companies.iter().find(|view| view.name == company).cloned();
    if let (Some(old), Some(new)) = (find(before), find(&then)) {
        moved(preview, &old, &new);
    }
}
