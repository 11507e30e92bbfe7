//! Whether somebody is told now, later or not at all: by what they prefer, in their own time zone.

use crate::hours::{end_of, next, zone};
use ferrata_wire::{NotificationKind, Preferences};
use jiff::tz::TimeZone;

const MINUTE: i64 = 60 * 1000;

/// What is asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    /// What somebody would be told.
    pub kind: NotificationKind,
    /// Of which table.
    pub table: &'a str,
    /// When it came to be.
    pub at: i64,
    /// When they last looked at that table.
    pub seen: Option<i64>,
    /// What time it is.
    pub now: i64,
}

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// Tell them.
    Tell,
    /// Ask again at this moment.
    Wait(i64),
    /// Never.
    Never,
}

/// Whether somebody is told.
pub(super) fn decide(preferences: &Preferences, question: Question<'_>) -> Decision {
    let Question { kind, table, at, seen, now } = question;
    if preferences.off.contains(&kind) || preferences.muted.iter().any(|muted| muted == table) {
        return Decision::Never;
    }
    let unseen = i64::from(preferences.unseen_minutes) * MINUTE;
    if let Some(seen) = seen.filter(|_| unseen > 0) {
        if seen >= at {
            return Decision::Never;
        }
        if now < seen + unseen {
            return Decision::Wait(seen + unseen);
        }
    }
    match preferences.quiet.and_then(|quiet| end_of(quiet, &zone_of(preferences), now)) {
        Some(end) => Decision::Wait(end),
        None => Decision::Tell,
    }
}

/// When the next digest goes out.
pub(super) fn next_digest(preferences: &Preferences, now: i64) -> i64 {
    next(preferences.digest_at, &zone_of(preferences), now).unwrap_or(now)
}

fn zone_of(preferences: &Preferences) -> TimeZone {
    zone(&preferences.zone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_wire::QuietHours;
    use jiff::Timestamp;

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_millisecond()
    }

    fn night(zone: &str) -> Preferences {
        let quiet = Some(QuietHours { from: 22 * 60, to: 7 * 60 });
        Preferences { zone: zone.into(), quiet, ..Preferences::default() }
    }

    fn turn(now: i64) -> Question<'static> {
        Question { kind: NotificationKind::YourTurn, table: "t", at: now, seen: None, now }
    }

    #[test]
    fn quiet_hours_are_those_of_the_persons_own_place() {
        let evening = at("2026-01-15T21:30:00Z");
        assert_eq!(decide(&night("Europe/Rome"), turn(evening)), Decision::Wait(at("2026-01-16T06:00:00Z")));
        assert_eq!(decide(&night("Europe/London"), turn(evening)), Decision::Tell);
        assert_eq!(decide(&night("America/New_York"), turn(evening)), Decision::Tell);
        assert_eq!(decide(&night("Asia/Tokyo"), turn(evening)), Decision::Wait(at("2026-01-15T22:00:00Z")));
        // The hours end with their last minute.
        assert_eq!(decide(&night("Europe/Rome"), turn(at("2026-01-16T06:00:00Z"))), Decision::Tell);
        let before = at("2026-01-16T05:59:59Z");
        assert_eq!(decide(&night("Europe/Rome"), turn(before)), Decision::Wait(at("2026-01-16T06:00:00Z")));
    }

    #[test]
    fn clocks_that_are_put_forward_or_back_do_not_shorten_the_night() {
        // In Rome clocks go forward on 29 March 2026 at 2:00 and back on 25 October at 3:00.
        let (spring, autumn) = (at("2026-03-28T22:00:00Z"), at("2026-10-24T21:00:00Z"));
        assert_eq!(decide(&night("Europe/Rome"), turn(spring)), Decision::Wait(at("2026-03-29T05:00:00Z")));
        assert_eq!(decide(&night("Europe/Rome"), turn(autumn)), Decision::Wait(at("2026-10-25T06:00:00Z")));
        // A time that does not exist on that day.
        let digest = Preferences { digest_at: 150, zone: "Europe/Rome".into(), ..Preferences::default() };
        assert_eq!(next_digest(&digest, spring), at("2026-03-29T01:30:00Z"));
    }

    #[test]
    fn by_day_hours_may_be_quiet_too() {
        let quiet = Some(QuietHours { from: 9 * 60, to: 17 * 60 });
        let work = Preferences { quiet, ..Preferences::default() };
        assert_eq!(
            decide(&work, turn(at("2026-01-15T12:00:00Z"))),
            Decision::Wait(at("2026-01-15T17:00:00Z"))
        );
        assert_eq!(decide(&work, turn(at("2026-01-15T08:59:00Z"))), Decision::Tell);
        let never = Preferences { quiet: Some(QuietHours { from: 60, to: 60 }), ..Preferences::default() };
        assert_eq!(decide(&never, turn(at("2026-01-15T01:00:00Z"))), Decision::Tell);
    }

    #[test]
    fn whoever_has_just_looked_is_told_later_or_not_at_all() {
        let some = Preferences { unseen_minutes: 10, ..Preferences::default() };
        let now = at("2026-01-15T12:00:00Z");
        let looked = |seen: Option<i64>| decide(&some, Question { seen, ..turn(now) });
        assert_eq!(looked(None), Decision::Tell);
        assert_eq!(looked(Some(now - 3 * MINUTE)), Decision::Wait(now + 7 * MINUTE));
        assert_eq!(looked(Some(now - 10 * MINUTE)), Decision::Tell);
        assert_eq!(looked(Some(now)), Decision::Never, "they have seen it");
        assert_eq!(
            decide(&Preferences::default(), Question { seen: Some(now), ..turn(now) }),
            Decision::Tell
        );
    }

    #[test]
    fn kinds_and_tables_can_be_left_out() {
        let off = Preferences { off: vec![NotificationKind::YourTurn], ..Preferences::default() };
        assert_eq!(decide(&off, turn(0)), Decision::Never);
        assert_eq!(decide(&off, Question { kind: NotificationKind::Mention, ..turn(0) }), Decision::Tell);
        let muted = Preferences { muted: vec!["t".into()], ..Preferences::default() };
        assert_eq!(decide(&muted, turn(0)), Decision::Never);
        assert_eq!(decide(&muted, Question { table: "other", ..turn(0) }), Decision::Tell);
    }

    #[test]
    fn a_digest_comes_at_its_time_of_day() {
        let rome = Preferences { zone: "Europe/Rome".into(), ..Preferences::default() };
        assert_eq!(next_digest(&rome, at("2026-07-01T05:59:00Z")), at("2026-07-01T06:00:00Z"));
        assert_eq!(next_digest(&rome, at("2026-07-01T06:00:00Z")), at("2026-07-02T06:00:00Z"));
    }
}
