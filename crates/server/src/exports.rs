//! Games in the form of 18xx.games. Finding the site's words for a game takes a good part of a second, so it is done
//! once per moment of a table, one at a time for each who asks, few in all, and no longer than somebody waits for it.

use crate::problem::{Answer, Problem};
use axum::body::Bytes;
use ferrata_engine::log::Log;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::text::{PlainNames, Text};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// How many are made at once, on two cores.
const AT_ONCE: usize = 1;

/// How many may be made or waited for.
const PLACES: usize = 16;

/// How many bytes are remembered.
const REMEMBERED: usize = 16 << 20;

/// A moment of a table.
type Moment = (String, u64);

/// What has been made: each file, and when it was last asked for.
#[derive(Debug, Default)]
struct Made {
    files: HashMap<Moment, (Bytes, u64)>,
    bytes: usize,
    clock: u64,
}

impl Made {
    fn get(&mut self, moment: &Moment) -> Option<Bytes> {
        self.clock += 1;
        let (file, used) = self.files.get_mut(moment)?;
        *used = self.clock;
        Some(file.clone())
    }

    fn keep(&mut self, moment: Moment, file: Bytes) {
        self.clock += 1;
        self.bytes += file.len();
        if let Some((old, _)) = self.files.insert(moment, (file, self.clock)) {
            self.bytes -= old.len();
        }
        while self.bytes > REMEMBERED {
            let oldest =
                self.files.iter().min_by_key(|(_, (_, used))| *used).map(|(moment, _)| moment.clone());
            let Some((file, _)) = oldest.and_then(|moment| self.files.remove(&moment)) else { return };
            self.bytes -= file.len();
        }
    }

    fn forget(&mut self, table: &str) {
        self.files.retain(|(of, _), _| of != table);
        self.bytes = self.files.values().map(|(file, _)| file.len()).sum();
    }
}

/// What makes exports.
#[derive(Debug)]
pub(crate) struct Exports {
    places: Arc<Semaphore>,
    working: Arc<Semaphore>,
    asking: Arc<Mutex<HashSet<String>>>,
    made: Mutex<Made>,
}

impl Default for Exports {
    fn default() -> Exports {
        Exports {
            places: Arc::new(Semaphore::new(PLACES)),
            working: Arc::new(Semaphore::new(AT_ONCE)),
            asking: Arc::default(),
            made: Mutex::default(),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody waits as long as this lives.
struct Asking {
    all: Arc<Mutex<HashSet<String>>>,
    who: String,
    gone: Arc<AtomicBool>,
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
        locked(&self.all).remove(&self.who);
    }
}

impl Exports {
    fn ask(&self, who: &str) -> Answer<Asking> {
        if !locked(&self.asking).insert(who.to_owned()) {
            return Err(Problem::too_many("your last export is still being made; wait for it", 2));
        }
        Ok(Asking { all: self.asking.clone(), who: who.to_owned(), gone: Arc::default() })
    }

    /// The game of a table after a record, for somebody; `log` brings it where the file is not there yet.
    pub(crate) async fn file(&self, table: &str, at: u64, who: &str, log: Log) -> Answer<Bytes> {
        let moment = (table.to_owned(), at);
        if let Some(file) = locked(&self.made).get(&moment) {
            return Ok(file);
        }
        let asking = self.ask(who)?;
        let busy = |_| Problem::too_many("many exports are being made; try again in a minute", 60);
        let place = self.places.clone().try_acquire_owned().map_err(busy)?;
        let turn = self.working.clone().acquire_owned().await.map_err(Problem::internal)?;
        // Somebody else may have asked for the same meanwhile.
        if let Some(file) = locked(&self.made).get(&moment) {
            return Ok(file);
        }
        let gone = asking.gone.clone();
        let make = move || {
            let made = ferrata_interop::export_while(&log, &|| !gone.load(Ordering::Relaxed));
            drop((turn, place));
            made.map(|file| Bytes::from(file.to_string()))
        };
        let made = tokio::task::spawn_blocking(make).await.map_err(Problem::internal)?;
        let file = made.map_err(|error| {
            Problem::refused(&Refusal::plain(Text::words(error.to_string())), &PlainNames)
        })?;
        locked(&self.made).keep(moment, file.clone());
        Ok(file)
    }

    /// Forgets the files of a table: a name was taken off it.
    pub(crate) fn forget(&self, table: &str) {
        locked(&self.made).forget(table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_least_lately_is_forgotten_first() {
        let mut made = Made::default();
        let file = || Bytes::from(vec![0; REMEMBERED / 3]);
        let moment = |at| ("table".to_owned(), at);
        for at in 0..3 {
            made.keep(moment(at), file());
        }
        assert!(made.get(&moment(0)).is_some());
        made.keep(moment(3), file());
        assert!(made.get(&moment(1)).is_none() && made.get(&moment(0)).is_some());
        made.keep(moment(0), file());
        assert!(made.bytes <= REMEMBERED);
        made.forget("table");
        assert_eq!((made.bytes, made.files.len()), (0, 0));
    }

    #[test]
    fn one_at_a_time_for_each() {
        let exports = Exports::default();
        let first = exports.ask("anna").unwrap();
        assert!(exports.ask("anna").is_err() && exports.ask("bruno").is_ok());
        let gone = first.gone.clone();
        drop(first);
        assert!(gone.load(Ordering::Relaxed), "nobody waits any more");
        assert!(exports.ask("anna").is_ok());
    }
}
