//! What a browser knows of a table, and what it is about to do there.

use super::start::Picking;
use crate::api;
use crate::browser;
use crate::live::{Live, News};
use crate::notice::Notices;
use crate::rules::Rules;
use crate::settings::{Colours, Confirmations, Settings};
use ferrata_client::deal::{Deal, deal};
use ferrata_client::judge::certain_refusal;
use ferrata_client::preview;
use ferrata_client::scene::Scene;
use ferrata_client::timeline::Timeline;
use ferrata_draw::Liveries;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::components::Components;
use ferrata_engine::id::SeatId;
use ferrata_engine::name::{HexName, Name};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_engine::view::{About, View};
use ferrata_titles::Game;
use ferrata_wire::{
    Act, Agree, Asked, ChatLine, Done, LiveEvent, LogPart, ProblemKind, Record, TableInfo, Undo, UndoPolicy,
    WishAnswer,
};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The table at the moment one looks at.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    /// After which record.
    pub number: u64,
    /// Whether that is now.
    pub live: bool,
    /// Counts changes of the timeline, for comparison.
    version: u32,
    pub game: Arc<Game>,
    pub view: Arc<View>,
    /// What may be done then.
    pub offers: Arc<Vec<Offer>>,
}

impl PartialEq for Moment {
    fn eq(&self, other: &Moment) -> bool {
        (self.number, self.live, self.version) == (other.number, other.live, other.version)
    }
}

/// An action that waits to be confirmed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pending {
    pub seat: SeatId,
    pub action: Action,
}

/// An entry that was sent and not answered: sent again it must not count twice.
#[derive(Clone, PartialEq, Debug)]
struct Unanswered {
    number: u64,
    entry: Entry,
    retry: String,
}

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
    pub chat: RwSignal<Vec<ChatLine>>,
    /// Lines of chat not yet looked at.
    pub unread: RwSignal<usize>,
    pub present: RwSignal<Vec<String>>,
    pub asked: RwSignal<Option<Asked>>,
    pub connected: RwSignal<bool>,
    /// An entry is on its way.
    pub busy: RwSignal<bool>,
    pub pending: RwSignal<Option<Pending>>,
    /// The sealed sheet that is being written, one text per field.
    pub sheet: RwSignal<Option<(SeatId, Vec<String>)>>,
    unanswered: StoredValue<Option<Unanswered>>,
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
    /// Whether the chart has the place of the board.
    pub large_chart: RwSignal<bool>,
    /// The panel that fills the window.
    pub full: RwSignal<Option<&'static str>>,
    /// Whether the page of keys is open.
    pub keys: RwSignal<bool>,
    /// The panel shown on a small screen.
    pub tab: RwSignal<&'static str>,
    /// The name of this page's live stream: what the answer to a request brings does not come by it again.
    stream: StoredValue<String>,
    live: StoredValue<Option<Live>, LocalStorage>,
    parts: StoredValue<Arc<Components>>,
    /// How companies look: as printed, and for colour-blind people.
    liveries: StoredValue<[Arc<Liveries>; 2]>,
    /// What the title says about its cards and companies.
    about: StoredValue<Arc<BTreeMap<Name, About>>>,
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
        let parts = timeline.names().parts().clone();
        let liveries = [Liveries::of_box(&parts), Liveries::safe(&parts)].map(Arc::new);
        let about = Arc::new(timeline.game().about().into_iter().collect());
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
            chat: RwSignal::default(),
            unread: RwSignal::default(),
            present: RwSignal::default(),
            asked: RwSignal::default(),
            connected: RwSignal::new(true),
            busy: RwSignal::new(false),
            pending: RwSignal::new(None),
            sheet: RwSignal::new(None),
            unanswered: StoredValue::new(None),
            chosen: RwSignal::new(None),
            picking: RwSignal::new(None),
            routes: RwSignal::default(),
            clicked_stop: RwSignal::new(None),
            drawing: RwSignal::new(false),
            large_chart: RwSignal::new(false),
            full: RwSignal::new(None),
            keys: RwSignal::new(false),
            tab: RwSignal::new("board"),
            stream: StoredValue::new(browser::unique()),
            live: StoredValue::new_local(None),
            parts: StoredValue::new(parts),
            liveries: StoredValue::new(liveries),
            about: StoredValue::new(about),
        };
        desk.forget_choices_when_the_moment_changes();
        desk.show_moment_in_address();
        Ok(desk)
    }

    /// What is in the box.
    pub(crate) fn parts(self) -> Arc<Components> {
        self.parts.get_value()
    }

    /// How companies look.
    pub(crate) fn liveries(self) -> Arc<Liveries> {
        let [printed, safe] = self.liveries.get_value();
        match self.settings.colours.get() {
            Colours::Printed => printed,
            Colours::Safe => safe,
        }
    }

    /// Whether the board is higher than wide: it then gets the height of the window.
    pub(crate) fn is_portrait(self) -> bool {
        self.parts.with_value(|parts| ferrata_draw::is_portrait(&parts.map))
    }

    /// What the title says about its cards and companies.
    pub(crate) fn about(self) -> Arc<BTreeMap<Name, About>> {
        self.about.get_value()
    }

    /// An amount with the title's currency.
    pub(crate) fn money(self, amount: ferrata_engine::money::Money) -> String {
        self.parts.with_value(|parts| parts.currency.replace("{}", &amount.0.to_string()))
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
                self.pending.set(None);
                self.chosen.set(None);
                self.drawing.set(false);
                self.routes.set(Vec::new());
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
    async fn not_done(self, problem: api::Problem) {
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

    /// Adds records that an answer brought, and asks for the log only if some are missing before them.
    async fn take_in(self, records: Vec<Record>, last: u64) {
        self.add(records);
        if self.timeline.try_with_untracked(Timeline::len).is_some_and(|known| known < last) {
            self.catch_up().await;
        }
    }

    /// Reads what is missing of the log.
    pub(crate) async fn catch_up(self) {
        let notices = self.notices;
        loop {
            let Some(after) = self.timeline.try_with_untracked(Timeline::len) else { return };
            let path = format!("/api/tables/{}/log?after={after}&limit=2000", self.id());
            let Some(part) = notices.take(api::get::<LogPart>(&path).await) else { return };
            let done = part.records.is_empty() || part.records.len() as u64 + after >= part.last;
            self.add(part.records);
            if done || self.timeline.try_with_untracked(Timeline::len) == Some(after) {
                return;
            }
        }
    }

    /// Adds records, those known already left out.
    fn add(self, records: Vec<Record>) {
        let added = self.timeline.try_update_untracked(|timeline| {
            let before = timeline.len();
            for record in records {
                if record.number == timeline.len() + 1
                    && let Err(refusal) = timeline.add(record)
                {
                    let why = refusal.render(timeline.names());
                    self.notices.warn("The log cannot be read any further.", why);
                    break;
                }
            }
            timeline.len() != before
        });
        if added == Some(true) {
            self.timeline.notify();
            self.version.update(|version| *version += 1);
        }
    }

    /// Opens the live stream.
    pub(crate) fn listen(self) {
        let notices = self.notices;
        let path = format!("/api/tables/{}/live?stream={}", self.id(), self.stream.get_value());
        let live = Live::listen(path, move |news| self.hear(news));
        self.live.set_value(Some(live));
        let talk = format!("/api/tables/{}/chat", self.id());
        spawn_local(async move {
            if let Some(lines) = notices.take(api::get::<Vec<ChatLine>>(&talk).await) {
                let _ = self.chat.try_set(lines);
            }
        });
    }

    fn hear(self, news: News) {
        match news {
            News::Open => {
                let _ = self.connected.try_set(true);
                self.notices.answered();
                spawn_local(self.catch_up());
            }
            News::Broken => {
                let _ = self.connected.try_set(false);
            }
            News::Event(LiveEvent::Record(record)) => self.hear_record(record),
            News::Event(LiveEvent::Chat(line)) => self.hear_chat(line),
            News::Event(LiveEvent::Table(info)) => drop(self.info.try_set(*info)),
            News::Event(LiveEvent::Presence(people)) => drop(self.present.try_set(people)),
            News::Event(LiveEvent::Asked(asked)) => drop(self.asked.try_set(asked)),
        }
    }

    fn hear_record(self, record: Record) {
        let next = self.timeline.try_with_untracked(Timeline::len).map(|len| len + 1);
        match next {
            Some(next) if record.number > next => spawn_local(self.catch_up()),
            _ => self.add(vec![record]),
        }
    }

    fn hear_chat(self, line: ChatLine) {
        self.chat.try_update(|lines| {
            if lines.iter().all(|known| known.number != line.number) {
                lines.push(line);
                self.unread.update(|unread| *unread += 1);
            }
        });
    }

    /// Whether this browser plays at all.
    pub(crate) fn plays(self) -> bool {
        self.info.with(|info| info.seats.iter().any(|seat| seat.mine))
    }

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

/// Whether others were faster, and what they did came with the answer.
fn is_overtaken(problem: &api::Problem) -> bool {
    problem.kind == ProblemKind::Conflict && !problem.missed.is_empty()
}

/// The table after a record.
fn look(timeline: RwSignal<Timeline>, at: Option<u64>, version: u32) -> Moment {
    timeline.with(|timeline| {
        let last = timeline.len();
        let number = at.map_or(last, |at| at.min(last));
        let game = timeline.game_at(number).unwrap_or_else(|| timeline.game());
        let live = at.is_none();
        let offers = if live { game.offers() } else { Vec::new() };
        Moment {
            number,
            live,
            version,
            view: Arc::new(game.view()),
            offers: Arc::new(offers),
            game: Arc::new(game.clone()),
        }
    })
}
