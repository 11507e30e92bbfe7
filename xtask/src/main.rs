//! Build, test and check commands: `cargo xtask <command>`.

fn main() {}
