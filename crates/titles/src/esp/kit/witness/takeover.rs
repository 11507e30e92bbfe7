//! What takeovers have been to.

use super::{Area, Witness};
use crate::esp::Game;
use crate::esp::fixed::Class;
use crate::esp::table::Status;
use ferrata_engine::id::CompanyId;
use ferrata_engine::shares::Holder;

impl Witness<'_> {
    /// The takeover of a minor, whichever entry completed it.
    pub(super) fn takeover(&mut self) {
        let (before, after) = (self.before, self.after);
        let gone = |minor: &CompanyId| {
            after.company(*minor).status == Status::Gone && before.company(*minor).status != Status::Gone
        };
        let Some(minor) = before.in_play(Class::Minor).into_iter().find(gone) else { return };
        let Some((major, _)) = self.operating() else { return };
        let state = before.company(minor);
        self.areas.push(match state.status {
            Status::Frozen if state.ran => Area::CaseA,
            Status::Frozen if state.par.is_some() => Area::CaseB,
            Status::Frozen => Area::CaseC,
            _ if !before.fixed.switches.takeover_needs_consent => Area::Unasked,
            _ if before.director(minor) == before.director(major) => Area::OwnMinor,
            _ => Area::Consent,
        });
        let home = before.fixed.role(minor).home;
        let mza = before.partner(minor).is_some_and(|mza| before.company(mza).status != Status::Absent);
        self.areas.push(match () {
            () if mza => Area::TokenMz,
            () if after.company(major).waiting_at == Some(home) => Area::TokenWaits,
            () if after.table.board.has_token(major, home) => Area::TokenMap,
            () => Area::TokenCharter,
        });
        let owner = before.director(minor).map(Holder::Seat);
        let share = |game: &Game| owner.map_or(0, |owner| game.table.shares.percent(major, owner));
        self.see(Area::ShareGiven, share(after) > share(before));
        let holders = after.table.shares.holders(major);
        let beyond = |&(holder, percent): &(Holder, u8)| {
            matches!(holder, Holder::Seat(_)) && percent > before.fixed.figures.hold_limit
        };
        self.see(Area::SeventyPercent, holders.into_iter().any(|held| beyond(&held)));
    }
}
