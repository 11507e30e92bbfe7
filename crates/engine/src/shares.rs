//! Certificates: who owns how much of which company, and who directs it.
//!
//! Every certificate has an identity and exactly one holder, so shares can be neither doubled nor lost.
//! Companies may hold certificates and direct other companies: who really decides is found by walking
//! up the chain.

use crate::event::{Event, Events};
use crate::hash::stable_hash;
use crate::id::{CertId, CompanyId, SeatId};
use crate::refusal::Refusal;
use crate::say;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// Whoever can hold a certificate or a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A player.
    Seat(SeatId),
    /// Another company.
    Company(CompanyId),
    /// The company's own unissued shares.
    Offering,
    /// The bank pool.
    Pool,
    /// Set aside for a later event.
    Reserved,
    /// Not (or no longer) in the game.
    Out,
}

/// A certificate as printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Certificate {
    /// Whose certificate.
    pub company: CompanyId,
    /// How much of the company it stands for.
    pub percent: u8,
    /// Whether it is the director's certificate.
    pub director: bool,
}

/// Who leads a company in the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Control {
    /// This player, directly or through companies.
    Seat(SeatId),
    /// Nobody: the chain ends at a director's certificate that no player or company holds.
    Nobody,
    /// Nobody: the chain of companies runs in a circle.
    Circle,
}

/// All certificates of the game and their holders. Equal certificates are interchangeable: two tables on which everybody
/// holds the same are the same, whichever pieces of paper these are.
#[derive(Clone, Debug)]
pub struct Shares {
    certificates: Vec<Certificate>,
    holders: Vec<Holder>,
    /// Where each company's certificates begin; the director's certificate comes first.
    first: Vec<u16>,
}

impl Shares {
    /// The certificates of all companies, each given by its certificates' percentages with the director's
    /// certificate first; all begin with `holder`.
    pub fn new<'a>(sets: impl IntoIterator<Item = &'a [u8]>, holder: Holder) -> Shares {
        let mut shares = Shares { certificates: Vec::new(), holders: Vec::new(), first: Vec::new() };
        for (company, set) in sets.into_iter().enumerate() {
            shares.first.push(shares.certificates.len() as u16);
            for (place, &percent) in set.iter().enumerate() {
                let company = CompanyId(company as u8);
                shares.certificates.push(Certificate { company, percent, director: place == 0 });
            }
        }
        shares.first.push(shares.certificates.len() as u16);
        shares.holders = vec![holder; shares.certificates.len()];
        shares
    }

    /// How many companies have certificates here.
    pub fn companies(&self) -> usize {
        self.first.len().saturating_sub(1)
    }

    /// The ids of a company's certificates, the director's certificate first.
    pub fn of(&self, company: CompanyId) -> impl DoubleEndedIterator<Item = CertId> + Clone + use<> {
        let at = |index: usize| self.first.get(index).copied().unwrap_or_default();
        (at(company.index())..at(company.index() + 1)).map(CertId)
    }

    /// A certificate as printed.
    pub fn certificate(&self, cert: CertId) -> Option<Certificate> {
        self.certificates.get(cert.index()).copied()
    }

    /// Who holds a certificate.
    pub fn holder(&self, cert: CertId) -> Holder {
        self.holders.get(cert.index()).copied().unwrap_or(Holder::Out)
    }

    /// All certificates somebody holds, by company.
    pub fn held_by(&self, holder: Holder) -> impl Iterator<Item = (CertId, Certificate)> + '_ {
        let all = self.certificates.iter().zip(&self.holders).enumerate();
        all.filter(move |(_, (_, by))| **by == holder).map(|(at, (cert, _))| (CertId(at as u16), *cert))
    }

    /// A company's certificates that somebody holds.
    pub fn of_held_by(
        &self,
        company: CompanyId,
        holder: Holder,
    ) -> impl DoubleEndedIterator<Item = (CertId, Certificate)> + '_ {
        self.of(company)
            .filter(move |&cert| self.holder(cert) == holder)
            .filter_map(|cert| self.certificate(cert).map(|printed| (cert, printed)))
    }

    /// How much of a company somebody holds.
    pub fn percent(&self, company: CompanyId, holder: Holder) -> u8 {
        self.of_held_by(company, holder).map(|(_, cert)| cert.percent).sum()
    }

    /// Everybody who holds part of a company, and how much, in the order of its certificates.
    pub fn holders(&self, company: CompanyId) -> SmallVec<[(Holder, u8); 8]> {
        let mut holders: SmallVec<[(Holder, u8); 8]> = SmallVec::new();
        for cert in self.of(company) {
            let (by, percent) = (self.holder(cert), self.certificate(cert).map_or(0, |cert| cert.percent));
            match holders.iter_mut().find(|(holder, _)| *holder == by) {
                Some((_, sum)) => *sum += percent,
                None => holders.push((by, percent)),
            }
        }
        holders
    }

    /// How many certificates somebody holds, a director's certificate counting one.
    pub fn count(&self, holder: Holder) -> usize {
        self.holders.iter().filter(|by| **by == holder).count()
    }

    /// The director's certificate of a company.
    pub fn director_certificate(&self, company: CompanyId) -> Option<CertId> {
        self.of(company).next()
    }

    /// Who holds a company's director's certificate.
    pub fn director(&self, company: CompanyId) -> Holder {
        self.director_certificate(company).map_or(Holder::Out, |cert| self.holder(cert))
    }

    /// The companies somebody directs.
    pub fn directed_by(&self, holder: Holder) -> impl Iterator<Item = CompanyId> + '_ {
        (0..self.companies() as u8).map(CompanyId).filter(move |&company| self.director(company) == holder)
    }

    /// Who leads a company in the end: a walk up the chain of directors.
    pub fn control(&self, company: CompanyId) -> Control {
        let mut at = company;
        for _ in 0..=self.companies() {
            match self.director(at) {
                Holder::Seat(seat) => return Control::Seat(seat),
                Holder::Company(above) => at = above,
                _ => return Control::Nobody,
            }
        }
        Control::Circle
    }

    /// The companies above `company` in its chain of directors, nearest first; stops where a circle closes.
    pub fn chain_above(&self, company: CompanyId) -> Vec<CompanyId> {
        let mut chain = Vec::new();
        let mut at = company;
        while let Holder::Company(above) = self.director(at) {
            if above == company || chain.contains(&above) {
                break;
            }
            chain.push(above);
            at = above;
        }
        chain
    }

    /// How much of `company` a player holds together with all companies they lead.
    pub fn controlled_percent(&self, company: CompanyId, seat: SeatId) -> u8 {
        let counts = |holder: Holder| match holder {
            Holder::Seat(by) => by == seat,
            Holder::Company(by) => by != company && self.control(by) == Control::Seat(seat),
            _ => false,
        };
        let counted = self.of(company).filter(|&cert| counts(self.holder(cert)));
        counted.filter_map(|cert| self.certificate(cert)).map(|cert| cert.percent).sum()
    }

    /// Gives a certificate to another holder.
    pub fn give(&mut self, cert: CertId, to: Holder, events: &mut Events) -> Result<(), Refusal> {
        let (Some(printed), Some(holder)) = (self.certificate(cert), self.holders.get_mut(cert.index()))
        else {
            return Err(Refusal::plain(say!("there is no such certificate")));
        };
        let from = std::mem::replace(holder, to);
        if from != to {
            events.push(Event::Shares { company: printed.company, percent: printed.percent, from, to });
        }
        Ok(())
    }

    /// Gives `percent` of a company in ordinary certificates; refused, with nothing changed, if the giver's
    /// ordinary certificates do not add up to it.
    pub fn give_percent(
        &mut self,
        company: CompanyId,
        percent: u8,
        from: Holder,
        to: Holder,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        let chosen = self.ordinary(company, percent, from).ok_or_else(|| {
            Refusal::plain(say!(
                "{percent}% of the company in ordinary certificates is not there to give",
                percent
            ))
        })?;
        for &cert in &chosen {
            if let Some(holder) = self.holders.get_mut(cert.index()) {
                *holder = to;
            }
        }
        if from != to && percent > 0 {
            events.push(Event::Shares { company, percent, from, to });
        }
        Ok(())
    }

    /// Ordinary certificates of a company held by somebody that add up to exactly `percent`: greedily, the
    /// largest first.
    pub fn ordinary(&self, company: CompanyId, percent: u8, holder: Holder) -> Option<Vec<CertId>> {
        let mut held: Vec<_> = self.of_held_by(company, holder).filter(|(_, cert)| !cert.director).collect();
        held.sort_by_key(|(_, cert)| std::cmp::Reverse(cert.percent));
        let mut missing = percent;
        let mut chosen = Vec::new();
        for (id, cert) in held {
            if cert.percent <= missing {
                missing -= cert.percent;
                chosen.push(id);
            }
        }
        (missing == 0).then_some(chosen)
    }

    /// Swaps the director's certificate against ordinary certificates of the new director worth the same.
    /// Both percentages stay as they are.
    pub fn swap_director(
        &mut self,
        company: CompanyId,
        to: Holder,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        let missing = || Refusal::plain(say!("the new director has no ordinary certificates to swap"));
        let cert = self.director_certificate(company).ok_or_else(missing)?;
        let from = self.holder(cert);
        let percent = self.certificate(cert).map_or(0, |cert| cert.percent);
        let given = self.ordinary(company, percent, to).ok_or_else(missing)?;
        for id in given.into_iter().chain([cert]) {
            let holder = if id == cert { to } else { from };
            if let Some(slot) = self.holders.get_mut(id.index()) {
                *slot = holder;
            }
        }
        events.push(Event::Director { company, director: to });
        Ok(())
    }

    /// Lets a company's certificates be held by these, in order.
    pub(crate) fn deal(&mut self, company: CompanyId, holders: &[Holder]) {
        for (cert, holder) in self.of(company).zip(holders) {
            if let Some(place) = self.holders.get_mut(cert.index()) {
                *place = *holder;
            }
        }
    }

    /// The sum of a company's certificates: 100 for a complete set, always.
    pub fn total(&self, company: CompanyId) -> u32 {
        self.of(company).filter_map(|cert| self.certificate(cert)).map(|cert| u32::from(cert.percent)).sum()
    }
}

impl Shares {
    /// The same for the same holdings: a sum over all certificates, so that their order does not count.
    fn fingerprint(&self) -> u64 {
        let held = self.certificates.iter().zip(&self.holders);
        held.fold(0, |sum: u64, (cert, holder)| {
            let printed = [cert.company.0, cert.percent, u8::from(cert.director)];
            let (kind, which) = match holder {
                Holder::Seat(seat) => (0, seat.0),
                Holder::Company(company) => (1, company.0),
                Holder::Offering => (2, 0),
                Holder::Pool => (3, 0),
                Holder::Reserved => (4, 0),
                Holder::Out => (5, 0),
            };
            let [company, percent, director] = printed;
            let word = u64::from_le_bytes([company, percent, director, kind, which, 0, 0, 0]);
            sum.wrapping_add(stable_hash(&word))
        })
    }
}

impl PartialEq for Shares {
    fn eq(&self, other: &Shares) -> bool {
        let sorted = |shares: &Shares| {
            let held = shares.certificates.iter().zip(&shares.holders);
            let mut held: Vec<_> =
                held.map(|(cert, by)| (cert.company, !cert.director, cert.percent, *by)).collect();
            held.sort_unstable();
            held
        };
        self.certificates == other.certificates
            && (self.holders == other.holders || sorted(self) == sorted(other))
    }
}

impl Eq for Shares {}

impl Hash for Shares {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINOR: &[u8] = &[40, 20, 20, 20];
    const MAJOR: &[u8] = &[20, 10, 10, 10, 10, 10, 10, 10, 10];
    const A: Holder = Holder::Seat(SeatId(0));
    const B: Holder = Holder::Seat(SeatId(1));
    const SFTG: CompanyId = CompanyId(0);
    const SFTN: CompanyId = CompanyId(1);
    const SFTC: CompanyId = CompanyId(2);

    fn table() -> Shares {
        Shares::new([MAJOR, MAJOR, MINOR], Holder::Offering)
    }

    fn give(shares: &mut Shares, company: CompanyId, percent: u8, to: Holder) {
        shares.give_percent(company, percent, Holder::Offering, to, &mut Events::default()).unwrap();
    }

    #[test]
    fn a_swap_keeps_both_percentages() {
        let mut shares = table();
        let director = shares.director_certificate(SFTG).unwrap();
        shares.give(director, A, &mut Events::default()).unwrap();
        give(&mut shares, SFTG, 10, A);
        give(&mut shares, SFTG, 40, B);
        shares.swap_director(SFTG, B, &mut Events::default()).unwrap();
        assert_eq!((shares.director(SFTG), shares.percent(SFTG, A), shares.percent(SFTG, B)), (B, 30, 40));
        assert_eq!((shares.count(A), shares.count(B), shares.total(SFTG)), (3, 3, 100));
    }

    #[test]
    fn it_does_not_matter_which_of_equal_certificates_somebody_holds() {
        let certs: Vec<_> = table().of(SFTG).collect();
        let held = |pieces: &[usize]| {
            let mut shares = table();
            for piece in pieces {
                shares.give(certs[*piece], A, &mut Events::default()).unwrap();
            }
            shares
        };
        assert_eq!(held(&[1, 2]), held(&[5, 3]));
        assert_eq!(stable_hash(&held(&[1, 2])), stable_hash(&held(&[5, 3])));
        assert_ne!(held(&[0]), held(&[1, 2]), "the director's certificate is another one");
        assert_ne!(stable_hash(&held(&[0])), stable_hash(&held(&[1, 2])));
    }

    #[test]
    fn everybody_with_a_part_is_a_holder() {
        let mut shares = table();
        give(&mut shares, SFTG, 20, A);
        give(&mut shares, SFTG, 10, B);
        give(&mut shares, SFTG, 10, A);
        assert_eq!(shares.holders(SFTG).to_vec(), [(Holder::Offering, 60), (A, 30), (B, 10)]);
    }

    #[test]
    fn control_is_a_walk_up_the_chain_and_a_circle_is_seen() {
        let mut shares = table();
        let mut lead = |company: CompanyId, by: Holder| {
            let cert = shares.director_certificate(company).unwrap();
            shares.give(cert, by, &mut Events::default()).unwrap();
            shares.control(SFTC)
        };
        assert_eq!(lead(SFTC, Holder::Company(SFTN)), Control::Nobody);
        assert_eq!(lead(SFTN, A), Control::Seat(SeatId(0)));
        assert_eq!(lead(SFTN, Holder::Company(SFTC)), Control::Circle);
    }

    #[test]
    fn control_counts_the_shares_of_led_companies() {
        // The situation of the rulebook's example to 1841 §3.2.
        let mut shares = table();
        for (company, by) in [(SFTN, A), (SFTC, Holder::Company(SFTN)), (SFTG, A)] {
            let cert = shares.director_certificate(company).unwrap();
            shares.give(cert, by, &mut Events::default()).unwrap();
        }
        give(&mut shares, SFTG, 20, A);
        give(&mut shares, SFTG, 20, Holder::Company(SFTC));
        assert_eq!(shares.controlled_percent(SFTG, SeatId(0)), 60);
    }

    #[test]
    fn an_impossible_gift_changes_nothing() {
        let mut shares = table();
        let before = shares.clone();
        assert!(shares.give_percent(SFTC, 30, Holder::Offering, A, &mut Events::default()).is_err());
        assert!(shares.swap_director(SFTG, B, &mut Events::default()).is_err());
        assert_eq!(shares, before);
    }
}
