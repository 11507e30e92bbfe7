//! The boxes of all titles are complete, and broken files are reported with file, place and expectation.

use ferrata_titles::t1841;

#[test]
fn the_box_of_1841_is_complete_in_every_edition() {
    for edition in t1841::data::SHELF.editions {
        if let Err(faults) = t1841::data::SHELF.components(edition.name) {
            panic!("{}:\n{faults}", edition.name);
        }
    }
}
