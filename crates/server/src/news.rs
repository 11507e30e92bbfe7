//! Of what people are told when a table changes.

use crate::standing::Standing;
use crate::store::{News, SeatRow, To};
use ferrata_engine::turn::Turn;
use ferrata_wire::NotificationKind;

/// Who is to decide.
pub(crate) fn waiting(turn: &Turn) -> Vec<u8> {
    match turn {
        Turn::Seat(seat) => vec![seat.0],
        Turn::Sealed(seats) => seats.iter().map(|seat| seat.0).collect(),
        Turn::Chance(_) | Turn::Over(_) => Vec::new(),
    }
}

/// What people are told when a table stands so; `before` is whose turn it was.
pub(crate) fn news_of(before: Option<&Turn>, standing: &Standing, at: i64) -> Vec<News> {
    let news = |kind, to| News { kind, number: standing.number, to, detail: String::new(), at };
    if let Turn::Over(_) = standing.turn {
        return match before {
            Some(Turn::Over(_)) => Vec::new(),
            _ => vec![news(NotificationKind::Ended, To::All)],
        };
    }
    let waited = before.map(waiting).unwrap_or_default();
    let new = waiting(&standing.turn).into_iter().filter(|seat| !waited.contains(seat));
    new.map(|seat| news(NotificationKind::YourTurn, To::Seat(seat))).collect()
}

/// What people are told when a table has started.
pub(crate) fn news_of_start(standing: &Standing, at: i64) -> Vec<News> {
    let number = standing.number;
    let started = News { kind: NotificationKind::Started, number, to: To::All, detail: String::new(), at };
    let mut news = vec![started];
    news.extend(news_of(None, standing, at));
    news
}

/// Whom a line of chat mentions: `@Anna` stands for who is called Anna at the table.
pub(crate) fn mentions(line: &str, author: &str, seats: &[SeatRow], names: &[String], at: i64) -> Vec<News> {
    let lower = line.to_lowercase();
    let named = |name: &str| {
        let sign = format!("@{}", name.to_lowercase());
        let whole = |at: usize| {
            let after = lower.get(at + sign.len()..).and_then(|rest| rest.chars().next());
            !after.is_some_and(char::is_alphanumeric)
        };
        !name.is_empty() && lower.match_indices(&sign).any(|(at, _)| whole(at))
    };
    let mentioned = seats.iter().zip(names).filter(|(seat, given)| {
        seat.user_id.is_some() && (named(given) || seat.user_name.as_deref().is_some_and(named))
    });
    mentioned
        .map(|(seat, _)| News {
            kind: NotificationKind::Mention,
            number: 0,
            to: To::Seat(seat.seat as u8),
            detail: format!("{author}: {line}"),
            at,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_mentioned_only_as_a_whole() {
        let seat = |seat: i64, name: &str| SeatRow {
            seat,
            user_id: Some(name.into()),
            link_hash: String::new(),
            user_name: Some(name.into()),
            absent_id: None,
            back_by_consent: 0,
            offered_id: None,
        };
        let (seats, names) = ([seat(0, "Anna"), seat(1, "Ann")], ["Anna".to_owned(), "2".to_owned()]);
        let told = |line: &str| -> Vec<To> {
            mentions(line, "Bruno", &seats, &names, 0).into_iter().map(|news| news.to).collect()
        };
        assert_eq!(told("@anna, your turn"), [To::Seat(0)]);
        assert_eq!(told("hello @Ann!"), [To::Seat(1)]);
        assert_eq!(told("@Ann @Anna"), [To::Seat(0), To::Seat(1)]);
        assert_eq!(told("@2"), [To::Seat(1)], "as they are called at the table");
        assert!(told("anna@example.org, Ann, @Annabel").is_empty());
    }
}
