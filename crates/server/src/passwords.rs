//! Passwords: hashing them is slow and takes memory on purpose, so only few are worked on at once and few may wait.

use crate::problem::{Answer, Problem};
use crate::secret::{Workspace, password_hash, password_matches};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// How many passwords are worked on at once; each takes 19 MiB and a core. Always the same threads do it, each in memory
/// of its own that it keeps: the allocator would keep far more.
const AT_ONCE: usize = 2;

/// How many more may wait for that; whoever comes then is sent away.
const WAITING: usize = 14;

type Work = Box<dyn FnOnce(&mut Workspace) + Send>;

/// What works on passwords.
#[derive(Debug)]
pub(crate) struct Passwords {
    work: mpsc::Sender<Work>,
}

impl Passwords {
    /// Starts the threads; they end when this is dropped.
    pub(crate) fn start() -> std::io::Result<Passwords> {
        let (work, wanted) = mpsc::channel::<Work>(WAITING);
        let wanted = Arc::new(Mutex::new(wanted));
        for _ in 0..AT_ONCE {
            let wanted = wanted.clone();
            let next = move || wanted.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
            std::thread::Builder::new().name("passwords".into()).spawn(move || {
                let mut workspace = Workspace::default();
                while let Some(work) = next() {
                    work(&mut workspace);
                }
            })?;
        }
        Ok(Passwords { work })
    }

    /// The hash of a password.
    pub(crate) async fn hash(&self, password: String) -> Answer<String> {
        self.slowly(move |workspace| password_hash(&password, workspace)).await?.map_err(Problem::internal)
    }

    /// Whether a password belongs to a stored hash.
    pub(crate) async fn matches(&self, password: String, hash: String) -> Answer<bool> {
        self.slowly(move |workspace| password_matches(&password, &hash, workspace)).await
    }

    async fn slowly<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Workspace) -> T + Send + 'static,
    ) -> Answer<T> {
        let (done, answer) = oneshot::channel();
        let work = Box::new(move |workspace: &mut Workspace| {
            // Nobody waits for what was asked by somebody who is gone.
            if !done.is_closed() {
                done.send(work(workspace)).ok();
            }
        });
        let busy = |_| Problem::too_many("many people sign in just now; try again in a few seconds", 3);
        self.work.try_send(work).map_err(busy)?;
        answer.await.map_err(Problem::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Given more passwords at once than there is place for, then never more than two are worked on, those that find
    /// a place are answered, and all others are sent away at once.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn few_at_once_and_few_that_wait() {
        let passwords = Arc::new(Passwords::start().unwrap());
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        let tasks: Vec<_> = (0..100)
            .map(|_| {
                let (passwords, now, most, wait) =
                    (passwords.clone(), now.clone(), most.clone(), wait.clone());
                tokio::spawn(async move {
                    let work = move |_: &mut Workspace| {
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        wait.lock().unwrap().recv().ok();
                        now.fetch_sub(1, Ordering::SeqCst);
                    };
                    passwords.slowly(work).await.is_ok()
                })
            })
            .collect();
        while now.load(Ordering::SeqCst) < AT_ONCE {
            tokio::task::yield_now().await;
        }
        drop(go);
        let mut answered = 0;
        for task in tasks {
            answered += usize::from(task.await.unwrap());
        }
        assert!(answered >= WAITING, "{answered}");
        assert_eq!(most.load(Ordering::SeqCst), AT_ONCE);
    }
}
