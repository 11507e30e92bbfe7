//! What clients and the kit see of a table.

use super::desk::{Desk, at, train_of};
use crate::prospects::Prospects;
use crate::t1883::Game;
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, TrainName};
use ferrata_engine::turn::Title;
use ferrata_engine::view::Progress;

fn turn(step: &str, rest: &str) -> Desk {
    at(&format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 2]\nphase = \"2\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Ada 20\"\n{rest}\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\nstations = [\"88\"]\nshares = \"Ben 20\"\ntrains = [\"2\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"CCFR\", \"SV\"]\norder = [\"FBV\"]\nstep = \"{step}\"\n"
    ))
}

/// Rules: 1883-6.3-02
#[test]
fn a_turn_shows_its_steps_and_who_acts_when() {
    let view = turn("token", "treasury = 40").game.view();
    assert_eq!(view.operating, Some(CompanyName::of("SV")));
    let steps: Vec<_> = view.steps.iter().map(|step| (step.name.to_string(), step.progress)).collect();
    let names: Vec<_> = steps.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Tiles", "Token", "Run", "Earnings", "Trains", "Shares"]);
    assert_eq!((steps[0].1, steps[1].1, steps[2].1), (Progress::Done, Progress::Now, Progress::ToCome));
    let order: Vec<_> = view.operating_order.iter().map(|shown| (shown.company, shown.progress)).collect();
    assert_eq!(
        order,
        [
            (CompanyName::of("CCFR"), Progress::Done),
            (CompanyName::of("SV"), Progress::Now),
            (CompanyName::of("FBV"), Progress::ToCome)
        ]
    );
    assert!(!view.panels.is_empty() && !view.tiles.is_empty() && !view.cards.is_empty());
}

/// Rules: 1883-2.4-01, 1883-6.8-03
#[test]
fn the_depot_shows_what_is_for_sale() {
    let depot = at("stock_rounds = 2\n").game.view().depot;
    let shown: Vec<_> =
        depot.iter().map(|train| (train.train, train.left, train.price, train.for_sale)).collect();
    assert_eq!(shown.len(), 9);
    assert_eq!(shown[0], (TrainName::of("2"), Some(6), Money(80), true));
    assert_eq!(shown[1], (TrainName::of("3"), Some(4), Money(160), false));
    assert_eq!(shown[8], (TrainName::of("2G"), Some(4), Money(20), true));
}

/// Rules: 1883-6.8-02
#[test]
fn whoever_is_asked_for_a_train_may_agree_or_decline() {
    let mut desk = turn("trains", "treasury = 50");
    desk.play(Action::Propose { deal: Box::new(train_of("FBV", "2", 50)) });
    assert!(desk.may(Action::Accept) && desk.may(Action::Decline));
    assert!(!desk.may(Action::Pass));
}

/// Rules: 1883-6.3-03, 1883-3.4-01
#[test]
fn a_private_that_could_be_bought_is_worth_a_stop() {
    let rest = "treasury = 15\ntrains = [\"2\"]\n[private]\nTCB = { seat = \"Ada\" }\n[depot]\n2 = 0";
    let desk = turn("trains", rest);
    let buys =
        |offer: &ferrata_engine::offer::Offer| matches!(offer, ferrata_engine::offer::Offer::BuyCard { .. });
    assert_eq!((desk.acting().as_str(), desk.offers(buys)), ("SV", 1), "although no train can be bought");
}

#[test]
fn what_is_wrong_with_a_table_is_told() {
    let text = "title = \"1883\"\nedition = \"living\"\nplayers = [\"Ada\", \"Ben\"]\nstock_rounds = 2\nphase = \"5\"\n[company.CCFR]\ntrains = []\n[company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Ada 20\"\ntrains = [\"4\", \"4\", \"5\"]\n";
    let problems = ferrata_engine::position::read::<Game>("test", text).map(|_| ()).unwrap_err();
    assert!(problems.iter().any(|problem| problem.found.contains("SV owns too many trains")), "{problems:?}");
    let (one, other) = (at("stock_rounds = 2\n"), at("stock_rounds = 3\n"));
    assert!(one.game == at("stock_rounds = 2\n").game && one.game != other.game);
}

#[test]
fn whoever_weighs_decisions_is_told_the_best_run() {
    let desk = turn("run", "trains = [\"3\"]");
    let runs = desk.game.runs();
    assert_eq!(runs, [Action::Run { routes: desk.game.best_routes() }]);
    assert!(!desk.game.best_routes().is_empty());
}

/// The board is a reconstruction: said once, when the players are seated, with what an owner of the printed game can do.
#[test]
fn a_reconstructed_board_is_told_once() {
    let desk = super::desk::opening(&["Ada", "Ben", "Cleo"]);
    let told = |events: &[Event]| {
        let notes = events.iter().filter_map(|event| match event {
            Event::Note { text } => Some(text.to_string()),
            _ => None,
        });
        notes.filter(|note| note.contains("can correct the data files")).collect::<Vec<_>>()
    };
    let notices = told(&desk.events);
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].starts_with("The board and other parts of 1883 are reconstructed"), "{notices:?}");
    assert!(notices[0].contains("docs/data.md"), "{notices:?}");
}

/// Rules: 1883-5.1-05
#[test]
fn whoever_passed_in_succession_is_shown() {
    let mut desk = at(
        "stock_rounds = 3\nphase = \"2\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[round.stock]\nseat = \"Ben\"\n",
    );
    let passed =
        |desk: &Desk| desk.game.view().players.iter().map(|player| player.passed).collect::<Vec<_>>();
    assert_eq!(passed(&desk), [false, false, false]);
    desk.pass();
    assert_eq!(passed(&desk), [false, true, false], "Ben");
    desk.pass();
    assert_eq!(passed(&desk), [false, true, true], "and Cleo, whose left neighbour is asked");
}

/// What the kit asks after every entry: tokens on the board and on a charter are as many as there are.
#[test]
fn a_token_too_many_is_a_breach() {
    let mut desk = turn("token", "treasury = 40");
    assert_eq!(desk.game.breaches(), Vec::<String>::new());
    let sv = desk.company("SV");
    desk.game.company_mut(sv).tokens += 1;
    assert_eq!(desk.game.breaches().len(), 1, "{:?}", desk.game.breaches());
}

/// Rules: 1883-3.2-09, 1883-7.0-05
#[test]
fn cards_notes_and_events_are_shown() {
    let desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 2]\nphase = \"2\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Ada 20\"\nanchors = 1\n[private]\nTCB = { seat = \"Ada\" }\nCNP = { company = \"SV\" }\n\
         [events]\ncurrent = \"E1\"\nhot_autumn = \"E26\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"token\"\n",
    );
    let view = desk.game.view();
    let cards = |cards: &[ferrata_engine::view::CardView]| {
        cards.iter().map(|card| card.card.to_string()).collect::<Vec<_>>()
    };
    assert!(cards(&view.players[0].cards).contains(&"TCB".to_owned()), "{:?}", cards(&view.players[0].cards));
    let sv = view.companies.iter().find(|company| company.name == CompanyName::of("SV")).unwrap();
    assert!(cards(&sv.cards).contains(&"CNP".to_owned()));
    let notes: Vec<_> = sv.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes[..2], ["par 85", "1 anchor to place"], "{notes:?}");
    for event in ["E1", "E26"] {
        let card = view.cards.iter().find(|card| card.card.as_str() == event).unwrap();
        assert!(card.notes.iter().any(|note| note.to_string().starts_with("in force")), "{event}");
    }
    assert!(!cards(&view.cards).contains(&"E2".to_owned()), "only what is in force");
}

/// Every question has its words.
#[test]
fn every_question_is_asked_in_words() {
    let question = |desk: &Desk| desk.game.view().question.to_string();
    assert_eq!(question(&turn("token", "treasury = 40")), "place a token");
    let sarsa = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\ncoaches = [\"2\", \"90\"]\n[company.CCFR]\ntrains = []\n\
         [company.SARSA]\nprice = 65\nplace = \"B3\"\ntreasury = 100\nshares = \"Ada 20\"\nfirst_operated = 1\nlast_operated = 3\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SARSA\"\nacted = [\"SARSA\"]\nstep = \"coaches\"\n",
    );
    assert_eq!(question(&sarsa), "place coaches");
    let strike = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"4\"\n[seat.Ada]\nsupport = 1\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n\
         [events]\ndeck = 3\nleft = [\"E24\"]\nhot_autumn = \"E26\"\n[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [round.operating]\nstage = \"beginning\"\n",
    );
    assert_eq!((strike.asked().as_str(), question(&strike).as_str()), ("Ada", "answer the event"));
}

/// A position tells of corporations in play that they have operated, unless no train has been bought yet.
#[test]
fn corporations_in_play_have_operated() {
    let begun = |phase: &str| {
        let desk = at(&format!(
            "stock_rounds = 3\n{phase}[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n"
        ));
        let sv = desk.game.company(desk.company("SV"));
        (sv.first_operated, sv.last_operated)
    };
    assert_eq!((begun("phase = \"2\"\n"), begun("")), ((1, 1), (0, 0)));
}

#[test]
fn whoever_weighs_decisions_is_told_who_leads_and_what_lies_near() {
    let desk = turn("run", "trains = [\"3\"]");
    let sv = desk.company("SV");
    let firms = desk.game.outlook().firms;
    let leaders: Vec<_> = firms.iter().map(|firm| firm.leader).collect();
    assert!(
        leaders.contains(&Some(desk.seat("Ada"))) && leaders.contains(&Some(desk.seat("Ben"))),
        "{leaders:?}"
    );
    let bare = at("stock_rounds = 3\n");
    assert!(desk.game.potential(sv) > 1.0 + bare.game.potential(sv), "what lies on its track counts");
}

/// Rules: 1883-7.1-01
#[test]
fn an_event_card_whose_deck_never_comes_is_a_fault_of_the_files() {
    let shelf = &crate::t1883::data::SHELF;
    let mut parts = (*shelf.components("living").unwrap()).clone();
    assert!((shelf.verify)(&parts).is_ok());
    parts.phases.truncate(3);
    let problem = (shelf.verify)(&parts).unwrap_err();
    assert!(problem.found.starts_with("the era"), "{problem}");
}
