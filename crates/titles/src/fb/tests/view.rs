//! What everybody at the table sees (1.3).

use super::table::*;
use ferrata_engine::event::Event;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Title;

const TABLE: &str = "phase = \"PH2\"\nfalcon = \"NN\"\n[deposit]\nNN = 100\n[company.NN]\nplace = \"F3\"\nshares = \"A 40, B 20\"\ntreasury = 70\nmarkers = 2\ntrains = [\"3+4\"]\nstations = [\"X7\"]\n[board]\nF31 = \"57 0\"\n[round.stock]\nseat = \"A\"\n";

fn lines(texts: &[Text]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

/// Rules: 18FB-1.3-01, 18FB-1.3-02
#[test]
fn holdings_cash_treasuries_and_passes_are_open_to_all() {
    let mut table = pa23(TABLE);
    table.pass();
    let view = table.game.view();
    let passed: Vec<bool> = view.players.iter().map(|player| player.passed).collect();
    assert_eq!(passed, [true, false, false, false]);
    let held = |at: usize| {
        let shares = view.players[at].shares.iter();
        shares.map(|share| (share.company.to_string(), share.percent, share.director)).collect::<Vec<_>>()
    };
    assert_eq!(held(0), [("NN".to_owned(), 40, true)], "nothing of which there is nothing");
    assert_eq!((held(1), held(2)), (vec![("NN".to_owned(), 20, false)], vec![]));
    let nn = view.companies.iter().find(|company| company.name.as_str() == "NN").unwrap();
    assert_eq!((nn.cash.0, nn.offering), (70, 40));
    let notes = lines(&nn.notes);
    for note in ["par 100", "2 tile steps", "2 town markers", "final destination F25"] {
        assert!(notes.iter().any(|said| said == note), "{note}: {notes:?}");
    }
    assert!(!notes.iter().any(|said| said.starts_with("to be acquired")), "NN is no regional: {notes:?}");
    let fb = view.companies.iter().find(|company| company.name.as_str() == "FB").unwrap();
    assert!(!lines(&fb.notes).iter().any(|said| said.contains("step")), "FB is not floated");
    let view =
        pa23("phase = \"PH5\"\n[company.FG]\nshares = \"A 100\"\nstate = \"definitive\"\n").game.view();
    let fg = view.companies.iter().find(|company| company.name.as_str() == "FG").unwrap();
    let notes = lines(&fg.notes);
    assert!(notes.iter().any(|said| said.starts_with("to be acquired for")), "{notes:?}");
    assert!(
        notes.iter().any(|said| said.contains(" for ") && said.starts_with(char::is_numeric)),
        "its destinations: {notes:?}"
    );
    assert!(!notes.iter().any(|said| said.contains("step")), "a regional has no steps of its own: {notes:?}");
}

/// Rules: 18FB-3.2.2-03, 18FB-3.2.2-04
#[test]
fn a_concession_shows_its_band_and_what_lies_on_it() {
    let view = pa23(TABLE).game.view();
    let card = view.players[0].cards.iter().find(|card| card.card.as_str() == "NN").unwrap();
    assert_eq!(lines(&card.notes), ["band A: D5 a share", "deposit D100"].map(|note| note.replace('D', "")));
    let open = view.cards.iter().find(|card| card.card.as_str() == "FSC").unwrap();
    assert_eq!(open.price.map(|price| price.0), Some(200));
}

/// Rules: 18FB-2.5.4-03, 18FB-2.5.4-06, 18FB-G-25
#[test]
fn the_board_shows_tiles_tokens_kept_slots_and_bonuses() {
    let view = pa23(TABLE).game.view();
    let tiles: Vec<_> =
        view.board.tiles.iter().map(|(hex, tile, turn)| format!("{hex} {tile} {turn}")).collect();
    assert_eq!(tiles, ["F31 57 0"]);
    assert_eq!(view.board.tokens.len(), 1);
    let marks = |hex: &str| {
        let here = view.board.marks.iter().filter(|(at, _)| at.as_str() == hex);
        let mut marks: Vec<_> = here.map(|(_, text)| text.to_string()).collect();
        marks.sort();
        marks
    };
    assert_eq!(marks("G30"), ["Bourbon token 6", "Bourbon token 8", "slot of FB"]);
    assert!(marks("I30").iter().any(|mark| mark.ends_with("30 more for NN")), "{:?}", marks("I30"));
    let left = |name: &str| view.tiles.iter().find(|(tile, _)| tile.as_str() == name).unwrap().1;
    assert_eq!((left("57"), left("6")), (Some(5), Some(14)));
}

/// What is not known of the printed game is told once, when the move order is drawn; in 2006 also what the scan has lost.
/// Rules: 18FB-G-03
#[test]
fn what_is_reconstructed_and_what_is_lost_is_told_once() {
    let told = |edition: &str| {
        let table = fresh(edition, 3);
        let notes = table.events.iter().filter_map(|event| match event {
            Event::Note { text } => Some(text.to_string()),
            _ => None,
        });
        notes.collect::<Vec<_>>()
    };
    for edition in ["PA23", "2006"] {
        let notes = told(edition);
        let owners = notes.iter().filter(|note| note.contains("can correct the data files"));
        assert_eq!(owners.count(), 1, "{edition}: {notes:?}");
    }
    let lost = |notes: Vec<String>| {
        notes.into_iter().filter(|note| note.contains("Lost in the scan")).collect::<Vec<_>>()
    };
    assert_eq!(lost(told("PA23")), Vec::<String>::new());
    assert_eq!(
        lost(told("2006")),
        [
            "Lost in the scan of these rules, and taken from PA23: the tile manifest and all tile shapes, the list of trains and the amounts of the interest bands."
        ]
    );
    let marks = crate::fb::data::components("2006").unwrap();
    let marks: Vec<_> = marks.reconstructed.iter().map(|mark| mark.place.as_str()).collect();
    for place in ["2006: tiles", "2006: trains", "2006: interest"] {
        assert!(marks.contains(&place), "{place} is marked in the data: {marks:?}");
    }
}

/// Rules: 18FB-4-04
#[test]
fn a_game_that_is_over_asks_nothing() {
    let over = pa23("phase = \"PH6\"\n[round.over]\nwhy = \"bank\"\n").game.view();
    assert_eq!(over.question.to_string(), "nothing: the game is over");
}

/// What programs weigh: how far a corp is from its destinations.
/// Rules: 18FB-3.3-04, 18FB-3.3-09
#[test]
fn the_way_to_the_destinations_grows_shorter() {
    use crate::prospects::Prospects;
    let to_go = |more: &str| {
        let table = pa23(&format!(
            "phase = \"PH2\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\nstations = [\"X7\"]\n{more}"
        ));
        table.game.to_go(table.id("NN"))
    };
    let (far, near) = (to_go(""), to_go("state = \"provisional\"\nintermediate = \"X3\"\n"));
    assert!(far > near && near > 0.0, "{far} {near}");
    assert!(to_go("state = \"definitive\"\nintermediate = \"X3\"\narrived = true\n") < 0.01);
}
