//! Which titles there are: every folder of `crates/titles/src` with a `data/title.toml`, which says the title's name.

use crate::workspace;
use std::path::Path;

/// A title of the workspace.
#[derive(Debug)]
pub(crate) struct Title {
    /// Its name: `18ESP`.
    pub(crate) name: String,
    /// Its module in `ferrata-titles`: `esp`.
    pub(crate) module: String,
}

impl Title {
    /// Every title, by name.
    pub(crate) fn read_all() -> Result<Vec<Title>, String> {
        let folder = workspace::root().join("crates/titles/src");
        let mut titles = Vec::new();
        for module in workspace::entries(&folder)? {
            let file = module.join("data/title.toml");
            if file.exists() {
                titles.push(Title::read(&module, &file)?);
            }
        }
        titles.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(titles)
    }

    /// The title of this name, in capitals or not.
    pub(crate) fn find(name: &str) -> Result<Title, String> {
        let mut titles = Title::read_all()?;
        let names: Vec<&str> = titles.iter().map(|title| title.name.as_str()).collect();
        let unknown = format!("there is no title {name}; there are {}", names.join(", "));
        let at = titles.iter().position(|title| title.name.eq_ignore_ascii_case(name));
        at.map(|at| titles.swap_remove(at)).ok_or(unknown)
    }

    fn read(module: &Path, file: &Path) -> Result<Title, String> {
        let data: toml::Table = toml::from_str(&workspace::read(file)?)
            .map_err(|error| format!("{}: {error}", workspace::shown(file)))?;
        let name = data.get("title").and_then(toml::Value::as_str);
        let name = name.ok_or_else(|| format!("{}: it names no `title`", workspace::shown(file)))?;
        let module = module.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Title { name: name.to_owned(), module })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_found_by_its_name() {
        let name = Title::read_all().unwrap().swap_remove(0).name;
        assert_eq!(Title::find(&name.to_lowercase()).unwrap().name, name);
        assert!(Title::find("1830").unwrap_err().contains(&name));
    }
}
