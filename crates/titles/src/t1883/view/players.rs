//! The players.

use super::cards;
use crate::t1883::agenda::Round;
use crate::t1883::money::Block;
use crate::t1883::stock::{duty, sell};
use crate::t1883::{Game, end};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::view::{PlayerView, ShareView};

pub(super) fn player(game: &Game, seat: SeatId) -> PlayerView {
    let (cash, own) = (game.cash(seat), game.seat(seat));
    PlayerView {
        name: game.fixed.players.get(seat.index()).cloned().unwrap_or_default(),
        cash,
        worth: end::worth(game, seat),
        liquidity: cash + sell::raisable(game, seat, None, &Block::new()),
        certificates: game.certificates(seat),
        certificate_limit: game.certificate_limit(),
        priority: game.table.priority == seat,
        passed: passed(game, seat),
        out: own.out,
        debt: Money::ZERO,
        shares: shares(game, seat),
        cards: cards::of_player(game, seat),
        notes: notes(game, seat),
    }
}

/// Whether they are among those who have passed in succession.
fn passed(game: &Game, seat: SeatId) -> bool {
    let (asked, passes) = match &game.table.round {
        Round::Auction(auction) => (auction.asked, auction.passes),
        Round::Stock(stock) => (stock.asked, stock.passes),
        _ => return false,
    };
    let players = game.table.order.len();
    let order = game.clockwise_from(asked);
    order.iter().skip(players.saturating_sub(passes.into())).any(|other| *other == seat)
}

fn shares(game: &Game, seat: SeatId) -> Vec<ShareView> {
    let share = |company| {
        let percent = game.held(company, seat);
        let director = game.table.shares.director(company) == Holder::Seat(seat);
        (percent > 0).then(|| ShareView { company: game.name(company), percent, director })
    };
    game.company_ids().filter_map(share).collect()
}

fn notes(game: &Game, seat: SeatId) -> Vec<Text> {
    let bids = match &game.table.round {
        Round::Auction(auction) => game.cash(seat) - auction.free(game, seat),
        _ => Money::ZERO,
    };
    let aside = (bids > Money::ZERO).then(|| say!("{bids} set aside for offers", bids));
    let ratio = duty::breaks_ratio(game, seat).then(|| say!("too much of SARSA"));
    aside.into_iter().chain(ratio).collect()
}
