//! One table in memory: its running state, what is stored about it, and who looks at it.

use crate::running::Running;
use crate::store::{OrderRow, Request, SeatRow, TableRow, Timepiece, UserRow};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex as SyncMutex, MutexGuard as SyncGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, watch};

/// How long another server's word about who is there holds; it is repeated three times as often.
pub(crate) const PRESENCE_HOLDS: Duration = Duration::from_secs(60);

/// How many answers are remembered until the streams of those who got them have passed them.
const ANSWERS: usize = 32;

/// What is stored about a table besides its log.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The table.
    pub row: TableRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// What somebody asks the others to agree to.
    pub request: Option<Request>,
    /// Its clocks, if time is limited.
    pub timepiece: Option<Timepiece>,
}

/// Counts changes: streams wake when a count moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pulse {
    /// All changes.
    pub any: u64,
    /// Changes that may be more than new records: seats, chat, undo requests.
    pub more: u64,
}

/// Names by account.
pub(crate) type People = BTreeMap<String, String>;

/// One table in memory.
#[derive(Default, Debug)]
pub(crate) struct Slot {
    /// The running state; none until it is needed, and again when memory is short.
    pub running: Mutex<Option<Running>>,
    /// The standing orders of the table, where no other server can change them; changed with the running state locked.
    orders: SyncMutex<Option<Vec<OrderRow>>>,
    /// When it was last used, in the hub's count.
    pub used: AtomicU64,
    /// Whether another server may have written records that are not here yet.
    stale: AtomicBool,
    changes: watch::Sender<Pulse>,
    facts: SyncMutex<Option<Arc<Facts>>>,
    /// Records that were the answer to a request, with the stream of who made it: the latest at the end.
    answered: SyncMutex<VecDeque<(String, RangeInclusive<u64>)>>,
    /// Who looks at the table through this server: by account, the name and the number of streams.
    present: SyncMutex<BTreeMap<String, (String, usize)>>,
    /// Who looks at it through other servers, and when they said so.
    elsewhere: SyncMutex<HashMap<String, (Instant, People)>>,
}

impl Slot {
    /// The standing orders, as they are known here.
    pub(crate) fn orders(&self) -> Option<Vec<OrderRow>> {
        locked(&self.orders).clone()
    }

    /// These are the standing orders now; none = they have to be read.
    pub(crate) fn set_orders(&self, orders: Option<Vec<OrderRow>>) {
        *locked(&self.orders) = orders;
    }

    /// A receiver that wakes at every change.
    pub(crate) fn changes(&self) -> watch::Receiver<Pulse> {
        self.changes.subscribe()
    }

    /// New records: wakes all streams of the table.
    pub(crate) fn wake(&self) {
        self.changes.send_modify(|pulse| pulse.any += 1);
    }

    /// Another server wrote records: where clocks run, these have changed, too.
    pub(crate) fn wake_with_clocks(&self) {
        let timed = locked(&self.facts).as_ref().is_none_or(|facts| facts.timepiece.is_some());
        if timed { self.changed() } else { self.wake() }
    }

    /// Anything else may have changed: what is stored is read anew.
    pub(crate) fn changed(&self) {
        let mut facts = locked(&self.facts);
        self.changes.send_modify(|pulse| *pulse = Pulse { any: pulse.any + 1, more: pulse.more + 1 });
        *facts = None;
    }

    /// Another server wrote: the running state is read on when it is next used.
    pub(crate) fn make_stale(&self) {
        self.stale.store(true, Ordering::Release);
    }

    /// Whether another server may have written since this was last asked.
    pub(crate) fn was_stale(&self) -> bool {
        self.stale.swap(false, Ordering::AcqRel)
    }

    /// What is known to be stored, if nothing changed since it was read.
    pub(crate) fn facts(&self) -> Option<Arc<Facts>> {
        locked(&self.facts).clone()
    }

    /// How often what is stored has changed: taken before reading it, given to [`Slot::keep`] afterwards.
    pub(crate) fn edition(&self) -> u64 {
        self.changes.borrow().more
    }

    /// Keeps what was read, unless it changed while it was read.
    pub(crate) fn keep(&self, read: Arc<Facts>, edition: u64) {
        let mut facts = locked(&self.facts);
        if self.edition() == edition {
            *facts = Some(read);
        }
    }

    /// These records are the answer to a request: the stream of who made it leaves them out.
    pub(crate) fn answered(&self, stream: &str, records: RangeInclusive<u64>) {
        let mut answered = locked(&self.answered);
        if answered.len() == ANSWERS {
            answered.pop_front();
        }
        answered.push_back((stream.to_owned(), records));
    }

    /// Whether this record was the answer to a request of this stream's owner.
    pub(crate) fn was_answered(&self, stream: &str, record: u64) -> bool {
        locked(&self.answered).iter().any(|(known, records)| known == stream && records.contains(&record))
    }

    /// Somebody began to look at the table through this server, or ended.
    pub(crate) fn presence(&self, user: &UserRow, more: bool) {
        {
            let mut present = locked(&self.present);
            let (_, count) = present.entry(user.id.clone()).or_insert_with(|| (user.name.clone(), 0));
            *count = if more { *count + 1 } else { count.saturating_sub(1) };
            present.retain(|_, (_, count)| *count > 0);
        }
        self.wake();
    }

    /// Who looks at the table through this server.
    pub(crate) fn present_here(&self) -> People {
        locked(&self.present).iter().map(|(user, (name, _))| (user.clone(), name.clone())).collect()
    }

    /// Who looks at the table now, through any server.
    pub(crate) fn present(&self) -> People {
        let mut all = self.present_here();
        let elsewhere = locked(&self.elsewhere);
        let fresh = elsewhere.values().filter(|(said, _)| said.elapsed() < PRESENCE_HOLDS);
        all.extend(fresh.flat_map(|(_, people)| people.clone()));
        all
    }

    /// Another server says who looks at the table there. True if it was not heard of here before.
    pub(crate) fn present_elsewhere(&self, server: &str, people: People) -> bool {
        let before = {
            let mut elsewhere = locked(&self.elsewhere);
            elsewhere.retain(|_, (said, _)| said.elapsed() < PRESENCE_HOLDS);
            elsewhere.insert(server.to_owned(), (Instant::now(), people.clone()))
        };
        if before.as_ref().map(|(_, people)| people) != Some(&people) {
            self.wake();
        }
        before.is_none()
    }
}

fn locked<T>(mutex: &SyncMutex<T>) -> SyncGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
