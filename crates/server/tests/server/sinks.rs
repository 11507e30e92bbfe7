//! What stands for the world in tests: a server that takes webhooks and push messages. Nothing is sent anywhere else.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;

/// A request that came.
#[derive(Clone, Debug)]
pub(crate) struct Came {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Came {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Takes requests.
#[derive(Clone)]
pub(crate) struct Sink {
    pub address: SocketAddr,
    came: Arc<Mutex<Vec<Came>>>,
    answer: Arc<AtomicU16>,
}

impl Sink {
    pub(crate) async fn open() -> Sink {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let sink = Sink { address, came: Arc::default(), answer: Arc::new(AtomicU16::new(201)) };
        let take = async |State(sink): State<Sink>, uri: Uri, headers: HeaderMap, body: Bytes| {
            let came = Came { path: uri.path().to_owned(), headers, body: body.to_vec() };
            sink.came.lock().unwrap().push(came);
            StatusCode::from_u16(sink.answer.load(Ordering::SeqCst)).unwrap()
        };
        let router = Router::new().fallback(take).with_state(sink.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        sink
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What is answered from now on.
    pub(crate) fn answer(&self, status: u16) {
        self.answer.store(status, Ordering::SeqCst);
    }

    pub(crate) fn came(&self) -> Vec<Came> {
        self.came.lock().unwrap().clone()
    }

    /// Waits until so many have come.
    pub(crate) async fn wait(&self, count: usize) -> Vec<Came> {
        for _ in 0..1000 {
            if self.came().len() >= count {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let came = self.came();
        assert!(came.len() >= count, "only {} of {count} came", came.len());
        came
    }
}
