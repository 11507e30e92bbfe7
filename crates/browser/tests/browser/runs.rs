//! Runs that are compared: without a stop or a train of the best one, or through a place that somebody chooses.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::sitting::Sitting;
use crate::table::Table;
use crate::test_server::{TestServer, workspace};
use ferrata_engine::action::Action;

/// SAFRE has two trains and may run less than the most.
const POSITION: &str = "docs/examples/1883/v10-1.toml";

/// Whether what is drawn on the board and written on the button is this run.
async fn shows(browser: &Browser, words: &str) {
    let total = words.split(' ').next().unwrap().to_owned();
    browser.find("button", &format!("^Run for {}$", total.replace('.', "\\.")), "").await;
}

/// Given the director of a company with two trains, when they compare the best run with others, then each says what it
/// brings and how it differs, is drawn when it is chosen and can be run; and one through a place is searched when asked for.
#[tokio::test]
async fn a_run_is_compared_with_others() {
    let server = TestServer::network();
    let accounts = ["Anna", "Bruno", "Carla"].map(|name| Account::sign_up(&server, name));
    let position = std::fs::read_to_string(workspace(POSITION)).unwrap();
    let sitting = Sitting::from_position(&server, accounts.into(), &position);
    let browser = Browser::start(Screen::Desktop).await.signed_in(&sitting.accounts[0]).await;
    let table = Table::visit(&browser, &sitting.address).await;
    browser.sees("proven best").await;
    browser.press("Compare with other runs").await;
    let others = browser.all("button", "", "^Other runs$").await;
    let words: Vec<String> = others.into_iter().map(|other| other.name).collect();
    for wanted in ["without ", "-train stays at home"] {
        assert!(words.iter().any(|words| words.contains(wanted)), "{wanted}: {words:?}");
    }
    let idle = words.iter().find(|words| words.contains("stays at home")).unwrap();
    browser.press_matching("button", "stays at home$", "^Other runs$").await;
    shows(&browser, idle).await;
    browser.sees("less than the best run.").await;
    browser.is_accessible("runs that are compared").await;
    table.take("^Run for").await;
    let Action::Run { routes } = sitting.log().entries.last().unwrap().entry.action.clone() else {
        panic!("no run");
    };
    assert_eq!(routes.len(), 1, "one train stayed at home");
    browser.close().await;
}
