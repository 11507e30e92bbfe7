//! Chapters 4.7.4, 4.7.5 and 4.6.9: old tokens become new ones.

use super::{Merger, Merging, Tuscan};
use crate::t1841::Game;
use ferrata_engine::action::Action;
use ferrata_engine::board::Token;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 1841-4.7.4-09: doubles on a place merge into one.
pub(super) fn begin(game: &mut Game, merger: Merger, events: &mut Events) -> Play {
    let doubled: Vec<Token> = game.table.board.tokens_of(merger.b).collect();
    for token in doubled {
        if game.table.board.has_token_at(merger.a, token.hex, token.stop) {
            game.table.board.remove(merger.b, token.hex, token.stop);
        }
    }
    after_doubled(game, merger, events)
}

/// 1841-4.2-08: never two tokens on a hex: the director says which of two stays (G-38).
fn after_doubled(game: &mut Game, merger: Merger, events: &mut Events) -> Play {
    let twice = |token: &Token| game.table.board.has_token(merger.a, token.hex);
    let doubled = game.table.board.tokens_of(merger.b).find(twice).map(|token| token.hex);
    match doubled {
        Some(hex) => Merging::Doubled(Doubled { merger, hex }).push(game),
        None => ask_for_tokens(game, merger, events),
    }
}

impl Merger {
    /// The old tokens on the map.
    fn old_tokens(&self, game: &Game) -> Vec<Token> {
        let old = |token: &&Token| token.company == self.a || token.company == self.b;
        game.table.board.tokens().iter().filter(old).copied().collect()
    }

    /// The tokens that may be removed from the map: not the last one in a city; in Tuscany not those of Pisa and Firenze.
    fn removable(&self, game: &Game) -> Vec<Token> {
        let tokens = self.old_tokens(game);
        let bases = tokens.iter().filter(|token| game.is_base(token)).count();
        let tuscan = self.tuscan == Some(Tuscan::Last);
        let kept = |token: &Token| tuscan && game.is_pisa_or_firenze(token.hex);
        let last = |token: &Token| !tuscan && bases == 1 && game.is_base(token);
        tokens.into_iter().filter(|token| !kept(token) && !last(token)).collect()
    }
}

/// How many tokens stay.
fn ask_for_tokens(game: &mut Game, merger: Merger, events: &mut Events) -> Play {
    let figures = &game.fixed.figures;
    let (map, most) = (merger.old_tokens(game).len() as u8, figures.major.tokens_max);
    let reserve = game.company(merger.a).tokens + game.company(merger.b).tokens;
    let (min, max, total) = match merger.tuscan {
        // 1841-4.6.9-04-v2: the intermediate major is filled up.
        Some(Tuscan::First) => {
            return finish(game, merger, figures.tuscan_tokens, figures.tuscan_tokens, events);
        }
        Some(Tuscan::Last) => return ask_for_tuscan_tokens(game, merger, events),
        // 1841-4.7.5-04.
        None if game.charter(merger.a).minor => (0, 0, map + reserve),
        // 1841-4.7.4-09.
        None if game.fixed.rules.mergers.free_tokens => {
            (map.saturating_sub(most), map.saturating_sub(1), most)
        }
        None => {
            // 1841-4.7.4-09-v2: all old tokens, so many at most; on the charter no more than the old charters held.
            let total = (map + reserve).min(most);
            let most_unplaced = reserve.min(total.saturating_sub(1));
            let least_unplaced = total.saturating_sub(map);
            (map - (total - least_unplaced), map - (total - most_unplaced), total)
        }
    };
    RemoveTokens { merger, min, max, removed: 0, total, reserve }.go_on(game, events)
}

/// 1841-4.6.9-05, 1841-4.6.9-05-v2: tokens in Pisa and Firenze are kept, the others may be removed.
fn ask_for_tuscan_tokens(game: &mut Game, merger: Merger, events: &mut Events) -> Play {
    let (removable, most) = (merger.removable(game), game.fixed.figures.major.tokens_max);
    let all = merger.old_tokens(game).len() as u8;
    if game.leader(merger.into).is_none() {
        settle_frozen_tokens(game, removable, all);
        return finish(game, merger, most, most, events);
    }
    let added = game.tuscan_places_to_fill(&[merger.a, merger.b]).len() as u8;
    let (min, max) = ((all + added).saturating_sub(most), removable.len() as u8);
    RemoveTokens { merger, min, max, removed: 0, total: most, reserve: most }.go_on(game, events)
}

/// 1841-4.6.9-07-v2: nobody can choose: Pisa and Firenze stay, or the first other city by name.
fn settle_frozen_tokens(game: &mut Game, mut gone: Vec<Token>, all: u8) {
    if gone.len() as u8 == all {
        let place = |token: &Token| game.fixed.parts.map.hex(token.hex).and_then(|hex| hex.place.as_deref());
        let bases = gone.iter().filter(|token| game.is_base(token));
        let first = bases.min_by_key(|token| place(token)).copied();
        gone.retain(|token| Some(*token) != first);
    }
    for token in gone {
        game.table.board.remove(token.company, token.hex, token.stop);
    }
}

/// Two tokens lie in different cities of a hex: one goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Doubled {
    merger: Merger,
    hex: HexId,
}

impl Doubled {
    fn removable(&self, game: &Game) -> Vec<Token> {
        let tokens = self.merger.old_tokens(game).into_iter();
        tokens.filter(|token| token.hex == self.hex).collect()
    }
}

impl Decision<Game> for Doubled {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.settles_tokens(self.merger.into, self.merger.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Tokens
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        game.removal_offers(&self.removable(game))
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.remove_token(action, &self.removable(game), "1841-4.7.4-09")?;
        game.table.pending.pop();
        after_doubled(game, self.merger, events)
    }
}

/// Tokens are removed from the map, at least `min` and at most `max` of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemoveTokens {
    merger: Merger,
    min: u8,
    max: u8,
    /// So many were.
    removed: u8,
    /// Tokens of the new company in all, as far as they do not depend on what is removed.
    total: u8,
    /// Tokens that lay on the old charters.
    reserve: u8,
}

impl RemoveTokens {
    fn go_on(self, game: &mut Game, events: &mut Events) -> Play {
        if self.removed < self.max && !self.merger.removable(game).is_empty() {
            return Merging::Tokens(self).push(game);
        }
        finish(game, self.merger, self.total, self.reserve, events)
    }
}

impl Decision<Game> for RemoveTokens {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.settles_tokens(self.merger.into, self.merger.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Tokens
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = game.removal_offers(&self.merger.removable(game));
        if self.removed >= self.min {
            offers.push(Offer::Pass { means: say!("remove no more tokens") });
        }
        offers
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        if let Action::Pass = action {
            require(self.removed >= self.min, "1841-4.7.4-09", || {
                let missing = self.min - self.removed;
                say!("at least {missing} more {missing|token|tokens} must be removed", missing)
            })?;
            game.table.pending.pop();
            return finish(game, self.merger, self.total, self.reserve, events);
        }
        game.remove_token(action, &self.merger.removable(game), "1841-4.7.4-09")?;
        game.table.pending.pop();
        RemoveTokens { removed: self.removed + 1, ..*self }.go_on(game, events)
    }
}

/// Tokens that may be taken off the map.
impl Game {
    /// 1841-4.7.4-02, G-56: whoever carries the merger out, to its end; in v2 whoever leads the new company.
    fn settles_tokens(&self, into: CompanyId, decider: SeatId) -> SeatId {
        match self.fixed.rules.carried_out_to_the_end {
            true => decider,
            false => self.leader(into).unwrap_or(decider),
        }
    }

    /// The offers to remove one of these tokens.
    pub(in crate::t1841::operating) fn removal_offers(&self, tokens: &[Token]) -> Vec<Offer> {
        let offer = |token: &Token| Offer::RemoveToken {
            company: self.name(token.company),
            hex: self.hex_name(token.hex),
            stop: token.stop,
        };
        tokens.iter().map(offer).collect()
    }

    /// Removes the token that an action names, if it is one of these.
    pub(in crate::t1841::operating) fn remove_token(
        &mut self,
        action: &Action,
        removable: &[Token],
        rule: &'static str,
    ) -> Play {
        let Action::RemoveToken { company, hex, stop } = action else {
            return Err(Refusal::out_of_place(say!("remove tokens from the map")));
        };
        let (company, hex) = (self.fixed.parts.company_named(*company)?, self.fixed.parts.hex_named(*hex)?);
        let meant = |token: &Token| (token.company, token.hex, token.stop) == (company, hex, *stop);
        require(removable.iter().any(meant), rule, || say!("this token cannot be removed"))?;
        self.table.board.remove(company, hex, *stop);
        Ok(())
    }
}

/// The tokens that are left are replaced, and the old companies end (1841-4.7.4-11, 1841-4.7.5-07).
fn finish(game: &mut Game, merger: Merger, total: u8, reserve: u8, events: &mut Events) -> Play {
    for token in merger.old_tokens(game) {
        game.table.board.replace(token, merger.into)?;
    }
    let least = game.fixed.figures.major.tokens_min;
    let placed = game.table.board.tokens_of(merger.into).count() as u8;
    // 1841-8-07: a major has at least so many tokens.
    let left = total.max(least).saturating_sub(placed).min(reserve.max(least.saturating_sub(placed)));
    let homes = game.table.board.tokens_of(merger.into).map(|token| token.hex).collect();
    if let Some(charter) = game.company_mut(merger.into) {
        (charter.tokens, charter.homes) = (left, homes);
    }
    if merger.tuscan == Some(Tuscan::Last) {
        game.add_tuscan_tokens(merger.into)?;
    }
    game.dissolve(merger.a, false, events)?;
    game.dissolve(merger.b, false, events)?;
    // 1841-4.7.4-10: the new company leads to somebody by now, so that frozen directors lose ties to it (G-28).
    game.settle_directors(events)?;
    let minors = game.charter(merger.a).minor;
    // 1841-4.7.5-05, 1841-4.7.5-05-v2: in v1 a merger of minors may buy further tokens.
    let buys = minors && game.fixed.rules.mergers.minors_buy_tokens && merger.tuscan.is_none();
    if buys && further_tokens(game, merger.into, game.fixed.figures.merged_token) > 0 {
        return Merging::BuyTokens(BuyTokens { company: merger.into, decider: merger.decider }).push(game);
    }
    Ok(())
}

/// 1841-4.7.5-05: further tokens may be bought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BuyTokens {
    company: CompanyId,
    decider: SeatId,
}

impl Decision<Game> for BuyTokens {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.settles_tokens(self.company, self.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Tokens
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let each = game.fixed.figures.merged_token;
        let max = further_tokens(game, self.company, each);
        vec![Offer::BuyTokens { company: game.name(self.company), min: 0, max, each }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        let each = game.fixed.figures.merged_token;
        buy_further_tokens(game, self.company, each, action, "1841-4.7.5-05", events)
    }
}

/// How many tokens a company can still have and pay.
pub(in crate::t1841::operating) fn further_tokens(game: &Game, company: CompanyId, each: Money) -> u8 {
    let room = game.charter(company).class.tokens_max.saturating_sub(game.token_count(company));
    let affordable = game.cash(Holder::Company(company)).0 / each.0.max(1);
    room.min(affordable.clamp(0, 255) as u8)
}

/// Buys tokens for the charter.
pub(in crate::t1841::operating) fn buy_further_tokens(
    game: &mut Game,
    company: CompanyId,
    each: Money,
    action: &Action,
    rule: &'static str,
    events: &mut Events,
) -> Play {
    let Action::BuyTokens { company: of, count } = action else {
        return Err(Refusal::out_of_place(say!("buy tokens")));
    };
    require(game.fixed.parts.company_named(*of)? == company, rule, || {
        say!("{company} buys tokens now", company = game.name(company))
    })?;
    let (count, max) = (*count, further_tokens(game, company, each));
    require(count <= max, rule, || say!("at most {max} further tokens can be bought", max))?;
    let (cost, why) = (each * i32::from(count), say!("{count} {count|token|tokens}", count));
    game.table.ledger.pay(Account::Company(company), Account::Bank, cost, why, events)?;
    if let Some(charter) = game.company_mut(company) {
        charter.tokens += count;
    }
    Ok(())
}
