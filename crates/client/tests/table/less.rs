//! A client sees less than the host: it must never refuse what the host would accept.

use crate::recorded::setup;
use ferrata_client::bids::Rank;
use ferrata_client::judge::certain_refusal;
use ferrata_client::timeline::{Record, Timeline};
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::log::{Log, redacted};
use ferrata_engine::money::Money;
use ferrata_engine::name::Name;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn};
use ferrata_titles::Game;

fn random_game(setup: &Setup, seed: u64, entries: usize) -> Log {
    let plan = Plan { max_entries: entries, ..Plan::new(setup.clone(), seed).checking(0) };
    play_random::<Game>(&plan).log
}

/// Games of every kind that decides something in secret, and of one that does not.
fn games() -> Vec<Log> {
    let players = ["Ada", "Ben", "Cleo"];
    let first = setup("1841", "v1", &players);
    let online = Setup { options: vec![Name::cut("online")], ..first.clone() };
    let esp = setup("18ESP", "rulebook", &players);
    let mut games = Vec::new();
    for seed in 0..40 {
        games.push(random_game(&first, seed, 12));
        games.push(random_game(&online, seed, 12));
    }
    games.push(random_game(&esp, 1, 60));
    games
}

#[test]
fn what_the_host_accepts_is_refused_by_no_client() {
    let (mut last_sheets, mut lots) = (0, 0);
    for log in games() {
        let mut host = Game::start(&log.setup).unwrap();
        for (at, recorded) in log.entries.iter().enumerate() {
            let entry = &recorded.entry;
            if let Author::Seat(seat) = entry.by {
                let before = Log { entries: log.entries[..at].to_vec(), ..log.clone() };
                let seen: Game = redacted::<Game>(&before, Some(seat)).unwrap().state().unwrap();
                assert_eq!(certain_refusal(&seen, entry), None, "entry {at} of {:?}", log.setup);
            }
            let sealed = matches!(host.turn(), Turn::Sealed(_));
            host.apply(entry).unwrap();
            last_sheets += usize::from(sealed && !matches!(host.turn(), Turn::Sealed(_)));
            lots += usize::from(sealed && matches!(host.turn(), Turn::Chance(_)));
        }
    }
    println!("{last_sheets} last sheets, {lots} of them followed by lots");
    assert!(last_sheets >= 80 && lots > 0);
}

#[test]
fn what_no_offer_covers_is_still_refused_here() {
    let game = Game::start(&setup("1841", "v1", &["Ada", "Ben", "Cleo"])).unwrap();
    let short = Action::Sheet { amounts: vec![Money(20)] };
    assert!(certain_refusal(&game, &Entry::seat(SeatId(0), short)).is_some());
    assert!(certain_refusal(&game, &Entry::seat(SeatId(0), Action::Pass)).is_some());
    assert!(certain_refusal(&game, &Entry::seat(SeatId(7), Action::Pass)).is_some());
}

fn sheet(bids: &[(usize, i32)]) -> Action {
    let mut amounts = vec![Money::ZERO; 8];
    for (card, amount) in bids {
        amounts[*card] = Money(*amount);
    }
    Action::Sheet { amounts }
}

/// Ben and Ada tie for the first card, Cleo wins the third with a bid that Dora's faulty sheet would have beaten.
#[test]
fn opened_bids_lie_side_by_side() {
    let mut timeline = Timeline::new(setup("1841", "v1", &["Ada", "Ben", "Cleo", "Dora"])).unwrap();
    let sheets = [
        (2, sheet(&[(2, 30)])),
        (0, sheet(&[(0, 40), (1, 25)])),
        (1, sheet(&[(0, 40)])),
        (3, sheet(&[(2, 9000)])),
    ];
    for (number, (seat, action)) in (1..).zip(&sheets) {
        timeline.add(Record::entry(number, Entry::seat(SeatId(*seat), action.clone()))).unwrap();
        assert_eq!(timeline.opened_bids(number).is_some(), number == 4, "record {number}");
    }
    let bids = timeline.opened_bids(4).unwrap();
    assert_eq!(bids.cards.len(), 8);
    assert_eq!(bids.sheets.iter().map(|sheet| sheet.seat.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(
        bids.sheets.iter().map(|sheet| sheet.annulled).collect::<Vec<_>>(),
        [false, false, false, true]
    );
    let rank = |seat: usize, card: usize| bids.sheets[seat].bids[card].rank;
    assert_eq!([rank(0, 0), rank(1, 0)], [Rank::Tied, Rank::Tied]);
    assert_eq!([rank(0, 1), rank(2, 2), rank(3, 2)], [Rank::Highest, Rank::Highest, Rank::Below]);
    assert_eq!(rank(0, 7), Rank::Below);
    assert_eq!(bids.sheets[0].total, Money(65));
}
