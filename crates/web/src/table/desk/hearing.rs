//! What comes from the server: records, by answers and by the live stream, and talk.

use super::Desk;
use crate::api;
use crate::live::{Live, News};
use ferrata_client::timeline::Timeline;
use ferrata_wire::{ChatLine, LiveEvent, LogPart, Record};
use leptos::prelude::*;
use leptos::task::spawn_local;

impl Desk {
    /// Adds records that an answer brought, and asks for the log only if some are missing before them.
    pub(super) async fn take_in(self, records: Vec<Record>, last: u64) {
        self.add(records);
        if self.timeline.try_with_untracked(Timeline::known).is_some_and(|known| known < last) {
            self.catch_up().await;
        }
    }

    /// Reads what is missing of the log.
    pub(crate) async fn catch_up(self) {
        let notices = self.notices;
        loop {
            let Some(after) = self.timeline.try_with_untracked(Timeline::known) else { return };
            let path = format!("/api/tables/{}/log?after={after}&limit=2000", self.id());
            let Some(part) = notices.take(api::get::<LogPart>(&path).await) else { return };
            let done = part.records.is_empty() || part.records.len() as u64 + after >= part.last;
            self.add(part.records);
            if done || self.timeline.try_with_untracked(Timeline::known) == Some(after) {
                return;
            }
        }
    }

    /// Adds records, those known already left out.
    fn add(self, records: Vec<Record>) {
        self.change(|timeline| {
            for record in records {
                if record.number == timeline.known() + 1
                    && let Err(refusal) = timeline.add(record)
                {
                    let why = refusal.render(timeline.names());
                    self.notices.warn("The log cannot be read any further.", why);
                    break;
                }
            }
        });
    }

    /// Changes what is known of the table. The page is drawn anew only where that is to be seen.
    pub(super) fn change<T>(self, change: impl FnOnce(&mut Timeline) -> T) -> Option<T> {
        let (changed, version) =
            self.timeline.try_update_untracked(|timeline| (change(timeline), timeline.version()))?;
        if self.version.get_untracked() != version {
            self.timeline.notify();
            self.version.set(version);
        }
        Some(changed)
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
                let _ = self.others.chat.try_set(lines);
            }
        });
    }

    fn hear(self, news: News) {
        match news {
            News::Open => {
                let _ = self.others.connected.try_set(true);
                self.notices.answered();
                spawn_local(self.catch_up());
            }
            News::Broken => {
                let _ = self.others.connected.try_set(false);
            }
            News::Event(LiveEvent::Record(record)) => self.hear_record(record),
            News::Event(LiveEvent::Chat(line)) => self.hear_chat(line),
            News::Event(LiveEvent::Table(info)) => drop(self.info.try_set(*info)),
            News::Event(LiveEvent::Presence(people)) => drop(self.others.present.try_set(people)),
            News::Event(LiveEvent::Asked(asked)) => drop(self.others.asked.try_set(asked)),
        }
    }

    fn hear_record(self, record: Record) {
        let next = self.timeline.try_with_untracked(Timeline::known).map(|known| known + 1);
        match next {
            Some(next) if record.number > next => spawn_local(self.catch_up()),
            _ => self.add(vec![record]),
        }
    }

    fn hear_chat(self, line: ChatLine) {
        self.others.chat.try_update(|lines| {
            if lines.iter().all(|known| known.number != line.number) {
                lines.push(line);
                self.others.unread.update(|unread| *unread += 1);
            }
        });
    }
}
