//! The numbered rules at hand: every id on the screen opens its rule, with its neighbours, at the side of the page. The
//! lists are fetched when somebody asks for the first rule.

use crate::api;
use crate::browser;
use crate::notice::{Notices, notices};
use ferrata_client::rulebook::{Piece, Rule, Rulebook};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More rules than these are not listed at once.
const MOST: usize = 60;

/// The rule that is read, and the lists fetched so far.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    asked: RwSignal<Option<String>>,
    words: RwSignal<String>,
    books: RwSignal<BTreeMap<String, Arc<Rulebook>>>,
    notices: Notices,
}

impl Rules {
    /// Makes them known to all pages.
    pub(crate) fn provide() -> Rules {
        let rules = Rules {
            asked: RwSignal::new(None),
            words: RwSignal::default(),
            books: RwSignal::default(),
            notices: notices(),
        };
        provide_context(rules);
        rules
    }

    /// Opens a rule by its id, or the list of a title by the title's name.
    pub(crate) fn open(self, id: &str) {
        self.asked.set(Some(id.to_owned()));
        self.words.set(String::new());
        self.fetch(title_of(id).to_owned());
        reveal();
    }

    fn close(self) {
        self.asked.set(None);
    }

    fn fetch(self, title: String) {
        if self.books.with_untracked(|books| books.contains_key(&title)) {
            return;
        }
        spawn_local(async move {
            let path = format!("/rules/{title}");
            if let Some(text) = self.notices.take(api::get_text(&path).await) {
                let book = Arc::new(Rulebook::read(&title, &text));
                self.books.update(|books| drop(books.insert(title, book)));
                reveal();
            }
        });
    }

    fn book(self) -> Option<Arc<Rulebook>> {
        let title = self.asked.with(|asked| asked.as_deref().map(|id| title_of(id).to_owned()))?;
        self.books.with(|books| books.get(&title).cloned())
    }
}

/// The title whose list has an id: what stands before the first dash.
fn title_of(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

/// Brings the rule that was asked for into sight, once it is drawn.
fn reveal() {
    request_animation_frame(|| browser::reveal(".rules [aria-current=true]"));
}

/// The rules of this page. To be asked in the body of a component.
pub(crate) fn rules() -> Rules {
    expect_context()
}

/// An id that opens its rule.
pub(crate) fn rule_button(rules: Rules, id: String) -> AnyView {
    let label = id.clone();
    let open = move |event: leptos::ev::MouseEvent| {
        event.stop_propagation();
        rules.open(&id);
    };
    view! { <button type="button" class="rule" title="Read this rule" on:click=open>{label}</button> }
        .into_any()
}

/// The side of the page with the rules, where somebody asked for one.
#[component]
pub(crate) fn RulesPanel() -> impl IntoView {
    let rules = rules();
    let open = Memo::new(move |_| rules.asked.with(Option::is_some));
    let title = move || rules.asked.with(|asked| asked.as_deref().map(|id| title_of(id).to_owned()));
    let content = move || match rules.book() {
        Some(book) => found(rules, &book),
        None => view! { <p class="quiet" role="status">"Fetching the rules …"</p> }.into_any(),
    };
    let keys = move |event: leptos::ev::KeyboardEvent| {
        event.stop_propagation();
        if event.key() == "Escape" {
            rules.close();
        }
    };
    view! {
        <Show when=move || open.get()>
            <aside class="rules" aria-label="Rules" on:keydown=keys>
                <div class="row">
                    <h2>"Rules of " {title}</h2>
                    <button on:click=move |_| rules.close()>"Close"</button>
                </div>
                <input
                    type="search"
                    placeholder="Search the rules"
                    aria-label="Search the rules"
                    prop:value=move || rules.words.get()
                    on:input=move |event| rules.words.set(event_target_value(&event))
                />
                <div class="scroll" tabindex="0" role="group" aria-label="Rules that were found">{content}</div>
            </aside>
        </Show>
    }
}

/// What is searched for, or the rule that was asked for among its neighbours.
fn found(rules: Rules, book: &Arc<Rulebook>) -> AnyView {
    let asked = rules.asked.get().and_then(|id| book.find(&id));
    let words = rules.words.get();
    if words.trim().is_empty() {
        // Who asks for no rule in particular begins at the beginning.
        let at = asked.unwrap_or(0);
        let heading = book.rules.get(at).and_then(|rule| book.sections.get(rule.section)).cloned();
        let list = book.neighbours(at).map(|(place, rule)| line(rules, book, rule, asked == Some(place)));
        return view! { <h3>{heading}</h3><ul class="plain">{list.collect_view()}</ul> }.into_any();
    }
    let count = book.search(&words).count();
    let list = book.search(&words).take(MOST).map(|(_, rule)| line(rules, book, rule, false));
    let said = match count {
        0 => "No rule has all these words.".to_owned(),
        1 => "One rule".to_owned(),
        count if count > MOST => format!("The first {MOST} of {count} rules"),
        count => format!("{count} rules"),
    };
    view! { <p class="quiet" role="status">{said}</p><ul class="plain">{list.collect_view()}</ul> }.into_any()
}

fn line(rules: Rules, book: &Rulebook, rule: &Rule, current: bool) -> AnyView {
    let pieces = book.pieces(&rule.text).into_iter().map(|piece| match piece {
        Piece::Words(words) => words.to_owned().into_any(),
        Piece::Rule(written, at) => {
            let id = book.rules.get(at).map(|rule| rule.id.clone()).unwrap_or_default();
            let written = written.to_owned();
            view! {
                <button type="button" class="rule" title="Read this rule" on:click=move |_| rules.open(&id)>{written}</button>
            }
            .into_any()
        }
    });
    let id = rule_button(rules, rule.id.clone());
    view! { <li aria-current=current.then_some("true")>{id} " " {pieces.collect_view()}</li> }.into_any()
}
