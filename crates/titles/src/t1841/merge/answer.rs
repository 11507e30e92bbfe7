//! What is asked in the course of a merger, and what the answers do.

use super::exchange::{advance, half};
use super::{Answer, FURTHER_TOKEN, Merger, Stage};
use crate::t1841::state::Step;
use crate::t1841::{Game, Play};
use ferrata_engine::action::Action;
use ferrata_engine::board::Token;
use ferrata_engine::chart::Field;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// Asking.
impl Game {
    /// The player who is asked.
    pub(in crate::t1841) fn merger_seat(&self, merger: &Merger) -> SeatId {
        match &merger.stage {
            Stage::Price(..) | Stage::Trains => merger.decider,
            Stage::Exchange { holders, next, .. } => {
                let holder = holders.get(*next as usize).copied().unwrap_or(Holder::Pool);
                self.spokesman(holder).unwrap_or(merger.decider)
            }
            _ => self.leader(merger.into).unwrap_or(merger.decider),
        }
    }

    /// What is asked, in a few words.
    pub(in crate::t1841) fn merger_asks(merger: &Merger) -> &'static str {
        match merger.stage {
            Stage::Price(..) => "choose the price of the new company",
            Stage::Trains => "return surplus trains",
            Stage::Exchange { .. } => "exchange shares",
            Stage::Doubled(_) | Stage::Tokens { .. } => "remove tokens from the map",
            Stage::BuyTokens => "buy tokens",
        }
    }

    /// What may be answered.
    pub(in crate::t1841) fn merger_offers(&self, merger: &Merger) -> Vec<Offer> {
        let into = self.name(merger.into);
        match &merger.stage {
            Stage::Price(low, high) => vec![Offer::Choose {
                about: format!("the price of {into}"),
                options: [low, high].map(|field| self.price_option(*field)).to_vec(),
            }],
            Stage::Trains => crate::t1841::trains::discard_offers(self, merger.into),
            Stage::Exchange { .. } => self.exchange_offers(merger),
            Stage::Doubled(_) => self.removal_offers(merger),
            Stage::Tokens { min, removed, .. } => {
                let mut offers = self.removal_offers(merger);
                if removed >= min {
                    offers.push(Offer::Pass { means: "remove no more tokens".into() });
                }
                offers
            }
            Stage::BuyTokens => {
                let max = self.further_tokens(merger.into, FURTHER_TOKEN);
                vec![Offer::BuyTokens { company: into, min: 0, max, each: FURTHER_TOKEN }]
            }
        }
    }

    fn price_option(&self, field: Field) -> (OptionName, String) {
        let price = self.parts().grid.price(field);
        (
            OptionName(ferrata_engine::name::Name::from(price.0.unsigned_abs())),
            format!("the field of {price}"),
        )
    }

    fn exchange_offers(&self, merger: &Merger) -> Vec<Offer> {
        let Some((holder, _)) = self.exchange_question() else { return Vec::new() };
        let old = self.old_percent(merger.a, merger.b, holder);
        let price = self.price(merger.into);
        let options = self.sound_answers(merger).into_iter().map(|answer| {
            let means = match answer {
                Answer::Director => {
                    format!("pay {} for the director's certificate", self.upgrade_cost(merger.into, old))
                }
                Answer::Share => format!("pay {} for a whole share", half(price)),
                Answer::Cash => format!("take {} for it", half(price)),
                Answer::Plain => "exchange pairs only".to_owned(),
            };
            (answer.name(), means)
        });
        let about = format!("{old}% of the old companies");
        vec![Offer::Choose { about, options: options.collect() }]
    }

    /// The answers after which the merger can still be completed.
    fn sound_answers(&self, merger: &Merger) -> SmallVec<[Answer; 3]> {
        let Some((_, options)) = self.exchange_question() else { return SmallVec::new() };
        if merger.tuscan.is_some() {
            return options;
        }
        options.into_iter().filter(|answer| self.completes_after(*answer)).collect()
    }

    fn completes_after(&self, answer: Answer) -> bool {
        let mut trial = self.clone();
        trial.answer_exchange(answer).is_ok() && trial.plays_out_somehow()
    }

    fn removal_offers(&self, merger: &Merger) -> Vec<Offer> {
        let offer = |token: Token| Offer::RemoveToken {
            company: self.name(token.company),
            hex: self.hex_name(token.hex),
            stop: token.stop,
        };
        self.removable(merger).into_iter().map(offer).collect()
    }
}

/// Answering.
impl Game {
    /// Carries out an answer to the merger on top of the stack.
    pub(in crate::t1841) fn answer_merger(&mut self, action: &Action) -> Play {
        let Some(Step::Merger(merger)) = self.t.steps.last() else { return Err(self.wrong("wait")) };
        match (merger.stage.clone(), action) {
            (Stage::Price(low, high), Action::Choose { option }) => self.choose_price(low, high, *option),
            (Stage::Trains, Action::Discard { .. }) => self.return_merged_train(action),
            (Stage::Exchange { .. }, Action::Choose { option }) => self.choose_exchange(*option),
            (Stage::Doubled(_) | Stage::Tokens { .. }, Action::RemoveToken { company, hex, stop }) => {
                let token = (self.find_company(*company)?, self.find_hex(*hex)?, *stop);
                self.remove_merged_token(token)
            }
            (Stage::Tokens { min, removed, .. }, Action::Pass) => {
                require(removed >= min, "1841-4.7.4-09", || {
                    format!("at least {} more tokens must be removed", min - removed)
                })?;
                let merger = self.pop_merger()?;
                self.finish_merger(merger)
            }
            (Stage::BuyTokens, Action::BuyTokens { company, count }) => {
                let merger = self.pop_merger()?;
                require(self.find_company(*company)? == merger.into, "1841-4.7.5-05", || {
                    "the new company buys".into()
                })?;
                self.buy_further_tokens(merger.into, *count, FURTHER_TOKEN, "1841-4.7.5-05")?;
                self.resume_procedures()
            }
            _ => Err(self.wrong(Game::merger_asks(merger))),
        }
    }

    pub(super) fn pop_merger(&mut self) -> Result<Merger, Refusal> {
        match self.t.steps.pop() {
            Some(Step::Merger(merger)) => Ok(*merger),
            _ => Err(Refusal::plain("no merger is under way")),
        }
    }

    fn choose_price(&mut self, low: Field, high: Field, option: OptionName) -> Play {
        let chosen = [low, high].into_iter().find(|field| self.price_option(*field).0 == option);
        let field =
            chosen.ok_or_else(|| Refusal::rule("1841-4.7.4-04", "choose one of the two old prices"))?;
        let merger = self.pop_merger()?;
        self.unite(merger, field)
    }

    /// §4.7.4-10: the new company returns trains above its limit at once.
    fn return_merged_train(&mut self, action: &Action) -> Play {
        let into = match self.t.steps.last() {
            Some(Step::Merger(merger)) => merger.into,
            _ => return Err(self.wrong("return trains")),
        };
        crate::t1841::trains::discard(self, into, action)?;
        if self.trains_over(into) == 0 {
            self.pop_merger()?;
            let merger = self.pop_merger()?;
            return self.run_exchange(merger);
        }
        Ok(())
    }

    fn choose_exchange(&mut self, option: OptionName) -> Play {
        let (_, options) = self.exchange_question().ok_or_else(|| self.wrong("wait"))?;
        let answer = options.into_iter().find(|answer| answer.name() == option);
        let answer =
            answer.ok_or_else(|| Refusal::rule("1841-4.7.4-06", format!("\"{option}\" is no answer now")))?;
        let tuscan = matches!(self.t.steps.last(), Some(Step::Merger(merger)) if merger.tuscan.is_some());
        require(tuscan || self.completes_after(answer), "1841-4.7.4-12-v2", || {
            "the merger would end without a director who leads to a player".into()
        })?;
        self.answer_exchange(answer)
    }

    /// Carries out an answer without asking whether the merger can be completed after it.
    pub(super) fn answer_exchange(&mut self, answer: Answer) -> Play {
        let mut merger = self.pop_merger()?;
        if let Stage::Exchange { pass, holders, next } = &merger.stage {
            let (pass, holder) = (*pass, holders.get(*next as usize).copied().unwrap_or(Holder::Pool));
            self.exchange(&mut merger, pass, holder, answer)?;
        }
        advance(&mut merger.stage);
        self.run_exchange(merger)
    }

    fn remove_merged_token(&mut self, (company, hex, stop): (CompanyId, HexId, u8)) -> Play {
        let mut merger = self.pop_merger()?;
        let there =
            self.removable(&merger).iter().any(|t| (t.company, t.hex, t.stop) == (company, hex, stop));
        require(there, "1841-4.7.4-09", || "this token cannot be removed".into())?;
        self.t.board.remove(company, hex, stop);
        match &mut merger.stage {
            Stage::Tokens { removed, .. } => {
                *removed += 1;
                self.tokens_or_finish(merger)
            }
            _ => self.after_doubled(merger),
        }
    }

    /// Buys tokens for the charter.
    pub(in crate::t1841) fn buy_further_tokens(
        &mut self,
        company: CompanyId,
        count: u8,
        each: Money,
        rule: &'static str,
    ) -> Play {
        let max = self.further_tokens(company, each);
        require(count <= max, rule, || format!("at most {max} further tokens can be bought"))?;
        if count > 0 {
            let cost = each * i32::from(count);
            self.pay(Account::Company(company), Account::Bank, cost, format!("{count} tokens"))?;
        }
        if let Some(buyer) = self.company_mut(company) {
            buyer.tokens += count;
        }
        Ok(())
    }
}
