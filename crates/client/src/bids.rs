//! Sealed bids once they are opened: who bid how much for what, and who bid most.

use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, sheet_is_valid};

/// All sheets side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bids {
    /// What was bid for, in the order of the amounts.
    pub cards: Vec<CardName>,
    /// The sheets, in order of seats.
    pub sheets: Vec<Sheet>,
}

/// What one player handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// Whose.
    pub seat: SeatId,
    /// One bid per card.
    pub bids: Vec<Bid>,
    /// Their sum.
    pub total: Money,
    /// Whether it breaks the rules, so that none of its bids counts.
    pub annulled: bool,
}

/// A bid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bid {
    /// How much; zero = no bid.
    pub amount: Money,
    /// How it compares with the others for the same card.
    pub rank: Rank,
}

/// How a bid compares with the others for the same card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// It is the highest.
    Highest,
    /// Others have bid as much, and nobody more.
    Tied,
    /// Somebody bid more, or it does not count, or there is none.
    Below,
}

impl Bids {
    /// Lays sheets side by side. `offer` is what they answer; none if it asks for no sheets, or one is still sealed.
    pub(crate) fn new(offer: &Offer, handed_in: Vec<(SeatId, &Action)>) -> Option<Bids> {
        let Offer::Sheet { cards, min, budget, faulty_accepted, .. } = offer else { return None };
        let amounts = |action: &Action| match action {
            Action::Sheet { amounts } => Some(amounts.clone()),
            Action::Pass => Some(vec![Money::ZERO; cards.len()]),
            _ => None,
        };
        let sheets: Option<Vec<_>> =
            handed_in.into_iter().map(|(seat, action)| Some((seat, amounts(action)?))).collect();
        let mut sheets = sheets?;
        sheets.sort_by_key(|(seat, _)| *seat);
        let counts = |amounts: &[Money]| !*faulty_accepted || sheet_is_valid(amounts, *min, *budget);
        let good: Vec<Vec<Money>> =
            sheets.iter().filter(|(_, all)| counts(all)).map(|(_, all)| all.clone()).collect();
        let sheet = |(seat, amounts): (SeatId, Vec<Money>)| {
            let annulled = !counts(&amounts);
            let bids = amounts.iter().enumerate().map(|(card, amount)| {
                let rank = if annulled { Rank::Below } else { rank(&good, card, *amount) };
                Bid { amount: *amount, rank }
            });
            Sheet { seat, bids: bids.collect(), total: amounts.iter().copied().sum(), annulled }
        };
        Some(Bids { cards: cards.clone(), sheets: sheets.into_iter().map(sheet).collect() })
    }
}

/// How a bid for the card at this place compares with all that count, its own among them.
fn rank(good: &[Vec<Money>], card: usize, amount: Money) -> Rank {
    let bids = good.iter().filter_map(|sheet| sheet.get(card).copied());
    if amount == Money::ZERO || bids.clone().any(|other| other > amount) {
        return Rank::Below;
    }
    if bids.filter(|other| *other == amount).count() > 1 { Rank::Tied } else { Rank::Highest }
}
