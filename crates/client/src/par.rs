//! Companies that may be started: where their markers would stand, and what they would have.

use crate::scene::Scene;
use crate::words::any_of;
use ferrata_engine::action::Action;
use ferrata_engine::chart::Field;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::turn::{Entry, Title};
use ferrata_engine::view::{CompanyView, View};

/// A company started at a price.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// Which.
    pub company: CompanyName,
    /// At which price.
    pub price: Money,
    /// Where its marker would stand.
    pub field: Option<Field>,
    /// What its treasury would have when it operates.
    pub treasury: Money,
    /// How much more of it has to be sold before it operates, in percent.
    pub to_sell: u8,
    /// The trains for sale that it could pay with that, each with how many of it.
    pub trains: Vec<(TrainName, i32)>,
    /// What the player would have left.
    pub cash: Money,
}

/// Every price at which a company is offered to be started.
pub fn starts(scene: &Scene<'_>, offer: &Offer) -> Vec<Start> {
    let Offer::Start { company, starts } = offer else { return Vec::new() };
    starts.iter().filter_map(|(price, percents)| start(scene, *company, *price, *percents.first()?)).collect()
}

fn start(scene: &Scene<'_>, company: CompanyName, price: Money, percent: u8) -> Option<Start> {
    let seat = scene.seat()?;
    let mut next = scene.game.clone();
    next.apply(&Entry::seat(seat, Action::Start { company, price, percent })).ok()?;
    let then = next.view();
    let started = then.companies.iter().find(|view| view.name == company)?;
    let (to_sell, treasury) = match scene.game.float(company, price) {
        Some((percent, capital)) => {
            let sold = 100_u8.saturating_sub(started.offering).saturating_sub(started.reserved);
            (percent.saturating_sub(sold), capital)
        }
        None => (0, started.cash),
    };
    let affords = then.depot.iter().filter(|train| train.for_sale && train.price > Money::ZERO);
    let trains = affords.map(|train| (train.train, treasury.0 / train.price.0));
    Some(Start {
        company,
        price,
        field: started.field.or_else(|| lone_field(scene, price)),
        treasury,
        to_sell,
        trains: trains.filter(|(_, many)| *many > 0).collect(),
        cash: then.players.get(seat.index()).map(|player| player.cash).unwrap_or_default(),
    })
}

/// What a start costs the player, or the company that acts.
pub fn cost(scene: &Scene<'_>, start: &Action) -> Option<Money> {
    let seat = scene.seat()?;
    let mut next = scene.game.clone();
    next.apply(&Entry::seat(seat, start.clone())).ok()?;
    let cash = |view: &View| {
        let player = view.players.get(seat.index()).map(|player| player.cash);
        let acts = |company: &&CompanyView| Some(company.name) == scene.view.operating;
        let company = view.companies.iter().find(acts).map(|company| company.cash);
        player.unwrap_or_default() + company.unwrap_or_default()
    };
    Some(cash(scene.view) - cash(&next.view())).filter(|cost| *cost > Money::ZERO)
}

/// The field of a price, where there is one of that price only.
fn lone_field(scene: &Scene<'_>, price: Money) -> Option<Field> {
    let grid = &scene.names.parts().grid;
    let mut fields = grid.fields().filter(|field| grid.price(*field) == price);
    let field = fields.next()?;
    fields.next().is_none().then_some(field)
}

/// What is to be known of a start, a line each.
pub fn words(start: &Start) -> Vec<Text> {
    let (treasury, cash) = (start.treasury, start.cash);
    let mut says = vec![match start.to_sell {
        0 => say!("treasury {treasury}; it operates in the next operating round", treasury),
        more => say!("treasury {treasury} once {more}% more is sold", treasury, more),
    }];
    let trains = start.trains.iter().map(|(train, n)| {
        let (train, n) = (*train, *n);
        Arg::from(say!("{n} × {train}-train", n, train))
    });
    let trains: Vec<Arg> = trains.collect();
    says.push(match trains.is_empty() {
        true => say!("that pays no train of the bank"),
        // One kind or the other, not all of them.
        false => say!("that pays {trains} of the bank", trains = any_of(trains)),
    });
    says.push(say!("you keep {cash}", cash));
    says
}
