//! What a client knows without a screen. Everything here is pure and can be tested without a browser.
//!
//! [`timeline`] folds the server's records; [`words`] and [`cannot`](mod@cannot) say what may be done, what may
//! not and why; [`judge`] refuses what the host would certainly refuse; [`preview`] shows what a decision would do,
//! [`deal`](mod@deal) what is proposed; [`draw_route`] makes runs by hand, [`compare`] finds others to
//! compare with; [`forgone`] and [`moves`] look back on a game; [`sheet`] checks sealed bids as they are
//! typed, [`bids`] lays them side by side when they are opened; [`about`] says what things do, [`strip`](mod@strip) whose
//! turn it is; [`reach`](mod@reach), [`weigh`], [`par`](mod@par), [`emergency`](mod@emergency) and [`restructuring`] say what stands behind a price;
//! [`spread`] and [`upgrades`] are tables to look things up, [`rulebook`] the numbered rules, [`glossary`] the
//! words of the family, [`lesson`] a guided first round.

pub mod about;
pub mod bids;
pub mod cannot;
pub mod compare;
pub mod deal;
pub mod draw_route;
pub mod emergency;
pub mod forgone;
pub mod glossary;
pub mod judge;
pub mod lesson;
pub mod moves;
pub mod names;
pub mod par;
pub mod preview;
pub mod reach;
pub mod restructuring;
pub mod rulebook;
pub mod scene;
pub mod sheet;
pub mod spread;
pub mod strip;
pub mod talk;
pub mod timeline;
pub mod upgrades;
pub mod weigh;
pub mod words;

pub use cannot::{Cannot, cannot};
pub use draw_route::{Clicked, Draft};
pub use names::TableNames;
pub use preview::Preview;
pub use scene::Scene;
pub use timeline::{Line, LineKind, Record, Timeline, TurnOf};
pub use words::Group;
