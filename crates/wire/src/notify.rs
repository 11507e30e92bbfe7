//! Being told: what about, where and when.

use crate::Millis;
use crate::table::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// What somebody can be told about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum NotificationKind {
    /// It is my turn.
    YourTurn,
    /// Somebody wrote my name in a chat.
    Mention,
    /// A table of mine has started.
    Started,
    /// A game of mine is over.
    Ended,
    /// Somebody invites me to a table.
    Invitation,
    /// Somebody asks for my consent.
    Consent,
    /// My time runs short.
    TimeShort,
    /// Somebody's time is up at a table of mine.
    TimeUp,
}

words! {
    NotificationKind:
    YourTurn = "your_turn",
    Mention = "mention",
    Started = "started",
    Ended = "ended",
    Invitation = "invitation",
    Consent = "consent",
    TimeShort = "time_short",
    TimeUp = "time_up",
}

impl NotificationKind {
    /// All of them.
    pub const ALL: [NotificationKind; 8] = [
        NotificationKind::YourTurn,
        NotificationKind::Mention,
        NotificationKind::Started,
        NotificationKind::Ended,
        NotificationKind::Invitation,
        NotificationKind::Consent,
        NotificationKind::TimeShort,
        NotificationKind::TimeUp,
    ];
}

/// When somebody wants to be told, and what about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Preferences {
    /// What I do not want to be told about.
    #[serde(default)]
    pub off: Vec<NotificationKind>,
    /// The tables of which I want to hear nothing.
    #[serde(default)]
    pub muted: Vec<String>,
    /// My time zone: `Europe/Rome`.
    pub zone: String,
    /// When I want to be left alone.
    #[serde(default)]
    pub quiet: Option<QuietHours>,
    /// Tell me only if I have not looked at the table for so many minutes; 0 = always.
    #[serde(default)]
    pub unseen_minutes: u16,
    /// When a daily digest comes, in minutes after midnight.
    #[serde(default)]
    pub digest_at: u16,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            off: Vec::new(),
            muted: Vec::new(),
            zone: "UTC".into(),
            quiet: None,
            unseen_minutes: 0,
            digest_at: 8 * 60,
        }
    }
}

/// Hours of the day, in minutes after midnight; the end may lie on the next day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct QuietHours {
    /// From this minute.
    pub from: u16,
    /// Until this minute.
    pub to: u16,
}

/// Where somebody is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Address {
    /// By a request to a server, signed as "Standard Webhooks" say.
    Webhook {
        /// Where.
        url: String,
        /// What is sent: JSON with `{title}`, `{text}` and `{link}` where those belong; none = everything, in our form.
        #[serde(default)]
        template: Option<String>,
    },
    /// By mail.
    Mail {
        /// To whom.
        address: String,
    },
    /// By a browser's push service.
    Push {
        /// Where the browser's service listens.
        endpoint: String,
        /// The browser's public key, in base64url.
        p256dh: String,
        /// The browser's secret, in base64url.
        auth: String,
    },
}

/// Templates for common chat servers: a name, and what is sent.
pub const TEMPLATES: [(&str, &str); 3] = [
    ("Discord", r#"{"content": "{text} {link}"}"#),
    ("Slack, Mattermost, Rocket.Chat", r#"{"text": "{text} {link}"}"#),
    ("Google Chat", r#"{"text": "{title}\n{text}\n{link}"}"#),
];

/// A wish to be told somewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct NewDestination {
    /// Where.
    pub address: Address,
    /// Once a day what has come together, instead of each by itself.
    #[serde(default)]
    pub digest: bool,
    /// A table of mine of which everything is told there, to all: for the group's chat.
    #[serde(default)]
    pub table: Option<String>,
}

/// Where I am told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Destination {
    /// Its id.
    pub id: String,
    /// Where.
    pub address: Address,
    /// Once a day.
    pub digest: bool,
    /// For a table of mine instead of for me.
    pub table: Option<String>,
    /// Whether it is known to be mine: a mail address is not until its link was followed.
    pub confirmed: bool,
    /// Why the last attempt failed, if it did.
    pub problem: Option<String>,
    /// When it was added.
    pub created: Millis,
    /// The secret with which requests to a webhook are signed: told once, when it is added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// The key of a link in a mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct LinkKey {
    /// The key.
    pub key: String,
}

/// How this server tells people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Telling {
    /// The public key with which a browser asks its push service to let this server in.
    pub push_key: String,
    /// Whether it can send mail.
    pub mail: bool,
}

/// Somebody by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct ByName {
    /// The name of their account.
    pub name: String,
}
