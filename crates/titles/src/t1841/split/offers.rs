//! §4.6.8-12 to -14: shares and tokens are offered; IRSFF leaves the game.

use super::{Queue, Splitting, Stage, TOKEN};
use crate::t1841::state::Step;
use crate::t1841::{Game, Play};
use ferrata_engine::id::CompanyId;
use ferrata_engine::shares::Holder;

/// Steps 11 to 13: offers, tokens, the end.
impl Game {
    pub(super) fn after_singles(&mut self, split: Splitting) -> Play {
        if !self.rules().split.share_offers {
            return self.finish_split(split);
        }
        self.offer_successor(split, false, true, [false, false])
    }

    pub(super) fn successor(split: &Splitting, lombard: bool) -> CompanyId {
        if lombard { split.sfl } else { split.veneta }
    }

    /// The shareholders of a successor, in order from its director.
    fn successor_holders(&self, split: &Splitting, company: CompanyId) -> Vec<Holder> {
        let from = self.leader(company).unwrap_or(split.decider);
        let order = self.shareholder_order(from, &[split.old, company]);
        let has_some = |holder: &Holder| self.t.shares.percent(company, *holder) > 0;
        order.into_iter().filter(|holder| self.spokesman(*holder).is_some()).filter(has_some).collect()
    }

    /// §4.6.8-12-v2: every shareholder may buy one share.
    pub(super) fn offer_successor(
        &mut self,
        split: Splitting,
        lombard: bool,
        first: bool,
        done: [bool; 2],
    ) -> Play {
        let to = Queue::new(self.successor_holders(&split, Game::successor(&split, lombard)));
        self.run_split_offers(Splitting { stage: Stage::Offers { lombard, to, first, done }, ..split })
    }

    pub(super) fn run_split_offers(&mut self, mut split: Splitting) -> Play {
        loop {
            let company = match split.stage {
                Stage::Offers { lombard, .. } => Game::successor(&split, lombard),
                _ => return Ok(()),
            };
            let Stage::Offers { lombard, to, first, done } = &mut split.stage else { return Ok(()) };
            let Some(holder) = to.head() else {
                let (lombard, first, done) = (*lombard, *first, *done);
                return match (first, lombard) {
                    (true, false) => self.offer_successor(split, true, true, done),
                    _ => self.call_again(split, !lombard, done),
                };
            };
            if self.can_take_offer(holder, company) {
                self.t.steps.push(Step::Split(Box::new(split)));
                return Ok(());
            }
            to.next += 1;
        }
    }

    /// The directors call for further rounds alternately, while somebody can buy.
    pub(super) fn call_again(&mut self, split: Splitting, lombard: bool, mut done: [bool; 2]) -> Play {
        for lombard in [lombard, !lombard] {
            let company = Game::successor(&split, lombard);
            let wanted = self.successor_holders(&split, company);
            let over = done.get(usize::from(lombard)).copied().unwrap_or(true);
            if !over && wanted.iter().any(|holder| self.can_take_offer(*holder, company)) {
                let stage = Stage::Again { lombard, done };
                self.t.steps.push(Step::Split(Box::new(Splitting { stage, ..split })));
                return Ok(());
            }
            if let Some(over) = done.get_mut(usize::from(lombard)) {
                *over = true;
            }
        }
        self.split_buys_tokens(split, false)
    }

    /// §4.6.8-12-v2: further tokens at 50; a frozen company buys none.
    pub(super) fn split_buys_tokens(&mut self, split: Splitting, lombard: bool) -> Play {
        let company = Game::successor(&split, lombard);
        let asked = !self.rules().split.two_tokens && !self.frozen(company);
        if asked && self.further_tokens(company, TOKEN) > 0 {
            self.t.steps.push(Step::Split(Box::new(Splitting { stage: Stage::Tokens { lombard }, ..split })));
            return Ok(());
        }
        if lombard { self.finish_split(split) } else { self.split_buys_tokens(split, true) }
    }

    pub(super) fn finish_split(&mut self, split: Splitting) -> Play {
        for company in [split.veneta, split.sfl] {
            self.check_successor(company)?;
            if split.act {
                self.set_due(company);
            }
        }
        self.dissolve(split.old, self.rules().split.surplus_tokens_stay)?;
        self.resume_procedures()
    }
}
