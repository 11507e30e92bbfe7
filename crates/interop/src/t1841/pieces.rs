//! Which copy of a tile, train or share is where. The site names copies (`201-0`, `3-1`, `SFTG_4`); at our
//! table equal pieces are the same, so what the record says about copies is remembered here.

use super::Charter;
use super::words::kind_of;
use crate::printed::unit;
use crate::record::{Entity, Recorded, What};
use ferrata_engine::name::{CompanyName, TrainName};
use ferrata_engine::view::CompanyView;
use std::collections::BTreeMap;

/// Where a share was last seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Pool,
    With(Entity),
}

/// The copies.
#[derive(Clone, Default)]
pub(super) struct Pieces {
    /// Tiles on the map: hex by copy.
    tiles: BTreeMap<String, String>,
    /// Trains with their owners, the latest purchase last.
    trains: Vec<(String, String)>,
    /// Shares that were traded; the others were never seen to leave their company.
    shares: BTreeMap<String, Place>,
}

impl Pieces {
    /// Notes what a recorded action moved.
    pub(super) fn follow(&mut self, action: &Recorded) {
        match (&action.what, &action.entity) {
            (What::LayTile { hex, tile, .. }, _) => {
                self.tiles.retain(|_, at| at != hex);
                self.tiles.insert(tile.clone(), hex.clone());
            }
            (What::BuyTrain { train, .. }, Entity::Company(buyer)) => {
                self.trains.retain(|(copy, _)| copy != train);
                self.trains.push((train.clone(), buyer.clone()));
            }
            (What::DiscardTrain { train }, _) => self.trains.retain(|(copy, _)| copy != train),
            (What::BuyShares { shares, .. }, entity) => self.put(shares, &Place::With(entity.clone())),
            (What::SellShares { shares, .. }, _) => self.put(shares, &Place::Pool),
            (What::Par { corporation, .. }, _) => self.forget(corporation),
            (What::Merge { corporation }, Entity::Company(merged)) => self.rename(merged, corporation),
            _ => {}
        }
    }

    fn put(&mut self, shares: &[String], place: &Place) {
        for share in shares.iter().filter(|share| !share.ends_with("_0")) {
            self.shares.insert(share.clone(), place.clone());
        }
    }

    /// A company starts (again): nothing of its shares is known.
    fn forget(&mut self, company: &str) {
        self.shares.retain(|share, _| share.rsplit_once('_').is_none_or(|(of, _)| of != company));
    }

    /// A company becomes another one: its trains go with it, its shares are no more.
    pub(super) fn rename(&mut self, old: &str, new: &str) {
        for (_, owner) in self.trains.iter_mut().filter(|(_, owner)| owner == old) {
            *owner = new.to_owned();
        }
        self.forget(old);
        self.forget(new);
    }

    /// Notes where the ordinary shares of a company that arose from others are, as they lie at our table: by number,
    /// none for those that are unissued.
    pub(super) fn take_stock(&mut self, company: &str, places: impl Iterator<Item = (usize, Option<Place>)>) {
        self.forget(company);
        for (number, place) in places {
            if let Some(place) = place {
                self.put(&[format!("{company}_{number}")], &place);
            }
        }
    }

    /// Shares that changed hands without a recorded action (a director's certificate exchanged, a bankruptcy) are
    /// where one too many lies at our table. `held` has the place of every ordinary share that is issued.
    pub(super) fn settle_shares(&mut self, company: &str, mut held: Vec<Place>) {
        let mut lost = Vec::new();
        let of_company = |share: &str| share.rsplit_once('_').is_some_and(|(of, _)| of == company);
        for (share, place) in self.shares.iter().filter(|(share, _)| of_company(share)) {
            match held.iter().position(|other| other == place) {
                Some(known) => drop(held.swap_remove(known)),
                None => lost.push(share.clone()),
            }
        }
        for share in lost {
            let free = held.iter().position(|place| *place == Place::Pool).or(held.len().checked_sub(1));
            match free {
                Some(free) => self.shares.insert(share, held.swap_remove(free)),
                None => self.shares.remove(&share),
            };
        }
    }

    /// Trains go with what becomes of their owners: IRSFF's alternately to its two successors; any other to
    /// whoever has a train of its kind that nobody is known to have bought.
    pub(super) fn settle(&mut self, companies: &[Charter]) {
        self.settle_split(companies);
        let mut unknown: Vec<(&str, &str)> = companies
            .iter()
            .flat_map(|company| company.trains.iter().map(|train| (company.name.as_str(), train.as_str())))
            .collect();
        let mut lost = Vec::new();
        for (at, (copy, owner)) in self.trains.iter().enumerate() {
            let known = unknown.iter().position(|(has, kind)| has == owner && *kind == kind_of(copy));
            match known {
                Some(known) => drop(unknown.swap_remove(known)),
                None => lost.push(at),
            }
        }
        for at in lost {
            let Some((copy, owner)) = self.trains.get_mut(at) else { continue };
            if let Some(found) = unknown.iter().position(|(_, kind)| *kind == kind_of(copy)) {
                *owner = unknown.swap_remove(found).0.to_owned();
            }
        }
    }

    fn settle_split(&mut self, companies: &[Charter]) {
        let in_play = |name: &str| companies.iter().any(|c| c.name.as_str() == name && c.in_play);
        let first = if in_play("SB") { "SB" } else { "SFV" };
        if in_play("IRSFF") || !in_play(first) {
            return;
        }
        let mut split: Vec<usize> = (0..self.trains.len())
            .filter(|at| self.trains.get(*at).is_some_and(|(_, owner)| owner == "IRSFF"))
            .collect();
        split.sort_by_key(|at| self.trains.get(*at).map(|(copy, _)| kind_of(copy).to_owned()));
        for (turn, at) in split.into_iter().rev().enumerate() {
            if let Some((_, owner)) = self.trains.get_mut(at) {
                *owner = if turn % 2 == 0 { first } else { "SFL" }.to_owned();
            }
        }
    }

    /// The hex on which a copy of a tile lies.
    pub(super) fn hex_of(&self, tile: &str) -> Option<&str> {
        self.tiles.get(tile).map(String::as_str)
    }

    /// The last buyer of all these shares, if one bought them.
    pub(super) fn owner(&self, shares: &[String]) -> Option<&Entity> {
        match self.shares.get(shares.first()?) {
            Some(Place::With(entity)) => Some(entity),
            _ => None,
        }
    }

    /// Whether these shares were last seen in the pool.
    pub(super) fn pooled(&self, shares: &[String]) -> bool {
        shares.first().is_some_and(|share| self.shares.get(share) == Some(&Place::Pool))
    }

    /// Whether these shares lie in the pool, else in the company's own offering.
    pub(super) fn in_pool(&self, shares: &[String], company: &CompanyView, certificates: &[u8]) -> bool {
        let share = shares.first().map_or("", String::as_str);
        match (company.pool, company.offering) {
            (_, 0) => true,
            (0, _) => false,
            _ if share.ends_with("_0") => true,
            _ if self.shares.get(share) == Some(&Place::Pool) => true,
            _ => !self.unissued(company, certificates).contains(&share.to_owned()),
        }
    }

    /// The shares that must be the unissued ones: the last of those never seen elsewhere, since the site
    /// hands out the first.
    fn unissued(&self, company: &CompanyView, certificates: &[u8]) -> Vec<String> {
        let all = (1..certificates.len()).rev().map(|number| format!("{}_{number}", company.name));
        let unseen = all.filter(|share| !self.shares.contains_key(share));
        unseen.take(usize::from(company.offering / unit(certificates))).collect()
    }

    /// The company from which this copy of a train is bought: its last buyer if it still has such a train,
    /// else another company that has one nobody is known to have bought.
    pub(super) fn train_owner(
        &self,
        train: &str,
        kind: TrainName,
        buyer: CompanyName,
        companies: &[Charter],
    ) -> Option<CompanyName> {
        let has = |company: &&Charter| company.trains.contains(&kind) && company.name != buyer;
        let mut sellers = companies.iter().filter(has);
        let known = self.trains.iter().find(|(copy, _)| copy == train).map(|(_, owner)| owner);
        let last = known.and_then(|owner| companies.iter().filter(has).find(|c| c.name.as_str() == owner));
        let unknown = |company: &&Charter| {
            let here = |(copy, owner): &&(String, String)| {
                kind_of(copy) == kind.as_str() && company.name.as_str() == owner
            };
            let bought = self.trains.iter().filter(here).count();
            bought < company.trains.iter().filter(|train| **train == kind).count()
        };
        last.or_else(|| sellers.clone().find(unknown)).or_else(|| sellers.next()).map(|company| company.name)
    }
}
