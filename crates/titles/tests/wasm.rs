//! The browser's build gives the same answers: the ten built worst cases for routes as WebAssembly under node.
#![allow(clippy::unwrap_used, reason = "tests may fail")]

#[path = "common/webassembly.rs"]
mod webassembly;

use webassembly::Example;

const SAME_ROUTES: Example =
    Example { package: "ferrata-titles", name: "same_routes", built: "FERRATA_SAME_ROUTES" };

const RUN: &str = "const fs = require('fs'); \
    WebAssembly.instantiate(fs.readFileSync(process.argv[1]), {}).then(({ instance }) => { \
        const start = performance.now(); \
        instance.exports.main(0, 0); \
        console.log((performance.now() - start).toFixed(0) + ' ms as WebAssembly'); \
    }).catch((error) => { console.error(String(error)); process.exit(1); });";

#[test]
fn wasm_finds_the_same_routes() {
    if let Some(said) = SAME_ROUTES.run(RUN) {
        println!("{said}");
    }
}
