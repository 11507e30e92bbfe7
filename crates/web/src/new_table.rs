//! A new table: title, edition, options, players, undo.

use crate::api;
use crate::app::Page;
use crate::browser;
use crate::clock::ClockForm;
use crate::from_position::{self, FromPosition};
use crate::lobby::{facts, picture};
use crate::notice::notices;
use crate::person::person;
use crate::programs::LevelChoice;
use ferrata_engine::name::Name;
use ferrata_engine::turn::{Setup, Title};
use ferrata_titles::Game;
use ferrata_titles::listing::{Listed, listing};
use ferrata_wire::{ClockTerms, Created, NewTable, ProgramLevel, SeatProgram, UndoPolicy, Visibility};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::A;
use leptos_router::hooks::{use_navigate, use_query_map};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) const UNDO: [(UndoPolicy, &str); 3] = [
    (UndoPolicy::Free, "Anybody may undo anything"),
    (UndoPolicy::Own, "Each may undo their own last entry while nobody has acted since"),
    (UndoPolicy::Consent, "Undo needs the consent of all others"),
];

pub(crate) const VISIBILITY: [(Visibility, &str); 3] = [
    (Visibility::Open, "Listed: anybody may watch and take a free seat"),
    (Visibility::Link, "By link: who has the address may watch; seats by invitation"),
    (Visibility::Seats, "Private: only who sits there"),
];

/// What has been chosen so far.
#[derive(Clone, Copy)]
struct Form {
    title: RwSignal<&'static str>,
    edition: RwSignal<&'static str>,
    options: RwSignal<BTreeSet<&'static str>>,
    players: RwSignal<Vec<String>>,
    /// By seat: the program that plays it.
    programs: RwSignal<BTreeMap<usize, ProgramLevel>>,
    here: RwSignal<bool>,
    undo: RwSignal<UndoPolicy>,
    visibility: RwSignal<Visibility>,
    name: RwSignal<String>,
    clock: RwSignal<ClockTerms>,
    /// The position with which it begins; empty = the beginning.
    position: RwSignal<String>,
}

impl Form {
    fn setup(self) -> Setup {
        let options = self.options.get().into_iter().map(Name::cut).collect();
        Setup::new(self.title.get(), self.edition.get(), options, self.players.get())
    }

    /// Why the rules would not have it.
    fn refused(self) -> Option<String> {
        if self.has_position() {
            return self.position.with(|position| from_position::wrong(position));
        }
        let players = self.players.get();
        if let Some(seat) = players.iter().position(|name| name.trim().is_empty()) {
            return Some(format!("Player {} has no name.", seat + 1));
        }
        Game::start(&self.setup()).err().map(|refusal| refusal.to_string())
    }

    /// The seats that programs play, of those that there are.
    fn programs(self) -> Vec<SeatProgram> {
        let players = self.players.with_untracked(Vec::len);
        let programs = self.programs.get_untracked().into_iter().filter(|(seat, _)| *seat < players);
        programs.map(|(seat, level)| SeatProgram { seat: seat as u8, level: Some(level) }).collect()
    }

    /// Whether a position says what is played, and by whom.
    fn has_position(self) -> bool {
        self.position.with(|position| !position.trim().is_empty())
    }

    fn request(self) -> NewTable {
        let position = self.position.get_untracked();
        let request = self.without_position();
        if position.trim().is_empty() {
            return request;
        }
        let (title, edition, options, players) = Default::default();
        NewTable { title, edition, options, players, position: Some(position), ..request }
    }

    fn without_position(self) -> NewTable {
        let name = self.name.get_untracked();
        let here = self.here.get_untracked();
        NewTable {
            name: Some(name.trim().to_owned()).filter(|name| !name.is_empty()),
            title: self.title.get_untracked().to_owned(),
            edition: self.edition.get_untracked().to_owned(),
            options: self.options.get_untracked().into_iter().map(str::to_owned).collect(),
            players: self.players.get_untracked(),
            position: None,
            undo: self.undo.get_untracked(),
            visibility: if here { Visibility::Link } else { self.visibility.get_untracked() },
            local: here,
            seat: (!here).then_some(0),
            programs: self.programs(),
            clock: if here { ClockTerms::default() } else { self.clock.get_untracked() },
        }
    }
}

/// The page on which a table is made.
#[component]
pub(crate) fn NewTablePage() -> impl IntoView {
    let person = person();
    let titles = StoredValue::new(listing().unwrap_or_default());
    // The first page leads here with a title.
    let wanted = use_query_map().with_untracked(|query| query.get("title"));
    let first = titles.with_value(|titles| {
        let found = titles.iter().find(|listed| wanted.as_deref() == Some(listed.title));
        found.or(titles.first()).cloned()
    });
    let names = |count: usize| (1..=count).map(|seat| format!("Player {seat}")).collect::<Vec<_>>();
    let form = Form {
        title: RwSignal::new(first.as_ref().map(|first| first.title).unwrap_or_default()),
        edition: RwSignal::new(
            first.and_then(|first| first.editions.first().map(|edition| edition.edition)).unwrap_or_default(),
        ),
        options: RwSignal::default(),
        players: RwSignal::new(names(4)),
        programs: RwSignal::default(),
        here: RwSignal::new(true),
        undo: RwSignal::new(UndoPolicy::Free),
        visibility: RwSignal::new(Visibility::Link),
        name: RwSignal::default(),
        clock: RwSignal::default(),
        position: RwSignal::new(from_position::brought()),
    };
    Effect::new(move || {
        if !person.is_local() && person.0.with(Option::is_some) {
            form.here.set(false);
        }
    });
    let refused = Memo::new(move |_| form.refused());
    let stranger = move || person.0.with(|me| me.as_ref().is_some_and(|me| !me.known));
    let notices = notices();
    let navigate = use_navigate();
    let make = move || {
        let navigate = navigate.clone();
        spawn_local(async move {
            let made = api::post::<Created>("/api/tables", &form.request()).await;
            if let Some(created) = notices.take_done(made) {
                if let Ok(keys) = serde_json::to_string(&created) {
                    browser::keep(&format!("keys {}", created.id), Some(&keys));
                }
                navigate(&format!("/table/{}", created.id), leptos_router::NavigateOptions::default());
            }
        });
    };
    view! {
        <Page title="New table">
            <form
                class="new-table"
                on:submit=move |event| {
                    event.prevent_default();
                    make();
                }
            >
                <FromPosition position=form.position />
                <Show when=move || !form.has_position()>
                    <TitleChoice form titles />
                    <EditionChoice form titles />
                    <Players form titles />
                </Show>
                <Rest form />
                <p class="refused" role="status">{move || refused.get()}</p>
                <Show when=stranger>
                    <p>"A table belongs to an account: " <A href="/account">"sign up or sign in"</A> " first."</p>
                </Show>
                <button class="primary" disabled=move || refused.get().is_some() || stranger()>"Open the table"</button>
            </form>
        </Page>
    }
}

#[component]
fn TitleChoice(form: Form, titles: StoredValue<Vec<Listed>>) -> impl IntoView {
    let choose = move |listed: &Listed| {
        form.title.set(listed.title);
        form.options.update(BTreeSet::clear);
        if let Some(edition) = listed.editions.first() {
            form.edition.set(edition.edition);
            let fits = |count: usize| edition.players.iter().any(|players| usize::from(*players) == count);
            form.players.update(|players| {
                let most = edition.players.iter().max().copied().unwrap_or(4);
                if !fits(players.len()) {
                    players.truncate(usize::from(most));
                }
            });
        }
    };
    let cards = titles.get_value().into_iter().map(move |listed| {
        let title = listed.title;
        let chosen = listed.clone();
        view! {
            <label class="choice title">
                <input
                    type="radio"
                    name="title"
                    value=title
                    checked=move || form.title.get() == title
                    on:change=move |_| choose(&chosen)
                />
                <img class="picture" src=picture(title) alt="" />
                <strong>{title}</strong>
                <span>{listed.about}</span>
                <span class="quiet">{facts(&listed)}</span>
                <span class="quiet">{listed.designers}</span>
            </label>
        }
    });
    view! {
        <fieldset>
            <legend>"Title"</legend>
            <div class="titles">{cards.collect_view()}</div>
        </fieldset>
    }
}

#[component]
fn EditionChoice(form: Form, titles: StoredValue<Vec<Listed>>) -> impl IntoView {
    let listed = move || {
        titles.with_value(|titles| titles.iter().find(|listed| listed.title == form.title.get()).cloned())
    };
    let editions = move || {
        let list = listed().map(|listed| listed.editions).unwrap_or_default().into_iter();
        list.map(|edition| {
            let name = edition.edition;
            view! {
                <label class="choice">
                    <input
                        type="radio"
                        name="edition"
                        value=name
                        checked=move || form.edition.get() == name
                        on:change=move |_| form.edition.set(name)
                    />
                    <strong>{name}</strong>
                    <span>{edition.about}</span>
                </label>
            }
        })
        .collect_view()
    };
    let options = move || {
        let list = listed().map(|listed| listed.options).unwrap_or_default().into_iter();
        list.map(|option| {
            let name = option.option;
            let toggle = move |on: bool| {
                form.options.update(|options| {
                    if on {
                        options.insert(name);
                    } else {
                        options.remove(name);
                    }
                });
            };
            view! {
                <label class="choice">
                    <input
                        type="checkbox"
                        name="option"
                        value=name
                        prop:checked=move || form.options.get().contains(name)
                        on:change=move |event| toggle(event_target_checked(&event))
                    />
                    <strong>{name}</strong>
                    <span>{option.about}</span>
                </label>
            }
        })
        .collect_view()
    };
    view! {
        <fieldset>
            <legend>"Edition"</legend>
            {editions}
        </fieldset>
        <details class="options">
            <summary>"Options"</summary>
            <fieldset>
                <legend class="hidden">"Options"</legend>
                {options}
            </fieldset>
        </details>
    }
}

#[component]
fn Players(form: Form, titles: StoredValue<Vec<Listed>>) -> impl IntoView {
    let counts = Memo::new(move |_| {
        titles.with_value(|titles| {
            let listed = titles.iter().find(|listed| listed.title == form.title.get());
            let edition = listed.and_then(|listed| {
                listed.editions.iter().find(|edition| edition.edition == form.edition.get())
            });
            edition.map(|edition| edition.players.clone()).unwrap_or_default()
        })
    });
    let resize = move |count: usize| {
        form.players.update(|players| {
            players.truncate(count);
            for seat in players.len()..count {
                players.push(format!("Player {}", seat + 1));
            }
        });
    };
    let names = move || {
        let count = form.players.with(Vec::len);
        (0..count)
            .map(|seat| {
                let name =
                    move || form.players.with(|players| players.get(seat).cloned().unwrap_or_default());
                let rename = move |name: String| {
                    form.players.update(|players| {
                        if let Some(player) = players.get_mut(seat) {
                            *player = name;
                        }
                    });
                };
                let level =
                    Signal::derive(move || form.programs.with(|programs| programs.get(&seat).copied()));
                let give = move |level: Option<ProgramLevel>| {
                    form.programs.update(|programs| {
                        match level {
                            Some(level) => programs.insert(seat, level),
                            None => programs.remove(&seat),
                        };
                    });
                };
                view! {
                    <div class="seat">
                        <label>
                            {format!("Seat {}", seat + 1)}
                            <input
                                maxlength="24"
                                prop:value=name
                                on:input=move |event| rename(event_target_value(&event))
                            />
                        </label>
                        <LevelChoice label=format!("Who plays seat {}", seat + 1) level give />
                    </div>
                }
            })
            .collect_view()
    };
    view! {
        <fieldset>
            <legend>"Players"</legend>
            <label>
                "How many"
                <select on:change=move |event| resize(event_target_value(&event).parse().unwrap_or(4))>
                    {move || {
                        counts
                            .get()
                            .into_iter()
                            .map(|count| {
                                let chosen = form.players.with(Vec::len) == usize::from(count);
                                view! { <option value=count.to_string() selected=chosen>{count}</option> }
                            })
                            .collect_view()
                    }}
                </select>
            </label>
            <div class="names">{names}</div>
        </fieldset>
    }
}

#[component]
fn Rest(form: Form) -> impl IntoView {
    let person = person();
    view! {
        <fieldset>
            <legend>"Seats"</legend>
            <label class="choice">
                <input
                    type="radio"
                    name="seats"
                    checked=move || form.here.get()
                    on:change=move |_| form.here.set(true)
                />
                <span>
                    "One screen: this browser plays all seats, and the game begins at once (each seat also gets a link of its own)"
                </span>
            </label>
            <label class="choice">
                <input
                    type="radio"
                    name="seats"
                    disabled=move || !person.has_account()
                    checked=move || !form.here.get()
                    on:change=move |_| form.here.set(false)
                />
                <span>
                    "By link: each takes a seat with an account"
                    <Show when=move || !person.has_account()>" (sign up first)"</Show>
                </span>
            </label>
        </fieldset>
        <fieldset>
            <legend>"Undo"</legend>
            {radios("undo", UNDO, UndoPolicy::word, form.undo)}
        </fieldset>
        <Show when=move || !form.here.get()>
            <fieldset>
                <legend>"Who may see it"</legend>
                {radios("visibility", VISIBILITY, Visibility::word, form.visibility)}
            </fieldset>
            <ClockForm terms=form.clock />
        </Show>
        <label>"Name of the table (optional)" <input maxlength="60" bind:value=form.name /></label>
    }
}

/// One of three to choose.
pub(crate) fn radios<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    choices: [(T, &'static str); 3],
    word: fn(T) -> &'static str,
    chosen: RwSignal<T>,
) -> impl IntoView {
    let choice = |(value, about): (T, &'static str)| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name=name
                    value=word(value)
                    checked=move || chosen.get() == value
                    on:change=move |_| chosen.set(value)
                />
                <span>{about}</span>
            </label>
        }
    };
    choices.map(choice).collect_view()
}
