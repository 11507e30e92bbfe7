//! What time it is, for all that waits: tests turn the hands themselves.

use crate::store::now;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// A clock.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<Hands>>);

#[derive(Debug)]
struct Hands {
    at: AtomicI64,
    turned: watch::Sender<()>,
}

impl Clock {
    /// A clock that stands still at this moment (milliseconds since 1970) until it is turned.
    pub fn standing(at: i64) -> Clock {
        Clock(Some(Arc::new(Hands { at: AtomicI64::new(at), turned: watch::Sender::default() })))
    }

    /// Turns a standing clock to this moment. The time of day is not changed by it.
    pub fn turn_to(&self, at: i64) {
        if let Some(hands) = &self.0 {
            hands.at.store(at, Ordering::SeqCst);
            hands.turned.send_replace(());
        }
    }

    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.0.as_ref().map_or_else(now, |hands| hands.at.load(Ordering::SeqCst))
    }

    /// Waits for this moment, but not longer than `most`.
    pub(crate) async fn wait_until(&self, at: Option<i64>, most: Duration) {
        match &self.0 {
            None => {
                let wait = at.map_or(most, |at| {
                    Duration::from_millis(at.saturating_sub(self.now()).try_into().unwrap_or(0))
                });
                tokio::time::sleep(wait.min(most)).await;
            }
            Some(hands) => {
                let mut turned = hands.turned.subscribe();
                if at.is_some_and(|at| at <= self.now()) {
                    return;
                }
                tokio::time::timeout(most, turned.changed()).await.ok();
            }
        }
    }
}
