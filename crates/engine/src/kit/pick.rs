//! How random players decide.

use super::Dice;
use crate::action::Action;
use crate::kind::offer_kind;
use crate::money::Money;
use crate::offer::{Offer, Prices};
use std::collections::BTreeMap;

/// Draws an offer: first a kind by its highest weight, then an offer of that kind by its own. So neither a
/// thousand tile lays drown a pass, nor does a pass drown them.
pub(super) fn pick_offer<'a>(
    offers: &'a [Offer],
    dice: &mut Dice,
    weight: impl Fn(&Offer) -> u32,
) -> Option<&'a Offer> {
    let mut kinds: BTreeMap<&str, Vec<(&Offer, u32)>> = BTreeMap::new();
    for offer in offers {
        kinds.entry(offer_kind(offer)).or_default().push((offer, weight(offer)));
    }
    let kinds: Vec<_> = kinds.into_values().collect();
    let highest = |kind: &Vec<(&Offer, u32)>| kind.iter().map(|(_, weight)| *weight).max().unwrap_or(0);
    let kind = dice.pick_weighted(&kinds, highest)?;
    dice.pick_weighted(kind, |(_, weight)| *weight).map(|(offer, _)| *offer)
}

/// Draws an action within an offer, from the whole of its ranges; low prices come more often. A run is
/// empty: routes are the title's own matter (see [`super::Playable::suggest_runs`]).
pub fn random_action(offer: &Offer, dice: &mut Dice) -> Option<Action> {
    action_to_taste(offer, dice, &|_| 1)
}

/// The same, but where an offer lists its actions they are drawn by weight.
pub(super) fn action_to_taste(
    offer: &Offer,
    dice: &mut Dice,
    taste: &dyn Fn(&Action) -> u32,
) -> Option<Action> {
    let action = match offer {
        Offer::Drawn { draw } => Action::Drawn { outcome: dice.deal(draw) },
        Offer::Sheet { cards, min, budget, faulty_accepted, .. } => {
            Action::Sheet { amounts: sheet(cards.len(), *min, *budget, *faulty_accepted, false, dice) }
        }
        Offer::Bid { card, prices } => Action::Bid { card: *card, amount: price(prices, dice) },
        Offer::Buy { buyer, company, percent, from, prices } => Action::Buy {
            buyer: *buyer,
            company: *company,
            percent: *percent,
            from: *from,
            price: price(prices, dice),
        },
        Offer::BuyCard { buyer, card, from, prices } => {
            Action::BuyCard { buyer: *buyer, card: *card, from: *from, price: price(prices, dice) }
        }
        Offer::BuySlot { from, hex, stop, prices } => {
            Action::BuySlot { from: *from, hex: *hex, stop: *stop, price: price(prices, dice) }
        }
        Offer::BuyTrain { train, from, prices } => {
            Action::BuyTrain { train: *train, from: *from, price: price(prices, dice) }
        }
        Offer::Loan { amounts } => Action::Loan { amount: price(amounts, dice) },
        Offer::Propose { deal, .. } => {
            Action::Propose { deal: Box::new(action_to_taste(deal, dice, taste)?) }
        }
        other => return dice.pick_weighted(&other.samples(), taste).cloned(),
    };
    Some(action)
}

/// A sealed sheet that is likelier to tie with others: now and then the plainest one, and many smallest bids.
pub fn tying_sheet(offer: &Offer, dice: &mut Dice) -> Option<Action> {
    let Offer::Sheet { cards, min, budget, faulty_accepted, .. } = offer else { return None };
    let mut amounts = vec![Money::ZERO; cards.len()];
    match amounts.first_mut().filter(|_| min <= budget && dice.one_in(8)) {
        Some(first) => *first = *min,
        None => amounts = sheet(cards.len(), *min, *budget, *faulty_accepted, true, dice),
    }
    Some(Action::Sheet { amounts })
}

fn price(prices: &Prices, dice: &mut Dice) -> Money {
    let steps = ((prices.max - prices.min).0 / prices.step.0.max(1)).max(0);
    let step = match dice.below(8) {
        0 => steps,
        1 | 2 => dice.between(0, steps),
        3 | 4 => dice.between(0, steps.min(4)),
        _ => 0,
    };
    prices.min + prices.step * step
}

/// A sheet of bids within the budget; now and then one that breaks the rules, where those are accepted too.
fn sheet(
    cards: usize,
    min: Money,
    budget: Money,
    faulty_accepted: bool,
    ties: bool,
    dice: &mut Dice,
) -> Vec<Money> {
    let mut amounts = vec![Money::ZERO; cards];
    let mut left = budget;
    let bids = 1 + dice.below(cards as u64);
    for _ in 0..bids {
        let at = dice.below(cards as u64) as usize;
        if let Some(amount) = amounts.get_mut(at).filter(|amount| **amount == Money::ZERO)
            && min <= left
        {
            let most = Money((left.0 / 2).max(min.0));
            let smallest = ties && dice.one_in(3);
            *amount = if smallest { min } else { Money(dice.between(min.0.max(1), most.0.max(1))) };
            left -= *amount;
        }
    }
    if faulty_accepted && dice.one_in(10) {
        let wrong = if dice.one_in(2) { budget + Money(1) } else { min - Money(1) };
        if let Some(amount) = amounts.first_mut() {
            *amount = wrong;
        }
    }
    amounts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::CardName;

    #[test]
    fn random_actions_lie_within_their_offer() {
        let mut dice = Dice::new(3);
        let cards = vec![CardName::of("A"), CardName::of("B"), CardName::of("C")];
        for budget in 10..60 {
            let prices = Prices { min: Money(5), max: Money(budget), step: Money(5) };
            let sheet = Offer::Sheet {
                cards: cards.clone(),
                min: Money(5),
                budget: Money(budget),
                waiting: Vec::new(),
                faulty_accepted: false,
            };
            for offer in [Offer::Bid { card: cards[0], prices }, Offer::Loan { amounts: prices }, sheet] {
                let action = random_action(&offer, &mut dice).unwrap();
                assert!(offer.covers(&action), "{offer:?} {action:?}");
            }
        }
    }
}
