//! 2.2 The Stock Market.

use super::table::*;
use crate::fb::market::Zone;
use ferrata_engine::chart::Field;
use ferrata_engine::event::Events;
use ferrata_engine::money::Money;

/// A corp that B leads, of which A has three shares, at a field.
fn corp_at(place: &str) -> String {
    format!(
        "phase = \"PH3\"\n[company.NN]\nplace = \"{place}\"\nshares = \"B 40, A 40\"\ndirector = \"B\"\nstate = \"definitive\"\noperated = true\n"
    )
}

fn after_sale(place: &str, percent: u8) -> String {
    let mut table = pa23(&corp_at(place));
    table.play(sell(A, "NN", percent));
    table.place("NN")
}

/// Rules: 18FB-V-01, 18FB-2.2.3-06, 18FB-2.2.3-04, 18FB-2.2.5-01, 18FB-2.2.5-03, 18FB-G-10, 18FB-T-14
#[test]
fn two_shares_stop_on_the_ledge_and_three_go_to_the_bottom() {
    let mut table = pa23(&corp_at("O4"));
    assert_eq!(table.price("NN"), 180);
    table.play(sell(A, "NN", 20));
    assert_eq!((table.price("NN"), table.place("NN").as_str()), (170, "O5"));
    assert_eq!(table.cash(A), 750 + 360, "both at the price before the move");
    let mut table = pa23(&corp_at("O4"));
    table.play(sell(A, "NN", 30));
    assert_eq!((table.price("NN"), table.place("NN").as_str()), (150, "O7"), "the bottom of the column");
}

/// Rules: 18FB-V-02, 18FB-2.2.3-03, 18FB-2.2.3-05, 18FB-2.2.3-07
#[test]
fn a_token_passes_the_ledge_only_by_two_rows() {
    assert_eq!(after_sale("D5", 10), "D5", "on the ledge, one share");
    assert_eq!(after_sale("D5", 20), "D7", "on the ledge, two shares: the second ledge is D7");
    assert_eq!(after_sale("D4", 10), "D5");
    assert_eq!(after_sale("D3", 20), "D5");
    assert_eq!(after_sale("D3", 30), "D5", "it would end one below");
    assert_eq!(after_sale("D3", 40), "D7");
    assert_eq!(after_sale("D1", 30), "D4", "it does not come to the ledge");
    assert_eq!(after_sale("D9", 10), "D9", "at the bottom it stays");
}

/// Rules: 18FB-V-03, 18FB-2.2.4-03, 18FB-2.2.4-04, 18FB-G-11
#[test]
fn both_ledges_act_in_one_transaction() {
    // The column W (ledge), L, L (ledge), D, D.
    for (percent, place) in [(10, "D5"), (20, "D7"), (30, "D7"), (40, "D9")] {
        assert_eq!(after_sale("D5", percent), place);
    }
    // From the light blue ledge: one share stays, two pass.
    for (percent, place) in [(10, "D7"), (20, "D9")] {
        assert_eq!(after_sale("D7", percent), place);
    }
    let table = pa23(&corp_at("D5"));
    let fallen = |col: u8, row: u8, shares: i32| table.game.fallen(Field { col, row }, shares).row;
    // A column that ends in the light blue zone has one ledge: from row 5 of column O.
    assert_eq!((fallen(14, 4, 1), fallen(14, 4, 2), fallen(14, 4, 3)), (4, 6, 6));
    // The last columns end in the white zone: no ledge at all.
    assert_eq!((fallen(16, 3, 1), fallen(16, 4, 2)), (4, 4));
}

/// Rules: 18FB-2.2-01, 18FB-2.2-02, 18FB-2.2.1-01, 18FB-2.2.2-01, 18FB-2.2.2-02, 18FB-2.2.2-03, 18FB-C-29, 18FB-2.1-12,
/// 18FB-2.1-02, 18FB-2.1-03
#[test]
fn the_start_fields_open_with_the_phases() {
    for (phase, pars) in [
        ("PH1", vec![60, 70, 80, 90, 100]),
        ("PH2", vec![60, 70, 80, 90, 100, 110, 120, 130]),
        ("PH4", vec![60, 70, 80, 90, 100, 110, 120, 130]),
        ("PH5", vec![60, 70, 80, 90, 100, 110, 120, 130, 140, 150]),
        ("PH6", vec![60, 70, 80, 90, 100, 110, 120, 130, 140, 150]),
    ] {
        for table in both(&format!("phase = \"{phase}\"\n")) {
            let open: Vec<i32> = table.game.start_fields().map(|(_, price)| price.0).collect();
            assert_eq!(open, pars, "{phase}");
            let in_zone = table.game.start_fields().all(|(field, _)| field.row == 2);
            assert!(in_zone);
        }
    }
    let table = pa23("[company.NN]\nplace = \"F3\"\nshares = \"A 20\"\n");
    assert_eq!(table.game.zone(table.id("NN")), Zone::White, "the starting zone is white");
}

fn moved(
    table: &mut Table,
    company: &str,
    how: fn(&mut crate::fb::Game, ferrata_engine::id::CompanyId, &mut Events),
) -> String {
    let id = table.id(company);
    how(&mut table.game, id, &mut Events::new());
    table.place(company)
}

/// Rules: 18FB-2.2.5-04, 18FB-2.2.5-05, 18FB-G-12
#[test]
fn sideways_at_the_edges() {
    use crate::fb::Game;
    let mut table = pa23(&corp_at("D4"));
    assert_eq!(moved(&mut table, "NN", Game::price_left), "C4");
    assert_eq!(moved(&mut table, "NN", Game::price_right), "D4");
    let mut table = pa23(&corp_at("A4"));
    assert_eq!(moved(&mut table, "NN", Game::price_left), "A4", "no further left");
    let mut table = pa23(&corp_at("O6"));
    assert_eq!(moved(&mut table, "NN", Game::price_right), "O5", "at the end of a row one up");
    let mut table = pa23(&corp_at("R1"));
    assert_eq!(table.price("NN"), 280);
    assert_eq!(moved(&mut table, "NN", Game::price_right), "S1");
    assert_eq!(moved(&mut table, "NN", Game::price_right), "S1", "at 300 it stays");
}

/// Rules: 18FB-V-43, 18FB-2.2.5-10, 18FB-2.2.5-11, 18FB-D-04, 18FB-C-38, 18FB-2.2.5-09
#[test]
fn up_in_the_top_row_is_one_column_right_or_nowhere() {
    use crate::fb::Game;
    let mut table = pa23(&corp_at("D1"));
    assert_eq!(moved(&mut table, "NN", Game::price_up), "E1");
    let mut table = y2006(&corp_at("D1"));
    assert_eq!(moved(&mut table, "NN", Game::price_up), "D1");
    for mut table in [pa23(&corp_at("D3")), y2006(&corp_at("D3"))] {
        assert_eq!(moved(&mut table, "NN", Game::price_up), "D2");
    }
    let mut table = pa23(&corp_at("R1"));
    moved(&mut table, "NN", Game::price_up);
    assert_eq!(moved(&mut table, "NN", Game::price_up), "S1", "not from 300");
}

/// Rules: 18FB-2.2.5-12, 18FB-3.2.2-05
#[test]
fn a_token_goes_under_those_already_there() {
    let mut table = pa23("[company.NN]\nplace = \"F3\"\nshares = \"B 20\"\n[seat.A]\ncash = 750\n");
    table.play(buy_card(A, "FB", 150)).play(start("FB", 100));
    let field = table.game.field(table.id("FB")).unwrap();
    assert_eq!(table.game.table.chart.stack(field), [table.id("NN"), table.id("FB")]);
}

/// Rules: 18FB-2.2.5-08, 18FB-3.2.7-01, 18FB-2.2.5-14, 18FB-2.2.5-07, 18FB-T-12, 18FB-3.3-05, 18FB-3.3-11
#[test]
fn sold_out_corps_rise_when_the_stock_round_ends() {
    let corp = |name: &str, shares: &str, more: &str| {
        format!("[company.{name}]\nplace = \"F3\"\nshares = \"{shares}\"\noperated = true\n{more}")
    };
    let text = [
        corp("NN", "B 60, A 40", "state = \"provisional\"\n"),
        corp("FC", "B 50, A 40, NN 10", "state = \"definitive\"\n"),
        corp("FSC", "B 50, A 40", "state = \"definitive\"\n"),
        corp("FST", "B 50, A 40, pool 10", "state = \"definitive\"\n"),
        corp("FS", "B 60, A 40", ""),
        corp("LTF", "B 60, A 40", "state = \"definitive\"\n"),
    ]
    .concat()
        + "[card.LTF]\nholder = \"pool\"\n";
    let mut table = pa23(&text);
    table.passes(4);
    assert_eq!(table.place("NN"), "F2", "provisional, nothing left");
    assert_eq!(table.place("FC"), "F2", "what corps have counts for nothing");
    assert_eq!(table.place("FSC"), "F3", "a share in the initial offering");
    assert_eq!(table.place("FST"), "F3", "a share in the pool");
    assert_eq!(table.place("FS"), "F3", "building");
    assert_eq!(table.place("LTF"), "F3", "frozen");
}

/// Rules: 18FB-2.2.5-06, 18FB-V-08, 18FB-G-13, 18FB-3.4.7-01
#[test]
fn the_dividend_is_weighed_against_the_price_of_one_share() {
    use ferrata_engine::action::Settlement;
    // A station worth 150 in all: three tokens on printed cities of 30 and 40, a port of 20 and 10.
    let corp = |place: &str| {
        format!(
            "phase = \"PH3\"\n[company.NN]\nplace = \"{place}\"\nshares = \"A 60\"\nstate = \"definitive\"\ntrains = [\"4+6\"]\nmarkers = 6\nstations = [\"X7\", \"G30\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"settlement\"\n"
        )
    };
    // X7 40 + port 20, G30 30, six markers 60: 150.
    let played = |place: &str, how: Settlement| {
        let mut table = pa23(&corp(place));
        assert_eq!(table.game.operating().unwrap().revenue, Money(150));
        table.play(settle(how));
        table.place("NN")
    };
    assert_eq!(played("D3", Settlement::Half), "E3", "80 against 80: right");
    assert_eq!(played("E3", Settlement::Half), "E3", "80 against 90: stays");
    assert_eq!(played("E3", Settlement::Pay), "F3", "150 against 90");
    assert_eq!(played("E3", Settlement::Withhold), "D3");
    // The other reading: against all ten shares.
    let mut table = option("all-shares", &corp("E3"));
    table.play(settle(Settlement::Pay));
    assert_eq!(table.place("NN"), "E3", "150 against 900");
}

/// Rules: 18FB-2.2.5-08, 18FB-G-16
#[test]
fn a_share_that_lies_with_an_unsold_card_is_neither_offered_nor_in_the_pool() {
    let mut table = pa23(
        "[company.LdA]\nplace = \"F3\"\nshares = \"A 60, B 30, reserve 10\"\nstate = \"definitive\"\nstations = [\"F31\"]\ntrains = [\"2+2\"]\n",
    );
    table.passes(4);
    assert_eq!(table.place("LdA"), "F2", "sold out");
}

/// Rules: 18FB-3.2.7-01, 18FB-G-12, 18FB-2.2.5-12
#[test]
fn sold_out_corps_rise_in_operating_order() {
    let corp = |name: &str, stack: u8| {
        format!(
            "[company.{name}]\nplace = \"F3\"\nstack = {stack}\nshares = \"B 60, A 40\"\nstate = \"definitive\"\n"
        )
    };
    for [first, second] in [["NN", "FC"], ["FC", "NN"]] {
        let mut table = pa23(&(corp(first, 0) + &corp(second, 1)));
        table.passes(4);
        let field = table.game.field(table.id("NN")).unwrap();
        assert_eq!(table.place("NN"), "F2");
        assert_eq!(table.game.table.chart.stack(field), [table.id(first), table.id(second)]);
    }
}
