//! 5.8 A corporation closes.

use crate::t1883::Game;
use crate::t1883::agenda::Procedure;
use crate::t1883::concessions;
use crate::t1883::privates::closing;
use crate::t1883::table::{Company, Concession, Standing};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use serde::{Deserialize, Serialize};

/// 1883-5.8-01: a corporation closes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Closing {
    pub(in crate::t1883) company: CompanyId,
}

impl Procedure for Closing {
    fn go_on(&self, game: &mut Game, events: &mut Events) -> Play {
        close(game, self.company, events)
    }
}

/// A corporation closes. 1883-5.6-18: its tokens no longer stand in anybody's way, so concessions are looked at.
pub(in crate::t1883) fn close(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    dissolve(game, company, events)?;
    concessions::check_all(game, events)
}

/// 1883-5.8-02, 1883-5.8-03: everything goes back to where it came from; privates and anchors leave the game.
pub(in crate::t1883) fn dissolve(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    if !game.is_open(company) {
        return Ok(());
    }
    events.push(Event::Note { text: say!("{company} closes.", company = game.name(company)) });
    for cert in game.table.shares.of(company) {
        game.table.shares.give(cert, Holder::Offering, events)?;
    }
    remove_tokens(game, company, events);
    let money = game.treasury(company);
    game.pay(
        Account::Company(company),
        Account::Bank,
        money,
        say!("treasury of a closed corporation"),
        events,
    )?;
    for kind in std::mem::take(&mut game.company_mut(company).trains) {
        game.table.depot.give_back(kind);
        let train = game.fixed.parts.train_name(kind);
        events.push(Event::Train { train, from: Some(company), to: None });
    }
    concessions::give_back(game, company, events);
    game.table.chart.remove(&game.fixed.parts.grid, company, events);
    reset(game, company);
    closing::close_those_of(game, Holder::Company(company), events)
}

/// Its tokens leave the map, and SARSA's coaches.
fn remove_tokens(game: &mut Game, company: CompanyId, events: &mut Events) {
    for token in game.table.board.remove_all(company) {
        game.table.board.fill_slots(token.hex);
        events.push(Event::Token { company, hex: token.hex, placed: false });
    }
    game.table.anchors.retain(|anchor| anchor.of != company);
    if company == game.fixed.sarsa {
        game.table.coaches.clear();
    }
}

/// A blank charter. 1883-5.8-05: it can be launched again from the next stock round on. 1883-R-53: CCFR before its
/// capitalisation is frozen instead.
fn reset(game: &mut Game, company: CompanyId) {
    let tokens = game.fixed.parts.company_spec(company).map_or(0, |spec| spec.tokens.len() as u8);
    let standing = if game.is_coop(company) { Standing::Frozen } else { Standing::Waiting };
    let closed_in = game.table.stock_rounds;
    if game.is_coop(company) {
        game.table.coop.president = None;
    }
    *game.company_mut(company) = Company { tokens, standing, closed_in, ..Company::default() };
}

impl Concession {
    /// The corporation that has it.
    pub(in crate::t1883) fn owner(self) -> Option<CompanyId> {
        if let Concession::Held { by, .. } = self { Some(by) } else { None }
    }
}
