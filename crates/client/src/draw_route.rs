//! Routes drawn by hand: stop after stop is clicked, and the track between them is found.

use ferrata_engine::action::{Leg, Route};
use ferrata_engine::name::{CompanyName, HexName, TrainName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Explained, ExplainedRoute, Network, Place, check};
use ferrata_engine::say;
use ferrata_engine::tile::End;
use ferrata_engine::turn::Title;
use ferrata_titles::Game;

/// Track from one clicked stop to the next.
#[derive(Clone, Debug)]
struct Piece {
    /// All ways, the shortest first.
    ways: Vec<Vec<Leg>>,
    /// The way that is drawn.
    drawn: usize,
}

impl Piece {
    fn legs(&self) -> &[Leg] {
        self.ways.get(self.drawn).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The route of one train in the making.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The trains that run it, by their place among the company's trains.
    pub trains: Vec<u8>,
    /// What they are called: `3`, `3+4`.
    pub name: String,
    gauges: u8,
    start: Option<Place>,
    pieces: Vec<Piece>,
}

impl Drawing {
    /// The track drawn so far.
    pub fn legs(&self) -> Vec<Leg> {
        self.pieces.iter().flat_map(|piece| piece.legs().iter().copied()).collect()
    }

    /// The stops along the route so far.
    pub fn stops(&self) -> Vec<Place> {
        let arrivals = self.legs().into_iter().filter_map(|leg| match leg.to {
            End::Stop(stop) => Some((leg.hex, stop)),
            End::Side(_) | End::Far(_) => None,
        });
        self.start.into_iter().chain(arrivals).collect()
    }

    /// In how many ways the last piece can be drawn, and which of them is.
    pub fn ways(&self) -> (usize, usize) {
        self.pieces.last().map_or((0, 0), |piece| (piece.ways.len(), piece.drawn))
    }

    fn route(&self) -> Option<Route> {
        let legs = self.legs();
        (!legs.is_empty()).then(|| Route { trains: self.trains.clone(), legs, skipped: Vec::new() })
    }

    fn clear(&mut self) {
        self.start = None;
        self.pieces.clear();
    }

    /// Keeps the route up to this stop.
    fn cut_after(&mut self, place: Place) {
        let Some(at) = self.stops().iter().position(|stop| *stop == place) else { return };
        let pieces = split(&self.legs());
        self.pieces = pieces.into_iter().take(at).map(|legs| Piece { ways: vec![legs], drawn: 0 }).collect();
    }

    fn turn_round(&mut self) {
        self.start = self.stops().last().copied();
        let mut legs = self.legs();
        legs.reverse();
        for leg in &mut legs {
            std::mem::swap(&mut leg.from, &mut leg.to);
        }
        self.pieces = split(&legs).into_iter().map(|legs| Piece { ways: vec![legs], drawn: 0 }).collect();
    }
}

/// What a click did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clicked {
    /// The route begins here.
    Begun,
    /// The route was drawn on to the stop.
    Extended,
    /// Another way to the same stop was drawn.
    OtherWay,
    /// The end of the route was taken back.
    Removed,
}

/// The routes of all trains of a company in the making.
#[derive(Clone, Debug)]
pub struct Draft {
    game: Game,
    company: CompanyName,
    network: Network,
    drawings: Vec<Drawing>,
    current: usize,
}

impl Draft {
    /// An empty draft for a company's trains.
    pub fn new(game: &Game, company: CompanyName) -> Result<Draft, Refusal> {
        let names: Vec<TrainName> = game
            .view()
            .companies
            .iter()
            .find(|view| view.name == company)
            .map(|view| view.trains.clone())
            .unwrap_or_default();
        let (company, (network, drawings)) = game.with_running(Some(company), |board, rules| {
            let trains = rules.trains.iter();
            let drawing = trains.map(|train| Drawing {
                trains: train.trains.to_vec(),
                name: named(&train.trains, &names),
                gauges: train.gauges,
                start: None,
                pieces: Vec::new(),
            });
            (Network::new(board, rules), drawing.collect::<Vec<_>>())
        })?;
        Ok(Draft { game: game.clone(), company, network, drawings, current: 0 })
    }

    /// The company.
    pub fn company(&self) -> CompanyName {
        self.company
    }

    /// The trains with their routes so far.
    pub fn drawings(&self) -> &[Drawing] {
        &self.drawings
    }

    /// The train whose route is drawn now.
    pub fn current(&self) -> usize {
        self.current
    }

    /// Goes on with another train.
    pub fn select(&mut self, train: usize) {
        self.current = train.min(self.drawings.len().saturating_sub(1));
    }

    /// Takes back all of the current train's route.
    pub fn clear(&mut self) {
        if let Some(drawing) = self.drawings.get_mut(self.current) {
            drawing.clear();
        }
    }

    /// Takes back the routes of all trains.
    pub fn clear_all(&mut self) {
        self.drawings.iter_mut().for_each(Drawing::clear);
    }

    /// The stops of the network.
    pub fn places(&self) -> Vec<Place> {
        self.network.places()
    }

    /// The stops to which the current route can be drawn on by track without a stop on the way; all, if it
    /// has not begun.
    pub fn next_places(&self) -> Vec<Place> {
        let Some(drawing) = self.drawings.get(self.current) else { return Vec::new() };
        let stops = drawing.stops();
        match stops.last() {
            Some(last) => self.network.next_to(*last, drawing.gauges, &self.used(), &stops),
            None => self.places(),
        }
    }

    /// All track drawn so far.
    fn used(&self) -> Vec<Leg> {
        self.drawings.iter().flat_map(Drawing::legs).collect()
    }

    /// A click on a stop: the current route begins there, is drawn on to it by the shortest free track, or (a
    /// click on its last stop) takes another way or, after the last way, goes back one stop. A click on an
    /// earlier stop takes back what follows it.
    pub fn click(&mut self, hex: HexName, stop: u8) -> Result<Clicked, Refusal> {
        let place = (hex, stop);
        if !self.places().contains(&place) {
            return Err(Refusal::plain(say!(
                "no train of {company} can reach {hex}",
                company = self.company,
                hex
            )));
        }
        let used = self.used();
        let none = || Refusal::plain(say!("{company} has no train to run", company = self.company));
        let drawing = self.drawings.get_mut(self.current).ok_or_else(none)?;
        let stops = drawing.stops();
        let Some(last) = stops.last().copied() else {
            drawing.start = Some(place);
            return Ok(Clicked::Begun);
        };
        if place == last {
            return Ok(again(drawing));
        }
        if stops.contains(&place) {
            drawing.cut_after(place);
            return Ok(Clicked::Removed);
        }
        let ways = |from: Place| self.network.ways(from, place, drawing.gauges, &used, &stops);
        let mut found = ways(last);
        if found.is_empty()
            && let Some(first) = stops.first()
        {
            found = ways(*first);
            if !found.is_empty() {
                drawing.turn_round();
            }
        }
        if found.is_empty() {
            return Err(Refusal::plain(say!("no free track leads from the route to {hex}", hex)));
        }
        drawing.pieces.push(Piece { ways: found, drawn: 0 });
        Ok(Clicked::Extended)
    }

    /// Takes back the last click.
    pub fn unclick(&mut self) {
        if let Some(drawing) = self.drawings.get_mut(self.current)
            && drawing.pieces.pop().is_none()
        {
            drawing.start = None;
        }
    }

    /// Draws these routes, for example the best ones, instead of what is there.
    pub fn set(&mut self, routes: &[Route]) {
        for drawing in &mut self.drawings {
            drawing.clear();
            let Some(route) = routes.iter().find(|route| route.trains == drawing.trains) else { continue };
            drawing.start = route.legs.first().and_then(|leg| match leg.from {
                End::Stop(stop) => Some((leg.hex, stop)),
                End::Side(_) | End::Far(_) => None,
            });
            let pieces = split(&route.legs).into_iter();
            drawing.pieces = pieces.map(|legs| Piece { ways: vec![legs], drawn: 0 }).collect();
        }
    }

    /// The routes drawn; a train without one stays at home.
    pub fn routes(&self) -> Vec<Route> {
        self.drawings.iter().filter_map(Drawing::route).collect()
    }

    /// What the run would earn, figure by figure, or what is wrong with it.
    pub fn check(&self) -> Result<Explained, Refusal> {
        self.explain(&self.routes())
    }

    /// What each train's route would earn by itself, or what is wrong with it; none where nothing is drawn.
    pub fn check_each(&self) -> Vec<Option<Result<ExplainedRoute, Refusal>>> {
        let alone = |route: Route| match self.explain(std::slice::from_ref(&route)) {
            Ok(explained) => explained.routes.into_iter().next().map(Ok),
            Err(refusal) => Some(Err(refusal)),
        };
        self.drawings.iter().map(|drawing| drawing.route().and_then(alone)).collect()
    }

    /// What any routes of the company would earn, figure by figure, or what is wrong with them.
    pub fn explain(&self, routes: &[Route]) -> Result<Explained, Refusal> {
        self.game.with_running(Some(self.company), |board, rules| check(board, rules, routes))?.1
    }
}

/// A click on the last stop: the next way, or back.
fn again(drawing: &mut Drawing) -> Clicked {
    match drawing.pieces.last_mut() {
        Some(piece) if piece.drawn + 1 < piece.ways.len() => {
            piece.drawn += 1;
            return Clicked::OtherWay;
        }
        Some(_) => drop(drawing.pieces.pop()),
        None => drawing.start = None,
    }
    Clicked::Removed
}

/// What trains that run together are called.
fn named(trains: &[u8], names: &[TrainName]) -> String {
    let name = |at: &u8| names.get(usize::from(*at)).map(|name| name.as_str()).unwrap_or("?");
    trains.iter().map(name).collect::<Vec<_>>().join(" and ")
}

/// Track cut at its stops.
fn split(legs: &[Leg]) -> Vec<Vec<Leg>> {
    let to_stop = |leg: &Leg| matches!(leg.to, End::Stop(_));
    legs.split_inclusive(to_stop).map(<[Leg]>::to_vec).collect()
}
