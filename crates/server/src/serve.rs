//! Connections: how many, how long they may take to say what they want, and how they end.

use crate::network::Network;
use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tower::Service;

/// What connections may take.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// How many there may be.
    pub connections: usize,
    /// How many of one network; proxies are not counted.
    pub of_network: usize,
    /// How long the head of a request may take, and how long a connection may wait for the next one.
    pub head: Duration,
    /// How long those that are open may take to end when the server stops.
    pub farewell: Duration,
}

/// The connections that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections(Arc<Mutex<Open>>);

impl Connections {
    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        locked(&self.0).all
    }
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_network: HashMap<Network, usize>,
}

/// Counts a connection as long as it lives.
struct Counted {
    open: Arc<Mutex<Open>>,
    network: Option<Network>,
}

fn locked(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Counted {
    /// Counts one more; none if that is too many.
    fn new(open: &Arc<Mutex<Open>>, bounds: &Bounds, network: Option<Network>) -> Option<Counted> {
        let mut now = locked(open);
        if now.all >= bounds.connections {
            return None;
        }
        if let Some(network) = network {
            let count = now.by_network.entry(network).or_default();
            if *count >= bounds.of_network {
                return None;
            }
            *count += 1;
        }
        now.all += 1;
        Some(Counted { open: open.clone(), network })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut now = locked(&self.open);
        now.all -= 1;
        if let Some(network) = self.network
            && let Some(count) = now.by_network.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                now.by_network.remove(&network);
            }
        }
    }
}

/// How many connections this process may have: as many as wanted if the system lets it open that many files, with
/// some left for the database.
pub(crate) fn possible(wanted: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        const SPARE: u64 = 100;
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let needed = wanted as u64 + SPARE;
        if current.is_some_and(|current| current < needed) {
            let raised = Rlimit { current: Some(maximum.map_or(needed, |most| most.min(needed))), maximum };
            if let Err(error) = setrlimit(Resource::Nofile, raised) {
                tracing::warn!(%error, "the limit of open files cannot be raised");
            }
        }
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        let possible = wanted.min(usize::try_from(files.saturating_sub(SPARE)).unwrap_or(usize::MAX));
        if possible < wanted {
            tracing::warn!(possible, wanted, files, "the system allows fewer connections than wanted");
        }
        possible
    }
    #[cfg(not(unix))]
    wanted
}

/// Serves connections until `stop` resolves, then lets those that are open end, but not for ever.
/// `is_proxy` tells whose connections are those of many people.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    bounds: Bounds,
    connections: Connections,
    is_proxy: impl Fn(IpAddr) -> bool,
    stop: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let Connections(open) = connections;
    let mut make = router.into_make_service_with_connect_info::<SocketAddr>();
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, client) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Most likely there are too many open files; those that end make room.
                    tracing::warn!(%error, "no connection can be taken");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let network = (!is_proxy(client.ip())).then(|| Network::of_client(client.ip()));
        let Some(counted) = Counted::new(&open, &bounds, network) else { continue };
        let Ok(service) = make.call(client).await;
        let connection = connection(stream, TowerToHyperService::new(service), bounds.head);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that goes away in the middle is nothing to tell.
            connection.await.ok();
            drop(counted);
        });
    }
    drop(listener);
    if tokio::time::timeout(bounds.farewell, graceful.shutdown()).await.is_err() {
        tracing::warn!(open = locked(&open).all, "connections are cut: they did not end in time");
    }
}

fn connection<S>(
    stream: TcpStream,
    service: S,
    head: Duration,
) -> hyper::server::conn::http1::Connection<TokioIo<TcpStream>, S>
where
    S: hyper::service::HttpService<hyper::body::Incoming>,
    S::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    S::ResBody: 'static,
    <S::ResBody as hyper::body::Body>::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    // Answers are small and waited for.
    stream.set_nodelay(true).ok();
    hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_headers(64)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_in_all_and_by_network() {
        let bounds = Bounds {
            connections: 5,
            of_network: 2,
            head: Duration::from_secs(1),
            farewell: Duration::from_secs(1),
        };
        let open = Arc::default();
        let from = |last: u8| Some(Network::of_client(IpAddr::from([203, 0, 113, last])));
        let take = |network| Counted::new(&open, &bounds, network);
        let (one, two) = (take(from(1)).unwrap(), take(from(1)).unwrap());
        assert!(take(from(1)).is_none(), "two of one network are enough");
        let others = (take(from(2)).unwrap(), take(None).unwrap(), take(None).unwrap());
        assert!(take(from(3)).is_none(), "five are enough");
        drop(one);
        assert!(take(from(3)).is_some());
        drop((two, others));
        let left = locked(&open);
        assert_eq!((left.all, left.by_network.len()), (0, 0));
    }
}
