//! Live updates by server-sent events, resumed with `Last-Event-ID`.

use super::info::{AskedUndo, info};
use super::play::with_running;
use super::tables::{find, find_known, seats_of};
use super::talk::lines;
use crate::App;
use crate::problem::{Answer, Problem};
use crate::slot::{Facts, Pulse, Slot};
use crate::store::UserRow;
use crate::who::{Anybody, Who};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(live))
}

/// What the stream tells of; the fields of each are described by hand in `shapes`.
pub(super) const KINDS: [&str; 5] = ["record", "chat", "table", "presence", "undo"];

/// An event of the stream: its name, its id and its data.
#[derive(ToSchema)]
struct LiveEvent {}

/// Live updates: `record`, `chat`, `table` (seats, turn, status), `presence`, `undo`.
///
/// Every event's id is `RECORD.CHAT`, the last record and line of chat sent so far; a stream opened with
/// that `Last-Event-ID` goes on after them without a gap.
#[utoipa::path(get, path = "/api/tables/{id}/live", tag = "play", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = LiveEvent), (status = 404, body = Problem)))]
async fn live(
    State(app): State<App>,
    Anybody(who): Anybody,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    find(&app, &id, who.as_ref()).await?;
    let (record, chat) = match headers.get("last-event-id").and_then(|id| id.to_str().ok()) {
        Some(id) => resume_from(id)?,
        None => (u64::MAX, i64::MAX),
    };
    let slot = app.hub.slot(&id);
    let mut changes = slot.changes();
    changes.mark_changed();
    let user = who.as_ref().map(|who| who.user.clone());
    let presence = Presence { app: app.clone(), table: id.clone(), slot: slot.clone(), user };
    presence.begin();
    let mut feed = Feed {
        app,
        who,
        id,
        more: None,
        record,
        chat,
        table: String::new(),
        people: None,
        undo: None,
        changes,
        slot,
        waiting: VecDeque::new(),
        _presence: presence,
    };
    feed.begin_at_end().await?;
    let stream = stream::unfold(feed, |mut feed| async { feed.next().await.map(|event| (Ok(event), feed)) });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

fn resume_from(id: &str) -> Answer<(u64, i64)> {
    let parsed =
        id.split_once('.').and_then(|(record, chat)| Some((record.parse().ok()?, chat.parse().ok()?)));
    parsed.ok_or_else(|| Problem::bad_request("\"Last-Event-ID\" must be an id of this stream, like 17.3"))
}

/// Somebody is there as long as this lives.
struct Presence {
    app: App,
    table: String,
    slot: Arc<Slot>,
    user: Option<UserRow>,
}

impl Presence {
    fn begin(&self) {
        self.app.meter.streams.inc();
        self.tell(true);
    }

    fn tell(&self, more: bool) {
        if let Some(user) = &self.user {
            self.slot.presence(user, more);
            self.app.hub.arrived(&self.table);
        }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.app.meter.streams.dec();
        self.tell(false);
    }
}

/// One open stream: what was sent so far, and what waits to be sent.
struct Feed {
    app: App,
    who: Option<Who>,
    id: String,
    record: u64,
    chat: i64,
    /// The count of changes other than records that was last looked at.
    more: Option<u64>,
    table: String,
    people: Option<Vec<String>>,
    undo: Option<AskedUndo>,
    changes: watch::Receiver<Pulse>,
    slot: Arc<Slot>,
    waiting: VecDeque<Event>,
    _presence: Presence,
}

impl Feed {
    /// A stream that does not resume begins with what comes next.
    async fn begin_at_end(&mut self) -> Answer<()> {
        if self.record == u64::MAX {
            let facts = find(&self.app, &self.id, self.who.as_ref()).await?;
            self.record = match facts.row.status.as_str() {
                "open" => 0,
                _ => with_running(&self.app, &facts.row, |running| Ok(running.number())).await?,
            };
            self.chat = self.app.store.last_chat(&self.id).await?;
        }
        Ok(())
    }

    async fn next(&mut self) -> Option<Event> {
        let mut stopping = self.app.stopping.clone();
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            tokio::select! {
                changed = self.changes.changed() => changed.ok()?,
                _ = stopping.wait_for(|stopping| *stopping) => return None,
            }
            // Whoever may no longer see the table gets no more of it.
            self.gather().await.ok()?;
        }
    }

    async fn gather(&mut self) -> Answer<()> {
        let pulse = *self.changes.borrow_and_update();
        let facts = find_known(&self.app, &self.id, self.who.as_ref()).await?;
        if facts.row.status != "open" {
            self.gather_records(&facts).await?;
        }
        if self.more != Some(pulse.more) {
            for line in lines(&self.app, &self.id, self.chat, 500).await? {
                self.chat = line.number;
                self.push("chat", &line);
            }
        }
        let table = info(&self.app, &facts, self.who.as_ref()).await?;
        let text = serde_json::to_string(&table).map_err(Problem::internal)?;
        if text != self.table {
            self.push("table", &table);
            self.table = text;
        }
        let people: Vec<String> = self.slot.present().into_values().collect();
        if self.people.as_ref() != Some(&people) {
            self.push("presence", &people);
            self.people = Some(people);
        }
        let undo = facts.undo.clone().map(AskedUndo::from);
        if undo != self.undo {
            self.push("undo", &undo);
            self.undo = undo;
        }
        self.more = Some(pulse.more);
        Ok(())
    }

    async fn gather_records(&mut self, facts: &Facts) -> Answer<()> {
        let mine = seats_of(&facts.seats, self.who.as_ref());
        let records = {
            let mut locked = self.app.hub.lock_known(&self.slot, &facts.row).await?;
            locked.running()?.seen(self.record, 1000, &mine)
        };
        for record in records {
            self.record = record.number;
            self.push("record", &record);
        }
        Ok(())
    }

    fn push(&mut self, kind: &'static str, data: &impl serde::Serialize) {
        debug_assert!(KINDS.contains(&kind), "{kind} is not described");
        let id = format!("{}.{}", self.record, self.chat);
        let event = Event::default().event(kind).id(id);
        if let Ok(event) = event.json_data(data) {
            self.waiting.push_back(event);
        }
    }
}
