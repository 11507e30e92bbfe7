//! Taking back, by the table's policy, and what else needs the others' consent.

use super::Desk;
use super::sending::Wanted;
use crate::api;
use ferrata_client::timeline::Timeline;
use ferrata_engine::turn::Author;
use ferrata_wire::{Agree, Asked, Undo, UndoPolicy, WishAnswer};
use leptos::prelude::*;
use leptos::task::spawn_local;

impl Desk {
    /// Whether the table's policy lets this browser take back the last entry, or ask the others to agree.
    pub(crate) fn may_take_back(self) -> bool {
        let live = self.moment.with(|moment| moment.live);
        let last = self.last_to_take_back();
        let own = |by: Author| matches!(by, Author::Seat(seat) if self.is_mine(seat));
        let only_own = self.info.with(|info| info.undo == UndoPolicy::Own);
        live && self.plays() && last.is_some_and(|(by, _)| !only_own || own(by))
    }

    /// Whether this browser is asked to agree that somebody takes back.
    pub(crate) fn is_asked(self, asked: &Asked) -> bool {
        let waits = |seat: u8| seat != asked.seat && !asked.agreed.contains(&seat);
        let seats = self.info.with(|info| info.seats.clone());
        let asker = seats.iter().any(|seat| seat.mine && seat.seat == asked.seat);
        !asker && seats.iter().any(|seat| seat.mine && waits(seat.seat))
    }

    /// The entry that would be taken back: the last of a person, as programs would only decide the same again. Where
    /// nobody may have acted since, programs count, too.
    fn last_to_take_back(self) -> Option<(Author, u64)> {
        let all_count = self.info.with(|info| info.undo == UndoPolicy::Own);
        self.timeline.with(|timeline| timeline.last_of_a_player(|seat| !all_count && self.is_program(seat)))
    }

    /// Takes back the last entry of a person, or asks the others.
    pub(crate) fn take_back(self) {
        if let Some((_, to)) = untrack(|| self.last_to_take_back()) {
            self.take_back_to(to);
        }
    }

    /// Takes back everything after a record, or asks the others.
    pub(crate) fn take_back_to(self, to: u64) {
        if self.on_its_way.busy.get_untracked() {
            return self.want(Wanted::TakeBackTo(to));
        }
        let notices = self.notices;
        let number = self.timeline.with_untracked(Timeline::len) + 1;
        let mine =
            self.info.with_untracked(|info| info.seats.iter().find(|seat| seat.mine).map(|seat| seat.seat));
        let Some(seat) = mine else { return };
        let path = format!("/api/tables/{}/undo", self.id());
        spawn_local(async move {
            let body = Undo { number, seat, to, stream: Some(self.stream.get_value()) };
            match api::post::<WishAnswer>(&path, &body).await {
                Ok(answer) if answer.done => {
                    self.notices.done();
                    self.take_in(answer.records, number).await;
                }
                Ok(_) => notices.tell("You asked to undo.", "The others have to agree."),
                Err(problem) => self.not_done(problem).await,
            }
        });
    }

    /// Answers somebody who asks for consent.
    pub(crate) fn answer(self, request: String, agree: bool) {
        let path = format!("/api/tables/{}/consent", self.id());
        let body = Agree { request, agree, stream: Some(self.stream.get_value()) };
        spawn_local(async move {
            match api::post::<WishAnswer>(&path, &body).await {
                Ok(answer) => {
                    let last = answer.records.last().map_or(0, |record| record.number);
                    self.take_in(answer.records, last).await;
                }
                Err(problem) => self.not_done(problem).await,
            }
        });
    }
}
