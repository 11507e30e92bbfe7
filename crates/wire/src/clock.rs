//! Time to think: how much of it there is at a table, who has how much left, and what becomes of seats whose people are
//! away.

use crate::{Millis, ProgramLevel, QuietHours};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case", tag = "pace")]
pub enum Pace {
    /// As much as anybody wants.
    #[default]
    Unlimited,
    /// So much for every entry.
    Move {
        /// In minutes, from 1 to 60 days.
        minutes: u32,
    },
    /// So much for the whole game.
    Budget {
        /// In minutes, from 1 to 365 days.
        minutes: u32,
        /// And so many more with every turn, in minutes.
        increment: u32,
    },
}

/// What happens when somebody's time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case", tag = "then")]
pub enum TimeUp {
    /// They are reminded, every day.
    #[default]
    Remind,
    /// A program plays on until they are back.
    Program {
        /// How well it plays.
        level: ProgramLevel,
    },
    /// More than half of the others can give the seat to a program.
    Vote,
}

/// On what terms the clocks of a table run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct ClockTerms {
    /// How much time there is.
    pub pace: Pace,
    /// Hours in which nobody's clock runs, each by their own time zone.
    #[serde(default)]
    pub night: Option<QuietHours>,
    /// For how many days everybody may stop their own clock.
    #[serde(default)]
    pub vacation: u16,
    /// What happens when somebody's time is up.
    #[serde(default)]
    pub at_zero: TimeUp,
}

const DAY: u32 = 24 * 60;

impl ClockTerms {
    /// What is wrong with them, if something is.
    pub fn fault(&self) -> Option<&'static str> {
        let night = self.night.is_some_and(|night| night.from >= 1440 || night.to >= 1440);
        let empty = self.night.is_some_and(|night| night.from == night.to);
        match self.pace {
            Pace::Move { minutes } if minutes == 0 || minutes > 60 * DAY => {
                Some("the time for a move must lie between a minute and 60 days")
            }
            Pace::Budget { minutes, .. } if minutes == 0 || minutes > 365 * DAY => {
                Some("the time for a game must lie between a minute and 365 days")
            }
            Pace::Budget { increment, .. } if increment > 60 * DAY => {
                Some("no turn can bring more than 60 days")
            }
            _ if night => Some("a day has 1440 minutes, counted from 0"),
            _ if empty => Some("a night must end at another time than it begins"),
            _ if self.vacation > 365 => Some("nobody can be away for more than 365 days"),
            _ => None,
        }
    }
}

/// The clocks of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct TableClock {
    /// On what terms they run.
    pub terms: ClockTerms,
    /// By seat; empty before the start.
    pub seats: Vec<SeatClock>,
}

/// The clock of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct SeatClock {
    /// Which.
    pub seat: u8,
    /// How much time was left when this clock last changed, in milliseconds.
    pub left: Millis,
    /// If the table waits for it: when the time is up.
    pub until: Option<Millis>,
    /// Whether the table waits for it and its time is up.
    pub out: bool,
    /// Days of vacation it has left.
    pub vacation: u16,
    /// Until when its person is away.
    pub away_until: Option<Millis>,
}

/// Who is to play a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case", tag = "by")]
pub enum Successor {
    /// A program.
    Program {
        /// How well it plays.
        level: ProgramLevel,
    },
    /// Another person, who has to accept.
    Person {
        /// The name of their account.
        name: String,
    },
}

/// A wish to be away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Vacation {
    /// My seat.
    pub seat: u8,
    /// For so many days from now on; 0 = I am back.
    pub days: u16,
}

/// Why a seat is played by somebody else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Because {
    /// The time was up.
    Time,
    /// Who played it wanted it.
    Wish,
    /// The others agreed.
    Consent,
    /// Who made the table gave it away: nobody sat there.
    Owner,
}

/// What the log tells of a seat. It changes nothing in the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case", tag = "note")]
pub enum SeatNote {
    /// The time is up.
    TimeUp,
    /// A program plays it from now on.
    Program {
        /// How well.
        level: ProgramLevel,
        /// Why.
        because: Because,
    },
    /// Its person plays it again.
    Back,
    /// Another person plays it from now on.
    Person {
        /// What they are called.
        name: String,
    },
    /// Its person is away: the clock stands.
    Away {
        /// For so many days.
        days: u16,
    },
    /// Its person is back from vacation before it was over.
    Returned,
    /// All agreed that the clocks run on other terms.
    Terms {
        /// These.
        terms: ClockTerms,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_make_no_sense_are_named() {
        let paced = |pace| ClockTerms { pace, ..ClockTerms::default() }.fault().is_some();
        assert!(!paced(Pace::Unlimited));
        for (minutes, wrong) in [(0, true), (1, false), (60 * DAY, false), (60 * DAY + 1, true)] {
            assert_eq!(paced(Pace::Move { minutes }), wrong, "{minutes}");
        }
        for (minutes, increment, wrong) in [
            (1, 0, false),
            (365 * DAY, 0, false),
            (365 * DAY + 1, 0, true),
            (9, 60 * DAY + 1, true),
            (0, 9, true),
        ] {
            assert_eq!(paced(Pace::Budget { minutes, increment }), wrong, "{minutes} {increment}");
        }
        let night = |from, to| ClockTerms { night: Some(QuietHours { from, to }), ..ClockTerms::default() };
        assert!(night(1320, 420).fault().is_none() && night(7, 7).fault().is_some());
        assert!(night(1440, 7).fault().is_some() && night(7, 1440).fault().is_some());
        assert!(ClockTerms { vacation: 366, ..ClockTerms::default() }.fault().is_some());
    }
}
