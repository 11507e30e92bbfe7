//! One person and three programs, from the first page on.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::Playable;
use ferrata_engine::log::Log;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::RoundKind;
use ferrata_titles::Game;

const ME: SeatId = SeatId(0);
/// More decisions than the person makes in two operating rounds.
const PATIENCE: usize = 80;

/// The game that a browser shows, as its server tells this browser.
async fn log(browser: &Browser) -> Log {
    let script = "const done = arguments[arguments.length - 1];
        fetch(`/api/tables/${location.pathname.split('/').at(-1)}/export`).then((answer) => answer.json()).then(done, (error) => done(String(error)))";
    serde_json::from_value(browser.script_later(script, Vec::new()).await).unwrap()
}

/// The seat of these that is asked now.
fn asked(game: &Game, mine: &[SeatId]) -> Option<SeatId> {
    match game.turn() {
        Turn::Seat(seat) => mine.contains(&seat).then_some(seat),
        Turn::Sealed(seats) => mine.iter().find(|own| seats.contains(own)).copied(),
        _ => None,
    }
}

/// Waits until the programs have decided and the person is asked.
async fn my_turn(browser: &Browser, mine: &[SeatId]) -> (Game, SeatId) {
    let found = browser.until("the person to be asked", async || {
        let game: Game = log(browser).await.state().unwrap();
        asked(&game, mine).map(|seat| (game, seat))
    });
    found.await
}

/// How many operating rounds are over.
fn rounds_over(log: &Log) -> usize {
    let mut game = Game::start(&log.setup).unwrap();
    let (mut begun, mut kind) = (0, game.view().round.kind);
    for logged in &log.entries {
        let events = game.apply(&logged.entry).unwrap();
        if events.iter().any(|event| matches!(event, Event::Round { .. })) {
            kind = game.view().round.kind;
            begun += usize::from(kind == RoundKind::Operating);
        }
    }
    begun - usize::from(kind == RoundKind::Operating)
}

/// What somebody does who wants one company and to run it, and no more.
fn plan(game: &Game, seat: SeatId) -> Action {
    let offers = game.offers();
    let legal = |action: &Action| game.why_not(&Entry::seat(seat, action.clone())).is_none();
    let take = |kind: fn(&Offer) -> bool| {
        offers.iter().filter(|offer| kind(offer)).flat_map(Offer::samples).find(|action| legal(action))
    };
    let directs = game.view().companies.iter().any(|company| company.director == Some(seat));
    if let Some(Offer::Sheet { cards, .. }) = offers.first() {
        let bid = |card: usize| if card == 0 { Money(40) } else { Money::ZERO };
        return Action::Sheet { amounts: (0..cards.len()).map(bid).collect() };
    }
    if offers.iter().any(|offer| matches!(offer, Offer::Run { .. })) {
        return game.suggest_runs().into_iter().next().unwrap_or(Action::Run { routes: Vec::new() });
    }
    let starts = take(|offer| matches!(offer, Offer::Start { .. })).filter(|_| !directs);
    let first = take(|offer| matches!(offer, Offer::BuyTokens { .. } | Offer::Settle { .. }));
    let train = take(|offer| matches!(offer, Offer::BuyTrain { .. })).filter(|_| directs);
    let pass = take(|offer| matches!(offer, Offer::Pass { .. } | Offer::Decline));
    let anything = || take(|offer| !matches!(offer, Offer::Propose { .. }));
    starts.or(first).or(train).or(pass).or_else(anything).expect("something can be done")
}

/// Plays for the person at this browser until so many operating rounds are over.
async fn play(table: &Table<'_>, rounds: usize) {
    for _ in 0..PATIENCE {
        let next = table.browser.until("the person to be asked, or the rounds to be over", async || {
            let log = log(table.browser).await;
            if rounds_over(&log) >= rounds {
                return Some(None);
            }
            let game: Game = log.state().unwrap();
            asked(&game, &[ME]).map(|_| Some(game))
        });
        let Some(game) = next.await else { return };
        table.by_hand_for(&game, ME).await;
    }
    table.browser.fail(&format!("{PATIENCE} decisions were not enough")).await;
}

impl Table<'_> {
    /// Does by hand what a person would who sits here.
    async fn by_hand_for(&self, game: &Game, seat: SeatId) {
        let action = plan(game, seat);
        println!("{}: {action:?}", self.asked().await);
        let says_who = format!("^I am {}$", game.view().players[seat.index()].name);
        if self.browser.has("button", &says_who, "").await {
            self.browser.press_matching("button", &says_who, "").await;
        }
        self.by_hand(game, &action).await;
    }
}

/// On one's own machine: one click, and the game has begun; what was done is taken back once, and a program gives its seat
/// to the person.
#[tokio::test]
async fn one_person_plays_1841_against_three_programs() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Desktop).await;
    browser.go(&server.page("/")).await;
    browser.is_accessible("the first page").await;
    browser.press("Play 1841 against three programs").await;
    let table = Table::here(&browser).await;
    let (now, _) = my_turn(&browser, &[ME]).await;
    // Nobody else sits here: the sheet is open without a word.
    browser.find("heading", "^Sealed bids of Player$", "").await;
    assert!(!browser.has("button", "^I am ", "").await);
    table.by_hand_for(&now, ME).await;
    let (now, _) = my_turn(&browser, &[ME]).await;
    table.by_hand_for(&now, ME).await;
    my_turn(&browser, &[ME]).await;
    browser.press_matching("button", "^(Take back|Undo)$", "").await;
    let same = async || (log(&browser).await.state::<Game>().unwrap() == now).then_some(());
    browser.until("the table as it was before", same).await;
    play(&table, 2).await;
    browser.is_accessible("a game against programs").await;
    // The person plays for a program from now on.
    browser.press("Menu").await;
    browser.press("Programs in seats").await;
    browser.select("^Who plays for Greedy 1$", "", "").await;
    browser.is_accessible("programs in seats").await;
    browser.press("Menu").await;
    let both = [ME, SeatId(1)];
    for _ in 0..PATIENCE {
        let (game, seat) = my_turn(&browser, &both).await;
        table.by_hand_for(&game, seat).await;
        if seat == both[1] {
            return browser.close().await;
        }
    }
    browser.fail("the seat of the program was never asked").await;
}

/// Given a table at which the person gives their own seat to a program, too, then nothing happens any more until they ask for a round.
#[tokio::test]
async fn programs_among_themselves_play_a_round_when_they_are_asked() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Phone).await;
    browser.go(&server.page("/")).await;
    browser.press("Play 18FB against three programs").await;
    Table::here(&browser).await;
    let (game, _) = my_turn(&browser, &[ME]).await;
    let before = log(&browser).await.entries.len();
    browser.press("Menu").await;
    browser.press("Programs in seats").await;
    assert!(!browser.has("button", "^Let them play this round$", "").await, "a person sits here");
    browser.select("^Who plays for Player$", "", "novice").await;
    browser.find("button", "^Let them play this round$", "").await;
    assert_eq!(log(&browser).await.entries.len(), before, "nobody has asked for it");
    browser.press("Let them play this round").await;
    let (round, _) = game.stage();
    let over = async || (log(&browser).await.state::<Game>().unwrap().stage().0 != round).then_some(());
    browser.until("the round to be over", over).await;
    browser.close().await;
}

/// Over a network: a program's seat is given up, and a friend follows its link and plays on.
#[tokio::test]
async fn one_person_plays_18fb_against_three_programs() {
    let server = TestServer::network();
    let (anna, bruno) = (Account::sign_up(&server, "Anna"), Account::sign_up(&server, "Bruno"));
    let browser = Browser::start(Screen::Desktop).await.signed_in(&anna).await;
    browser.go(&server.page("/")).await;
    browser.press("Play 18FB against three programs").await;
    let table = Table::here(&browser).await;
    play(&table, 2).await;
    browser.press("Menu").await;
    browser.press("Programs in seats").await;
    browser.select("^Who plays for Greedy 1$", "", "").await;
    browser.press("Links that let people in").await;
    let link = browser.find("field", "^Seat 2", "").await.element.prop("value").await.unwrap().unwrap();
    browser.press("Menu").await;
    let friend = Browser::start(Screen::Phone).await.signed_in(&bruno).await;
    let there = Table::visit(&friend, &link).await;
    friend.press_matching("button", "^Do$", "^Panels$").await;
    for _ in 0..PATIENCE {
        let (game, seat) = my_turn(&browser, &[ME, SeatId(1)]).await;
        if seat == ME {
            table.by_hand_for(&game, seat).await;
            continue;
        }
        there.entries_reach(table.moment().await.1).await;
        there.by_hand_for(&game, seat).await;
        browser.close().await;
        return friend.close().await;
    }
    browser.fail("the friend was never asked").await;
}
