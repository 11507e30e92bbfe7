//! The companies.

use super::players::shares;
use crate::fb::Game;
use crate::fb::operating::{acquisition, earnings, interest};
use crate::fb::states::Standing;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::view::{CompanyStatus, CompanyView};

pub(super) fn company(game: &Game, id: CompanyId) -> CompanyView {
    let (charter, spec) = (game.charter(id), game.fixed.parts.company_spec(id));
    let field = game.field(id);
    let stack = field.map(|field| game.table.chart.stack(field)).unwrap_or_default();
    let (status, standing) = standing(game, id);
    CompanyView {
        name: game.name(id),
        full_name: spec.map(|spec| spec.full_name.clone()).unwrap_or_default(),
        kind: spec.map(|spec| spec.kind).unwrap_or_default(),
        status,
        standing,
        director: game.president(id),
        directed_by: None,
        cash: game.table.ledger.company(id),
        price: field.map(|_| game.price(id)),
        field,
        stack: stack.iter().position(|other| *other == id).unwrap_or(0) as u8,
        trains: charter.trains.iter().map(|kind| game.fixed.parts.train_name(*kind)).collect(),
        // 18FB-2.6-10, 18FB-G-09: there is no limit.
        train_limit: u8::MAX,
        tokens_left: game.tokens_left(id),
        locked_tokens: 0,
        offering: game.percent(id, Holder::Offering),
        pool: game.percent(id, Holder::Pool),
        reserved: game.percent(id, Holder::Reserved),
        shares: shares(game, Holder::Company(id)),
        cards: Vec::new(),
        last_run: charter.last_run.0,
        last_routes: Vec::new(),
        notes: notes(game, id),
    }
}

fn standing(game: &Game, id: CompanyId) -> (CompanyStatus, Text) {
    let standing = game.standing(id);
    if game.fixed.regional(id).is_some() {
        return match (standing, game.president(id)) {
            (Standing::Closed, _) => (CompanyStatus::Closed, say!("acquired")),
            (_, Some(_)) => (CompanyStatus::Operating, say!("in operation")),
            (_, None) => (CompanyStatus::Waiting, say!("nobody's")),
        };
    }
    let status = match standing {
        Standing::Unfloated if game.started(id) => CompanyStatus::Started,
        Standing::Unfloated => CompanyStatus::Waiting,
        Standing::Building | Standing::Provisional | Standing::Definitive => CompanyStatus::Operating,
        Standing::Frozen => CompanyStatus::Frozen,
        Standing::Closed => CompanyStatus::Closed,
    };
    (status, standing.text())
}

/// What else is worth knowing: par, steps, markers, capacity, destinations, leases, the price of an acquisition.
fn notes(game: &Game, id: CompanyId) -> Vec<Text> {
    let (charter, mut notes) = (game.charter(id), Vec::new());
    let owned = game.floated(id);
    if let Some(par) = charter.par {
        notes.push(say!("par {par}", par));
    }
    if owned && charter.steps > 0 {
        notes.push(say!("{steps} tile {steps|step|steps}", steps = charter.steps));
    }
    if charter.markers > 0 {
        notes.push(say!("{markers} town {markers|marker|markers}", markers = charter.markers));
    }
    if !charter.trains.is_empty() {
        let ((x, y), earns) = (earnings::capacity(game, id), earnings::best(game, id).total);
        notes.push(say!("trains serve {x} stations and {y} markers, {earns} now", x, y, earns));
    }
    if charter.leased > 0 {
        notes.push(say!("{leased} leased {leased|train|trains} to be paid", leased = charter.leased));
    }
    if let Some((band, amount)) = interest::band(game, id).filter(|_| game.rights(id).interest) {
        notes.push(say!("interest {amount} a share (band {band})", amount, band));
    }
    notes.extend(destinations(game, id));
    if owned && game.fixed.regional(id).is_some() {
        notes.push(say!("to be acquired for {price}", price = acquisition::price(game, id)));
    }
    notes
}

/// The destinations that are still to be reached.
fn destinations(game: &Game, id: CompanyId) -> Vec<Text> {
    let (charter, name) = (game.charter(id), |hex: HexId| game.fixed.parts.hex_name(hex));
    let mut notes = Vec::new();
    if let Some(line) = game.main_line(id).filter(|_| game.floated(id)) {
        if charter.intermediate.is_none() {
            let places: Vec<_> = line.intermediate.iter().map(|hex| name(*hex)).collect();
            notes.push(say!("intermediate destination {places}", places));
        }
        if !charter.arrived {
            notes.push(say!("final destination {place}", place = name(line.last)));
        }
    }
    if let Some(regional) = game.fixed.regional(id) {
        let open = regional.destinations.iter().enumerate().filter(|(at, _)| charter.claimed >> at & 1 == 0);
        for (_, destination) in open.filter(|(_, destination)| destination.bonus > Money::ZERO) {
            let (place, bonus) = (name(destination.hex), destination.bonus);
            notes.push(match destination.needs_brown {
                true => say!("{bonus} for {place} on a brown tile", bonus, place),
                false => say!("{bonus} for {place}", bonus, place),
            });
        }
    }
    notes
}
