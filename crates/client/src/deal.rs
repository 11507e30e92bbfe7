//! A deal that somebody has proposed: its terms, and what it would do to everybody's money.

use crate::scene::{Scene, a_train, purchase_words};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_engine::view::View;

/// A deal on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Who proposed it.
    pub from: SeatId,
    /// Who is asked.
    pub to: SeatId,
    /// What would be done, as a sentence without its full stop: `Anna buys 10% of AFI from Bruno for L.120`.
    pub terms: String,
    /// Everybody whose money would change, with what they have and what they would have.
    pub money: Vec<(Party, Money, Money)>,
}

/// The deal that whoever is to decide is asked about; `proposal` is who proposed it and what.
pub fn deal(scene: &Scene<'_>, proposal: (Author, &Action)) -> Option<Deal> {
    let ((Author::Seat(from), action), Turn::Seat(to)) = (proposal, &scene.view.turn) else { return None };
    let mut then = scene.game.clone();
    let agreed = then.apply(&Entry::seat(*to, Action::Accept));
    let money = agreed.map(|_| changes(scene.view, &then.view())).unwrap_or_default();
    Some(Deal { from, to: *to, terms: scene.say(&terms(action, from, scene)), money })
}

/// What a deal is about, as a sentence without its full stop. The scene is that of the proposal or of its answer.
pub fn terms(deal: &Action, from: SeatId, scene: &Scene<'_>) -> Text {
    let buyer = || scene.view.operating.map_or(Arg::from(from), Arg::from);
    match deal {
        Action::Buy { buyer, company, percent, from, price } => {
            purchase_words(*buyer, *company, *percent, *from, *price)
        }
        Action::BuyCard { buyer, card, from, price } => {
            let (buyer, card) = (scene.party(*buyer), scene.card(*card));
            let (from, price) = (scene.party(*from), *price);
            say!("{buyer} buys {card} from {from} for {price}", buyer, card, from, price)
        }
        Action::BuyTrain { train, from, price } => {
            let (train, from, price) = (a_train(*train), scene.party(*from), *price);
            say!("{buyer} buys {train} from {from} for {price}", buyer = buyer(), train, from, price)
        }
        Action::BuySlot { from, hex, stop, price } => {
            let (from, stop, price) = (*from, scene.stop(*hex, *stop), *price);
            say!("{buyer} buys the slot of {from} in {stop} for {price}", buyer = buyer(), from, stop, price)
        }
        Action::Merge { with, into } if scene.view.operating == Some(*into) => {
            say!("{into} takes over {with}", into = *into, with = *with)
        }
        Action::Merge { with, into } => {
            say!("{acting} and {with} merge into {into}", acting = buyer(), with = *with, into = *into)
        }
        other => {
            say!("{from} {does}", from, does = crate::words::action_words(other, scene))
        }
    }
}

/// Whose money changes from one table to the other.
pub(crate) fn changes(before: &View, then: &View) -> Vec<(Party, Money, Money)> {
    let companies = before.companies.iter().zip(&then.companies);
    let company = |name: CompanyName| Party::Company(name);
    let companies = companies.map(|(old, new)| (company(old.name), old.cash, new.cash));
    let players = (0..).map(SeatId).zip(before.players.iter().zip(&then.players));
    let players = players.map(|(seat, (old, new))| (Party::Seat(seat), old.cash, new.cash));
    players.chain(companies).filter(|(_, old, new)| old != new).collect()
}
