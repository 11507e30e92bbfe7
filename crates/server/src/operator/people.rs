//! People and tables, as an operator looks after them.

use super::{Operator, OperatorError};
use crate::secret::random_key;
use crate::store::{AuditLine, Deed, Notice, PersonLine, TableLine, TokenLine, UserRow, now};

/// How long a link for a new password is good: a day.
const LINK_HOLDS: i64 = 24 * 3600 * 1000;

type Done<T> = Result<T, OperatorError>;

fn no_such(what: &str, name: &str) -> OperatorError {
    OperatorError::Wrong(format!("there is no {what} {name}"))
}

impl Operator {
    /// Everybody who has an account.
    pub async fn people(&self) -> Done<Vec<PersonLine>> {
        Ok(self.store.all_people().await?)
    }

    async fn person(&self, name: &str) -> Done<UserRow> {
        self.store.person(name).await?.ok_or_else(|| no_such("person", name))
    }

    /// The key of a link by which somebody chooses a new password, once, within a day.
    pub async fn password_link(&self, name: &str) -> Done<String> {
        let person = self.person(name).await?;
        let key = random_key(40).map_err(|error| OperatorError::Wrong(error.to_string()))?;
        self.store.add_password_link(&person.id, &key, now() + LINK_HOLDS).await?;
        self.store.note_deed(Deed::PasswordLink, Some(&person.id), "by the operator").await;
        Ok(key)
    }

    /// Keeps somebody out, or lets them in again.
    pub async fn block(&self, name: &str, blocked: bool) -> Done<()> {
        let person = self.person(name).await?;
        self.store.set_blocked(&person.id, blocked).await?;
        let deed = if blocked { Deed::Blocked } else { Deed::Unblocked };
        self.store.note_deed(deed, Some(&person.id), "by the operator").await;
        Ok(())
    }

    /// Deletes somebody with all that belongs to them alone; returns how many tables are concerned.
    pub async fn delete_person(&self, name: &str) -> Done<usize> {
        let person = self.person(name).await?;
        let tables = self.store.delete_user(&person.id).await?;
        for table in &tables {
            self.store.notify(&Notice::Renamed(table)).await?;
        }
        self.store.note_deed(Deed::Deleted, None, "an account, by the operator").await;
        Ok(tables.len())
    }

    /// The latest of the audit log.
    pub async fn audit(&self, person: Option<&str>, limit: u32) -> Done<Vec<AuditLine>> {
        let person = match person {
            Some(name) => Some(self.person(name).await?.id),
            None => None,
        };
        Ok(self.store.audit(person.as_deref(), limit.into()).await?)
    }
}

/// Tables and tokens.
impl Operator {
    /// All tables, the latest first.
    pub async fn tables(&self) -> Done<Vec<TableLine>> {
        Ok(self.store.list_tables().await?)
    }

    async fn changed(&self, table: &str, deed: Deed, detail: &str) -> Done<()> {
        self.store.notify(&Notice::Renamed(table)).await?;
        self.store.note_deed(deed, None, detail).await;
        Ok(())
    }

    /// Ends a game without a result, or lets it go on again.
    pub async fn close_table(&self, table: &str, closed: bool) -> Done<()> {
        let row = self.store.table(table).await?.ok_or_else(|| no_such("table", table))?;
        if row.closed.is_some() == closed {
            let state = if closed { "closed already" } else { "not closed" };
            return Err(OperatorError::Wrong(format!("the table {table} is {state}")));
        }
        match closed {
            true => self.store.close_table(table).await?,
            false => drop(self.store.reopen_table(table).await?),
        }
        let deed = if closed { Deed::TableClosed } else { Deed::TableReopened };
        self.changed(table, deed, &format!("{table}, by the operator")).await
    }

    /// Gives a seat, counted from 1, to somebody, whoever had it.
    pub async fn hand_over(&self, table: &str, seat: u8, name: &str) -> Done<()> {
        let person = self.person(name).await?;
        let row = self.store.table(table).await?.ok_or_else(|| no_such("table", table))?;
        let place = i64::from(seat) - 1;
        if place < 0 || !self.store.hand_over(table, place, &person.id, &person.name).await? {
            return Err(OperatorError::Wrong(format!(
                "the table {table} has no seat {seat}; it has seats 1 to {}",
                row.setup.players.len()
            )));
        }
        let detail = format!("seat {seat} of {table} to {}, by the operator", person.name);
        self.changed(table, Deed::HandedOver, &detail).await
    }

    /// Deletes a table with all that belongs to it.
    pub async fn delete_table(&self, table: &str) -> Done<()> {
        if !self.store.delete_table(table).await? {
            return Err(no_such("table", table));
        }
        self.changed(table, Deed::TableDeleted, &format!("{table}, by the operator")).await
    }

    /// All access tokens, without their secrets.
    pub async fn tokens(&self) -> Done<Vec<TokenLine>> {
        Ok(self.store.all_tokens().await?)
    }

    /// Takes an access token back.
    pub async fn remove_token(&self, id: &str) -> Done<()> {
        let user = self.store.remove_any_token(id).await?.ok_or_else(|| no_such("access token", id))?;
        self.store.note_deed(Deed::TokenRemoved, Some(&user), "by the operator").await;
        Ok(())
    }
}
