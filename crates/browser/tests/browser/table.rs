//! A table: what people do there, in their words.

use crate::browser::Browser;
use crate::page::exactly;
use crate::test_server::TestServer;
use serde_json::json;

/// The part of the page with everything that can be done.
const ACT: &str = "^What can I do$";

/// A table in a browser.
pub(crate) struct Table<'a> {
    pub(crate) browser: &'a Browser,
}

impl<'a> Table<'a> {
    /// Makes a table for people at this browser.
    pub(crate) async fn set_up(
        browser: &'a Browser,
        server: &TestServer,
        title: &str,
        players: &[&str],
    ) -> Table<'a> {
        browser.go(&server.page("/")).await;
        browser.follow("New table").await;
        browser.tick(&format!("^{title}")).await;
        browser.select("^How many", "", &players.len().to_string()).await;
        for (seat, player) in players.iter().enumerate() {
            browser.fill(&format!("^(Player|Seat) {}", seat + 1), "", player).await;
        }
        browser.press("Open the table").await;
        Table::here(browser).await
    }

    /// The table that the browser shows.
    pub(crate) async fn here(browser: &'a Browser) -> Table<'a> {
        let table = Table { browser };
        browser.until("the table", async || browser.exists(".map svg").await.then_some(())).await;
        table
    }

    /// Goes to a table.
    pub(crate) async fn visit(browser: &'a Browser, address: &str) -> Table<'a> {
        browser.go(address).await;
        Table::here(browser).await
    }

    /// Who is asked for what.
    pub(crate) async fn asked(&self) -> String {
        self.browser.text(".asked").await
    }

    /// The round.
    pub(crate) async fn round(&self) -> String {
        self.browser.text(".standing dd").await
    }

    /// Which entry one looks at, and how many there are; none while one of them is still on its way to the server.
    pub(crate) async fn moment(&self) -> (u64, u64) {
        self.read_moment(".history:not(.sending) .moment").await
    }

    /// The same with what is still on its way.
    pub(crate) async fn shown_moment(&self) -> (u64, u64) {
        self.read_moment(".moment").await
    }

    async fn read_moment(&self, selector: &str) -> (u64, u64) {
        self.browser
            .until("the moment", async || {
                let text = self.browser.text(selector).await;
                let (at, last) = text.split_once('/')?;
                Some((at.trim().parse().ok()?, last.trim().parse().ok()?))
            })
            .await
    }

    /// Waits until the table has that many entries at least.
    pub(crate) async fn entries_reach(&self, count: u64) {
        let what = format!("{count} entries");
        self.browser.until(&what, async || (self.moment().await.1 >= count).then_some(())).await;
    }

    /// Everything that can be pressed in the panel of offers.
    pub(crate) async fn offers(&self) -> Vec<String> {
        self.browser.all("button", "", ACT).await.into_iter().map(|thing| thing.name).collect()
    }

    /// Takes up an offer and confirms it.
    pub(crate) async fn take(&self, pattern: &str) {
        let before = self.moment().await.1;
        self.browser.press_matching("button", pattern, ACT).await;
        self.confirm(before).await;
    }

    /// Makes the lowest bid on the private that is up.
    pub(crate) async fn bid(&self) {
        self.take("^Bid for").await;
    }

    /// Takes up the offer of exactly that name.
    pub(crate) async fn take_exactly(&self, name: &str) {
        self.take(&exactly(name)).await;
    }

    /// Whether there is such an offer now.
    pub(crate) async fn offers_to(&self, pattern: &str) -> bool {
        self.browser.has("button", pattern, ACT).await
    }

    pub(crate) async fn confirm(&self, before: u64) {
        // Whoever wants no questions asked is not asked.
        let done = async || {
            if self.moment().await.1 > before {
                return Some(());
            }
            let confirm = self.browser.all("button", "^Confirm$", "^To be confirmed$").await;
            if let Some(confirm) = confirm.into_iter().find(|confirm| confirm.enabled) {
                self.browser.hit(&confirm.element).await;
            }
            None
        };
        self.browser.until("what is confirmed", done).await;
    }

    /// Says who sits here, fills in a sealed sheet and hands it in.
    pub(crate) async fn hand_in(&self, player: &str, bids: &[(&str, u32)]) {
        self.browser.press_matching("button", &exactly(&format!("I am {player}")), ACT).await;
        self.write_bids(bids).await;
        self.hand_in_written().await;
    }

    /// Fills in the sealed sheet that is open.
    pub(crate) async fn write_bids(&self, bids: &[(&str, u32)]) {
        for (card, amount) in bids {
            self.browser.fill(card, ACT, &amount.to_string()).await;
        }
    }

    /// Hands in the sealed sheet that is open.
    pub(crate) async fn hand_in_written(&self) {
        let before = self.moment().await.1;
        self.browser.press_matching("button", "^Hand in", ACT).await;
        self.entries_reach(before + 1).await;
    }

    /// Declines what is asked, by whatever name that has now; where something must be decided, takes the first answer.
    pub(crate) async fn pass(&self) {
        let before = self.moment().await.1;
        let groups = ["^Pass$", "^Decide$", "^Companies$"];
        let group = self.browser.until("a way to go on", async || {
            for group in groups {
                if self.browser.has("button", "", group).await {
                    return Some(group);
                }
            }
            None
        });
        let group = group.await;
        self.browser.press_matching("button", "", group).await;
        self.confirm(before).await;
    }

    /// Starts a company: price, all first shares that are offered up to 40%, and as many tokens as it can afford.
    pub(crate) async fn start_company(&self, company: &str, price: u32) {
        self.browser.select(&format!("^Start {company}: price$"), ACT, &price.to_string()).await;
        self.take(&format!("^Start {company} with")).await;
        while self.offers_to("^Buy no more first shares$").await {
            self.take(&format!("^Buy 10% of {company} from")).await;
        }
        let tokens = self.offers().await.into_iter().rfind(|name| name.starts_with("Buy tokens for"));
        self.take_exactly(&tokens.unwrap()).await;
    }

    /// The hexes on which a tile can be laid.
    pub(crate) async fn tile_hexes(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('.act label.offer option')].map((one) => one.value).filter(Boolean)";
        strings(&self.browser.script(script, Vec::new()).await)
    }

    /// The hexes that glow.
    pub(crate) async fn glowing(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('.map g.hex.can')].map((hex) => hex.dataset.hex)";
        strings(&self.browser.script(script, Vec::new()).await)
    }

    /// Clicks a hex on the board.
    pub(crate) async fn click_hex(&self, hex: &str) {
        let selector = format!(".map g.hex[data-hex=\"{hex}\"]");
        self.browser
            .until(&format!("to click {hex}"), async || {
                let hex = self.browser.client.find(fantoccini::Locator::Css(&selector)).await.ok()?;
                self.browser.hit(&hex).await.then_some(())
            })
            .await;
    }

    /// Lays the first tile that fits on a hex, as it lies first.
    pub(crate) async fn lay_tile(&self, hex: &str) {
        let before = self.moment().await.1;
        self.click_hex(hex).await;
        self.confirm(before).await;
    }

    /// Waits for the best run and takes it.
    pub(crate) async fn run_best(&self) {
        self.browser.sees("proven best").await;
        self.take("^Run for").await;
    }

    /// Waits until the terms of the deal on the table match a pattern; gives them back without their full stop.
    pub(crate) async fn deal_terms(&self, pattern: &str) -> String {
        let script =
            "const terms = document.querySelector('.deal .terms')?.textContent.trim().replace(/\\.$/, '');
            return terms !== undefined && new RegExp(arguments[0]).test(terms) ? terms : null";
        self.browser
            .until(&format!("a deal `{pattern}`"), async || {
                self.browser.script(script, vec![json!(pattern)]).await.as_str().map(str::to_owned)
            })
            .await
    }

    /// Waits until a line of the log is this one.
    pub(crate) async fn log_tells(&self, line: &str) {
        let script = "return [...document.querySelectorAll('.entries .line')].some((line) => line.textContent.trim() === arguments[0])";
        self.browser
            .until(&format!("the line `{line}`"), async || {
                (self.browser.script(script, vec![json!(line)]).await == true).then_some(())
            })
            .await;
    }

    /// Milliseconds from a script to the picture after it, as the page itself measures them; the median of several.
    pub(crate) async fn milliseconds(&self, script: &str, times: usize) -> f64 {
        let measure = format!(
            "const done = arguments[arguments.length - 1];
            const start = performance.now();
            {script};
            requestAnimationFrame(() => {{
                const channel = new MessageChannel();
                channel.port1.onmessage = () => done(performance.now() - start);
                channel.port2.postMessage(0);
            }});"
        );
        let mut all = Vec::new();
        for _ in 0..times {
            all.push(self.browser.script_later(&measure, vec![json!(0)]).await.as_f64().unwrap());
        }
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    }
}

fn strings(list: &serde_json::Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
}
