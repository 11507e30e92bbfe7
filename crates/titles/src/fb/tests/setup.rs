//! Chapter 1: the box on the table, and 2.3 to 2.6: what is in it.

use super::table::*;
use crate::fb::Game;
use crate::fb::fixed::{Claimant, Power};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{DrawKind, Entry, Title, Turn};

/// Rules: 18FB-1.2-01, 18FB-1.2-02, 18FB-1.2-03, 18FB-1.2-04, 18FB-V-13, 18FB-G-01
#[test]
fn three_thousand_ducati_are_shared_out_of_twelve() {
    for edition in ["PA23", "2006"] {
        for (players, cash) in [(3, 1000), (4, 750), (5, 600), (6, 500)] {
            let table = fresh(edition, players);
            assert!((0..players as u8).all(|seat| table.cash(SeatId(seat)) == cash));
            assert_eq!(table.bank(), 9000);
        }
        for players in [2, 7] {
            let setup = super::play::setup(edition, &[], players.min(6));
            let mut setup = setup;
            setup.players.resize(players, "Z".to_owned());
            let refusal = Game::start(&setup).unwrap_err();
            assert_eq!(refusal.rule.unwrap().to_string(), "18FB-1.2-01");
        }
    }
}

/// Rules: 18FB-1.2-05, 18FB-1.2-06, 18FB-1.2-07, 18FB-2.7-01, 18FB-G-16, 18FB-G-28
#[test]
fn everything_is_in_the_initial_offering_but_the_shares_of_political_cards() {
    for (edition, with_share) in [("PA23", vec!["LdA", "FB", "FP"]), ("2006", vec!["LdA", "FB", "FP", "NN"])]
    {
        let table = fresh(edition, 4);
        for id in table.game.company_ids() {
            let name = table.game.name(id).to_string();
            let share = if with_share.contains(&name.as_str()) { 10 } else { 0 };
            assert_eq!(table.game.percent(id, Holder::Reserved), share, "{name}");
            assert_eq!(table.offering(&name), 100 - share);
        }
        let costs: Vec<Money> = table.game.fixed.political_cards().map(|(_, card)| card.cost).collect();
        assert!(costs.is_sorted() && costs.len() == 8, "{costs:?}");
    }
}

/// Rules: 18FB-1.2-08, 18FB-1.2-09, 18FB-3-02
#[test]
fn the_move_order_is_drawn_and_the_first_gets_the_priority_card() {
    let mut game = Game::start(&super::play::setup("PA23", &[], 4)).unwrap();
    let Turn::Chance(draw) = game.turn() else { panic!("chance draws first") };
    assert_eq!(draw.kind, DrawKind::Pick { count: 4, of: 4 });
    game.apply(&Entry::chance(vec![2, 0, 3, 1])).unwrap();
    assert_eq!(game.table.order[..], [C, A, D, B]);
    assert_eq!(game.table.priority, C);
    assert_eq!(game.turn(), Turn::Seat(C), "the Priority holder chooses the first card");
}

/// Rules: 18FB-1.2-10, 18FB-1.2-11, 18FB-D-01, 18FB-T-08
#[test]
fn home_tokens_lie_on_the_board_in_2006_only() {
    let table = fresh("PA23", 4);
    assert!(table.game.table.board.tokens().is_empty());
    let table = fresh("2006", 4);
    for (company, homes) in
        [("NN", vec!["X7"]), ("FSC", vec!["F23"]), ("FP", vec!["N21", "X9"]), ("LTF", vec!["K46"])]
    {
        assert_eq!(table.tokens(company), homes);
    }
    assert!(table.tokens("SFM").is_empty() && table.tokens("RM").is_empty() && table.tokens("FA").is_empty());
    assert_eq!(table.game.table.board.tokens().len(), 11);
}

/// Rules: 18FB-1.2-12, 18FB-1.2-13, 18FB-2.5.4-03, 18FB-2.5.4-04, 18FB-D-02
#[test]
fn bourbon_tokens_lie_where_the_cards_say() {
    let bourbon = |edition: &str| {
        let table = fresh(edition, 4);
        let cards =
            table.game.fixed.political_cards().filter_map(|(card, political)| match &political.power {
                Power::Bourbon(bourbon) => Some((
                    bourbon.number,
                    table.game.fixed.parts.card_name(card).to_string(),
                    table.game.fixed.parts.hex_name(bourbon.hex).to_string(),
                )),
                _ => None,
            });
        let mut cards: Vec<_> = cards.collect();
        cards.sort();
        cards.into_iter().map(|(number, card, hex)| format!("{number} {card} {hex}")).collect::<Vec<_>>()
    };
    assert_eq!(bourbon("PA23"), ["5 Delahante F39", "6 Valadous G30", "7 L'Ala X9", "8 Albano G30"]);
    assert_eq!(
        bourbon("2006"),
        ["4 Delahante F39", "5 Valadous G30", "6 L'Ala X9", "7 Bayard Y4", "8 Albano G30"]
    );
}

/// Rules: 18FB-1.2-14, 18FB-1.2-15, 18FB-2.5.4-05, 18FB-2.5.4-06
#[test]
fn reserved_slots_are_kept_for_their_companies() {
    for edition in ["PA23", "2006"] {
        let table = fresh(edition, 4);
        let kept = |hex: &str| {
            let claims = table.game.fixed.places.claims_at(table.hex(hex)).iter();
            let mut names: Vec<String> = claims
                .filter_map(|claim| match claim.by {
                    Claimant::Company(company) => Some(table.game.name(company).to_string()),
                    Claimant::Bourbon(_) => None,
                })
                .collect();
            names.sort();
            names
        };
        assert_eq!(kept("L27"), ["FP", "LTF", "SFTF"]);
        assert_eq!(kept("L39"), ["LTF", "LdA"]);
        assert_eq!(kept("F25"), ["NN"]);
        assert_eq!(kept("B5").is_empty(), edition == "2006", "FC goes by Gioia or by Catanzaro");
        assert_eq!(kept("F5").is_empty(), edition == "PA23");
    }
}

/// Rules: 18FB-1.3-01, 18FB-1.3-02, 18FB-1.3-03, 18FB-1.3-04
#[test]
fn everything_is_open_and_talk_binds_nobody() {
    let table =
        pa23("[seat.B]\ncash = 321\n[company.NN]\nplace = \"F3\"\nshares = \"B 20\"\ntreasury = 55\n");
    let view = table.game.view();
    assert_eq!(view.players[1].cash, Money(321));
    let nn = view.companies.iter().find(|company| company.name.as_str() == "NN").unwrap();
    assert_eq!((nn.cash, nn.director), (Money(55), Some(B)));
    assert_eq!(view.players[1].shares[0].percent, 20);
}

/// Rules: 18FB-2.4-01, 18FB-2.4-02, 18FB-2.4-03, 18FB-2.4-04, 18FB-2.4-05, 18FB-C-01, 18FB-C-02
#[test]
fn ten_majors_sfm_seven_regionals_and_two_nationals() {
    for edition in ["PA23", "2006"] {
        let table = fresh(edition, 4);
        let fixed = &table.game.fixed;
        let of = |from: &str| {
            let majors = table.game.company_ids().filter(|id| {
                fixed
                    .major(*id)
                    .is_some_and(|major| fixed.phase(major.available).unwrap().name.as_str() == from)
            });
            majors.map(|id| table.game.name(id).to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("PH1"), "NN FSC LdA FC FB LTF SFTF FS FP FST");
        assert_eq!(of("PH5"), "SFM");
        let named = |keep: &dyn Fn(CompanyId) -> bool| {
            table
                .game
                .company_ids()
                .filter(|id| keep(*id))
                .map(|id| table.game.name(id).to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(named(&|id| fixed.regional(id).is_some()).join(" "), "SFSM SEPSA FAS FA FAL FG FdC");
        assert_eq!(named(&|id| fixed.national(id).is_some()).join(" "), "RM RA");
    }
}

/// Rules: 18FB-2.3-02, 18FB-2.3-03, 18FB-2.3-11, 18FB-V-41, 18FB-2.3-01
#[test]
fn a_corp_is_a_presidents_certificate_and_eight_shares() {
    let table = pa23(
        "phase = \"PH5\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 60\"\n[company.FB]\nplace = \"F3\"\nshares = \"B 20, A 60\"\ndirector = \"B\"\n",
    );
    for company in ["NN", "SFM", "RM", "RA"] {
        let id = table.id(company);
        let sizes: Vec<u8> = table
            .game
            .table
            .shares
            .of(id)
            .filter_map(|cert| table.game.table.shares.certificate(cert))
            .map(|cert| cert.percent)
            .collect();
        assert_eq!(sizes, [20, 10, 10, 10, 10, 10, 10, 10, 10], "{company}");
    }
    // 60% with the president's certificate are five certificates, without it six.
    assert_eq!(crate::fb::stock::certificates(&table.game, A), 11);
}

/// Rules: 18FB-2.3-04, 18FB-2.3-05, 18FB-2.3-12, 18FB-G-17, 18FB-3.5.2-01
#[test]
fn the_certificate_limit_counts_certificates_and_regionals_but_no_cards() {
    for (players, limit) in [(3, 26), (4, 20), (5, 16), (6, 13)] {
        assert_eq!(crate::fb::stock::certificate_limit(&fresh("PA23", players).game), limit);
    }
    let nineteen = "phase = \"PH5\"\n[seat.A]\ncash = 900\n\
        [company.NN]\nplace = \"F3\"\nshares = \"A 60, B 40\"\noperated = true\n\
        [company.FB]\nplace = \"F3\"\nshares = \"A 60, B 40\"\noperated = true\n\
        [company.FC]\nplace = \"F3\"\nshares = \"A 60, B 20\"\noperated = true\n\
        [company.FSC]\nplace = \"F3\"\nshares = \"B 50, A 30\"\noperated = true\n\
        [company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\n[company.FG]\nshares = \"pool 100\"\n";
    let mut table = pa23(nineteen);
    assert_eq!(crate::fb::stock::certificates(&table.game, A), 19, "5 + 5 + 5 + 3, and a regional");
    assert!(table.offers(&regional(
        ferrata_engine::action::Party::Seat(A),
        "FG",
        ferrata_engine::action::Party::Bank,
        160
    )));
    table.play(buy(A, "FSC", 100)).pass().pass().pass();
    assert_eq!(crate::fb::stock::certificates(&table.game, A), 20);
    assert_eq!(table.refused(buy(A, "FSC", 100)), "18FB-2.3-06");
    assert_eq!(
        table.refused(regional(
            ferrata_engine::action::Party::Seat(A),
            "FG",
            ferrata_engine::action::Party::Bank,
            160
        )),
        "18FB-3.5.1-07"
    );
    // Whoever is above it keeps everything, but buys nothing.
    let more = nineteen.replace("B 50, A 30\"", "B 40, A 60\"\ndirector = \"B\"");
    let mut table = pa23(&more);
    assert_eq!(crate::fb::stock::certificates(&table.game, A), 22);
    table.pass();
    assert_eq!(crate::fb::stock::certificates(&table.game, A), 22);
}

/// Rules: 18FB-2.3-06, 18FB-2.3-07, 18FB-G-18
#[test]
fn sixty_percent_is_the_most_a_player_owns_whatever_their_corps_have() {
    let mut table = pa23(
        "[company.NN]\nplace = \"F3\"\nshares = \"A 50, FB 10\"\n[company.FB]\nplace = \"F3\"\nshares = \"A 20\"\nstate = \"provisional\"\n",
    );
    table.play(buy(A, "NN", 100)).passes(3);
    assert_eq!(table.held("NN", A), 60, "the 10% of FB, which A leads, do not count");
    assert_eq!(table.refused(buy(A, "NN", 100)), "18FB-2.3-06");
}

/// Rules: 18FB-5-01, 18FB-5-02, 18FB-5-03, 18FB-5-04, 18FB-5-05, 18FB-5-06, 18FB-5-07, 18FB-5-08, 18FB-5-09, 18FB-5-10,
/// 18FB-5-11, 18FB-5-12, 18FB-5-13, 18FB-V-40, 18FB-C-30, 18FB-G-03, 18FB-G-47, 18FB-D-15
#[test]
fn the_tile_manifest() {
    use ferrata_engine::tile::Color;
    for edition in ["PA23", "2006"] {
        let table = fresh(edition, 4);
        let board = &table.game.table.board;
        let all: Vec<(String, Color, u16)> = table
            .game
            .fixed
            .parts
            .tiles
            .tiles
            .iter()
            .enumerate()
            .map(|(at, tile)| {
                let left = board.left(ferrata_engine::id::TileId(at as u16)).unwrap();
                (tile.name.to_string(), tile.face(0).color, left)
            })
            .collect();
        let of = |color: Color| {
            let tiles: Vec<_> = all.iter().filter(|(_, other, _)| *other == color).collect();
            (tiles.len(), tiles.iter().map(|(_, _, count)| u32::from(*count)).sum::<u32>())
        };
        assert_eq!(of(Color::Yellow), (14, 132));
        assert_eq!(of(Color::Green), (35, 125));
        assert_eq!(of(Color::Brown), (12, 71));
        let count = |name: &str| all.iter().find(|(other, _, _)| other == name).map(|(_, _, count)| *count);
        for (tile, tiles) in [
            ("7", 3),
            ("8", 20),
            ("9", 25),
            ("3", 8),
            ("4", 20),
            ("58", 25),
            ("1", 1),
            ("69", 1),
            ("5", 6),
            ("6", 14),
            ("57", 6),
            ("23", 4),
            ("87", 15),
            ("12", 4),
            ("15", 7),
            ("18FB-710", 6),
            ("63", 12),
            ("18FB-611", 4),
            ("18FB-700", 3),
            ("18FB-905", 6),
            ("18FB-904", 2),
            ("18FB-146", 10),
            ("18FB-704Nn", 1),
            ("18FB-704Ns", 1),
            ("18FB-707Nn", 1),
            ("18FB-707Ns", 1),
            ("18FB-708", 1),
            ("18FB-709", 1),
        ] {
            assert_eq!(count(tile), Some(tiles), "{tile}");
        }
        let plain_brown = table
            .game
            .fixed
            .parts
            .tiles
            .tiles
            .iter()
            .any(|tile| tile.face(0).color == Color::Brown && tile.face(0).stops.is_empty());
        assert!(!plain_brown, "green plain track is never raised");
    }
}

/// Rules: 18FB-V-42, 18FB-2.5.3-07
#[test]
fn letters_and_numbers_of_the_board_go_together() {
    let table = fresh("PA23", 4);
    for hex in &table.game.fixed.parts.map.hexes {
        let name = hex.name.to_string();
        if hex.tag("map").is_some() || name.starts_with(['V', 'W', 'X', 'Y', 'Z']) {
            continue;
        }
        let letter = name.as_bytes()[0] - b'A';
        let number: u8 = name[1..].parse().unwrap();
        assert_eq!((letter + number) % 2, 0, "{name}");
    }
}

/// Rules: 18FB-2.3-05
#[test]
fn concessions_and_political_cards_are_no_certificates() {
    let text = "phase = \"PH4\"\n[card.Falcon]\nholder = { seat = \"A\" }\n\
        [company.NN]\nplace = \"F3\"\nshares = \"A 60, B 40\"\n\
        [company.FB]\nplace = \"F3\"\nshares = \"A 60, B 40\"\n\
        [company.FC]\nplace = \"F3\"\nshares = \"A 60, B 40\"\n\
        [company.FSC]\nplace = \"F3\"\nshares = \"B 50, A 40\"\n";
    let mut table = pa23(text);
    assert_eq!((table.owner("NN"), table.owner("FC")), (Holder::Seat(A), Holder::Seat(A)));
    assert_eq!(crate::fb::stock::certificates(&table.game, A), 19, "5 + 5 + 5 + 4");
    table.play(buy(A, "FSC", 100));
}
