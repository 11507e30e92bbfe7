//! What can be done: one serialisable vocabulary for all titles.
//!
//! Actions speak in names, so an archived game never depends on the order of a table. A title resolves
//! the names against its data and refuses what it does not know.

use crate::id::SeatId;
use crate::money::Money;
use crate::name::{CardName, CompanyName, HexName, Name, OptionName, TileName, TrainName};
use crate::refusal::Refusal;
use crate::say;
use crate::tile::End;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Somebody who acts, gives or receives, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// A player.
    Seat(SeatId),
    /// A company.
    Company(CompanyName),
    /// What has not been issued yet: a company's own shares, or new trains where returned ones of their kind are in the
    /// bank, too, and it matters.
    Offering,
    /// The bank: its pool of shares, its stock of trains and cards.
    Bank,
}

/// What happens to the earnings of a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Settlement {
    /// All to the shareholders.
    Pay,
    /// Half to the shareholders, half to the treasury.
    Half,
    /// All to the treasury.
    #[serde(alias = "keep")]
    Withhold,
    /// All to whoever leads the company, who loses their part in it (1883's co-operative).
    Loot,
}

/// One piece of track on a route: `F8 s0-3` is the track from stop 0 of hex F8 to its side 3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Leg {
    /// The hex.
    pub hex: HexName,
    /// Where the train enters the piece.
    pub from: End,
    /// Where it leaves it.
    pub to: End,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Side(side) => write!(f, "{side}"),
            End::Stop(stop) => write!(f, "s{stop}"),
            End::Far(line) => write!(f, "f{line}"),
        }
    }
}

impl fmt::Display for Leg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}-{}", self.hex, self.from, self.to)
    }
}

impl FromStr for End {
    type Err = String;
    fn from_str(text: &str) -> Result<End, String> {
        let wrong = || {
            format!(
                "\"{text}\" is no end of track; write a side (0 to 5), a stop (s0, s1 …) or a far line (f0, f1 …)"
            )
        };
        if let Some(line) = text.strip_prefix('f') {
            return line.parse().map(End::Far).map_err(|_| wrong());
        }
        match text.strip_prefix('s') {
            Some(stop) => stop.parse().map(End::Stop).map_err(|_| wrong()),
            None => text.parse().ok().filter(|side| *side < 6).map(End::Side).ok_or_else(wrong),
        }
    }
}

impl FromStr for Leg {
    type Err = String;
    fn from_str(text: &str) -> Result<Leg, String> {
        let wrong = || format!("\"{text}\" is no piece of track; write it like \"F8 s0-3\"");
        let (hex, ends) = text.split_once(' ').ok_or_else(wrong)?;
        let (from, to) = ends.split_once('-').ok_or_else(wrong)?;
        let hex = Name::new(hex).map_err(|long| long.to_string())?;
        Ok(Leg { hex: HexName(hex), from: from.parse()?, to: to.parse()? })
    }
}

impl Serialize for Leg {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Leg {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Leg, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The route of one train (or of trains that run combined).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Route {
    /// The trains that run it, by their place among the company's trains.
    pub trains: Vec<u8>,
    /// Its track from one end to the other.
    pub legs: Vec<Leg>,
    /// Stops on the way that the train passes without halting, where the title allows that choice: by
    /// place in the sequence of stops along the route.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<u8>,
}

/// One decision.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case", tag = "do", remote = "Self")]
pub enum Action {
    /// Do nothing (more) now.
    Pass,
    /// Bid for a card.
    Bid {
        /// What for.
        card: CardName,
        /// How much.
        amount: Money,
    },
    /// Hand in a written sheet of bids, one amount per card in the offer's order.
    Sheet {
        /// The amounts.
        amounts: Vec<Money>,
    },
    /// A sealed decision of which only the fact is known here; its content follows when it is opened.
    Hidden,
    /// Sell shares to the bank pool.
    Sell {
        /// Who sells.
        seller: Party,
        /// Shares of which company.
        company: CompanyName,
        /// How much of the company.
        percent: u8,
    },
    /// Buy shares.
    Buy {
        /// Who buys.
        buyer: Party,
        /// Shares of which company.
        company: CompanyName,
        /// How much of the company.
        percent: u8,
        /// From whom; a player must agree (see [`Action::Propose`]).
        from: Party,
        /// The price of all of it.
        price: Money,
    },
    /// Buy a card that is no certificate (with whatever belongs to it).
    BuyCard {
        /// Who buys.
        buyer: Party,
        /// Which card.
        card: CardName,
        /// From whom.
        from: Party,
        /// For how much.
        price: Money,
    },
    /// Use the power of a card where nothing else has to be said.
    UseCard {
        /// Which card.
        card: CardName,
    },
    /// Start a company.
    Start {
        /// Which.
        company: CompanyName,
        /// At which start price.
        price: Money,
        /// How much of it the starter buys at once.
        percent: u8,
    },
    /// Buy tokens from the bank for a company's charter.
    BuyTokens {
        /// For which company.
        company: CompanyName,
        /// How many; zero is a valid answer where the offer says so.
        count: u8,
    },
    /// Place a token.
    PlaceToken {
        /// Whose.
        company: CompanyName,
        /// Where.
        hex: HexName,
        /// At which stop of the hex.
        stop: u8,
        /// By the power of this card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CardName>,
    },
    /// Build a line: place a token at the end of a route that is paid for, side by side.
    BuildLine {
        /// Whose.
        company: CompanyName,
        /// Where the token goes.
        hex: HexName,
        /// At which stop of the hex.
        stop: u8,
        /// The track from a token of the company to where the line ends.
        route: Vec<Leg>,
        /// By the power of this card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CardName>,
    },
    /// Take a token off the map.
    RemoveToken {
        /// Whose.
        company: CompanyName,
        /// Where.
        hex: HexName,
        /// At which stop of the hex.
        stop: u8,
    },
    /// Place a marker that is no station: it lies on a hex and takes no slot (coaches and anchors of 1883).
    PlaceMarker {
        /// Whose.
        company: CompanyName,
        /// What, in the title's own words: `anchor`.
        marker: Name,
        /// Where.
        hex: HexName,
    },
    /// Buy the slot of another company's token.
    BuySlot {
        /// Whose token.
        from: CompanyName,
        /// Where.
        hex: HexName,
        /// At which stop of the hex.
        stop: u8,
        /// For how much.
        price: Money,
    },
    /// Lay a tile.
    LayTile {
        /// Where.
        hex: HexName,
        /// Which.
        tile: TileName,
        /// Turned clockwise by how many sides.
        rotation: u8,
        /// By the power of this card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<CardName>,
    },
    /// Run trains.
    Run {
        /// The routes; a train without one stays at home.
        routes: Vec<Route>,
    },
    /// Decide what happens to the earnings.
    Settle {
        /// How.
        how: Settlement,
    },
    /// Buy a train.
    BuyTrain {
        /// Which kind.
        train: TrainName,
        /// From the bank or a company.
        from: Party,
        /// For how much.
        price: Money,
    },
    /// Give a train back to the bank.
    Discard {
        /// Whose.
        company: CompanyName,
        /// Which kind.
        train: TrainName,
    },
    /// Merge the operating company with another one, or take it over.
    Merge {
        /// The other company.
        with: CompanyName,
        /// The company that arises or stays.
        into: CompanyName,
    },
    /// Turn the operating company into another one.
    Transform {
        /// The company that arises.
        into: CompanyName,
    },
    /// Take or pay back a loan.
    Loan {
        /// How much is taken; less than zero is paid back.
        amount: Money,
    },
    /// Answer a question the rules ask.
    Choose {
        /// The answer, one of the offer's options.
        option: OptionName,
    },
    /// Suggest a deal that needs somebody's consent; the turn passes to them and back.
    Propose {
        /// What would be done.
        #[cfg_attr(feature = "schema", schema(no_recursion))]
        deal: Box<Action>,
    },
    /// Agree to the deal proposed.
    Accept,
    /// Refuse the deal proposed.
    Decline,
    /// The outcome of chance.
    Drawn {
        /// The outcome, as the [`crate::turn::Draw`] asks for it.
        outcome: Vec<u16>,
    },
}

impl Serialize for Action {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Action::serialize(self, serializer)
    }
}

/// Whatever it is read from, it is first read as a value: what comes then is the larger part of the code, and lies in a
/// client once instead of once for JSON, for positions and for lessons.
impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        Action::deserialize(value).map_err(serde::de::Error::custom)
    }
}

impl Action {
    /// What chance has drawn; refused for any other action.
    pub fn drawn(&self) -> Result<&[u16], Refusal> {
        match self {
            Action::Drawn { outcome } => Ok(outcome),
            _ => Err(Refusal::plain(say!("chance writes down what was drawn, and nothing else"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leg_is_written_as_players_would_say_it() {
        let leg: Leg = "F8 s0-3".parse().unwrap();
        assert_eq!(leg, Leg { hex: HexName::of("F8"), from: End::Stop(0), to: End::Side(3) });
        assert_eq!(leg.to_string(), "F8 s0-3");
        let far: Leg = "52 s0-f3".parse().unwrap();
        assert_eq!(far, Leg { hex: HexName::of("52"), from: End::Stop(0), to: End::Far(3) });
        assert_eq!(far.to_string(), "52 s0-f3");
        assert!("F8 s0-6".parse::<Leg>().unwrap_err().contains("0 to 5"));
    }

    #[test]
    fn actions_survive_serialisation() {
        let action = Action::Propose {
            deal: Box::new(Action::BuyTrain {
                train: TrainName::of("3"),
                from: Party::Company(CompanyName::of("SFTG")),
                price: Money(1),
            }),
        };
        let text = serde_json::to_string(&action).unwrap();
        assert_eq!(
            text,
            r#"{"do":"propose","deal":{"do":"buy_train","train":"3","from":{"company":"SFTG"},"price":1}}"#
        );
        assert_eq!(serde_json::from_str::<Action>(&text).unwrap(), action);
    }
}
