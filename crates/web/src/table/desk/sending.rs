//! Entries on their way: judged here, sent, and sent again where others were faster or no answer came.

use super::{Desk, Pending};
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
use std::time::Duration;

/// An entry that was sent and not answered: sent again it must not count twice.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Unanswered {
    number: u64,
    entry: Entry,
    retry: String,
}

/// What somebody wants while an entry is on its way: done when that one has arrived and the table is what was looked at.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Wanted {
    Act(SeatId, Action),
    TakeBackTo(u64),
}

/// What is known of an entry between its confirmation and the server's answer.
#[derive(Clone, Copy)]
pub(crate) struct OnItsWay {
    /// Whether there is one.
    pub busy: RwSignal<bool>,
    /// Whether its answer takes so long that it is said.
    pub slow: RwSignal<bool>,
    /// Whether the page shows it already.
    shown: StoredValue<bool>,
    unanswered: StoredValue<Option<Unanswered>>,
    /// What did not arrive: armed again on the table to which that leads back.
    given_back: StoredValue<Option<Pending>>,
    /// What is to be done when it has arrived, and at which moment that was wanted.
    wanted: StoredValue<Option<(u64, Wanted)>>,
}

impl Default for OnItsWay {
    fn default() -> OnItsWay {
        OnItsWay {
            busy: RwSignal::new(false),
            slow: RwSignal::new(false),
            shown: StoredValue::new(false),
            unanswered: StoredValue::new(None),
            given_back: StoredValue::new(None),
            wanted: StoredValue::new(None),
        }
    }
}

impl OnItsWay {
    /// What did not arrive; told once.
    pub(super) fn given_back(self) -> Option<Pending> {
        self.given_back.try_update_value(Option::take).flatten()
    }
}

/// After so long whoever waits for an answer is told so.
const SLOW: Duration = Duration::from_millis(400);

impl Desk {
    /// Sends an entry. It is shown at once where the table after it is known; the answer confirms it, or takes it away again.
    pub(crate) fn act(self, seat: SeatId, action: Action) {
        if self.on_its_way.busy.get_untracked() {
            return self.want(Wanted::Act(seat, action));
        }
        let entry = Entry::seat(seat, action);
        // Bad input is refused here already, with the rule, without asking the server.
        let refused = self.moment.with_untracked(|moment| certain_refusal(&moment.game, &entry));
        if let Some(refusal) = refused {
            let problem = api::problem("That is not possible now.", 422, self.say(&refusal.because));
            let rule = refusal.rule.as_ref().map(ToString::to_string);
            return self.notices.problem(&api::Problem { rule, ..problem });
        }
        self.on_its_way.busy.set(true);
        self.tell_if_slow();
        // The buttons of this decision go with it: whoever uses keys goes on where the next one is. Moved before anything is
        // drawn, it costs nothing; when the button goes, all of the page would be measured for it.
        browser::keep_focus(".panel.act", ".panel.act, .confirm");
        let expected = entry.clone();
        // First of all it is sent: the page is drawn while it is on its way.
        spawn_local(async move {
            let taken = self.send(seat, entry).await;
            self.change(Timeline::withdraw);
            let _ = (self.on_its_way.busy.try_set(false), self.on_its_way.slow.try_set(false));
            self.do_what_is_wanted(taken);
        });
        let shown = self.change(|timeline| timeline.expect(expected));
        self.on_its_way.shown.set_value(shown == Some(true));
    }

    /// Keeps what is wanted until the entry that is shown already has arrived. Where it is not shown, the page still asks
    /// what was just answered: whoever presses twice means it once.
    pub(super) fn want(self, wanted: Wanted) {
        if self.on_its_way.shown.get_value() {
            let at = self.timeline.with_untracked(Timeline::len);
            self.on_its_way.wanted.set_value(Some((at, wanted)));
        }
    }

    /// Does what was wanted meanwhile, if the table has become what it was wanted on. Where it has not because the entry
    /// before it was not taken, that has been told.
    fn do_what_is_wanted(self, taken: bool) {
        let wanted = self.on_its_way.wanted.try_update_value(Option::take).flatten();
        let Some((at, wanted)) = wanted.filter(|_| taken) else { return };
        if self.timeline.try_with_untracked(Timeline::len) != Some(at) {
            return self.tell_overtaken();
        }
        match wanted {
            Wanted::Act(seat, action) => self.act(seat, action),
            Wanted::TakeBackTo(to) => self.take_back_to(to),
        }
    }

    fn tell_if_slow(self) {
        let sent = self.timeline.with_untracked(Timeline::known);
        let look = move || {
            let waits = self.on_its_way.busy.try_get_untracked() == Some(true);
            if waits && self.timeline.try_with_untracked(Timeline::known) == Some(sent) {
                let _ = self.on_its_way.slow.try_set(true);
            }
        };
        set_timeout(look, SLOW);
    }

    /// Sends an entry until the server has judged it. Where others decide in secret at the same time, somebody may be
    /// faster: that changes nothing about this decision, so it is sent again behind theirs. Tells whether it was taken.
    async fn send(self, seat: SeatId, entry: Entry) -> bool {
        let path = format!("/api/tables/{}/entries", self.id());
        loop {
            let Some(number) = self.timeline.try_with_untracked(|timeline| timeline.known() + 1) else {
                return false;
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
                self.on_its_way.unanswered.try_set_value(None);
            }
            match answer {
                Ok(done) => {
                    self.notices.done();
                    let _ = self.sheet.try_set(None);
                    self.take_in(done.records, done.last).await;
                    return true;
                }
                Err(problem) if is_overtaken(&problem) => {
                    self.take_missed(problem).await;
                    let last = self.timeline.try_with_untracked(Timeline::known);
                    let asked = || untrack(|| self.sealed_seats()).contains(&seat);
                    if !(last.is_some_and(|last| last >= number) && asked()) {
                        self.tell_overtaken();
                        return false;
                    }
                }
                Err(problem) => {
                    self.give_back(Pending { seat, action: entry.action });
                    self.not_done(problem).await;
                    return false;
                }
            }
        }
    }

    /// Takes away what was shown and has not arrived: it is armed again, to be confirmed once more.
    fn give_back(self, pending: Pending) {
        if self.timeline.try_with_untracked(Timeline::is_expecting) == Some(true) {
            self.on_its_way.given_back.try_set_value(Some(pending));
            self.change(Timeline::withdraw);
        }
    }

    /// The key that makes sending an entry again harmless: the same as long as it was not answered.
    fn retry_key(self, number: u64, entry: &Entry) -> String {
        let known = self.on_its_way.unanswered.try_with_value(|sent| {
            let same = sent.as_ref().filter(|sent| sent.number == number && sent.entry == *entry);
            same.map(|sent| sent.retry.clone())
        });
        let retry = known.flatten().unwrap_or_else(browser::unique);
        let sent = Unanswered { number, entry: entry.clone(), retry: retry.clone() };
        self.on_its_way.unanswered.try_set_value(Some(sent));
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
