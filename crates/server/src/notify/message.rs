//! What is said, in words for people.

use crate::store::{Held, TableRow};
use ferrata_wire::NotificationKind;

/// A message, wherever it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    /// The key by which whoever gets it knows it again.
    pub id: String,
    /// What kind: a [`NotificationKind`]'s word, or `digest`, `confirm`, `password`, `test`.
    pub kind: String,
    /// In a few words.
    pub title: String,
    /// In a sentence or more, one line each.
    pub text: String,
    /// Where it leads.
    pub link: String,
    /// What is done there, on a button.
    pub call: &'static str,
    /// The table, if it is about one: its id and name.
    pub table: Option<(String, String)>,
    /// Of a digest: the messages that have come together.
    pub together: Vec<Message>,
}

/// What is said of something at a table.
pub(super) fn about(held: &Held, table: &TableRow, base: &str) -> Message {
    let kind = NotificationKind::from_word(&held.kind);
    let player = usize::try_from(held.seat).ok().and_then(|seat| table.setup.players.get(seat));
    let (name, game, detail) = (&table.name, table.setup.title, &held.detail);
    let mine = held.user_id.is_some();
    let (title, text) = match kind {
        Some(NotificationKind::YourTurn) if mine => {
            (format!("Your turn: {name}"), format!("It is your turn at \"{name}\" ({game})."))
        }
        Some(NotificationKind::YourTurn) => {
            let who = player.map_or("somebody", String::as_str);
            (format!("{who}: {name}"), format!("It is the turn of {who} at \"{name}\" ({game})."))
        }
        Some(NotificationKind::Mention) => {
            (format!("You are mentioned: {name}"), format!("\"{name}\": {detail}"))
        }
        Some(NotificationKind::Started) => {
            (format!("Started: {name}"), format!("The game at \"{name}\" ({game}) has started."))
        }
        Some(NotificationKind::Ended) => {
            (format!("Over: {name}"), format!("The game at \"{name}\" ({game}) is over."))
        }
        Some(NotificationKind::Invitation) => {
            (format!("Invitation: {name}"), format!("{detail} invites you to play {game} at \"{name}\"."))
        }
        Some(NotificationKind::Consent) => {
            (format!("Do you agree? {name}"), format!("\"{name}\": {detail}. Do you agree?"))
        }
        Some(NotificationKind::TimeShort) => {
            (format!("Time runs short: {name}"), format!("It is your turn at \"{name}\" ({game}): {detail}."))
        }
        Some(NotificationKind::TimeUp) => (format!("Time is up: {name}"), format!("\"{name}\": {detail}.")),
        None => (name.clone(), detail.clone()),
    };
    let id = &held.table_id;
    let link = match kind {
        Some(NotificationKind::Invitation) => format!("{base}/join/{id}"),
        Some(NotificationKind::Mention) => format!("{base}/table/{id}#chat-{}", held.number),
        _ => format!("{base}/table/{id}"),
    };
    let call = match kind {
        Some(NotificationKind::YourTurn | NotificationKind::TimeShort) if mine => "Take my turn",
        Some(NotificationKind::Invitation) => "See the invitation",
        Some(NotificationKind::Mention) => "Read and answer",
        Some(NotificationKind::Consent) => "Answer",
        Some(NotificationKind::Ended) => "See how it ended",
        _ => "Go to the table",
    };
    let table = Some((id.clone(), name.clone()));
    Message {
        id: held.id.clone(),
        kind: held.kind.clone(),
        title,
        text,
        link,
        call,
        table,
        together: Vec::new(),
    }
}

/// What has come together, in one message.
pub(super) fn digest(id: String, messages: Vec<Message>, base: &str) -> Message {
    let count = messages.len();
    let title = match count {
        1 => "Ferrata: one thing for you".to_owned(),
        _ => format!("Ferrata: {count} things for you"),
    };
    let lines: Vec<String> =
        messages.iter().map(|message| format!("{} {}", message.text, message.link)).collect();
    Message {
        id,
        kind: "digest".into(),
        title,
        text: lines.join("\n"),
        link: format!("{base}/"),
        call: "See my tables",
        table: None,
        together: messages,
    }
}

/// A message that is about no table.
pub(super) fn plain(
    id: &str,
    kind: &str,
    (title, text): (&str, &str),
    (call, link): (&'static str, String),
) -> Message {
    let (id, kind, title, text) = (id.into(), kind.into(), title.into(), text.into());
    Message { id, kind, title, text, link, call, table: None, together: Vec::new() }
}
