//! The corporations.

use super::cards;
use crate::t1883::Game;
use crate::t1883::operating::token;
use crate::t1883::table::{MergerState, Standing};
use ferrata_engine::id::CompanyId;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::view::{CompanyStatus, CompanyView};

pub(super) fn company(game: &Game, id: CompanyId) -> CompanyView {
    let (charter, spec) = (game.company(id), game.fixed.parts.company_spec(id));
    let field = game.table.chart.field(id);
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
        cash: game.treasury(id),
        price: field.map(|_| game.price(id)),
        field,
        stack: stack.iter().position(|other| *other == id).unwrap_or(0) as u8,
        trains: charter.trains.iter().map(|kind| game.fixed.parts.train_name(*kind)).collect(),
        train_limit: game.train_limit(id) as u8,
        tokens_left: charter.tokens,
        locked_tokens: 0,
        offering: game.percent(id, Holder::Offering),
        pool: game.percent(id, Holder::Pool),
        reserved: 0,
        shares: Vec::new(),
        cards: cards::of_company(game, id),
        last_run: charter.last_run.0.revenue,
        last_routes: charter.last_run.0.routes.to_vec(),
        notes: notes(game, id),
    }
}

fn standing(game: &Game, company: CompanyId) -> (CompanyStatus, Text) {
    let formed = company != game.fixed.sefta || game.table.merger == MergerState::Formed;
    match game.company(company).standing {
        Standing::Waiting if !formed => (CompanyStatus::Waiting, say!("not formed")),
        Standing::Waiting => (CompanyStatus::Waiting, say!("not launched")),
        Standing::Open if game.is_coop(company) => (CompanyStatus::Operating, say!("co-operative")),
        Standing::Open => (CompanyStatus::Operating, say!("in play")),
        Standing::Frozen => (CompanyStatus::Frozen, say!("frozen")),
        Standing::Gone => (CompanyStatus::Closed, say!("out of the game")),
    }
}

fn notes(game: &Game, company: CompanyId) -> Vec<Text> {
    let charter = game.company(company);
    let par = charter.par.map(|par| say!("par {par}", par));
    let anchors = (charter.anchors > 0).then(|| say!("{n} {n|anchor|anchors} to place", n = charter.anchors));
    let token = (charter.tokens > 0).then(|| token::next_cost(game, company)).flatten();
    let token = token.map(|cost| say!("the next token costs {cost}", cost));
    let struck = game.table.events.struck.has(company).then(|| say!("on strike"));
    let reduced = game.table.events.reduced.has(company).then(|| say!("its run counts only in part"));
    par.into_iter().chain(anchors).chain(token).chain(struck).chain(reduced).collect()
}
