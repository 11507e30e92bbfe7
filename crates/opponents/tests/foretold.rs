//! What 1883 and 18FB foretell counts where a version asks for it, and changes what a program does.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::float_cmp)]

use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Entry, Title};
use ferrata_opponents::value::Evaluation;
use ferrata_opponents::{Entrant, Level, Program, Seen, Term, Version, Weights};
use ferrata_titles::{Game, position};

fn at(text: &str) -> Game {
    position::read("a test", text).unwrap().1
}

/// A General Strike of 1883 comes next; Ada leads SV and has a support card, and so has Ben for FBV.
const STRIKE: &str = "title = \"1883\"\nedition = \"living\"\nplayers = [\"Ada\", \"Ben\", \"Cleo\"]\n\
    stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"1\"\n[coop]\npresident = \"Ada\"\n\
    [events]\ndeck = 1\nleft = [\"E3\", \"E2\"]\n[company.CCFR]\ntrains = []\n\
    [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 60, Ben 20\"\nstations = [\"26\"]\ntrains = [\"2\"]\nfirst_operated = 1\nlast_operated = 3\n\
    [company.FBV]\nprice = 65\nplace = \"B3\"\ntreasury = 50\nshares = \"Ben 30, Cleo 10\"\nstations = [\"88\"]\ntrains = [\"2\"]\nfirst_operated = 1\nlast_operated = 3\n";

/// RM of 18FB will form with the next train, out of NN and LdA.
const FORMATION: &str = "title = \"18FB\"\nedition = \"PA23\"\nplayers = [\"A\", \"B\", \"C\", \"D\"]\nphase = \"PH5\"\n\
    [company.NN]\nplace = \"F3\"\nshares = \"B 40\"\nstations = [\"X7\"]\n\
    [company.LdA]\nplace = \"F3\"\nstack = 1\nshares = \"D 40\"\nstations = [\"F31\"]\n\
    [company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n\
    [company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n\
    [depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n\"6+10\" = 0\n[round.stock]\nseat = \"A\"\n";

/// What a term is to every seat.
fn told(version: u32, title: &str, game: &Game, term: Term) -> Vec<f32> {
    let values = Evaluation::new(title, Version::numbered(version), None).values(game);
    values.iter().map(|terms| terms.get(term)).collect()
}

/// Given events that are to come, and a national that is to form, then version 9 counts them for whom they meet, and version 8 nothing of it.
#[test]
fn version_9_asks_what_is_foretold_and_version_8_does_not() {
    for (title, text, term, met) in
        [("1883", STRIKE, Term::Events, 0), ("18FB", FORMATION, Term::Formations, 1)]
    {
        let game = at(text);
        assert!(told(8, title, &game, term).iter().all(|worth| *worth == 0.0), "{title}");
        let told = told(9, title, &game, term);
        assert!(told[met] < 0.0, "{title}: {told:?}");
    }
}

/// Given the same weights but that nothing is foretold, then a table is worth what it was.
#[test]
fn nothing_else_changes_by_what_is_foretold() {
    let game = at(FORMATION);
    let weights = |foretells: bool| Weights { foretells, ..Version::numbered(9).weights("18FB") };
    let values = |foretells: bool| {
        Evaluation::new("18FB", Version::numbered(9), Some(weights(foretells))).plain_terms(&game).0
    };
    let foretold = [Term::Formations, Term::Events, Term::Takeovers];
    for (with, without) in values(true).iter().zip(&values(false)) {
        for term in Term::ALL.into_iter().filter(|term| !foretold.contains(term)) {
            assert_eq!(with.get(term), without.get(term), "{term}");
        }
    }
}

/// Given a strike that would cost a president of 1883 a run and a step of the price, when they are asked, then version 9 plays its support card, and
/// version 8 keeps it.
#[test]
fn version_9_answers_a_strike_with_support() {
    let mut game = at(STRIKE);
    for seat in 0..3 {
        let entry = Entry::seat(SeatId(seat), Action::Pass);
        game.apply(&entry).unwrap();
    }
    game.apply(&Entry::chance(vec![0])).unwrap();
    let answer = |version: u32| {
        let mut program = Program::new(Entrant { level: Level::Greedy, version }, 3);
        match program.decide(&Seen::at(game.clone(), SeatId(0))).unwrap().action {
            Action::Choose { option } => option.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((answer(9), answer(8)), ("support".to_owned(), "none".to_owned()));
}
