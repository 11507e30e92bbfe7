//! Which actions are worth a look, by kind of decision. What people talk about first (proposals to others) is left to people.

use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::{Dice, random_action};
use ferrata_engine::money::Money;
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::turn::Title;
use ferrata_engine::view::Asked;
use ferrata_titles::Game;
use ferrata_titles::prospects::Prospects;

/// How widely a decision is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breadth {
    /// At most so many tile lays; 0 = all, but none where `quick`.
    pub lays: usize,
    /// At most so many companies that could be started (they are many and much alike), each in a few ways.
    pub starts: usize,
    /// So many ways to start each of them.
    pub ways: usize,
    /// At most so many purchases and sales of shares; 0 = all.
    pub shares: usize,
    /// So many sheets of sealed bids.
    pub sheets: usize,
    /// Runs are found soon instead of proven.
    pub quick: bool,
}

/// All that is worth a look.
pub const WIDE: Breadth = Breadth { lays: 0, starts: 4, ways: 6, shares: 0, sheets: 8, quick: false };

/// What a roll-out looks at.
pub const NARROW: Breadth = Breadth { lays: 2, starts: 2, ways: 2, shares: 0, sheets: 1, quick: true };

/// The actions within the offers to a seat that are worth a look.
pub fn candidates(
    game: &Game,
    offers: &[Offer],
    seat: SeatId,
    breadth: Breadth,
    dice: &mut Dice,
) -> Vec<Action> {
    if breadth.quick
        && breadth.lays == 0
        && builds(game)
        && offers.iter().any(|offer| matches!(offer, Offer::Pass { .. }))
    {
        return vec![Action::Pass];
    }
    let (mut found, mut lays, mut shares): (Vec<Action>, Vec<Action>, Vec<Action>) = Default::default();
    let mut starts: Vec<&Offer> = Vec::new();
    for offer in offers {
        match offer {
            Offer::Run { .. } if breadth.quick => found.extend(game.quick_run()),
            Offer::Run { .. } => found.extend(game.runs().into_iter().take(1)),
            Offer::LayTile { .. } => lays.extend(offer.samples()),
            Offer::BuildLine { .. } => lays.extend(offer.samples()),
            Offer::Start { .. } => starts.push(offer),
            Offer::Propose { to, deal } if *to == seat => {
                let own = deal.samples().into_iter().take(2);
                found.extend(own.map(|deal| Action::Propose { deal: Box::new(deal) }));
            }
            Offer::Propose { .. } | Offer::Buy { from: Party::Seat(_), .. } => {}
            Offer::Sheet { cards, min, budget, .. } => {
                let worth =
                    |card: &CardName| game.parts().card(*card).map_or(0.0, |card| game.card_worth(card, 6.0));
                let worths: Vec<f32> = cards.iter().map(worth).collect();
                let sheets = (0..breadth.sheets).map(|_| sheet(&worths, *min, *budget, dice));
                found.extend(sheets.map(|amounts| Action::Sheet { amounts }));
            }
            Offer::Bid { card, prices } => {
                found.extend(raises(prices).map(|amount| Action::Bid { card: *card, amount }));
            }
            Offer::Sell { .. } if breadth.lays > 0 || breadth.quick => {
                let mut all = offer.samples();
                all.truncate(1);
                if breadth.shares > 0 { &mut shares } else { &mut found }.extend(all);
            }
            Offer::Buy { .. } if breadth.shares > 0 => shares.extend(offer.samples()),
            Offer::Drawn { draw } => found.push(Action::Drawn { outcome: dice.deal(draw) }),
            other => found.extend(other.samples()),
        }
    }
    dice.keep(&mut starts, breadth.starts);
    for offer in starts {
        let mut ways = offer.samples();
        dice.keep(&mut ways, breadth.ways);
        found.extend(ways);
    }
    dice.keep(&mut shares, breadth.shares);
    found.extend(shares);
    if breadth.lays > 0 {
        dice.keep(&mut lays, breadth.lays);
    }
    found.extend(lays);
    found
}

/// Whether track or a token is asked for.
fn builds(game: &Game) -> bool {
    matches!(game.asked(), Asked::Track | Asked::Station)
}

/// The lowest bid, and one a little higher.
fn raises(prices: &Prices) -> impl Iterator<Item = Money> + '_ {
    let amounts = [prices.min, prices.min + prices.step * 2];
    amounts.into_iter().filter(|amount| prices.contains(*amount))
}

/// A sheet with bids for one to three cards, each for a part of what it is worth, and for half of the budget at most.
fn sheet(worths: &[f32], min: Money, budget: Money, dice: &mut Dice) -> Vec<Money> {
    let mut amounts = vec![Money::ZERO; worths.len()];
    let min = min.max(Money(1));
    let mut left = Money(budget.0 / 2);
    for _ in 0..1 + dice.below(3) {
        let at = dice.below(worths.len() as u64) as usize;
        let shaded = worths.get(at).map_or(0.0, |worth| worth * dice.between(30, 90) as f32 / 100.0);
        let bid = Money(shaded as i32).max(min);
        if let Some(amount) = amounts.get_mut(at).filter(|amount| **amount == Money::ZERO)
            && bid <= left
        {
            *amount = bid;
            left -= bid;
        }
    }
    if amounts.iter().all(|amount| *amount == Money::ZERO)
        && let Some(first) = amounts.first_mut()
    {
        *first = min;
    }
    amounts
}

/// Anything that is legal, for when nothing that is worth a look is.
pub fn anything(
    game: &Game,
    offers: &[Offer],
    dice: &mut Dice,
    accepts: impl Fn(&Action) -> bool,
) -> Option<Action> {
    let own = offers.iter().filter(|offer| !matches!(offer, Offer::Propose { .. }));
    let own: Vec<&Offer> = own.collect();
    let drawn = (0..50).filter_map(|_| match dice.pick(&own)? {
        Offer::Run { .. } => game.runs().into_iter().next(),
        other => random_action(other, dice),
    });
    let mut drawn: Vec<Action> = drawn.collect();
    drawn.extend(own.iter().flat_map(|offer| offer.samples()));
    drawn.into_iter().find(accepts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Contest;
    use crate::level::Level;
    use crate::program::Program;
    use ferrata_engine::turn::Turn;
    use ferrata_titles::catalogue;

    /// Given a company that may build, when nobody builds in roll-outs, then it passes; else tiles are looked at.
    #[test]
    fn nobody_builds_where_no_lays_are_looked_at() {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let setup = catalogue::find("18ESP").unwrap().setup("", &[], players).unwrap();
        let programs = (0..3).map(|seat| Program::new(Level::Greedy, seat)).collect();
        let mut contest = Contest::new(&setup, programs, 1).unwrap();
        while contest.game().asked() != Asked::Track {
            contest.step();
        }
        let game = contest.game();
        let Turn::Seat(seat) = game.turn() else { panic!("a seat builds") };
        let (offers, mut dice) = (game.offers(), Dice::new(1));
        let found = candidates(game, &offers, seat, Breadth { lays: 0, ..NARROW }, &mut dice);
        assert_eq!(found, [Action::Pass]);
        let found = candidates(game, &offers, seat, NARROW, &mut dice);
        assert!(found.iter().any(|action| matches!(action, Action::LayTile { .. })), "{found:?}");
    }
}
