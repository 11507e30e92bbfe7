//! Recorded actions at tables set up in the middle of a game: what the site asks and our table does not.

use super::*;
use ferrata_engine::name::{HexName, TileName};
use serde_json::json;

/// AFI and RSFS are joined, but nobody would have 20% of what they become. AFI has come to its shares.
const NO_DIRECTOR: &str = r#"
title = "1841"
edition = "v1"
options = ["online"]
players = ["Ada", "Ben", "Cleo"]
phase = "5"

[seat.Ada]
cash = 0
[seat.Ben]
cash = 0
[seat.Cleo]
cash = 0

[company.AFI]
place = "I3"
shares = "Ada 20, Cleo 10"
stations = ["K11"]
trains = ["5"]

[company.RSFS]
place = "F4"
shares = "Ben 20, Ada 10, pool 50"
stations = ["L12"]
trains = ["5"]

[board]
K11 = "5 5"
L12 = "5 2"

[round.operating]
company = "AFI"
turn = { step = "shares" }
"#;

/// Dan's SFTN can buy the first 4-train, which lets SFLP and SSFL become SFLi.
const TUSCANY: &str = r#"
title = "1841"
edition = "v1"
options = ["online"]
players = ["Ada", "Ben", "Cleo", "Dan"]
phase = "3"

[seat.Ada]
cash = 0
[seat.Ben]
cash = 0
[seat.Cleo]
cash = 0
[seat.Dan]
cash = 0

[company.SFTN]
place = "O1"
treasury = 400
shares = "Dan 60, Cleo 40"
stations = ["H4 s1"]

[company.SFLP]
place = "F4"
shares = "Ada 40, Ben 40"
stations = ["P12"]

[company.SSFL]
place = "I3"
treasury = 200
shares = "Ada 60, Ben 40"
stations = ["Q11"]

[depot]
2 = 0
3 = 0
4 = 4

[round.operating]
company = "SFTN"
turn = { step = "trains" }
"#;

/// The table of a position after these actions of companies.
fn after(position: &str, actions: &[(&str, Value)]) -> Table<Game> {
    let (setup, game) = ferrata_engine::position::read::<Game>("position", position).expect("a position");
    let players = setup.players.iter().enumerate().map(|(at, name)| json!({ "id": at + 1, "name": name }));
    let recorded = actions.iter().enumerate().map(|(at, (company, what))| {
        let mut action = what.clone();
        action["id"] = json!(at + 1);
        (action["entity"], action["entity_type"]) = (json!(company), json!("corporation"));
        action
    });
    let export = json!({
        "title": "1841",
        "players": players.collect::<Vec<_>>(),
        "settings": { "optional_rules": ["version_1"] },
        "actions": recorded.collect::<Vec<_>>(),
    });
    let record = Record::parse(&export.to_string()).expect("a record");
    let (mut import, mut table) = (Import::new(&record), Table::at(&game, setup));
    for (at, action) in record.actions.iter().enumerate() {
        let ahead: Vec<&Recorded> = record.actions.iter().skip(at + 1).collect();
        import.play(&mut table, action, &ahead).unwrap_or_else(|error| panic!("{error}"));
    }
    table
}

fn pass() -> Value {
    json!({ "type": "pass" })
}

/// The site asks for a merger wherever there is a candidate, even if no director could be found; our table does not. The
/// pass that answers it is no pass of whoever comes next.
#[test]
fn a_pass_at_a_merger_without_a_director_is_nobody_elses() {
    let table = after(NO_DIRECTOR, &[("AFI", pass()), ("AFI", pass())]);
    assert_eq!(table.state.operating_company().map(|name| name.to_string()).as_deref(), Some("RSFS"));
    assert_eq!((table.state.asked(), table.log.entries.len()), (Asked::Track, 1));
}

/// Nor of the company itself, if its next turn follows at once.
#[test]
fn a_pass_at_a_merger_without_a_director_is_none_in_the_next_round() {
    let last = NO_DIRECTOR.replace("phase = \"5\"", "phase = \"5\"\nacted = [\"RSFS\"]");
    let last = last.replace("place = \"I3\"", "place = \"I3\"\ntreasury = 500");
    let tile = json!({ "type": "lay_tile", "hex": "K11", "tile": "14-0", "rotation": 2 });
    let table = after(&last, &[("AFI", pass()), ("AFI", pass()), ("AFI", tile)]);
    let upgraded = (HexName::of("K11"), TileName::of("14"), 2);
    assert!(table.state.view().board.tiles.contains(&upgraded));
    assert_eq!(table.log.entries.len(), 2, "a pass at the shares, and the tile");
}

/// In the Tuscan merger the site asks in the name of SFLi which tokens leave the map; whoever is named, the pass is the answer.
#[test]
fn a_pass_in_the_name_of_sfli_keeps_the_tokens() {
    let train = json!({ "type": "buy_train", "train": "4-0", "price": 350, "variant": "4" });
    let asked = after(TUSCANY, &[("SFTN", train.clone())]);
    assert_eq!(asked.state.asked(), Asked::Tokens);
    let table = after(TUSCANY, &[("SFTN", train), ("SFLi", pass())]);
    assert_eq!(table.log.entries.len(), 2);
    let tokens = table.state.view().board.tokens;
    let places =
        tokens.iter().filter(|token| token.company == CompanyName::of("SFLi")).map(|token| token.hex);
    assert!(places.into_iter().any(|hex| hex == HexName::of("P12")), "Lucca is kept");
}

/// The site exchanges shares first and lets surplus trains go after, our table the other way round: while it asks for trains in a
/// merger, who holds what and which tokens lie where is not compared. Outside a merger, or once nobody is asked for trains, it is.
#[test]
fn while_surplus_trains_of_a_merger_go_holders_and_tokens_are_not_compared() {
    let facts = ["AFI/holders", "AFI/tokens", "AFI/cash"];
    let compared =
        |view: &View| facts.iter().chain(&["AFI/price"]).map(|fact| !Import::ignores(view, fact)).collect();
    let mut view = after(NO_DIRECTOR, &[]).state.view();
    view.asked = Asked::Discard;
    let outside: Vec<bool> = compared(&view);
    assert_eq!(outside, [true; 4]);
    for company in &mut view.companies {
        company.status = CompanyStatus::Dissolving;
    }
    let merging: Vec<bool> = compared(&view);
    assert_eq!(merging, [false, false, false, true]);
    view.asked = Asked::Track;
    let after: Vec<bool> = compared(&view);
    assert_eq!(after, [true; 4]);
}
