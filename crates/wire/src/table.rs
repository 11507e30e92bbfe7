//! Tables: made, listed, joined.

use crate::{ClockTerms, Millis, Successor, TableClock};
use ferrata_engine::id::SeatId;
use ferrata_engine::name::PhaseName;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Setup, Turn};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::{IntoParams, ToSchema};

/// Writes words of the wire as they stand in the database, and reads them.
macro_rules! words {
    ($kind:ident: $($variant:ident = $word:literal),+ $(,)?) => {
        impl $kind {
            /// The word for it, on the wire and in the database.
            pub fn word(self) -> &'static str {
                match self { $($kind::$variant => $word),+ }
            }

            /// What a word stands for.
            pub fn from_word(word: &str) -> Option<$kind> {
                match word { $($word => Some($kind::$variant),)+ _ => None }
            }
        }
    };
}
pub(crate) use words;

/// Where a table is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TableStatus {
    /// It waits for players.
    Open,
    /// It is played.
    Running,
    /// The game has ended.
    Over,
    /// The game was ended without a result; it can be looked at.
    Closed,
}

words!(TableStatus: Open = "open", Running = "running", Over = "over", Closed = "closed");

/// When a player may take something back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// Anybody, anything.
    Free,
    /// The own last entry, while nobody has acted since.
    Own,
    /// When all other players agree.
    Consent,
}

words!(UndoPolicy: Free = "free", Own = "own", Consent = "consent");

/// Who may see a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Listed; anybody may watch and take a free seat.
    Open,
    /// Anybody who knows its address may watch; seats by invitation.
    Link,
    /// Only who sits there.
    Seats,
}

words!(Visibility: Open = "open", Link = "link", Seats = "seats");

/// How well a program plays that takes a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProgramLevel {
    /// Knows the rules, and what is good half of the time.
    Novice,
    /// Does what looks best at once.
    Greedy,
    /// Plays a few candidates on.
    Steady,
    /// Plays many candidates on, many times.
    Strong,
}

words!(ProgramLevel: Novice = "novice", Greedy = "greedy", Steady = "steady", Strong = "strong");

/// A seat that a program is to play, or a person again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct SeatProgram {
    /// Which seat, counted from 0.
    pub seat: u8,
    /// How well it plays; none = a person plays the seat again.
    #[serde(default)]
    pub level: Option<ProgramLevel>,
}

/// A table to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct NewTable {
    /// What to call it, up to 60 characters; none = the title.
    #[serde(default)]
    pub name: Option<String>,
    /// The title, as `/api/titles` lists it. With a position, it may be left out, and so may edition and options.
    #[serde(default)]
    pub title: String,
    /// Its edition.
    #[serde(default)]
    pub edition: String,
    /// Its options.
    #[serde(default)]
    pub options: Vec<String>,
    /// The players' names in seat order (over a network: what a seat is called until somebody takes it). With a
    /// position, they may be left out: those of the position are taken.
    #[serde(default)]
    pub players: Vec<String>,
    /// The position from which it is played, where that is not the beginning; up to 64 KiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// When a player may take something back.
    pub undo: UndoPolicy,
    /// Who may see it.
    pub visibility: Visibility,
    /// One browser plays all seats (or each seat gets its own link), and the game begins at once.
    #[serde(default)]
    pub local: bool,
    /// The seat I take at a network table.
    #[serde(default)]
    pub seat: Option<u8>,
    /// Seats that programs play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<SeatProgram>,
    /// On what terms clocks run; without it there is all the time in the world. Over a network only.
    #[serde(default)]
    pub clock: ClockTerms,
}

/// A new table with the keys that let people in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Created {
    /// The table.
    pub id: String,
    /// The key that lets anybody take a free seat.
    pub invite: String,
    /// For each seat, the key that lets somebody take just that seat.
    pub seat_keys: Vec<String>,
}

/// Which tables to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Listing {
    /// Those with a seat of mine, or made by me.
    #[default]
    Mine,
    /// Those anybody may join or watch.
    Open,
    /// Those that are over: mine, and those that anybody may watch.
    Archive,
    /// Those that I want to find again.
    Favourites,
}

/// Which part of a list of tables is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(IntoParams), into_params(parameter_in = Query))]
pub struct ListParams {
    /// Which list: mine where nothing is said.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(inline, required = false))]
    pub which: Listing,
    /// Only those of this title.
    pub title: Option<String>,
    /// Only those with this in their name or in that of a player.
    pub search: Option<String>,
    /// Only those that wait for players.
    pub free: Option<bool>,
    /// At most this many, up to 100.
    pub limit: Option<u32>,
    /// Continue a list: the `updated` of its last table.
    pub before: Option<Millis>,
    /// Continue a list: the `id` of its last table.
    pub after_id: Option<String>,
}

/// A table as listed and shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct TableInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it is in its life.
    pub status: TableStatus,
    /// Title, edition, options and players, and the position it is played from; lists leave that out.
    pub setup: Setup,
    /// Whether it is played from a position, not from the beginning.
    pub from_position: bool,
    /// Whether one browser plays all seats.
    pub local: bool,
    /// When a player may take something back.
    pub undo: UndoPolicy,
    /// Who may see it.
    pub visibility: Visibility,
    /// Whether I made it.
    pub mine: bool,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The number of the last record.
    pub number: u64,
    /// The round that is played; none before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Text>,
    /// The phase; none before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<PhaseName>,
    /// Who is to decide; none before the start.
    pub turn: Option<Turn>,
    /// Whether it is my turn.
    pub my_turn: bool,
    /// Since when it is somebody's turn: when the last record was made, in milliseconds since 1970.
    pub since: Millis,
    /// Seats whose decision in secret is in and not yet opened.
    pub handed_in: Vec<u8>,
    /// The names of who looks at the table now.
    pub present: Vec<String>,
    /// What somebody asks the others to agree to.
    pub asked: Option<Asked>,
    /// What is wrong with its log, if something is.
    pub damage: Option<Damage>,
    /// Since when the rules have changed, as long as not all players have agreed to it.
    pub changed: Option<RulesChanged>,
    /// Its clocks, if time is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TableClock>,
    /// When it was made, in milliseconds since 1970.
    pub created: Millis,
    /// When it last changed, in milliseconds since 1970.
    pub updated: Millis,
}

impl TableInfo {
    /// The names of those who must decide.
    pub fn waiting_for(&self) -> Vec<&str> {
        let name =
            |seat: &SeatId| self.seats.iter().find(|info| info.seat == seat.0).map(|info| info.name.as_str());
        match &self.turn {
            Some(Turn::Seat(seat)) => name(seat).into_iter().collect(),
            Some(Turn::Sealed(seats)) => seats.iter().filter_map(name).collect(),
            _ => Vec::new(),
        }
    }
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct SeatInfo {
    /// Which, counted from 0.
    pub seat: u8,
    /// What it is called.
    pub name: String,
    /// Whether somebody sits there.
    pub taken: bool,
    /// Whether it is mine.
    pub mine: bool,
    /// Whether who sits there looks at the table now.
    pub here: bool,
    /// The program that plays it, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramLevel>,
    /// Who comes back to it when they want, or when the others agree, while a program plays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_in_for: Option<StandIn>,
    /// Whether it is offered to me: all agreed that I play it from now on.
    #[serde(default)]
    pub offered: bool,
}

/// For whom a program plays a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct StandIn {
    /// Whether that is me.
    pub me: bool,
    /// Whether the others have to agree when they come back: they had voted.
    pub consent: bool,
}

/// What needs the consent of all other players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case", tag = "wish")]
pub enum Wish {
    /// To take back.
    Undo {
        /// The record after which the game should go on.
        to: u64,
    },
    /// To go on by the rules as they are now.
    Rules,
    /// To end the game here, without a result.
    Close,
    /// To give a seat to somebody else. Where its time is up, more than half of the others are enough.
    Replace {
        /// Which.
        of: u8,
        /// To whom.
        successor: Successor,
    },
    /// To come back to a seat that the others had given away.
    Return {
        /// Which.
        of: u8,
    },
    /// To let the clocks run on other terms.
    Clock {
        /// These.
        terms: ClockTerms,
    },
}

impl Wish {
    /// Whether it stays when somebody acts meanwhile: it is not about what was on the table when it was asked.
    pub fn stays(&self) -> bool {
        matches!(self, Wish::Replace { .. } | Wish::Return { .. } | Wish::Clock { .. })
    }
}

/// Somebody asks for the others' consent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema), schema(as = AskedConsent))]
pub struct Asked {
    /// The request's id: an answer names it.
    pub id: String,
    /// What is asked for.
    pub wish: Wish,
    /// The seat that asks.
    pub seat: u8,
    /// The seats that agreed.
    pub agreed: Vec<u8>,
}

/// Why a game cannot go on from its last record: the rules no longer accept one. All before it can be read; when
/// play is taken back there, it goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Damage {
    /// The last record that is good.
    pub good_until: u64,
    /// What is wrong with the next.
    pub why: String,
}

/// The rules have changed since a record was made: every entry is still legal, but the table is another one than
/// recorded. Play goes on when all players agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct RulesChanged {
    /// The first such record.
    pub since: u64,
    /// The version of the rules by which it was made; 0 if that was not noted.
    pub then: u32,
    /// The version now.
    pub now: u32,
}

/// What who made a table changes about it; what is left out stays.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct TableChange {
    /// What to call it, 1 to 60 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The options it is played with; before the start only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// When a player may take something back; before the start only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoPolicy>,
    /// Who may see it; before the start only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Visibility>,
    /// On what terms clocks run; before the start only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockTerms>,
}

/// A new key of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct SeatKey {
    /// The key that lets somebody take just that seat.
    pub key: String,
}

/// A wish to sit down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Join {
    /// The seat to take; none = the first free one (or the one the key belongs to).
    #[serde(default)]
    pub seat: Option<u8>,
    /// The key of the invitation or of the seat; open tables need none.
    #[serde(default)]
    pub key: Option<String>,
}

/// What an invitation tells before anybody signs in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Invitation {
    /// The table; none where its key fits none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<InvitedTo>,
}

/// The table to which an invitation leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct InvitedTo {
    /// Its name.
    pub name: String,
    /// The game.
    pub title: String,
    /// How many play.
    pub players: u8,
    /// Who sits there already.
    pub seated: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the database are those of the wire.
    #[test]
    fn a_word_is_the_same_everywhere() {
        for status in [TableStatus::Open, TableStatus::Running, TableStatus::Over, TableStatus::Closed] {
            assert_eq!(serde_json::to_value(status).unwrap(), status.word());
            assert_eq!(TableStatus::from_word(status.word()), Some(status));
        }
        for policy in [UndoPolicy::Free, UndoPolicy::Own, UndoPolicy::Consent] {
            assert_eq!(serde_json::to_value(policy).unwrap(), policy.word());
            assert_eq!(UndoPolicy::from_word(policy.word()), Some(policy));
        }
        for visibility in [Visibility::Open, Visibility::Link, Visibility::Seats] {
            assert_eq!(serde_json::to_value(visibility).unwrap(), visibility.word());
            assert_eq!(Visibility::from_word(visibility.word()), Some(visibility));
        }
        assert_eq!(TableStatus::from_word("Open"), None);
    }
}
