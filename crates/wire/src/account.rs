//! People: sign-up, sign-in, passwords, access tokens.

use crate::Millis;
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
