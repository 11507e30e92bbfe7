//! What is printed: the box, loaded once and shared by all games.

use ferrata_engine::board::{Table, UpgradeRules};
use ferrata_engine::components::Components;
use ferrata_engine::load::{CATALOGUE, Source, load};
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use std::sync::{Arc, LazyLock};

/// The box and what follows from it.
pub(crate) struct Printed {
    pub(crate) from: Components,
    pub(crate) table: Arc<Table>,
    pub(crate) rounds: u8,
    pub(crate) holding_limit: u8,
    pub(crate) pool_limit: u8,
    pub(crate) snow: Money,
    pub(crate) raise: Money,
}

const TINY: Source<'static> = Source { file: "tiny.toml", text: include_str!("tiny.toml") };

/// The box, or what is wrong with its file.
pub(super) fn printed() -> Result<Arc<Printed>, Refusal> {
    static PRINTED: LazyLock<Result<Arc<Printed>, Refusal>> = LazyLock::new(|| read().map(Arc::new));
    PRINTED.clone()
}

fn read() -> Result<Printed, Refusal> {
    let from = load(&[CATALOGUE, TINY]).map_err(|problems| {
        let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
        Refusal::plain(problems.join("; "))
    })?;
    let constant = |key| from.constant(key).map_err(|missing| Refusal::plain(missing.to_string()));
    Ok(Printed {
        table: Arc::new(Table::new(from.map.clone(), from.tiles.clone(), UpgradeRules::default())),
        rounds: constant("rounds")? as u8,
        holding_limit: constant("holding_limit")? as u8,
        pool_limit: constant("pool_limit")? as u8,
        snow: Money(constant("snow")?),
        raise: Money(constant("raise")?),
        from,
    })
}
