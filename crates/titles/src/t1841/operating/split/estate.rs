//! Chapter 4.6.8, steps 1 to 6: markers, tokens, trains, cash and treasury of IRSFF are divided.

use super::{Split, Splitting, exchange};
use crate::t1841::Game;
use crate::t1841::regions::Region;
use crate::t1841::table::Standing;
use ferrata_engine::action::Action;
use ferrata_engine::board::Token;
use ferrata_engine::chart::Field;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// 1841-4.6.8-01, 1841-4.6.8-01-v2: splits IRSFF if it is in operation; in v2 only without a connection between its homes,
/// Milano and Venezia.
pub(in crate::t1841::operating) fn begin(game: &mut Game, events: &mut Events) -> Play {
    if game.table.split_done {
        return Ok(());
    }
    game.table.split_done = true;
    let roles = game.fixed.roles;
    let (Some(old), Some(veneta), Some(lombarda)) = (roles.ferdinandea, roles.veneta, roles.lombarda) else {
        return Ok(());
    };
    let running = game.running(old);
    // 1841-7.1.4-02: where the split comes before the concessions leave, that of IRSFF leaves with it (G-47).
    if let Some(card) = game.charter(old).concession.filter(|_| !game.fixed.rules.split.only_unconnected) {
        if game.concession_holder(card) != Holder::Out {
            game.give_concession(card, Holder::Out, events);
        }
        if let Some(charter) = game.company_mut(old).filter(|_| !running) {
            charter.standing = Standing::Gone;
        }
    }
    if !running || (game.fixed.rules.split.only_unconnected && homes_joined(game, old)) {
        for company in [veneta, lombarda] {
            if let Some(charter) = game.company_mut(company) {
                charter.standing = Standing::Gone;
            }
        }
        return Ok(());
    }
    let act = !game.has_acted(old);
    let decider = game.leader(old).unwrap_or_else(|| game.acting_seat());
    let split = Split { old, veneta, lombarda, decider, act };
    place_markers(game, split, events);
    game.start_dissolving(old);
    divide(game, split, events)
}

/// 1841-4.6.8-01-v2: IRSFF's tokens in its homes are joined by track that some company can use.
fn homes_joined(game: &Game, old: CompanyId) -> bool {
    let spec = game.fixed.parts.company_spec(old);
    let homes = spec.map(|spec| spec.homes.as_slice()).unwrap_or_default();
    let bases = game.bases(old);
    let at_home = |hex: HexId| bases.iter().copied().find(|base| base.0 == hex);
    let Some(homes) = homes.iter().map(|home| at_home(home.hex)).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let joined = |company: CompanyId| {
        game.bases(company).iter().any(|base| {
            let reach = game.reach_from(company, &[*base], 0);
            homes.iter().all(|(hex, stop)| reach.has_stop(*hex, *stop))
        })
    };
    game.company_ids().filter(|company| game.running(*company)).any(joined)
}

/// 1841-4.6.8-02, 1841-4.6.8-02-v2: both markers on IRSFF's field, the Venetian on top; in v1 not beyond column K.
fn place_markers(game: &mut Game, split: Split, events: &mut Events) {
    let (field, last) = (game.table.chart.field(split.old), game.fixed.chart.last_of_minors);
    for company in split.heirs() {
        game.arise(company, events);
        let grid = &game.fixed.parts.grid;
        match field {
            Some(at) if game.fixed.rules.split.to_column_k && at.col > last => {
                game.move_marker(company, Field { col: last, ..at }, events);
            }
            _ if company == split.veneta => game.table.chart.inherit(grid, company, split.old, events),
            _ => game.table.chart.place_under(grid, company, split.veneta, events),
        }
    }
    game.table.chart.remove(&game.fixed.parts.grid, split.old, events);
}

/// Steps 2 to 6. In v1 the director chooses which tokens beyond two go (G-33); online the first two laid are replaced and
/// the others stay, dead (O-21).
fn divide(game: &mut Game, split: Split, events: &mut Events) -> Play {
    let rules = game.fixed.rules.split;
    let surplus = Surplus(split);
    if rules.two_tokens && !rules.surplus_tokens_stay && !surplus.tokens(game).is_empty() {
        return Splitting::Surplus(surplus).push(game);
    }
    divide_tokens(game, split)?;
    divide_trains(game, split);
    divide_cash(game, split, events)?;
    divide_treasury(game, split, events)?;
    exchange::begin(game, split, events)
}

/// 1841-4.6.8-04: who takes over a token: the Venetian successor in Veneto, the Lombard elsewhere.
fn heir_at(game: &Game, split: Split, hex: HexId) -> CompanyId {
    split.heir(game.fixed.geography.region(hex) != Some(Region::Veneto))
}

/// 1841-4.6.8-03, 1841-4.6.8-03-v2: tokens on the map are replaced, those on the charter dealt out.
fn divide_tokens(game: &mut Game, split: Split) -> Play {
    let (two_tokens, each) = (game.fixed.rules.split.two_tokens, game.fixed.figures.split_tokens);
    for token in tokens_as_laid(game, split.old) {
        let heir = heir_at(game, split, token.hex);
        let has = game.table.board.tokens_of(heir).count();
        if !two_tokens || has < usize::from(each) {
            game.table.board.replace(token, heir)?;
        }
    }
    let spare = game.company(split.old).tokens;
    let dealt = if two_tokens { [0, 0] } else { [spare.div_ceil(2), spare / 2] };
    for (company, dealt) in split.heirs().into_iter().zip(dealt) {
        let placed = game.table.board.tokens_of(company).count() as u8;
        let homes = game.table.board.tokens_of(company).map(|token| token.hex).collect();
        if let Some(charter) = game.company_mut(company) {
            (charter.tokens, charter.homes) = (dealt.max(each.saturating_sub(placed)), homes);
        }
    }
    if let Some(charter) = game.company_mut(split.old) {
        charter.tokens = 0;
    }
    Ok(())
}

/// A company's tokens, its homes first.
fn tokens_as_laid(game: &Game, company: CompanyId) -> Vec<Token> {
    let laid = &game.company(company).laid;
    let mut tokens: Vec<Token> = game.table.board.tokens_of(company).collect();
    let place = |token: &Token| laid.iter().position(|hex| *hex == token.hex).unwrap_or(usize::MAX);
    tokens.sort_by_key(|token| (place(token), token.hex));
    tokens
}

/// 1841-4.6.8-05: from the strongest to the weakest, alternately.
fn divide_trains(game: &mut Game, split: Split) {
    let trains = game.company_mut(split.old).map(|old| std::mem::take(&mut old.trains));
    let mut trains = trains.unwrap_or_default();
    trains.sort_unstable_by_key(|train| Reverse(*train));
    for (at, train) in trains.into_iter().enumerate() {
        if let Some(charter) = game.company_mut(split.heir(at % 2 == 1)) {
            charter.trains.push(train);
        }
    }
}

/// 1841-4.6.8-06: most of it rounded up, and the rest.
fn divide_cash(game: &mut Game, split: Split, events: &mut Events) -> Play {
    let cash = game.cash(Holder::Company(split.old));
    let most = cash.percent_up(game.fixed.figures.split_percent);
    for (heir, amount) in split.heirs().into_iter().zip([most, cash - most]) {
        let (from, to) = (Account::Company(split.old), Account::Company(heir));
        game.table.ledger.pay(from, to, amount, say!("split of the Ferdinandea"), events)?;
    }
    Ok(())
}

/// 1841-4.6.8-07: certificates from the most to the least valuable, alternately.
fn divide_treasury(game: &mut Game, split: Split, events: &mut Events) -> Play {
    let mut treasury: Vec<_> = game.table.shares.held_by(Holder::Company(split.old)).collect();
    treasury.sort_by_key(|(cert, printed)| Reverse((game.price_of(printed.company, printed.percent), *cert)));
    for (at, (cert, _)) in treasury.iter().enumerate() {
        let heir = split.heir(at % 2 == 1);
        game.table.shares.give(*cert, Holder::Company(heir), events)?;
    }
    // Only when all is dealt out: a change of director swaps certificates.
    for (_, printed) in treasury {
        game.check_director(printed.company, events)?;
    }
    Ok(())
}

/// 1841-4.6.8-04: a successor would have too many tokens on the map: the director says which go (v1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Surplus(Split);

impl Surplus {
    fn tokens(self, game: &Game) -> Vec<Token> {
        let tokens: Vec<Token> = game.table.board.tokens_of(self.0.old).collect();
        let heir = |token: &Token| heir_at(game, self.0, token.hex);
        let count = |of| tokens.iter().filter(|token| heir(token) == of).count();
        let over = |token: &&Token| count(heir(token)) > usize::from(game.fixed.figures.split_tokens);
        tokens.iter().filter(over).copied().collect()
    }
}

impl Decision<Game> for Surplus {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.0.decider)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Tokens
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        game.removal_offers(&self.tokens(game))
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.remove_token(action, &self.tokens(game), "1841-4.6.8-04")?;
        game.table.pending.pop();
        divide(game, self.0, events)
    }
}
