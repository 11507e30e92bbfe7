//! A Chromium with its driver, ended when the test ends.

use crate::command::Extra;
use crate::test_server::target;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Flags of a browser that shows nothing, stores nothing and calls nobody.
const FLAGS: [&str; 11] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--lang=en",
];

/// A size of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Screen {
    /// 1440 × 900.
    Desktop,
    /// 1920 × 1080.
    Wide,
    /// 3440 × 1440.
    VeryWide,
    /// 390 × 844, touched.
    Phone,
    /// 360 × 740, touched: as small as phones are.
    SmallPhone,
    /// 844 × 390, touched: a phone held sideways.
    Sideways,
}

impl Screen {
    /// Width and height.
    pub(crate) fn size(self) -> (u32, u32) {
        match self {
            Screen::Desktop => (1440, 900),
            Screen::Wide => (1920, 1080),
            Screen::VeryWide => (3440, 1440),
            Screen::Phone => (390, 844),
            Screen::SmallPhone => (360, 740),
            Screen::Sideways => (844, 390),
        }
    }

    /// Whether there are fingers instead of a mouse.
    fn is_touched(self) -> bool {
        matches!(self, Screen::Phone | Screen::SmallPhone | Screen::Sideways)
    }
}

/// A scheme of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scheme {
    Light,
    Dark,
}

/// A running browser.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    pub(crate) client: Client,
    /// What axe has found.
    pub(crate) findings: RefCell<Vec<String>>,
    /// Whether fingers press what is pressed.
    pub(crate) touched: Cell<bool>,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser of its own, with nothing remembered.
    pub(crate) async fn start(screen: Screen) -> Browser {
        let (driver, port) = start_driver();
        let profile = tempfile::tempdir().unwrap();
        let mut flags: Vec<String> = FLAGS.map(str::to_owned).into();
        flags.push(format!("--user-data-dir={}", profile.path().display()));
        flags.push("--window-size=1440,900".to_owned());
        let wanted = json!({
            "goog:chromeOptions": { "args": flags },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": 120_000, "pageLoad": 120_000 },
        });
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let Value::Object(wanted) = wanted else { unreachable!() };
        let client = builder.capabilities(wanted).connect(&format!("http://127.0.0.1:{port}")).await;
        let client = client.unwrap_or_else(|error| panic!("no session with Chromium: {error}"));
        let session = client.session_id().await.unwrap().unwrap();
        let browser = Browser {
            driver,
            port,
            session,
            client,
            findings: RefCell::default(),
            touched: Cell::default(),
            _profile: profile,
        };
        browser.resize(screen).await;
        browser.sees_everything("").await;
        browser
    }

    /// As if this person (or whoever has no account) had chosen the layout with all panels, unless they choose another:
    /// most tests look at several of them, whatever the round.
    pub(crate) async fn sees_everything(&self, person: &str) {
        let key = format!("setting layout {person}");
        let script = format!(
            "try {{ localStorage['{0}'] ??= 'everything'; }} catch {{ /* a page without a place of its own */ }}",
            key.trim_end()
        );
        self.tell("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// Gives the window another size.
    pub(crate) async fn resize(&self, screen: Screen) {
        let (width, height) = screen.size();
        let phone = screen.is_touched();
        self.touched.set(phone);
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.tell("Emulation.setDeviceMetricsOverride", metrics).await;
        self.tell("Emulation.setTouchEmulationEnabled", json!({ "enabled": phone })).await;
    }

    /// Asks pages for a scheme of colours.
    pub(crate) async fn colours(&self, scheme: Scheme) {
        let value = if scheme == Scheme::Dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.tell("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// A command of the DevTools protocol.
    pub(crate) async fn tell(&self, command: &'static str, parameters: Value) {
        let told = self.client.issue_cmd(Extra::DevTools(command, parameters)).await;
        told.unwrap_or_else(|error| panic!("{command}: {error}"));
    }

    /// Runs a script in the page and gives back what it returns.
    pub(crate) async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        let result = self.client.execute(script, arguments).await;
        result.unwrap_or_else(|error| {
            panic!("script failed: {error}\n{}", script.chars().take(400).collect::<String>())
        })
    }

    /// Runs a script in the page whose last argument takes the result.
    pub(crate) async fn script_later(&self, script: &str, arguments: Vec<Value>) -> Value {
        let result = self.client.execute_async(script, arguments).await;
        result.unwrap_or_else(|error| {
            panic!("script failed: {error}\n{}", script.chars().take(400).collect::<String>())
        })
    }

    /// What the console has reported as an error since the last time: exceptions, violations of the policy,
    /// files that could not be loaded.
    pub(crate) async fn console_errors(&self) -> Vec<String> {
        let log = self.client.issue_cmd(Extra::ConsoleLog).await.unwrap();
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.into_iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The console must be clean at the end, and every page checked accessible.
    pub(crate) async fn close(self) {
        let errors = self.console_errors().await;
        assert!(errors.is_empty(), "the console reports:\n{}", errors.join("\n"));
        let findings = self.findings.borrow().join("\n");
        assert!(findings.is_empty(), "axe finds:\n{findings}");
    }

    /// Saves a picture of the window.
    pub(crate) async fn picture(&self, path: &std::path::Path) {
        let picture = self.client.screenshot().await.unwrap();
        std::fs::write(path, picture).unwrap();
    }

    /// Ends the test with everything that helps to see why.
    pub(crate) async fn fail(&self, why: &str) -> ! {
        let path = target().join(format!("failed-{}.png", std::process::id()));
        if let Ok(picture) = self.client.screenshot().await {
            std::fs::write(&path, picture).unwrap();
        }
        let errors = self.console_errors().await.join("\n");
        let text = self.script("return document.body.innerText", Vec::new()).await;
        let text: String = text.as_str().unwrap_or_default().chars().take(6000).collect();
        let address = self.client.current_url().await.map(|url| url.to_string()).unwrap_or_default();
        panic!("{why}\nat {address}, see {}\nconsole: {errors}\npage:\n{text}", path.display());
    }
}

impl Drop for Browser {
    /// Ends the session by hand, as a failed test cannot wait for an answer, then the driver: killed without that
    /// it would leave its browser behind.
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(std::time::Duration::from_secs(10)));
            let request = format!(
                "DELETE /session/{} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                self.session
            );
            let _ = stream.write_all(request.as_bytes());
            let _ = stream.read(&mut [0; 512]);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn start_driver() -> (Child, u16) {
    let mut command = Command::new("chromedriver");
    command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
    let mut driver = command.spawn().unwrap_or_else(|error| {
        panic!("chromedriver does not start ({error}): install the packages chromium and chromium-driver")
    });
    let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = lines.map_while(Result::ok).find_map(|line| {
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    });
    (driver, port.expect("chromedriver names its port"))
}
