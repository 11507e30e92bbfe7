//! Chapters 4.7.1 to 4.7.3: a company sells shares, then buys one or starts a company.

use super::go_on;
use crate::t1841::Game;
use crate::t1841::stock::buy::Purchase;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, CompanySet};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company sells, then buys or starts.
pub(super) struct Shares;

impl Decision<Game> for Shares {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.acting_seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Shares
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        game.acting().map_or_else(|_| Vec::new(), |company| offers(game, company))
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let company = game.acting()?;
        if let Action::Sell { seller, company: of, percent } = action {
            require_self(game, *seller, company)?;
            let of = game.fixed.parts.company_named(*of)?;
            check_forced(game, company, Some(of))?;
            game.sell(Holder::Company(company), of, *percent, events)?;
            game.operating_mut()?.turn.sold.add(of);
            return Ok(());
        }
        check_forced(game, company, None)?;
        purchase(game, company, action, events)?;
        go_on(game, events);
        Ok(())
    }
}

/// One purchase, a start (1841-4.7.3-02), or nothing.
fn purchase(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let holder = Holder::Company(company);
    match action {
        Action::Pass => Ok(()),
        Action::Buy { buyer, company: of, percent, from, price } => {
            require_self(game, *buyer, company)?;
            let of = game.fixed.parts.company_named(*of)?;
            game.move_sold_markers(events);
            let (percent, from, price, sold) = (*percent, *from, *price, sold(game));
            game.buy_share(&Purchase { buyer: holder, company: of, percent, from, price, sold }, events)
        }
        Action::Start { company: of, price, percent } => {
            let of = game.fixed.parts.company_named(*of)?;
            game.move_sold_markers(events);
            game.start_company(holder, of, *price, *percent, events)
        }
        _ => Err(Refusal::out_of_place(say!("sell, buy, start a company or pass"))),
    }
}

fn require_self(game: &Game, party: Party, company: CompanyId) -> Play {
    let company = game.name(company);
    if party == Party::Company(company) {
        return Ok(());
    }
    Err(Refusal::plain(say!("{company} acts now", company)))
}

/// 1841-4.7.2-02: the companies of which the acting one sold shares in this round: in this turn, or for another company.
fn sold(game: &Game) -> CompanySet {
    let Ok(operating) = game.operating() else { return CompanySet::default() };
    let mut sold = operating.turn.sold;
    let before = operating.sold.iter().filter(|(by, _)| Some(*by) == operating.company);
    before.flat_map(|(_, of)| of.iter()).for_each(|company| sold.add(company));
    sold
}

fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let forced = forced_sales(game, company);
    if !forced.is_empty() {
        return forced;
    }
    let holder = Holder::Company(company);
    let mut offers = vec![Offer::Pass { means: say!("end selling and buying") }];
    game.sale_offers(holder, &mut offers);
    game.share_offers(holder, sold(game), &mut offers);
    game.start_offers(holder, &mut offers);
    offers
}

/// Whether the company can sell, buy or start anything.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    let holder = Holder::Company(company);
    game.can_sell(holder)
        || game.can_buy_share(holder, sold(game))
        || offers(game, company).iter().any(|offer| !matches!(offer, Offer::Pass { .. }))
}

/// Shares a company must sell before anything else: of companies of which its leader controls too much (1841-4.7.1-04),
/// down to its limit of certificates (1841-4.7.1-05), and of companies that lead it (1841-4.7.1-06).
pub(in crate::t1841) fn forced_sales(game: &Game, company: CompanyId) -> Vec<Offer> {
    let holder = Holder::Company(company);
    let mut all = Vec::new();
    game.sale_offers(holder, &mut all);
    let mut offers = all.clone();
    offers.retain(|offer| matches!(offer, Offer::Sell { company: of, .. } if *of != game.name(company)));
    if offers.is_empty() {
        return offers;
    }
    let due = game.company_ids().filter(|of| why_due(game, company, *of).is_some());
    let names: Vec<_> = due.map(|of| game.name(of)).collect();
    if !names.is_empty()
        && offers.iter().any(|o| matches!(o, Offer::Sell { company, .. } if names.contains(company)))
    {
        game.keep_due(&names, &mut all);
        return all;
    }
    if game.certificates_over(holder) == 0 {
        offers.clear();
    }
    offers
}

/// Why a company must sell its shares of another one, whatever its limit of certificates.
#[derive(Clone, Copy)]
enum Due {
    /// 1841-4.7.1-06: the other one leads it.
    Leader,
    /// 1841-4.7.1-04: its leader controls too much of the other one.
    Controlled,
}

fn why_due(game: &Game, company: CompanyId, of: CompanyId) -> Option<Due> {
    if game.table.shares.percent(of, Holder::Company(company)) == 0 {
        return None;
    }
    let controlled = || game.leader(company).is_some_and(|seat| game.controls_too_much(of, seat));
    match game.leads(of, company) {
        true => Some(Due::Leader),
        false => controlled().then_some(Due::Controlled),
    }
}

/// Whoever must sell first can do nothing else.
fn check_forced(game: &Game, company: CompanyId, selling: Option<CompanyId>) -> Play {
    let forced = forced_sales(game, company);
    let asked = |of: CompanyId| {
        let name = game.name(of);
        forced.iter().any(|offer| matches!(offer, Offer::Sell { company, .. } if *company == name))
    };
    if forced.is_empty() || selling.is_some_and(asked) {
        return Ok(());
    }
    let due = forced.iter().find_map(|offer| match offer {
        Offer::Sell { company: of, .. } => why_due(game, company, game.fixed.parts.company(*of)?),
        _ => None,
    });
    let (name, limit) = (game.name(company), game.fixed.figures.control_limit);
    Err(match due {
        Some(Due::Leader) => Refusal::rule(
            "1841-4.7.1-06",
            say!("{name} must first sell its shares of companies that lead it", name),
        ),
        Some(Due::Controlled) => Refusal::rule(
            "1841-4.7.1-04",
            say!(
                "{name} must first sell shares of a company of which its leader controls more than {limit}%",
                name,
                limit
            ),
        ),
        None => Refusal::rule(
            "1841-4.7.1-05",
            say!("{name} owns more certificates than it may and must sell first", name),
        ),
    })
}
