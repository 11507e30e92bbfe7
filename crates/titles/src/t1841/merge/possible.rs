//! §4.7.4-01, §4.7.4-12: who may merge with whom, and whether a director would be found.

use super::{Answer, Stage};
use crate::t1841::state::Step;
use crate::t1841::{Game, Play};
use ferrata_engine::board::{ANY_GAUGE, Reach, Terms};
use ferrata_engine::id::CompanyId;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

/// Whether a merger is possible.
impl Game {
    /// §4.7.4-01, §8-06: whether a company may take part in a merger at all.
    fn may_be_merged(&self, company: CompanyId) -> Play {
        let name = self.name(company);
        let charter = self.charter(company);
        require(self.running(company), "1841-4.7.4-01", || format!("{name} is not in operation"))?;
        require(self.company(company).operated, "1841-4.7.4-01", || {
            format!("{name} has not acted in an operating round yet")
        })?;
        require(!self.frozen(company), "1841-4.5.1.1-02", || format!("{name} is frozen"))?;
        require(!charter.tuscan || self.t.tuscan_done, "1841-8-06", || {
            format!("{name} can only take part in the Tuscan merger before that is made")
        })?;
        require(self.concession_is_gone(company), "1841-4.7.4-01", || {
            format!("the concession of {name} has not left the game")
        })
    }

    /// Whether a historical company's concession has left the game.
    pub(in crate::t1841) fn concession_is_gone(&self, company: CompanyId) -> bool {
        let card = self.charter(company).concession;
        let holder = card.and_then(|card| self.t.concessions.get(card.index()));
        holder.is_none_or(|holder| *holder == Holder::Out)
    }

    /// §4.7.4-01: whether these two may merge, leaving open whether a director is found.
    pub(super) fn may_merge(&self, a: CompanyId, b: CompanyId) -> Play {
        require(a != b, "1841-4.7.4-01", || "a company cannot merge with itself".into())?;
        self.may_be_merged(a)?;
        self.may_be_merged(b)?;
        let same = self.charter(a).minor == self.charter(b).minor;
        require(same, "1841-4.7.4-01", || "only two majors or two minors can merge".into())?;
        require(self.joined(a, b), "1841-4.7.4-01", || {
            format!("no train could run from a base of {} to one of {}", self.name(a), self.name(b))
        })
    }

    /// Whether a train of unlimited length could run from a base of one company to a base of the other.
    fn joined(&self, a: CompanyId, b: CompanyId) -> bool {
        self.has_base_in(&self.merger_reach(a), b)
    }

    /// What a train of unlimited length reaches from the bases of a company; in v2 not across a border.
    fn merger_reach(&self, a: CompanyId) -> Reach {
        let borders = if self.rules().mergers.within_borders { self.t.borders } else { 0 };
        let terms = Terms {
            gauges: ANY_GAUGE,
            borders,
            visit: |board: &ferrata_engine::board::Board, hex, stop| board.visit(a, hex, stop),
        };
        self.t.board.reach(&self.base_tokens(a), &terms)
    }

    fn has_base_in(&self, reach: &Reach, company: CompanyId) -> bool {
        self.base_tokens(company).iter().any(|(hex, stop)| reach.has_stop(*hex, *stop))
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

    /// Plays a merger out on a copy.
    pub(super) fn can_complete(&self, a: CompanyId, b: CompanyId, into: CompanyId) -> Play {
        let no_director = |_| {
            let (a, b) = (self.name(a), self.name(b));
            let because =
                format!("a merger of {a} and {b} would end without a director who leads to a player");
            Refusal::rule("1841-4.7.4-12-v2", because)
        };
        let mut trial = self.clone();
        let decider = self.leader(a).unwrap_or(self.t.priority);
        trial.begin_merger(a, b, into, decider, None).map_err(no_director)?;
        let trials = trial.up_to_exchange().map_err(no_director)?;
        let found = trials.iter().all(Game::plays_out_somehow);
        if found { Ok(()) } else { Err(no_director(Refusal::plain(""))) }
    }

    /// Copies in which the exchange begins: one for each price that may be chosen, surplus trains aside.
    fn up_to_exchange(mut self) -> Result<Vec<Game>, Refusal> {
        let Some(Step::Merger(merger)) = self.t.steps.last() else { return Ok(vec![self]) };
        match merger.stage.clone() {
            Stage::Price(low, high) => {
                let merger = self.pop_merger()?;
                let mut all = Vec::new();
                for field in [low, high] {
                    let mut trial = self.clone();
                    trial.unite(merger.clone(), field)?;
                    all.extend(trial.up_to_exchange()?);
                }
                Ok(all)
            }
            Stage::Trains => {
                self.pop_merger()?;
                let merger = self.pop_merger()?;
                self.run_exchange(merger)?;
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
        let Some(Step::Merger(merger)) = self.t.steps.last() else { return true };
        let Stage::Exchange { holders, .. } = &merger.stage else { return false };
        let wishes = holders.iter().flat_map(|who| [(*who, Answer::Director), (*who, Answer::Share)]);
        wishes.into_iter().any(|wish| self.plays_out(Some(wish)))
    }

    /// Plays the exchange out on a copy: everybody answers as cheaply as he can, but one has a wish.
    fn plays_out(&self, wish: Option<(Holder, Answer)>) -> bool {
        let mut trial = self.clone();
        for _ in 0..64 {
            let Some((holder, options)) = trial.exchange_question() else { return true };
            let wanted = wish.filter(|(who, what)| *who == holder && options.contains(what));
            let answer = wanted.map(|(_, what)| what).or(options.last().copied());
            if trial.answer_exchange(answer.unwrap_or(Answer::Plain)).is_err() {
                return false;
            }
        }
        false
    }
}
