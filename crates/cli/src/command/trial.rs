//! Data of programs that are tried out and are no version yet.

use crate::output::Failure;
use ferrata_opponents::{Files, Version};
use std::path::Path;

/// What a folder holds: levels.toml, weights.toml, figures.toml and perhaps terms.toml. It lives as long as the command.
pub(super) fn read(folder: &Path) -> Result<&'static Version, Failure> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path)
            .map_err(|error| Failure::problem(format!("cannot read {}: {error}", path.display())))
    };
    let (levels, weights, figures) = (read("levels.toml")?, read("weights.toml")?, read("figures.toml")?);
    let terms = if folder.join("terms.toml").exists() { read("terms.toml")? } else { String::new() };
    let files = Files { levels: &levels, weights: &weights, figures: &figures, terms: &terms };
    let version = Version::read(files).map_err(Failure::problem)?;
    Ok(Box::leak(Box::new(version)))
}
