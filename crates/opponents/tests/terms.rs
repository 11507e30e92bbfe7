//! What only some titles have is a named term of a table's value.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::float_cmp)]

use ferrata_engine::view::RoundKind;
use ferrata_opponents::contest::{Contest, Step};
use ferrata_opponents::value::Evaluation;
use ferrata_opponents::{Level, NEWEST, Program, Term, Terms, Version};
use ferrata_titles::prospects::Prospects;
use ferrata_titles::{Game, catalogue};

/// The tables of a game between greedy programs, from the beginning on.
fn tables(title: &str, players: usize, entries: usize) -> Vec<Game> {
    let names = (1..=players).map(|seat| format!("Player {seat}")).collect();
    let setup = catalogue::find(title).unwrap().setup("", &[], names).unwrap();
    let programs = (0..players).map(|seat| Program::new(Level::Greedy, seat as u64)).collect();
    let mut contest = Contest::new(&setup, programs, 1).unwrap();
    let mut tables = vec![contest.game().clone()];
    for _ in 0..entries {
        match contest.step() {
            Step::Illegal(seat, why) => panic!("{title}, {seat:?}: {why}"),
            Step::Over(_) => break,
            _ => tables.push(contest.game().clone()),
        }
    }
    tables
}

fn values_by(version: u32, title: &str, game: &Game) -> Vec<Terms> {
    Evaluation::new(title, Version::numbered(version), None).values(game).to_vec()
}

fn values(title: &str, game: &Game) -> Vec<Terms> {
    values_by(NEWEST, title, game)
}

fn sum(title: &str, game: &Game, term: Term) -> f32 {
    values(title, game).iter().map(|terms| terms.get(term)).sum()
}

/// Given concessions that were sold, then they are worth something to their holders until their companies start; where the end of the
/// stock round is foreseen, they are worth nothing as long as nobody has used them, since they are lost then: what
/// they are bought for is the start that they open.
#[test]
fn concessions_of_1841_count_until_their_companies_start() {
    let tables = tables("1841", 3, 60);
    let held = |version: u32, game: &Game| -> f32 {
        values_by(version, "1841", game).iter().map(|terms| terms.get(Term::Concessions)).sum()
    };
    assert_eq!(held(6, &tables[0]), 0.0, "nobody has any at first");
    let worth: Vec<f32> = tables.iter().map(|game| held(6, game)).collect();
    let most = worth.iter().copied().fold(0.0, f32::max);
    assert!(most > 0.0, "some are bought");
    assert!(worth.windows(2).any(|pair| pair[1] < pair[0]), "a company starts");
    let in_round = |game: &&Game| game.outlook().round == RoundKind::Stock;
    let unused = tables.iter().filter(in_round).filter(|game| held(6, game) > 0.0);
    let foreseen: Vec<f32> = unused.map(|game| held(7, game)).collect();
    assert!(!foreseen.is_empty() && foreseen.iter().all(|worth| *worth == 0.0), "{foreseen:?}");
}

/// Given a major with a destination that it has not reached, then what that will bring is worth something to its owners alone.
#[test]
fn goals_of_18esp_count_for_owners() {
    let tables = tables("18ESP", 3, 200);
    let hoped = tables.iter().find(|game| sum("18ESP", game, Term::Goals) > 0.0).unwrap();
    let firms = hoped.outlook().firms;
    for (seat, terms) in values("18ESP", hoped).iter().enumerate() {
        let holds = firms.iter().any(|firm| firm.promised > 0.0 && firm.held[seat] > 0);
        assert_eq!(terms.get(Term::Goals) > 0.0, holds, "seat {seat}");
    }
}

/// Given the beginning of 1883, then everybody's support cards are worth the same, and more than nothing.
#[test]
fn support_cards_of_1883_count() {
    let tables = tables("1883", 3, 0);
    let worth: Vec<f32> = values("1883", &tables[0]).iter().map(|terms| terms.get(Term::Support)).collect();
    assert!(worth[0] > 0.0 && worth.iter().all(|own| *own == worth[0]), "{worth:?}");
}

/// Given cards with powers in 18FB, then they are worth something to whoever has them.
#[test]
fn cards_of_18fb_count_for_their_holders() {
    let tables = tables("18FB", 3, 60);
    assert!(tables.iter().any(|game| sum("18FB", game, Term::Powers) > 0.0));
}

/// Given tables of which more is foretold than stands on them, when they are weighed by version 9, then mergers and takeovers to come are
/// terms of their own; version 8 does not ask for them.
#[test]
fn what_titles_foretell_counts_from_version_9_on() {
    for (title, term, entries) in [("1841", Term::Mergers, 220), ("18ESP", Term::Takeovers, 160)] {
        let tables = tables(title, 3, entries);
        let worth = |version: u32, game: &Game| -> f32 {
            values_by(version, title, game).iter().map(|terms| terms.get(term).abs()).sum()
        };
        assert!(tables.iter().step_by(5).any(|game| worth(9, game) > 0.0), "{title}");
        assert!(tables.iter().step_by(5).all(|game| worth(8, game) == 0.0), "{title}");
    }
}
