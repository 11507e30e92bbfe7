//! A line chart: what everybody is worth over time.

use crate::geometry::Point;
use crate::hex::dash;
use crate::ink::{Ink, ROUTES};
use crate::options::Options;
use crate::page::{self, Frame};
use crate::svg::{Num, Svg};
use crate::write::{self, Style};
use std::fmt::Write as _;

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// Whose.
    pub name: String,
    /// The values, one per moment; a shorter list ends earlier.
    pub values: Vec<i64>,
}

const LEFT: f64 = 64.0;
const TOP: f64 = 16.0;
const PLOT: (f64, f64) = (640.0, 300.0);
const RIGHT: f64 = 150.0;
const BOTTOM: f64 = 40.0;

/// Draws lines over moments with these names (`OR 1.1`). Each line has its own colour, dashes and name at its
/// end; a description tells the last values to those who do not see it.
pub fn lines(series: &[Series], moments: &[String], options: &Options) -> String {
    let frame = Frame { left: 0.0, top: 0.0, width: LEFT + PLOT.0 + RIGHT, height: TOP + PLOT.1 + BOTTOM };
    let scale = Scale::of(series, moments.len());
    page::with(frame, "lines", options, |svg| {
        svg.start("desc").text(description(series, moments)).end();
        grid(svg, &scale);
        times(svg, &scale, moments);
        for (i, one) in series.iter().enumerate() {
            line(svg, &scale, i, one);
        }
        names(svg, &scale, series);
    })
}

/// From values and moments to points.
struct Scale {
    low: i64,
    high: i64,
    step: i64,
    moments: usize,
}

impl Scale {
    fn of(series: &[Series], moments: usize) -> Scale {
        let values = || series.iter().flat_map(|one| one.values.iter().copied());
        let (low, high) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(0).max(1));
        let step = round_step(high.saturating_sub(low));
        let longest = series.iter().map(|one| one.values.len()).max().unwrap_or(0);
        let low = low.div_euclid(step).saturating_mul(step);
        let high = high.div_euclid(step).saturating_add(1).saturating_mul(step);
        Scale { low, high, step, moments: moments.max(longest) }
    }

    fn y(&self, value: i64) -> f64 {
        let share = value.saturating_sub(self.low) as f64 / self.high.saturating_sub(self.low).max(1) as f64;
        TOP + PLOT.1 * (1.0 - share)
    }

    fn x(&self, moment: usize) -> f64 {
        LEFT + PLOT.0 * moment as f64 / (self.moments.max(2) - 1) as f64
    }
}

/// A round number that divides a span into four to ten parts.
fn round_step(span: i64) -> i64 {
    let mut unit = 1_i64;
    loop {
        for factor in [1, 2, 5] {
            let step = unit.saturating_mul(factor);
            if span / step <= 8 {
                return step;
            }
        }
        unit = unit.saturating_mul(10);
    }
}

fn grid(svg: &mut Svg, scale: &Scale) {
    svg.start("g").set("class", "grid");
    let count = scale.high.saturating_sub(scale.low) / scale.step;
    for i in 0..=count.min(20) {
        let value = scale.low + i * scale.step;
        let y = scale.y(value);
        let d = format!("M{} {}h{}", Num(LEFT), Num(y), Num(PLOT.0));
        let width = if value == 0 { 1.6 } else { 0.6 };
        svg.start("path").set("d", d).stroke(Ink::Faint, width).end();
        write::until(svg, Point::new(LEFT - 8.0, y), &value.to_string(), Style::plain(13.0, Ink::Text));
    }
    svg.end();
}

fn times(svg: &mut Svg, scale: &Scale, moments: &[String]) {
    svg.start("g").set("class", "times");
    // As many names as fit.
    let every = moments.len().div_ceil(9).max(1);
    for (i, name) in moments.iter().enumerate().step_by(every) {
        let at = Point::new(scale.x(i), TOP + PLOT.1 + 18.0);
        write::centred(svg, at, name, Style::plain(12.0, Ink::Text));
    }
    svg.end();
}

fn ink(index: usize) -> Ink {
    ROUTES.get(index % ROUTES.len()).copied().unwrap_or(Ink::Text)
}

fn line(svg: &mut Svg, scale: &Scale, index: usize, one: &Series) {
    let mut d = String::new();
    for (i, value) in one.values.iter().enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        let _ = write!(d, "{letter}{} {}", Num(scale.x(i)), Num(scale.y(*value)));
    }
    if d.is_empty() {
        return;
    }
    svg.start("path").set("class", "line").set("data-series", &one.name).set("d", d).set("fill", "none");
    svg.stroke(ink(index), 3.0).set("stroke-linejoin", "round");
    if let Some(dash) = dash(index) {
        svg.set("stroke-dasharray", dash);
    }
    svg.start("title").text(&one.name).end();
    svg.end();
}

/// The names at the ends of the lines, moved apart where they would overlap.
fn names(svg: &mut Svg, scale: &Scale, series: &[Series]) {
    let mut ends: Vec<(usize, f64)> =
        (0..).zip(series).filter_map(|(i, one)| Some((i, scale.y(*one.values.last()?)))).collect();
    ends.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut lowest = f64::NEG_INFINITY;
    let floor = TOP + PLOT.1 - 17.0 * (ends.len().max(1) - 1) as f64;
    for (i, (index, y)) in ends.into_iter().enumerate() {
        let y = y.min(floor + 17.0 * i as f64).max(lowest + 17.0);
        lowest = y;
        let Some(one) = series.get(index) else { continue };
        let text = format!("{} {}", one.name, one.values.last().copied().unwrap_or(0));
        let size = write::fitting(&text, RIGHT - 16.0, 14.0);
        write::from(svg, Point::new(LEFT + PLOT.0 + 10.0, y), &text, Style::bold(size, ink(index)));
    }
}

fn description(series: &[Series], moments: &[String]) -> String {
    let last = moments.last().map_or(String::new(), |last| format!(" at {last}"));
    let value = |one: &Series| one.values.last().map(|value| format!("{}: {value}", one.name));
    let values: Vec<_> = series.iter().filter_map(value).collect();
    format!("Values{last}. {}.", values.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::Theme;
    use crate::testing::check_xml;

    fn series(name: &str, values: &[i64]) -> Series {
        Series { name: name.to_owned(), values: values.to_vec() }
    }

    #[test]
    fn steps_are_round_and_few() {
        for (span, step) in [(0, 1), (8, 1), (9, 2), (100, 20), (4_300, 500), (15_000, 2_000)] {
            assert_eq!(round_step(span), step, "{span}");
        }
        assert!(round_step(i64::MAX) > 0);
    }

    #[test]
    fn every_line_is_drawn_and_told() {
        let moments: Vec<String> = ["start", "SR 1", "OR 1.1"].map(str::to_owned).into();
        let list =
            [series("Anna & Co", &[300, 310, 900]), series("Bruno", &[300, -20]), series("nobody", &[])];
        let text = lines(&list, &moments, &Options::file(Theme::Light).titled("Worth"));
        check_xml(&text);
        assert_eq!(text.matches("class=\"line\"").count(), 2);
        assert!(text.contains("<title>Worth</title>"));
        assert!(text.contains("Values at OR 1.1. Anna &amp; Co: 900; Bruno: -20."));
    }

    #[test]
    fn nothing_at_all_is_still_a_drawing() {
        check_xml(&lines(&[], &[], &Options::default()));
        check_xml(&lines(&[series("A", &[7])], &[], &Options::default()));
    }
}
