//! Facts for people: what an accepted entry did, one line each.

use crate::id::{CardId, CompanyId, HexId, SeatId};
use crate::money::{Account, Money};
use crate::name::{CardName, CompanyName, HexName, PhaseName, TileName, TrainName};
use crate::say;
use crate::shares::Holder;
use crate::text::{Arg, Names, Text};
use serde::{Deserialize, Serialize};

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
        why: Text,
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
        round: Text,
    },
    /// A player did something that moves nothing: passed, agreed, chose.
    Said {
        /// Who.
        seat: SeatId,
        /// What, as the rest of a sentence that begins with the name: `passes`.
        what: Text,
    },
    /// Anything else worth a line.
    Note {
        /// A whole sentence.
        text: Text,
    },
}

/// Tells what the ids of a table are called, for sentences.
pub trait Roster: Names {
    /// A company's name.
    fn company(&self, company: CompanyId) -> CompanyName;

    /// A hex's name.
    fn hex_name(&self, hex: HexId) -> HexName;

    /// A card's name; titles on whose cards money lies tell it.
    fn card(&self, _card: CardId) -> CardName {
        CardName::default()
    }
}

impl Event {
    /// The event in words, with all sums.
    pub fn sentence(&self, roster: &dyn Roster) -> String {
        self.text(roster).render(roster)
    }

    /// The event as a sentence with all sums.
    pub fn text(&self, roster: &dyn Roster) -> Text {
        let name = |company: CompanyId| roster.company(company);
        match self {
            Event::Paid { from: Account::Bank, to, amount, why } => {
                let (to, why) = (account(roster, *to), why.clone());
                say!("The bank pays {amount} to {to}: {why}.", amount = *amount, to, why)
            }
            Event::Paid { from, to, amount, why } => {
                let (from, to, why) = (account(roster, *from), account(roster, *to), why.clone());
                say!("{from} pays {amount} to {to}: {why}.", from, amount = *amount, to, why)
            }
            Event::Shares { company, percent, from, to } => {
                let (company, from, to) = (name(*company), holder(roster, *from), holder(roster, *to));
                say!(
                    "{percent}% of {company} goes from {from} to {to}.",
                    percent = *percent,
                    company,
                    from,
                    to
                )
            }
            Event::Director { company, director: Holder::Pool } => {
                say!("{company} has no director.", company = name(*company))
            }
            Event::Director { company, director } => {
                let (company, director) = (name(*company), holder(roster, *director));
                say!("{director} is now director of {company}.", director, company)
            }
            Event::Price { company, from, to } => price(name(*company), *from, *to),
            Event::Tile { company, hex, tile, rotation } => {
                let (hex, tile, rotation) = (roster.hex_name(*hex), *tile, *rotation);
                match company {
                    Some(company) => {
                        let company = name(*company);
                        say!(
                            "{company} lays tile {tile} on {hex}, turned {rotation}.",
                            company,
                            tile,
                            hex,
                            rotation
                        )
                    }
                    None => say!("Tile {tile} is laid on {hex}, turned {rotation}.", tile, hex, rotation),
                }
            }
            Event::Token { company, hex, placed: true } => {
                let (company, hex) = (name(*company), roster.hex_name(*hex));
                say!("{company} places a token in {hex}.", company, hex)
            }
            Event::Token { company, hex, placed: false } => {
                let (company, hex) = (name(*company), roster.hex_name(*hex));
                say!("The token of {company} in {hex} is removed.", company, hex)
            }
            Event::Run { company, revenue } => {
                say!("{company} runs for {revenue}.", company = name(*company), revenue = *revenue)
            }
            Event::Train { train, from, to } => {
                let of =
                    |side: &Option<CompanyId>| side.map_or(Arg::from(say!("the bank")), |id| name(id).into());
                say!(
                    "A {train}-train goes from {from} to {to}.",
                    train = *train,
                    from = of(from),
                    to = of(to)
                )
            }
            Event::Rusted { train } => say!("All {train}-trains leave the game.", train = *train),
            Event::Card { card, to } => {
                say!("{card} goes to {to}.", card = *card, to = holder(roster, *to))
            }
            Event::Phase { phase } => say!("Phase {phase} begins.", phase = *phase),
            Event::Round { round } => say!("{round} begins.", round = round.clone()),
            Event::Said { seat, what } => say!("{seat} {what}.", seat = *seat, what = what.clone()),
            Event::Note { text } => text.clone(),
        }
    }
}

fn price(company: CompanyName, from: Option<Money>, to: Option<Money>) -> Text {
    match (from, to) {
        (Some(from), Some(to)) => {
            say!("{company}'s price moves from {from} to {to}.", company, from, to)
        }
        (None, Some(to)) => say!("{company}'s price is set at {to}.", company, to),
        (_, None) => say!("{company}'s marker leaves the chart.", company),
    }
}

fn account(roster: &dyn Roster, account: Account) -> Arg {
    match account {
        Account::Bank => say!("the bank").into(),
        Account::Seat(seat) => seat.into(),
        Account::Company(company) => roster.company(company).into(),
        Account::Card(card) => say!("the card {card}", card = roster.card(card)).into(),
    }
}

fn holder(roster: &dyn Roster, holder: Holder) -> Arg {
    match holder {
        Holder::Seat(seat) => seat.into(),
        Holder::Company(company) => roster.company(company).into(),
        Holder::Offering => say!("the initial offering").into(),
        Holder::Pool => say!("the pool").into(),
        Holder::Reserved => say!("the reserve").into(),
        Holder::Out => say!("the box").into(),
    }
}
