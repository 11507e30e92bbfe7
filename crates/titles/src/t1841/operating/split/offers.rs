//! Chapter 4.6.8, steps 11 to 13: shares and tokens are offered; IRSFF leaves the game.

use super::exchange::check_heir;
use super::{Queue, Split, Splitting};
use crate::t1841::Game;
use crate::t1841::operating::{merger, share_offer};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 1841-4.6.8-12: what was not given out is the initial offering of each; in v2 it is offered.
pub(super) fn begin(game: &mut Game, split: Split, events: &mut Events) -> Play {
    if !game.fixed.rules.split.share_offers {
        return finish(game, split, events);
    }
    ShareOffers::begin(game, split, Offered { lombard: false, first: true, done: [false, false] }, events)
}

/// The shareholders of a successor, in order from its director.
fn holders(game: &Game, split: Split, company: CompanyId) -> Vec<Holder> {
    let from = game.leader(company).unwrap_or(split.decider);
    let order = game.shareholder_order(from, &[split.old, company]);
    let has_some = |holder: &Holder| game.table.shares.percent(company, *holder) > 0;
    order.into_iter().filter(|holder| game.player_behind(*holder).is_some()).filter(has_some).collect()
}

/// Whose shares are offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Offered {
    /// Of the Lombard successor; else of the Venetian.
    lombard: bool,
    /// The first offer of each is made without being called for.
    first: bool,
    /// Further rounds are over for these two.
    done: [bool; 2],
}

/// 1841-4.6.8-12-v2: every shareholder may buy one share.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShareOffers {
    split: Split,
    of: Offered,
    to: Queue,
}

impl ShareOffers {
    fn begin(game: &mut Game, split: Split, of: Offered, events: &mut Events) -> Play {
        let to = Queue::new(holders(game, split, split.heir(of.lombard)));
        ShareOffers { split, of, to }.go_on(game, events)
    }

    /// Asks the next who can buy.
    fn go_on(mut self, game: &mut Game, events: &mut Events) -> Play {
        let company = self.split.heir(self.of.lombard);
        while let Some(holder) = self.to.head() {
            if share_offer::can_take(game, holder, company) {
                return Splitting::Offers(self).push(game);
            }
            self.to.next += 1;
        }
        match (self.of.first, self.of.lombard) {
            (true, false) => {
                ShareOffers::begin(game, self.split, Offered { lombard: true, ..self.of }, events)
            }
            (_, lombard) => call_again(game, self.split, !lombard, self.of.done, events),
        }
    }
}

impl Decision<Game> for ShareOffers {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(self.to.speaker(game).unwrap_or(self.split.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::FirstShares
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        vec![share_offer::question(game, self.split.heir(self.of.lombard))]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let yes = share_offer::yes_or_no(action)?;
        game.table.pending.pop();
        if let Some(holder) = self.to.head().filter(|_| yes) {
            share_offer::take(game, holder, self.split.heir(self.of.lombard), events)?;
        }
        let to = Queue { next: self.to.next + 1, ..self.to.clone() };
        ShareOffers { to, ..*self }.go_on(game, events)
    }
}

/// The directors call for further rounds alternately, while somebody can buy.
fn call_again(
    game: &mut Game,
    split: Split,
    lombard: bool,
    mut done: [bool; 2],
    events: &mut Events,
) -> Play {
    for lombard in [lombard, !lombard] {
        let company = split.heir(lombard);
        let over = done.get(usize::from(lombard)).copied().unwrap_or(true);
        let wanted = || holders(game, split, company);
        if !over && wanted().iter().any(|holder| share_offer::can_take(game, *holder, company)) {
            return Splitting::Again(Again { split, lombard, done }).push(game);
        }
        if let Some(over) = done.get_mut(usize::from(lombard)) {
            *over = true;
        }
    }
    BuyTokens::begin(game, split, false, events)
}

/// The director of a successor may call for another round of offers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Again {
    split: Split,
    /// Of the Lombard successor; else of the Venetian.
    lombard: bool,
    /// Further rounds are over for these two.
    done: [bool; 2],
}

impl Decision<Game> for Again {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.leader(self.split.heir(self.lombard)).unwrap_or(self.split.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Split
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        vec![share_offer::again(game, self.split.heir(self.lombard))]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Again { split, lombard, mut done } = *self;
        let yes = share_offer::yes_or_no(action)?;
        game.table.pending.pop();
        if yes {
            return ShareOffers::begin(game, split, Offered { lombard, first: false, done }, events);
        }
        if let Some(over) = done.get_mut(usize::from(lombard)) {
            *over = true;
        }
        call_again(game, split, !lombard, done, events)
    }
}

/// 1841-4.6.8-12-v2: further tokens; a frozen company buys none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BuyTokens {
    split: Split,
    /// By the Lombard successor; else by the Venetian.
    lombard: bool,
}

impl BuyTokens {
    fn begin(game: &mut Game, split: Split, lombard: bool, events: &mut Events) -> Play {
        let (tokens, company) = (BuyTokens { split, lombard }, split.heir(lombard));
        let asked = !game.fixed.rules.split.two_tokens && !game.unled(company);
        if asked && merger::further_tokens(game, company, game.fixed.figures.split_token) > 0 {
            return Splitting::Tokens(tokens).push(game);
        }
        tokens.go_on(game, events)
    }

    fn go_on(self, game: &mut Game, events: &mut Events) -> Play {
        match self.lombard {
            true => finish(game, self.split, events),
            false => BuyTokens::begin(game, self.split, true, events),
        }
    }
}

impl Decision<Game> for BuyTokens {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.leader(self.split.heir(self.lombard)).unwrap_or(self.split.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Tokens
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (company, each) = (self.split.heir(self.lombard), game.fixed.figures.split_token);
        let max = merger::further_tokens(game, company, each);
        vec![Offer::BuyTokens { company: game.name(company), min: 0, max, each }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (company, each) = (self.split.heir(self.lombard), game.fixed.figures.split_token);
        game.table.pending.pop();
        merger::buy_further_tokens(game, company, each, action, "1841-4.6.8-12-v2", events)?;
        self.go_on(game, events)
    }
}

/// 1841-4.6.8-13, 1841-4.6.8-14, 1841-4.6.8-15: directors change, and IRSFF leaves the game.
fn finish(game: &mut Game, split: Split, events: &mut Events) -> Play {
    for company in split.heirs() {
        check_heir(game, company, events)?;
        if split.act {
            game.set_due(company);
        }
    }
    game.dissolve(split.old, game.fixed.rules.split.surplus_tokens_stay, events)?;
    game.settle_directors(events)
}
