//! The automated check of accessibility, by axe-core inside the page.

use crate::browser::{Browser, Scheme};
use crate::test_server::target;
use serde_json::Value;

impl Browser {
    /// Nothing serious or critical may be found on the page as it is now, in light and dark, nor a button that begins in the
    /// middle of a sentence. What is found fails the test when it closes the browser, so that one run tells of all pages.
    pub(crate) async fn is_accessible(&self, page: &str) {
        let small = self.small_beginnings().await;
        self.findings.borrow_mut().extend(small.iter().map(|one| format!("{page}: the button `{one}`")));
        for scheme in [Scheme::Dark, Scheme::Light] {
            self.colours(scheme).await;
            self.still().await;
            let found = self.axe().await;
            println!("axe: {} serious or critical on {page} in {scheme:?}", found.len());
            self.findings.borrow_mut().extend(found.iter().map(|one| format!("{page}, {scheme:?}: {one}")));
        }
    }

    /// What stands on buttons that begin with a small letter.
    async fn small_beginnings(&self) -> Vec<String> {
        let script = "const buttons = [...document.querySelectorAll('.panel.act button, .confirm button, .head button, main.page button')];
            return buttons.filter((button) => button.checkVisibility()).map((button) => button.innerText.trim()).filter((text) => /^\\p{Ll}/u.test(text))";
        serde_json::from_value(self.script(script, Vec::new()).await).unwrap()
    }

    async fn axe(&self) -> Vec<String> {
        let path = target().join("axe.min.js");
        let axe = std::fs::read_to_string(&path);
        let axe = axe.unwrap_or_else(|_| panic!("{} is missing: use `cargo xtask browser`", path.display()));
        if self.script("return typeof window.axe", Vec::new()).await == "undefined" {
            // As a property of the window: inside a function the script's own variable would be local to it.
            self.script(&format!("{axe}\n;window.axe = axe;"), Vec::new()).await;
        }
        // What others do meanwhile may not pulse while it is looked at.
        let run = "const done = arguments[arguments.length - 1];
            const rest = new CSSStyleSheet();
            rest.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');
            document.adoptedStyleSheets = [...document.adoptedStyleSheets, rest];
            axe.run(document, { resultTypes: ['violations'] })
                .then((result) => result.violations, (error) => [{ impact: 'critical', id: String(error), nodes: [] }])
                .finally(() => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rest); })
                .then(done);";
        let violations = self.script_later(run, Vec::new()).await;
        let violations = violations.as_array().cloned().unwrap_or_default();
        let grave = violations.iter().filter(|one| one["impact"] == "serious" || one["impact"] == "critical");
        grave.map(sentence).collect()
    }

    /// Waits until nothing moves or fades any more: half-way colours have no contrast.
    pub(crate) async fn still(&self) {
        let script = "const done = arguments[arguments.length - 1];
            requestAnimationFrame(() => requestAnimationFrame(() => {
                const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
                Promise.allSettled(finite.map((one) => one.finished)).then(() => done(true));
            }));";
        self.script_later(script, Vec::new()).await;
    }
}

fn sentence(violation: &Value) -> String {
    let nodes = violation["nodes"].as_array().cloned().unwrap_or_default();
    let places: Vec<String> = nodes
        .iter()
        .take(4)
        .map(|node| {
            format!(
                "    {} {}",
                node["html"],
                node["failureSummary"].as_str().unwrap_or_default().replace('\n', " ")
            )
        })
        .collect();
    format!("{}: {} ({} places)\n{}", violation["id"], violation["help"], nodes.len(), places.join("\n"))
}
