//! Plays the beginning of every title with programs and leaves the number of the logs in memory, as text: as WebAssembly it has
//! no other output. `tests/wasm.rs` looks for it there and compares.

include!("../tests/common/games.rs");

fn main() {
    let said: &'static str = format!("the games are {:016x}.", games()).leak();
    // Natively it is read here.
    println!("{said}");
}
