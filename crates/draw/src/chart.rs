//! The price chart with its markers.

use crate::geometry::Point;
use crate::ink::Ink;
use crate::livery::Liveries;
use crate::options::Options;
use crate::page::{self, Frame};
use crate::svg::Svg;
use crate::token;
use crate::write::{self, Style};
use ferrata_engine::chart::{Cell, Field, Grid};
use ferrata_engine::components::Components;
use ferrata_engine::name::CompanyName;
use ferrata_engine::view::CompanyView;

/// A marker on the chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marker {
    /// Whose.
    pub company: CompanyName,
    /// On which field.
    pub field: Field,
    /// Its place in the stack there, 0 on top.
    pub stack: u8,
}

/// A chart to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    /// The printed chart.
    pub grid: &'a Grid,
    /// What the letters of its fields mean; they become a legend.
    pub flags: &'a [(char, String)],
    /// The markers.
    pub markers: &'a [Marker],
    /// Where markers would go: company, field.
    pub ghosts: &'a [(CompanyName, Field)],
    /// Fields that can be picked, and whether each is the one picked.
    pub can: &'a [(Field, bool)],
    /// How companies look.
    pub liveries: &'a Liveries,
    /// Markers lie beside the prices, not below them: so that many rows fit into a low window.
    pub flat: bool,
}

impl<'a> Chart<'a> {
    /// The chart of a title.
    pub fn of_box(components: &'a Components, markers: &'a [Marker], liveries: &'a Liveries) -> Chart<'a> {
        Chart {
            grid: &components.grid,
            flags: &components.chart_flags,
            markers,
            ghosts: &[],
            can: &[],
            liveries,
            flat: false,
        }
    }

    /// How much of its width it is high.
    pub fn height_by_width(&self) -> f64 {
        let lay = Lay::of(self);
        lay.height(self) / lay.width(self.grid)
    }
}

/// The markers of the companies at a table.
pub fn markers(companies: &[CompanyView]) -> Vec<Marker> {
    let marker = |company: &CompanyView| {
        Some(Marker { company: company.name, field: company.field?, stack: company.stack })
    };
    companies.iter().filter_map(marker).collect()
}

const WIDTH: f64 = 66.0;
const HEIGHT: f64 = 62.0;
const FLAT_HEIGHT: f64 = 27.0;
const MARGIN: f64 = 8.0;
const LEGEND_LINE: f64 = 24.0;
const LEGEND_SIZE: f64 = 17.0;
/// From the left edge of a legend's sign to its words, and from the words to the next sign.
const LEGEND_SIGN: f64 = 34.0;
const LEGEND_GAP: f64 = 22.0;

/// Draws a chart; each field is a group `g.field[data-row][data-col]`.
pub fn chart(chart: &Chart, options: &Options) -> String {
    let lay = Lay::of(chart);
    let frame = Frame { left: 0.0, top: 0.0, width: lay.width(chart.grid), height: lay.height(chart) };
    page::with(frame, "chart", options, |svg| {
        for at in chart.grid.fields() {
            if let Some(cell) = chart.grid.cell(at) {
                field(svg, chart, lay, at, cell);
            }
        }
        limits(svg, chart.grid, lay);
        ghosts(svg, chart, lay);
        for (place, flag, meaning) in lay.legend(chart) {
            legend_sign(svg, place, flag, meaning);
        }
    })
}

/// One field as [`chart`] draws it, to replace it after a change; none if there is no such field.
pub fn field_group(chart: &Chart, at: Field, options: &Options) -> Option<String> {
    let cell = chart.grid.cell(at)?;
    Some(page::fragment(options, |svg| field(svg, chart, Lay::of(chart), at, cell)))
}

/// All ghosts as [`chart`] draws them, `g.ghosts`, to replace them after a change.
pub fn ghosts_group(chart: &Chart, options: &Options) -> String {
    page::fragment(options, |svg| ghosts(svg, chart, Lay::of(chart)))
}

/// How fields lie on the page.
#[derive(Clone, Copy)]
struct Lay {
    zigzag: bool,
    flat: bool,
}

impl Lay {
    fn of(chart: &Chart) -> Lay {
        Lay { zigzag: is_zigzag(chart.grid), flat: chart.flat }
    }

    /// How high a field is.
    fn field(self) -> f64 {
        if self.flat { FLAT_HEIGHT } else { HEIGHT }
    }

    fn width(self, grid: &Grid) -> f64 {
        let columns = grid.rows().iter().map(Vec::len).max().unwrap_or(0) as f64;
        let half = if self.zigzag { 0.5 } else { 0.0 };
        (columns + half) * WIDTH + 2.0 * MARGIN
    }

    fn rows(self, grid: &Grid) -> f64 {
        grid.rows().len() as f64 * self.field()
    }

    fn height(self, chart: &Chart) -> f64 {
        let rows = self.rows(chart.grid) + MARGIN;
        let last = self.legend(chart).last().map_or(rows, |(place, _, _)| place.y + LEGEND_LINE / 2.0);
        rows.max(last) + MARGIN
    }

    /// What the letters on the fields mean: where, which letter, its words. Where the lowest rows are short, beside them; else
    /// side by side below all fields.
    fn legend<'a>(self, chart: &Chart<'a>) -> Vec<(Point, char, &'a str)> {
        let used = chart.flags.iter().filter(|(flag, _)| chart.grid.flagged(*flag).next().is_some());
        let used: Vec<(char, &str)> = used.map(|(flag, meaning)| (*flag, meaning.as_str())).collect();
        let places =
            self.beside_short_rows(chart.grid, &used).unwrap_or_else(|| self.below(chart.grid, &used));
        places.into_iter().zip(used).map(|(place, (flag, meaning))| (place, flag, meaning)).collect()
    }

    /// Places one below the other in the corner that short rows leave free, if it is large enough.
    fn beside_short_rows(self, grid: &Grid, used: &[(char, &str)]) -> Option<Vec<Point>> {
        let high = used.len() as f64 * LEGEND_LINE;
        let rows = (high / self.field()).ceil() as usize;
        let short = grid.rows().iter().rev().take(rows).map(Vec::len).max()?;
        let left = MARGIN + (short as f64 + 0.5) * WIDTH;
        let wide = used.iter().map(|(_, words)| sign_width(words)).fold(0.0, f64::max);
        let bottom = MARGIN + self.rows(grid);
        let fits = rows < grid.rows().len() && left + wide <= self.width(grid) - MARGIN;
        let place = |line: usize| Point::new(left, bottom - high + LEGEND_LINE * (line as f64 + 0.5));
        fits.then(|| (0..used.len()).map(place).collect())
    }

    /// Places side by side below all rows, in as many lines as it takes.
    fn below(self, grid: &Grid, used: &[(char, &str)]) -> Vec<Point> {
        let most = self.width(grid) - MARGIN;
        let mut at = Point::new(MARGIN, self.rows(grid) + 1.5 * MARGIN + LEGEND_LINE / 2.0);
        let place = |(_, words): &(char, &str)| {
            let wide = sign_width(words);
            if at.x > MARGIN && at.x + wide > most {
                at = Point::new(MARGIN, at.y + LEGEND_LINE);
            }
            let place = at;
            at.x += wide + LEGEND_GAP;
            place
        };
        used.iter().map(place).collect()
    }

    /// Where the `index`-th of `count` markers lies in its field, and how large it is.
    fn marker(self, index: usize, count: usize) -> (Point, f64) {
        match self.flat {
            true => beside(index, count),
            false => (marker_place(index, count), marker_radius(count)),
        }
    }

    /// Where a marker lies that would come to a field.
    fn ghost(self) -> Point {
        if self.flat { beside(0, 1).0 } else { Point::new(WIDTH / 2.0, 40.0) }
    }

    /// The upper left corner of a field. In a zigzag the upper row stands half a field to the right, so
    /// that prices rise from left to right through both rows.
    fn corner(self, at: Field) -> Point {
        let shift = if self.zigzag && at.row == 0 { 0.5 } else { 0.0 };
        Point::new(MARGIN + (f64::from(at.col) + shift) * WIDTH, MARGIN + f64::from(at.row) * self.field())
    }
}

/// Two rows between which the prices go to and fro, from below.
fn is_zigzag(grid: &Grid) -> bool {
    let [top, bottom] = grid.rows() else { return false };
    let price = |row: &[Option<Cell>], at: usize| row.get(at).and_then(Option::as_ref).map(|cell| cell.price);
    top.len() == bottom.len()
        && (0..top.len()).all(|at| {
            let (above, below) = (price(top, at), price(bottom, at));
            above > below && price(bottom, at + 1).is_none_or(|next| Some(next) > above)
        })
}

/// The ground of a field by the letters on it.
fn ground(flags: &str) -> Ink {
    let inks = [
        ('e', Ink::FieldEnd),
        ('c', Ink::FieldClosed),
        ('p', Ink::Yellow),
        ('y', Ink::Yellow),
        ('x', Ink::FieldLarge),
        ('g', Ink::Green),
        ('b', Ink::Brown),
        ('l', Ink::FieldLight),
        ('d', Ink::FieldDark),
    ];
    inks.into_iter().find(|(flag, _)| flags.contains(*flag)).map_or(Ink::Field, |(_, ink)| ink)
}

/// Letters that close the columns to the right for some: a bold line there.
fn is_limit(flag: char) -> bool {
    matches!(flag, 'm' | 'n')
}

fn field(svg: &mut Svg, chart: &Chart, lay: Lay, at: Field, cell: &Cell) {
    let corner = lay.corner(at);
    let picked = chart.can.iter().find(|(field, _)| *field == at).map(|(_, picked)| *picked);
    let class = if picked.is_some() { "field can" } else { "field" };
    svg.start("g").set("class", class).set("data-row", at.row).set("data-col", at.col);
    svg.set("data-price", cell.price.0);
    svg.start("rect").num("x", corner.x).num("y", corner.y).num("width", WIDTH).num("height", lay.field());
    svg.fill(ground(&cell.flags)).stroke(Ink::Outline, 1.2).end();
    let text = if cell.flags.contains('c') { "closed".to_owned() } else { cell.price.0.to_string() };
    let size = write::fitting(&text, WIDTH - 12.0, 17.0);
    let middle = if lay.flat { FLAT_HEIGHT / 2.0 } else { 13.0 };
    let start =
        corner + Point::new(if lay.flat { 3.0 } else { 6.0 } + write::width(&text, size) / 2.0, middle);
    write::centred(svg, start, &text, Style::bold(size, Ink::Text));
    if let Some(picked) = picked {
        lit(svg, corner, lay, picked);
    }
    stack(svg, chart, lay, at);
    svg.end();
}

/// A field that can be picked has a bright rim; the one that is picked is filled.
fn lit(svg: &mut Svg, corner: Point, lay: Lay, picked: bool) {
    svg.start("rect").set("class", "pick").num("x", corner.x + 3.0).num("y", corner.y + 3.0);
    svg.num("width", WIDTH - 6.0).num("height", lay.field() - 6.0).num("rx", 6.0);
    match picked {
        true => svg.fill(Ink::Chosen).set("fill-opacity", "0.35"),
        false => svg.set("fill", "none"),
    };
    svg.stroke(Ink::Chosen, if picked { 5.0 } else { 3.0 }).end();
}

/// The markers on a field: the top of the stack comes first and lies over the others.
fn stack(svg: &mut Svg, chart: &Chart, lay: Lay, at: Field) {
    let mut here: Vec<&Marker> = chart.markers.iter().filter(|marker| marker.field == at).collect();
    here.sort_by_key(|marker| marker.stack);
    for (i, marker) in here.iter().enumerate().rev() {
        let (place, radius) = lay.marker(i, here.len());
        let livery = chart.liveries.of(marker.company);
        token::token(svg, lay.corner(at) + place, radius, marker.company, livery);
    }
}

/// In a flat field markers lie at its right, the top of the stack over the others; the price stays in sight.
fn beside(index: usize, count: usize) -> (Point, f64) {
    let radius = 11.5;
    let room = if count > 1 { (WIDTH / 2.0 - radius) / (count - 1) as f64 } else { 0.0 };
    let step = room.min(radius * 0.9);
    let first = WIDTH - radius - 1.5 - step * (count.saturating_sub(1)) as f64;
    (Point::new(first + step * index as f64, FLAT_HEIGHT / 2.0), radius)
}

fn marker_radius(count: usize) -> f64 {
    if count > 2 { 11.0 } else { 15.0 }
}

/// Where the `index`-th of `count` markers lies in its field: side by side, or in two rows from the upper left.
fn marker_place(index: usize, count: usize) -> Point {
    let (row, column, in_row) = match count {
        0..=2 => (0, index, count),
        _ => (index / count.div_ceil(2), index % count.div_ceil(2), count.div_ceil(2)),
    };
    let radius = marker_radius(count);
    let room = WIDTH - 2.0 * radius - 4.0;
    let step = if in_row > 1 { (room / (in_row - 1) as f64).min(2.0 * radius + 1.0) } else { 0.0 };
    let first = if in_row > 1 { radius + 2.0 } else { WIDTH / 2.0 };
    let y = if count > 2 { 28.5 + 21.5 * row as f64 } else { 42.0 };
    Point::new(first + step * column as f64, y)
}

fn limits(svg: &mut Svg, grid: &Grid, lay: Lay) {
    for at in grid.fields() {
        let limit = grid.cell(at).is_some_and(|cell| cell.flags.chars().any(is_limit));
        if limit {
            let top = lay.corner(at) + Point::new(WIDTH, 0.0);
            let d = format!("M{top}L{}", top + Point::new(0.0, lay.field()));
            svg.start("path").set("class", "limit").set("d", d).stroke(Ink::Bar, 5.0).end();
        }
    }
}

/// Where markers would go: a pale token with a broken rim, and an arrow from where it is now.
fn ghosts(svg: &mut Svg, chart: &Chart, lay: Lay) {
    let middle = |at: Field| lay.corner(at) + lay.ghost();
    svg.start("g").set("class", "ghosts");
    for &(company, to) in chart.ghosts {
        svg.start("g").set("class", "ghost").set("data-company", company);
        let from = chart.markers.iter().find(|marker| marker.company == company).map(|marker| marker.field);
        if let Some(from) = from.filter(|from| *from != to) {
            arrow(svg, middle(from), middle(to));
        }
        svg.start("g").set("opacity", "0.72");
        token::token(svg, middle(to), 15.0, company, chart.liveries.of(company));
        svg.end();
        let at = middle(to);
        svg.start("circle").num("cx", at.x).num("cy", at.y).num("r", 18.0).set("fill", "none");
        svg.stroke(Ink::Chosen, 3.0).set("stroke-dasharray", "5 4").end();
        svg.end();
    }
    svg.end();
}

fn arrow(svg: &mut Svg, from: Point, to: Point) {
    let along = (to - from).unit();
    let (start, end) = (from + along * 17.0, to - along * 21.0);
    let head = [
        end + along * 6.0,
        end - along * 7.0 + along.quarter() * 7.0,
        end - along * 7.0 - along.quarter() * 7.0,
    ];
    svg.start("path").set("d", format_args!("M{start}L{end}")).stroke(Ink::Chosen, 4.0).end();
    svg.start("path").set("d", crate::svg::outline(&head)).fill(Ink::Chosen).end();
}

/// How wide a sign of the legend is with its words.
fn sign_width(words: &str) -> f64 {
    LEGEND_SIGN + write::width(words, LEGEND_SIZE)
}

fn legend_sign(svg: &mut Svg, place: Point, flag: char, meaning: &str) {
    svg.start("g").set("class", "legend");
    svg.start("rect").num("x", place.x).num("y", place.y - 8.0).num("width", 24.0).num("height", 16.0);
    svg.fill(if is_limit(flag) { Ink::Field } else { ground(flag.encode_utf8(&mut [0; 4])) });
    svg.stroke(Ink::Outline, 1.0).end();
    if is_limit(flag) {
        let d = format!("M{} {}v16", place.x + 24.0, place.y - 8.0);
        svg.start("path").set("d", d).stroke(Ink::Bar, 5.0).end();
    }
    let style = Style::plain(LEGEND_SIZE, Ink::Text);
    write::from(svg, place + Point::new(LEGEND_SIGN, 0.0), meaning, style);
    svg.end();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::Theme;
    use crate::testing::check_xml;
    use ferrata_engine::money::Money;

    fn grid(rows: &[&[(i32, &str)]]) -> Grid {
        let cell = |(price, flags): &(i32, &str)| {
            (*price > 0).then(|| Cell { price: Money(*price), flags: (*flags).to_owned() })
        };
        Grid::new(rows.iter().map(|row| row.iter().map(cell).collect()).collect())
    }

    #[test]
    fn the_zigzag_is_known_by_its_prices() {
        assert!(is_zigzag(&grid(&[&[(55, ""), (65, ""), (75, "p")], &[(50, ""), (60, ""), (70, "p")]])));
        assert!(!is_zigzag(&grid(&[&[(72, ""), (83, "")], &[(63, ""), (72, "")]])));
    }

    #[test]
    fn every_field_is_drawn_once_with_its_stack_from_the_top() {
        let grid = grid(&[&[(72, ""), (83, "m"), (0, "")], &[(63, "p"), (72, "e")]]);
        let at = |row, col| Field { row, col };
        let company = CompanyName::of;
        let markers = [("A", 1), ("B", 0), ("C", 2)].map(|(name, stack)| Marker {
            company: company(name),
            field: at(1, 0),
            stack,
        });
        let liveries = Liveries::default();
        let flags = [('p', "start".to_owned()), ('z', "nowhere".to_owned()), ('m', "limit".to_owned())];
        let drawing = Chart {
            grid: &grid,
            flags: &flags,
            markers: &markers,
            ghosts: &[(company("A"), at(0, 1))],
            can: &[(at(0, 0), true), (at(0, 1), false)],
            liveries: &liveries,
            flat: false,
        };
        let low = Chart { flat: true, ..drawing };
        check_xml(&chart(&low, &Options::file(Theme::Light)));
        assert!(low.height_by_width() < drawing.height_by_width());
        let text = chart(&drawing, &Options::file(Theme::Light));
        check_xml(&text);
        assert_eq!(text.matches("class=\"field").count(), 4);
        assert!(text.contains(">start<") && !text.contains("nowhere"));
        let order: Vec<_> = ["C", "A", "B"].map(|name| text.find(&format!("<title>{name}<")).unwrap()).into();
        assert!(order.is_sorted(), "the top of the stack is drawn last");
        assert!(text.contains("class=\"ghost\" data-company=\"A\""));
        // What is drawn by itself is what all of the chart has there.
        let part = |at: Field| field_group(&drawing, at, &Options::file(Theme::Light));
        assert!(grid.fields().all(|at| text.contains(&part(at).unwrap())));
        assert!(text.contains(&ghosts_group(&drawing, &Options::file(Theme::Light))));
        assert_eq!(part(at(7, 7)), None);
        assert_eq!(
            (text.matches("class=\"field can\"").count(), text.matches("class=\"pick\"").count()),
            (2, 2)
        );
    }

    #[test]
    fn markers_stay_inside_their_field() {
        for (flat, count) in
            [false, true].into_iter().flat_map(|flat| (1..=12).map(move |count| (flat, count)))
        {
            let lay = Lay { zigzag: false, flat };
            for index in 0..count {
                let (place, radius) = lay.marker(index, count);
                assert!(place.x - radius >= 0.0 && place.x + radius <= WIDTH, "{index} of {count}");
                let top = if flat { 0.0 } else { 16.0 };
                assert!(place.y - radius >= top && place.y + radius <= lay.field(), "{index} of {count}");
            }
        }
    }

    /// A chart on which nobody stands.
    fn bare<'a>(
        grid: &'a Grid,
        flags: &'a [(char, String)],
        liveries: &'a Liveries,
        flat: bool,
    ) -> Chart<'a> {
        Chart { grid, flags, markers: &[], ghosts: &[], can: &[], liveries, flat }
    }

    #[test]
    fn the_legend_goes_on_in_the_next_line_where_the_chart_ends() {
        let grid = grid(&[&[(72, "p"), (83, "y"), (90, "g"), (95, "b")]]);
        let flags =
            ["p", "y", "g", "b"].map(|flag| (flag.chars().next().unwrap(), "a start price".to_owned()));
        let liveries = Liveries::default();
        let drawn = bare(&grid, &flags, &liveries, true);
        let lay = Lay::of(&drawn);
        let signs = lay.legend(&drawn);
        let (wide, high) = (lay.width(&grid), lay.height(&drawn));
        for (place, _, words) in &signs {
            assert!(place.x + sign_width(words) <= wide, "{place}");
            assert!(place.y + LEGEND_LINE / 2.0 <= high, "{place}");
        }
        assert!(signs[0].0.y < signs[3].0.y && signs[0].0.x == signs[3].0.x);
    }

    #[test]
    fn the_legend_lies_beside_short_rows_where_there_is_room() {
        let long = [(72, "p"); 12];
        let rows: [&[(i32, &str)]; 4] = [&long, &long, &long[..2], &long[..2]];
        let grid = grid(&rows);
        let flags = [('p', "start".to_owned())];
        let liveries = Liveries::default();
        let drawn = bare(&grid, &flags, &liveries, false);
        let lay = Lay::of(&drawn);
        let (place, _, _) = lay.legend(&drawn)[0];
        assert!(place.x > 2.0 * WIDTH && place.y > 2.0 * HEIGHT && place.y < lay.rows(&grid));
        assert_eq!(lay.height(&drawn), lay.rows(&grid) + 2.0 * MARGIN);
    }
}
