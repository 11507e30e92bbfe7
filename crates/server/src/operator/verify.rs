//! Folds the log of every table and tells what is not as recorded.

use super::{Operator, OperatorError};
use crate::running::Running;
use crate::store::TableRow;
use serde::Serialize;

/// What is wrong with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// An entry is no longer accepted by the rules: the game is readable, and goes on when it is taken back.
    Damaged,
    /// All entries are accepted, but lead to another table than recorded: the players are asked whether they go on.
    Changed,
    /// It cannot be read at all.
    Unreadable,
}

/// Something that is not as recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// The table.
    pub table: String,
    /// What.
    pub found: Found,
    /// The first record concerned.
    pub record: u64,
    /// Why, for people.
    pub why: String,
}

/// What a verification has looked at and found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Verified {
    /// How many tables.
    pub tables: u64,
    /// How many records.
    pub records: u64,
    /// What is not as recorded.
    pub findings: Vec<Finding>,
}

impl Operator {
    /// Folds the log of every table; `told` hears of each how many are done, of how many.
    pub async fn verify(&self, told: impl Fn(u64, u64)) -> Result<Verified, OperatorError> {
        let tables = self.store.all_tables().await?;
        let all = tables.len() as u64;
        let mut verified = Verified::default();
        for table in tables {
            match self.store.table(&table).await {
                Ok(Some(row)) => self.fold(&row, &mut verified).await?,
                Ok(None) => continue,
                Err(error @ sqlx::Error::Decode(_)) => {
                    let why = error.to_string();
                    verified.findings.push(Finding { table, found: Found::Unreadable, record: 0, why });
                }
                Err(error) => return Err(error.into()),
            }
            verified.tables += 1;
            told(verified.tables, all);
        }
        Ok(verified)
    }

    async fn fold(&self, row: &TableRow, verified: &mut Verified) -> Result<(), OperatorError> {
        let records = self.store.records(&row.id, 0).await?;
        verified.records += records.len() as u64;
        let (setup, accepted) = (row.setup.clone(), row.rules_accepted);
        let fold = move || {
            let mut running = Running::new(setup, accepted)?;
            running.extend(records);
            Ok::<_, ferrata_engine::refusal::Refusal>(running.standing())
        };
        let folded = tokio::task::spawn_blocking(fold).await;
        let mut find = |found, record, why| {
            verified.findings.push(Finding { table: row.id.clone(), found, record, why });
        };
        match folded {
            Err(error) => find(Found::Unreadable, 0, error.to_string()),
            Ok(Err(refusal)) => find(Found::Unreadable, 0, refusal.to_string()),
            Ok(Ok(standing)) => {
                if let Some(damage) = standing.damage {
                    find(Found::Damaged, damage.good_until + 1, damage.why);
                }
                if let Some(changed) = standing.changed {
                    let why = format!("made by version {} of the rules, now {}", changed.then, changed.now);
                    find(Found::Changed, changed.since, why);
                }
            }
        }
        Ok(())
    }
}
