//! Standing orders: what a player wants done when their turn comes. Nobody else ever sees them.

use crate::Millis;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// What somebody wants done when their turn comes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum Order {
    /// Pass in this stock round until one of these changes.
    PassUntil {
        /// Which changes count.
        changes: Vec<Change>,
    },
    /// Pass for the rest of this stock round, whatever happens.
    PassRound,
    /// Buy shares, one certificate in each turn, while they cost no more than this, until so much is held.
    Buy {
        /// Of which company.
        company: CompanyName,
        /// From whom.
        from: Party,
        /// What one purchase may cost at most.
        most: Money,
        /// Until this much of the company is held, in percent.
        until: u8,
    },
    /// Bid the least that is allowed for a card, up to this, and then pass.
    Bid {
        /// For which card.
        card: CardName,
        /// At most this.
        most: Money,
    },
    /// Run the best routes of a company, and settle what they bring so.
    Run {
        /// Whose.
        company: CompanyName,
        /// How.
        settle: Settlement,
    },
    /// Decline a deal whenever it is proposed.
    Decline {
        /// The deal.
        #[cfg_attr(feature = "schema", schema(no_recursion))]
        deal: Box<Action>,
    },
}

/// A change that ends an order to pass.
///
/// They mean the same in every title, since all show their tables alike: whatever moves shares or prices (a sale, a merger, a
/// nationalisation, an exchange) is seen in the holdings and on the chart, not in what a rulebook calls it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// My shares or cards, or what I direct.
    Holdings,
    /// Another holds less of a company: shares were sold or exchanged.
    Sale,
    /// Another holds more of a company.
    Purchase,
    /// The price of a company of which I hold shares.
    Price,
    /// A company was started, or closed.
    Company,
    /// The priority came to me or left me.
    Priority,
}

impl Change {
    /// All of them, in the order in which they are looked for.
    pub const ALL: [Change; 6] =
        [Change::Holdings, Change::Sale, Change::Purchase, Change::Price, Change::Company, Change::Priority];
}

/// Whether an order stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum OrderState {
    /// It stands.
    Active,
    /// It has done what was wanted.
    Done,
    /// It is over, since the table is no longer as its owner thought.
    Over {
        /// Why.
        cause: Cause,
    },
}

/// What ended an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// My shares or cards, or what I direct.
    Holdings,
    /// Somebody sold shares.
    Sale,
    /// Somebody bought shares.
    Purchase,
    /// The price of a company of which I hold shares.
    Price,
    /// A company was started, or another one closed.
    Company,
    /// The priority came to me or left me.
    Priority,
    /// Another round has begun.
    Round,
    /// What was wanted costs more than was allowed.
    Expensive,
    /// What was wanted is not to be had any more.
    Gone,
    /// I acted by hand.
    Hand,
    /// Something was taken back.
    Undo,
    /// I took the order back.
    Owner,
    /// Somebody else plays my seat.
    Seat,
}

/// A wish to have something done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct NewOrder {
    /// For which of my seats.
    pub seat: u8,
    /// What.
    pub order: Order,
}

/// An order of mine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct OrderInfo {
    /// Its id.
    pub id: String,
    /// For which of my seats.
    pub seat: u8,
    /// What.
    pub order: Order,
    /// Whether it stands.
    pub state: OrderState,
    /// What it would do if my turn came on the table as it is now, as far as that can be told.
    pub would: Option<Action>,
    /// The numbers of the records it has made.
    pub did: Vec<u64>,
    /// When it was made.
    pub created: Millis,
}
