//! What goes between a server and its clients: every type of a request, an answer or a live event, once.
//!
//! Server, browser and tests use these types, and with the feature `schema` the API's description is derived from
//! them, so the three cannot come to differ. The game's own words in them (actions, offers, the table) are the
//! engine's types.
//!
//! ```
//! use ferrata_wire::{LiveEvent, TableStatus};
//!
//! let event = LiveEvent::read("presence", r#"["Anna", "Bruno"]"#).unwrap();
//! assert_eq!(event, LiveEvent::Presence(vec!["Anna".into(), "Bruno".into()]));
//! assert_eq!(serde_json::to_string(&TableStatus::Running).unwrap(), r#""running""#);
//! ```

mod account;
mod archive;
mod clock;
mod live;
mod notify;
mod orders;
mod people;
mod play;
mod problem;
mod table;
mod talk;

pub use account::{
    AboutMe, Credentials, Farewell, FreshToken, LinkedPassword, Me, MyChat, MyDeed, MyNote, MySeat,
    MySession, NewPassword, NewToken, Token,
};
pub use archive::{Arrived, Example, ExportFormat, ExportParams, Fork};
pub use clock::{Because, ClockTerms, Pace, SeatClock, SeatNote, Successor, TableClock, TimeUp, Vacation};
pub use live::{LiveEvent, LiveParams, StreamPlace};
pub use notify::{
    Address, ByName, Destination, LinkKey, NewDestination, NotificationKind, Preferences, QuietHours,
    TEMPLATES, Telling,
};
pub use orders::{Cause, Change, NewOrder, Order, OrderInfo, OrderState};
pub use people::{Placed, PlayedGame, Profile, Rated, Rating, RatingParams, TitleRecord};
pub use play::{Act, Agree, AtParams, Done, LogParams, LogPart, Moment, Record, Undo, WishAnswer};
pub use problem::{Problem, ProblemKind};
pub use table::{
    Asked, Created, Damage, Invitation, InvitedTo, Join, ListParams, Listing, NewTable, ProgramLevel,
    RulesChanged, SeatInfo, SeatKey, SeatProgram, StandIn, TableChange, TableInfo, TableStatus, UndoPolicy,
    Visibility, Wish,
};
pub use talk::{ChatLine, ChatParams, Note, Say};

/// Milliseconds since 1970.
pub type Millis = i64;
