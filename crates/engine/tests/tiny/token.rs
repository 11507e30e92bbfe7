//! Placing a token: in a city that the company reaches, with a slot free beside those kept for homes.

use super::operating::go_on;
use super::state::{OpStep, Operating};
use super::{Tiny, out_of_place, run};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;

/// What the next token costs; none if there is none.
fn cost(game: &Tiny, company: CompanyId) -> Option<Money> {
    let (charter, spec) = (game.company(company)?, game.printed.from.company_spec(company)?);
    let next = spec.tokens.len().checked_sub(charter.tokens.into())?;
    spec.tokens.get(next).copied().filter(|cost| *cost <= game.now.ledger.company(company))
}

/// The slots kept for companies that have not been started.
fn kept(game: &Tiny, hex: HexId, stop: u8) -> u8 {
    let at_home = |company: &CompanyId| {
        let spec = game.printed.from.company_spec(*company);
        spec.is_some_and(|spec| spec.homes.iter().any(|home| (home.hex, home.stop) == (hex, Some(stop))))
    };
    game.company_ids().filter(|company| !game.started(*company)).filter(at_home).count() as u8
}

fn open(game: &Tiny, company: CompanyId, hex: HexId, stop: u8) -> bool {
    let board = &game.now.board;
    board.free_slots(hex, stop) > kept(game, hex, stop) && !board.has_token(company, hex)
}

pub(super) fn offers(game: &Tiny, company: CompanyId) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "place no token".into() }];
    let Some(cost) = cost(game, company) else { return offers };
    let name = game.company_name(company);
    for (hex, stop) in game.reach(company).stops().filter(|(hex, stop)| open(game, company, *hex, *stop)) {
        if let Some(hex) = game.printed.from.map.hex(hex) {
            offers.push(Offer::PlaceToken { company: name, hex: hex.name, stop, cost, by: None });
        }
    }
    offers
}

pub(super) fn apply(
    game: &mut Tiny,
    operating: Operating,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    match action {
        Action::Pass => {}
        Action::PlaceToken { company, hex, stop, by: None } => {
            if game.find_company(*company)? != operating.company {
                return Err(Refusal::plain("the company whose turn it is places its own token"));
            }
            let hex = game.printed.from.hex(*hex).ok_or_else(|| Refusal::plain("there is no such hex"))?;
            place(game, operating.company, hex, *stop, events)?;
        }
        _ => return Err(out_of_place("place a token or pass")),
    }
    let step = if run::can_run(game, operating.company) { OpStep::Run } else { OpStep::Trains };
    go_on(game, operating, step)
}

fn place(
    game: &mut Tiny,
    company: CompanyId,
    hex: HexId,
    stop: u8,
    events: &mut Events,
) -> Result<(), Refusal> {
    let cost =
        cost(game, company).ok_or_else(|| Refusal::plain("the company has no token that it can pay"))?;
    if !open(game, company, hex, stop) || !game.reach(company).has_stop(hex, stop) {
        return Err(Refusal::plain(
            "the company does not reach a free slot there, or has a token there already",
        ));
    }
    game.now.ledger.pay(Account::Company(company), Account::Bank, cost, "token", events)?;
    game.now.board.place(company, hex, stop)?;
    if let Some(charter) = game.company_mut(company) {
        charter.tokens = charter.tokens.saturating_sub(1);
    }
    events.push(Event::Token { company, hex, placed: true });
    Ok(())
}
