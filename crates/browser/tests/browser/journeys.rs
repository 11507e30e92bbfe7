//! Whole stretches of a game by three accounts in three browsers: whatever can be decided on the way is decided by hand at
//! least once, and whatever is sealed or takes two people always.

use crate::browser::{Browser, Screen};
use crate::position::{Way, way_to};
use crate::sitting::{ESP, Game, Sitting, V1};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::kind::action_kind;
use ferrata_engine::kit::Playable;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Author, Entry, Turn};
use ferrata_titles::{esp, t1841};
use std::collections::BTreeSet;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];

/// Three people, each with a browser of their own.
struct Journey {
    sitting: Sitting,
    browsers: Vec<Browser>,
    /// The kinds of decisions that were made by hand.
    done: BTreeSet<&'static str>,
}

impl Journey {
    async fn begin(server: &TestServer, game: &Game<'_>) -> Journey {
        let sitting = Sitting::begin(server, game, &PLAYERS);
        let mut browsers = Vec::new();
        for account in &sitting.accounts {
            let browser = Browser::start(Screen::Desktop).await.signed_in(account).await;
            Table::visit(&browser, &sitting.address).await;
            browsers.push(browser);
        }
        Journey { sitting, browsers, done: BTreeSet::new() }
    }

    fn state<T: Playable>(&self) -> T {
        self.sitting.log().state().unwrap()
    }

    /// Plays to a position in which something is offered. What has been done by hand before goes in without a browser.
    async fn play_to<T: Playable>(&mut self, wanted: fn(SeatId, &Offer) -> bool) -> Offer {
        loop {
            let Way { entries, offer } = way_to(&self.state::<T>(), wanted);
            let mut all = entries.iter();
            let away = loop {
                let Some(entry) = all.next() else { return offer };
                if !self.enter(entry).await {
                    break entry;
                }
            };
            println!("another way after {}", action_kind(&away.action));
        }
    }

    /// Enters something; false if the table is not as it was meant, since the page proposes better.
    async fn enter(&mut self, entry: &Entry) -> bool {
        let kind = action_kind(&entry.action);
        let together = matches!(entry.action, Action::Sheet { .. });
        if !together && self.done.contains(kind) {
            self.sitting.enter(std::slice::from_ref(entry));
            return true;
        }
        self.by_hand(entry).await;
        self.done.insert(kind);
        let log = self.sitting.log();
        let last = log.entries.iter().rfind(|own| own.entry.by == entry.by);
        last.is_some_and(|last| {
            matches!(last.entry.action, Action::Hidden) || last.entry.action == entry.action
        })
    }

    /// Does something in the browser of who decides it; the others see it.
    async fn by_hand(&self, entry: &Entry) {
        let Author::Seat(seat) = entry.by else { panic!("chance has no hands: {entry:?}") };
        let before = self.sitting.log().entries.len() as u64;
        let table = Table { browser: &self.browsers[seat.index()] };
        table.entries_reach(before).await;
        println!("{}: {}", PLAYERS[seat.index()], action_kind(&entry.action));
        table.by_hand(&self.sitting.game(), &entry.action).await;
        for browser in &self.browsers {
            Table { browser }.entries_reach(before + 1).await;
        }
    }

    /// One proposes what is offered, the other agrees.
    async fn agree<T: Playable>(&self, offer: &Offer) -> SeatId {
        let state: T = self.state();
        let Turn::Seat(one) = state.turn() else { panic!("somebody's turn") };
        let Offer::Propose { to: other, .. } = offer else { panic!("no proposal: {offer:?}") };
        let deal = offer
            .samples()
            .into_iter()
            .find(|action| state.why_not(&Entry::seat(one, action.clone())).is_none());
        self.by_hand(&Entry::seat(one, deal.unwrap())).await;
        self.by_hand(&Entry::seat(*other, Action::Accept)).await;
        *other
    }

    async fn end(self) {
        println!("by hand: {}", self.done.into_iter().collect::<Vec<_>>().join(", "));
        for browser in self.browsers {
            browser.close().await;
        }
    }
}

/// Somebody may propose that two companies become one.
fn merger(_: SeatId, offer: &Offer) -> bool {
    matches!(offer, Offer::Propose { deal, .. } if matches!(**deal, Offer::Merge { .. }))
}

#[tokio::test]
async fn three_accounts_play_1841_from_sealed_bids_to_the_first_merger() {
    let server = TestServer::network();
    let mut journey = Journey::begin(&server, &V1).await;
    let offer = journey.play_to::<t1841::Game>(merger).await;
    journey.agree::<t1841::Game>(&offer).await;
    journey.end().await;
}

#[tokio::test]
async fn three_accounts_play_18esp_to_the_first_takeover() {
    let server = TestServer::network();
    let mut journey = Journey::begin(&server, &ESP).await;
    let offer = journey.play_to::<esp::Game>(merger).await;
    journey.agree::<esp::Game>(&offer).await;
    journey.end().await;
}
