//! Rows of the database as types of ours.
//!
//! sqlx could derive this, but its macros compile every database driver a second time, for the compiler.

/// Reads each field from the column of its name.
macro_rules! row {
    ($row:ident: $($field:ident),+) => {
        impl sqlx::FromRow<'_, sqlx::any::AnyRow> for $row {
            fn from_row(row: &sqlx::any::AnyRow) -> Result<$row, sqlx::Error> {
                Ok($row { $($field: sqlx::Row::try_get(row, stringify!($field))?),+ })
            }
        }
    };
}
pub(super) use row;
