//! §4.7.1 to §4.7.3: a company sells shares, then buys one or starts a company.

use super::areas::Area;
use super::buy::Purchase;
use super::shares::CONTROL_LIMIT;
use super::{Game, Play, operating};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::CompanyId;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

/// Shares a company must sell before anything else: of companies that lead it, of companies of which its
/// leader controls too much, and down to five certificates (§4.7.1-04 to -06).
fn forced(game: &Game, company: CompanyId) -> Vec<Offer> {
    let holder = Holder::Company(company);
    let mut all = Vec::new();
    game.sale_offers(holder, &mut all);
    let mut offers = all.clone();
    offers.retain(|offer| matches!(offer, Offer::Sell { company: of, .. } if *of != game.name(company)));
    if offers.is_empty() {
        return offers;
    }
    let leader = game.leader(company);
    let due = |of: CompanyId| {
        let owns = game.t.shares.percent(of, holder) > 0;
        let control = leader.map_or(0, |seat| game.controlled(of, seat));
        owns && (game.leads(of, company) || control > CONTROL_LIMIT)
    };
    let names: Vec<_> = game.company_ids().filter(|of| due(*of)).map(|of| game.name(of)).collect();
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

fn all_offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let forced = forced(game, company);
    if !forced.is_empty() {
        return forced;
    }
    let holder = Holder::Company(company);
    let mut offers = vec![Offer::Pass { means: "neither sell nor buy (more)".into() }];
    game.sale_offers(holder, &mut offers);
    let sold = game.operating().map(|round| round.turn.sold).unwrap_or_default();
    game.share_offers(holder, sold, &mut offers);
    game.start_offers(holder, &mut offers);
    offers
}

pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    let holder = Holder::Company(company);
    let sold = game.operating().map(|round| round.turn.sold).unwrap_or_default();
    if game.can_sell(holder) || game.can_buy_share(holder, sold) {
        return true;
    }
    all_offers(game, company).iter().any(|offer| !matches!(offer, Offer::Pass { .. }))
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    all_offers(game, company)
}

pub(super) fn play(game: &mut Game, company: CompanyId, action: &Action) -> Play {
    let holder = Holder::Company(company);
    let own = |party: &Party| {
        if *party == Party::Company(game.name(company)) {
            return Ok(());
        }
        Err(Refusal::plain(format!("{} acts now", game.name(company))))
    };
    if let Action::Sell { seller, company: of, percent } = action {
        own(seller)?;
        let of = game.find_company(*of)?;
        let forced = check_forced(game, company, Some(of))?;
        game.sell(holder, of, *percent)?;
        if forced {
            game.reach(Area::ForcedSale);
        }
        if let Some(turn) = game.op_turn() {
            turn.sold.add(of);
        }
        game.reach(Area::CompanySells);
        return Ok(());
    }
    check_forced(game, company, None)?;
    match action {
        Action::Pass => {}
        Action::Buy { buyer, company: of, percent, from, price } => {
            own(buyer)?;
            let of = game.find_company(*of)?;
            game.move_sold_markers();
            let sold = game.operating().map(|round| round.turn.sold).unwrap_or_default();
            let (percent, from, price) = (*percent, *from, *price);
            game.buy_share(&Purchase { buyer: holder, company: of, percent, from, price, sold })?;
            game.reach(Area::CompanyBuys);
        }
        Action::Start { company: of, price, percent } => {
            let of = game.find_company(*of)?;
            game.move_sold_markers();
            game.start_company(holder, of, *price, *percent)?;
        }
        _ => return Err(game.wrong("sell, buy, start a company or pass")),
    }
    operating::go_on(game);
    Ok(())
}

/// Whether the company must sell first; then only what has to be sold is accepted.
fn check_forced(game: &Game, company: CompanyId, selling: Option<CompanyId>) -> Result<bool, Refusal> {
    let forced = forced(game, company);
    let asked = |of: CompanyId| {
        let name = game.name(of);
        forced.iter().any(|offer| matches!(offer, Offer::Sell { company, .. } if *company == name))
    };
    require(forced.is_empty() || selling.is_some_and(asked), "1841-4.7.1-04", || {
        "the company holds more than the limits allow and must sell first (§4.7.1)".into()
    })?;
    Ok(!forced.is_empty())
}

impl Game {
    /// §4.5.1.1-04-v2: a company frozen by circular ownership sells its shares of the circle at full price.
    pub(crate) fn sell_out_of_circle(&mut self, company: CompanyId) -> Play {
        use ferrata_engine::shares::Control;
        if !self.rules().no_circles || self.t.shares.control(company) != Control::Circle {
            return Ok(());
        }
        let circle = self.t.shares.chain_above(company);
        for of in circle.into_iter().filter(|of| *of != company) {
            let held = self.t.shares.percent(of, Holder::Company(company));
            let part = held.min(self.partable(Holder::Company(company), of));
            if part > 0 {
                self.hand_over(Holder::Company(company), of, part)?;
                let proceeds = self.price_of(of, part);
                let bank = ferrata_engine::money::Account::Bank;
                self.pay(
                    bank,
                    ferrata_engine::money::Account::Company(company),
                    proceeds,
                    "shares of a circle",
                )?;
                self.move_down(of, part / self.charter(of).unit());
            }
        }
        self.settle_directors()
    }
}
