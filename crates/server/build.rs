//! Lists the migrations, and has the server built again when the client or the
//! examples that it embeds were: files may have come or gone.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=client");
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed=../../docs/examples");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("migrations");
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let steps = paths.iter().map(|path| step(path)).collect::<io::Result<String>>()?;
    let list = Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("migrations.rs");
    fs::write(list, format!("&[{steps}]"))
}

/// A file `0001_tables.sql` as (number, description, text).
fn step(path: &Path) -> io::Result<String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let parts = name.split_once('_').and_then(|(number, rest)| Some((number.parse::<u32>().ok()?, rest)));
    let wrong = || io::Error::other(format!("{}: expected a name like 0001_tables.sql", path.display()));
    let (number, rest) = parts.ok_or_else(wrong)?;
    Ok(format!("({number}, {:?}, include_str!({:?})),", rest.replace('_', " "), path.display().to_string()))
}
