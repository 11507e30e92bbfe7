//! Finds the routes of the ten built worst cases and stops with an error unless the answers are the stored
//! ones. As WebAssembly it has no output: it traps where a native program would complain.

use ferrata_titles::worst::{ANSWERS, Answer, cases};

fn main() {
    let answers = cases().map(|cases| cases.iter().map(Answer::to).collect::<Vec<_>>());
    assert_eq!(answers.ok().as_deref(), Some(ANSWERS.as_slice()));
}
