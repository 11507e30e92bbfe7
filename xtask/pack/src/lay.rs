//! Names with hashes, and compressed copies: what a browser may keep for good and loads quickly the first time.

use crate::{Done, hash};
use std::io::Write;
use std::path::Path;

/// The static files that get a hash into their name. Each may name the wasm's bindings; all others may name these.
const KEPT: [&str; 2] = ["boot.js", "style.css"];

/// A file of the client as it lies in the server.
pub(crate) struct Packed {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
    /// Ending and content of the compressed copies.
    copies: Vec<(&'static str, Vec<u8>)>,
}

impl Packed {
    /// How many bytes a current browser receives.
    pub(crate) fn sent(&self) -> usize {
        self.copies.iter().map(|(_, copy)| copy.len()).min().unwrap_or(self.content.len())
    }

    /// Whether it is one of the large files.
    pub(crate) fn is_code(&self) -> bool {
        [".wasm", ".js", ".css"].iter().any(|ending| self.name.ends_with(ending))
    }
}

/// All files below a folder with their paths in it, sorted.
pub(crate) fn files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut found = Vec::new();
    collect(folder, "", &mut found).map_err(|error| format!("{}: {error}", folder.display()))?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), found)?;
        } else {
            found.push((name, std::fs::read(entry.path())?));
        }
    }
    Ok(())
}

/// Names every file anew where that is due, writes the new names into the files that use them, compresses.
///
/// The sources say `/ferrata.js`, `/ferrata_bg.wasm`, `/boot.js` and `/style.css`; they mean whatever those are
/// called in this build.
pub(crate) fn pack(
    bindings: Vec<(String, Vec<u8>)>,
    statics: Vec<(String, Vec<u8>)>,
    compress: bool,
) -> Result<Vec<Packed>, String> {
    let mut renames: Vec<(String, String)> = Vec::new();
    for (name, _) in bindings.iter().filter(|(name, _)| !name.contains('/')) {
        let plain = if name.ends_with(".wasm") { "/ferrata_bg.wasm" } else { "/ferrata.js" };
        renames.push((plain.to_owned(), format!("/{name}")));
    }
    let (kept, others): (Vec<_>, Vec<_>) =
        statics.into_iter().partition(|(name, _)| KEPT.contains(&name.as_str()));
    let mut all = bindings;
    for (name, content) in kept {
        let content = rename(&name, content, &renames);
        let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
        let hashed = format!("{stem}-{}.{ending}", hash(&content));
        renames.push((format!("/{name}"), format!("/{hashed}")));
        all.push((hashed, content));
    }
    all.extend(others.into_iter().map(|(name, content)| {
        let content = rename(&name, content, &renames);
        (name, content)
    }));
    all.into_iter().map(|(name, content)| squeeze(name, content, compress)).collect()
}

/// Writes new names into a page or script.
fn rename(name: &str, content: Vec<u8>, renames: &[(String, String)]) -> Vec<u8> {
    if !name.ends_with(".html") && !name.ends_with(".js") {
        return content;
    }
    match String::from_utf8(content) {
        Ok(text) => {
            let quoted = |name: &str| format!("\"{name}\"");
            let text = renames.iter().fold(text, |text, (old, new)| text.replace(&quoted(old), &quoted(new)));
            text.into_bytes()
        }
        Err(error) => error.into_bytes(),
    }
}

/// Adds compressed copies where they save at least a tenth.
fn squeeze(name: String, content: Vec<u8>, compress: bool) -> Result<Packed, String> {
    let mut copies = Vec::new();
    let pays = compress && content.len() > 1000 && !name.ends_with(".png");
    if pays {
        let failed = |error: std::io::Error| format!("compressing {name}: {error}");
        copies.push(("br", brotli(&content).map_err(failed)?));
        copies.push(("gz", gzip(&content).map_err(failed)?));
        copies.retain(|(_, copy)| copy.len() < content.len() / 10 * 9);
    }
    Ok(Packed { name, content, copies })
}

fn brotli(content: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut copy = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
    brotli::BrotliCompress(&mut &*content, &mut copy, &parameters)?;
    Ok(copy)
}

fn gzip(content: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(content)?;
    writer.finish()
}

/// Replaces what lies in the server's folder.
pub(crate) fn lay(folder: &Path, packed: &[Packed]) -> Done {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_type().map_err(failed)?.is_dir() {
            std::fs::remove_dir_all(entry.path()).map_err(failed)?;
        } else if entry.file_name() != ".gitignore" {
            std::fs::remove_file(entry.path()).map_err(failed)?;
        }
    }
    for file in packed {
        let path = folder.join(&file.name);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(failed)?;
        std::fs::write(&path, &file.content).map_err(failed)?;
        for (ending, copy) in &file.copies {
            std::fs::write(folder.join(format!("{}.{ending}", file.name)), copy).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, content: &str) -> (String, Vec<u8>) {
        (name.to_owned(), content.as_bytes().to_vec())
    }

    #[test]
    fn pages_and_scripts_name_the_files_as_they_are_called_in_this_build() {
        let bindings = vec![file("ferrata-0a.js", "x"), file("ferrata-0a_bg.wasm", "y")];
        let statics = vec![
            file("boot.js", "import init from \"/ferrata.js\";"),
            file("index.html", "<script src=\"/boot.js\"></script><link href=\"/ferrata_bg.wasm\">"),
        ];
        let packed = pack(bindings, statics, false).unwrap();
        let text = |at: usize| String::from_utf8(packed[at].content.clone()).unwrap();
        assert_eq!(text(2), "import init from \"/ferrata-0a.js\";");
        let boot = &packed[2].name;
        assert!(boot.starts_with("boot-") && boot.len() == "boot-.js".len() + 16, "{boot}");
        assert_eq!(text(3), format!("<script src=\"/{boot}\"></script><link href=\"/ferrata-0a_bg.wasm\">"));
    }

    #[test]
    fn copies_are_made_where_they_pay() {
        let long = "what repeats compresses well; ".repeat(100);
        let packed = squeeze("a.js".into(), long.clone().into_bytes(), true).unwrap();
        assert_eq!(packed.copies.iter().map(|(ending, _)| *ending).collect::<Vec<_>>(), ["br", "gz"]);
        assert!(packed.sent() < long.len() / 10);
        assert!(squeeze("a.js".into(), b"short".to_vec(), true).unwrap().copies.is_empty());
        assert!(squeeze("a.js".into(), long.into_bytes(), false).unwrap().copies.is_empty());
    }
}
