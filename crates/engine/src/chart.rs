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
    /// By company: its field and its place in the stack there, 0 on top. Two charts with the same stacks are the same,
    /// whatever happened before.
    markers: Vec<Option<(Field, u8)>>,
}

impl Chart {
    /// A chart without markers.
    pub fn new(companies: usize) -> Chart {
        Chart { markers: vec![None; companies] }
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
        if company.index() < self.markers.len() {
            self.lift(company);
            self.insert(company, to, u8::MAX);
            let from = from.map(|from| grid.price(from));
            events.push(Event::Price { company, from, to: Some(grid.price(to)) });
        }
    }

    /// Lets `heir` take the very place of `company`'s marker, which now lies right underneath.
    pub fn inherit(&mut self, grid: &Grid, heir: CompanyId, company: CompanyId, events: &mut Events) {
        self.join(grid, heir, company, 0, events);
    }

    /// Puts a marker right underneath another company's, above all that lie below it.
    pub fn place_under(&mut self, grid: &Grid, heir: CompanyId, company: CompanyId, events: &mut Events) {
        self.join(grid, heir, company, 1, events);
    }

    /// Puts `heir`'s marker into the stack of `company`'s, so many places below it.
    fn join(&mut self, grid: &Grid, heir: CompanyId, company: CompanyId, below: u8, events: &mut Events) {
        if heir == company || heir.index() >= self.markers.len() {
            return;
        }
        self.lift(heir);
        let Some((field, place)) = self.markers.get(company.index()).copied().flatten() else { return };
        self.insert(heir, field, place + below);
        events.push(Event::Price { company: heir, from: None, to: Some(grid.price(field)) });
    }

    /// Takes a marker out of its stack.
    fn lift(&mut self, company: CompanyId) -> Option<Field> {
        let (field, place) = self.markers.get_mut(company.index())?.take()?;
        for (at, other) in self.markers.iter_mut().flatten() {
            if *at == field && *other > place {
                *other -= 1;
            }
        }
        Some(field)
    }

    /// Puts a marker that lies nowhere into a stack, above those that have the place or lie below it; at the bottom if
    /// the place is beyond it.
    fn insert(&mut self, company: CompanyId, field: Field, place: u8) {
        let height = self.markers.iter().flatten().filter(|(at, _)| *at == field).count() as u8;
        let place = place.min(height);
        for (at, other) in self.markers.iter_mut().flatten() {
            if *at == field && *other >= place {
                *other += 1;
            }
        }
        if let Some(marker) = self.markers.get_mut(company.index()) {
            *marker = Some((field, place));
        }
    }

    /// Takes a marker off the chart.
    pub fn remove(&mut self, grid: &Grid, company: CompanyId, events: &mut Events) {
        if let Some(field) = self.lift(company) {
            events.push(Event::Price { company, from: Some(grid.price(field)), to: None });
        }
    }

    /// The markers on a field, the top of the stack first.
    pub fn stack(&self, at: Field) -> Vec<CompanyId> {
        let mut stack: Vec<_> = self.placed().filter(|(_, (field, _))| *field == at).collect();
        stack.sort_by_key(|(_, (_, place))| *place);
        stack.into_iter().map(|(company, _)| company).collect()
    }

    /// The order of operation: the highest price first; among equals the marker further right, then the
    /// one higher on the chart, then the top of the stack.
    pub fn order(&self, grid: &Grid) -> Vec<CompanyId> {
        let mut order: Vec<_> = self.placed().collect();
        order.sort_by_key(|(_, (field, place))| {
            (std::cmp::Reverse((grid.price(*field), field.col)), field.row, *place)
        });
        order.into_iter().map(|(company, _)| company).collect()
    }

    fn placed(&self) -> impl Iterator<Item = (CompanyId, (Field, u8))> + '_ {
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
    fn a_stack_is_what_counts_not_how_it_came_about() {
        let (grid, mut events) = (grid(), Events::default());
        let stack = |chart: &Chart| chart.stack(AT(1, 1)).iter().map(|id| id.0).collect::<Vec<_>>();
        let mut chart = Chart::new(6);
        for company in [0, 1, 2] {
            chart.place(&grid, CompanyId(company), AT(1, 1), &mut events);
        }
        let mut other = chart.clone();
        other.place(&grid, CompanyId(2), AT(0, 0), &mut events);
        other.place(&grid, CompanyId(2), AT(1, 1), &mut events);
        assert_eq!(other, chart);
        chart.place(&grid, CompanyId(0), AT(0, 0), &mut events);
        chart.place(&grid, CompanyId(0), AT(1, 1), &mut events);
        assert_eq!(stack(&chart), [1, 2, 0], "who comes back lies at the bottom");
        chart.inherit(&grid, CompanyId(3), CompanyId(2), &mut events);
        chart.place_under(&grid, CompanyId(4), CompanyId(1), &mut events);
        assert_eq!(stack(&chart), [1, 4, 3, 2, 0]);
        chart.remove(&grid, CompanyId(2), &mut events);
        assert_eq!(stack(&chart), [1, 4, 3, 0]);
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
