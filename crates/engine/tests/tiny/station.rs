//! Placing a token: in a city that the company reaches, with a slot free beside those kept for homes.

use super::operating::Step;
use super::{Tiny, run};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company may place a token.
pub(super) struct Station;

impl Decision<Tiny> for Station {
    fn turn(&self, game: &Tiny) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Station
    }

    fn offers(&self, game: &Tiny) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("place no token") }];
        let Ok(company) = game.acting() else { return offers };
        let Some(cost) = cost(game, company) else { return offers };
        let (parts, reach) = (&game.fixed.parts, game.reach(company));
        for (hex, stop) in reach.stops().filter(|(hex, stop)| open(game, company, *hex, *stop)) {
            let (company, hex) = (parts.company_name(company), parts.hex_name(hex));
            offers.push(Offer::PlaceToken { company, hex, stop, cost, by: None });
        }
        offers
    }

    fn answer(&self, game: &mut Tiny, _: Author, action: &Action, events: &mut Events) -> Play {
        let acting = game.acting()?;
        match action {
            Action::Pass => {}
            Action::PlaceToken { company, hex, stop, by: None } => {
                if game.fixed.parts.company_named(*company)? != acting {
                    return Err(Refusal::plain(say!("the company whose turn it is places its own token")));
                }
                let hex = game.fixed.parts.hex_named(*hex)?;
                place(game, acting, hex, *stop, events)?;
            }
            _ => return Err(Refusal::out_of_place(say!("place a token or pass"))),
        }
        game.go_on(if run::can_run(game, acting) { Step::Run } else { Step::Trains })
    }
}

/// What the next token costs; none if there is none.
fn cost(game: &Tiny, company: CompanyId) -> Option<Money> {
    let (charter, spec) = (game.company(company)?, game.fixed.parts.company_spec(company)?);
    let next = spec.tokens.len().checked_sub(charter.tokens.into())?;
    spec.tokens.get(next).copied().filter(|cost| *cost <= game.table.ledger.company(company))
}

/// The slots kept for companies that have not been started.
fn kept(game: &Tiny, hex: HexId, stop: u8) -> u8 {
    let at_home = |company: &CompanyId| {
        let spec = game.fixed.parts.company_spec(*company);
        spec.is_some_and(|spec| spec.homes.iter().any(|home| (home.hex, home.stop) == (hex, Some(stop))))
    };
    game.company_ids().filter(|company| !game.started(*company)).filter(at_home).count() as u8
}

fn open(game: &Tiny, company: CompanyId, hex: HexId, stop: u8) -> bool {
    let board = &game.table.board;
    board.free_slots(hex, stop) > kept(game, hex, stop) && !board.has_token(company, hex)
}

fn place(game: &mut Tiny, company: CompanyId, hex: HexId, stop: u8, events: &mut Events) -> Play {
    let cost = cost(game, company)
        .ok_or_else(|| Refusal::plain(say!("the company has no token that it can pay")))?;
    if !open(game, company, hex, stop) || !game.reach(company).has_stop(hex, stop) {
        return Err(Refusal::plain(say!(
            "the company does not reach a free slot there, or has a token there already"
        )));
    }
    game.table.ledger.pay(Account::Company(company), Account::Bank, cost, say!("token"), events)?;
    game.table.board.place(company, hex, stop)?;
    if let Some(charter) = game.company_mut(company) {
        charter.tokens = charter.tokens.saturating_sub(1);
    }
    events.push(Event::Token { company, hex, placed: true });
    Ok(())
}
