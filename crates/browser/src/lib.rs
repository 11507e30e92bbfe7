//! Nothing but tests: `tests/browser` plays in a real Chromium as people do. `cargo xtask browser` gets ready what
//! they need and runs them.
