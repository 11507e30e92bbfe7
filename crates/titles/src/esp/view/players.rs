//! The players.

use super::cards;
use crate::esp::stock::sell;
use crate::esp::table::Round;
use crate::esp::{Game, end};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::view::{PlayerView, ShareView};

pub(super) fn player(game: &Game, seat: SeatId) -> PlayerView {
    let holder = Holder::Seat(seat);
    PlayerView {
        name: game.fixed.players.get(seat.index()).cloned().unwrap_or_default(),
        cash: game.table.ledger.seat(seat),
        worth: end::worth(game, seat),
        liquidity: game.table.ledger.seat(seat) + sell::raisable(game, seat, true),
        certificates: game.certificates(seat) as u8,
        certificate_limit: game.certificate_limit(),
        priority: game.table.order.first() == Some(&seat),
        passed: passed(game, seat),
        out: false,
        debt: game.owed(seat),
        shares: shares(game, holder),
        cards: cards::of(game, holder),
        notes: notes(game, seat),
    }
}

fn passed(game: &Game, seat: SeatId) -> bool {
    match &game.table.round {
        Round::Auction(auction) => auction.out.has(seat),
        Round::Stock(stock) => stock.passed.0.has(seat),
        _ => false,
    }
}

fn shares(game: &Game, holder: Holder) -> Vec<ShareView> {
    let share = |company| {
        let percent = game.table.shares.percent(company, holder);
        let director = game.table.shares.director(company) == holder;
        (percent > 0).then(|| ShareView { company: game.name(company), percent, director })
    };
    game.company_ids().filter_map(share).collect()
}

fn notes(game: &Game, seat: SeatId) -> Vec<Text> {
    let debt = game.table.seats.get(seat.index()).map(|seat| seat.debt).unwrap_or_default();
    let borrowed =
        (debt > Money::ZERO).then(|| say!("{debt} borrowed, the rest of the debt is interest", debt));
    borrowed.into_iter().collect()
}
