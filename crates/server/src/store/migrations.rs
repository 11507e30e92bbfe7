//! The steps that bring a database up to date: the files of `migrations`, in the order of their numbers.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Number, description and text of each step; `build.rs` lists the folder.
const STEPS: &[(i64, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// What runs the steps that a database has not seen yet.
pub(super) fn migrator() -> Migrator {
    let migration = |&(number, description, text): &(i64, &'static str, &'static str)| {
        Migration::new(number, description.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(STEPS.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_step_with_the_next_number() {
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations")).unwrap().count();
        let numbers: Vec<i64> = migrator().iter().map(|step| step.version).collect();
        assert_eq!(numbers, (1..=files as i64).collect::<Vec<_>>());
        assert!(STEPS.iter().all(|(_, description, text)| !description.is_empty() && text.contains(';')));
    }

    /// Databases remember what was run by its checksum: a file that has been run anywhere never changes.
    #[test]
    fn the_first_step_is_the_one_that_was_always_run() {
        let first = migrator().iter().next().map(|step| step.checksum.clone()).unwrap();
        assert_eq!(first.iter().take(4).map(|byte| format!("{byte:02x}")).collect::<String>(), "e46dae65");
    }
}
