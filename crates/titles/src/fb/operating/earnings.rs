//! 3.4.5 Train operation: no routes, but the best stations and the markers that the trains can serve.

use crate::fb::Game;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::tile::{End, StopKind};
use smallvec::SmallVec;

/// What a run counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::fb) struct Earnings {
    /// The stations counted, the best first, each with everything it brings.
    pub(in crate::fb) stations: SmallVec<[(HexId, Money); 8]>,
    /// The markers counted.
    pub(in crate::fb) markers: u8,
    /// Falcon's bonus for a town.
    pub(in crate::fb) town_bonus: Money,
    /// All of it.
    pub(in crate::fb) total: Money,
}

/// 18FB-3.4.5-02, 18FB-3.4.5-03: all X and all Y of a company's trains together.
pub(in crate::fb) fn capacity(game: &Game, company: CompanyId) -> (u32, u32) {
    let trains = game.charter(company).trains.iter().filter_map(|kind| game.fixed.train(*kind));
    trains.fold((0, 0), |(x, y), train| (x + u32::from(train.cities), y + u32::from(train.markers)))
}

/// 18FB-3.4.5-04, 18FB-3.4.5-06, 18FB-3.4.5-07, 18FB-2.5.4-01: the maximum: the best stations with own tokens up to sum X, and
/// markers up to sum Y. Spare capacity is lost.
pub(in crate::fb) fn best(game: &Game, company: CompanyId) -> Earnings {
    let (x, y) = capacity(game, company);
    let mut stations: SmallVec<[(HexId, Money); 8]> = game
        .table
        .board
        .tokens_of(company)
        .map(|token| (token.hex, station_value(game, company, token.hex, token.stop)))
        .collect();
    stations.sort_by_key(|(hex, value)| (std::cmp::Reverse(*value), *hex));
    stations.truncate(x as usize);
    let markers = u32::from(game.charter(company).markers).min(y) as u8;
    let town_bonus = if y > 0 { town_bonus(game, company) } else { Money::ZERO };
    let total = stations.iter().map(|(_, value)| *value).sum::<Money>()
        + game.fixed.figures.marker_value * i32::from(markers)
        + town_bonus;
    Earnings { stations, markers, town_bonus, total }
}

/// 18FB-G-55, 18FB-C-31, 18FB-2.7-45: what a station brings: the tile lying there or the off-map value, its port, and other
/// bonuses. Ports and off-map areas never count for regionals (18FB-3.5.2-19).
fn station_value(game: &Game, company: CompanyId, hex: HexId, stop: u8) -> Money {
    let (face, band) = (game.table.board.face(hex), game.band());
    let Some(station) = face.stops.get(usize::from(stop)) else { return Money::ZERO };
    let value = station.value.in_band(band);
    if game.fixed.regional(company).is_some() {
        return if station.kind == StopKind::City { value } else { Money::ZERO };
    }
    let falcon = if has_falcon(game, company) { game.fixed.places.falcon(hex) } else { Money::ZERO };
    value + game.fixed.places.port(hex, band) + falcon + funicolare(game, hex)
}

/// 18FB-3.4.5-08, 18FB-2.7-15: Falcon's bonus tokens count for this corp.
fn has_falcon(game: &Game, company: CompanyId) -> bool {
    let ended = game.fixed.switches.falcon_ends_with_card && !game.bourbon();
    game.table.falcon == Some(company) && !ended
}

/// 18FB-G-103: the bonus of a town on whose route the corp collected markers.
fn town_bonus(game: &Game, company: CompanyId) -> Money {
    if !has_falcon(game, company) || !game.charter(company).pontecorvo {
        return Money::ZERO;
    }
    let towns = game.fixed.places.falcon_hexes().filter(|hex| is_falcons_town(game, *hex));
    towns.map(|hex| game.fixed.places.falcon(hex)).sum()
}

/// 18FB-2.5.3-09, 18FB-G-56: the bonus of the Funicolare, once track joins it with its city.
fn funicolare(game: &Game, hex: HexId) -> Money {
    let Some(funicolare) = game.fixed.places.funicolare.filter(|funicolare| funicolare.city == hex) else {
        return Money::ZERO;
    };
    let board = &game.table.board;
    let joined = board.joined(hex);
    let leads = |side: &u8| {
        board.map().hex(hex).and_then(|at| at.side(*side).to).is_some_and(|(to, _)| to == funicolare.vesuvio)
    };
    let to_city = |side: u8| {
        board.face(hex).track.iter().any(|track| {
            matches!((track.a, track.b), (End::Side(at), End::Stop(_)) | (End::Stop(_), End::Side(at)) if at == side)
        })
    };
    let connected = (0..6).filter(leads).any(|side| joined >> side & 1 != 0 && to_city(side));
    if connected { funicolare.bonus } else { Money::ZERO }
}

/// The trains run: 18FB-3.4.5-01: without trains nothing is earned. The company has operated now (18FB-G-32).
pub(super) fn run(game: &mut Game, company: CompanyId, events: &mut Events) -> Result<Money, Refusal> {
    let revenue = best(game, company).total;
    let charter = game.charter_mut(company)?;
    charter.operated = true;
    charter.last_run = Unhashed(Some(revenue));
    events.push(Event::Run { company, revenue });
    note(game, company, events)?;
    Ok(revenue)
}

/// Says what was counted.
fn note(game: &Game, company: CompanyId, events: &mut Events) -> Play {
    use ferrata_engine::say;
    let earnings = best(game, company);
    if earnings.total > Money::ZERO {
        let stations = earnings.stations.iter().map(|(hex, value)| {
            let hex = game.fixed.parts.hex_name(*hex);
            say!("{hex} {value}", hex, value = *value)
        });
        let stations: Vec<_> = stations.collect();
        let text = match (stations.is_empty(), earnings.markers) {
            (false, 0) => say!("Counted: {stations}.", stations),
            (false, markers) => {
                say!("Counted: {stations}, and {markers} town {markers|marker|markers}.", stations, markers)
            }
            (true, markers) => say!("Counted: {markers} town {markers|marker|markers}.", markers),
        };
        events.push(Event::Note { text });
    }
    if earnings.town_bonus > Money::ZERO {
        let towns = game.fixed.places.falcon_hexes().filter(|hex| is_falcons_town(game, *hex));
        for hex in towns {
            let (bonus, hex) = (game.fixed.places.falcon(hex), game.fixed.parts.hex_name(hex));
            events
                .push(Event::Note { text: say!("Falcon's token on {hex} brings {bonus} more.", hex, bonus) });
        }
    }
    Ok(())
}

/// A place of Falcon's tokens that is a town.
fn is_falcons_town(game: &Game, hex: HexId) -> bool {
    game.stop_kind(hex, 0) == Some(StopKind::Town)
}
