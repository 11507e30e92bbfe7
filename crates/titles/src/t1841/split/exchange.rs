//! §4.6.8-08 to -11: shares of IRSFF become shares of its successors.

use super::{Queue, Splitting, Stage};
use crate::t1841::areas::Area;
use crate::t1841::state::Step;
use crate::t1841::{Game, Play};
use ferrata_engine::id::CompanyId;
use ferrata_engine::name::OptionName;
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// Steps 7 to 10: shares.
impl Game {
    pub(super) fn begin_split_exchange(&mut self, split: Splitting) -> Play {
        if self.rules().split.free_choice {
            let stage = Stage::Pairs(Queue::new(self.split_holders(&split, 20)));
            return self.run_split_pairs(Splitting { stage, ..split });
        }
        match self.t.shares.director(split.old) {
            Holder::Pool | Holder::Offering => self.split_frozen(split),
            director if self.t.shares.percent(split.old, director) >= 40 => {
                for company in [split.veneta, split.sfl] {
                    self.return_old_pair(&split, director)?;
                    self.give_directorship(company, director)?;
                }
                self.deal_pairs(split, None)
            }
            _ => {
                self.t.steps.push(Step::Split(Box::new(Splitting { stage: Stage::Director, ..split })));
                Ok(())
            }
        }
    }

    /// Those who have so much of IRSFF, in the order of shareholders.
    fn split_holders(&self, split: &Splitting, percent: u8) -> Vec<Holder> {
        let order = self.shareholder_order(split.decider, &[split.old, split.veneta, split.sfl]);
        order.into_iter().filter(|holder| self.t.shares.percent(split.old, *holder) >= percent).collect()
    }

    /// IRSFF was frozen: so are its successors. Online one certificate is forgotten (O-21).
    fn split_frozen(&mut self, split: Splitting) -> Play {
        let frozen: &[CompanyId] =
            if self.rules().split.forgets_certificate { &[split.veneta] } else { &[split.veneta, split.sfl] };
        for company in frozen {
            self.director_to_pool(*company)?;
        }
        self.begin_singles(split)
    }

    fn director_to_pool(&mut self, company: CompanyId) -> Play {
        self.reach(Area::Frozen);
        let cert = self.t.shares.director_certificate(company);
        cert.map_or(Ok(()), |cert| self.t.shares.give(cert, Holder::Pool, &mut self.events))
    }

    /// Returns a pair of IRSFF: the director's certificate or two others.
    pub(super) fn return_old_pair(&mut self, split: &Splitting, holder: Holder) -> Play {
        let mut held: Vec<_> = self.t.shares.of_held_by(split.old, holder).collect();
        held.sort_by_key(|(_, cert)| std::cmp::Reverse(cert.percent));
        let mut returned = 0;
        for (cert, printed) in held {
            if returned >= 20 {
                break;
            }
            returned += printed.percent;
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
        }
        Ok(())
    }

    /// §4.6.8-08-v2: pairs in order; the next pair takes the director's certificate that is left.
    pub(super) fn deal_pairs(&mut self, split: Splitting, mut left: Option<CompanyId>) -> Play {
        for holder in self.split_holders(&split, 20) {
            while self.t.shares.percent(split.old, holder) >= 20 {
                self.return_old_pair(&split, holder)?;
                match left.take() {
                    Some(company) if holder == Holder::Pool => self.director_to_pool(company)?,
                    Some(company) => self.give_directorship(company, holder)?,
                    None => self.give_one_of_each(&split, holder)?,
                }
            }
        }
        if let Some(company) = left {
            self.director_to_pool(company)?;
        }
        self.begin_singles(split)
    }

    fn give_one_of_each(&mut self, split: &Splitting, holder: Holder) -> Play {
        for company in [split.veneta, split.sfl] {
            self.give_successor_share(company, holder)?;
        }
        Ok(())
    }

    fn give_successor_share(&mut self, company: CompanyId, holder: Holder) -> Play {
        let unit = self.charter(company).unit();
        if self.has_ordinary(company) {
            self.t.shares.give_percent(company, unit, Holder::Offering, holder, &mut self.events)?;
        }
        self.check_successor(company)
    }

    /// A successor whose director's certificate has not been given out yet has no director to be changed.
    pub(super) fn check_successor(&mut self, company: CompanyId) -> Play {
        match self.t.shares.director(company) {
            Holder::Offering => Ok(()),
            _ => self.check_director(company),
        }
    }

    fn has_ordinary(&self, company: CompanyId) -> bool {
        self.t.shares.ordinary(company, self.charter(company).unit(), Holder::Offering).is_some()
    }

    fn has_directorship(&self, company: CompanyId) -> bool {
        self.t.shares.director(company) == Holder::Offering
    }

    /// What a holder may take for a pair (v1): one share of each, or a director's certificate.
    pub(super) fn pair_options(&self, split: &Splitting) -> SmallVec<[(OptionName, String); 3]> {
        let mut options = SmallVec::new();
        for company in [split.veneta, split.sfl] {
            if self.has_directorship(company) {
                let name = self.name(company);
                options.push((OptionName(name.0), format!("the director's certificate of {name}")));
            }
        }
        if self.has_ordinary(split.veneta) && self.has_ordinary(split.sfl) {
            options.push((OptionName::of("both"), "one share of each company".to_owned()));
        }
        options
    }

    /// §4.6.8-08, -09: pairs one after another; the pool takes one of each.
    pub(super) fn run_split_pairs(&mut self, mut split: Splitting) -> Play {
        while let Stage::Pairs(queue) = &mut split.stage {
            let Some(holder) = queue.head() else { break };
            if self.t.shares.percent(split.old, holder) < 20 {
                queue.next += 1;
                continue;
            }
            let options = self.pair_options(&split);
            if options.len() > 1 && self.spokesman(holder).is_some() {
                self.t.steps.push(Step::Split(Box::new(split)));
                return Ok(());
            }
            let Some((option, _)) = options.last().cloned() else { break };
            self.exchange_pair(&split, holder, option)?;
        }
        for company in [split.veneta, split.sfl] {
            if self.has_directorship(company) && !self.director_can_come(&split) {
                self.director_to_pool(company)?;
            }
        }
        self.begin_singles(split)
    }

    /// Whether a director's certificate can still be taken: not once the pairs are over (G-33).
    fn director_can_come(&self, split: &Splitting) -> bool {
        matches!(&split.stage, Stage::Pairs(queue) if queue.head().is_some())
    }

    pub(super) fn exchange_pair(&mut self, split: &Splitting, holder: Holder, option: OptionName) -> Play {
        self.return_old_pair(split, holder)?;
        if option.as_str() == "both" {
            return self.give_one_of_each(split, holder);
        }
        let company = if OptionName(self.name(split.veneta).0) == option { split.veneta } else { split.sfl };
        match holder {
            Holder::Pool => self.director_to_pool(company),
            _ => self.give_directorship(company, holder),
        }
    }

    /// §4.6.8-10, -11: single shares at the holder's choice.
    fn begin_singles(&mut self, split: Splitting) -> Play {
        let stage = Stage::Singles(Queue::new(self.split_holders(&split, 10)));
        self.run_singles(Splitting { stage, ..split })
    }

    pub(super) fn run_singles(&mut self, mut split: Splitting) -> Play {
        while let Stage::Singles(queue) = &mut split.stage {
            let Some(holder) = queue.head() else { break };
            let both = self.has_ordinary(split.veneta) && self.has_ordinary(split.sfl);
            if both && (holder == Holder::Pool || self.spokesman(holder).is_some()) {
                self.t.steps.push(Step::Split(Box::new(split)));
                return Ok(());
            }
            queue.next += 1;
            let company = [split.veneta, split.sfl].into_iter().find(|company| self.has_ordinary(*company));
            let Some(company) = company else { break };
            self.exchange_single(&split, holder, company)?;
        }
        self.after_singles(split)
    }

    pub(super) fn exchange_single(&mut self, split: &Splitting, holder: Holder, company: CompanyId) -> Play {
        let single = self.t.shares.of_held_by(split.old, holder).next();
        if let Some((cert, _)) = single {
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
            self.give_successor_share(company, holder)?;
        }
        Ok(())
    }
}
