//! 3.4 Privates are sold by players to railways, at any moment of a railway's turn.

use super::{give, holder};
use crate::t1883::Game;
use crate::t1883::deal;
use crate::t1883::out_of_place;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// 1883-6.10-01, 1883-3.4-01 to 1883-3.4-06, 1883-3.2-05: the prices at which a railway may buy a private now, and from whom.
fn prices(game: &Game, company: CompanyId, private: usize) -> Result<(SeatId, Prices), Refusal> {
    let name = game.name(company);
    require(company != game.fixed.sarsa, "1883-3.4-05", || {
        say!("{name} never buys private companies", name)
    })?;
    let Some(spec) = game.fixed.privates.get(private) else {
        return Err(Refusal::plain(say!("there is no such private company")));
    };
    let card = game.fixed.parts.card_name(spec.card);
    let Holder::Seat(owner) = holder(game, private) else {
        return Err(Refusal::rule("1883-3.4-04", say!("{card} belongs to no player", card)));
    };
    let for_sale = game.phase().privates_for_sale;
    let rule = if spec.early_sale { "1883-3.2-05" } else { "1883-3.4-01" };
    require(for_sale || spec.early_sale, rule, || {
        say!("{card} is not for sale to railways before the first 3-train", card)
    })?;
    let figures = game.fixed.figures.private_price;
    let min = spec.price.percent_up(figures.least);
    let most = if for_sale { spec.price.percent(figures.most) } else { spec.price };
    Ok((owner, Prices::between(min, most.min(game.treasury(company)))))
}

/// What the acting railway may buy: its president's own privates directly, others' if they agree.
pub(in crate::t1883) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let Some(president) = game.president(company) else { return Vec::new() };
    let offer = |private: usize| {
        let (owner, prices) = prices(game, company, private).ok()?;
        let card = game.fixed.parts.card_name(game.fixed.privates.get(private)?.card);
        let buyer = Party::Company(game.name(company));
        let offer = Offer::BuyCard { buyer, card, from: Party::Seat(owner), prices };
        let deal = || Offer::Propose { to: owner, deal: Box::new(offer.clone()) };
        (prices.min <= prices.max).then(|| if owner == president { offer.clone() } else { deal() })
    };
    (0..game.fixed.privates.len()).filter_map(offer).collect()
}

/// The private of a purchase, its owner and its price, or why it cannot be.
pub(in crate::t1883) fn check(game: &Game, action: &Action) -> Result<(usize, SeatId, Money), Refusal> {
    let company = game.acting()?;
    let Action::BuyCard { buyer, card, from: Party::Seat(from), price } = action else {
        return Err(out_of_place(say!("a railway buys private companies from players")));
    };
    let id = game.fixed.parts.card_named(*card)?;
    let private = game
        .fixed
        .private_of(id)
        .ok_or_else(|| Refusal::plain(say!("{card} is no private company", card = *card)))?;
    let (owner, prices) = prices(game, company, private)?;
    if *buyer != Party::Company(game.name(company)) || *from != owner {
        return Err(Refusal::plain(say!("the railway whose turn it is buys from the owner")));
    }
    let rule = if game.phase().privates_for_sale { "1883-3.4-02" } else { "1883-3.2-05" };
    require(prices.contains(*price), rule, || {
        let Prices { min, max, .. } = prices;
        say!("{card} costs {min} to {max}, as far as the treasury goes", card = *card, min, max)
    })?;
    Ok((private, owner, *price))
}

/// 1883-3.4-02: the treasury pays the player. 1883-3.2-08: CNP's anchor goes to the railway.
pub(in crate::t1883) fn buy(game: &mut Game, action: &Action, events: &mut Events) -> Play {
    let (company, (private, owner, price)) = (game.acting()?, check(game, action)?);
    let Some((card, anchors)) = game.fixed.privates.get(private).map(|spec| (spec.card, spec.anchors)) else {
        return Ok(());
    };
    let card = game.fixed.parts.card_name(card);
    game.pay(Account::Company(company), Account::Seat(owner), price, say!("{card}", card), events)?;
    give(game, private, Holder::Company(company), events);
    game.company_mut(company).anchors += anchors;
    Ok(())
}

/// Buys a private, or asks its owner. None if the action is something else.
pub(in crate::t1883) fn answer(
    game: &mut Game,
    seat: SeatId,
    action: &Action,
    events: &mut Events,
) -> Option<Play> {
    match action {
        Action::BuyCard { .. } => Some(check(game, action).and_then(|(_, owner, _)| {
            let agreed = owner == seat;
            require(agreed, "1883-3.4-06", || say!("the owner has to agree"))?;
            buy(game, action, events)
        })),
        Action::Propose { deal } if matches!(**deal, Action::BuyCard { .. }) => {
            Some(check(game, deal).and_then(|(_, owner, _)| {
                require(owner != seat, "1883-3.4-06", || say!("nobody else has to agree: buy it"))?;
                deal::propose(game, (seat, owner), deal, events);
                Ok(())
            }))
        }
        _ => None,
    }
}
