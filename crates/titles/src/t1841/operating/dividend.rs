//! Chapter 4.3: what becomes of the revenue.

use super::go_on;
use crate::t1841::Game;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use smallvec::{SmallVec, smallvec};

/// 1841-4.3-01: all is paid or all is withheld.
pub(super) struct Dividend;

impl Decision<Game> for Dividend {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.acting_seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Dividend
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let revenue = game.operating().map_or(Money::ZERO, |operating| operating.turn.revenue);
        vec![Offer::Settle { revenue, ways: smallvec![Settlement::Pay, Settlement::Withhold] }]
    }

    /// 1841-4.3-02, 1841-4.3.2-07: the marker moves after the payment.
    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (company, revenue) = (game.acting()?, game.operating()?.turn.revenue);
        match action {
            Action::Settle { how: Settlement::Withhold } => {
                let why = say!("revenue withheld");
                game.table.ledger.pay(Account::Bank, Account::Company(company), revenue, why, events)?;
                game.move_left(company, events);
            }
            Action::Settle { how: Settlement::Pay } => {
                pay(game, company, revenue, events)?;
                // 1841-3.5.1-04, 1841-3.5.1-05.
                if revenue > game.price(company) {
                    game.move_right(company, events);
                }
            }
            _ => return Err(Refusal::out_of_place(say!("pay the whole dividend or withhold it"))),
        }
        go_on(game, events);
        Ok(())
    }
}

/// The dividend is a question only if something was earned; else the marker moves left (1841-3.5.1-06).
pub(super) fn asks(game: &mut Game, company: CompanyId, events: &mut Events) -> Result<bool, Refusal> {
    let earned = game.operating()?.turn.revenue > Money::ZERO;
    if !earned {
        game.move_left(company, events);
    }
    Ok(earned)
}

/// 1841-4.3.2-04, 1841-4.3.2-05, 1841-4.3.2-06: to players and companies by what they hold, to the company for its
/// offering; the bank keeps what falls to the pool.
fn pay(game: &mut Game, company: CompanyId, revenue: Money, events: &mut Events) -> Play {
    let seats = game.table.order.iter().map(|seat| (Holder::Seat(*seat), Account::Seat(*seat)));
    let companies = game.company_ids().map(|other| (Holder::Company(other), Account::Company(other)));
    let own = [(Holder::Offering, Account::Company(company))];
    let all = seats.chain(companies).chain(own);
    let all = all.map(|(holder, account)| (account, game.table.shares.percent(company, holder)));
    let payees: SmallVec<[(Account, u8); 8]> = all.filter(|(_, percent)| *percent > 0).collect();
    for (account, percent) in payees {
        let why = say!("dividend of {company}", company = game.name(company));
        let share = revenue.percent(u32::from(percent));
        game.table.ledger.pay(Account::Bank, account, share, why, events)?;
    }
    Ok(())
}
