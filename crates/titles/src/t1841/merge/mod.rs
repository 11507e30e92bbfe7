//! §4.7.4 and §4.7.5: two majors, or two minors, merge into a new major.
//!
//! Whether a merger can be completed is found out by playing it out on a copy before it begins, and again
//! before each answer: an answer after which no director could be found is never offered (§4.7.4-12-v2).

mod answer;
mod exchange;
mod possible;
mod tokens;
mod unite;

use super::{Game, Play};
use ferrata_engine::action::Action;
use ferrata_engine::chart::Field;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;

/// The most tokens of a major (§8-07).
pub(super) const MAX_TOKENS: u8 = 5;
/// What a further token costs after a merger of minors or a transformation (§4.7.5-05, §4.7.6-09).
pub(super) const FURTHER_TOKEN: Money = Money(100);

/// A merger under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Merger {
    /// The operating company.
    pub a: CompanyId,
    /// Its partner.
    pub b: CompanyId,
    /// What arises.
    pub into: CompanyId,
    /// The player with whom the order of shareholders starts.
    pub decider: SeatId,
    /// Its part in the Tuscan merger (§4.6.9).
    pub tuscan: Option<Tuscan>,
    /// How many ordinary certificates of the new company have been handed out, in their order.
    pub handed: u8,
    /// What comes next.
    pub stage: Stage,
}

/// Which part of the Tuscan merger a merger is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tuscan {
    /// The two minors become the intermediate major.
    First,
    /// SFLi arises.
    Last,
}

/// The stages of a merger.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Both prices were above 250: one is chosen (G-35).
    Price(Field, Field),
    /// Trains above the limit are returned (§4.7.4-10).
    Trains,
    /// Shares are exchanged.
    Exchange {
        /// What is exchanged in this pass.
        pass: Pass,
        /// The shareholders in order.
        holders: Vec<Holder>,
        /// Whose turn it is.
        next: u8,
    },
    /// Two tokens lie in different cities of a hex: one goes.
    Doubled(HexId),
    /// Tokens are removed from the map, at least `min` and at most `max` of them.
    Tokens {
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
        /// So many were.
        removed: u8,
        /// Tokens of the new company in all, as far as they do not depend on what is removed.
        total: u8,
        /// Tokens that lay on the old charters.
        reserve: u8,
    },
    /// Further tokens may be bought (§4.7.5-05).
    BuyTokens,
}

/// What is exchanged in one pass through the shareholders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pass {
    /// Pairs, then the single share (v1).
    Whole,
    /// Pairs (v2, first pass).
    Pairs,
    /// Single shares (v2, second pass).
    Singles,
}

/// What a shareholder may answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Pay for the director's certificate (v2).
    Director,
    /// Pay for a whole share.
    Share,
    /// Take half the price for a single share.
    Cash,
    /// Nothing beyond what is due.
    Plain,
}

impl Answer {
    /// The answer's name.
    pub fn name(self) -> OptionName {
        OptionName::of(match self {
            Answer::Director => "director",
            Answer::Share => "share",
            Answer::Cash => "cash",
            Answer::Plain => "no",
        })
    }
}

/// Whether the operating company has a partner to merge with.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    game.has_merger_partner(company)
}

/// What the operating company may do.
pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "do not merge".into() }];
    game.merge_offers(company, &mut offers);
    offers
}

/// An action of the operating company.
pub(super) fn play(game: &mut Game, seat: SeatId, company: CompanyId, action: &Action) -> Play {
    match action {
        Action::Pass => {
            super::operating::go_on(game);
            Ok(())
        }
        Action::Merge { with, into } => game.merge(company, *with, *into, false),
        Action::Propose { deal } => match deal.as_ref() {
            Action::Merge { with, into } => {
                game.merger_consent(company, *with, *into)?;
                game.propose(seat, deal)
            }
            _ => Err(game.wrong("merge, or pass")),
        },
        _ => Err(game.wrong("merge, or pass")),
    }
}

/// A merger to which the partner's director has agreed.
pub(super) fn begin(game: &mut Game, company: CompanyId, deal: &Action) -> Play {
    match deal {
        Action::Merge { with, into } => game.merge(company, *with, *into, true),
        _ => Err(game.wrong("merge")),
    }
}
