//! Entries on their way: judged here, sent, and sent again where others were faster or no answer came.

use super::Desk;
use crate::api;
use crate::browser;
use ferrata_client::judge::certain_refusal;
use ferrata_client::timeline::Timeline;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::Entry;
use ferrata_wire::{Act, Done, ProblemKind};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// An entry that was sent and not answered: sent again it must not count twice.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Unanswered {
    number: u64,
    entry: Entry,
    retry: String,
}

impl Desk {
    /// Sends an entry.
    pub(crate) fn act(self, seat: SeatId, action: Action) {
        if self.busy.get_untracked() {
            return;
        }
        let entry = Entry::seat(seat, action);
        // Bad input is refused here already, with the rule, without asking the server.
        let refused = self.moment.with_untracked(|moment| certain_refusal(&moment.game, &entry));
        if let Some(refusal) = refused {
            let problem = api::problem("That is not possible now.", 422, self.say(&refusal.because));
            let rule = refusal.rule.as_ref().map(ToString::to_string);
            return self.notices.problem(&api::Problem { rule, ..problem });
        }
        self.busy.set(true);
        // The buttons of this decision go with it: whoever uses keys goes on where the next one is. Moved now, while nobody waits
        // for the page, it costs nothing; when the button goes, all of the page would be measured for it.
        browser::keep_focus(".panel.act", ".panel.act, .confirm");
        spawn_local(async move {
            self.send(seat, entry).await;
            let _ = self.busy.try_set(false);
        });
    }

    /// Sends an entry until the server has judged it. Where others decide in secret at the same time, somebody may be
    /// faster: that changes nothing about this decision, so it is sent again behind theirs.
    async fn send(self, seat: SeatId, entry: Entry) {
        let path = format!("/api/tables/{}/entries", self.id());
        loop {
            let Some(number) = self.timeline.try_with_untracked(|timeline| timeline.len() + 1) else {
                return;
            };
            let body = Act {
                number,
                seat: seat.0,
                action: entry.action.clone(),
                retry: Some(self.retry_key(number, &entry)),
                stream: Some(self.stream.get_value()),
            };
            let answer = api::post::<Done>(&path, &body).await;
            if !answer.as_ref().is_err_and(api::is_silence) {
                self.unanswered.try_set_value(None);
            }
            match answer {
                Ok(done) => {
                    self.notices.done();
                    let _ = self.sheet.try_set(None);
                    return self.take_in(done.records, done.last).await;
                }
                Err(problem) if is_overtaken(&problem) => {
                    self.take_missed(problem).await;
                    let last = self.timeline.try_with_untracked(Timeline::len);
                    let asked = || untrack(|| self.sealed_seats()).contains(&seat);
                    if !(last.is_some_and(|last| last >= number) && asked()) {
                        return self.tell_overtaken();
                    }
                }
                Err(problem) => return self.not_done(problem).await,
            }
        }
    }

    /// The key that makes sending an entry again harmless: the same as long as it was not answered.
    fn retry_key(self, number: u64, entry: &Entry) -> String {
        let known = self.unanswered.try_with_value(|sent| {
            let same = sent.as_ref().filter(|sent| sent.number == number && sent.entry == *entry);
            same.map(|sent| sent.retry.clone())
        });
        let retry = known.flatten().unwrap_or_else(browser::unique);
        let sent = Unanswered { number, entry: entry.clone(), retry: retry.clone() };
        self.unanswered.try_set_value(Some(sent));
        retry
    }

    /// Tells why something was not done, and takes in what was missed.
    pub(super) async fn not_done(self, problem: api::Problem) {
        if is_overtaken(&problem) {
            self.tell_overtaken();
            self.take_missed(problem).await;
        } else {
            self.notices.problem(&problem);
            self.catch_up().await;
        }
    }

    fn tell_overtaken(self) {
        self.notices.tell("Somebody was faster.", "The table has moved on; look again before you act.");
    }

    async fn take_missed(self, problem: api::Problem) {
        let last = problem.missed.last().map_or(0, |record| record.number);
        self.take_in(problem.missed, last).await;
    }
}

/// Whether others were faster, and what they did came with the answer.
fn is_overtaken(problem: &api::Problem) -> bool {
    problem.kind == ProblemKind::Conflict && !problem.missed.is_empty()
}
