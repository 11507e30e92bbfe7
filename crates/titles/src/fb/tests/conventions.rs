//! 3.6 PH6, the conventions of 1885: RM and RA, acquisitions.

use super::table::*;
use crate::fb::states::Standing;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;

const DEPOT: &str = "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n\"6+10\" = 0\n";

/// FB, which never merges, buys the first PH-6 train for its president.
fn before(president: &str, corps: &str) -> String {
    format!(
        "phase = \"PH5\"\n{corps}[company.FB]\nplace = \"S5\"\nshares = \"{president} 40\"\ntreasury = 700\nstations = [\"I30\"]\n{DEPOT}[round.operating]\ncompany = \"FB\"\nstep = \"trains\"\n"
    )
}

fn corp(name: &str, place: &str, shares: &str, more: &str) -> String {
    format!("[company.{name}]\nplace = \"{place}\"\nshares = \"{shares}\"\n{more}")
}

/// Four floated companies for RM, all of different presidents, and none for RA.
fn four() -> String {
    corp("LdA", "H3", "A 40", "stations = [\"F31\"]\n")
        + &corp("NN", "G3", "B 40", "stations = [\"X7\"]\n")
        + &corp("FC", "F3", "C 40", "stations = [\"F11\"]\n")
        + &corp("FSC", "E3", "D 40", "stations = [\"F23\"]\n")
        + "[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n"
}

/// The answers of the presidents as they are asked, and the companies that merged.
fn merged(edition: &str, options: &[&str], answers: &str) -> (usize, Vec<String>) {
    let mut table = read(edition, options, &before("A", &four()));
    table.play(train("7+12", 680));
    let mut asked = 0;
    for answer in answers.chars() {
        if table.game.table.pending.is_empty() {
            break;
        }
        asked += 1;
        table.play(choose(if answer == 'y' { "merge" } else { "refuse" }));
    }
    let closed =
        ["LdA", "NN", "FC", "FSC"].into_iter().filter(|name| table.standing(name) == Standing::Closed);
    (asked, closed.map(str::to_owned).collect())
}

/// Rules: 18FB-3.6-01, 18FB-3.6.1-01, 18FB-3.6.1-02, 18FB-3.6.1-03, 18FB-3.6.1-05, 18FB-3.6.1-06, 18FB-V-34, 18FB-D-12
#[test]
fn in_2006_all_four_are_asked() {
    let case = |answers: &str, asked: usize, one: &str, other: &str| {
        let got = merged("2006", &[], answers);
        let mut names = got.1.clone();
        names.sort();
        let mut expected = vec![one.to_owned(), other.to_owned()];
        expected.sort();
        assert_eq!((got.0, names), (asked, expected), "{answers}");
    };
    case("yy", 2, "LdA", "NN");
    case("yny", 3, "LdA", "FC");
    case("ynn", 3, "LdA", "FSC");
    case("nyn", 3, "NN", "FSC");
    case("nn", 2, "FC", "FSC");
    case("nyy", 3, "NN", "FC");
}

/// Before a president answers, the table shows what every pair would become and what each player would have of it.
/// Rules: 18FB-3.6.1-12, 18FB-3.6.1-15
#[test]
fn what_the_national_would_become_is_shown() {
    let rows = |table: &Table| {
        let panels = ferrata_engine::turn::Title::view(&table.game).panels;
        let shown = panels.into_iter().find(|panel| panel.title.to_string().contains("would become"));
        let rows = shown.map(|panel| panel.rows).unwrap_or_default();
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let mut table = pa23(&before("A", &four().replace("B 40", "B 50")));
    table.play(train("7+12", 680));
    let first = rows(&table);
    let pairs: Vec<&str> = first.iter().skip(1).map(|row| row[0].as_str()).collect();
    assert_eq!(pairs, ["LdA, NN", "LdA, FC", "NN, FC"], "FSC is the fourth and never merges");
    assert_eq!(first[1][1..7], ["120", "0", "2", "1", "20%", "20% and 60"], "five old shares: two, and 60");
    table.play(choose("merge"));
    let pairs: Vec<String> = rows(&table).into_iter().skip(1).map(|row| row[0].clone()).collect();
    assert_eq!(pairs, ["LdA, NN", "LdA, FC"], "LdA merges");
    // What was shown is what happens.
    table.play(choose("merge"));
    assert_eq!((table.price("RM"), table.held("RM", B), table.cash(B)), (120, 20, 750 + 60));
}

/// Rules: 18FB-3.6.1-04, 18FB-V-35, 18FB-V-47, 18FB-C-04, 18FB-G-70
#[test]
fn in_pa23_the_three_highest_take_part() {
    let case = |options: &[&str], answers: &str, asked: usize, one: &str, other: &str| {
        let got = merged("PA23", options, answers);
        let mut names = got.1.clone();
        names.sort();
        let mut expected = vec![one.to_owned(), other.to_owned()];
        expected.sort();
        assert_eq!((got.0, names), (asked, expected), "{answers}");
    };
    case(&[], "n", 1, "NN", "FC");
    case(&[], "yn", 2, "LdA", "FC");
    case(&[], "yy", 2, "LdA", "NN");
    case(&["merger-of-four"], "nn", 2, "FC", "FSC");
}

/// Rules: 18FB-3.6.1-07, 18FB-3.6.1-08, 18FB-3.6.1-09, 18FB-G-71, 18FB-3.6.1-11
#[test]
fn unfloated_companies_count_nothing_and_merge() {
    for edition in ["PA23", "2006"] {
        // One floated company accepts: its president chooses the other.
        let one = corp("LdA", "H3", "A 40", "stations = [\"F31\"]\n");
        let mut table = read(edition, &[], &before("B", &one));
        table.play(train("7+12", 680));
        assert_eq!(table.seat(), A);
        table.play(choose("merge"));
        assert_eq!(table.seat(), A, "and chooses among the unfloated ones");
        table.play(choose("FC"));
        assert_eq!((table.standing("LdA"), table.standing("FC")), (Standing::Closed, Standing::Closed));
        assert_eq!(table.price("RM"), 120);
        // RA: nobody has floated any; two are drawn.
        assert!(matches!(
            ferrata_engine::turn::Title::turn(&table.game),
            ferrata_engine::turn::Turn::Chance(_)
        ));
        table.draw(&[2, 0]);
        assert_eq!((table.standing("LTF"), table.standing("SFTF")), (Standing::Closed, Standing::Closed));
        assert_eq!((table.price("RA"), table.place("RA").as_str()), (100, "F3"));
        // It refuses: two unfloated ones of three are drawn.
        let mut table = read(edition, &[], &before("B", &one));
        table.play(train("7+12", 680)).play(choose("refuse"));
        table.draw(&[0, 1]);
        assert_eq!((table.standing("LdA"), table.price("RM")), (Standing::Definitive, 100));
    }
}

/// Rules: 18FB-3.6.1-10, 18FB-3.6.1-12, 18FB-3.6.1-13, 18FB-3.6.1-14, 18FB-3.6.1-15, 18FB-3.6.1-16, 18FB-3.6.1-17, 18FB-3.6.1-18,
/// 18FB-3.6.1-19, 18FB-3.6.1-20, 18FB-V-36, 18FB-T-28, 18FB-G-73, 18FB-3.6.1-35
#[test]
fn two_old_shares_for_one_new() {
    // LdA 120, NN 90; A has 3 + 2, B 4, a share in a treasury, 6 in the pool, 4 in the initial offering.
    let corps = corp(
        "LdA",
        "H3",
        "A 30, B 40, pool 30",
        "director = \"A\"\ntreasury = 300\nmarkers = 2\ntrains = [\"5+8\"]\nstations = [\"F31\", \"G30\"]\n",
    ) + &corp(
        "NN",
        "E3",
        "A 20, NN 10, pool 30",
        "treasury = 200\nmarkers = 1\nstations = [\"X7\", \"G30\"]\n",
    ) + "[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n";
    let mut table = pa23(&before("A", &corps));
    let cash = (table.cash(A), table.cash(B));
    table.play(train("7+12", 680));
    assert_eq!(table.price("RM"), 120);
    assert_eq!((table.held("RM", A), table.cash(A)), (20, cash.0 + 60), "2 shares, and 60 for the odd one");
    assert_eq!((table.held("RM", B), table.cash(B)), (20, cash.1));
    assert_eq!(
        (table.pool("RM"), table.invested("RM", "RM")),
        (30, 30),
        "6 + 1 in the pool, the rest to the treasury"
    );
    assert_eq!(table.president("RM"), Some(A), "20 to 20: A stays");
    assert_eq!(table.company("RM").caretaker, None, "nobody stands in for a president");
    assert_eq!((table.treasury("RM"), table.markers("RM")), (500, 3));
    assert_eq!(table.tokens("RM"), ["F31", "G30", "X7"], "two in Caserta become one");
    assert_eq!(table.trains("RM"), ["5+8"]);
    assert!(table.game.field(table.id("LdA")).is_none() && table.held("LdA", A) == 0);
    assert_eq!(table.company("RM").steps, 4);
}

/// Rules: 18FB-V-46, 18FB-3.6.1-13, 18FB-3.6.1-19, 18FB-T-28, 18FB-G-72
#[test]
fn the_exchange_begins_with_the_buyer_of_the_train() {
    let corps = corp("LdA", "J3", "A 40, B 20, pool 20", "stations = [\"F31\"]\n")
        + &corp("FC", "F3", "B 40, C 30, A 10, FC 10, pool 10", "stations = [\"F11\"]\n")
        + "[company.NN]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n";
    for edition in ["PA23", "2006"] {
        let mut table =
            read(edition, &[], &format!("order = [\"B\", \"C\", \"A\", \"D\"]\n{}", before("C", &corps)));
        let cash = [A, B, C].map(|seat| table.cash(seat));
        table.play(train("7+12", 680));
        assert_eq!([C, A, B].map(|seat| table.held("RM", seat)), [10, 20, 30]);
        assert_eq!([A, B, C].map(|seat| table.cash(seat)), [cash[0] + 70, cash[1], cash[2] + 70]);
        assert_eq!((table.pool("RM"), table.invested("RM", "RM")), (20, 20));
        assert_eq!(table.president("RM"), Some(B), "A had the certificate, B has more");
    }
    // With as much the buyer's certificate decides, not the Priority card, which is A's.
    let corps = corp("LdA", "H3", "A 40", "stations = [\"F31\"]\n")
        + &corp("NN", "E3", "B 40", "stations = [\"X7\"]\n")
        + "[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n";
    let mut table = pa23(&before("B", &corps));
    table.play(train("7+12", 680));
    assert_eq!((table.held("RM", A), table.held("RM", B), table.president("RM")), (20, 20, Some(B)));
}

/// Rules: 18FB-3.6.1-15, 18FB-T-28
#[test]
fn an_odd_share_of_an_unfloated_company_is_lost() {
    // A has the free share of LdA, which nobody started; NN merges with it.
    let corps = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n")
        + "[company.LdA]\nshares = \"A 10\"\ndirector = \"offering\"\ntreasury = 25\n[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n";
    let mut table = pa23(&before("C", &corps));
    let cash = table.cash(A);
    table.play(train("7+12", 680));
    assert_eq!((table.held("RM", A), table.cash(A)), (0, cash));
    assert_eq!(
        (table.held("RM", B), table.treasury("RM")),
        (20, 25),
        "the surplus of the auction passes on (18FB-G-102)"
    );
}

/// Rules: 18FB-G-102, 18FB-G-74
#[test]
fn what_unfloated_companies_bring() {
    let corps = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n")
        + "[company.LdA]\ntreasury = 25\n[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n";
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &before("C", &corps));
        table.play(train("7+12", 680));
        assert_eq!(table.treasury("RM"), 25);
        let free =
            table.game.fixed.places.claims_at(table.hex("I36")).iter().any(|claim| table.game.is_open(claim));
        assert!(!free, "the reserved slots of the merged companies are free");
    }
}

/// Rules: 18FB-G-72, 18FB-C-12, 18FB-G-114
#[test]
fn without_four_old_shares_nobody_gets_the_certificate() {
    let corps = corp("NN", "F3", "B 20, A 20", "director = \"B\"\nstations = [\"X7\"]\n")
        + "[company.LdA]\n[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n";
    let mut table = pa23(&before("C", &corps));
    table.play(train("7+12", 680));
    assert_eq!(table.game.table.shares.director(table.id("RM")), Holder::Company(table.id("RM")));
    assert_eq!(
        (table.held("RM", A), table.held("RM", B), table.president("RM")),
        (10, 10, Some(A)),
        "A exchanged first after C and D"
    );
    // Nobody at all: idle until somebody buys the certificate.
    let idle = "phase = \"PH6\"\n[seat.A]\ncash = 750\n[company.RM]\nplace = \"F3\"\nshares = \"RM 100\"\ndirector = \"RM\"\ntreasury = 10\n[round.stock]\nseat = \"A\"\n";
    let mut table = pa23(idle);
    assert!(crate::fb::operating::to_come(&table.game).is_empty());
    let certificate = Action::Buy {
        buyer: Party::Seat(A),
        company: company("RM"),
        percent: 20,
        from: Party::Company(company("RM")),
        price: ferrata_engine::money::Money(200),
    };
    table.play(certificate);
    assert_eq!((table.president("RM"), table.treasury("RM"), table.cash(A)), (Some(A), 210, 550));
}

/// Rules: 18FB-3.6.1-21, 18FB-3.6.1-34, 18FB-2.3-10
#[test]
fn the_pool_may_hold_more_than_half_of_a_national() {
    let closed = "[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n";
    let corps = corp("NN", "F3", "B 40, pool 60", "stations = [\"X7\"]\n")
        + &corp("LdA", "E3", "B 40, pool 60", "stations = [\"F31\"]\n")
        + closed;
    let mut table = pa23(&before("C", &corps));
    table.play(train("7+12", 680));
    assert_eq!((table.pool("RM"), table.held("RM", B)), (60, 40));
    let corps = corp("NN", "F3", "B 60", "stations = [\"X7\"]\n")
        + &corp("LdA", "E3", "B 60", "stations = [\"F31\"]\n")
        + closed;
    let mut table = pa23(&before("C", &corps));
    table.play(train("7+12", 680));
    assert_eq!(table.held("RM", B), 60, "never more");
}

/// Rules: 18FB-3.6.1-22, 18FB-3.6.1-29, 18FB-G-77, 18FB-T-28
#[test]
fn a_national_operates_in_the_round_of_its_formation_if_no_parent_has() {
    let closed = "[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n";
    let corps = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n")
        + &corp("LdA", "E3", "B 40", "stations = [\"F31\"]\n")
        + closed;
    let to_come = |done: &str| {
        let mut table = pa23(&(before("C", &corps) + done));
        table.play(train("7+12", 680));
        let ids = crate::fb::operating::to_come(&table.game);
        ids.into_iter().map(|id| table.game.name(id).to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(to_come(""), "RM");
    assert_eq!(to_come("acted = [\"NN\"]\n"), "");
    // The buyer merges: its turn ends.
    let buyer = corp("NN", "S5", "B 40", "treasury = 700\nstations = [\"X7\"]\n")
        + &corp("LdA", "E3", "B 40", "stations = [\"F31\"]\n")
        + closed;
    let mut table = pa23(&format!(
        "phase = \"PH5\"\n{buyer}{DEPOT}[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n"
    ));
    table.play(train("7+12", 680));
    assert_eq!(table.trains("RM"), ["7+12"]);
    assert_ne!(table.round(), "Operating Round 1.1", "RM waits for the next round");
}

/// Rules: 18FB-3.6.2-01, 18FB-3.6.2-02, 18FB-3.6.2-03, 18FB-C-03, 18FB-C-20, 18FB-G-77
#[test]
fn ra_forms_after_rm_by_the_same_rules() {
    let table = fresh("PA23", 4);
    let from = |name: &str| {
        let ids = table.game.fixed.national(table.id(name)).unwrap().formed_from.iter();
        ids.map(|id| table.game.name(*id).to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((from("RM").as_str(), from("RA").as_str()), ("LdA NN FC FSC", "LTF FS SFTF SFM"));
    let corps = four().replace("[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n", "")
        + &corp("LTF", "D3", "A 40", "stations = [\"K44\"]\n")
        + &corp("SFM", "D3", "B 60", "stations = [\"J33\"]\n")
        + "[board]\nJ33 = \"57 0\"\n";
    let mut table = pa23(&before("A", &corps));
    table.play(train("7+12", 680)).play(choose("merge")).play(choose("merge"));
    assert_eq!(table.president("RM"), Some(A));
    assert_eq!(table.seat(), A, "now LTF is asked for RA");
    table.play(choose("merge")).play(choose("merge"));
    assert_eq!((table.standing("SFM"), table.standing("LTF")), (Standing::Closed, Standing::Closed));
    assert!(table.game.floated(table.id("RA")) && table.game.floated(table.id("FB")));
}

/// RM out of NN and LdA with so many tokens, trains and money.
fn rm(edition: &str, options: &[&str], more: &str, stations: &str) -> Table {
    let closed = "[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[company.LTF]\nstate = \"closed\"\n[company.FS]\nstate = \"closed\"\n[company.SFTF]\nstate = \"closed\"\n";
    let corps = corp("NN", "F3", "B 40", &format!("{more}stations = [\"X7\"{stations}]\n"))
        + &corp("LdA", "E3", "B 40", "stations = [\"F31\"]\n")
        + closed;
    let mut table = read(edition, options, &before("C", &corps));
    table.play(train("7+12", 680));
    table
}

/// Rules: 18FB-3.6.1-23, 18FB-3.6.1-24, 18FB-G-75, 18FB-D-12
#[test]
fn leased_trains() {
    let leased = |edition: &str, options: &[&str], more: &str, stations: &str| {
        let table = rm(edition, options, more, stations);
        (table.company("RM").leased, table.trains("RM").len())
    };
    assert_eq!(leased("PA23", &[], "", ""), (1, 1), "no train: at least one");
    assert_eq!(leased("2006", &[], "", ""), (1, 1));
    let five = "trains = [\"5+8\"]\n";
    let four = ", \"G30\", \"L27\", \"M14\"";
    assert_eq!(leased("PA23", &[], five, four), (0, 1), "five tokens, five stations");
    let more = ", \"G30\", \"L27\", \"M14\", \"L39\"";
    assert_eq!(leased("PA23", &[], five, more), (1, 2), "six tokens");
    assert_eq!(leased("2006", &[], five, more), (0, 1), "2006: only without any train");
    assert_eq!(leased("PA23", &["lease-one"], five, more), (0, 1));
    assert_eq!(
        leased("PA23", &["cover-markers"], "trains = [\"5+8\"]\nmarkers = 12\n", four),
        (1, 2),
        "12 markers, Y 8"
    );
}

/// Rules: 18FB-3.6.1-25, 18FB-3.6.1-26, 18FB-3.6.1-27, 18FB-3.6.1-28, 18FB-3.6.1-36, 18FB-G-76
#[test]
fn a_lease_is_paid_as_soon_as_the_money_is_there() {
    // At the formation already: 700 in the treasury.
    let table = rm("PA23", &[], "treasury = 700\n", "");
    assert_eq!((table.company("RM").leased, table.treasury("RM"), table.trains("RM").len()), (0, 20, 1));
    let table = rm("PA23", &[], "treasury = 680\n", "");
    assert_eq!((table.company("RM").leased, table.treasury("RM")), (0, 0), "with just the price");
    let table = rm("PA23", &[], "treasury = 679\n", "");
    assert_eq!((table.company("RM").leased, table.treasury("RM")), (1, 679), "never in part");
    // While it has leased trains it withholds, and the price does not move left.
    let text = "phase = \"PH6\"\n[company.RM]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 600\ntrains = [\"7+12\"]\nleased = 1\nmarkers = 4\nstations = [\"X7\"]\n[round.operating]\ncompany = \"RM\"\nstep = \"settlement\"\n";
    for edition in ["PA23", "2006"] {
        let table = read(edition, &[], text);
        assert_eq!(table.cash(A), 750, "nothing is paid");
        assert_eq!(table.place("RM"), "F3");
        let earned = if edition == "2006" { 110 } else { 100 };
        assert_eq!(
            (table.treasury("RM"), table.company("RM").leased),
            (600 + earned - 680, 0),
            "paid in full at once"
        );
    }
    let still = pa23(&text.replace("treasury = 600", "treasury = 300"));
    assert_eq!(
        (still.treasury("RM"), still.company("RM").leased, still.place("RM").as_str()),
        (400, 1, "F3")
    );
}

/// Rules: 18FB-3.6.1-30, 18FB-3.6.1-31, 18FB-3.6.1-32, 18FB-G-78
#[test]
fn tokens_of_nationals_in_a_turn() {
    let text = "phase = \"PH6\"\n[company.RM]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 600\nsteps = 4\ntrains = [\"7+12\"]\nstations = [\"F11\"]\n[company.FC]\nstate = \"closed\"\n[company.FSC]\nstate = \"closed\"\n[board]\nF11 = \"18FB-710 3\"\nF13 = \"58 4\"\nG14 = \"14 0\"\nF9 = \"9 0\"\nF7 = \"9 0\"\nF5 = \"57 0\"\n[round.operating]\ncompany = \"RM\"\nstep = \"token\"\n";
    let mut table = pa23(text);
    table.build("G14");
    assert!(table.costs("F5").is_empty(), "one in PA23");
    assert_eq!(table.place("RM"), "F3", "no destination bonus");
    let mut table = y2006(text);
    table.build("G14");
    assert!(!table.costs("F5").is_empty(), "two in 2006");
    table.build("F5");
    assert_eq!(table.tokens("RM").len(), 3);
}

/// Rules: 18FB-G-100
#[test]
fn two_certificates_of_a_third_company_are_one_too_many() {
    let text = "phase = \"PH6\"\n[company.RM]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 0\ntrains = [\"7+12\"]\nstations = [\"X7\"]\n[company.FB]\nplace = \"D3\"\nshares = \"B 40, RM 20\"\nstations = [\"I30\"]\n[round.operating]\ncompany = \"RM\"\nstep = \"trains\"\n";
    let mut table = pa23(text);
    table.pass();
    assert_eq!((table.invested("FB", "RM"), table.treasury("RM"), table.pool("FB")), (10, 80, 10));
}

/// Rules: 18FB-G-109
#[test]
fn a_national_without_two_companies_does_not_form() {
    let closed: String = ["LdA", "FC", "FSC", "LTF", "FS", "SFTF", "SFM"]
        .iter()
        .map(|name| format!("[company.{name}]\nstate = \"closed\"\n"))
        .collect();
    let corps = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n") + &closed;
    let mut table = pa23(&before("C", &corps));
    table.play(train("7+12", 680));
    assert!(!table.game.floated(table.id("RM")) && table.standing("NN") == Standing::Definitive);
}

/// A corp next to FA's home, with FA in A's hand.
fn acquiring(phase: &str, treasury: i32, more: &str) -> String {
    format!(
        "phase = \"{phase}\"\n[company.NN]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = {treasury}\ntrains = [\"6+10\"]\nmarkers = 1\nstations = [\"X7\", \"G30\"]\n[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\ntreasury = 70\nmarkers = 3\ntrains = [\"0+4\"]\n{more}[board]\nF31 = \"57 2\"\n[round.operating]\ncompany = \"NN\"\nstep = \"tiles\"\n"
    )
}

fn take(from: SeatId, price: i32) -> Action {
    regional(Party::Company(company("NN")), "FA", Party::Seat(from), price)
}

/// Rules: 18FB-3.4.2-04, 18FB-3.6.3-01
#[test]
fn who_may_still_acquire_a_regional_places_no_second_token() {
    let text =
        acquiring("PH6", 400, "").replace("step = \"tiles\"", "step = \"token\"").replace("57 2", "14 2");
    let offers = pa23(&text).game.offers();
    let mut samples = offers.iter().flat_map(|offer| offer.samples());
    let line = samples.find(|action| matches!(action, Action::BuildLine { .. })).expect("a line of NN");
    let mut placed = pa23(&format!("{text}tokens = 1\n"));
    assert!(placed.offers(&take(A, 230)), "the acquisition is left");
    assert_eq!(placed.refused(line), "18FB-3.4.2-04");
}

/// Rules: 18FB-3.6.3-01, 18FB-3.6.3-02, 18FB-3.6.3-03, 18FB-3.6.3-04, 18FB-3.6.3-05, 18FB-3.6.3-06, 18FB-3.6.3-07, 18FB-3.6.3-08,
/// 18FB-3.6.3-09, 18FB-3.6.3-10, 18FB-3.6.3-12, 18FB-3.6.3-13, 18FB-V-31, 18FB-V-32, 18FB-T-29, 18FB-G-79, 18FB-G-80, 18FB-D-13, 18FB-3.5.2-02,
/// 18FB-2.6-04, 18FB-2.6-05, 18FB-C-23, 18FB-2.1-10
#[test]
fn a_regional_is_acquired_by_both_procedures() {
    // PA23: 70 + 30 + 130, the treasury to the acquirer, the train converted.
    let mut table = pa23(&acquiring("PH6", 230, ""));
    table.play(take(A, 230));
    assert_eq!((table.cash(A), table.treasury("NN"), table.markers("NN")), (980, 70, 4));
    assert_eq!(
        (table.trains("NN"), table.standing("FA")),
        (vec!["6+10".to_owned(), "2+2R".to_owned()], Standing::Closed)
    );
    assert_eq!(crate::fb::stock::certificates(&table.game, A), 0);
    assert_eq!(crate::fb::end::worth(&table.game, A).0, 980, "its value is lost, the money stays");
    let mut table = pa23(&acquiring("PH6", 229, ""));
    assert_eq!(table.refused(take(A, 230)), "18FB-3.6.3-04", "the whole price first");
    // 2006: 30 + 100, the treasury to its owner, the train as it is.
    let token =
        acquiring("PH6", 130, "stations = [\"F31\"]\n[company.LdA]\nstate = \"closed\"\nstations = []\n");
    let mut table = y2006(&token);
    table.play(take(A, 130));
    assert_eq!((table.cash(A), table.treasury("NN")), (750 + 130 + 70, 0));
    assert_eq!(table.trains("NN"), ["6+10", "0+4"]);
    assert_eq!(table.tokens("NN"), ["F31", "G30", "X7"], "its token replaces that of FA");
    // Not before PH6.
    assert_eq!(pa23(&acquiring("PH5", 230, "")).refused(take(A, 230)), "18FB-3.6.3-04");
    // 0+6 becomes 3+4.
    let six = acquiring("PH6", 230, "").replace("0+4", "0+6");
    let mut table = pa23(&six);
    table.play(take(A, 230));
    assert_eq!(table.trains("NN"), ["6+10", "3+4R"]);
}

/// Rules: 18FB-3.6.3-04, 18FB-G-79, 18FB-G-96
#[test]
fn only_connected_regionals_of_players() {
    let far = acquiring("PH6", 230, "").replace("F31 = \"57 2\"", "F31 = \"57 0\"");
    assert_eq!(pa23(&far).refused(take(A, 230)), "18FB-3.6.3-04", "no track between");
    let in_it = far.replace("\"G30\"", "\"F31\"");
    assert!(pa23(&in_it).offers(&take(A, 230)), "a token in the home city is enough");
    let pool = acquiring("PH6", 230, "").replace("shares = \"A 100\"", "shares = \"pool 100\"");
    let mut table = pa23(&pool);
    assert_eq!(
        table.refused(regional(Party::Company(company("NN")), "FA", Party::Bank, 230)),
        "18FB-3.6.3-04"
    );
    // Another city between: Caserta's token is not NN's.
    let beyond = acquiring("PH6", 230, "")
        .replace("stations = [\"X7\", \"G30\"]", "stations = [\"X7\", \"I30\"]")
        .replace("F31 = \"57 2\"\n", "F31 = \"57 2\"\nI30 = \"57 1\"\nH29 = \"8 2\"\n");
    assert_eq!(pa23(&beyond).refused(take(A, 230)), "18FB-3.6.3-04");
    // At any moment of the turn.
    for step in ["token", "dividend", "trains", "finance"] {
        let text = acquiring("PH6", 230, "").replace("step = \"tiles\"", &format!("step = \"{step}\""));
        assert!(pa23(&text).offers(&take(A, 230)), "{step}");
    }
}

/// Rules: 18FB-3.6.3-11, 18FB-3.6.3-14
#[test]
fn the_token_of_an_acquired_regional_in_2006() {
    // With a token in the place already the regional's slot is free.
    let text = acquiring("PH6", 130, "stations = [\"F31\"]\n")
        .replace("stations = [\"X7\", \"G30\"]", "stations = [\"X7\", \"F31\"]")
        .replace("F31 = \"57 2\"", "F31 = \"14 0\"");
    let text = format!("{text}[company.LdA]\nstate = \"closed\"\nstations = []\n");
    let mut table = y2006(&text);
    table.play(take(A, 130));
    assert_eq!(table.tokens("NN"), ["F31", "X7"]);
    assert_eq!(table.game.table.board.free_slots(table.hex("F31"), 0), 1);
    // It is not the token of the turn and gives no markers.
    let mut table = y2006(&acquiring(
        "PH6",
        130,
        "stations = [\"F31\"]\n[company.LdA]\nstate = \"closed\"\nstations = []\n",
    ));
    table.play(take(A, 130));
    assert_eq!((table.game.operating().unwrap().tokens, table.markers("NN")), (0, 4));
}

/// Rules: 18FB-G-105, 18FB-G-07
#[test]
fn converted_trains_are_kinds_of_their_own() {
    let table = pa23(
        "phase = \"PH6\"\n[company.NN]\nplace = \"F3\"\nshares = \"B 40\"\ntrains = [\"2+2R\", \"3+4R\"]\n",
    );
    assert_eq!(crate::fb::operating::earnings::capacity(&table.game, table.id("NN")), (5, 6));
    let sold: Vec<_> = crate::fb::operating::trains::for_sale(&table.game, table.id("NN")).collect();
    let names: Vec<_> =
        sold.into_iter().map(|kind| table.game.fixed.parts.train_name(kind).to_string()).collect();
    assert!(!names.iter().any(|name| name.ends_with('R')), "{names:?}");
}

/// Rules: 18FB-G-117, 18FB-3.6.1-28, 18FB-2.2.5-04
#[test]
fn a_lease_keeps_the_price_of_a_national_that_earns_nothing() {
    let text = "phase = \"PH6\"\n[company.RM]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 300\ntrains = [\"7+12\"]\nleased = 1\n[round.operating]\ncompany = \"RM\"\nstep = \"settlement\"\n";
    for table in both(text) {
        let operating = table.game.operating().unwrap();
        assert_eq!((operating.revenue.0, table.place("RM").as_str()), (0, "F3"));
    }
    // With trains of its own it goes left like any other.
    for table in both(&text.replace("leased = 1\n", "")) {
        assert_eq!(table.place("RM"), "E3");
    }
}
