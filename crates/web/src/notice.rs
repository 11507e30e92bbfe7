//! What went wrong, and what is to be known: a sentence at the top of the page. It goes when it has been read, or when
//! what it tells is over.

use crate::api::{Answer, Problem, is_silence};
use crate::browser;
use crate::rules::{rule_button, rules};
use leptos::prelude::*;
use std::time::Duration;

/// How long something to know stays; what went wrong stays until it is over or put away.
const READ: Duration = Duration::from_secs(8);
/// More than these are never shown at once; the oldest goes first.
const MOST: usize = 3;

/// When a message goes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Until {
    /// When it has been read.
    Read,
    /// When the server answers again.
    Answered,
    /// When something else is tried and succeeds.
    Success,
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Notice {
    key: u32,
    until: Until,
    heading: String,
    text: String,
    rule: Option<String>,
}

/// The messages on the screen.
#[derive(Clone, Copy)]
pub(crate) struct Notices(RwSignal<(u32, Vec<Notice>)>);

impl Notices {
    /// Makes them known to all pages.
    pub(crate) fn provide() -> Notices {
        let notices = Notices(RwSignal::new((0, Vec::new())));
        provide_context(notices);
        notices
    }

    fn push(self, until: Until, heading: String, text: String) {
        self.push_with(until, heading, text, None);
    }

    fn push_with(self, until: Until, heading: String, text: String, rule: Option<String>) {
        let same = |notice: &Notice| notice.heading == heading && notice.text == text;
        if self.0.with_untracked(|(_, list)| list.iter().any(same)) {
            return;
        }
        let Some(key) = self.0.try_update(|(next, list)| {
            *next += 1;
            list.push(Notice { key: *next, until, heading, text, rule });
            if list.len() > MOST {
                list.remove(0);
            }
            *next
        }) else {
            return;
        };
        if until == Until::Read {
            self.dismiss_later(key);
        }
    }

    /// Something went wrong.
    pub(crate) fn problem(self, problem: &Problem) {
        let until = if is_silence(problem) { Until::Answered } else { Until::Success };
        self.push_with(until, problem.title.clone(), problem.detail.clone(), problem.rule.clone());
    }

    /// Something to know.
    pub(crate) fn tell(self, heading: impl Into<String>, text: impl Into<String>) {
        self.push(Until::Read, heading.into(), text.into());
    }

    /// Something that cannot go on: stays until it is put away.
    pub(crate) fn warn(self, heading: impl Into<String>, text: impl Into<String>) {
        self.push(Until::Success, heading.into(), text.into());
    }

    /// The value, or else a message.
    pub(crate) fn take<T>(self, answer: Answer<T>) -> Option<T> {
        if !answer.as_ref().is_err_and(is_silence) {
            self.answered();
        }
        answer.inspect_err(|problem| self.problem(problem)).ok()
    }

    /// The same for something somebody wanted done: where it succeeds, what went wrong before is over.
    pub(crate) fn take_done<T>(self, answer: Answer<T>) -> Option<T> {
        let done = self.take(answer)?;
        self.done();
        Some(done)
    }

    /// Something was done: what went wrong before is over.
    pub(crate) fn done(self) {
        self.forget(|until| until != Until::Read);
    }

    /// The server answers again.
    pub(crate) fn answered(self) {
        self.forget(|until| until == Until::Answered);
    }

    /// Another page: what went wrong on the one before is over.
    pub(crate) fn turn_page(self) {
        self.forget(|until| until == Until::Success);
    }

    fn forget(self, which: impl Fn(Until) -> bool) {
        if self.0.with_untracked(|(_, list)| list.iter().any(|notice| which(notice.until))) {
            self.0.update(|(_, list)| list.retain(|notice| !which(notice.until)));
        }
    }

    /// Puts a message away when it has been read, but not under somebody's eyes.
    fn dismiss_later(self, key: u32) {
        let later = move || {
            if browser::exists(".notices:hover, .notices:focus-within") {
                self.dismiss_later(key);
            } else {
                self.dismiss(key);
            }
        };
        set_timeout(later, READ);
    }

    fn dismiss(self, key: u32) {
        if self.0.with_untracked(|(_, list)| list.iter().any(|notice| notice.key == key)) {
            self.0.update(|(_, list)| list.retain(|notice| notice.key != key));
        }
    }
}

/// The messages of this page. To be asked in the body of a component: a handler of events finds no context, and what
/// it told would never be seen.
pub(crate) fn notices() -> Notices {
    expect_context()
}

/// Draws them.
#[component]
pub(crate) fn NoticeList() -> impl IntoView {
    let notices = notices();
    let rules = rules();
    view! {
        <div class="notices" role="alert" aria-label="Messages">
            <For each=move || notices.0.get().1 key=|notice| notice.key let:notice>
                <div class="notice" class:error=notice.until != Until::Read>
                    <p>
                        <strong>{notice.heading.clone()}</strong>
                        " "
                        {notice.text.clone()}
                        " "
                        {notice.rule.clone().map(|rule| rule_button(rules, rule))}
                    </p>
                    <button class="plain" aria-label="Dismiss this message" on:click=move |_| notices.dismiss(notice.key)>
                        "✕"
                    </button>
                </div>
            </For>
        </div>
    }
}
