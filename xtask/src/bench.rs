//! `cargo xtask bench`: every benchmark of the workspace, one after the other; `bench wasm` compares the route
//! search with its WebAssembly build.

use crate::step::{Done, cargo, command, must, output, step};
use crate::test::{WASM, add_wasm_target};
use crate::workspace;

/// Runs all benchmarks; the arguments go to each.
pub(crate) fn run(arguments: &[&str]) -> Done {
    let metadata = workspace::metadata(false)?;
    let mut found = false;
    for package in workspace::packages(&metadata) {
        let targets = package["targets"].as_array().into_iter().flatten();
        let benches = targets
            .filter(|target| target["kind"].as_array().is_some_and(|kinds| kinds.contains(&"bench".into())));
        for target in benches {
            let (package, bench) = (text(&package["name"]), text(&target["name"]));
            let mut command = vec!["bench", "-p", package, "--bench", bench, "--"];
            command.extend(arguments);
            step(&format!("{package}: {bench}"), || must(cargo(&command)))?;
            found = true;
        }
    }
    if found { Ok(()) } else { Err("there is no benchmark in this workspace".into()) }
}

fn text(value: &serde_json::Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The program that searches, as the browser builds what computes: fast.
const PROGRAM: [&str; 8] =
    ["-p", "ferrata-titles", "--features", "kit", "--example", "route_times", "--release", "--quiet"];

/// Calls the module once to set up, then three times for each case, and prints the shortest time of each.
const RUN: &str = "const fs = require('fs'); \
    WebAssembly.instantiate(fs.readFileSync(process.argv[1]), {}).then(({ instance }) => { \
        const time = () => { const start = performance.now(); instance.exports.main(0, 0); \
            return performance.now() - start; }; \
        time(); \
        for (let at = 0; at < +process.argv[2]; at++) { \
            console.log(Math.min(time(), time(), time()).toFixed(3)); \
        } \
    }).catch((error) => { console.error(String(error)); process.exit(1); });";

/// The built worst cases for routes natively and as WebAssembly under node: the time of each, and the ratio.
pub(crate) fn wasm() -> Done {
    add_wasm_target()?;
    let mut run = vec!["run"];
    run.extend(PROGRAM);
    let native = output(cargo(&run))?;
    let mut build = vec!["build", "--target", WASM];
    build.extend(PROGRAM);
    must(cargo(&build))?;
    let folder = workspace::target()?.join(WASM).join("release/examples/route_times.wasm");
    let count = native.lines().count().to_string();
    let under_node = output(command("node", &["-e", RUN, &folder.to_string_lossy(), &count]))?;
    println!("{:>11} {:>11} {:>6}", "native ms", "wasm ms", "ratio");
    let mut worst: f64 = 0.0;
    for (line, wasm) in native.lines().zip(under_node.lines()) {
        let (native, case) = line.split_once(' ').unwrap_or((line, ""));
        let number = |text: &str| text.parse::<f64>().map_err(|_| format!("no time: `{text}`"));
        let (native, wasm) = (number(native)?, number(wasm)?);
        worst = worst.max(wasm / native);
        println!("{native:>11.3} {wasm:>11.3} {:>6.2}  {case}", wasm / native);
    }
    println!("at most {worst:.2} times the native time");
    Ok(())
}
