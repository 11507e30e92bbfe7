//! The price chart: a grid of prices, and markers that stack in order of arrival.
//!
//! The zigzag row of 18ESP is a grid of two rows in which a move may change the row; the title walks it
//! with [`Chart::place`]. What happens at an edge is a parameter of each move, never a hidden default.

use crate::event::{Event, Events};
use crate::id::CompanyId;
use crate::money::Money;
use serde::{Deserialize, Serialize};

/// A field of the chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Field {
    /// Row, 0 at the top.
    pub row: u8,
    /// Column, 0 at the left.
    pub col: u8,
}

/// One printed field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The price.
    pub price: Money,
    /// The letters printed with it (start price, closed column …), explained by the title's data.
    pub flags: String,
}

/// The printed chart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grid {
    rows: Vec<Vec<Option<Cell>>>,
}

impl Grid {
    /// A chart of rows from the top; a row may be shorter than others, and `None` is a field that is not
    /// part of the chart.
    pub fn new(rows: Vec<Vec<Option<Cell>>>) -> Grid {
        Grid { rows }
    }

    /// The rows from the top.
    pub fn rows(&self) -> &[Vec<Option<Cell>>] {
        &self.rows
    }

    /// The printed field, if it is part of the chart.
    pub fn cell(&self, at: Field) -> Option<&Cell> {
        self.rows.get(at.row as usize)?.get(at.col as usize)?.as_ref()
    }

    /// The price of a field; zero off the chart.
    pub fn price(&self, at: Field) -> Money {
        self.cell(at).map_or(Money::ZERO, |cell| cell.price)
    }

    /// All fields that carry a flag, row by row.
    pub fn flagged(&self, flag: char) -> impl Iterator<Item = Field> + '_ {
        self.fields().filter(move |&at| self.cell(at).is_some_and(|cell| cell.flags.contains(flag)))
    }

    /// All fields, row by row.
    pub fn fields(&self) -> impl Iterator<Item = Field> + '_ {
        let field = |row: usize, col: usize| Field { row: row as u8, col: col as u8 };
        let rows = self.rows.iter().enumerate();
        rows.flat_map(move |(row, cells)| (0..cells.len()).map(move |col| field(row, col)))
            .filter(|&at| self.cell(at).is_some())
    }

    fn step(&self, at: Field, rows: i8, cols: i8) -> Option<Field> {
        let to = Field { row: at.row.checked_add_signed(rows)?, col: at.col.checked_add_signed(cols)? };
        self.cell(to).map(|_| to)
    }

    /// One field up, unless the chart ends there.
    pub fn up(&self, at: Field) -> Field {
        self.step(at, -1, 0).unwrap_or(at)
    }

    /// One field down, unless the chart ends there.
    pub fn down(&self, at: Field) -> Field {
        self.step(at, 1, 0).unwrap_or(at)
    }

    /// One field right if there is one and `open` says that a marker may enter it; otherwise what `at_edge`
    /// makes of it.
    pub fn right(&self, at: Field, open: impl Fn(Field) -> bool, at_edge: Edge) -> Field {
        match self.step(at, 0, 1).filter(|&to| open(to)) {
            Some(to) => to,
            None => self.at_edge(at, at_edge),
        }
    }

    /// One field left; at the left edge what `at_edge` makes of it.
    pub fn left(&self, at: Field, at_edge: Edge) -> Field {
        self.step(at, 0, -1).unwrap_or_else(|| self.at_edge(at, at_edge))
    }

    fn at_edge(&self, at: Field, edge: Edge) -> Field {
        match edge {
            Edge::Stay => at,
            Edge::Up => self.up(at),
            Edge::Down => self.down(at),
        }
    }
}

/// What a sideways move does at the edge of the chart or at a closed field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// The marker stays.
    Stay,
    /// It moves one row up instead, if it can.
    Up,
    /// It moves one row down instead, if it can.
    Down,
}

/// Where the markers of all companies are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chart {
    /// By company: its field and when it arrived there.
    markers: Vec<Option<(Field, u32)>>,
    arrivals: u32,
}

impl Chart {
    /// A chart without markers.
    pub fn new(companies: usize) -> Chart {
        Chart { markers: vec![None; companies], arrivals: 0 }
    }

    /// The field of a company's marker.
    pub fn field(&self, company: CompanyId) -> Option<Field> {
        self.markers.get(company.index()).copied().flatten().map(|(field, _)| field)
    }

    /// The price of a company; zero without a marker.
    pub fn price(&self, grid: &Grid, company: CompanyId) -> Money {
        self.field(company).map_or(Money::ZERO, |field| grid.price(field))
    }

    /// Puts a marker on a field, under those already there. A marker that is there already stays where it
    /// is in the stack.
    pub fn place(&mut self, grid: &Grid, company: CompanyId, to: Field, events: &mut Events) {
        let from = self.field(company);
        if from == Some(to) {
            return;
        }
        self.arrivals += 1;
        if let Some(marker) = self.markers.get_mut(company.index()) {
            *marker = Some((to, self.arrivals));
            let from = from.map(|from| grid.price(from));
            events.push(Event::Price { company, from, to: Some(grid.price(to)) });
        }
    }

    /// Lets `heir` take the very place of `company`'s marker, in the stack too; `company` keeps its own.
    pub fn inherit(&mut self, grid: &Grid, heir: CompanyId, company: CompanyId, events: &mut Events) {
        let place = self.markers.get(company.index()).copied().flatten();
        if let (Some((field, _)), Some(marker)) = (place, self.markers.get_mut(heir.index())) {
            *marker = place;
            events.push(Event::Price { company: heir, from: None, to: Some(grid.price(field)) });
        }
    }

    /// Puts a marker right underneath another company's, above all that lie below it.
    pub fn place_under(&mut self, grid: &Grid, heir: CompanyId, company: CompanyId, events: &mut Events) {
        let Some((field, above)) = self.markers.get(company.index()).copied().flatten() else { return };
        for (_, arrival) in self.markers.iter_mut().flatten() {
            if *arrival > above {
                *arrival += 1;
            }
        }
        self.arrivals += 1;
        if let Some(marker) = self.markers.get_mut(heir.index()) {
            *marker = Some((field, above + 1));
            events.push(Event::Price { company: heir, from: None, to: Some(grid.price(field)) });
        }
    }

    /// Takes a marker off the chart.
    pub fn remove(&mut self, grid: &Grid, company: CompanyId, events: &mut Events) {
        if let Some(place) = self.markers.get_mut(company.index()).and_then(Option::take) {
            events.push(Event::Price { company, from: Some(grid.price(place.0)), to: None });
        }
    }

    /// The markers on a field, the top of the stack first.
    pub fn stack(&self, at: Field) -> Vec<CompanyId> {
        let mut stack: Vec<_> = self.placed().filter(|(_, (field, _))| *field == at).collect();
        stack.sort_by_key(|(company, (_, arrival))| (*arrival, *company));
        stack.into_iter().map(|(company, _)| company).collect()
    }

    /// The order of operation: the highest price first; among equals the marker further right, then the
    /// one higher on the chart, then the top of the stack.
    pub fn order(&self, grid: &Grid) -> Vec<CompanyId> {
        let mut order: Vec<_> = self.placed().collect();
        order.sort_by_key(|(company, (field, arrival))| {
            (std::cmp::Reverse((grid.price(*field), field.col)), field.row, *arrival, *company)
        });
        order.into_iter().map(|(company, _)| company).collect()
    }

    fn placed(&self) -> impl Iterator<Item = (CompanyId, (Field, u32))> + '_ {
        let markers = self.markers.iter().enumerate();
        markers.filter_map(|(company, marker)| marker.map(|place| (CompanyId(company as u8), place)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let row = |prices: &[i32]| {
            prices
                .iter()
                .map(|&price| (price > 0).then(|| Cell { price: Money(price), flags: String::new() }))
                .collect()
        };
        Grid::new(vec![row(&[72, 83, 95]), row(&[63, 72, 82]), row(&[57, 66])])
    }

    const AT: fn(u8, u8) -> Field = |row, col| Field { row, col };

    #[test]
    fn moves_at_the_edges_follow_the_given_rule() {
        let grid = grid();
        assert_eq!(grid.right(AT(2, 1), |_| true, Edge::Up), AT(1, 1));
        assert_eq!(grid.right(AT(2, 0), |to| to.col < 1, Edge::Up), AT(1, 0));
        assert_eq!(grid.right(AT(0, 2), |_| true, Edge::Up), AT(0, 2));
        assert_eq!(grid.left(AT(0, 0), Edge::Down), AT(1, 0));
        assert_eq!(grid.left(AT(2, 0), Edge::Down), AT(2, 0));
        assert_eq!(grid.down(AT(1, 2)), AT(1, 2));
        assert_eq!(grid.up(AT(2, 1)), AT(1, 1));
    }

    #[test]
    fn the_order_is_price_then_column_then_arrival() {
        let (grid, mut chart) = (grid(), Chart::new(4));
        let mut events = Events::default();
        for (company, at) in [(0, AT(1, 1)), (1, AT(0, 0)), (2, AT(1, 1)), (3, AT(0, 2))] {
            chart.place(&grid, CompanyId(company), at, &mut events);
        }
        let order: Vec<_> = chart.order(&grid).into_iter().map(|company| company.0).collect();
        assert_eq!(order, [3, 0, 2, 1]);
        assert_eq!(chart.stack(AT(1, 1)), [CompanyId(0), CompanyId(2)]);
        chart.remove(&grid, CompanyId(0), &mut events);
        assert_eq!(chart.price(&grid, CompanyId(0)), Money::ZERO);
    }
}
