//! People: sign-up, sign-in, passwords, access tokens.

use crate::{Destination, Millis, Preferences};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// Who signs up or in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Credentials {
    /// 2 to 24 characters.
    pub name: String,
    /// At least 8 characters.
    pub password: String,
}

/// Who is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Me {
    /// The account's name; none for a browser without an account.
    pub name: Option<String>,
    /// Whether anybody is known at all.
    pub known: bool,
    /// Whether this server is for this machine only, so that no account is needed.
    pub local: bool,
    /// The account's time zone, by which its nights are counted; none as long as nobody has said it.
    #[serde(default)]
    pub zone: Option<String>,
}

/// A wish to delete the account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Farewell {
    /// The account's password, to be sure.
    pub password: String,
}

/// A wish for another password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct NewPassword {
    /// The password so far.
    pub old: String,
    /// At least 8 characters.
    pub new: String,
}

/// A new password by a link of who runs the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct LinkedPassword {
    /// The key in the link.
    pub key: String,
    /// The new password, 8 to 200 characters.
    pub new: String,
}

/// An access token, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Token {
    /// Its id.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created: Millis,
    /// When it ends by itself; none = never.
    pub expires: Option<Millis>,
}

/// A wish for an access token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct NewToken {
    /// What it is for, 1 to 40 characters.
    pub label: String,
    /// For how many days it is good, 1 to 3,650; none = until it is taken back.
    #[serde(default)]
    pub days: Option<u16>,
}

/// An access token just made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct FreshToken {
    /// Its id.
    pub id: String,
    /// The secret: shown this once.
    pub token: String,
}

/// All that is stored about me; my entries are in the logs of my tables, which can be exported each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct AboutMe {
    /// My name.
    pub name: String,
    /// When I signed up, in milliseconds since 1970.
    pub created: Millis,
    /// Where I sit.
    pub seats: Vec<MySeat>,
    /// What I said.
    pub chat: Vec<MyChat>,
    /// My notes.
    pub notes: Vec<MyNote>,
    /// My access tokens, without their secrets.
    pub tokens: Vec<Token>,
    /// Where I am signed in.
    pub sessions: Vec<MySession>,
    /// Sign-ins and the like, of the last 90 days.
    pub deeds: Vec<MyDeed>,
    /// When I want to be told, and what about.
    pub preferences: Preferences,
    /// Where I am told.
    pub destinations: Vec<Destination>,
}

/// A seat of mine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct MySeat {
    /// At which table.
    pub table: String,
    /// What the table is called.
    pub name: String,
    /// Which, counted from 0.
    pub seat: i64,
}

/// A line of chat of mine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct MyChat {
    /// At which table.
    pub table: String,
    /// What.
    pub text: String,
    /// When.
    pub at: Millis,
}

/// A note of mine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct MyNote {
    /// At which table.
    pub table: String,
    /// What.
    pub text: String,
    /// When.
    pub at: Millis,
}

/// A session of mine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct MySession {
    /// When it began.
    pub created: Millis,
    /// When it ends.
    pub expires: Millis,
}

/// A line of the audit log about me.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct MyDeed {
    /// When.
    pub at: Millis,
    /// What: `sign-in`.
    pub what: String,
    /// From where, by whom.
    pub detail: String,
}
