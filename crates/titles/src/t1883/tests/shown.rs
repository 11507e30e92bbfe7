//! What clients and the kit see of a table.

use super::desk::{Desk, at, train_of};
use crate::prospects::Prospects;
use crate::t1883::Game;
use ferrata_engine::action::Action;
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
