//! What lies where in the workspace.

use crate::step;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The workspace's root.
pub(crate) fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.parent().map_or_else(|| here.clone(), Path::to_path_buf)
}

/// What `cargo metadata` says; with dependencies if wanted.
pub(crate) fn metadata(dependencies: bool) -> Result<Value, String> {
    let mut arguments = vec!["metadata", "--format-version", "1"];
    if !dependencies {
        arguments.push("--no-deps");
    }
    let text = step::output(step::cargo(&arguments))?;
    serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))
}

/// The packages in what `cargo metadata` said.
pub(crate) fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

/// The folder that cargo builds into.
pub(crate) fn target() -> Result<PathBuf, String> {
    let metadata = metadata(false)?;
    let folder = metadata.get("target_directory").and_then(Value::as_str);
    folder.map(PathBuf::from).ok_or_else(|| "cargo metadata names no target directory".to_owned())
}

/// Every Rust file below a folder of the workspace, sorted.
pub(crate) fn rust_files(folder: &str) -> Result<Vec<PathBuf>, String> {
    files(folder, &["rs"])
}

/// Every file below a folder of the workspace whose name ends so, sorted.
pub(crate) fn files(folder: &str, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(&root().join(folder), endings, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in entries(folder)? {
        if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            collect(&path, endings, files)?;
        } else if path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)) {
            files.push(path);
        }
    }
    Ok(())
}

/// What lies in a folder, sorted.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut paths =
        entries.map(|entry| Ok(entry.map_err(failed)?.path())).collect::<Result<Vec<_>, String>>()?;
    paths.sort();
    Ok(paths)
}

/// Reads a text file; the error names it.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A path as people write it: from the workspace's root.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}
