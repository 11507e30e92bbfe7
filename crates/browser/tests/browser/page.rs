//! Hands and eyes: what people press, fill in and read, by role and name.

use crate::browser::Browser;
use fantoccini::elements::{Element, ElementRef};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long a page may take to show what is expected. Generous: a machine that runs tests is busy.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(25);
const FIND: &str = include_str!("page.js");

/// Something on the page.
pub(crate) struct Thing {
    pub(crate) element: Element,
    pub(crate) name: String,
    pub(crate) enabled: bool,
}

/// A name as a pattern that matches nothing else.
pub(crate) fn exactly(name: &str) -> String {
    let mut pattern = String::from("^");
    for letter in name.chars() {
        if letter.is_ascii_punctuation() {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern + "$"
}

impl Browser {
    /// Goes to an address.
    pub(crate) async fn go(&self, address: &str) {
        self.client.goto(address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
    }

    /// Waits until something is there.
    pub(crate) async fn until<T>(&self, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = look().await {
                return found;
            }
            if start.elapsed() > PATIENCE {
                self.fail(&format!("waited in vain: {what}")).await;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Everything of a role whose name matches a pattern, in parts of the page whose name matches another.
    pub(crate) async fn all(&self, kind: &str, pattern: &str, within: &str) -> Vec<Thing> {
        let found = self.script(FIND, vec![json!(kind), json!(pattern), json!(within)]).await;
        let things = found.as_array().cloned().unwrap_or_default();
        things.into_iter().filter_map(|thing| self.thing(&thing)).collect()
    }

    fn thing(&self, thing: &Value) -> Option<Thing> {
        let id = thing["element"].as_object()?.values().next()?.as_str()?;
        let element = Element::from_element_id(self.client.clone(), ElementRef::from(id.to_owned()));
        let name = thing["name"].as_str()?.to_owned();
        Some(Thing { element, name, enabled: thing["enabled"] == true })
    }

    /// The first thing of that role and name, as soon as it is there and enabled.
    pub(crate) async fn find(&self, kind: &str, pattern: &str, within: &str) -> Thing {
        let what = format!("a {kind} `{pattern}` in `{within}`");
        self.until(&what, async || {
            self.all(kind, pattern, within).await.into_iter().find(|thing| thing.enabled)
        })
        .await
    }

    /// Whether such a thing is there now.
    pub(crate) async fn has(&self, kind: &str, pattern: &str, within: &str) -> bool {
        self.all(kind, pattern, within).await.iter().any(|thing| thing.enabled)
    }

    /// Presses a button, link or summary, as soon as nothing lies over it.
    pub(crate) async fn press_matching(&self, kind: &str, pattern: &str, within: &str) -> String {
        let what = format!("to press the {kind} `{pattern}` in `{within}`");
        self.until(&what, async || {
            let thing = self.all(kind, pattern, within).await.into_iter().find(|thing| thing.enabled)?;
            self.hit(&thing.element).await.then_some(thing.name)
        })
        .await
    }

    /// Clicks or taps an element; false if something lies over it, or it is gone: then it is looked for anew.
    pub(crate) async fn hit(&self, element: &Element) -> bool {
        if self.touched.get() {
            return self.tap(element).await;
        }
        if element.click().await.is_ok() {
            return true;
        }
        // It may lie behind a heading that stays in place: people scroll, too.
        let scroll = "arguments[0].scrollIntoView({ block: 'center' })";
        if let Ok(element) = serde_json::to_value(element) {
            let _ = self.client.execute(scroll, vec![element]).await;
        }
        false
    }

    /// A finger touches the middle of an element, after the page was moved so that it can.
    async fn tap(&self, element: &Element) -> bool {
        let place = "const element = arguments[0];
            const middle = () => { const at = element.getBoundingClientRect(); return [at.left + at.width / 2, at.top + at.height / 2]; };
            const free = ([x, y]) => { const top = document.elementFromPoint(x, y); return !!top && (element.contains(top) || !!top.closest('label')?.contains(element)); };
            if (!free(middle())) element.scrollIntoView({ block: 'center', inline: 'center' });
            return free(middle()) ? middle() : null";
        let Ok(element) = serde_json::to_value(element) else { return false };
        let Ok(place) = self.client.execute(place, vec![element]).await else { return false };
        let (Some(x), Some(y)) = (place[0].as_f64(), place[1].as_f64()) else { return false };
        let touch = |kind: &str, points: Value| json!({ "type": kind, "touchPoints": points });
        self.tell("Input.dispatchTouchEvent", touch("touchStart", json!([{ "x": x, "y": y }]))).await;
        self.tell("Input.dispatchTouchEvent", touch("touchEnd", json!([]))).await;
        true
    }

    /// Presses the button of that name.
    pub(crate) async fn press(&self, name: &str) {
        self.press_matching("button", &exactly(name), "").await;
    }

    /// Follows the link of that name.
    pub(crate) async fn follow(&self, name: &str) {
        self.press_matching("link", &exactly(name), "").await;
    }

    /// Writes into the field of that name what is to stand there.
    pub(crate) async fn fill(&self, pattern: &str, within: &str, text: &str) {
        let field = self.find("field", pattern, within).await;
        field.element.clear().await.unwrap();
        field.element.send_keys(text).await.unwrap();
    }

    /// Chooses what a list, radio button or box of that name offers.
    pub(crate) async fn tick(&self, pattern: &str) {
        self.press_matching("field", pattern, "").await;
    }

    /// Chooses a value of the list of that name.
    pub(crate) async fn select(&self, pattern: &str, within: &str, value: &str) {
        let list = self.find("field", pattern, within).await;
        list.element
            .select_by_value(value)
            .await
            .unwrap_or_else(|error| panic!("{pattern} {value}: {error}"));
    }

    /// Waits until the page says something.
    pub(crate) async fn sees(&self, text: &str) {
        self.until(&format!("the text `{text}`"), async || self.says(text).await.then_some(())).await;
    }

    /// Whether the page says something now.
    pub(crate) async fn says(&self, text: &str) -> bool {
        let shown = self.script("return document.body.innerText", Vec::new()).await;
        shown.as_str().unwrap_or_default().to_lowercase().contains(&text.to_lowercase())
    }

    /// The text of the first thing that a selector names.
    pub(crate) async fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent ?? ''";
        let text = self.script(script, vec![json!(selector)]).await;
        text.as_str().unwrap_or_default().trim().to_owned()
    }

    /// Whether a selector names anything now.
    pub(crate) async fn exists(&self, selector: &str) -> bool {
        self.script("return document.querySelector(arguments[0]) !== null", vec![json!(selector)]).await
            == true
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub(crate) async fn keys(&self, keys: &str) {
        let focused = self.client.active_element().await.unwrap();
        focused.send_keys(keys).await.unwrap();
    }
}
