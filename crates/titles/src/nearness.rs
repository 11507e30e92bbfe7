//! How far away the train is that brings something about: what titles foretell counts the less, the farther away it is.

use crate::prospects::{Ending, Firm, Life, Outlook};
use ferrata_engine::id::TrainKind;

/// Trains that a company buys in an operating round.
const PACE: f32 = 0.5;

/// What is left of a hope after a round.
const KEPT: f32 = 0.9;

/// Companies pay out so many times what they earn now before the bank is empty: earnings grow.
const GROWTH: f32 = 1.5;

/// What a company earns in a round, as far as its price tells: a dividend raises the price if it reaches it.
pub(crate) fn earns(firm: &Firm) -> f32 {
    match firm.life {
        Life::Operating | Life::Building(_) => firm.price as f32,
        Life::Waiting | Life::Frozen => 0.0,
    }
}

/// Operating rounds until the first train of a kind is sold.
pub(crate) fn until_sold(outlook: &Outlook, kind: TrainKind) -> f32 {
    let buyers = outlook.firms.iter().filter(|firm| firm.life != Life::Frozen && firm.leader.is_some());
    let pace = (PACE * buyers.count() as f32).max(1.0);
    let before = outlook.trains.iter().take(kind.index());
    before.map(|stock| stock.left.map_or(0.0, f32::from)).sum::<f32>() / pace
}

/// Operating rounds until the game ends.
pub(crate) fn until_end(outlook: &Outlook) -> f32 {
    match outlook.ending {
        Ending::After(rounds) => rounds,
        Ending::LastTrain(kind, after) => until_sold(outlook, kind) + after,
        Ending::Bank(left) => {
            let paid: f32 = outlook.firms.iter().map(earns).sum();
            left.max(0) as f32 / (GROWTH * paid).max(1.0)
        }
    }
}

/// How much that counts what the first train of a kind brings about: the less, the farther away it is; nothing if the game ends before.
pub(crate) fn nearness(outlook: &Outlook, kind: TrainKind) -> f32 {
    let until = until_sold(outlook, kind);
    let in_time = 1.0 - until / until_end(outlook).max(0.5);
    in_time.clamp(0.0, 1.0) * KEPT.powf(until)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prospects::{Prospects, Stock};
    use crate::{Game, catalogue};
    use ferrata_engine::turn::Title;

    /// A table at its beginning, of which the trains before the last kind are so many, with a bank.
    fn table(left: u16, bank: i32) -> Outlook {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let setup = catalogue::find("1883").unwrap().setup("", &[], players).unwrap();
        let mut outlook = Game::start(&setup).unwrap().outlook();
        outlook.trains = vec![Stock { price: 80, left: Some(left), rusts_on: None }; 2];
        outlook.ending = Ending::Bank(bank);
        outlook
    }

    /// Given trains that are left before the one that brings something, then it counts the less, the more they are; in full if it is next;
    /// and nothing if the bank is empty before.
    #[test]
    fn what_is_far_away_counts_less() {
        let near = |left: u16, bank: i32| nearness(&table(left, bank), TrainKind(1));
        assert!((near(0, 10_000) - 1.0).abs() < 1e-6);
        assert!(near(1, 10_000) > near(2, 10_000) && near(2, 10_000) > 0.0);
        assert!(near(2, 10_000) > near(2, 1_000));
        assert!(near(9, 0).abs() < 1e-6);
    }
}
