//! The pictures in docs/screens: `cargo xtask screens`.

use crate::browser::{Browser, Scheme, Screen};
use crate::house::{House, workspace};
use crate::recorded::{import, recorded};
use crate::table::Table;

const LOOKS: [(Screen, Scheme, &str); 4] = [
    (Screen::Desktop, Scheme::Light, "desktop-light"),
    (Screen::Desktop, Scheme::Dark, "desktop-dark"),
    (Screen::Phone, Scheme::Light, "phone-light"),
    (Screen::Phone, Scheme::Dark, "phone-dark"),
];

#[tokio::test]
#[ignore = "writes docs/screens; run by cargo xtask screens"]
async fn screens_of_the_pages_around_the_tables() {
    let house = House::open();
    let browser = Browser::start(Screen::Desktop).await;
    Table::set_up(&browser, &house, "1841", &["Anna", "Bruno", "Carla", "Dino"]).await;
    for (path, name) in [("/", "lobby"), ("/new", "new-table"), ("/account", "account")] {
        browser.go(&house.page(path)).await;
        browser.find("heading", "", "").await;
        take(&browser, name).await;
    }
}

#[tokio::test]
#[ignore = "writes docs/screens; run by cargo xtask screens"]
async fn screens_of_the_sealed_round() {
    let house = House::open();
    let browser = Browser::start(Screen::Desktop).await;
    let table = Table::set_up(&browser, &house, "1841", &["Anna", "Bruno", "Carla", "Dino"]).await;
    table.hand_in("Anna", &[("SFTG", 100)]).await;
    browser.press("I am Bruno").await;
    take(&browser, "1841-sealed").await;
}

#[tokio::test]
#[ignore = "writes docs/screens; run by cargo xtask screens"]
async fn screens_of_a_table_of_each_title() {
    for (title, game, at) in
        [("1841", "1841/132002.json", 400), ("18ESP", "18ESP/18ESP_game_end_second_eight.json", 300)]
    {
        let Some(game) = recorded(game) else { return };
        let house = House::open();
        let browser = Browser::start(Screen::Desktop).await;
        import(&browser, &house, &game).await;
        let address = browser.client.current_url().await.unwrap();
        let address = address.as_str().split('?').next().unwrap().to_owned();
        let table = Table::visit(&browser, &format!("{address}?at={at}")).await;
        browser.press("Fork from here").await;
        browser.until("the fork", async || (table.moment().await == (at, at)).then_some(())).await;
        browser.sees("Take back").await;
        take(&browser, &format!("{title}-table")).await;
        browser.resize(Screen::Phone).await;
        for tab in ["Do", "Chart", "Players", "Companies", "Log", "Stock"] {
            browser.press_matching("button", &format!("^{tab}$"), "^Panels$").await;
            picture(&browser, &format!("{title}-{}-phone-light", tab.to_lowercase())).await;
        }
    }
}

/// Pictures in all sizes and colours.
async fn take(browser: &Browser, name: &str) {
    for (screen, scheme, look) in LOOKS {
        browser.resize(screen).await;
        browser.colours(scheme).await;
        picture(browser, &format!("{name}-{look}")).await;
    }
    browser.resize(Screen::Desktop).await;
    browser.colours(Scheme::Light).await;
}

async fn picture(browser: &Browser, name: &str) {
    let folder = workspace("docs/screens");
    std::fs::create_dir_all(&folder).unwrap();
    browser.still().await;
    assert!(!browser.exists("[role=status].quiet").await, "{name} still waits for something");
    browser.picture(&folder.join(format!("{name}.png"))).await;
}
