//! The live stream of a table: server-sent events.

use crate::{Asked, ChatLine, Record, TableInfo};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
#[cfg(feature = "schema")]
use utoipa::{IntoParams, ToSchema};

/// An event of the stream: its name and its data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case", tag = "event", content = "data")]
pub enum LiveEvent {
    /// A record was added.
    Record(Record),
    /// Somebody said something.
    Chat(ChatLine),
    /// Something about the table changed: seats, turn, status.
    Table(Box<TableInfo>),
    /// Somebody came or went: the names of all who are there.
    Presence(Vec<String>),
    /// Somebody asks for the others' consent, or no longer does.
    Asked(Option<Asked>),
}

impl LiveEvent {
    /// The names of all events.
    pub const NAMES: [&'static str; 5] = ["record", "chat", "table", "presence", "asked"];

    /// Its name, for the field `event`.
    pub fn name(&self) -> &'static str {
        match self {
            LiveEvent::Record(_) => "record",
            LiveEvent::Chat(_) => "chat",
            LiveEvent::Table(_) => "table",
            LiveEvent::Presence(_) => "presence",
            LiveEvent::Asked(_) => "asked",
        }
    }

    /// Its data as JSON, for the field `data`.
    pub fn data(&self) -> serde_json::Result<String> {
        match self {
            LiveEvent::Record(record) => serde_json::to_string(record),
            LiveEvent::Chat(line) => serde_json::to_string(line),
            LiveEvent::Table(table) => serde_json::to_string(table),
            LiveEvent::Presence(names) => serde_json::to_string(names),
            LiveEvent::Asked(asked) => serde_json::to_string(asked),
        }
    }

    /// Reads an event from its two fields.
    pub fn read(name: &str, data: &str) -> serde_json::Result<LiveEvent> {
        match name {
            "record" => serde_json::from_str(data).map(LiveEvent::Record),
            "chat" => serde_json::from_str(data).map(LiveEvent::Chat),
            "table" => serde_json::from_str(data).map(LiveEvent::Table),
            "presence" => serde_json::from_str(data).map(LiveEvent::Presence),
            "asked" => serde_json::from_str(data).map(LiveEvent::Asked),
            other => Err(serde::de::Error::custom(format!("there is no event \"{other}\""))),
        }
    }
}

/// What a stream has brought so far: the last record and the last line of chat. It is the id of every event, and a
/// stream opened with that id goes on after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StreamPlace {
    /// The last record.
    pub record: u64,
    /// The last line of chat.
    pub chat: i64,
}

impl fmt::Display for StreamPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.record, self.chat)
    }
}

impl FromStr for StreamPlace {
    type Err = String;

    fn from_str(text: &str) -> Result<StreamPlace, String> {
        let place = text.split_once('.').and_then(|(record, chat)| {
            Some(StreamPlace { record: record.parse().ok()?, chat: chat.parse().ok()? })
        });
        place.ok_or_else(|| format!("\"{text}\" is no id of a stream; they look like 17.3"))
    }
}

/// How a stream is opened.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(IntoParams), into_params(parameter_in = Query))]
pub struct LiveParams {
    /// A name of your own for this stream, 8 to 64 characters. Whoever acts under it gets the records by the
    /// answer; this stream leaves them out.
    pub stream: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wish;

    #[test]
    fn an_event_is_read_as_it_was_written() {
        let line =
            ChatLine { number: 3, author: "Anna".into(), text: "Ciao!".into(), at: 7, watching: false };
        let asked = Asked { id: "r1".into(), wish: Wish::Undo { to: 4 }, seat: 1, agreed: vec![2] };
        let events = [
            LiveEvent::Chat(line),
            LiveEvent::Presence(vec!["Anna".into()]),
            LiveEvent::Asked(Some(asked)),
            LiveEvent::Asked(None),
        ];
        for event in events {
            assert!(LiveEvent::NAMES.contains(&event.name()));
            assert_eq!(LiveEvent::read(event.name(), &event.data().unwrap()).unwrap(), event);
        }
        assert!(LiveEvent::read("thunder", "null").is_err());
    }

    #[test]
    fn a_place_is_written_as_an_id() {
        let place = StreamPlace { record: 17, chat: 3 };
        assert_eq!(place.to_string(), "17.3");
        assert_eq!("17.3".parse(), Ok(place));
        for wrong in ["", "17", "17.x", "-1.0", "a.b"] {
            assert!(wrong.parse::<StreamPlace>().is_err(), "{wrong}");
        }
    }
}
