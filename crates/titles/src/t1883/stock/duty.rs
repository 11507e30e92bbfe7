//! 5.4, 8.2: when one may not pass: above the certificate limit, and with too much of SARSA.

use super::{buy, sell};
use crate::t1883::Game;
use crate::t1883::money::Block;
use crate::t1883::privates::swap;
use ferrata_engine::decision::Play;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::say;

/// 1883-8.2-18, 1883-8.2-21: how many shares of SARSA a player may hold: one for so many railway shares; those of corporations
/// that are not launched count, those of the uncapitalised CCFR do not.
pub(in crate::t1883) fn ratio_limit(game: &Game, seat: SeatId) -> u16 {
    let railways = game.company_ids().filter(|company| game.is_railway(*company));
    let shares: u16 = railways.map(|company| game.shares_in(game.held(company, seat)) as u16).sum();
    shares / game.fixed.figures.sarsa.railway_shares_per_share.max(1)
}

/// Whether a player holds too much of SARSA.
pub(in crate::t1883) fn breaks_ratio(game: &Game, seat: SeatId) -> bool {
    let own = game.shares_in(game.held(game.fixed.sarsa, seat)) as u16;
    own > ratio_limit(game, seat)
}

/// 1883-8.2-19, 1883-R-44: whether a legal action could bring a player nearer to the ratio: a sale of SARSA, a purchase of a
/// railway share, or the swap of CNP for one.
fn can_mend(game: &Game, seat: SeatId, sales: &[Offer]) -> bool {
    let sarsa = game.name(game.fixed.sarsa);
    let railway = |name: &CompanyName| {
        game.fixed.parts.company(*name).is_some_and(|company: CompanyId| game.is_railway(company))
    };
    let sells = sales.iter().any(|offer| matches!(offer, Offer::Sell { company, .. } if *company == sarsa));
    let buys = |offer: &Offer| match offer {
        Offer::Buy { company, .. } | Offer::Start { company, .. } => railway(company),
        _ => false,
    };
    sells || swap::possible(game, seat).is_some() || buy::offers(game, seat).iter().any(buys)
}

/// 1883-5.4-05, 1883-R-44, 1883-R-57: whether a player is above the certificate limit and can sell: then nothing else is done in the turn
/// before it.
pub(super) fn must_sell(game: &Game, seat: SeatId) -> bool {
    game.certificates(seat) > game.certificate_limit()
        && !sell::offers(game, seat, None, &Block::new(), None).is_empty()
}

/// Refuses what comes before a sale that must be.
pub(super) fn nothing_to_sell(game: &Game, seat: SeatId) -> Play {
    require(!must_sell(game, seat), "1883-5.4-05", || {
        say!("whoever holds more certificates than the limit sells first")
    })
}

/// Whether a player may pass. 1883-5.4-05: not above the certificate limit, 1883-5.1-07: not with too much of SARSA, as long as
/// something can be done about it.
pub(super) fn may_pass(game: &Game, seat: SeatId) -> Play {
    nothing_to_sell(game, seat)?;
    if !breaks_ratio(game, seat) {
        return Ok(());
    }
    let sales = sell::offers(game, seat, None, &Block::new(), None);
    require(!can_mend(game, seat, &sales), "1883-5.1-07", || {
        say!("whoever holds more than half as much of SARSA as of railways mends that before they pass")
    })
}
