//! Chapters 4.7.4 and 4.7.5: the shareholders exchange old shares for new ones, one after another.

use super::{Merger, Merging, tokens};
use crate::t1841::Game;
use crate::t1841::table::Pending;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::money::Money;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// Shares are exchanged.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exchange {
    pub(super) merger: Merger,
    /// What is exchanged in this pass.
    pub(super) pass: Pass,
    /// 1841-4.7.4-05: the shareholders in order.
    pub(super) holders: Vec<Holder>,
    /// Whose turn it is.
    pub(super) next: u8,
    /// How many ordinary certificates of the new company have been handed out, in their order.
    pub(super) handed: u8,
}

/// What is exchanged in one pass through the shareholders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pass {
    /// 1841-4.7.4-05: pairs, then the single share (v1).
    Whole,
    /// 1841-4.7.4-05-v2: pairs (v2, first pass).
    Pairs,
    /// Single shares (v2, second pass).
    Singles,
}

/// What a shareholder may answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Answer {
    /// Pay for the director's certificate (v2).
    Director,
    /// Pay for a whole share.
    Share,
    /// Take half the price for a single share.
    Cash,
    /// Nothing beyond what is due.
    Plain,
}

impl Answer {
    fn name(self) -> OptionName {
        OptionName::of(match self {
            Answer::Director => "director",
            Answer::Share => "share",
            Answer::Cash => "cash",
            Answer::Plain => "no",
        })
    }
}

impl Game {
    /// The exchange that asks now, and what may be answered; none if none does.
    pub(super) fn exchange_question(&self) -> Option<(&Exchange, SmallVec<[Answer; 3]>)> {
        let Some(Pending::Merging(merging)) = self.table.pending.last() else { return None };
        let Merging::Exchange(exchange) = merging.as_ref() else { return None };
        Some((exchange, exchange.options(self, exchange.holder()?)))
    }
}

impl Exchange {
    /// Whose turn it is.
    pub(super) fn holder(&self) -> Option<Holder> {
        self.holders.get(self.next as usize).copied()
    }

    /// Goes on until somebody has to be asked, or all shares are exchanged.
    pub(super) fn go_on(mut self, game: &mut Game, events: &mut Events) -> Play {
        loop {
            let Some(holder) = self.holder() else {
                if self.pass != Pass::Pairs {
                    return end(game, self.merger, events);
                }
                (self.pass, self.next) = (Pass::Singles, 0);
                continue;
            };
            if self.pass == Pass::Whole {
                self.exchange_pairs(game, holder, events)?;
            }
            match self.options(game, holder).as_slice() {
                [_, _, ..] => return Merging::Exchange(self).push(game),
                only => {
                    let answer = only.first().copied().unwrap_or(Answer::Plain);
                    self.exchange(game, holder, answer, events)?;
                }
            }
            self.next += 1;
        }
    }

    /// Carries out an answer without asking whether the merger can be completed after it.
    pub(super) fn carry_out(mut self, game: &mut Game, answer: Answer, events: &mut Events) -> Play {
        let holder = self.holder().unwrap_or(Holder::Pool);
        self.exchange(game, holder, answer, events)?;
        self.next += 1;
        self.go_on(game, events)
    }

    /// What a holder may answer, the cheapest last.
    fn options(&self, game: &Game, holder: Holder) -> SmallVec<[Answer; 3]> {
        let (old, charter) = (self.merger.old_percent(game, holder), game.charter(self.merger.a));
        // 1841-4.7.4-06-v2: frozen companies always take cash.
        if charter.minor || old == 0 || game.player_behind(holder).is_none() {
            return smallvec![if holder == Holder::Pool { Answer::Plain } else { Answer::Cash }];
        }
        let pair = 2 * charter.unit;
        let enough = 2 * pair;
        let upgrade = self.pass != Pass::Whole && old < enough && self.may_upgrade(game, holder, old);
        let mut options = SmallVec::new();
        if self.pass == Pass::Pairs {
            if upgrade && old >= pair {
                options.push(Answer::Director);
            }
            options.push(Answer::Plain);
            return options;
        }
        if upgrade {
            options.push(Answer::Director);
        }
        if self.may_round_up(game, holder) {
            options.push(Answer::Share);
        }
        options.push(Answer::Cash);
        options
    }

    /// 1841-4.7.4-05-v2: a player may pay for the director's certificate while nobody has it.
    fn may_upgrade(&self, game: &Game, holder: Holder, old: u8) -> bool {
        let player = matches!(holder, Holder::Seat(_));
        player && self.merger.unclaimed(game) && game.cash(holder) >= self.merger.upgrade_cost(game, old)
    }

    /// 1841-4.7.4-06: a single share can be made whole while one is left and can be paid.
    fn may_round_up(&self, game: &Game, holder: Holder) -> bool {
        let (into, shares) = (self.merger.into, &game.table.shares);
        let unit = game.charter(into).unit;
        let left = shares.ordinary(into, unit, Holder::Offering).is_some();
        let by_swap = self.merger.unclaimed(game) && shares.percent(into, holder) >= unit;
        (left || by_swap) && game.cash(holder) >= self.merger.half_share(game)
    }

    /// The answers after which the merger can still be completed.
    fn sound_answers(&self, game: &Game) -> SmallVec<[Answer; 3]> {
        let Some(holder) = self.holder() else { return SmallVec::new() };
        let mut options = self.options(game, holder);
        options.retain(|answer| self.completes_after(game, *answer));
        options
    }

    /// 1841-4.7.4-12-v2: whether the merger can still end with a director; the Tuscan one need not.
    fn completes_after(&self, game: &Game, answer: Answer) -> bool {
        if self.merger.tuscan.is_some() {
            return true;
        }
        let mut trial = game.clone();
        trial.table.pending.pop();
        self.clone().carry_out(&mut trial, answer, &mut Events::new()).is_ok() && trial.plays_out_somehow()
    }
}

impl Decision<Game> for Exchange {
    fn turn(&self, game: &Game) -> Turn {
        let asked = self.holder().and_then(|holder| game.player_behind(holder));
        Turn::Seat(asked.unwrap_or(self.merger.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Exchange
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Some(holder) = self.holder() else { return Vec::new() };
        let old = self.merger.old_percent(game, holder);
        let half = self.merger.half_share(game);
        let options = self.sound_answers(game).into_iter().map(|answer| {
            let means = match answer {
                Answer::Director => {
                    let cost = self.merger.upgrade_cost(game, old);
                    say!("pay {cost} for the director's certificate", cost)
                }
                Answer::Share => say!("pay {half} for a whole share", half),
                Answer::Cash => say!("take {half} for it", half),
                Answer::Plain => say!("exchange pairs only"),
            };
            (answer.name(), means)
        });
        let about = say!("{old}% of the old companies", old);
        vec![Offer::Choose { about, options: options.collect() }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (Action::Choose { option }, Some(holder)) = (action, self.holder()) else {
            return Err(Refusal::out_of_place(say!("exchange shares")));
        };
        let answer = self.options(game, holder).into_iter().find(|answer| answer.name() == *option);
        let answer = answer.ok_or_else(|| {
            Refusal::rule("1841-4.7.4-06", say!("\"{option}\" is no answer now", option = *option))
        })?;
        require(self.completes_after(game, answer), game.director_rule(), || {
            say!("the merger would end without a director who leads to a player")
        })?;
        game.table.pending.pop();
        self.clone().carry_out(game, answer, events)
    }
}

impl Merger {
    /// How much of the two old companies together a holder has.
    pub(super) fn old_percent(&self, game: &Game, holder: Holder) -> u8 {
        game.table.shares.percent(self.a, holder) + game.table.shares.percent(self.b, holder)
    }

    /// Whether nobody has the director's certificate yet.
    pub(super) fn unclaimed(&self, game: &Game) -> bool {
        game.table.shares.director(self.into) == Holder::Offering
    }

    /// 1841-4.7.4-05-v2: price × (four old units − percent) / two old units, rounded down (TV-38).
    pub(super) fn upgrade_cost(&self, game: &Game, old: u8) -> Money {
        let unit = game.charter(self.a).unit;
        let missing = (4 * unit).saturating_sub(old);
        Money(game.price(self.into).0 * i32::from(missing) / i32::from(2 * unit))
    }

    /// 1841-4.7.4-06: half the new price, rounded down.
    pub(super) fn half_share(&self, game: &Game) -> Money {
        Money(game.price(self.into).0 / 2)
    }
}

/// All is exchanged: there must be a director who leads to a player, except in the Tuscan merger.
fn end(game: &mut Game, merger: Merger, events: &mut Events) -> Play {
    if merger.tuscan.is_some() {
        tuscan_without_director(game, merger, events)?;
    } else {
        // A circle that the merger closes leads to no player; others are none of its business.
        require(game.leader(merger.into).is_some(), game.director_rule(), || {
            say!("a merger must end with a director who leads to a player")
        })?;
    }
    tokens::begin(game, merger, events)
}

/// 1841-4.6.9-07-v2: nobody took the directorship: its certificate goes to the pool for up to two shares there.
fn tuscan_without_director(game: &mut Game, merger: Merger, events: &mut Events) -> Play {
    if !merger.unclaimed(game) {
        return Ok(());
    }
    let (into, unit) = (merger.into, game.charter(merger.into).unit);
    for _ in 0..2 {
        if game.table.shares.ordinary(into, unit, Holder::Pool).is_some() {
            game.table.shares.give_percent(into, unit, Holder::Pool, Holder::Offering, events)?;
        }
    }
    let cert = game.table.shares.director_certificate(into);
    cert.map_or(Ok(()), |cert| game.table.shares.give(cert, Holder::Pool, events))
}
