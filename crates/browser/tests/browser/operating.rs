//! Operating rounds, played as somebody plays who takes the first thing that is offered.

use crate::table::Table;
use std::collections::BTreeSet;

/// What a company does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Deed {
    Tile,
    Token,
    Route,
    Dividend,
    Train,
}

/// Everything that an operating round is made of.
pub(crate) const ALL: [Deed; 5] = [Deed::Tile, Deed::Token, Deed::Route, Deed::Dividend, Deed::Train];
/// More steps than any way to the first dividend takes.
const PATIENCE: usize = 120;

/// Plays on until every one of these deeds has been done.
pub(crate) async fn operate_until(table: &Table<'_>, deeds: &[Deed]) {
    let mut done: BTreeSet<Deed> = BTreeSet::new();
    // Who has done what in which round: one tile and one train for each are enough here.
    let mut once: BTreeSet<(String, Deed)> = BTreeSet::new();
    for _ in 0..PATIENCE {
        if deeds.iter().all(|deed| done.contains(deed)) {
            return;
        }
        let who = turn_of(table).await;
        match next(table, &who, &once).await {
            Some(deed) => {
                act(table, deed).await;
                println!("{who}: {deed:?}");
                done.insert(deed);
                once.insert((who, deed));
            }
            None => table.pass().await,
        }
    }
    table.browser.fail(&format!("after {PATIENCE} steps only {done:?} were done")).await;
}

/// The round and who operates in it.
async fn turn_of(table: &Table<'_>) -> String {
    let asked = table.asked().await;
    let who = asked.split(':').next().unwrap_or_default().to_owned();
    format!("{} {who}", table.round().await)
}

/// What is to be done next; none = nothing that matters here.
async fn next(table: &Table<'_>, who: &str, once: &BTreeSet<(String, Deed)>) -> Option<Deed> {
    let new = |deed: Deed| !once.contains(&(who.to_owned(), deed));
    if table.browser.exists(".act .run").await {
        return Some(Deed::Route);
    }
    if table.offers_to("^Settle the earnings: pay out$").await {
        return Some(Deed::Dividend);
    }
    if new(Deed::Tile) && !table.tile_hexes().await.is_empty() {
        return Some(Deed::Tile);
    }
    if new(Deed::Token) && table.offers_to("^Place a token").await {
        return Some(Deed::Token);
    }
    if new(Deed::Train) && table.offers_to("^Buy a \\S+-train from the bank").await {
        return Some(Deed::Train);
    }
    None
}

async fn act(table: &Table<'_>, deed: Deed) {
    match deed {
        Deed::Tile => {
            let hexes = table.tile_hexes().await;
            let glowing = table.glowing().await;
            assert!(hexes.iter().all(|hex| glowing.contains(hex)), "{hexes:?} glow, not {glowing:?}");
            table.lay_tile(&hexes[0]).await;
        }
        Deed::Token => table.take("^Place a token").await,
        Deed::Route => table.run_best().await,
        Deed::Dividend => table.take("^Settle the earnings: pay out$").await,
        Deed::Train => table.take("^Buy a \\S+-train from the bank").await,
    }
}
