//! 6.8 Trains, forced purchases and bankruptcy.

use super::desk::{at, train, train_of, with};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Rulebook;
use ferrata_engine::money::Money;
use ferrata_engine::name::TrainName;
use ferrata_engine::view::RoundKind;

fn turn(phase: &str, sv: &str, rest: &str) -> String {
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"{phase}\"\n[coop]\npresident = \"Cleo\"\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\n{sv}\n{rest}\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
    )
}

/// Rules: 1883-6.8-02, 1883-6.8-03, 1883-6.8-05, 1883-6.8-23, 1883-T-11, 1883-C-02
#[test]
fn the_bank_sells_the_smallest_class_and_the_pool_besides() {
    let mut desk = at(&turn("1", "shares = \"Ada 20\"\ntreasury = 400", ""));
    assert_eq!(desk.refused(train("3", 160)), "1883-6.8-03");
    desk.play(train("2", 80)).play(train("2", 80)).play(train("2", 80)).play(train("2", 80));
    assert_eq!(desk.treasury("SV"), 80);
    assert_eq!(desk.refused(train("2", 80)), "1883-6.8-23", "the limit is 4");
    assert!(desk.may(train("2G", 20)), "2G do not count");
    let desk = at(&turn(
        "2",
        "shares = \"Ada 20\"\ntreasury = 400",
        "[company.CCFR]\ntrains = []\n[depot]\n3 = { left = 2, returned = 1 }\n2 = { left = 0, returned = 1 }\n",
    ));
    let new = Action::BuyTrain { train: TrainName::of("3"), from: Party::Offering, price: Money(160) };
    assert!(desk.may(train("2", 80)) && desk.may(train("3", 160)) && desk.may(new));
}

/// Rules: 1883-6.8-09, 1883-6.8-10
#[test]
fn no_more_gravity_trains_than_small_trains() {
    let mut desk = at(&turn("1", "shares = \"Ada 20\"\ntreasury = 100\ntrains = [\"2\"]", ""));
    desk.play(train("2G", 20));
    assert_eq!(desk.refused(train("2G", 20)), "1883-6.8-09");
    let desk = at(&turn(
        "4",
        "shares = \"Ada 20\"\ntreasury = 100\ntrains = [\"4\"]",
        "[company.CCFR]\ntrains = []\n[depot]\n4 = 3\n2G = 0\n",
    ));
    assert_eq!(desk.refused(train("2G", 20)), "1883-6.8-03");
}

const FBV: &str = "[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\ntrains = [\"2\", \"2G\"]\n";

/// Rules: 1883-6.8-02, 1883-6.8-08, 1883-R-40
#[test]
fn trains_of_other_corporations_need_consent() {
    let text = turn("1", "shares = \"Ada 20\"\ntreasury = 100", FBV);
    let mut desk = at(&text);
    assert_eq!(desk.refused(train_of("FBV", "2", 30)), "1883-6.8-02");
    let deal = |price| Action::Propose { deal: Box::new(train_of("FBV", "2", price)) };
    assert_eq!(desk.refused(deal(0)), "1883-6.8-26");
    assert_eq!(desk.refused(deal(101)), "1883-6.8-26");
    desk.play(deal(30));
    assert_eq!(desk.asked(), "Ben");
    desk.play(Action::Accept);
    assert_eq!((desk.treasury("FBV"), desk.trains("SV").join(" ")), (30, "2".to_owned()));
    assert_eq!((desk.trains("FBV").len(), desk.depot("2G").1), (0, 1), "its 2G goes back");
    let mut desk = with(&["keep2g"], &text);
    desk.play(deal(30)).play(Action::Accept);
    assert_eq!(desk.trains("FBV").join(" "), "2G");
    let mut desk = at(&text);
    desk.play(deal(30)).play(Action::Decline);
    assert_eq!((desk.asked(), desk.trains("FBV").len()), ("Ada".to_owned(), 2));
    let desk = at(&text.replace("Ben 20", "Ada 20"));
    assert!(desk.may(train_of("FBV", "2", 1)), "one's own need nobody's consent");
}

/// Rules: 1883-V-11, 1883-6.8-06, 1883-6.8-07, 1883-4.0-12, 1883-R-18, 1883-4.0-10
#[test]
fn the_first_5_leaves_two_trains() {
    let text = turn(
        "4",
        "shares = \"Ada 20\"\ntreasury = 440\ntrains = [\"3\", \"4\", \"4\"]",
        "[company.CCFR]\ntrains = []\nstanding = \"frozen\"\nshares = \"\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n",
    );
    let desk = at(&text);
    assert_eq!(
        desk.refused(train("5", 440)),
        "1883-6.8-23",
        "at the limit, although its 3 would be scrapped"
    );
    let mut desk = at(&text.replace("\"3\", \"4\", \"4\"", "\"4\", \"4\""));
    desk.play(train("5", 440));
    assert_eq!(desk.asked(), "Ada");
    desk.play(Action::Discard {
        company: ferrata_engine::name::CompanyName::of("SV"),
        train: TrainName::of("4"),
    });
    assert_eq!((desk.trains("SV").join(" "), desk.depot("4")), ("4 5".to_owned(), (0, 1)));
    let mut desk = at(&turn("7", "shares = \"Ada 20\"\ntreasury = 900\ntrains = [\"4\"]", "[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = { left = 0, returned = 1 }\n5 = 0\n6 = 0\n7 = 0\n").replace("[coop]", "[coop]\ncapitalised = true"));
    desk.play(train("8", 900));
    assert_eq!(
        (desk.phase().as_str(), desk.trains("SV").join(" "), desk.depot("4")),
        ("8", "8".to_owned(), (0, 0)),
        "4s vanish, in the pool, too"
    );
}

/// Rules: 1883-4.0-12
#[test]
fn scrapping_comes_before_counting() {
    let mut desk = at(&turn(
        "3",
        "shares = \"Ada 20\"\ntreasury = 280\ntrains = [\"2\", \"2\", \"3\"]",
        "[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n",
    ));
    desk.play(train("4", 280));
    assert_eq!(
        (desk.asked(), desk.trains("SV").join(" ")),
        ("Ada".to_owned(), "3 4".to_owned()),
        "nothing is discarded"
    );
}

/// SV without a train, with a route to Suzzara.
fn needy(phase: &str, sv: &str, rest: &str) -> String {
    turn(phase, sv, &format!("{rest}[board]\n26 = \"57 1\"\n"))
}

/// Rules: 1883-6.8-01, 1883-6.8-25, 1883-6.3-04
#[test]
fn a_railway_with_a_route_must_own_a_train() {
    let desk = at(&needy("1", "shares = \"Ada 20\"\ntreasury = 100", ""));
    assert_eq!(desk.refused(Action::Pass), "1883-6.8-01");
    let desk = at(&turn("1", "shares = \"Ada 20\"\ntreasury = 100", ""));
    assert!(desk.may(Action::Pass), "without a route there is no duty");
    let desk = at(&needy("1", "shares = \"Ada 20\"\ntreasury = 100\ntrains = [\"2\"]", ""));
    assert!(desk.may(Action::Pass));
}

/// Rules: 1883-6.8-17, 1883-6.8-18, 1883-A1-03
#[test]
fn the_president_adds_cash_to_the_treasury() {
    let mut desk = at(&needy("2", "shares = \"Ada 20\"\ntreasury = 30", "[company.CCFR]\ntrains = []\n"));
    desk.play(train("3", 160));
    assert_eq!((desk.treasury("SV"), desk.cash("Ada")), (0, 550 - 130));
    let desk = at(&needy(
        "2",
        "shares = \"Ada 20\"\ntreasury = 30\ntrains = [\"2\"]",
        "[company.CCFR]\ntrains = []\n[depot]\n2 = 0\n",
    ));
    assert_eq!(desk.refused(train("3", 160)), "1883-6.3-04", "only where it must");
}

/// Rules: 1883-6.8-18, 1883-6.8-26, 1883-R-31
#[test]
fn shares_are_sold_while_money_is_short() {
    let rest = "[seat.Ada]\ncash = 20\n[company.CCFR]\ntrains = []\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 30, Ada 30\"\nstations = [\"88\"]\n";
    let mut desk = at(&needy("2", "shares = \"Ada 30, Ben 20\"\ntreasury = 30", rest));
    assert_eq!(desk.refused(desk.sale("SV", 20)), "1883-R-31", "not the presidency of the needy one");
    assert_eq!(desk.refused(desk.sale("FBV", 30)), "1883-6.8-26", "two shares are enough");
    desk.sell("FBV", 10);
    assert_eq!(desk.refused(Action::Pass), "1883-6.8-01");
    desk.sell("FBV", 10);
    assert_eq!(desk.cash("Ada"), 20 + 130, "both at the price before the block");
    desk.play(train("3", 160));
    assert_eq!((desk.cash("Ada"), desk.treasury("SV"), desk.price("FBV")), (20, 0, 55));
}

/// Rules: 1883-6.8-19, 1883-6.8-20, 1883-6.8-21, 1883-6.8-22, 1883-6.8-27, 1883-6.8-29, 1883-R-32, 1883-R-50, 1883-5.4-06
#[test]
fn whoever_cannot_raise_the_money_leaves_the_game() {
    let rest = "[seat.Ada]\ncash = 20\nsupport = 3\n[company.CCFR]\ntrains = []\n\
        [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 30, Ben 20, pool 50\"\nstations = [\"88\"]\n\
        [company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"16\"]\n[private]\nTCB = { seat = \"Ada\" }\n";
    let mut desk = at(&needy("4", "shares = \"Ada 30, Ben 20\"\ntreasury = 30", rest)
        .replace("president = \"Cleo\"", "president = \"Ada\""));
    desk.pass();
    assert!(desk.game.seat(desk.seat("Ada")).out && desk.cash("Ada") == 0 && desk.cards("Ada") == 0);
    assert!(!desk.game.is_open(desk.company("SV")) && !desk.game.is_open(desk.company("SAFRE")));
    assert_eq!(
        (desk.president("FBV").as_deref(), desk.held("FBV", "pool"), desk.price("FBV")),
        (Some("Ben"), 80, 65)
    );
    assert_eq!((desk.held("SV", "offering"), desk.held("SV", "Ben")), (100, 0));
    assert_eq!(
        (desk.game.table.priority, desk.president("CCFR").as_deref()),
        (desk.seat("Ben"), Some("Cleo")),
        "CCFR went to Ben, and at the end of the round to Cleo"
    );
    assert_eq!(
        (desk.game.table.order.len(), desk.game.show().round.kind, desk.game.certificate_limit()),
        (2, RoundKind::Stock, 32),
        "the next stock round has begun, and with it the limits of two players"
    );
}

/// Rules: 1883-R-32, 1883-3.2-11, 1883-3.2-20, 1883-5.8-04, 1883-6.8-27
#[test]
fn the_cnp_of_a_bankrupt_closes_unswapped() {
    let bankrupt = |sv: &str| {
        let text = turn(
            "4",
            &format!("shares = \"{sv}\"\ntreasury = 30\ntrains = [\"4\"]"),
            "[company.CCFR]\ntrains = []\n[seat.Ada]\ncash = 20\n[private]\nCNP = { seat = \"Ada\" }\n\
             [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"88\"]\n\
             [board]\n88 = \"57 2\"\n78 = \"58 5\"\n[depot]\n4 = 2\n",
        );
        let acting = "company = \"FBV\"\nacted = [\"FBV\"]\norder = [\"SV\"]";
        let mut desk = at(&text.replace("company = \"SV\"\nacted = [\"SV\"]", acting));
        assert!(desk.may(Action::Pass), "to go bankrupt is all that is left");
        desk.pass();
        assert!(desk.game.seat(desk.seat("Ada")).out);
        assert_eq!(desk.president("CCFR").as_deref(), Some("Cleo"), "Ada did not lead it");
        (desk.held("SV", "pool"), desk.held("SV", "offering"), desk.treasury("SV"), desk.price("SV"))
    };
    assert_eq!(bankrupt("Ben 20"), (10, 70, 30 + 85, 85), "the par is paid, the price does not move");
    assert_eq!(bankrupt("Ben 40, pool 50"), (50, 10, 30, 85), "the pool is full");
    assert_eq!(bankrupt("Ben 60, pool 40"), (40, 0, 30, 85), "none is left");
}

/// Rules: 1883-1.2-02, 1883-9-05
#[test]
fn the_last_player_wins() {
    let text = "title = \"1883\"\nedition = \"living\"\nplayers = [\"Ada\", \"Ben\"]\n".to_owned()
        + &needy(
            "4",
            "shares = \"Ada 30\"\ntreasury = 30",
            "[seat.Ada]\ncash = 20\n[company.CCFR]\ntrains = []\n",
        )
        .replace("Cleo", "Ben");
    let (_, game) = ferrata_engine::position::read::<crate::t1883::Game>("test", &text).unwrap();
    let mut desk = super::desk::Desk { game, events: Vec::new() };
    desk.pass();
    assert_eq!(desk.asked(), "only one player is left");
    let ferrata_engine::turn::Turn::Over(outcome) = ferrata_engine::turn::Title::turn(&desk.game) else {
        panic!()
    };
    assert_eq!(outcome.standings[0].0, desk.seat("Ben"));
}

/// Rules: 1883-5.2-05, 1883-6.8-18
#[test]
fn in_the_first_operating_round_shares_may_be_sold_for_a_train() {
    let mut desk = at(&needy(
        "1",
        "shares = \"Ada 20\"\ntreasury = 0",
        "[seat.Ada]\ncash = 20\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 30, Ada 20\"\nstations = [\"88\"]\n",
    )
    .replace("stock_rounds = 3\noperating_rounds = 3", "stock_rounds = 1\noperating_rounds = 1"));
    desk.sell("FBV", 10).play(train("2", 80));
    assert_eq!((desk.cash("Ada"), desk.trains("SV").len()), (5, 1));
}

/// Rules: 1883-5.4-06, 1883-6.8-22
#[test]
fn the_limit_of_fewer_players_holds_from_the_next_stock_round_on() {
    let fbv = "[seat.Ada]\ncash = 20\n[company.CCFR]\ntrains = []\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\n";
    let mut desk = at(&needy("4", "shares = \"Ada 20\"\ntreasury = 30", fbv)
        .replace("acted = [\"SV\"]", "acted = [\"SV\"]\norder = [\"FBV\"]"));
    desk.pass();
    assert_eq!((desk.acting().as_str(), desk.game.table.order.len()), ("FBV", 2));
    assert_eq!(desk.game.certificate_limit(), 21, "that of three players, to the end of the round");
}

/// Rules: 1883-6.8-27, 1883-8.1.5-04, 1883-8.1.6-01
#[test]
fn the_co_operative_share_of_a_bankrupt_goes_to_the_pool() {
    let bankrupt = |holders: &str| {
        let fbv = "[seat.Ada]\ncash = 20\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\n";
        let ccfr = format!("[company.CCFR]\ntrains = []\nshares = \"{holders}\"\ndirector = \"offering\"\n");
        let mut desk = at(&needy("4", "shares = \"Ada 20\"\ntreasury = 30", &format!("{fbv}{ccfr}"))
            .replace("president = \"Cleo\"", "president = \"Ada\"")
            .replace("acted = [\"SV\"]", "acted = [\"SV\"]\norder = [\"FBV\"]"));
        desk.pass();
        (desk.held("CCFR", "pool"), desk.president("CCFR"), desk.game.is_open(desk.company("CCFR")))
    };
    assert_eq!(bankrupt("Ada 10, Cleo 10, pool 10"), (20, Some("Cleo".to_owned()), true));
    assert_eq!(bankrupt("Ada 10, pool 20"), (30, None, false), "nobody holds one any more: it is frozen");
}

/// Rules: 1883-6.8-06, 1883-4.0-12
#[test]
fn after_the_buyer_the_dearest_discards_first() {
    let rest = "[company.FSF]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"37\", \"72\"]\ntrains = [\"4\", \"4\", \"4\"]\n\
        [company.SAFRE]\nprice = 120\nplace = \"J3\"\nshares = \"Cleo 20\"\nstations = [\"16\"]\ntrains = [\"3bis\", \"3bis\", \"4\"]\n\
        [company.CCFR]\ntrains = []\nstanding = \"frozen\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n";
    let mut desk = at(&turn("4", "shares = \"Ada 20\"\ntreasury = 440", rest));
    desk.play(train("5", 440));
    assert_eq!(desk.asked(), "Cleo", "for SAFRE at 120, before FSF at 65");
    desk.play(Action::Discard {
        company: ferrata_engine::name::CompanyName::of("SAFRE"),
        train: TrainName::of("3bis"),
    });
    assert_eq!(desk.asked(), "Ben");
}

/// Rules: 1883-6.8-25, 1883-R-45
#[test]
fn a_state_line_is_a_route_for_a_train_that_can_run_it() {
    let table = |phase: &str, rest: &str| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"{phase}\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n\
             [company.FMMSF]\nprice = 85\nplace = \"F3\"\nstations = [\"52\"]\nshares = \"Ada 20\"\ntreasury = 200\n{rest}\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"FMMSF\"\nacted = [\"FMMSF\"]\nstep = \"trains\"\n"
        ))
    };
    assert_eq!(table("2", "").refused(Action::Pass), "1883-6.8-01", "a 3 runs from Modena to Bologna");
    assert!(table("1", "").may(Action::Pass), "a 2 does not");
    let pool = "[depot]\n2 = { left = 0, returned = 1 }\n3 = 3\n";
    assert!(table("2", pool).may(Action::Pass), "nor would the 2 of the pool, the cheapest");
}

/// Rules: 1883-6.3-01, 1883-R-13
#[test]
fn prices_that_move_in_the_round_do_not_change_its_order() {
    let rest = "[seat.Ada]\ncash = 20\n[company.CCFR]\ntrains = []\n\
        [company.SAFRE]\nprice = 85\nplace = \"F3\"\nstack = 1\nshares = \"Ben 30, Ada 20\"\nstations = [\"16\"]\n\
        [company.FBV]\nprice = 80\nplace = \"E3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\n";
    let mut desk = at(&needy("2", "stack = 0\nshares = \"Ada 20\"\ntreasury = 30", rest)
        .replace("acted = [\"SV\"]", "acted = [\"SV\"]\norder = [\"SAFRE\", \"FBV\"]"));
    desk.sell("SAFRE", 20).play(train("3", 160)).end_turn();
    assert_eq!((desk.price("SAFRE"), desk.price("FBV"), desk.acting().as_str()), (75, 80, "SAFRE"));
}

/// Rules: 1883-R-31, 1883-6.8-18
#[test]
fn shares_of_the_needy_corporation_may_be_sold_as_long_as_its_president_stays() {
    let rest = "[seat.Ada]\ncash = 60\n[company.CCFR]\ntrains = []\n";
    let mut desk = at(&needy("2", "shares = \"Ada 30, Ben 20\"\ntreasury = 30", rest));
    desk.sell("SV", 10).play(train("3", 160));
    assert_eq!((desk.cash("Ada"), desk.president("SV").as_deref()), (60 + 85 + 30 - 160, Some("Ada")));
}

/// Rules: 1883-6.8-23, 1883-6.8-02
#[test]
fn at_the_limit_no_train_of_another_corporation_is_bought_either() {
    let rest = FBV.replace("Ben 20", "Ada 20");
    let desk = at(&turn("1", "shares = \"Ada 20\"\ntreasury = 100\ntrains = [\"2\", \"2\", \"2\"]", &rest));
    assert!(desk.may(train_of("FBV", "2", 1)));
    let desk =
        at(&turn("1", "shares = \"Ada 20\"\ntreasury = 100\ntrains = [\"2\", \"2\", \"2\", \"2\"]", &rest));
    assert_eq!(desk.refused(train_of("FBV", "2", 1)), "1883-6.8-23");
    assert!(desk.may(train_of("FBV", "2G", 1)), "a 2G does not count");
}

/// Rules: 1883-6.8-20, 1883-R-34
#[test]
fn a_bankrupts_shares_of_what_is_not_launched_go_back_to_the_offers() {
    let rest = "[seat.Ada]\ncash = 20\n[company.CCFR]\ntrains = []\n[company.FMV]\nshares = \"Ada 10\"\ndirector = \"offering\"\n";
    let mut desk = at(&needy("4", "shares = \"Ada 20\"\ntreasury = 30", rest));
    desk.pass();
    assert_eq!((desk.held("FMV", "offering"), desk.held("FMV", "pool")), (100, 0));
}

/// Rules: 1883-9-05, 1883-1.2-02
#[test]
fn the_last_player_wins_even_with_nothing() {
    let text = "title = \"1883\"\nedition = \"living\"\nplayers = [\"Ada\", \"Ben\"]\n".to_owned()
        + &needy(
            "4",
            "shares = \"Ada 20\"\ntreasury = 30",
            "[seat.Ada]\ncash = 20\n[seat.Ben]\ncash = 0\n[company.CCFR]\ntrains = []\nshares = \"Ada 10, pool 10\"\ndirector = \"offering\"\n",
        )
        .replace("president = \"Cleo\"", "president = \"Ada\"");
    let (_, game) = ferrata_engine::position::read::<crate::t1883::Game>("test", &text).unwrap();
    let mut desk = super::desk::Desk { game, events: Vec::new() };
    desk.pass();
    let ferrata_engine::turn::Turn::Over(outcome) = ferrata_engine::turn::Title::turn(&desk.game) else {
        panic!()
    };
    assert_eq!(outcome.standings[0].0, desk.seat("Ben"), "before the bankrupt, who has nothing either");
}

/// Rules: 1883-6.8-26
#[test]
fn no_share_is_sold_when_the_one_before_has_just_been_enough() {
    // 160 less 30 less 65 are exactly one share of FBV.
    let rest = "[seat.Ada]\ncash = 65\n[company.CCFR]\ntrains = []\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 30, Ada 30\"\nstations = [\"88\"]\n";
    let mut desk = at(&needy("2", "shares = \"Ada 20\"\ntreasury = 30", rest));
    assert_eq!(desk.refused(desk.sale("FBV", 20)), "1883-6.8-26");
    desk.sell("FBV", 10);
    assert_eq!(desk.refused(desk.sale("FBV", 10)), "1883-6.8-26", "nothing is missing any more");
}

/// Rules: 1883-5.3-12, 1883-5.3-10
#[test]
fn a_forced_sale_passes_a_presidency_as_any_other() {
    let rest = "[seat.Ada]\ncash = 100\n[company.CCFR]\ntrains = []\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 30, Ben 30\"\ndirector = \"Ada\"\nstations = [\"88\"]\n";
    let mut desk = at(&needy("2", "shares = \"Ada 20\"\ntreasury = 30", rest));
    desk.sell("FBV", 10);
    assert_eq!(
        (desk.president("FBV").as_deref(), desk.held("FBV", "Ada")),
        (Some("Ben"), 20),
        "30 against 20"
    );
}
