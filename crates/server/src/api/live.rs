//! Live updates by server-sent events, resumed with `Last-Event-ID`.

use super::extract::{Params, Path};
use super::info::info;
use super::play::{own_key, with_running};
use super::tables::{find, find_known, seats_of};
use super::talk::{lines, may_read};
use crate::App;
use crate::problem::{Answer, Problem};
use crate::slot::{Facts, Pulse, Slot};
use crate::store::UserRow;
use crate::who::{Anybody, Who};
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderName};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Sse};
use ferrata_wire::{Asked, LiveEvent, LiveParams, StreamPlace, TableInfo, TableStatus};
use futures_util::stream::{self, StreamExt};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(live))
}

/// Live updates: `record`, `chat`, `table` (seats, turn, status), `presence`, `undo`.
///
/// Every event's id is `RECORD.CHAT`, the last record and line of chat sent so far; a stream opened with
/// that `Last-Event-ID` goes on after them without a gap.
#[utoipa::path(get, path = "/api/tables/{id}/live", tag = "play", params(("id" = String, Path), LiveParams),
    responses((status = 200, content_type = "text/event-stream", body = LiveEvent), (status = 404, body = Problem)))]
async fn live(
    State(app): State<App>,
    Anybody(who): Anybody,
    Path(id): Path<String>,
    Params(params): Params<LiveParams>,
    headers: HeaderMap,
) -> Answer<impl IntoResponse> {
    find(&app, &id, who.as_ref()).await?;
    let stream = params.stream.map(|key| own_key("stream", key)).transpose()?;
    let place = match headers.get("last-event-id").and_then(|id| id.to_str().ok()) {
        Some(id) => Some(id.parse().map_err(Problem::bad_request)?),
        None => None,
    };
    let slot = app.hub.slot(&id);
    let mut changes = slot.changes();
    changes.mark_changed();
    let user = who.as_ref().map(|who| who.user.clone());
    let accounts = app.store.accounts();
    let presence = Presence { app: app.clone(), table: id.clone(), slot: slot.clone(), user };
    presence.begin();
    let mut feed = Feed {
        app,
        who,
        id,
        stream,
        more: None,
        place: StreamPlace::default(),
        table: None,
        people: None,
        asked: None,
        behind: false,
        asks_who: false,
        changes,
        accounts,
        slot,
        waiting: VecDeque::new(),
        _presence: presence,
    };
    feed.place = match place {
        Some(place) => place,
        None => feed.end().await?,
    };
    let stream = stream::unfold(feed, |mut feed| async { feed.next().await.map(|event| (event, feed)) });
    let stream = stream.map(Ok::<_, Infallible>);
    let stream = Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    // A proxy must pass every event on at once and as it is.
    let headers =
        [(HeaderName::from_static("x-accel-buffering"), "no"), (CACHE_CONTROL, "no-cache, no-transform")];
    Ok((headers, stream))
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

/// How many records or lines are read at once; a stream that is further behind goes on until it is not.
const CHUNK: usize = 500;

/// After so long a database that did not answer is asked again.
const AGAIN: Duration = Duration::from_millis(500);

/// One open stream: what was sent so far, and what waits to be sent.
struct Feed {
    app: App,
    who: Option<Who>,
    id: String,
    /// What its owner calls it: records that were the answer to their request are left out.
    stream: Option<String>,
    /// What was sent so far.
    place: StreamPlace,
    /// The count of changes other than records that was last looked at.
    more: Option<u64>,
    table: Option<Box<TableInfo>>,
    people: Option<Vec<String>>,
    asked: Option<Asked>,
    /// Whether there was more than was read.
    behind: bool,
    /// Whether it is to be asked again who listens here.
    asks_who: bool,
    changes: watch::Receiver<Pulse>,
    accounts: broadcast::Receiver<Option<Arc<str>>>,
    slot: Arc<Slot>,
    waiting: VecDeque<Event>,
    _presence: Presence,
}

impl Feed {
    /// Where the table is now: a stream that does not resume begins with what comes next.
    async fn end(&self) -> Answer<StreamPlace> {
        let facts = find(&self.app, &self.id, self.who.as_ref()).await?;
        let record = match facts.row.status {
            TableStatus::Open => 0,
            _ => with_running(&self.app, &facts, |running| Ok(running.number())).await?,
        };
        Ok(StreamPlace { record, chat: self.app.store.last_chat(&self.id).await? })
    }

    async fn next(&mut self) -> Option<Event> {
        let mut stopping = self.app.stopping.clone();
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            if !self.behind {
                let account = tokio::select! {
                    changed = self.changes.changed() => changed.ok().map(|()| None)?,
                    account = self.accounts.recv() => Some(account),
                    _ = stopping.wait_for(|stopping| *stopping) => return None,
                };
                self.asks_who |= account.as_ref().is_some_and(|account| self.is_theirs(account));
                if account.is_some() && !self.asks_who {
                    continue;
                }
            }
            match self.look().await {
                Ok(true) => {}
                Ok(false) => return None,
                Err(problem) if problem.is_passing() => {
                    // What was not read is read later; the stream stays, and nobody hears anything twice.
                    self.behind = true;
                    tokio::select! {
                        () = tokio::time::sleep(AGAIN) => {}
                        _ = stopping.wait_for(|stopping| *stopping) => return None,
                    }
                }
                // Whoever may no longer see the table gets no more of it.
                Err(_) => return None,
            }
        }
    }

    /// Gathers what is new. False if who listens here is no longer known.
    async fn look(&mut self) -> Answer<bool> {
        if self.asks_who {
            if !self.is_known().await? {
                return Ok(false);
            }
            self.asks_who = false;
        }
        self.gather().await?;
        Ok(true)
    }

    /// Whether a change of accounts may be about who listens here.
    fn is_theirs(&self, account: &Result<Option<Arc<str>>, RecvError>) -> bool {
        match (account, &self.who) {
            (Ok(Some(user)), Some(who)) => **user == *who.user.id,
            (_, Some(_)) => true,
            (_, None) => false,
        }
    }

    /// Whether who listens here is still known: the session may have ended.
    async fn is_known(&self) -> Answer<bool> {
        match &self.who {
            Some(who) => Ok(self.app.store.user_by(&who.key).await?.is_some()),
            None => Ok(true),
        }
    }

    async fn gather(&mut self) -> Answer<()> {
        self.behind = false;
        let pulse = *self.changes.borrow_and_update();
        let facts = find_known(&self.app, &self.id, self.who.as_ref()).await?;
        if facts.row.status != TableStatus::Open {
            self.gather_records(&facts).await?;
        }
        let mut more = Some(pulse.more);
        if self.more != more {
            let lines = lines(&self.app, &self.id, self.place.chat, CHUNK as i64).await?;
            if lines.len() == CHUNK {
                (self.behind, more) = (true, None);
            }
            for line in lines {
                self.place.chat = line.number;
                if may_read(&facts, self.who.as_ref(), &line) {
                    self.push(LiveEvent::Chat(line));
                }
            }
        }
        let table = Box::new(info(&self.app, &facts, self.who.as_ref()).await?);
        let asked = table.asked.clone();
        if self.table.as_ref() != Some(&table) {
            self.push(LiveEvent::Table(table.clone()));
            self.table = Some(table);
        }
        let people: Vec<String> = self.slot.present().into_values().collect();
        if self.people.as_ref() != Some(&people) {
            self.push(LiveEvent::Presence(people.clone()));
            self.people = Some(people);
        }
        if asked != self.asked {
            self.push(LiveEvent::Asked(asked.clone()));
            self.asked = asked;
        }
        self.more = more;
        Ok(())
    }

    async fn gather_records(&mut self, facts: &Facts) -> Answer<()> {
        let mine = seats_of(&facts.seats, self.who.as_ref());
        let records = {
            let mut locked = self.app.hub.lock_known(&self.slot, &facts.row).await?;
            locked.running()?.seen(self.place.record, CHUNK, &mine)
        };
        self.behind = records.len() == CHUNK;
        for record in records {
            self.place.record = record.number;
            let answered = |stream: &String| self.slot.was_answered(stream, record.number);
            if !self.stream.as_ref().is_some_and(answered) {
                self.push(LiveEvent::Record(record));
            }
        }
        Ok(())
    }

    fn push(&mut self, event: LiveEvent) {
        if let Ok(data) = event.data() {
            let sent = Event::default().event(event.name()).id(self.place.to_string()).data(data);
            self.waiting.push_back(sent);
        }
    }
}
