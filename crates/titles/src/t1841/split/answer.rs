//! What is asked in the course of the split, and what the answers do.

use super::{Queue, Splitting, Stage, TOKEN};
use crate::t1841::state::Step;
use crate::t1841::{Game, Play};
use ferrata_engine::action::Action;
use ferrata_engine::board::Token;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

/// Asking and answering.
impl Game {
    /// The player who is asked.
    pub(in crate::t1841) fn split_seat(&self, split: &Splitting) -> SeatId {
        let spokesman = |holder: Option<Holder>| holder.and_then(|holder| self.spokesman(holder));
        let asked = match &split.stage {
            Stage::Surplus => None,
            Stage::Director => spokesman(Some(self.t.shares.director(split.old))),
            Stage::Pairs(queue) | Stage::Singles(queue) => spokesman(queue.head()),
            Stage::Offers { to, .. } => spokesman(to.head()),
            Stage::Again { lombard, .. } | Stage::Tokens { lombard } => {
                self.leader(Game::successor(split, *lombard))
            }
        };
        asked.unwrap_or(split.decider)
    }

    /// What is asked, in a few words.
    pub(in crate::t1841) fn split_asks(split: &Splitting) -> &'static str {
        match split.stage {
            Stage::Surplus => "choose the tokens that go",
            Stage::Director => "choose the company to direct",
            Stage::Pairs(_) | Stage::Singles(_) => "exchange shares of the Ferdinandea",
            Stage::Offers { .. } => "buy a share or not",
            Stage::Again { .. } => "call for another round of shares or not",
            Stage::Tokens { .. } => "buy tokens",
        }
    }

    /// What may be answered.
    pub(in crate::t1841) fn split_offers(&self, split: &Splitting) -> Vec<Offer> {
        let either = || [split.veneta, split.sfl].map(|company| self.name(company));
        match &split.stage {
            Stage::Surplus => self.surplus_offers(split),
            Stage::Director => vec![Offer::Choose {
                about: "the director's certificate".to_owned(),
                options: either().map(|name| (OptionName(name.0), format!("direct {name}"))).to_vec(),
            }],
            Stage::Pairs(_) => {
                let options = self.pair_options(split).into_vec();
                vec![Offer::Choose { about: "a pair of shares".to_owned(), options }]
            }
            Stage::Singles(_) => vec![Offer::Choose {
                about: "a single share".to_owned(),
                options: either().map(|name| (OptionName(name.0), format!("a share of {name}"))).to_vec(),
            }],
            Stage::Offers { lombard, .. } => vec![self.share_question(Game::successor(split, *lombard))],
            Stage::Again { lombard, .. } => {
                let name = self.name(Game::successor(split, *lombard));
                vec![Offer::Choose {
                    about: format!("another round of offers of {name}"),
                    options: vec![
                        (OptionName::of("yes"), "call for it".to_owned()),
                        (OptionName::of("no"), "let it be".to_owned()),
                    ],
                }]
            }
            Stage::Tokens { lombard } => {
                let company = Game::successor(split, *lombard);
                let max = self.further_tokens(company, TOKEN);
                vec![Offer::BuyTokens { company: self.name(company), min: 0, max, each: TOKEN }]
            }
        }
    }

    fn surplus_offers(&self, split: &Splitting) -> Vec<Offer> {
        let offer = |token: Token| Offer::RemoveToken {
            company: self.name(token.company),
            hex: self.hex_name(token.hex),
            stop: token.stop,
        };
        self.surplus(split).into_iter().map(offer).collect()
    }

    /// Carries out an answer to the split on top of the stack.
    pub(in crate::t1841) fn answer_split(&mut self, action: &Action) -> Play {
        let Some(Step::Split(split)) = self.t.steps.pop() else { return Err(self.wrong("wait")) };
        let split = *split;
        match (split.stage.clone(), action) {
            (Stage::Surplus, Action::RemoveToken { company, hex, stop }) => {
                let (company, hex) = (self.find_company(*company)?, self.find_hex(*hex)?);
                self.answer_surplus(split, company, hex, *stop)
            }
            (Stage::Director, Action::Choose { option }) => self.answer_director(split, *option),
            (Stage::Pairs(queue), Action::Choose { option }) => self.answer_pair(split, &queue, *option),
            (Stage::Singles(queue), Action::Choose { option }) => self.answer_single(split, queue, *option),
            (Stage::Offers { .. }, action) => self.answer_offer(split, action),
            (Stage::Again { lombard, done }, action) => self.answer_again(split, lombard, done, action),
            (Stage::Tokens { lombard }, Action::BuyTokens { company, count }) => {
                let company = self.find_company(*company)?;
                self.answer_tokens(split, lombard, company, *count)
            }
            _ => Err(self.wrong(Game::split_asks(&split))),
        }
    }

    /// §4.6.8-04: a token too many goes.
    fn answer_surplus(&mut self, split: Splitting, company: CompanyId, hex: HexId, stop: u8) -> Play {
        let there = |token: &Token| (token.company, token.hex, token.stop) == (company, hex, stop);
        require(self.surplus(&split).iter().any(there), "1841-4.6.8-04", || {
            "this token is not one too many".into()
        })?;
        self.t.board.remove(company, hex, stop);
        self.split_or_ask_tokens(split)
    }

    /// §4.6.8-08-v2: the director takes one of the two director's certificates.
    fn answer_director(&mut self, split: Splitting, option: OptionName) -> Play {
        let company = self.chosen_heir(&split, option)?;
        let director = self.t.shares.director(split.old);
        self.return_old_pair(&split, director)?;
        self.give_directorship(company, director)?;
        let left = if company == split.veneta { split.sfl } else { split.veneta };
        self.deal_pairs(split, Some(left))
    }

    fn answer_pair(&mut self, split: Splitting, queue: &Queue, option: OptionName) -> Play {
        let known = self.pair_options(&split).iter().any(|(name, _)| *name == option);
        require(known, "1841-4.6.8-08", || format!("\"{option}\" cannot be had for a pair now"))?;
        self.exchange_pair(&split, queue.head().unwrap_or(Holder::Pool), option)?;
        self.run_split_pairs(split)
    }

    fn answer_single(&mut self, split: Splitting, mut queue: Queue, option: OptionName) -> Play {
        let company = self.chosen_heir(&split, option)?;
        self.exchange_single(&split, queue.head().unwrap_or(Holder::Pool), company)?;
        queue.next += 1;
        self.run_singles(Splitting { stage: Stage::Singles(queue), ..split })
    }

    /// A share of a successor is bought or not.
    fn answer_offer(&mut self, mut split: Splitting, action: &Action) -> Play {
        let yes = self.yes_or_no(action)?;
        let Stage::Offers { lombard, to, .. } = &mut split.stage else { return Ok(()) };
        let (lombard, holder) = (*lombard, to.head());
        to.next += 1;
        if let Some(holder) = holder.filter(|_| yes) {
            self.take_offer(holder, Game::successor(&split, lombard))?;
        }
        self.run_split_offers(split)
    }

    /// The director calls for another round of offers or not.
    fn answer_again(
        &mut self,
        split: Splitting,
        lombard: bool,
        mut done: [bool; 2],
        action: &Action,
    ) -> Play {
        if self.yes_or_no(action)? {
            return self.offer_successor(split, lombard, false, done);
        }
        if let Some(over) = done.get_mut(usize::from(lombard)) {
            *over = true;
        }
        self.call_again(split, !lombard, done)
    }

    /// §4.6.8-12-v2: a successor buys further tokens.
    fn answer_tokens(&mut self, split: Splitting, lombard: bool, company: CompanyId, count: u8) -> Play {
        let heir = Game::successor(&split, lombard);
        require(company == heir, "1841-4.6.8-12-v2", || format!("{} buys tokens now", self.name(heir)))?;
        self.buy_further_tokens(heir, count, TOKEN, "1841-4.6.8-12-v2")?;
        if lombard { self.finish_split(split) } else { self.split_buys_tokens(split, true) }
    }

    fn chosen_heir(&self, split: &Splitting, option: OptionName) -> Result<CompanyId, Refusal> {
        let either = [split.veneta, split.sfl].into_iter();
        let chosen = either.into_iter().find(|company| OptionName(self.name(*company).0) == option);
        chosen.ok_or_else(|| Refusal::rule("1841-4.6.8-10", "choose one of the two successors"))
    }
}
