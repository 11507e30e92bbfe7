//! Dense ids used inside a running game, each an index into a table of the title's data.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident($inner:ty)),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub struct $id(pub $inner);

        impl $id {
            /// The id as an index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}

ids! {
    /// A seat at the table, counted from 0 in the order of the set-up. It never changes, even where a
    /// title deals out a new order of play.
    SeatId(u8),
    /// A company, by its place in the title's roster.
    CompanyId(u8),
    /// A hex, by its place in the map.
    HexId(u16),
    /// A tile, by its place in the title's tile set.
    TileId(u16),
    /// A certificate, by its place in the title's set of certificates.
    CertId(u16),
    /// A kind of train, by its place in the roster.
    TrainKind(u8),
    /// A phase, by its place in the title's list.
    PhaseId(u8),
    /// A card that is no certificate, by its place in the title's list.
    CardId(u8),
}

/// A set of companies, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CompanySet(u64);

impl CompanySet {
    fn bit(company: CompanyId) -> u64 {
        1_u64.checked_shl(company.0.into()).unwrap_or(0)
    }

    /// Whether a company is in it.
    pub fn has(self, company: CompanyId) -> bool {
        self.0 & CompanySet::bit(company) != 0
    }

    /// Puts a company in.
    pub fn add(&mut self, company: CompanyId) {
        self.0 |= CompanySet::bit(company);
    }

    /// Takes a company out.
    pub fn remove(&mut self, company: CompanyId) {
        self.0 &= !CompanySet::bit(company);
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its companies, in roster order.
    pub fn iter(self) -> impl Iterator<Item = CompanyId> {
        (0..64).map(CompanyId).filter(move |company| self.has(*company))
    }
}

impl FromIterator<CompanyId> for CompanySet {
    fn from_iter<I: IntoIterator<Item = CompanyId>>(companies: I) -> CompanySet {
        let mut set = CompanySet::default();
        companies.into_iter().for_each(|company| set.add(company));
        set
    }
}

impl Serialize for CompanySet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CompanySet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<CompanySet, D::Error> {
        Vec::<CompanyId>::deserialize(deserializer).map(|companies| companies.into_iter().collect())
    }
}
