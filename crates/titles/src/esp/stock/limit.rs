//! §3.1.2 The certificate limit.

use crate::esp::Game;
use crate::esp::stock::sell;
use crate::esp::table::Status;
use ferrata_engine::decision::Play;
use ferrata_engine::id::SeatId;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

impl Game {
    /// Certificates that count. 18ESP-3.1.2-02: shares, minors that are not frozen, privates; one each.
    pub(in crate::esp) fn certificates(&self, seat: SeatId) -> usize {
        let counts = |company| self.company(company).status != Status::Frozen;
        let held = self.table.shares.held_by(Holder::Seat(seat)).filter(|(_, cert)| counts(cert.company));
        held.count() + self.table.privates.iter().filter(|owner| **owner == Holder::Seat(seat)).count()
    }

    /// 18ESP-3.1.2-01: by the number of players.
    pub(in crate::esp) fn certificate_limit(&self) -> u8 {
        self.fixed.by_players.certificate_limit
    }

    pub(in crate::esp) fn over_certificate_limit(&self, seat: SeatId) -> bool {
        self.certificates(seat) > usize::from(self.certificate_limit())
    }

    pub(super) fn has_certificate_room(&self, seat: SeatId) -> bool {
        self.certificates(seat) < usize::from(self.certificate_limit())
    }
}

/// 18ESP-3.1.2-04: no purchase takes a player over the limit.
pub(super) fn check_room(game: &Game, seat: SeatId) -> Play {
    require(game.has_certificate_room(seat), "18ESP-3.1.2-04", || {
        say!("nobody may hold more than {limit} certificates", limit = game.certificate_limit())
    })
}

/// 18ESP-3.1.2-03, 18ESP-4.6-10: over the limit a player sells before they do anything else. 18ESP-G-10: unless they have
/// nothing to sell.
pub(super) fn check_sold_down(game: &Game, seat: SeatId) -> Play {
    let must = game.over_certificate_limit(seat) && sell::can_sell_any(game, seat);
    require(!must, "18ESP-3.1.2-03", || {
        say!("shares must be sold first, down to {limit} certificates", limit = game.certificate_limit())
    })
}
