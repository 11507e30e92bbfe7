//! Who has how much time left: computed from moments alone. What is stored is how the clocks stood at one moment, and
//! whom the table has waited for since.

use crate::hours::{end_of, next};
use ferrata_wire::{ClockTerms, Millis, Pace, SeatClock};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

pub(crate) const MINUTE: Millis = 60 * 1000;
pub(crate) const DAY: Millis = 24 * 60 * MINUTE;

/// The clocks of a table at a moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Clocks {
    /// The moment.
    pub at: Millis,
    /// By seat.
    pub seats: Vec<SeatTime>,
}

/// The clock of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SeatTime {
    /// What is left.
    pub left: Millis,
    /// Whether the table waits for it.
    pub waiting: bool,
    /// Days of vacation that are left.
    pub vacation: u16,
    /// From when until when its person is away.
    pub away: Option<(Millis, Millis)>,
    /// Whether its person has been told that the time runs short.
    pub warned: bool,
    /// When it was last said that the time is up.
    pub told: Option<Millis>,
}

/// Who plays a seat.
#[derive(Clone, Debug)]
pub(crate) enum Sitter {
    /// A person, who lives here.
    Person(TimeZone),
    /// A program, or nobody: no clock runs.
    Nobody,
}

/// What is due at a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Due {
    /// The time runs short.
    Short(u8),
    /// The time is up; or it is long ago that this was said.
    Up(u8),
}

/// A stretch of time as one seat lives through it.
struct Life<'a> {
    terms: &'a ClockTerms,
    zone: &'a TimeZone,
    away: Option<(Millis, Millis)>,
}

impl Life<'_> {
    /// The end of the stretch that begins now, and whether the clock runs in it.
    fn stretch(&self, now: Millis) -> (Millis, bool) {
        if let Some((from, until)) = self.away
            && from <= now
            && now < until
        {
            return (until, false);
        }
        let away = self.away.map(|(from, _)| from).filter(|from| *from > now);
        let night = self.terms.night.filter(|night| night.from != night.to);
        let Some(night) = night else { return (away.unwrap_or(Millis::MAX), true) };
        match end_of(night, self.zone, now) {
            Some(end) => (end, false),
            None => {
                let evening = next(night.from, self.zone, now).unwrap_or(Millis::MAX);
                (away.map_or(evening, |away| away.min(evening)), true)
            }
        }
    }

    /// How much of the time between two moments counts.
    fn counted(&self, from: Millis, to: Millis) -> Millis {
        let (mut now, mut sum) = (from, 0);
        while now < to {
            let (end, runs) = self.stretch(now);
            let end = end.min(to);
            if runs {
                sum += end - now;
            }
            now = end.max(now + 1);
        }
        sum
    }

    /// When so much time has been counted.
    fn after(&self, from: Millis, mut left: Millis) -> Millis {
        let mut now = from;
        // Five years of days and nights.
        for _ in 0..4000 {
            let (end, runs) = self.stretch(now);
            if runs && end.saturating_sub(now) >= left {
                return now.saturating_add(left);
            }
            if runs {
                left -= end - now;
            }
            now = end.max(now + 1);
        }
        now
    }
}

impl Clocks {
    /// The clocks of a table that starts, waiting for nobody yet.
    pub(crate) fn new(terms: &ClockTerms, seats: usize, at: Millis) -> Clocks {
        let seat = SeatTime { left: allowance(terms.pace), vacation: terms.vacation, ..SeatTime::default() };
        Clocks { at, seats: vec![seat; seats] }
    }

    /// Lets the clocks run up to now. Where the time of day was put back, no time has passed.
    pub(crate) fn run(&mut self, terms: &ClockTerms, sitters: &[Sitter], now: Millis) {
        let from = self.at;
        for (seat, sitter) in self.seats.iter_mut().zip(sitters) {
            if let (true, Sitter::Person(zone), true) = (seat.waiting, sitter, is_limited(terms)) {
                let counted = Life { terms, zone, away: seat.away }.counted(from, now);
                seat.left = (seat.left - counted).max(0);
            }
            seat.away = seat.away.filter(|(_, until)| *until > now);
        }
        self.at = from.max(now);
    }

    /// The table waits for these seats from now on, after this one acted.
    pub(crate) fn turn(&mut self, terms: &ClockTerms, acted: Option<u8>, waiting: &[u8]) {
        for (at, seat) in self.seats.iter_mut().enumerate() {
            let (waits, acted) =
                (waiting.iter().any(|one| usize::from(*one) == at), acted.map(usize::from) == Some(at));
            let done = acted && seat.waiting && !waits;
            match terms.pace {
                // Every entry, and every new turn, has its own time.
                Pace::Move { .. } if acted || waits && !seat.waiting => seat.left = allowance(terms.pace),
                Pace::Budget { increment, .. } if done => seat.left += Millis::from(increment) * MINUTE,
                _ => {}
            }
            if acted || !waits {
                (seat.warned, seat.told) = (false, None);
            }
            seat.waiting = waits;
        }
    }

    /// Somebody begins to be away; false if they have fewer days left.
    pub(crate) fn leave(&mut self, seat: u8, days: u16) -> bool {
        let now = self.at;
        match self.seats.get_mut(usize::from(seat)) {
            Some(seat) if seat.away.is_none() && days > 0 && days <= seat.vacation => {
                seat.vacation -= days;
                seat.away = Some((now, now + Millis::from(days) * DAY));
                true
            }
            _ => false,
        }
    }

    /// Somebody is back: days that have not begun are theirs again. False if they were not away.
    pub(crate) fn come_back(&mut self, seat: u8) -> bool {
        let now = self.at;
        let Some(seat) = self.seats.get_mut(usize::from(seat)) else { return false };
        let Some((_, until)) = seat.away.take() else { return false };
        seat.vacation += u16::try_from((until - now).max(0) / DAY).unwrap_or(0);
        true
    }

    /// Another one plays a seat: a move begins anew, and whoever has spent a budget gets a tenth of it.
    pub(crate) fn take_over(&mut self, terms: &ClockTerms, seat: u8) {
        let Some(seat) = self.seats.get_mut(usize::from(seat)) else { return };
        let whole = allowance(terms.pace);
        seat.left = match terms.pace {
            Pace::Move { .. } | Pace::Unlimited => whole,
            Pace::Budget { .. } => seat.left.max(whole / 10),
        };
        (seat.away, seat.warned, seat.told) = (None, false, None);
    }

    /// The clocks run on other terms from now on: everybody begins anew.
    pub(crate) fn agree_on(&mut self, terms: &ClockTerms) {
        for seat in &mut self.seats {
            let waiting = seat.waiting;
            *seat = SeatTime {
                waiting,
                left: allowance(terms.pace),
                vacation: terms.vacation,
                ..SeatTime::default()
            };
        }
    }

    /// What is due at the moment of these clocks.
    pub(crate) fn dues(&self, terms: &ClockTerms, sitters: &[Sitter]) -> Vec<Due> {
        let due = |(at, (seat, sitter)): (usize, (&SeatTime, &Sitter))| {
            let at = u8::try_from(at).ok()?;
            if !seat.waiting || !is_limited(terms) || matches!(sitter, Sitter::Nobody) {
                return None;
            }
            let again = seat.told.is_none_or(|told| told + DAY <= self.at);
            match seat.left {
                0 if again => Some(Due::Up(at)),
                left if left > 0 && left <= short(terms.pace) && !seat.warned => Some(Due::Short(at)),
                _ => None,
            }
        };
        self.seats.iter().zip(sitters).enumerate().filter_map(due).collect()
    }

    /// When the clocks have to be looked at next.
    pub(crate) fn next_due(&self, terms: &ClockTerms, sitters: &[Sitter]) -> Option<Millis> {
        if !is_limited(terms) {
            return None;
        }
        let moment = |(seat, sitter): (&SeatTime, &Sitter)| {
            let Sitter::Person(zone) = sitter else { return None };
            let life = Life { terms, zone, away: seat.away };
            match (seat.waiting, seat.left) {
                (false, _) => None,
                (true, 0) => Some(seat.told.map_or(self.at, |told| told + DAY)),
                (true, left) if seat.warned => Some(life.after(self.at, left)),
                (true, left) => Some(life.after(self.at, (left - short(terms.pace)).max(0))),
            }
        };
        self.seats.iter().zip(sitters).filter_map(moment).min()
    }

    /// The clocks as everybody sees them.
    pub(crate) fn told(&self, terms: &ClockTerms, sitters: &[Sitter]) -> Vec<SeatClock> {
        let told = |(at, (seat, sitter)): (usize, (&SeatTime, &Sitter))| {
            let until = match sitter {
                Sitter::Person(zone) if seat.waiting && is_limited(terms) => {
                    Some(Life { terms, zone, away: seat.away }.after(self.at, seat.left))
                }
                _ => None,
            };
            SeatClock {
                seat: at as u8,
                left: seat.left,
                until,
                out: until.is_some() && seat.left == 0,
                vacation: seat.vacation,
                away_until: seat.away.map(|(_, until)| until),
            }
        };
        self.seats.iter().zip(sitters).enumerate().map(told).collect()
    }

    /// Whether somebody's time is up.
    pub(crate) fn is_out(&self, terms: &ClockTerms, seat: u8) -> bool {
        is_limited(terms)
            && self.seats.get(usize::from(seat)).is_some_and(|seat| seat.waiting && seat.left == 0)
    }
}

fn is_limited(terms: &ClockTerms) -> bool {
    terms.pace != Pace::Unlimited
}

/// What a clock has at the beginning.
fn allowance(pace: Pace) -> Millis {
    match pace {
        Pace::Unlimited => 0,
        Pace::Move { minutes } | Pace::Budget { minutes, .. } => Millis::from(minutes) * MINUTE,
    }
}

/// With how much left it is said that the time runs short.
fn short(pace: Pace) -> Millis {
    match pace {
        Pace::Unlimited => 0,
        Pace::Move { .. } => allowance(pace) / 4,
        Pace::Budget { .. } => allowance(pace) / 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_wire::QuietHours;

    const HOUR: Millis = 60 * MINUTE;

    fn at(text: &str) -> Millis {
        text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
    }

    fn person(zone: &str) -> Sitter {
        Sitter::Person(TimeZone::get(zone).unwrap())
    }

    fn terms(pace: Pace) -> ClockTerms {
        ClockTerms { pace, ..ClockTerms::default() }
    }

    fn moves(hours: u32) -> ClockTerms {
        terms(Pace::Move { minutes: hours * 60 })
    }

    fn budget(hours: u32, increment: u32) -> ClockTerms {
        terms(Pace::Budget { minutes: hours * 60, increment: increment * 60 })
    }

    /// Clocks of two in Rome, waiting for the first, from noon on.
    fn running(terms: &ClockTerms) -> (Clocks, [Sitter; 2], Millis) {
        let noon = at("2026-01-15T11:00:00Z");
        let mut clocks = Clocks::new(terms, 2, noon);
        clocks.turn(terms, None, &[0]);
        (clocks, [person("Europe/Rome"), person("Europe/Rome")], noon)
    }

    #[test]
    fn only_the_clock_of_whom_the_table_waits_for_runs() {
        let terms = budget(10, 0);
        let (mut clocks, sitters, noon) = running(&terms);
        clocks.run(&terms, &sitters, noon + 3 * HOUR);
        assert_eq!(clocks.seats.iter().map(|seat| seat.left / HOUR).collect::<Vec<_>>(), [7, 10]);
        clocks.turn(&terms, Some(0), &[1]);
        clocks.run(&terms, &sitters, noon + 4 * HOUR);
        assert_eq!(clocks.seats.iter().map(|seat| seat.left / HOUR).collect::<Vec<_>>(), [7, 9]);
        // Decisions in secret: all who are asked.
        clocks.turn(&terms, None, &[0, 1]);
        clocks.run(&terms, &sitters, noon + 5 * HOUR);
        assert_eq!(clocks.seats.iter().map(|seat| seat.left / HOUR).collect::<Vec<_>>(), [6, 8]);
    }

    #[test]
    fn a_budget_grows_with_every_turn_and_a_move_begins_anew() {
        let terms = budget(10, 2);
        let (mut clocks, sitters, noon) = running(&terms);
        clocks.run(&terms, &sitters, noon + HOUR);
        // An entry that does not end the turn brings nothing.
        clocks.turn(&terms, Some(0), &[0]);
        assert_eq!(clocks.seats[0].left, 9 * HOUR);
        clocks.turn(&terms, Some(0), &[1]);
        assert_eq!(clocks.seats[0].left, 11 * HOUR);
        // Whoever did nothing gets nothing.
        clocks.turn(&terms, Some(0), &[0]);
        assert_eq!(clocks.seats[1].left, 10 * HOUR);

        let terms = moves(24);
        let (mut clocks, sitters, noon) = running(&terms);
        clocks.run(&terms, &sitters, noon + 20 * HOUR);
        assert_eq!(clocks.seats[0].left, 4 * HOUR);
        clocks.turn(&terms, Some(0), &[0]);
        assert_eq!(clocks.seats[0].left, 24 * HOUR);
        // Somebody else's entry in the same turn does not.
        clocks.run(&terms, &sitters, noon + 21 * HOUR);
        clocks.turn(&terms, Some(1), &[0]);
        assert_eq!(clocks.seats[0].left, 23 * HOUR);
    }

    #[test]
    fn nights_are_those_of_each_persons_own_place() {
        let night = Some(QuietHours { from: 22 * 60, to: 8 * 60 });
        let terms = ClockTerms { night, ..budget(100, 0) };
        let (from, to) = (at("2026-01-15T20:00:00Z"), at("2026-01-16T08:00:00Z"));
        let left = |zone: &str| {
            let mut clocks = Clocks::new(&terms, 1, from);
            clocks.turn(&terms, None, &[0]);
            clocks.run(&terms, &[person(zone)], to);
            100 - clocks.seats[0].left / HOUR
        };
        // In Rome it is 21:00 to 9:00: one hour in the evening, one in the morning.
        assert_eq!(left("Europe/Rome"), 2);
        assert_eq!(left("UTC"), 2);
        // In New York it is 15:00 to 3:00.
        assert_eq!(left("America/New_York"), 7);
    }

    #[test]
    fn a_night_in_which_clocks_are_put_forward_is_a_night() {
        let night = Some(QuietHours { from: 22 * 60, to: 8 * 60 });
        let terms = ClockTerms { night, ..budget(100, 0) };
        let mut clocks = Clocks::new(&terms, 1, at("2026-03-28T20:00:00Z"));
        clocks.turn(&terms, None, &[0]);
        // 21:00 in the evening to 9:00 in the morning, which are eleven hours.
        clocks.run(&terms, &[person("Europe/Rome")], at("2026-03-29T07:00:00Z"));
        assert_eq!(clocks.seats[0].left, 98 * HOUR);
    }

    #[test]
    fn when_the_time_is_up_is_when_it_has_been_counted() {
        let night = Some(QuietHours { from: 22 * 60, to: 8 * 60 });
        let terms = ClockTerms { night, vacation: 3, ..moves(12) };
        let (mut clocks, sitters, noon) = running(&terms);
        // Ten hours on the first day, two on the second.
        let until = at("2026-01-16T09:00:00Z");
        assert_eq!(clocks.told(&terms, &sitters)[0].until, Some(until));
        clocks.run(&terms, &sitters, until - 1);
        assert_eq!(clocks.seats[0].left, 1);
        clocks.run(&terms, &sitters, until);
        assert!(clocks.is_out(&terms, 0) && !clocks.is_out(&terms, 1));
        // Somebody who is away for a day: the same a day later.
        let (mut clocks, sitters, _) = running(&terms);
        assert!(clocks.leave(0, 1));
        assert_eq!(clocks.told(&terms, &sitters)[0].until, Some(until + DAY));
        clocks.run(&terms, &sitters, noon + DAY);
        assert_eq!((clocks.seats[0].left, clocks.seats[0].away), (12 * HOUR, None));
    }

    #[test]
    fn vacation_has_an_end_and_unused_days_come_back() {
        let terms = ClockTerms { vacation: 5, ..moves(24) };
        let (mut clocks, sitters, noon) = running(&terms);
        assert!(!clocks.leave(0, 6) && !clocks.leave(0, 0) && !clocks.come_back(0));
        assert!(clocks.leave(0, 4) && !clocks.leave(0, 1), "not twice at once");
        assert_eq!(clocks.seats[0].vacation, 1);
        // Back on the second day: two whole days are left.
        clocks.run(&terms, &sitters, noon + DAY + HOUR);
        assert!(clocks.come_back(0));
        assert_eq!((clocks.seats[0].vacation, clocks.seats[0].left), (3, 24 * HOUR));
        clocks.run(&terms, &sitters, noon + DAY + 2 * HOUR);
        assert_eq!(clocks.seats[0].left, 23 * HOUR);
    }

    #[test]
    fn it_is_said_when_the_time_runs_short_and_every_day_when_it_is_up() {
        let terms = moves(24);
        let (mut clocks, sitters, noon) = running(&terms);
        assert!(clocks.dues(&terms, &sitters).is_empty());
        assert_eq!(clocks.next_due(&terms, &sitters), Some(noon + 18 * HOUR));
        clocks.run(&terms, &sitters, noon + 18 * HOUR);
        assert_eq!(clocks.dues(&terms, &sitters), [Due::Short(0)]);
        clocks.seats[0].warned = true;
        assert_eq!(clocks.next_due(&terms, &sitters), Some(noon + 24 * HOUR));
        clocks.run(&terms, &sitters, noon + 25 * HOUR);
        assert_eq!(clocks.dues(&terms, &sitters), [Due::Up(0)]);
        clocks.seats[0].told = Some(clocks.at);
        assert!(clocks.dues(&terms, &sitters).is_empty());
        assert_eq!(clocks.next_due(&terms, &sitters), Some(noon + 49 * HOUR));
        clocks.run(&terms, &sitters, noon + 49 * HOUR);
        assert_eq!(clocks.dues(&terms, &sitters), [Due::Up(0)]);
        // A program has no clock.
        assert!(clocks.dues(&terms, &[Sitter::Nobody, Sitter::Nobody]).is_empty());
        assert_eq!(clocks.next_due(&terms, &[Sitter::Nobody, Sitter::Nobody]), None);
    }

    #[test]
    fn whoever_takes_a_seat_over_has_time() {
        let terms = budget(100, 0);
        let (mut clocks, sitters, noon) = running(&terms);
        clocks.run(&terms, &sitters, noon + 200 * HOUR);
        assert_eq!(clocks.seats[0].left, 0);
        clocks.take_over(&terms, 0);
        assert_eq!(clocks.seats[0].left, 10 * HOUR);
        clocks.take_over(&terms, 1);
        assert_eq!(clocks.seats[1].left, 100 * HOUR);
    }

    /// A time of day that is put back takes nobody's time and gives nobody any; one put forward is time.
    #[test]
    fn jumps_of_the_time_of_day_give_no_time() {
        let terms = budget(10, 0);
        let (mut clocks, sitters, noon) = running(&terms);
        clocks.run(&terms, &sitters, noon + 2 * HOUR);
        clocks.run(&terms, &sitters, noon - 100 * HOUR);
        assert_eq!((clocks.seats[0].left, clocks.at), (8 * HOUR, noon + 2 * HOUR));
        clocks.run(&terms, &sitters, noon + 3 * HOUR);
        assert_eq!(clocks.seats[0].left, 7 * HOUR);
        clocks.run(&terms, &sitters, noon + 300 * 365 * DAY);
        assert_eq!(clocks.seats[0].left, 0);
    }

    #[test]
    fn without_a_limit_no_clock_runs() {
        let terms = ClockTerms::default();
        let (mut clocks, sitters, noon) = running(&terms);
        clocks.run(&terms, &sitters, noon + 1000 * DAY);
        assert!(clocks.dues(&terms, &sitters).is_empty() && !clocks.is_out(&terms, 0));
        assert_eq!(clocks.next_due(&terms, &sitters), None);
    }
}
