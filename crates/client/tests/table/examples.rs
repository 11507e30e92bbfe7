//! The worked examples of docs/examples: a position, and what is entered in it.

use ferrata_client::timeline::{Record, Timeline};
use ferrata_engine::action::Action;
use ferrata_engine::turn::{Entry, Title, Turn};
use std::path::Path;

fn text(name: &str, end: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    std::fs::read_to_string(folder.join(format!("{name}.{end}"))).unwrap()
}

/// The examples of a title, in order.
pub(crate) fn names(title: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples").join(title);
    let files =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> =
        files.filter_map(|file| Some(format!("{title}/{}", file.strip_suffix(".toml")?))).collect();
    names.retain(|name| !name.ends_with(".then"));
    names.sort();
    names
}

/// An example, `1841/merger`, as the table at its beginning.
pub(crate) fn beginning(name: &str) -> Timeline {
    let position = text(name, "toml");
    let (mut setup, _) = ferrata_titles::position::read(name, &position).unwrap();
    setup.position = Some(position);
    Timeline::new(setup).unwrap()
}

/// What is entered in it.
pub(crate) fn actions(name: &str) -> Vec<Action> {
    text(name, "jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Whoever is asked enters an action.
pub(crate) fn enter(timeline: &mut Timeline, action: Action) {
    let entry = by_whoever_is_asked(timeline, action);
    timeline.add(Record::entry(timeline.len() + 1, entry)).unwrap();
}

/// An action of whoever is asked.
pub(crate) fn by_whoever_is_asked(timeline: &Timeline, action: Action) -> Entry {
    let Turn::Seat(seat) = timeline.game().turn() else { panic!("a player is asked") };
    Entry::seat(seat, action)
}
