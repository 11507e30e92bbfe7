//! 3.6 PH6, the conventions of 1885: RM and RA form out of two companies each.
//!
//! | section | module |
//! | --- | --- |
//! | 3.6.1 who merges | [`merger`] |
//! | 3.6.1 exchange of shares, tokens, trains, money | [`exchange`] |
//! | 3.6.1 leased trains | [`lease`] |

mod exchange;
pub(super) mod lease;
pub(super) mod merger;

use super::Game;
use super::table::Pending;
use ferrata_engine::decision::Play;
use ferrata_engine::id::CompanyId;
use merger::Merger;

/// 18FB-3.6-01, 18FB-3.6.2-01, 18FB-G-77: both form, RM first; then the turn goes on.
pub(super) fn begin(game: &mut Game, buyer: CompanyId) -> Play {
    let first = game.president(buyer).unwrap_or(game.table.priority);
    let nationals: Vec<CompanyId> =
        game.corps().filter(|corp| game.fixed.national(*corp).is_some()).collect();
    // The last one pushed is dealt with first.
    for national in nationals.into_iter().rev() {
        game.table.pending.push(Pending::Merger(Merger::into(national, first)));
    }
    Ok(())
}
