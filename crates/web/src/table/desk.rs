//! What a browser knows of a table, and what it is about to do there.

mod deciding;
mod hearing;
mod moment;
mod sending;
mod undoing;

pub(crate) use deciding::Pending;
pub(crate) use moment::Moment;

use super::panels::{Arranged, arranged};
use super::start::Picking;
use crate::browser;
use crate::live::Live;
use crate::notice::Notices;
use crate::rules::Rules;
use crate::settings::{Colours, Settings};
use ferrata_client::forgone::Forgone;
use ferrata_client::timeline::Timeline;
use ferrata_draw::Liveries;
use ferrata_engine::action::Route;
use ferrata_engine::components::Components;
use ferrata_engine::id::SeatId;
use ferrata_engine::name::{HexName, Name};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::text::Text;
use ferrata_engine::view::About;
use ferrata_wire::{Asked, ChatLine, TableInfo};
use leptos::prelude::*;
use moment::look;
use sending::OnItsWay;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table as this browser knows it.
#[derive(Clone, Copy)]
pub(crate) struct Desk {
    /// Where problems are told: handlers of events have no context of their own to find it.
    pub notices: Notices,
    pub rules: Rules,
    pub settings: Settings,
    pub info: RwSignal<TableInfo>,
    pub timeline: RwSignal<Timeline>,
    version: RwSignal<u32>,
    /// The moment looked at; none = now.
    pub at: RwSignal<Option<u64>>,
    pub moment: Memo<Moment>,
    /// How the panels are arranged.
    pub layout: Memo<Arranged>,
    pub others: Others,
    /// An entry that was sent.
    pub on_its_way: OnItsWay,
    pub pending: RwSignal<Option<Pending>>,
    /// The sealed sheet that is being written, one text per field.
    pub sheet: RwSignal<Option<(SeatId, Vec<String>)>>,
    pub pointing: Pointing,
    pub page: Page,
    /// The name of this page's live stream: what the answer to a request brings does not come by it again.
    stream: StoredValue<String>,
    live: StoredValue<Option<Live>, LocalStorage>,
    printed: StoredValue<Printed>,
}

/// Who else is at the table, and what they say.
#[derive(Clone, Copy)]
pub(crate) struct Others {
    pub chat: RwSignal<Vec<ChatLine>>,
    /// Lines of chat not yet looked at.
    pub unread: RwSignal<usize>,
    pub present: RwSignal<Vec<String>>,
    pub asked: RwSignal<Option<Asked>>,
    pub connected: RwSignal<bool>,
}

impl Default for Others {
    fn default() -> Others {
        Others {
            chat: RwSignal::default(),
            unread: RwSignal::default(),
            present: RwSignal::default(),
            asked: RwSignal::default(),
            connected: RwSignal::new(true),
        }
    }
}

/// What is pointed at on board and chart while somebody decides.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pointing {
    /// The hex chosen on the board.
    pub chosen: RwSignal<Option<HexName>>,
    /// The prices that can be picked on the chart.
    pub picking: RwSignal<Option<Picking>>,
    /// Routes shown on the board: a run being composed, or the last one of a company looked at.
    pub routes: RwSignal<Vec<Route>>,
    /// Stops clicked on the board while routes are drawn by hand.
    pub clicked_stop: RwSignal<Option<(HexName, u8, u32)>>,
    /// Whether clicks on stops draw routes now.
    pub drawing: RwSignal<bool>,
}

/// How the page looks just now.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    /// The panel that fills the window.
    pub full: RwSignal<Option<&'static str>>,
    /// What companies have left on the table, once somebody has looked for it.
    pub forgone: RwSignal<Option<Vec<Forgone>>>,
    /// Whether the page of keys is open.
    pub keys: RwSignal<bool>,
    /// The panel shown on a small screen.
    pub tab: RwSignal<&'static str>,
}

impl Default for Page {
    fn default() -> Page {
        Page {
            full: RwSignal::default(),
            forgone: RwSignal::default(),
            keys: RwSignal::default(),
            tab: RwSignal::new("board"),
        }
    }
}

/// What never changes at a table.
#[derive(Clone, Debug)]
struct Printed {
    /// What is in the box.
    parts: Arc<Components>,
    /// How companies look: as printed, and for colour-blind people.
    liveries: [Arc<Liveries>; 2],
    /// What the title says about its cards and companies.
    about: Arc<BTreeMap<Name, About>>,
}

impl Printed {
    fn of(timeline: &Timeline) -> Printed {
        let parts = timeline.names().parts().clone();
        let liveries = [Liveries::of_box(&parts), Liveries::safe(&parts)].map(Arc::new);
        Printed { parts, liveries, about: Arc::new(timeline.game().about().into_iter().collect()) }
    }
}

/// The table of this page.
pub(crate) fn desk() -> Desk {
    expect_context()
}

impl Desk {
    /// A table without its log.
    pub(crate) fn new(
        info: TableInfo,
        at: Option<u64>,
        notices: Notices,
        rules: Rules,
        settings: Settings,
    ) -> Result<Desk, Refusal> {
        let timeline = Timeline::new(info.setup.clone())?;
        let printed = StoredValue::new(Printed::of(&timeline));
        let (timeline, at, version) = (RwSignal::new(timeline), RwSignal::new(at), RwSignal::new(0));
        let moment = Memo::new(move |_| look(timeline, at.get(), version.get()));
        let desk = Desk {
            notices,
            rules,
            settings,
            info: RwSignal::new(info),
            timeline,
            version,
            at,
            moment,
            layout: arranged(settings.layout, moment),
            others: Others::default(),
            on_its_way: OnItsWay::default(),
            pending: RwSignal::new(None),
            sheet: RwSignal::new(None),
            pointing: Pointing::default(),
            page: Page::default(),
            stream: StoredValue::new(browser::unique()),
            live: StoredValue::new_local(None),
            printed,
        };
        desk.forget_choices_when_the_moment_changes();
        desk.show_moment_in_address();
        Ok(desk)
    }

    /// What is in the box.
    pub(crate) fn parts(self) -> Arc<Components> {
        self.printed.with_value(|printed| printed.parts.clone())
    }

    /// How companies look.
    pub(crate) fn liveries(self) -> Arc<Liveries> {
        let [printed, safe] = self.printed.with_value(|printed| printed.liveries.clone());
        match self.settings.colours.get() {
            Colours::Printed => printed,
            Colours::Safe => safe,
        }
    }

    /// Whether the board is higher than wide: it then gets the height of the window.
    pub(crate) fn is_portrait(self) -> bool {
        self.printed.with_value(|printed| ferrata_draw::is_portrait(&printed.parts.map))
    }

    /// What the title says about its cards and companies.
    pub(crate) fn about(self) -> Arc<BTreeMap<Name, About>> {
        self.printed.with_value(|printed| printed.about.clone())
    }

    /// An amount with the title's currency.
    pub(crate) fn money(self, amount: ferrata_engine::money::Money) -> String {
        self.printed.with_value(|printed| printed.parts.money(amount))
    }

    /// A sentence, or a part of one, as it is said at this table.
    pub(crate) fn say(self, text: &Text) -> String {
        self.timeline.with_untracked(|timeline| text.render(timeline.names()))
    }

    /// A refusal in words, with its rule.
    pub(crate) fn refusal(self, refusal: &Refusal) -> String {
        match refusal.rule {
            Some(rule) => format!("{} ({rule})", self.say(&refusal.because)),
            None => self.say(&refusal.because),
        }
    }

    /// The name of a seat.
    pub(crate) fn name(self, seat: SeatId) -> String {
        let name = |timeline: &Timeline| timeline.names().players().get(seat.index()).cloned();
        self.timeline.with_untracked(name).unwrap_or_default()
    }

    /// Whether a program plays a seat.
    pub(crate) fn is_program(self, seat: SeatId) -> bool {
        let plays =
            |info: &TableInfo| info.seats.iter().any(|own| own.seat == seat.0 && own.program.is_some());
        self.info.with(plays)
    }

    pub(crate) fn id(self) -> String {
        self.info.with_untracked(|info| info.id.clone())
    }

    fn forget_choices_when_the_moment_changes(self) {
        Effect::new(move |before: Option<Moment>| {
            let moment = self.moment.get();
            if before.as_ref() != Some(&moment) {
                self.pending.set(self.on_its_way.given_back());
                self.pointing.chosen.set(None);
                self.pointing.drawing.set(false);
                self.pointing.routes.set(Vec::new());
            }
            moment
        });
    }

    fn show_moment_in_address(self) {
        let id = self.id();
        Effect::new(move || {
            let at = self.at.get().map(|at| format!("?at={at}")).unwrap_or_default();
            browser::replace_address(&format!("/table/{id}{at}"));
        });
    }

    /// The seats this browser plays.
    pub(crate) fn is_mine(self, seat: SeatId) -> bool {
        self.info.with(|info| info.seats.iter().any(|info| info.seat == seat.0 && info.mine))
    }

    /// Whether this browser is to decide something now.
    pub(crate) fn is_asked_now(self) -> bool {
        self.actor().is_some() || !self.sealed_seats().is_empty()
    }

    /// Whether this browser plays at all.
    pub(crate) fn plays(self) -> bool {
        self.info.with(|info| info.seats.iter().any(|seat| seat.mine))
    }
}
