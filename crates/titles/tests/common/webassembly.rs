//! An example built as WebAssembly, as the browser's build is, and run under node.

use std::path::{Path, PathBuf};
use std::process::Command;

/// An example of ours.
pub(crate) struct Example {
    pub(crate) package: &'static str,
    pub(crate) name: &'static str,
    /// The variable that says where it lies if somebody has built it already (as `cargo xtask test` does together with the
    /// client).
    pub(crate) built: &'static str,
}

impl Example {
    /// What a script of node, which gets the module as its first argument, says of it; none where node is not here.
    pub(crate) fn run(&self, script: &str) -> Option<String> {
        let there =
            Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
        if !there {
            assert!(
                std::env::var_os("CI").is_none(),
                "node is not here: where CI is set nothing is left out"
            );
            println!("node is not here: nothing is compared with the WebAssembly build");
            return None;
        }
        let output = Command::new("node").args(["-e", script]).arg(self.module()).output().unwrap();
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        Some(said)
    }

    /// Where the module lies; it is built here if nobody has done so.
    fn module(&self) -> PathBuf {
        if let Some(built) = std::env::var_os(self.built) {
            return built.into();
        }
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let build =
            ["build", "-p", self.package, "--example", self.name, "--target", "wasm32-unknown-unknown"];
        let features = ["--features", "ferrata-titles/kit"];
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let built = Command::new(env!("CARGO"))
            .args(build)
            .args(features)
            .arg("--target-dir")
            .arg(target)
            .current_dir(root)
            .status();
        assert!(
            built.unwrap().success(),
            "the WebAssembly build failed (rustup target add wasm32-unknown-unknown)"
        );
        target.join(format!("wasm32-unknown-unknown/debug/examples/{}.wasm", self.name))
    }
}
