//! `ferrata admin`: people, tables and access tokens of a server, beside it.

use super::operate::WhichDatabase;
use crate::output::{Done, print};
use clap::{Args, Subcommand};
use ferrata_server::{Operator, OperatorError};
use serde::Serialize;

/// Looks after people, tables and access tokens of a server, which hears of every change within a second
#[derive(Args)]
pub(crate) struct Admin {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    database: WhichDatabase,
    /// Print lists as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum What {
    /// People: list, new passwords, block, delete
    #[command(subcommand)]
    People(People),
    /// Tables: list, close, hand a seat over, delete
    #[command(subcommand)]
    Tables(Tables),
    /// Access tokens: list, remove
    #[command(subcommand)]
    Tokens(Tokens),
    /// The latest of the audit log: sign-ins, wrong passwords, what was done by these commands
    Audit {
        /// Of one person
        #[arg(long)]
        person: Option<String>,
        /// How many lines
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
}

#[derive(Subcommand)]
enum People {
    /// Everybody who has an account
    List,
    /// Print a link by which somebody chooses a new password, once, within a day
    Reset {
        name: String,
        /// How people reach the server
        #[arg(long, default_value = "http://127.0.0.1:1841")]
        url: String,
    },
    /// Keep somebody out; they are signed out everywhere
    Block { name: String },
    /// Let them in again
    Unblock { name: String },
    /// Delete somebody with all that belongs to them alone; where others play, a former player stays
    Delete { name: String },
}

#[derive(Subcommand)]
enum Tables {
    /// All tables, the latest first
    List,
    /// End a game without a result
    Close { id: String },
    /// Let a game go on that was closed
    Reopen { id: String },
    /// Give a seat (counted from 1) to somebody, whoever had it
    HandOver { id: String, seat: u8, name: String },
    /// Delete a table with all that belongs to it
    Delete { id: String },
}

#[derive(Subcommand)]
enum Tokens {
    /// All access tokens, without their secrets
    List,
    /// Take one back
    Remove { id: String },
}

type Told = Result<String, OperatorError>;

impl Admin {
    pub(crate) fn run(self) -> Done {
        let Admin { what, database, json } = self;
        let told = database.with(async |operator| match what {
            What::People(people) => people.run(operator, json).await,
            What::Tables(tables) => tables.run(operator, json).await,
            What::Tokens(Tokens::List) => {
                let line = |token: &ferrata_server::TokenLine| {
                    format!("{}  {}  {}", token.id, token.person, token.label)
                };
                lines(json, &operator.tokens().await?, line)
            }
            What::Tokens(Tokens::Remove { id }) => {
                operator.remove_token(&id).await?;
                Ok(format!("The access token {id} is taken back.\n"))
            }
            What::Audit { person, limit } => {
                let line = |line: &ferrata_server::AuditLine| {
                    let person = line.person.as_deref().unwrap_or("-");
                    format!("{}  {:<15} {person}  {}", line.at, line.what, line.detail)
                };
                lines(json, &operator.audit(person.as_deref(), limit).await?, line)
            }
        })?;
        print(told)
    }
}

impl People {
    async fn run(self, operator: &Operator, json: bool) -> Told {
        Ok(match self {
            People::List => {
                let line = |person: &ferrata_server::PersonLine| {
                    let blocked = if person.blocked.is_some() { "  blocked" } else { "" };
                    format!("{}  {} seats{blocked}", person.name, person.seats)
                };
                return lines(json, &operator.people().await?, line);
            }
            People::Reset { name, url } => {
                let key = operator.password_link(&name).await?;
                format!("{}/password#{key}\n", url.trim_end_matches('/'))
            }
            People::Block { name } => {
                operator.block(&name, true).await?;
                format!("{name} is kept out.\n")
            }
            People::Unblock { name } => {
                operator.block(&name, false).await?;
                format!("{name} may sign in again.\n")
            }
            People::Delete { name } => {
                let tables = operator.delete_person(&name).await?;
                format!("{name} is deleted; {tables} tables were concerned.\n")
            }
        })
    }
}

impl Tables {
    async fn run(self, operator: &Operator, json: bool) -> Told {
        Ok(match self {
            Tables::List => {
                let line = |table: &ferrata_server::TableLine| {
                    let status = if table.closed.is_some() { "closed" } else { table.status.as_str() };
                    let (id, name, owner, records) = (&table.id, &table.name, &table.owner, table.records);
                    format!("{id}  {status:<8} {records:>5} records  {name}  ({owner})")
                };
                return lines(json, &operator.tables().await?, line);
            }
            Tables::Close { id } => {
                operator.close_table(&id, true).await?;
                format!("The table {id} is closed.\n")
            }
            Tables::Reopen { id } => {
                operator.close_table(&id, false).await?;
                format!("The table {id} goes on.\n")
            }
            Tables::HandOver { id, seat, name } => {
                operator.hand_over(&id, seat, &name).await?;
                format!("Seat {seat} of the table {id} is {name}'s now.\n")
            }
            Tables::Delete { id } => {
                operator.delete_table(&id).await?;
                format!("The table {id} is deleted.\n")
            }
        })
    }
}

/// A list, for people or for programs.
fn lines<T: Serialize>(json: bool, all: &[T], line: impl Fn(&T) -> String) -> Told {
    if json {
        let told = serde_json::to_string(all).map_err(|error| OperatorError::Wrong(error.to_string()))?;
        return Ok(told + "\n");
    }
    Ok(all.iter().map(|one| line(one) + "\n").collect())
}
