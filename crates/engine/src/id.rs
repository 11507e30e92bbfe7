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

/// Declares a set of ids, one bit each; it is written as a list.
macro_rules! sets {
    ($($(#[$doc:meta])* $set:ident($id:ident)),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub struct $set(u64);

        impl $set {
            fn bit(id: $id) -> u64 {
                1_u64.checked_shl(id.0.into()).unwrap_or(0)
            }

            /// Whether this one is in it.
            pub fn has(self, id: $id) -> bool {
                self.0 & $set::bit(id) != 0
            }

            /// Puts one in.
            pub fn add(&mut self, id: $id) {
                self.0 |= $set::bit(id);
            }

            /// Takes one out.
            pub fn remove(&mut self, id: $id) {
                self.0 &= !$set::bit(id);
            }

            /// Whether it is empty.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// All that are in it, in order.
            pub fn iter(self) -> impl Iterator<Item = $id> {
                (0..64).map($id).filter(move |id| self.has(*id))
            }
        }

        impl FromIterator<$id> for $set {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> $set {
                let mut set = $set::default();
                ids.into_iter().for_each(|id| set.add(id));
                set
            }
        }

        impl Serialize for $set {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }

        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$set, D::Error> {
                Vec::<$id>::deserialize(deserializer).map(|ids| ids.into_iter().collect())
            }
        }
    )+};
}

sets! {
    /// A set of companies.
    CompanySet(CompanyId),
    /// A set of seats.
    SeatSet(SeatId),
}
