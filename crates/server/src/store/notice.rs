//! What servers that share a PostgreSQL tell each other: `SERVER KIND TABLE …` by NOTIFY.

use crate::slot::People;
use sqlx::AnyConnection;

/// Something another server should know.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Notice<'a> {
    /// Records were appended to these tables.
    Records(&'a [&'a str]),
    /// Seats, chat or anything else about a table changed.
    Table(&'a str),
    /// A name was taken off a table: what is in memory of it is read anew.
    Renamed(&'a str),
    /// A session, a token or the account of this person ended.
    Account(&'a str),
    /// Who looks at a table through this server.
    Present(&'a str, &'a People),
}

/// The same, as it is heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    Records(Vec<String>),
    Table(String),
    Renamed(String),
    Account(String),
    /// The server, the table, and who is there.
    Present(String, String, People),
}

impl Notice<'_> {
    pub(super) fn text(&self, server: &str) -> String {
        match self {
            Notice::Records(tables) => format!("{server} records {}", tables.join(" ")),
            Notice::Table(table) => format!("{server} table {table}"),
            Notice::Renamed(table) => format!("{server} renamed {table}"),
            Notice::Account(user) => format!("{server} account {user}"),
            Notice::Present(table, people) => {
                // A notice has at most 8,000 bytes; nobody needs to see more than fifty names.
                let some: People =
                    people.iter().take(50).map(|(id, name)| (id.clone(), name.clone())).collect();
                format!("{server} present {table} {}", serde_json::to_string(&some).unwrap_or_default())
            }
        }
    }

    /// Sends it when the connection's transaction is committed.
    pub(super) async fn send(&self, server: &str, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        sqlx::query("SELECT pg_notify('ferrata', $1)")
            .bind(self.text(server))
            .execute(connection)
            .await
            .map(drop)
    }
}

impl Heard {
    /// Reads a notice; none for one's own and for what a later version may say.
    pub(crate) fn parse(text: &str, own: &str) -> Option<Heard> {
        let (server, said) = text.split_once(' ')?;
        if server == own {
            return None;
        }
        let (kind, rest) = said.split_once(' ').unwrap_or((said, ""));
        match kind {
            "records" => Some(Heard::Records(rest.split(' ').map(str::to_owned).collect())),
            "table" => Some(Heard::Table(rest.to_owned())),
            "renamed" => Some(Heard::Renamed(rest.to_owned())),
            "account" => Some(Heard::Account(rest.to_owned())),
            "present" => {
                let (table, people) = rest.split_once(' ')?;
                Some(Heard::Present(server.to_owned(), table.to_owned(), serde_json::from_str(people).ok()?))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_server_says_another_hears() {
        let people = People::from([("u1".to_owned(), "Anna Maria".to_owned())]);
        let heard = |notice: Notice<'_>| Heard::parse(&notice.text("one"), "two");
        assert_eq!(heard(Notice::Records(&["a", "b"])), Some(Heard::Records(vec!["a".into(), "b".into()])));
        assert_eq!(heard(Notice::Table("a")), Some(Heard::Table("a".into())));
        assert_eq!(heard(Notice::Renamed("a")), Some(Heard::Renamed("a".into())));
        assert_eq!(heard(Notice::Account("u1")), Some(Heard::Account("u1".into())));
        let present = Heard::Present("one".into(), "a".into(), people.clone());
        assert_eq!(heard(Notice::Present("a", &people)), Some(present));
        assert_eq!(Heard::parse("two table a", "two"), None);
    }
}
