//! Which tests took longest, from the report that the test runner leaves.

use crate::step::Done;
use crate::workspace;
use std::path::Path;

/// How many are named.
const NAMED: usize = 10;

/// Prints the slowest tests and, at the end, how many there were.
pub(super) fn print(report: &Path) -> Done {
    let report = workspace::read(report)?;
    let mut times = times(&report);
    times.sort_by(|one, other| other.1.total_cmp(&one.1));
    println!("the slowest tests:");
    for (name, seconds) in times.iter().take(NAMED) {
        println!("{seconds:8.1} s  {name}");
    }
    let total: f64 = times.iter().map(|(_, seconds)| seconds).sum();
    println!("{} tests, {:.1} minutes one after the other", times.len(), total / 60.0);
    Ok(())
}

/// The tests of a report in the JUnit form, with their seconds.
fn times(report: &str) -> Vec<(String, f64)> {
    let cases = report.split("<testcase ").skip(1);
    cases
        .filter_map(|case| {
            let case = case.split('>').next()?;
            let name = format!("{} {}", attribute(case, "classname")?, attribute(case, "name")?);
            Some((name, attribute(case, "time")?.parse().ok()?))
        })
        .collect()
}

/// The value of an attribute; a test's name has no character that XML would write otherwise.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!("{name}=\""))?;
    value.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_times_are_read() {
        let report = "<testsuites name=\"x\" time=\"9\"><testsuite name=\"a::b\" tests=\"2\">\
            <testcase name=\"c::d\" classname=\"a::b\" timestamp=\"t\" time=\"1.250\">\n</testcase>\
            <testcase name=\"e\" classname=\"a\" time=\"0.5\"/></testsuite></testsuites>";
        assert_eq!(times(report), [("a::b c::d".to_owned(), 1.25), ("a e".to_owned(), 0.5)]);
    }
}
