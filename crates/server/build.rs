//! Has the server built again when the client that it embeds was: files may have come or gone.

fn main() {
    println!("cargo::rerun-if-changed=client");
}
