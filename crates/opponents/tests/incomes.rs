//! What programs remember of incomes: the number under which they do names all that an income follows from.

#![allow(clippy::unwrap_used)]

use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_opponents::contest::{Contest, Step};
use ferrata_opponents::{Level, Program};
use ferrata_titles::catalogue;
use ferrata_titles::prospects::{Prospects, Trains};
use std::collections::HashMap;

/// What was worked out under a number, for a company with some trains, and after which entry.
type Known = HashMap<(u64, CompanyId, Trains), ((Money, Money), usize)>;

/// The trains with which a company is imagined, in one order: its own, and one of each kind.
fn imagined(own: &Trains, kinds: usize) -> Vec<Trains> {
    let mut own = own.clone();
    own.sort_unstable();
    let single = (0..kinds as u8).map(|kind| Trains::from_slice(&[TrainKind(kind)]));
    single.chain([own]).filter(|trains| !trains.is_empty()).collect()
}

/// Plays a game of greedy programs; every income that is worked out under a number that was met before must be what it was then.
fn plays_by_true_numbers(title: &str, seed: u64) {
    let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
    let setup = catalogue::find(title).unwrap().setup("", &[], players).unwrap();
    let programs = (0..3).map(|seat| Program::new(Level::Greedy, seed + seat)).collect();
    let mut contest = Contest::new(&setup, programs, seed).unwrap();
    let mut known = Known::new();
    let mut met_again = 0;
    while !matches!(contest.step(), Step::Over(_)) {
        let entries = contest.log().entries.len();
        let game = contest.game().imagined();
        let (outlook, key) = (game.outlook(), game.income_key());
        for firm in &outlook.firms {
            for trains in imagined(&firm.trains, outlook.trains.len()) {
                let pays = game.income(firm.company, &trains);
                let pays = (pays.revenue, pays.treasury);
                let asked = (key ^ firm.places, firm.company, trains);
                met_again += usize::from(known.contains_key(&asked));
                let (then, at) = *known.entry(asked).or_insert((pays, entries));
                let (company, own) = (firm.company, &firm.trains);
                assert_eq!(pays, then, "{title}: {company:?} with {own:?} after entry {at} and {entries}");
            }
        }
    }
    assert!(met_again > 1000, "{met_again}");
}

#[test]
fn incomes_of_1841_follow_from_the_number_under_which_they_are_remembered() {
    plays_by_true_numbers("1841", 84);
}

#[test]
fn incomes_of_18esp_follow_from_the_number_under_which_they_are_remembered() {
    plays_by_true_numbers("18ESP", 84);
}

#[test]
fn incomes_of_1883_follow_from_the_number_under_which_they_are_remembered() {
    plays_by_true_numbers("1883", 84);
}

#[test]
fn incomes_of_18fb_follow_from_the_number_under_which_they_are_remembered() {
    plays_by_true_numbers("18FB", 84);
}
