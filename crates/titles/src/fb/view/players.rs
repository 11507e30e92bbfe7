//! The players.

use super::cards;
use crate::fb::stock::{certificate_limit, certificates, sell};
use crate::fb::table::Round;
use crate::fb::{Game, end};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::view::{PlayerView, ShareView};

pub(super) fn player(game: &Game, seat: SeatId) -> PlayerView {
    let holder = Holder::Seat(seat);
    PlayerView {
        name: game.fixed.players.get(seat.index()).cloned().unwrap_or_default(),
        cash: game.table.ledger.seat(seat),
        worth: end::worth(game, seat),
        liquidity: liquidity(game, seat),
        certificates: certificates(game, seat),
        certificate_limit: certificate_limit(game),
        priority: game.table.priority == seat,
        passed: passed(game, seat),
        out: !game.table.order.contains(&seat),
        debt: Money::ZERO,
        shares: shares(game, holder),
        cards: cards::of(game, holder),
        notes: Vec::new(),
    }
}

/// Cash, and what stock would bring now, each corp by itself.
fn liquidity(game: &Game, seat: SeatId) -> Money {
    let brings = |company: CompanyId| {
        let most = sell::amounts(game, seat, company).into_iter().max().unwrap_or(0);
        game.price(company) * game.shares_in(most)
    };
    game.table.ledger.seat(seat) + game.corps().map(brings).sum::<Money>()
}

fn passed(game: &Game, seat: SeatId) -> bool {
    match &game.table.round {
        Round::Stock(stock) => {
            let passed = stock
                .first_pass
                .map(|first| game.seats_from(first).take(stock.passes.into()).any(|other| other == seat));
            passed.unwrap_or(false)
        }
        Round::Auction(auction) => auction.bidding.as_ref().is_some_and(|bidding| !bidding.is_in(seat)),
        _ => false,
    }
}

pub(super) fn shares(game: &Game, holder: Holder) -> Vec<ShareView> {
    let share = |company| {
        let percent = game.percent(company, holder);
        let director = game.table.shares.director(company) == holder;
        (percent > 0).then(|| ShareView { company: game.name(company), percent, director })
    };
    game.company_ids().filter_map(share).collect()
}
