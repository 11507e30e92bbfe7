//! Dense ids used inside a running game, each an index into a table of the title's data.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident($inner:ty)),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(transparent)]
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
