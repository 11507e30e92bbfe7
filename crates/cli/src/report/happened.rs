//! What an entry did, as data in which everything has its name.

use ferrata_engine::event::{Event, Roster};
use ferrata_engine::money::Account;
use ferrata_engine::shares::Holder;
use ferrata_engine::{CompanyId, Money};
use serde::Serialize;
use utoipa::ToSchema;

/// One fact: an [`Event`] with names instead of the numbers that a running game uses.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Happened {
    /// Money moved between the `bank`, players, companies and cards.
    Paid { from: String, to: String, amount: Money, why: String },
    /// Shares changed hands: of players and companies, `offering`, `pool`, `reserve`, `out`.
    Shares { company: String, percent: u8, from: String, to: String },
    /// A company has a new director; the `pool` if nobody.
    Director { company: String, director: String },
    /// A price marker moved; without `to` it left the chart.
    Price { company: String, from: Option<Money>, to: Option<Money> },
    /// A tile was laid.
    Tile { company: Option<String>, hex: String, tile: String, rotation: u8 },
    /// A token was placed, or else removed.
    Token { company: String, hex: String, placed: bool },
    /// A company's trains ran.
    Run { company: String, revenue: Money },
    /// A train changed hands; without a company it is the bank's.
    Train { train: String, from: Option<String>, to: Option<String> },
    /// Trains of this kind left the game.
    Rusted { train: String },
    /// A card changed hands.
    Card { card: String, to: String },
    /// A new phase began.
    Phase { phase: String },
    /// A new round began.
    Round { round: String },
    /// A player did something that moves nothing.
    Said { seat: String, what: String },
    /// Anything else worth a line.
    Note { text: String },
}

impl Happened {
    pub(crate) fn of(event: &Event, roster: &dyn Roster) -> Happened {
        let name = |company: &CompanyId| roster.company(*company).to_string();
        match event {
            Event::Paid { from, to, amount, why } => Happened::Paid {
                from: account(*from, roster),
                to: account(*to, roster),
                amount: *amount,
                why: why.render(roster),
            },
            Event::Shares { company, percent, from, to } => Happened::Shares {
                company: name(company),
                percent: *percent,
                from: holder(*from, roster),
                to: holder(*to, roster),
            },
            Event::Director { company, director } => {
                Happened::Director { company: name(company), director: holder(*director, roster) }
            }
            Event::Price { company, from, to } => {
                Happened::Price { company: name(company), from: *from, to: *to }
            }
            Event::Tile { company, hex, tile, rotation } => Happened::Tile {
                company: company.as_ref().map(name),
                hex: roster.hex_name(*hex).to_string(),
                tile: tile.to_string(),
                rotation: *rotation,
            },
            Event::Token { company, hex, placed } => {
                let hex = roster.hex_name(*hex).to_string();
                Happened::Token { company: name(company), hex, placed: *placed }
            }
            Event::Run { company, revenue } => Happened::Run { company: name(company), revenue: *revenue },
            Event::Train { train, from, to } => Happened::Train {
                train: train.to_string(),
                from: from.as_ref().map(name),
                to: to.as_ref().map(name),
            },
            Event::Rusted { train } => Happened::Rusted { train: train.to_string() },
            Event::Card { card, to } => Happened::Card { card: card.to_string(), to: holder(*to, roster) },
            Event::Phase { phase } => Happened::Phase { phase: phase.to_string() },
            Event::Round { round } => Happened::Round { round: round.render(roster) },
            Event::Said { seat, what } => {
                Happened::Said { seat: roster.seat(*seat).into_owned(), what: what.render(roster) }
            }
            Event::Note { text } => Happened::Note { text: text.render(roster) },
        }
    }
}

fn account(account: Account, roster: &dyn Roster) -> String {
    match account {
        Account::Bank => "bank".to_owned(),
        Account::Seat(seat) => roster.seat(seat).into_owned(),
        Account::Company(company) => roster.company(company).to_string(),
        Account::Card(card) => roster.card(card).to_string(),
    }
}

fn holder(holder: Holder, roster: &dyn Roster) -> String {
    match holder {
        Holder::Seat(seat) => roster.seat(seat).into_owned(),
        Holder::Company(company) => roster.company(company).to_string(),
        Holder::Offering => "offering".to_owned(),
        Holder::Pool => "pool".to_owned(),
        Holder::Reserved => "reserve".to_owned(),
        Holder::Out => "out".to_owned(),
    }
}
