//! §4.7.4-09, §4.7.5-04, §4.6.9-05: old tokens become new ones.

use super::{FURTHER_TOKEN, MAX_TOKENS, Merger, Stage, Tuscan};
use crate::t1841::state::Step;
use crate::t1841::{Game, Play};
use ferrata_engine::board::Token;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;

/// Tokens (§4.7.4-09, §4.7.5-04).
impl Game {
    pub(super) fn begin_tokens(&mut self, merger: Merger) -> Play {
        let doubled: Vec<Token> = self.t.board.tokens_of(merger.b).collect();
        for token in doubled {
            if self.t.board.has_token_at(merger.a, token.hex, token.stop) {
                self.t.board.remove(merger.b, token.hex, token.stop);
            }
        }
        self.after_doubled(merger)
    }

    /// Never two tokens on a hex: the director says which of two stays (G-38).
    pub(super) fn after_doubled(&mut self, merger: Merger) -> Play {
        let mut twice = self.t.board.tokens_of(merger.b).map(|token| token.hex);
        if let Some(hex) = twice.find(|hex| self.t.board.has_token(merger.a, *hex)) {
            let merger = Merger { stage: Stage::Doubled(hex), ..merger };
            self.t.steps.push(Step::Merger(Box::new(merger)));
            return Ok(());
        }
        drop(twice);
        self.ask_for_tokens(merger)
    }

    fn map_tokens(&self, merger: &Merger) -> u8 {
        let tokens = self.t.board.tokens().iter();
        tokens.filter(|token| token.company == merger.a || token.company == merger.b).count() as u8
    }

    fn ask_for_tokens(&mut self, merger: Merger) -> Play {
        let map = self.map_tokens(&merger);
        let reserve = self.company(merger.a).tokens + self.company(merger.b).tokens;
        let (min, max, total) = match merger.tuscan {
            Some(Tuscan::First) => {
                // §4.6.9-04-v2: the intermediate major is filled up to four.
                let stage = Stage::Tokens { min: 0, max: 0, removed: 0, total: 4, reserve: 4 };
                return self.finish_merger(Merger { stage, ..merger });
            }
            Some(Tuscan::Last) => return self.tuscan_tokens(merger),
            None if self.charter(merger.a).minor => (0, 0, map + reserve),
            None if self.rules().mergers.free_tokens => {
                (map.saturating_sub(MAX_TOKENS), map.saturating_sub(1), MAX_TOKENS)
            }
            None => {
                // v2: all old tokens, at most five; on the charter no more than the old charters held.
                let total = (map + reserve).min(MAX_TOKENS);
                let most_unplaced = reserve.min(total.saturating_sub(1));
                let least_unplaced = total.saturating_sub(map);
                (map - (total - least_unplaced), map - (total - most_unplaced), total)
            }
        };
        let stage = Stage::Tokens { min, max, removed: 0, total, reserve };
        self.tokens_or_finish(Merger { stage, ..merger })
    }

    /// §4.6.9-05: tokens in Pisa and Firenze are kept, the others may be removed; five in all.
    fn tuscan_tokens(&mut self, merger: Merger) -> Play {
        let removable = self.removable(&merger);
        if self.leader(merger.into).is_none() {
            self.settle_frozen_tokens(&merger, &removable);
            let stage = Stage::Tokens { min: 0, max: 0, removed: 0, total: MAX_TOKENS, reserve: MAX_TOKENS };
            return self.tokens_or_finish(Merger { stage, ..merger });
        }
        let kept = self.map_tokens(&merger) - removable.len() as u8;
        let max = removable.len() as u8;
        let added = self.tuscan_places_to_fill(&[merger.a, merger.b]).len() as u8;
        let min = (max + kept + added).saturating_sub(MAX_TOKENS);
        let stage = Stage::Tokens { min, max, removed: 0, total: MAX_TOKENS, reserve: MAX_TOKENS };
        self.tokens_or_finish(Merger { stage, ..merger })
    }

    /// §4.6.9-07-v2: nobody can choose: Pisa and Firenze stay, or the first other city by name.
    fn settle_frozen_tokens(&mut self, merger: &Merger, removable: &[Token]) {
        let mut gone = removable.to_vec();
        if removable.len() as u8 == self.map_tokens(merger) {
            let place = |token: &Token| {
                self.t.board.map().hex(token.hex).and_then(|hex| hex.place.clone()).unwrap_or_default()
            };
            let first =
                gone.iter().filter(|token| self.is_base(token)).min_by_key(|token| place(token)).copied();
            gone.retain(|token| Some(*token) != first);
        }
        for token in gone {
            self.t.board.remove(token.company, token.hex, token.stop);
        }
    }

    /// The tokens that may be removed from the map: not the last one in a city.
    pub(super) fn removable(&self, merger: &Merger) -> Vec<Token> {
        let old = |token: &&Token| token.company == merger.a || token.company == merger.b;
        let tokens: Vec<Token> = self.t.board.tokens().iter().filter(old).copied().collect();
        if let Stage::Doubled(hex) = merger.stage {
            return tokens.into_iter().filter(|token| token.hex == hex).collect();
        }
        let bases = tokens.iter().filter(|token| self.is_base(token)).count();
        let tuscan = merger.tuscan == Some(Tuscan::Last);
        let kept = |token: &Token| tuscan && self.is_pisa_or_firenze(token.hex);
        let last = |token: &Token| !tuscan && bases == 1 && self.is_base(token);
        tokens.into_iter().filter(|token| !kept(token) && !last(token)).collect()
    }

    pub(super) fn tokens_or_finish(&mut self, merger: Merger) -> Play {
        let Stage::Tokens { max, removed, .. } = merger.stage else { return self.finish_merger(merger) };
        if removed < max && !self.removable(&merger).is_empty() {
            self.t.steps.push(Step::Merger(Box::new(merger)));
            return Ok(());
        }
        self.finish_merger(merger)
    }

    pub(super) fn finish_merger(&mut self, merger: Merger) -> Play {
        let (total, reserve) = match merger.stage {
            Stage::Tokens { total, reserve, .. } => (total, reserve),
            _ => (0, 0),
        };
        let old: Vec<Token> = self.t.board.tokens().to_vec();
        for token in old.into_iter().filter(|token| token.company == merger.a || token.company == merger.b) {
            self.replace_token(token, merger.into)?;
        }
        let placed = self.t.board.tokens_of(merger.into).count() as u8;
        // §8-07: a major has at least two tokens.
        let charter = total.max(2).saturating_sub(placed).min(reserve.max(2_u8.saturating_sub(placed)));
        let homes = self.t.board.tokens_of(merger.into).map(|token| token.hex).collect();
        if let Some(new) = self.company_mut(merger.into) {
            new.tokens = charter;
            new.homes = homes;
        }
        if merger.tuscan == Some(Tuscan::Last) {
            self.add_tuscan_tokens(merger.into)?;
        }
        self.dissolve(merger.a, false)?;
        self.dissolve(merger.b, false)?;
        self.offer_tokens(merger)
    }

    /// §4.7.5-05: in v1 a merger of minors may buy further tokens.
    fn offer_tokens(&mut self, merger: Merger) -> Play {
        let buys = self.charter(merger.a).minor && self.rules().mergers.minors_buy_tokens;
        if buys && merger.tuscan.is_none() && self.further_tokens(merger.into, FURTHER_TOKEN) > 0 {
            let merger = Merger { stage: Stage::BuyTokens, ..merger };
            self.t.steps.push(Step::Merger(Box::new(merger)));
            return Ok(());
        }
        self.resume_procedures()
    }

    /// How many tokens a company can still have and pay.
    pub(in crate::t1841) fn further_tokens(&self, company: CompanyId, each: Money) -> u8 {
        let has = self.company(company).tokens + self.t.board.tokens_of(company).count() as u8;
        let cash = self.cash(Holder::Company(company)).0 / each.0.max(1);
        MAX_TOKENS.saturating_sub(has).min(cash.clamp(0, 5) as u8)
    }
}
