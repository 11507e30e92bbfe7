//! Facts for people: what an accepted entry did, one line each.

use crate::id::{CompanyId, HexId, SeatId};
use crate::money::{Account, Money};
use crate::name::{CardName, PhaseName, TileName, TrainName};
use crate::shares::Holder;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The events of one entry, in order.
pub type Events = Vec<Event>;

/// One fact. Every movement of money is among them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Money moved.
    Paid {
        /// Who paid.
        from: Account,
        /// Who received.
        to: Account,
        /// How much.
        amount: Money,
        /// What for.
        why: Cow<'static, str>,
    },
    /// Shares of a company changed hands.
    Shares {
        /// Whose shares.
        company: CompanyId,
        /// How much of the company.
        percent: u8,
        /// Who had them.
        from: Holder,
        /// Who has them now.
        to: Holder,
    },
    /// A company has a new director (or none).
    Director {
        /// The company.
        company: CompanyId,
        /// The new director; the pool if nobody.
        director: Holder,
    },
    /// A price marker moved.
    Price {
        /// Whose marker.
        company: CompanyId,
        /// The old price, if it had one.
        from: Option<Money>,
        /// The new price; none if the marker left the chart.
        to: Option<Money>,
    },
    /// A tile was laid.
    Tile {
        /// By which company, if by one.
        company: Option<CompanyId>,
        /// Where.
        hex: HexId,
        /// Which tile.
        tile: TileName,
        /// Turned by how many sides clockwise.
        rotation: u8,
    },
    /// A token was placed or taken away.
    Token {
        /// Whose.
        company: CompanyId,
        /// Where.
        hex: HexId,
        /// Placed, or else removed.
        placed: bool,
    },
    /// A company's trains ran.
    Run {
        /// The company.
        company: CompanyId,
        /// What they earned.
        revenue: Money,
    },
    /// A train changed hands.
    Train {
        /// The train.
        train: TrainName,
        /// From a company, or from the bank.
        from: Option<CompanyId>,
        /// To a company, or back to the bank or out of the game.
        to: Option<CompanyId>,
    },
    /// Trains of this kind left the game.
    Rusted {
        /// The kind.
        train: TrainName,
    },
    /// A card changed hands.
    Card {
        /// The card.
        card: CardName,
        /// To a player, a company, the pool, or out of the game.
        to: Holder,
    },
    /// A new phase began.
    Phase {
        /// Which.
        phase: PhaseName,
    },
    /// A new round began.
    Round {
        /// Its name, as players say it: `Stock round 3`.
        round: String,
    },
    /// A player did something that moves nothing: passed, agreed, chose.
    Said {
        /// Who.
        seat: SeatId,
        /// What, as the rest of a sentence that begins with the name: `passes`.
        what: Cow<'static, str>,
    },
    /// Anything else worth a line.
    Note {
        /// A whole sentence.
        text: Cow<'static, str>,
    },
}

/// Tells what ids are called, for sentences.
pub trait Names {
    /// A player's name.
    fn seat(&self, seat: SeatId) -> Cow<'_, str>;
    /// A company's short name.
    fn company(&self, company: CompanyId) -> Cow<'_, str>;
    /// A hex with its place name, for example `Milano (F8)`.
    fn hex(&self, hex: HexId) -> Cow<'_, str>;
    /// An amount with the currency sign.
    fn money(&self, amount: Money) -> String;
}

impl Event {
    /// The event as a plain sentence with all sums.
    pub fn sentence(&self, names: &dyn Names) -> String {
        match self {
            Event::Paid { from, to, amount, why } => {
                let payer = if *from == Account::Bank { "The bank".into() } else { account(names, *from) };
                format!("{payer} pays {} to {}: {why}.", names.money(*amount), account(names, *to))
            }
            Event::Shares { company, percent, from, to } => {
                let company = names.company(*company);
                format!(
                    "{percent}% of {company} goes from {} to {}.",
                    holder(names, *from),
                    holder(names, *to)
                )
            }
            Event::Director { company, director: Holder::Pool } => {
                format!("{} has no director.", names.company(*company))
            }
            Event::Director { company, director } => {
                format!("{} is now director of {}.", holder(names, *director), names.company(*company))
            }
            Event::Price { company, from, to } => price_sentence(names, *company, *from, *to),
            Event::Tile { company, hex, tile, rotation } => {
                let who = company.map_or("A private".into(), |company| names.company(company));
                format!("{who} lays tile {tile} on {}, turned {rotation}.", names.hex(*hex))
            }
            Event::Token { company, hex, placed: true } => {
                format!("{} places a token in {}.", names.company(*company), names.hex(*hex))
            }
            Event::Token { company, hex, placed: false } => {
                format!("The token of {} in {} is removed.", names.company(*company), names.hex(*hex))
            }
            Event::Run { company, revenue } => {
                format!("{} runs for {}.", names.company(*company), names.money(*revenue))
            }
            Event::Train { train, from, to } => {
                let of = |side: &Option<CompanyId>| {
                    side.map_or("the bank".into(), |company| names.company(company))
                };
                format!("A {train}-train goes from {} to {}.", of(from), of(to))
            }
            Event::Rusted { train } => format!("All {train}-trains leave the game."),
            Event::Card { card, to } => format!("{card} goes to {}.", holder(names, *to)),
            Event::Phase { phase } => format!("Phase {phase} begins."),
            Event::Round { round } => format!("{round} begins."),
            Event::Said { seat, what } => format!("{} {what}.", names.seat(*seat)),
            Event::Note { text } => text.clone().into_owned(),
        }
    }
}

fn price_sentence(names: &dyn Names, company: CompanyId, from: Option<Money>, to: Option<Money>) -> String {
    let company = names.company(company);
    match (from, to) {
        (Some(from), Some(to)) => {
            format!("{company}'s price moves from {} to {}.", names.money(from), names.money(to))
        }
        (None, Some(to)) => format!("{company}'s price is set at {}.", names.money(to)),
        (_, None) => format!("{company}'s marker leaves the chart."),
    }
}

fn account<'a>(names: &'a dyn Names, account: Account) -> Cow<'a, str> {
    match account {
        Account::Bank => "the bank".into(),
        Account::Seat(seat) => names.seat(seat),
        Account::Company(company) => names.company(company),
    }
}

fn holder<'a>(names: &'a dyn Names, holder: Holder) -> Cow<'a, str> {
    match holder {
        Holder::Seat(seat) => names.seat(seat),
        Holder::Company(company) => names.company(company),
        Holder::Offering => "the initial offering".into(),
        Holder::Pool => "the pool".into(),
        Holder::Reserved => "the reserve".into(),
        Holder::Out => "the box".into(),
    }
}
