//! What somebody is about to do: armed, and confirmed where that is wanted.

use super::Desk;
use crate::settings::Confirmations;
use ferrata_client::deal::{Deal, deal};
use ferrata_client::preview;
use ferrata_client::scene::Scene;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_wire::UndoPolicy;
use leptos::prelude::*;

/// An action that waits to be confirmed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pending {
    pub seat: SeatId,
    pub action: Action,
}

impl Desk {
    /// The seat this browser may act for now, where one seat is asked.
    pub(crate) fn actor(self) -> Option<SeatId> {
        self.moment.with(|moment| match moment.game.turn() {
            Turn::Seat(seat) if moment.live && self.is_mine(seat) => Some(seat),
            _ => None,
        })
    }

    /// Seats of this browser that still have to hand in a sealed decision.
    pub(crate) fn sealed_seats(self) -> Vec<SeatId> {
        self.moment.with(|moment| match moment.game.turn() {
            Turn::Sealed(seats) if moment.live => {
                seats.into_iter().filter(|seat| self.is_mine(*seat)).collect()
            }
            _ => Vec::new(),
        })
    }

    /// Puts an action up for confirmation.
    pub(crate) fn arm(self, action: Action) {
        if let Some(seat) = self.actor() {
            self.pending.set(Some(Pending { seat, action }));
        }
    }

    /// Arms an action, or carries it out if it is armed already.
    pub(crate) fn arm_or_do(self, action: Action) {
        let armed = self
            .pending
            .with_untracked(|pending| pending.as_ref().is_some_and(|pending| pending.action == action));
        if !armed {
            self.arm(action);
        }
        if armed || self.needs_no_question() {
            self.confirm();
        }
    }

    /// Whether what is armed is done at once: it can be undone, or its player wants no questions.
    fn needs_no_question(self) -> bool {
        let undo = self.info.with_untracked(|info| info.undo);
        match self.settings.confirmations.get_untracked() {
            Confirmations::All => false,
            Confirmations::Final => undo != UndoPolicy::Consent && !self.uncovers(),
            Confirmations::Nothing => true,
        }
    }

    /// Whether what is armed lets chance decide, or shows something hidden: that cannot be taken back in earnest.
    fn uncovers(self) -> bool {
        let Some(Pending { seat, action }) = self.pending.get_untracked() else { return true };
        self.moment.with_untracked(|moment| {
            let entry = Entry::seat(seat, action);
            let mut then = moment.game.as_ref().clone();
            let known = preview::after(&moment.game, &entry).is_some() && then.apply(&entry).is_ok();
            !known || !matches!(then.turn(), Turn::Seat(_))
        })
    }

    /// Carries out what is armed.
    pub(crate) fn confirm(self) {
        if let Some(pending) = self.pending.get_untracked() {
            self.act(pending.seat, pending.action);
        }
    }

    /// The deal on the table at the moment looked at.
    pub(crate) fn deal(self) -> Option<Deal> {
        self.timeline.with(|timeline| {
            self.moment.with(|moment| {
                let proposal = timeline.proposal(moment.number)?;
                deal(&Scene::new(&moment.game, &moment.view, timeline.names()), proposal)
            })
        })
    }
}
