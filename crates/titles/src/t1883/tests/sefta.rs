//! 8.3 SEFTA.

use super::desk::{Desk, at};
use crate::t1883::table::Standing;
use ferrata_engine::action::Action;
use ferrata_engine::name::CompanyName;

/// FMMSF is in its last step; both have operated, Modena and Vignola are joined.
fn merger(fmmsf: &str, fmv: &str, rest: &str) -> String {
    format!(
        "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n\
         [company.FMMSF]\nstations = [\"52\"]\nfirst_operated = 2\nlast_operated = 6\n{fmmsf}\n\
         [company.FMV]\nstations = [\"67\"]\nfirst_operated = 3\nlast_operated = 5\n{fmv}\n\
         {rest}\n[board]\n52 = \"1883-MO1 0\"\n56 = \"58 3\"\n67 = \"6 2\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FMMSF\"\nacted = [\"FMMSF\"]\norder = [\"FMV\"]\nstep = \"merge\"\n"
    )
}

const MERGE: fn() -> Action =
    || Action::Merge { with: CompanyName::of("FMV"), into: CompanyName::of("SEFTA") };

fn example() -> Desk {
    at(&merger(
        "price = 80\nplace = \"C1\"\ntreasury = 120\nshares = \"Ada 40, Ben 10, pool 20\"\ntrains = [\"3\", \"4\"]",
        "price = 65\nplace = \"B3\"\ntreasury = 45\nshares = \"Ben 30, Ada 10, Cleo 10, pool 20\"\ntrains = [\"3\", \"4\"]",
        "",
    ))
}

/// Rules: 1883-V-28, 1883-V-27, 1883-8.3-01, 1883-8.3-03, 1883-8.3-04, 1883-8.3-05, 1883-8.3-06, 1883-8.3-07, 1883-8.3-08, 1883-8.3-10,
/// 1883-8.3-11, 1883-8.3-15, 1883-T-19, 1883-T-22
#[test]
fn the_two_become_one() {
    let mut desk = example();
    assert_eq!(desk.refused(MERGE()), "1883-8.3-01", "the other president has to agree");
    desk.play(Action::Propose { deal: Box::new(MERGE()) });
    assert_eq!(desk.asked(), "Ben");
    desk.play(Action::Accept);
    assert_eq!((desk.asked(), desk.price("SEFTA")), ("Ada".to_owned(), 135), "Ada has an odd share");
    desk.choose("buy");
    assert_eq!(
        (desk.cash("Ada"), desk.cash("Cleo")),
        (550 - 68, 550 + 68),
        "Cleo gets half the price: all are issued"
    );
    let held = ["Ada", "Ben", "Cleo", "pool", "offering"].map(|who| desk.held("SEFTA", who));
    assert_eq!(held, [30, 20, 0, 20, 30]);
    assert_eq!((desk.treasury("SEFTA"), desk.president("SEFTA").as_deref()), (120 + 45 + 68, Some("Ada")));
    assert_eq!((desk.asked(), desk.trains("SEFTA").len()), ("Ada".to_owned(), 4), "one train too many");
    desk.play(Action::Discard {
        company: CompanyName::of("SEFTA"),
        train: ferrata_engine::name::TrainName::of("3"),
    });
    let tokens: Vec<_> = desk
        .game
        .table
        .board
        .tokens_of(desk.company("SEFTA"))
        .map(|token| desk.game.fixed.parts.hex_name(token.hex).to_string())
        .collect();
    assert_eq!(
        (tokens, desk.game.company(desk.company("SEFTA")).tokens),
        (vec!["52".to_owned(), "67".to_owned()], 2)
    );
    assert_eq!(desk.game.certificate_limit(), 19);
    assert!(!desk.game.is_open(desk.company("FMV")) && desk.held("FMV", "Ben") == 0);
    let gone = |company: &str| desk.game.company(desk.company(company)).standing == Standing::Gone;
    assert!(gone("FMMSF") && gone("FMV"), "neither can be launched again");
}

/// Rules: 1883-8.3-11, 1883-8.3-14, 1883-T-20, 1883-8.3-12
#[test]
fn neither_the_partner_nor_sefta_acts_in_this_round() {
    let mut desk = at(&merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 40\"\nanchors = 1",
        "price = 65\nplace = \"B3\"\nshares = \"Ada 40\"",
        "[concession]\nC5 = { held = { by = \"FMV\", rounds = 3 } }\n[private]\nTCB = { seat = \"Ben\" }\n",
    ));
    desk.play(MERGE());
    assert_eq!(desk.game.table.set.0, 2, "the next operating round");
    let sefta = desk.company("SEFTA");
    assert_eq!((desk.game.table.concessions[4].owner(), desk.game.company(sefta).anchors), (Some(sefta), 1));
    assert_eq!(desk.game.table.privates[0], ferrata_engine::shares::Holder::Out, "privates close");
}

/// Rules: 1883-8.3-04, 1883-V-27
#[test]
fn the_value_is_at_most_150() {
    let mut desk = at(&merger(
        "price = 90\nplace = \"E1\"\nshares = \"Ada 40\"",
        "price = 85\nplace = \"F3\"\nshares = \"Ada 40\"",
        "",
    ));
    desk.play(MERGE());
    assert_eq!(desk.price("SEFTA"), 150);
    let field = desk.game.table.chart.field(desk.company("SEFTA")).unwrap();
    assert_eq!((field.row, field.col), (2, 11), "the easternmost box of 150");
}

/// Rules: 1883-8.3-01, 1883-8.3-02
#[test]
fn when_they_may_not_merge() {
    let shares = (
        "price = 80\nplace = \"C1\"\nshares = \"Ada 40\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ada 40\"",
    );
    let text = merger(shares.0, shares.1, "");
    assert!(at(&text).may(MERGE()));
    let asked = |text: &str| {
        at(text).game.operating().is_ok_and(|now| now.step == crate::t1883::operating::Step::Merge)
    };
    assert!(!asked(&text.replace("phase = \"4\"", "phase = \"3\"")), "only from the first 4");
    assert!(!asked(&text.replace("first_operated = 3", "first_operated = 0")), "FMV has not operated");
    assert!(
        asked(
            &text
                .replace("first_operated = 3\nlast_operated = 5", "first_operated = 6\nlast_operated = 6")
                .replace("acted = [\"FMMSF\"]\norder = [\"FMV\"]", "acted = [\"FMV\", \"FMMSF\"]")
        ),
        "it operated first in this round"
    );
    assert!(
        !asked(&text.replace("first_operated = 2", "first_operated = 6")),
        "FMMSF operates for the first time"
    );
    assert!(!asked(&text.replace("56 = \"58 3\"\n", "")), "no route joins them");
    let mut desk = example();
    desk.play(Action::Propose { deal: Box::new(MERGE()) }).play(Action::Decline);
    assert_ne!(desk.acting(), "FMMSF", "refused");
}

/// Rules: 1883-8.3-09, 1883-R-43
#[test]
fn where_nobody_has_two_the_first_pays_for_the_20() {
    let mut desk = at(&merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 20\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ben 20\"",
        "",
    ));
    desk.play(Action::Propose { deal: Box::new(MERGE()) }).play(Action::Accept);
    assert_eq!(
        (desk.president("SEFTA").as_deref(), desk.held("SEFTA", "Ada"), desk.held("SEFTA", "Ben")),
        (Some("Ada"), 20, 10)
    );
    assert_eq!(
        (desk.cash("Ada"), desk.treasury("SEFTA"), desk.held("SEFTA", "offering")),
        (550 - 135, 135, 70)
    );
}

/// Rules: 1883-8.3-13, 1883-5.8-05, 1883-5.8-06
#[test]
fn a_closed_sefta_opens_as_sefta() {
    let mut desk = at(
        "stock_rounds = 8\nphase = \"4\"\nmerger = \"formed\"\n[company.CCFR]\ntrains = []\n[company.FMV]\nstanding = \"gone\"\n[company.FMMSF]\nstanding = \"gone\"\n[company.SEFTA]\nclosed_in = 7\n",
    );
    assert_eq!(desk.refused(super::desk::start("FMV", 65)), "1883-5.3-05");
    desk.play(super::desk::start("SEFTA", 100));
    assert_eq!(desk.game.table.board.tokens_of(desk.company("SEFTA")).count(), 2);
    let desk = at("stock_rounds = 2\n");
    assert_eq!(
        desk.refused(super::desk::start("SEFTA", 65)),
        "1883-5.3-05",
        "it is not launched before it was formed"
    );
}

/// Rules: 1883-8.3-05, 1883-8.3-06, 1883-8.3-08, 1883-8.3-04
#[test]
fn the_conducting_president_comes_first_whoever_has_priority() {
    let priority = |text: &str, who: &str| {
        text.replacen("stock_rounds", &format!("priority = \"{who}\"\nstock_rounds"), 1)
    };
    let text = merger(
        "price = 80\nplace = \"C1\"\ntreasury = 120\nshares = \"Ada 40, Ben 10, pool 20\"",
        "price = 65\nplace = \"B3\"\ntreasury = 45\nshares = \"Ben 30, Ada 10, Cleo 10, pool 20\"",
        "",
    );
    let mut desk = at(&priority(&text, "Cleo"));
    desk.play(Action::Propose { deal: Box::new(MERGE()) }).play(Action::Accept);
    assert_eq!(desk.asked(), "Ada", "before Cleo, who has an odd share, too");
    desk.choose("sell");
    assert_eq!(desk.asked(), "Cleo", "one is left for her");
    desk.choose("sell");
    assert_eq!(desk.president("SEFTA").as_deref(), Some("Ada"));
    assert_eq!(
        desk.game.company(desk.company("SEFTA")).par,
        Some(ferrata_engine::money::Money(135)),
        "the par is its value"
    );
    let even = merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 40\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ben 40\"",
        "",
    );
    let mut desk = at(&priority(&even, "Ben"));
    desk.play(Action::Propose { deal: Box::new(MERGE()) }).play(Action::Accept);
    assert_eq!(desk.president("SEFTA").as_deref(), Some("Ada"), "the first who reached two shares");
}

/// Rules: 1883-8.3-14, 1883-3.2-18, 1883-5.6-15
#[test]
fn markers_keep_their_count_and_anchors_their_ports() {
    let mut desk = at(&format!(
        "anchors = [{{ hex = \"13\", of = \"FMV\" }}, {{ hex = \"46\", of = \"FMMSF\" }}, {{ hex = \"46\", of = \"FMV\" }}]\n{}",
        merger(
            "price = 80\nplace = \"C1\"\nshares = \"Ada 40\"",
            "price = 65\nplace = \"B3\"\nshares = \"Ada 40\"",
            "[concession]\nC5 = { held = { by = \"FMV\", rounds = 3 } }\n",
        )
    ));
    desk.play(MERGE());
    let sefta = desk.company("SEFTA");
    assert_eq!(
        desk.game.table.concessions[4],
        crate::t1883::table::Concession::Held { by: sefta, rounds: 4 },
        "three, and one for the round that has begun"
    );
    let ports: Vec<_> = desk
        .game
        .table
        .anchors
        .iter()
        .map(|anchor| (desk.game.fixed.parts.hex_name(anchor.hex).to_string(), anchor.of))
        .collect();
    assert_eq!(
        ports,
        [("13".to_owned(), sefta), ("46".to_owned(), sefta)],
        "two of one railway in a port become one"
    );
}

/// Rules: 1883-8.3-09, 1883-6.8-20
#[test]
fn where_the_first_receiver_cannot_pay_the_next_one_is_asked() {
    let mut desk = at(&merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 20\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ben 20\"",
        "[seat.Ada]\ncash = 134\n",
    ));
    desk.play(Action::Propose { deal: Box::new(MERGE()) }).play(Action::Accept);
    assert!(desk.game.seat(desk.seat("Ada")).out);
    assert_eq!(
        (desk.president("SEFTA").as_deref(), desk.held("SEFTA", "Ben"), desk.cash("Ben")),
        (Some("Ben"), 20, 550 - 135)
    );
    assert_eq!(
        (desk.held("SEFTA", "pool"), desk.held("SEFTA", "offering"), desk.treasury("SEFTA")),
        (10, 70, 135)
    );
}

/// Rules: 1883-8.3-09, 1883-5.1-08, 1883-6.8-18
#[test]
fn shares_may_be_sold_for_the_presidency_of_sefta() {
    let mut desk = at(&merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 20\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ben 20\"",
        "[seat.Ada]\ncash = 10\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Cleo 30, Ada 20\"\nstations = [\"88\"]\n",
    ));
    desk.play(Action::Propose { deal: Box::new(MERGE()) }).play(Action::Accept);
    assert_eq!(desk.asked(), "Ada");
    desk.sell("FBV", 10).sell("FBV", 10);
    assert_eq!(
        (desk.cash("Ada"), desk.price("FBV")),
        (10 + 130 - 135, 55),
        "both at the price before the block"
    );
}

/// Rules: 1883-11-06, 1883-8.3-11
#[test]
fn sefta_has_not_operated_in_the_round_of_its_formation() {
    let mut desk = at(&merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 40\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ada 40\"",
        "[events]\ndeck = 2\nleft = [\"E6\"]\n[company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Cleo 20\"\nstations = [\"26\"]\nfirst_operated = 1\nlast_operated = 6\n",
    ));
    desk.play(MERGE()).draw(&[0]);
    assert_eq!((desk.price("SEFTA"), desk.price("SV")), (135, 60), "the accident hits SV");
}

/// Rules: 1883-5.8-06, 1883-6.5-06
#[test]
fn a_closed_sefta_keeps_a_slot_in_modena() {
    let table = |merger: &str| {
        at(&format!(
            "stock_rounds = 8\noperating_rounds = 9\nset = [1, 1]\nphase = \"4\"\nmerger = \"{merger}\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[company.FMV]\nstanding = \"gone\"\n[company.FMMSF]\nstanding = \"gone\"\n\
             [company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"52\"]\n\
             [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 20\"\nstations = [\"20\"]\n[board]\n20 = \"5 3\"\n31 = \"8 5\"\n42 = \"8 2\"\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"token\"\n"
        ))
    };
    assert_eq!(table("formed").refused(super::desk::token("SV", "52")), "1883-6.5-06");
    assert!(table("never").may(super::desk::token("SV", "52")), "nothing is kept for what never comes");
}

/// Rules: 1883-8.3-10, 1883-R-35
#[test]
fn sefta_has_no_more_tokens_than_the_two_had() {
    let text = merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 40\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ada 40\"",
        "",
    );
    let text = text
        .replace("stations = [\"52\"]", "stations = [\"52\", \"67\"]")
        .replace("stations = [\"67\"]", "stations = [\"67\", \"52\"]")
        .replace("67 = \"6 2\"", "67 = \"14 2\"");
    let mut desk = at(&text);
    desk.play(MERGE());
    let sefta = desk.company("SEFTA");
    assert_eq!(
        (desk.game.table.board.tokens_of(sefta).count(), desk.game.company(sefta).tokens),
        (2, 1),
        "two of five have become one with another"
    );
}

/// Rules: 1883-8.3-06
#[test]
fn without_the_money_an_odd_share_is_given_up() {
    let mut desk = at(&merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 30\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ada 40\"",
        "[seat.Ada]\ncash = 67\n",
    ));
    desk.play(MERGE());
    assert_eq!((desk.cash("Ada"), desk.held("SEFTA", "Ada")), (67 + 68, 30), "a share would cost 68");
}

/// Rules: 1883-8.3-01
#[test]
fn any_two_tokens_may_be_joined() {
    let text = merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 40\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ada 40\"",
        "",
    );
    let text = text
        .replace("stations = [\"52\"]", "stations = [\"52\", \"40\"]")
        .replace("stations = [\"67\"]", "stations = [\"67\", \"29\"]")
        .replace("56 = \"58 3\"", "29 = \"57 1\"\n40 = \"57 1\"");
    assert!(at(&text).may(MERGE()), "Correggio and Bagnolo, although no route leads to Vignola");
}

/// Rules: 1883-8.3-10, 1883-R-60
#[test]
fn the_president_of_sefta_chooses_which_of_five_cities_loses_its_token() {
    let text = merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 30, Cleo 10\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ada 40\"",
        "",
    );
    let text = text
        .replace("stations = [\"52\"]", "stations = [\"52\", \"26\", \"13\"]")
        .replace("stations = [\"67\"]", "stations = [\"67\", \"88\"]");
    let mut desk = at(&text);
    desk.play(MERGE());
    assert_eq!(desk.asked(), "Ada", "about an odd share");
    let setup =
        ferrata_engine::turn::Setup::new("1883", "living", Vec::new(), desk.game.fixed.players.to_vec());
    let written = ferrata_engine::position::write(&setup, &desk.game).unwrap();
    let (_, read) = ferrata_engine::position::read::<crate::t1883::Game>("test", &written).unwrap();
    assert_eq!(ferrata_engine::turn::Title::hash(&read), ferrata_engine::turn::Title::hash(&desk.game));
    desk.choose("buy");
    assert_eq!(desk.asked(), "Ada", "about the tokens");
    assert!(["26", "13", "88"].into_iter().all(|city| desk.may(super::desk::choose(city))));
    assert!(!desk.may(super::desk::choose("52")), "Modena and Vignola come first");
    desk.choose("26");
    let sefta = desk.company("SEFTA");
    let mut tokens: Vec<_> = desk
        .game
        .table
        .board
        .tokens_of(sefta)
        .map(|token| desk.game.fixed.parts.hex_name(token.hex).to_string())
        .collect();
    tokens.sort();
    assert_eq!(
        (tokens, desk.game.company(sefta).tokens),
        (["13", "52", "67", "88"].map(str::to_owned).to_vec(), 0)
    );
    assert_eq!(
        desk.game
            .table
            .board
            .tokens()
            .iter()
            .filter(|token| desk.game.fixed.merging.contains(&token.company))
            .count(),
        0
    );
}

/// Rules: 1883-8.3-10, 1883-R-60
#[test]
fn the_tokens_are_the_choice_of_whoever_leads_sefta_then() {
    let text = merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 20\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ben 60, Ada 20\"\ndirector = \"Ada\"",
        "",
    );
    let text = text
        .replace("stations = [\"52\"]", "stations = [\"52\", \"26\", \"13\"]")
        .replace("stations = [\"67\"]", "stations = [\"67\", \"88\"]");
    let mut desk = at(&text);
    desk.play(MERGE());
    assert_eq!(
        (desk.president("SEFTA").as_deref(), desk.asked().as_str()),
        (Some("Ben"), "Ben"),
        "Ada conducted"
    );
}

/// Rules: 1883-8.2-18, 1883-8.3-12
#[test]
fn sefta_is_a_railway_for_the_ratio_and_for_events() {
    let sefta = "merger = \"formed\"\nphase = \"4\"\n[company.CCFR]\ntrains = []\n[company.FMV]\nstanding = \"gone\"\n[company.FMMSF]\nstanding = \"gone\"\n\
        [company.SEFTA]\nprice = 135\nplace = \"J2\"\nshares = \"Ada 40\"\nstations = [\"52\", \"67\"]\n";
    let desk = at(&format!("stock_rounds = 8\n{sefta}"));
    assert_eq!(crate::t1883::stock::duty::ratio_limit(&desk.game, desk.seat("Ada")), 2);
    let mut desk = at(&format!("stock_rounds = 8\noperating_rounds = 9\n{sefta}[coop]\npresident = \"Ben\"\n[events]\ndeck = 2\nleft = [\"E23\"]\n")
        .replace("stations = [\"52\"", "trains = [\"3\", \"4\"]\nstations = [\"52\""));
    desk.pass().pass().pass().draw(&[0]);
    assert_eq!(desk.asked(), "Ada", "the War Effort meets SEFTA");
}

/// Rules: 1883-8.3-01, 1883-8.3-05, 1883-8.3-08
#[test]
fn fmv_may_conduct_the_merger_as_well() {
    let text = merger(
        "price = 80\nplace = \"C1\"\nshares = \"Ada 40\"",
        "price = 65\nplace = \"B3\"\nshares = \"Ben 40\"",
        "",
    );
    let text = text.replace(
        "company = \"FMMSF\"\nacted = [\"FMMSF\"]\norder = [\"FMV\"]",
        "company = \"FMV\"\nacted = [\"FMMSF\", \"FMV\"]\norder = []",
    );
    let merge = Action::Merge { with: CompanyName::of("FMMSF"), into: CompanyName::of("SEFTA") };
    let mut desk = at(&text);
    assert_eq!(desk.asked(), "Ben");
    desk.play(Action::Propose { deal: Box::new(merge) });
    assert_eq!(desk.asked(), "Ada");
    desk.play(Action::Accept);
    assert_eq!(desk.president("SEFTA").as_deref(), Some("Ben"), "the first who reached two shares");
}

/// Rules: 1883-8.3-13, 1883-5.8-05
#[test]
fn a_sefta_that_has_just_closed_waits_for_the_next_stock_round() {
    let desk = at(
        "stock_rounds = 8\nphase = \"4\"\nmerger = \"formed\"\n[company.CCFR]\ntrains = []\n[company.FMV]\nstanding = \"gone\"\n[company.FMMSF]\nstanding = \"gone\"\n[company.SEFTA]\nclosed_in = 8\n",
    );
    assert_eq!(desk.refused(super::desk::start("SEFTA", 100)), "1883-5.8-05");
}
