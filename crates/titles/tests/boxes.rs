//! The boxes of all titles are complete, and broken files are reported with file, place and expectation.

use ferrata_titles::{esp, fb, t1841, t1883};

#[test]
fn the_boxes_are_complete_in_every_edition() {
    for shelf in [&t1841::data::SHELF, &esp::data::SHELF, &t1883::data::SHELF, &fb::data::SHELF] {
        for edition in shelf.editions {
            match shelf.components(edition.name) {
                Ok(parts) => assert_eq!(parts.edition, edition.name),
                Err(faults) => panic!("{} {}:\n{faults}", shelf.title, edition.name),
            }
        }
    }
}
