//! §2.2.7 Private 7: its winner takes a director's certificate and sets the par of the company.

use super::{SEVENTH, auction};
use crate::esp::Game;
use crate::esp::stock::start;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// The winner of private 7 sets the par.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct Par {
    pub(in crate::esp) seat: SeatId,
}

impl Decision<Game> for Par {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::StartPrice
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let starts = |company: CompanyId| {
            let percents: SmallVec<[u8; 4]> = smallvec![game.fixed.role(company).directors_percent];
            start::prices(game, company).map(|price| (price, percents.clone())).collect()
        };
        let offer = |company| Offer::Start { company: game.name(company), starts: starts(company) };
        companies(game).into_iter().map(offer).collect()
    }

    /// 18ESP-2.2.7-01, 18ESP-G-04: the winner chooses the par; nothing more is paid.
    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Start { company, price, percent } = *action else {
            let because = say!("the par of the company of private 7 comes first");
            return Err(Refusal::rule("18ESP-2.2.7-01", because));
        };
        let company = game.company_named(company)?;
        require(companies(game).contains(&company), "18ESP-2.2.7-01", || {
            say!("the certificate of another company lies beside {card}", card = game.private(SEVENTH).name)
        })?;
        start::check_price(game, company, price)?;
        start::check_percent(game, company, percent, "18ESP-2.2.7-01")?;
        if game.is_minor(company) {
            // 18ESP-D-06: online it may be a minor, whose treasury then comes from the bank.
            let (to, cash) = (Account::Company(company), start::cost(game, company, price));
            game.table.ledger.pay(Account::Bank, to, cash, say!("launched"), events)?;
        }
        start::open(game, self.seat, company, price, events)?;
        game.table.pending.pop();
        auction::begin(game, SEVENTH as u8 + 1, events)
    }
}

/// The companies whose par the winner may set.
fn companies(game: &Game) -> SmallVec<[CompanyId; 16]> {
    match game.table.beside[1] {
        Some(company) if game.fixed.switches.private_7_names_company => smallvec![company],
        _ => start::startable(game).collect(),
    }
}
