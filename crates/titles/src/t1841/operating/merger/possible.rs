//! Chapter 4.7.4: who may merge with whom, and whether a director would be found.

use super::exchange::{Answer, Exchange};
use super::{Merging, unite};
use crate::t1841::Game;
use crate::t1841::table::Pending;
use ferrata_engine::board::Reach;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::CompanyId;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use std::sync::Arc;

/// Whether a merger is possible.
impl Game {
    /// 1841-4.7.4-01, 1841-8-06: whether a company may take part in a merger at all.
    fn may_be_merged(&self, company: CompanyId) -> Play {
        let name = self.name(company);
        let charter = self.charter(company);
        require(self.running(company), "1841-4.7.4-01", || say!("{name} is not in operation", name))?;
        require(self.company(company).operated, "1841-4.7.4-01", || {
            say!("{name} has not acted in an operating round yet", name)
        })?;
        require(!self.unled(company), "1841-4.5.1.1-02", || say!("nobody decides for {name}", name))?;
        require(!charter.tuscan() || self.table.tuscan_done, "1841-8-06", || {
            say!("{name} can only take part in the Tuscan merger before that is made", name)
        })?;
        require(self.concession_is_gone(company), "1841-4.7.4-01", || {
            say!("the concession of {name} has not left the game", name)
        })
    }

    /// Whether a historical company's concession has left the game.
    pub(in crate::t1841) fn concession_is_gone(&self, company: CompanyId) -> bool {
        let card = self.charter(company).concession;
        card.is_none_or(|card| self.concession_holder(card) == Holder::Out)
    }

    /// 1841-4.7.4-01, 1841-4.7.4-01-v2: whether these two may merge, leaving open whether a director is found.
    pub(super) fn may_merge(&self, a: CompanyId, b: CompanyId) -> Play {
        require(a != b, "1841-4.7.4-01", || say!("a company cannot merge with itself"))?;
        self.may_be_merged(a)?;
        self.may_be_merged(b)?;
        let same = self.charter(a).minor == self.charter(b).minor;
        require(same, "1841-4.7.4-01", || say!("only two majors or two minors can merge"))?;
        require(self.joined(a, b), "1841-4.7.4-01", || {
            say!("no train could run from a base of {a} to one of {b}", a = self.name(a), b = self.name(b))
        })
    }

    /// Whether a train of unlimited length could run from a base of one company to a base of the other.
    fn joined(&self, a: CompanyId, b: CompanyId) -> bool {
        self.has_base_in(&self.merger_reach(a), b)
    }

    /// The same, remembered with the board: whoever weighs tables asks it of each of them.
    pub(in crate::t1841) fn are_joined(&self, a: CompanyId, b: CompanyId) -> bool {
        let key = stable_hash(&(self.table.board.fingerprint(), self.table.borders, a, b));
        *self.found.joined.get(key, || self.joined(a, b))
    }

    /// What a train of unlimited length reaches from the bases of a company; in v2 not across a border.
    fn merger_reach(&self, a: CompanyId) -> Arc<Reach> {
        let borders = if self.fixed.rules.mergers.within_borders { self.table.borders } else { 0 };
        self.reach_from(a, &self.stations(a), borders)
    }

    fn has_base_in(&self, reach: &Reach, company: CompanyId) -> bool {
        self.stations(company).iter().any(|(hex, stop)| reach.has_stop(*hex, *stop))
    }

    /// The companies with which this one may merge, leaving open whether a director is found: what can be told
    /// quickly is asked first, and what it reaches is found once.
    fn merger_candidates(&self, a: CompanyId) -> Vec<CompanyId> {
        if self.may_be_merged(a).is_err() {
            return Vec::new();
        }
        let minor = self.charter(a).minor;
        let acted = |b: &CompanyId| self.running(*b) && self.company(*b).operated;
        let others = self.company_ids().filter(|b| *b != a && acted(b) && self.charter(*b).minor == minor);
        let mut others: Vec<_> = others.filter(|b| self.may_be_merged(*b).is_ok()).collect();
        if !others.is_empty() {
            let reach = self.merger_reach(a);
            others.retain(|b| self.has_base_in(&reach, *b));
        }
        others
    }

    /// Whether there is a partner with which a company can merge and find a director.
    pub(super) fn has_merger_partner(&self, a: CompanyId) -> bool {
        let Some(into) = self.free_majors().next() else { return false };
        self.merger_candidates(a).into_iter().any(|b| self.can_complete(a, b, into).is_ok())
    }

    /// The partners with which a company can merge and find a director.
    pub(super) fn merger_partners(&self, a: CompanyId) -> Vec<CompanyId> {
        let Some(into) = self.free_majors().next() else { return Vec::new() };
        let mut partners = self.merger_candidates(a);
        partners.retain(|b| self.can_complete(a, *b, into).is_ok());
        partners
    }

    /// The rule by which a merger needs a director: G-36, in v2 a rule of its own.
    pub(super) fn director_rule(&self) -> &'static str {
        match self.fixed.rules.mergers.two_passes {
            true => "1841-4.7.4-12-v2",
            false => "1841-4.7.4-05",
        }
    }

    /// Plays a merger out on a copy.
    pub(super) fn can_complete(&self, a: CompanyId, b: CompanyId, into: CompanyId) -> Play {
        let no_director = || {
            let (a, b) = (self.name(a), self.name(b));
            Refusal::rule(
                self.director_rule(),
                say!("a merger of {a} and {b} would end without a director who leads to a player", a, b),
            )
        };
        let mut trial = self.clone();
        let begun = unite(&mut trial, (a, b, into), self.deciding(a), None, &mut Events::new());
        let trials = begun.and_then(|()| trial.up_to_exchange()).map_err(|_| no_director())?;
        if trials.iter().all(Game::plays_out_somehow) { Ok(()) } else { Err(no_director()) }
    }

    /// Copies in which the exchange begins: one for each price that may be chosen, surplus trains aside.
    fn up_to_exchange(mut self) -> Result<Vec<Game>, Refusal> {
        let Some(Pending::Merging(merging)) = self.table.pending.last() else { return Ok(vec![self]) };
        match merging.as_ref() {
            Merging::Price(price) => {
                let mut all = Vec::new();
                for trial in price.both(&self)? {
                    all.extend(trial.up_to_exchange()?);
                }
                Ok(all)
            }
            Merging::Trains(trains) => {
                let exchange = trains.exchange.clone();
                self.table.pending.pop();
                exchange.go_on(&mut self, &mut Events::new())?;
                Ok(vec![self])
            }
            _ => Ok(vec![self]),
        }
    }

    /// Whether some answers complete the merger on top of the stack.
    pub(super) fn plays_out_somehow(&self) -> bool {
        if self.plays_out(None) {
            return true;
        }
        let Some(Pending::Merging(merging)) = self.table.pending.last() else { return true };
        let Merging::Exchange(exchange) = merging.as_ref() else { return false };
        let holders = exchange.holders.iter();
        let mut wishes = holders.flat_map(|who| [(*who, Answer::Director), (*who, Answer::Share)]);
        wishes.any(|wish| self.plays_out(Some(wish)))
    }

    /// Plays the exchange out on a copy: everybody answers as cheaply as they can, but one has a wish.
    fn plays_out(&self, wish: Option<(Holder, Answer)>) -> bool {
        let mut trial = self.clone();
        for _ in 0..64 {
            let Some((exchange, options)) = trial.exchange_question() else { return true };
            let wanted = wish.filter(|(who, what)| exchange.holder() == Some(*who) && options.contains(what));
            let answer = wanted.map(|(_, what)| what).or(options.last().copied());
            let Some(exchange) = trial.take_exchange() else { return true };
            let answer = answer.unwrap_or(Answer::Plain);
            if exchange.carry_out(&mut trial, answer, &mut Events::new()).is_err() {
                return false;
            }
        }
        false
    }

    /// Takes the exchange that asks now off the stack.
    fn take_exchange(&mut self) -> Option<Exchange> {
        match self.table.pending.pop() {
            Some(Pending::Merging(merging)) => match *merging {
                Merging::Exchange(exchange) => Some(exchange),
                _ => None,
            },
            _ => None,
        }
    }
}
