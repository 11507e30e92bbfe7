//! The pictures in docs/screens: `cargo xtask screens`. A picture is named after what it shows, the size of the window and
//! the colours.

use crate::account::Account;
use crate::browser::{Browser, Scheme, Screen};
use crate::command::Extra;
use crate::recorded::{import, recorded};
use crate::sitting::{FB, Game, setup};
use crate::table::Table;
use crate::test_server::{TestServer, target, workspace};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ferrata_engine::turn::Title;
use ferrata_engine::view::RoundKind;
use ferrata_opponents::contest::{Contest, Step};
use ferrata_opponents::{Level, Program};
use serde_json::json;
use std::path::PathBuf;

const PLAYERS: [&str; 4] = ["Anna", "Bruno", "Carla", "Dino"];
const T1883: Game<'_> = Game { title: "1883", edition: "living", options: &[] };

/// What most pages are shown in.
const LOOKS: [(Screen, Scheme); 4] = [
    (Screen::Desktop, Scheme::Light),
    (Screen::Desktop, Scheme::Dark),
    (Screen::Phone, Scheme::Light),
    (Screen::Phone, Scheme::Dark),
];

/// Every size, light.
const SIZES: [(Screen, Scheme); 5] = [
    (Screen::Desktop, Scheme::Light),
    (Screen::Wide, Scheme::Light),
    (Screen::VeryWide, Scheme::Light),
    (Screen::Phone, Scheme::Light),
    (Screen::Sideways, Scheme::Light),
];

#[tokio::test]
#[ignore = "writes docs/screens; run by cargo xtask screens"]
async fn screens_of_the_pages_around_the_tables() {
    let server = TestServer::network();
    let anna = Account::sign_up(&server, "Anna");
    let browser = Browser::start(Screen::Desktop).await.signed_in(&anna).await;
    let made = tables_of_anna(&server, &anna);
    for (path, name) in [("/", "lobby"), ("/new", "new-table"), ("/account", "account")] {
        browser.go(&server.page(path)).await;
        browser.find("heading", "", "").await;
        take(&browser, name, &[LOOKS[0], LOOKS[2], LOOKS[3]]).await;
    }
    browser.go(&server.page("/new")).await;
    browser.press("Begin with a position").await;
    browser.press("Begin with it: 1841: director").await;
    take(&browser, "from-a-position", &[LOOKS[0], LOOKS[2]]).await;
    browser.go(&server.page(&format!("/table/{}", made["id"].as_str().unwrap()))).await;
    browser.press("Change the table").await;
    take(&browser, "waiting", &[LOOKS[0], LOOKS[2]]).await;
    let guest = Browser::start(Screen::Desktop).await;
    let link = format!("/join/{}#{}", made["id"].as_str().unwrap(), made["seat_keys"][2].as_str().unwrap());
    guest.go(&server.page(&link)).await;
    guest.find("heading", "invited", "").await;
    take(&guest, "invitation", &[LOOKS[0], LOOKS[2]]).await;
}

/// A table that waits, and one at which Anna plays.
fn tables_of_anna(server: &TestServer, anna: &Account) -> serde_json::Value {
    let wish = |name: &str, local: bool| {
        json!({
            "title": "18ESP", "edition": "rulebook", "players": ["Anna", "Player 2", "Player 3"], "name": name,
            "undo": "own", "visibility": "open", "seat": 0, "local": local,
        })
    };
    anna.post("/api/tables", &wish("At one screen", true));
    let made = anna.post("/api/tables", &wish("Thursday", false));
    let bruno = Account::sign_up(server, "Bruno");
    bruno.post(&format!("/api/tables/{}/join", made["id"].as_str().unwrap()), &json!({ "seat": 1 }));
    bruno.post("/api/tables", &wish("Who comes along?", false));
    made
}

#[tokio::test]
#[ignore = "writes docs/screens; run by cargo xtask screens"]
async fn screens_of_mail() {
    let browser = Browser::start(Screen::Desktop).await;
    for (name, html) in crate::mail::mails().await {
        crate::mail::open(&browser, &html).await;
        let looks: &[_] = if name == "digest" { &[LOOKS[0], LOOKS[2], LOOKS[3]] } else { &LOOKS[2..3] };
        take(&browser, &format!("mail-{name}"), looks).await;
    }
}

#[tokio::test]
#[ignore = "writes docs/screens; run by cargo xtask screens"]
async fn screens_of_the_sealed_round() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Desktop).await;
    let table = Table::set_up(&browser, &server, "1841", &PLAYERS).await;
    table.hand_in("Anna", &[("SFTG", 100)]).await;
    browser.press("I am Bruno").await;
    take(&browser, "1841-sealed", &[LOOKS[0], LOOKS[3]]).await;
}

/// A game that programs have played to the middle of an operating round, as a file.
fn played(game: &Game<'_>, rounds: u32) -> PathBuf {
    let programs = (0..PLAYERS.len() as u64).map(|seed| Program::new(Level::Greedy, seed)).collect();
    let mut contest = Contest::new(&setup(game, &PLAYERS), programs, 7).unwrap();
    let mut steps = 0;
    while contest.rounds() < rounds || contest.game().view().round.kind != RoundKind::Operating || steps < 9 {
        assert!(!matches!(contest.step(), Step::Over(_) | Step::Illegal(..)), "the game goes on");
        steps += u32::from(contest.rounds() >= rounds);
    }
    let path = target().join(format!("{}-played.json", game.title));
    std::fs::write(&path, serde_json::to_string(contest.log()).unwrap()).unwrap();
    path
}

#[tokio::test]
#[ignore = "writes docs/screens; run by cargo xtask screens"]
async fn screens_of_a_table_of_each_title() {
    let recorded = |name: &str| recorded(name).expect("the recorded games");
    let games = [
        ("1841", recorded("1841/132002.json"), Some(400)),
        ("18ESP", recorded("18ESP/18ESP_game_end_second_eight.json"), Some(300)),
        ("1883", played(&T1883, 8), None),
        ("18FB", played(&FB, 8), None),
    ];
    for (title, game, at) in games {
        let server = TestServer::local();
        let browser = Browser::start(Screen::Desktop).await;
        let table = import(&browser, &server, &game).await;
        match at {
            Some(at) => fork(&table, at).await,
            None => browser.press("To now (End)").await,
        }
        browser.find("button", "^(Take back|Undo)", "").await;
        // All together may not weigh too much: one title shows the dark colours and the layouts, a wide and a high board
        // the widest window.
        let widest = matches!(title, "1841" | "18FB");
        let sizes = SIZES.into_iter().filter(|(screen, _)| widest || *screen != Screen::VeryWide);
        take(&browser, &format!("{title}-table"), &sizes.collect::<Vec<_>>()).await;
        if title == "1841" {
            take(&browser, &format!("{title}-table"), &[LOOKS[1], LOOKS[3]]).await;
            layouts(&browser, title).await;
        }
        tabs(&browser, title).await;
        small_board(&browser, title).await;
    }
}

/// The small picture of a title's board, which the first page and others show: without writing, on no ground of its own.
async fn small_board(browser: &Browser, title: &str) {
    browser.resize(Screen::Wide).await;
    browser.press("Show the whole board").await;
    browser.still().await;
    let alone = "const svg = document.querySelector('.map svg').cloneNode(true), box = document.createElement('div');
        svg.querySelectorAll('.fresh').forEach((part) => part.classList.remove('fresh'));
        svg.querySelectorAll('.paper, .name, .coordinate, .tile-number, .label, .letter, .mark, .revenue, .port-sign').forEach((part) => part.remove());
        document.querySelectorAll('body > *').forEach((part) => part.remove());
        box.className = 'map';
        box.append(svg);
        document.body.append(box);
        for (const part of [document.documentElement, document.body, box, svg]) part.style.background = 'none';
        const [, , wide, high] = svg.getAttribute('viewBox').split(' ').map(Number), scale = Math.min(380 / wide, 330 / high);
        box.style.width = `${wide * scale}px`;
        box.style.height = `${high * scale}px`;
        return [Math.floor(wide * scale), Math.floor(high * scale)]";
    let [width, height]: [u32; 2] = serde_json::from_value(browser.script(alone, Vec::new()).await).unwrap();
    let nothing = json!({ "color": { "r": 0, "g": 0, "b": 0, "a": 0 } });
    browser.tell("Emulation.setDefaultBackgroundColorOverride", nothing).await;
    let clip = json!({ "x": 0, "y": 0, "width": width, "height": height, "scale": 1 });
    let wish = json!({ "format": "webp", "quality": 78, "clip": clip });
    let taken = browser.client.issue_cmd(Extra::DevTools("Page.captureScreenshot", wish)).await.unwrap();
    let picture = BASE64_STANDARD.decode(taken["data"].as_str().unwrap()).unwrap();
    std::fs::write(workspace(&format!("crates/web/static/board-{title}.webp")), picture).unwrap();
}

/// Goes on from a moment of a recorded game.
async fn fork(table: &Table<'_>, at: u64) {
    let browser = table.browser;
    let address = browser.client.current_url().await.unwrap();
    let address = address.as_str().split('?').next().unwrap().to_owned();
    Table::visit(browser, &format!("{address}?at={at}")).await;
    browser.press("Fork from here").await;
    browser.until("the fork", async || (table.moment().await == (at, at)).then_some(())).await;
}

/// The other layouts.
async fn layouts(browser: &Browser, title: &str) {
    for layout in ["map", "market", "holdings", "everything"] {
        browser.press("Menu").await;
        browser.select("^Layout$", "", layout).await;
        browser.press("Menu").await;
        if layout != "everything" {
            take(browser, &format!("{title}-{layout}"), &[LOOKS[0]]).await;
        }
    }
}

/// The panels of a phone, and its menu.
async fn tabs(browser: &Browser, title: &str) {
    browser.resize(Screen::Phone).await;
    for tab in ["Do", "Chart", "Players", "Companies", "Log", "Bank"] {
        browser.press_matching("button", &format!("^{tab}$"), "^Panels$").await;
        take(browser, &format!("{title}-{}", tab.to_lowercase()), &[LOOKS[2]]).await;
        browser.resize(Screen::Phone).await;
    }
    if title == "1841" {
        browser.press("Menu").await;
        take(browser, &format!("{title}-menu"), &[LOOKS[2]]).await;
    }
}

/// Pictures in these sizes and colours.
async fn take(browser: &Browser, name: &str, looks: &[(Screen, Scheme)]) {
    for (screen, scheme) in looks {
        browser.resize(*screen).await;
        browser.colours(*scheme).await;
        let (width, height) = screen.size();
        let scheme = if *scheme == Scheme::Dark { "dark" } else { "light" };
        picture(browser, &format!("{name}-{width}x{height}-{scheme}")).await;
    }
    browser.resize(Screen::Desktop).await;
    browser.colours(Scheme::Light).await;
}

async fn picture(browser: &Browser, name: &str) {
    let folder = workspace("docs/screens");
    std::fs::create_dir_all(&folder).unwrap();
    browser.until("all of it", async || (!browser.says("Loading …").await).then_some(())).await;
    browser.still().await;
    assert!(!browser.exists("[role=status].quiet").await, "{name} still waits for something");
    browser.picture(&folder.join(format!("{name}.png"))).await;
}
