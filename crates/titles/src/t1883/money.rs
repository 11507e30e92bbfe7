//! Payments, and money that must be raised (6.8.6): first what is in the treasury, then cash, then shares are sold.

use super::Game;
use super::agenda::{Pending, Procedure, Round};
use super::operating::bankrupt;
use super::out_of_place;
use super::privates::moment;
use super::stock::sell;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::{Asked, Need};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

impl Game {
    /// Moves money. 1883-9-07: the bank is finished once it holds nothing after a payment; then the end is fixed.
    pub(super) fn pay(
        &mut self,
        from: Account,
        to: Account,
        amount: Money,
        why: Text,
        events: &mut Events,
    ) -> Play {
        self.table.ledger.pay(from, to, amount, why, events)?;
        let paid = from == Account::Bank && amount > Money::ZERO;
        if paid && self.table.ledger.bank() <= Money::ZERO && !self.table.bank_finished {
            self.table.bank_finished = true;
            let text = match self.table.round {
                Round::Operating(_) => {
                    say!("The bank is finished: the game ends after the last operating round of this set.")
                }
                // 1883-9-01.
                _ => say!("The bank is finished: the game ends after the operating rounds that follow."),
            };
            events.push(Event::Note { text });
        }
        Ok(())
    }
}

/// The prices that corporations had before a block of sales (1883-5.1-08).
pub(super) type Block = SmallVec<[(CompanyId, Money); 2]>;

/// Somebody must pay, as in a forced purchase.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raise {
    pub(super) seat: SeatId,
    /// The corporation whose treasury pays first, if there is one.
    pub(super) company: Option<CompanyId>,
    pub(super) amount: Money,
    /// To a corporation's treasury; else to the bank.
    pub(super) to: Option<CompanyId>,
    pub(super) why: Why,
    /// 1883-R-56: the player was asked for the swap of CNP before the bankruptcy.
    #[serde(default)]
    pub(super) warned: bool,
}

/// What the money is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Why {
    /// 1883-11-01.
    War,
    /// 1883-6.11-02.
    Penalty,
    /// 1883-8.3-09.
    Presidency,
}

impl Why {
    pub(super) fn text(self) -> Text {
        match self {
            Why::War => say!("First World War"),
            Why::Penalty => say!("penalty for a concession"),
            Why::Presidency => say!("SEFTA's presidency"),
        }
    }
}

impl Raise {
    fn treasury(&self, game: &Game) -> Money {
        self.company.map_or(Money::ZERO, |company| game.treasury(company)).min(self.amount)
    }

    /// What is missing after treasury and cash.
    fn short(&self, game: &Game) -> Money {
        self.amount - self.treasury(game) - game.cash(self.seat)
    }

    /// 1883-6.8-18: the treasury pays first, then the player.
    fn settle(&self, game: &mut Game, events: &mut Events) -> Play {
        let to = self.to.map_or(Account::Bank, Account::Company);
        let from_treasury = self.treasury(game);
        if let Some(company) = self.company {
            game.pay(Account::Company(company), to, from_treasury, self.why.text(), events)?;
        }
        game.pay(Account::Seat(self.seat), to, self.amount - from_treasury, self.why.text(), events)
    }
}

impl Procedure for Raise {
    fn go_on(&self, game: &mut Game, events: &mut Events) -> Play {
        if game.seat(self.seat).out {
            return Ok(());
        }
        let short = self.short(game);
        if short <= Money::ZERO {
            return self.settle(game, events);
        }
        // 1883-6.8-29: tested before anything is sold.
        if sell::raisable(game, self.seat, self.company, &Block::new()) < short {
            if !self.warned {
                game.interrupt(Pending::Raise(Raise { warned: true, ..self.clone() }));
                if moment::ask_before_bankruptcy(game, self.seat) {
                    return Ok(());
                }
                game.table.pending.pop();
            }
            return bankrupt::bankrupt(game, self.seat, self.company, events);
        }
        game.interrupt(Pending::Raising(Raising { raise: self.clone(), block: Block::new() }));
        Ok(())
    }
}

/// Somebody sells shares to be able to pay.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raising {
    pub(super) raise: Raise,
    #[serde(default)]
    pub(super) block: Block,
}

impl Raising {
    /// The same for people.
    pub(super) fn need(&self, game: &Game) -> Need {
        let Raise { seat, company, amount, .. } = self.raise;
        let treasury = company.map(|company| (Party::Company(game.name(company)), game.treasury(company)));
        let givers = treasury.into_iter().chain([(Party::Seat(seat), game.cash(seat))]).collect();
        Need { what: self.raise.why.text(), amount, givers }
    }
}

impl Decision<Game> for Raising {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.raise.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Emergency
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let short = Some(self.raise.short(game));
        sell::offers(game, self.raise.seat, self.raise.company, &self.block, short)
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Sell { seller, company, percent } = action else {
            return Err(out_of_place(say!("sell shares to raise {amount}", amount = self.raise.short(game))));
        };
        if *seller != Party::Seat(by.seat()?) {
            return Err(Refusal::plain(say!("the player who must pay sells their own shares")));
        }
        let company = game.fixed.parts.company_named(*company)?;
        game.table.pending.pop();
        let mut block = self.block.clone();
        let short = self.raise.short(game);
        let sale = (self.raise.seat, company, *percent);
        sell::sell_needed(game, sale, (self.raise.company, short), &mut block, events)?;
        if self.raise.short(game) > Money::ZERO {
            game.interrupt(Pending::Raising(Raising { raise: self.raise.clone(), block }));
            return Ok(());
        }
        self.raise.settle(game, events)?;
        sell::end_block(game, &block);
        Ok(())
    }
}
