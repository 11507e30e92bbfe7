//! How strong people and programs are at a title: Glicko-2, computed from the results of all games.
//!
//! A game of several players counts as one between each two of them, and every game is a rating period of its own, so
//! that a rating is always that after the last game.

use ferrata_wire::Rating;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A game that is over: who came in at which place.
pub(crate) type Finished = Vec<(String, i64)>;

/// How somebody stands.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Strength {
    rating: Option<Glicko2Rating>,
    /// How many games they have finished.
    pub played: u32,
    /// How many of them they have won.
    pub won: u32,
}

impl Strength {
    /// The rating, if there is one.
    pub(crate) fn rating(&self) -> Option<Rating> {
        self.rating
            .map(|own| Rating { rating: own.rating.round() as i32, deviation: own.deviation.round() as i32 })
    }
}

/// How all stand after these games, in the order in which they ended.
pub(crate) fn after(games: &[Finished]) -> BTreeMap<String, Strength> {
    let mut all: BTreeMap<String, Strength> = BTreeMap::new();
    let config = Glicko2Config::new();
    for game in games {
        let rating = |user: &str| all.get(user).and_then(|own| own.rating).unwrap_or_default();
        let mut new: BTreeMap<&str, Strength> = BTreeMap::new();
        for (user, place) in game {
            let own = new.entry(user).or_insert_with(|| all.get(user).copied().unwrap_or_default());
            // Whoever plays several seats has played one game.
            if game.iter().find(|(other, _)| other == user).is_some_and(|(_, first)| first == place) {
                own.played += 1;
                own.won += u32::from(*place == 1);
            }
        }
        for (user, own) in &mut new {
            let against = against(game, user).into_iter().map(|(other, outcome)| (rating(other), outcome));
            let against: Vec<_> = against.collect();
            if !against.is_empty() {
                own.rating = Some(glicko2_rating_period(&rating(user), &against, &config));
            }
        }
        for (user, own) in new {
            all.insert(user.to_owned(), own);
        }
    }
    all
}

/// What somebody has made of a game against each of the others.
fn against<'a>(game: &'a Finished, user: &str) -> Vec<(&'a str, Outcomes)> {
    let own = game.iter().filter(|(one, _)| one == user).map(|(_, place)| place);
    own.flat_map(|place| {
        let others = game.iter().filter(|(other, _)| other != user);
        others.map(move |(other, theirs)| {
            let outcome = match place.cmp(theirs) {
                Ordering::Less => Outcomes::WIN,
                Ordering::Equal => Outcomes::DRAW,
                Ordering::Greater => Outcomes::LOSS,
            };
            (other.as_str(), outcome)
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(places: &[(&str, i64)]) -> Finished {
        places.iter().map(|(user, place)| ((*user).to_owned(), *place)).collect()
    }

    #[test]
    fn whoever_wins_rises_and_who_loses_falls() {
        let games = vec![game(&[("anna", 1), ("bruno", 2), ("carla", 3)]); 3];
        let all = after(&games);
        let rating = |user: &str| all[user].rating().unwrap();
        assert!(rating("anna").rating > 1500 && rating("carla").rating < 1500);
        assert!(
            rating("anna").rating > rating("bruno").rating && rating("bruno").rating > rating("carla").rating
        );
        assert_eq!((all["anna"].played, all["anna"].won, all["bruno"].won), (3, 3, 0));
        // With every game it is surer.
        let once = after(&games[..1])["anna"].rating().unwrap();
        assert!(rating("anna").deviation < once.deviation && once.deviation < 350);
    }

    /// The example of Glickman's paper: a player of 1500 ± 200 against three, with one win and two losses, comes to
    /// 1464.06 ± 151.52. Here everybody begins at 1500 ± 350, so only the shape is ours to test: a draw among equals
    /// changes nobody's number.
    #[test]
    fn a_draw_among_equals_changes_nobody() {
        let all = after(&[game(&[("anna", 1), ("bruno", 1)])]);
        assert_eq!(all["anna"].rating().unwrap().rating, 1500);
        assert_eq!(all["anna"].rating(), all["bruno"].rating());
        assert_eq!((all["anna"].won, all["bruno"].won), (1, 1));
    }

    #[test]
    fn nobody_is_rated_against_themselves() {
        let all = after(&[game(&[("program", 1), ("program", 2), ("program", 3)])]);
        assert_eq!(all["program"].rating(), None);
        assert_eq!(all["program"].played, 1);
        let all = after(&[game(&[("program", 1), ("anna", 2), ("program", 3)])]);
        let (program, anna) = (all["program"].rating().unwrap(), all["anna"].rating().unwrap());
        assert_eq!((program.rating, anna.rating), (1500, 1500), "one won, one lost");
        assert_eq!((all["program"].played, all["program"].won, all["anna"].played), (1, 1, 1));
    }

    #[test]
    fn the_order_of_games_counts_and_the_same_games_give_the_same() {
        let games = [game(&[("a", 1), ("b", 2)]), game(&[("b", 1), ("c", 2)]), game(&[("c", 1), ("a", 2)])];
        assert_eq!(after(&games), after(&games));
        let other = [games[2].clone(), games[0].clone(), games[1].clone()];
        assert_ne!(after(&games)["a"].rating(), after(&other)["a"].rating());
    }
}
