//! Hours of the day in somebody's own time zone.

use ferrata_wire::QuietHours;
use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;

/// Whether there is such a time zone.
pub(crate) fn is_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// A time zone by name; UTC where there is none of that name.
pub(crate) fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

/// When the hours that it is now end; none if it is none of them.
pub(crate) fn end_of(hours: QuietHours, zone: &TimeZone, now: i64) -> Option<i64> {
    let local = Timestamp::from_millisecond(now).ok()?.to_zoned(zone.clone()).time();
    let minute = u16::try_from(local.hour()).ok()? * 60 + u16::try_from(local.minute()).ok()?;
    let QuietHours { from, to } = hours;
    let within = if from <= to { (from..to).contains(&minute) } else { minute >= from || minute < to };
    if within { next(to, zone, now) } else { None }
}

/// The next moment after now at which it is so many minutes after midnight. Where clocks are put forward over it, it is
/// the moment they are.
pub(crate) fn next(minute: u16, zone: &TimeZone, now: i64) -> Option<i64> {
    let time = Time::new(i8::try_from(minute / 60 % 24).ok()?, i8::try_from(minute % 60).ok()?, 0, 0).ok()?;
    let mut day = Timestamp::from_millisecond(now).ok()?.to_zoned(zone.clone()).date();
    for _ in 0..3 {
        let moment = day.to_datetime(time).to_zoned(zone.clone()).ok()?.timestamp().as_millisecond();
        if moment > now {
            return Some(moment);
        }
        day = day.tomorrow().ok()?;
    }
    None
}
