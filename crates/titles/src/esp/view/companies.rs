//! The companies.

use super::cards;
use crate::esp::Game;
use crate::esp::operating::takeover;
use crate::esp::table::{HomeToken, Status, Train};
use ferrata_engine::id::CompanyId;
use ferrata_engine::name::{Name, TrainName};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::view::{CompanyStatus, CompanyView};

pub(super) fn company(game: &Game, id: CompanyId) -> CompanyView {
    let (state, spec) = (game.company(id), game.fixed.parts.company_spec(id));
    let field = game.table.chart.field(id);
    let stack = field.map(|field| game.table.chart.stack(field)).unwrap_or_default();
    let home = u8::from(state.home == HomeToken::Charter && state.status != Status::Gone);
    let (shares, (status, standing)) = (&game.table.shares, standing(game, id));
    CompanyView {
        name: game.name(id),
        full_name: spec.map(|spec| spec.full_name.clone()).unwrap_or_default(),
        kind: spec.map(|spec| spec.kind).unwrap_or_default(),
        status,
        standing,
        director: game.director(id),
        directed_by: None,
        cash: game.table.ledger.company(id),
        price: field.map(|_| game.price(id)),
        field,
        stack: stack.iter().position(|other| *other == id).unwrap_or(0) as u8,
        trains: game.shown_trains(id),
        train_limit: game.train_limit(id) as u8,
        tokens_left: state.free_tokens + home,
        locked_tokens: state.locked_tokens,
        offering: shares.percent(id, Holder::Offering),
        pool: shares.percent(id, Holder::Pool),
        reserved: shares.percent(id, Holder::Reserved),
        shares: Vec::new(),
        cards: cards::of_company(game, id),
        last_run: state.last_run,
        last_routes: state.last_routes.0.as_deref().cloned().unwrap_or_default(),
        notes: notes(game, id),
    }
}

fn standing(game: &Game, company: CompanyId) -> (CompanyStatus, Text) {
    let state = game.company(company);
    match state.status {
        Status::Absent => (CompanyStatus::Absent, say!("not in this game")),
        Status::Waiting if state.par.is_some() => (CompanyStatus::Started, say!("started")),
        Status::Waiting => (CompanyStatus::Waiting, say!("not started")),
        Status::Launched if state.operated => (CompanyStatus::Operating, say!("in operation")),
        Status::Launched => (CompanyStatus::Operating, say!("launched")),
        Status::Frozen => (CompanyStatus::Frozen, say!("frozen")),
        Status::Gone => (CompanyStatus::Closed, say!("closed")),
    }
}

fn notes(game: &Game, company: CompanyId) -> Vec<Text> {
    let state = game.company(company);
    let par = state.par.filter(|_| !game.is_minor(company)).map(|par| say!("par {par}", par));
    let locked =
        (state.locked_tokens > 0).then(|| say!("{n} {n|token|tokens} locked", n = state.locked_tokens));
    let takeover = takeover::price(game, company).map(|price| say!("taken over for {price}", price));
    let more = takeover::left(game, company).map(|n| say!("may take over {n} more {n|minor|minors}", n));
    par.into_iter().chain(locked).chain(takeover).chain(more).collect()
}

impl Game {
    /// The names of a company's trains; the one that carries the tender now has a `+1` behind it.
    pub(in crate::esp) fn shown_trains(&self, company: CompanyId) -> Vec<TrainName> {
        let here = self.operating().filter(|operating| operating.company == company);
        let carrier = here.and_then(|operating| operating.turn.tender);
        let name = |(at, train): (usize, &Train)| {
            let name = self.train_name(train);
            match carrier == Some(at as u8) {
                true => TrainName(Name::cut(&format!("{name}+1"))),
                false => name,
            }
        };
        self.company(company).trains.iter().enumerate().map(name).collect()
    }
}
