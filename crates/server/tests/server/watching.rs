//! What is for whoever watches a server: figures, names of requests.

use crate::child;
use crate::test_server::{On, TestServer, client, on_both};

on_both! {
    /// Given a server on a network, then figures are given with the token only, and count what was done by route.
    async fn figures_are_for_who_has_the_token(on: On) {
        let server = TestServer::network(on).await;
        let anna = server.person("Anna").await;
        anna.get("/metrics").await.problem(404).await;
        let wrong = anna.client.get(format!("{}/metrics", anna.base)).bearer_auth("guess").send().await.unwrap();
        assert_eq!(wrong.status(), 404);
        for _ in 0..3 {
            anna.get("/api/me").await.ok().await;
        }
        anna.get("/api/tables/nosuch").await.problem(404).await;
        let right = anna.client.get(format!("{}/metrics", anna.base)).bearer_auth("figures").send().await.unwrap();
        assert_eq!(right.status(), 200);
        let text = right.text().await.unwrap();
        for line in [
            "ferrata_requests_total{path=\"/api/me\",status=\"200\"} 3",
            "ferrata_request_seconds_count{path=\"/api/me\"} 3",
            "ferrata_requests_total{path=\"/api/tables/{id}\",status=\"404\"} 1",
            "ferrata_tables_loaded 0",
            "ferrata_streams 0",
            "ferrata_entries_total 0",
            "ferrata_limited_total 0",
            "ferrata_failed_total 0",
            "ferrata_fold_seconds_count 0",
            "ferrata_write_seconds_count 0",
            "ferrata_programs_waiting 0",
            "ferrata_logs_damaged_total 0",
            "ferrata_logs_changed_total 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        for figure in ["ferrata_connections ", "ferrata_database_connections ", "ferrata_database_idle "] {
            assert!(text.lines().any(|found| found.starts_with(figure)), "{figure} is not in\n{text}");
        }
        assert!(!text.contains("nosuch") && !text.contains("Anna"), "{text}");
    }
}

/// Given an address for figures alone, then they are given there, and nothing else is.
#[tokio::test]
async fn figures_may_have_an_address_of_their_own() {
    let directory = tempfile::tempdir().unwrap();
    let config = ferrata_server::Config {
        listen: ([0, 0, 0, 0], 0).into(),
        db: Some(format!("sqlite://{}", directory.path().join("test.sqlite").display())),
        metrics_listen: Some(([127, 0, 0, 1], 0).into()),
        ..Default::default()
    };
    let server = ferrata_server::Server::start(config).await.unwrap();
    let (address, figures) = (server.address().unwrap(), server.metrics_address().unwrap());
    tokio::spawn(server.run(std::future::pending()));
    let client = client().build().unwrap();
    let get = async |url: String| client.get(url).send().await.unwrap().status().as_u16();
    assert_eq!(get(format!("http://{figures}/metrics")).await, 200);
    assert_eq!(get(format!("http://{figures}/api/me")).await, 404);
    assert_eq!(get(format!("http://127.0.0.1:{}/metrics", address.port())).await, 404);
}

/// Given a request, then its answer names it: by what the proxy called it if that is decent, else by a name of its own.
#[tokio::test]
async fn every_request_has_a_name() {
    let server = TestServer::local(On::Sqlite).await;
    let ask = async |given: Option<&str>| {
        let mut request = server.stranger().client.get(format!("http://{}/api/me", server.address));
        if let Some(given) = given {
            request = request.header("x-request-id", given);
        }
        request.send().await.unwrap().headers()["x-request-id"].to_str().unwrap().to_owned()
    };
    assert_eq!(ask(Some("proxy-17")).await, "proxy-17");
    let (one, other) = (ask(None).await, ask(Some("not decent; at all")).await);
    assert!(one.len() == 12 && other.len() == 12 && one != other, "{one} {other}");
}

/// Given a server that logs as JSON, then every line about a request carries the name that its answer has.
#[tokio::test]
async fn every_line_of_the_log_names_its_request() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    let db = On::Sqlite.database(directory.path()).await;
    let address = child::free_address();
    let mut server = child::start(&db, address, Some(&log)).await;
    let client = client().build().unwrap();
    let request = client.post(format!("http://{address}/api/guest")).header("x-request-id", "proxy-18");
    assert_eq!(
        request.json(&serde_json::json!({})).send().await.unwrap().headers()["x-request-id"],
        "proxy-18"
    );
    server.start_kill().unwrap();
    server.wait().await.unwrap();
    let text = std::fs::read_to_string(&log).unwrap();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let about: Vec<_> = lines.filter(|line| line["span"]["id"] == "proxy-18").collect();
    let says = |text: &str| about.iter().any(|line| line["fields"].to_string().contains(text));
    assert!(says("answered") && says("/api/guest") && says("INSERT"), "{about:?}");
}
