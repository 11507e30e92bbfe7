//! 2.6 trains, 3.4 the order of operation, 3.4.8 train buying, 2.1 phases.

use super::table::*;
use crate::fb::operating::trains::for_sale;
use ferrata_engine::action::Action;

/// A definitive corp with money, at its train step.
fn buying(phase: &str, treasury: i32, more: &str, depot: &str) -> String {
    format!(
        "phase = \"{phase}\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"definitive\"\noperated = true\ntreasury = {treasury}\nstations = [\"X7\"]\n{more}{depot}[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n"
    )
}

fn sold(table: &Table, company: &str) -> Vec<String> {
    let kinds = for_sale(&table.game, table.id(company));
    kinds.map(|kind| table.game.fixed.parts.train_name(kind).to_string()).collect()
}

/// Rules: 18FB-2.1-01, 18FB-2.6-06, 18FB-2.6-08, 18FB-2.6-09, 18FB-G-02, 18FB-3.4.8-01, 18FB-3.4.8-02, 18FB-2.6-10, 18FB-G-09
#[test]
fn trains_of_the_next_phase_come_when_all_before_are_sold() {
    let mut table = pa23(&buying("PH1", 2000, "", "[depot]\n\"2+2\" = 1\n"));
    assert_eq!(sold(&table, "NN"), ["2+2"]);
    table.play(train("2+2", 100));
    assert_eq!(sold(&table, "NN"), ["3+4"]);
    assert_eq!(table.phase(), "PH1");
    for _ in 0..6 {
        table.play(train("3+4", 180));
    }
    assert_eq!((table.phase().as_str(), table.treasury("NN")), ("PH2", 2000 - 100 - 6 * 180));
    assert_eq!(table.trains("NN").len(), 7, "there is no limit");
    let counts = |edition: &str| {
        let table = fresh(edition, 4);
        let left = |name: &str| {
            let kind = table
                .game
                .fixed
                .parts
                .train(ferrata_engine::name::TrainName(ferrata_engine::name::Name::cut(name)));
            table.game.table.depot.left(kind.unwrap())
        };
        [left("6+10"), left("7+12"), left("0+6")]
    };
    assert_eq!(counts("2006"), [Some(4), None, None]);
    assert_eq!(counts("PA23"), [Some(4), None, None]);
}

/// Rules: 18FB-2.1-04, 18FB-2.1-08, 18FB-2.1-10, 18FB-2.1-11, 18FB-2.6-11, 18FB-G-05, 18FB-G-07, 18FB-2.1-06, 18FB-2.1-03
#[test]
fn a_phase_scraps_trains_of_all_owners() {
    let other = |trains: &str| {
        format!(
            "[company.FC]\nplace = \"D3\"\nshares = \"B 40\"\nstate = \"definitive\"\ntrains = [{trains}]\nstations = [\"F11\"]\n"
        )
    };
    let begun = |phase: &str, sold: &[&str], trains: &str, buy: &str, price: i32| {
        let depot: String = sold.iter().map(|train| format!("\"{train}\" = 0\n")).collect();
        let mut table = pa23(&buying(phase, 2000, &other(trains), &format!("[depot]\n{depot}")));
        table.play(train(buy, price));
        (table.phase(), table.trains("FC"))
    };
    assert_eq!(
        begun("PH1", &["2+2"], "\"2+2\"", "3+4", 180),
        ("PH2".into(), vec!["2+2".to_owned()]),
        "nothing"
    );
    assert_eq!(
        begun("PH2", &["2+2", "3+4"], "\"2+2\", \"3+4\"", "4+6", 270),
        ("PH3".into(), vec!["3+4".to_owned()])
    );
    let all = &["2+2", "3+4", "4+6"];
    assert_eq!(begun("PH3", all, "\"3+4\", \"4+6\"", "5+8", 380).1.len(), 2, "nothing in PH4");
    let all = &["2+2", "3+4", "4+6", "5+8"];
    assert_eq!(begun("PH4", all, "\"3+4\", \"4+6\", \"5+8\"", "6+10", 520).1, ["4+6", "5+8"]);
    let all = &["2+2", "3+4", "4+6", "5+8", "6+10"];
    let (phase, trains) = begun("PH5", all, "\"4+6\", \"5+8\", \"6+10\"", "7+12", 680);
    assert_eq!((phase.as_str(), trains), ("PH6", vec!["5+8".to_owned(), "6+10".to_owned()]));
}

/// Rules: 18FB-2.6-07, 18FB-V-38, 18FB-G-08, 18FB-C-33, 18FB-T-22
#[test]
fn an_unsold_ph5_train_leaves_after_each_round() {
    let text = buying("PH4", 600, "trains = [\"5+8\"]\n", SOLD_OUT);
    let left = |table: &Table| {
        let kind = table
            .game
            .fixed
            .parts
            .train(ferrata_engine::name::TrainName(ferrata_engine::name::Name::cut("6+10")));
        table.game.table.depot.left(kind.unwrap()).unwrap()
    };
    let end_round = |table: &mut Table| {
        let round = table.round();
        for _ in 0..40 {
            if table.round() != round {
                return;
            }
            let pass = if table.offers(&Action::Pass) {
                Action::Pass
            } else {
                settle(ferrata_engine::action::Settlement::Withhold)
            };
            table.play(pass);
        }
    };
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &text);
        table.play(train("6+10", 520));
        assert_eq!(left(&table), 3);
        end_round(&mut table);
        assert_eq!((left(&table), table.round().as_str()), (2, "Regional Companies Round"));
        let mut late = read(edition, &["late-removal"], &text);
        late.play(train("6+10", 520));
        end_round(&mut late);
        assert_eq!(left(&late), 3, "by the other reading not in this round");
    }
    // None leaves before PH5.
    let mut table = pa23(&buying("PH3", 0, "trains = [\"4+6\"]\n", ""));
    end_round(&mut table);
    assert_eq!(left(&table), 4);
    let mut table = pa23(&buying(
        "PH5",
        600,
        "trains = [\"6+10\"]\n",
        "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n\"6+10\" = 1\n",
    ));
    end_round(&mut table);
    assert_eq!(
        (left(&table), sold(&table, "NN")),
        (0, vec!["7+12".to_owned()]),
        "then PH-6 trains are for sale"
    );
}

/// Rules: 18FB-2.6-01, 18FB-2.6-02, 18FB-2.6-03, 18FB-G-06, 18FB-T-22
#[test]
fn regional_trains_have_a_queue_of_their_own() {
    let text = |phase: &str, depot: &str| {
        format!(
            "phase = \"{phase}\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\n[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\n{depot}"
        )
    };
    let table = pa23(&text("PH4", ""));
    assert!(sold(&table, "FA").is_empty());
    let table = pa23(&text("PH5", ""));
    assert_eq!(sold(&table, "FA"), ["0+4"]);
    assert_eq!(sold(&table, "NN"), ["6+10"], "majors buy no regional train");
    let table = pa23(&text("PH6", ""));
    assert_eq!(sold(&table, "FA"), ["0+4", "0+6"]);
    // The other reading: PH-6 regional trains follow those of PH-5, and the first one starts PH6.
    let empty = "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n\"0+4\" = 0\n";
    let table = option("regional-phases", &text("PH5", empty));
    assert_eq!(sold(&table, "FA"), ["0+6"]);
    let turn = "[seat.A]\ncash = 750\n[round.operating]\ncompany = \"FA\"\nstep = \"trains\"\n";
    let mut table = option("regional-phases", &(text("PH5", empty) + turn));
    table.play(train("0+6", 140));
    assert_eq!(table.phase(), "PH6");
    let mut table = pa23(&(text("PH6", "") + turn));
    table.play(train("0+6", 140));
}

/// Rules: 18FB-3.4.8-03, 18FB-V-29, 18FB-G-59, 18FB-3.4.8-08
#[test]
fn trains_between_corps_cost_what_is_agreed_at_least_one() {
    let others = "[company.FC]\nplace = \"D3\"\nshares = \"A 40\"\nstate = \"definitive\"\ntrains = [\"4+6\"]\nstations = [\"F11\"]\n[company.FSC]\nplace = \"D3\"\nshares = \"B 40\"\ntrains = [\"4+6\"]\nstations = [\"F23\"]\n";
    let text = buying("PH3", 300, others, "");
    let mut table = pa23(&text);
    assert_eq!(table.refused(train_of("FC", "4+6", 0)), "18FB-3.4.8-01");
    assert_eq!(table.refused(train_of("FC", "4+6", 301)), "18FB-3.4.8-01");
    table.play(train_of("FC", "4+6", 1));
    assert_eq!(
        (table.trains("NN"), table.treasury("FC"), table.treasury("NN")),
        (vec!["4+6".to_owned()], 1, 299)
    );
    // Another president has to agree; a building corp may sell.
    let mut table = pa23(&text);
    assert_eq!(table.refused(train_of("FSC", "4+6", 50)), "18FB-3.4.8-01");
    table.play(propose(train_of("FSC", "4+6", 50)));
    assert_eq!(table.seat(), B);
    table.play(Action::Accept);
    assert_eq!((table.trains("NN").len(), table.treasury("FSC")), (1, 50));
    let mut table = pa23(&text);
    table.play(propose(train_of("FSC", "4+6", 50))).play(Action::Decline);
    assert!(table.trains("NN").is_empty());
    assert_eq!(
        table.refused(propose(train_of("FSC", "4+6", 60))),
        "18FB-3.4.8-01",
        "one suggestion in a turn"
    );
    // With money for any train the choice is free: the cheapest is not imposed.
    assert!(table.offers(&train("4+6", 270)) && table.offers(&train_of("FC", "4+6", 200)));
}

/// Rules: 18FB-3.4.8-04, 18FB-3.6.1-33, 18FB-V-29
#[test]
fn nationals_trade_trains_at_face_value_only() {
    let text = "phase = \"PH6\"\n[company.RM]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 900\ntrains = [\"5+8\"]\nstations = [\"X7\"]\n[company.FC]\nstate = \"closed\"\n[company.FB]\nplace = \"D3\"\nshares = \"A 40\"\ntrains = [\"6+10\"]\ntreasury = 900\nstations = [\"I30\"]\n[round.operating]\ncompany = \"{who}\"\nstep = \"trains\"\n";
    let mut table = pa23(&text.replace("{who}", "RM"));
    assert_eq!(table.refused(train_of("FB", "6+10", 1)), "18FB-3.4.8-01");
    table.play(train_of("FB", "6+10", 520));
    let mut table = pa23(&text.replace("{who}", "FB"));
    assert_eq!(table.refused(train_of("RM", "5+8", 379)), "18FB-3.4.8-01");
    table.play(train_of("RM", "5+8", 380));
}

/// Rules: 18FB-3.4.8-05, 18FB-3.4.8-06, 18FB-3.4.8-09, 18FB-T-20
#[test]
fn who_must_own_a_train() {
    let duty = |phase: &str, state: &str| {
        let mut table = pa23(&buying(phase, 900, "", "").replace("definitive", state));
        table.offers(&Action::Pass) || {
            assert_eq!(table.refused(Action::Pass), "18FB-3.4.8-05");
            false
        }
    };
    assert!(duty("PH2", "building"));
    assert!(!duty("PH2", "provisional") && !duty("PH2", "definitive") && !duty("PH5", "definitive"));
}

/// Rules: 18FB-3.4.8-07, 18FB-G-106
#[test]
fn trains_of_closed_corps_are_for_sale_beside_the_others() {
    let table = pa23(&buying(
        "PH5",
        900,
        "[company.FC]\nstate = \"closed\"\n",
        &format!("{SOLD_OUT}\"6+10\" = 4\n").replace("\"4+6\" = 0", "\"4+6\" = { left = 0, returned = 1 }"),
    ));
    assert_eq!(sold(&table, "NN"), ["4+6", "6+10"]);
}

/// Rules: 18FB-3.4-02, 18FB-3.4-03, 18FB-3.4-04, 18FB-3.4-05, 18FB-3.4-08, 18FB-V-44, 18FB-3.5.2-05, 18FB-G-65, 18FB-3.5.2-07, 18FB-3.5.2-06
#[test]
fn regionals_first_then_corps_by_price_found_anew() {
    let corp = |name: &str, place: &str, home: &str| {
        format!("[company.{name}]\nplace = \"{place}\"\nshares = \"A 40\"\nstations = [\"{home}\"]\n")
    };
    let text = corp("NN", "F3", "X7")
        + &corp("FC", "E2", "F11")
        + &corp("FSC", "G4", "F23")
        + &corp("LdA", "D3", "F31");
    let order = |table: &Table| {
        let ids = crate::fb::operating::to_come(&table.game);
        let mut names: Vec<String> = ids.into_iter().map(|id| table.game.name(id).to_string()).collect();
        names.splice(0..0, table.acting());
        names.join(" ")
    };
    // 100 three times: further right first; FST is unfloated.
    let mut table = pa23(&(text.clone() + "[round.operating]\n"));
    assert_eq!(order(&table), "FSC NN FC LdA");
    // FC's price falls while FSC operates (no interest is paid for NN later either).
    table.pass().pass().pass();
    assert_eq!(order(&table), "NN FC LdA");
    let grid = table.game.fixed.clone();
    let (lda, field) = (table.id("LdA"), table.game.field(table.id("NN")).unwrap());
    table.game.table.chart.place(&grid.parts.grid, lda, field, &mut Vec::new());
    table.pass().pass().pass();
    assert_eq!(table.acting().as_deref(), Some("LdA"), "now the highest of those to come");
    // The same space: the upper token first.
    let two = pa23(
        "[company.NN]\nplace = \"F3\"\nstack = 1\nshares = \"A 20\"\nstations = [\"X7\"]\n[company.FC]\nplace = \"F3\"\nstack = 0\nshares = \"A 20\"\nstations = [\"F11\"]\n[round.operating]\n",
    );
    assert_eq!(order(&two), "FC NN");
    // Regionals in their printed order.
    let all: String = ["SFSM", "SEPSA", "FAS", "FA", "FAL", "FG", "FdC"]
        .iter()
        .map(|name| format!("[company.{name}]\nshares = \"B 100\"\nstate = \"definitive\"\n"))
        .collect();
    let regionals = format!("phase = \"PH5\"\n{}{all}[round.operating]\n", corp("NN", "F3", "X7"));
    assert_eq!(order(&pa23(&regionals)), "SFSM SEPSA FAS FA FAL FG FdC NN");
    assert_eq!(order(&y2006(&regionals)), "FA FAS FdC FAL FG SEPSA SFSM NN");
}

/// Rules: 18FB-3.4-09, 18FB-3-01
#[test]
fn a_corp_floated_in_the_stock_round_operates_in_the_next_one() {
    let mut table = pa23("");
    table.play(buy_card(A, "NN", 100)).play(start("NN", 60)).passes(4);
    assert_eq!((table.acting().as_deref(), table.round().as_str()), (Some("NN"), "Operating Round 1.1"));
    table.passes(3);
    assert_eq!(table.round(), "Operating Round 1.2");
    table.passes(3);
    assert_eq!(table.round(), "Stock Round 2");
}

/// Rules: 18FB-2.1-01, 18FB-2.1-06, 18FB-G-05
#[test]
fn each_first_train_begins_its_phase() {
    let depot = |sold: &[&str]| sold.iter().map(|kind| format!("\"{kind}\" = 0\n")).collect::<String>();
    let phase_after = |phase: &str, sold: &[&str], (kind, price): (&str, i32)| {
        let mut table = pa23(&format!(
            "phase = \"{phase}\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 800\nstations = [\"X7\"]\n[depot]\n{}[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n",
            depot(sold)
        ));
        table.play(train(kind, price));
        table.phase()
    };
    assert_eq!(phase_after("PH1", &[], ("2+2", 100)), "PH1");
    assert_eq!(phase_after("PH1", &["2+2"], ("3+4", 180)), "PH2");
    assert_eq!(phase_after("PH2", &["2+2", "3+4"], ("4+6", 270)), "PH3");
    assert_eq!(phase_after("PH3", &["2+2", "3+4", "4+6"], ("5+8", 380)), "PH4");
    assert_eq!(phase_after("PH4", &["2+2", "3+4", "4+6"], ("5+8", 380)), "PH4", "the second begins nothing");
}

/// Rules: 18FB-G-80, 18FB-3.4.8-05, 18FB-G-105
#[test]
fn converted_trains_are_trains_like_others() {
    let table = pa23(&buying("PH6", 10, "trains = [\"2+2R\"]\n", ""));
    assert!(table.offers(&Action::Pass), "it meets the duty");
    let fc = "[company.FC]\nplace = \"D3\"\nshares = \"A 40\"\ntrains = [\"3+4R\"]\nstations = [\"F11\"]\n";
    let mut table = pa23(&buying("PH6", 10, fc, ""));
    table.play(train_of("FC", "3+4R", 1));
    assert_eq!(table.trains("NN"), ["3+4R"], "corps trade them");
    let id = table.id("NN");
    crate::fb::closing::close(&mut table.game, id, &mut Vec::new()).unwrap();
    assert!(sold(&table, "FC").contains(&"3+4R".to_owned()), "that of a closed corp is for sale");
}

/// Rules: 18FB-2.1-01, 18FB-C-33, 18FB-2.6-07
#[test]
fn a_phase_begins_with_a_purchase_not_when_the_last_train_is_removed() {
    let depot = format!("{SOLD_OUT}\"6+10\" = 1\n");
    let mut table = pa23(&buying("PH5", 600, "trains = [\"6+10\"]\n", &depot));
    table.pass().pass();
    assert_eq!((sold(&table, "NN"), table.phase().as_str()), (vec!["7+12".to_owned()], "PH5"));
}

/// Rules: 18FB-2.6-07, 18FB-G-08, 18FB-4-01
#[test]
fn trains_leave_in_the_last_set_as_in_any_other() {
    for edition in ["PA23", "2006"] {
        let text = buying("PH5", 600, "trains = [\"6+10\"]\n", &format!("{SOLD_OUT}\"6+10\" = 2\n"));
        let mut table = read(edition, &[], &format!("bank_broken = true\n{text}"));
        let left = |table: &Table| {
            table.game.table.depot.left(
                table.game.fixed.parts.train_named(ferrata_engine::name::TrainName::of("6+10")).unwrap(),
            )
        };
        assert_eq!(left(&table), Some(2));
        table.pass().pass();
        assert_eq!((left(&table), table.round().as_str()), (Some(1), "Operating Round 1.2"));
    }
}
