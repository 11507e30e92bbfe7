//! Build, test and check commands: `cargo xtask <command>`.

mod bench;
mod browser;
mod client;
mod licences;
mod map;
mod mutants;
mod package;
mod play;
mod rules;
mod step;
mod test;
mod tidy;
mod titles;
mod words;
mod workspace;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <command>

  test              everything that must hold: format, lints, licences, rules, documentation, wasm build, tests
  kills [N]         kills a server N times (100) on each database while somebody plays; `test` does it ten times
  play [ARGS]       tables on this machine: builds the client and the server, starts it, opens a browser where there is
                    one; --release for whoever serves others; `play --help` tells the rest
  client [--dev]    builds the browser client into crates/server/client; --dev quickly instead of small
  browser [NAME]    the tests in a real Chromium, which it installs where it may; --dev with a client built quickly
  screens [NAME]    takes the pictures of docs/screens anew; --dev as above
  rules             which rules of docs/rules no test names, and how many no code cites; --uncited lists those,
                    --json tells programs all
  rules --where ID  the lines of code and of tests that cite a rule
  words [--json]    every sentence that people may read, and strings that reach them without being a template
  mutants TITLE     breaks a title's rules one place at a time and lists what no test of that title notices;
                    --shard K/N an even sample, --file F one file; installs cargo-mutants where it is missing
  map               whether the files of ARCHITECTURE.md's code map exist, and the commands that our pages name
  package           a tarball in target/package: the program with the client inside, and what an operator needs
  tidy              files and functions longer than a reader likes
  bench [ARGS]      all benchmarks; ARGS go to each of them
  bench browser     how soon a table, an entry and a step through the past are seen in Chromium, with the client as served
  bench wasm        the built worst cases for routes, natively and as WebAssembly under node
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        ["test"] => test::run(HELP),
        ["kills"] => test::kills("100"),
        ["kills", times] => test::kills(times),
        ["play", rest @ ..] => play::run(rest),
        ["client"] => client::run(client::Build::Release),
        ["client", "--dev"] => client::run(client::Build::Dev),
        ["browser", rest @ ..] => browser::run(rest),
        ["screens", rest @ ..] => browser::screens(rest),
        ["rules"] => rules::run(rules::Form::Text),
        ["rules", "--json"] => rules::run(rules::Form::Json),
        ["rules", "--uncited"] => rules::run(rules::Form::Uncited),
        ["rules", "--where", id] => rules::whereabouts(id),
        ["words"] => words::run(words::Form::Text),
        ["words", "--json"] => words::run(words::Form::Json),
        ["mutants", rest @ ..] => mutants::run(rest),
        ["map"] => map::run(HELP),
        ["tidy"] => tidy::run(),
        ["package"] => package::run(),
        ["bench", "wasm"] => bench::wasm(),
        ["bench", "browser"] => browser::speed(),
        ["bench", rest @ ..] => bench::run(rest),
        other => Err(format!("unknown command `{}`\n\n{HELP}", other.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}
