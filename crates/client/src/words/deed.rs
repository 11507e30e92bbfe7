//! Words for what is done.

use crate::scene::{Scene, a_train, count};
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::Title;

/// What an action does, as the rest of a sentence that begins with a name: `lays tile 57 on Milano (F8)`.
/// The scene is the one before it.
pub fn action_words(action: &Action, scene: &Scene<'_>) -> String {
    match action {
        Action::Pass => "passes".into(),
        Action::Bid { card, amount } => format!("bids {} for {}", scene.money(*amount), scene.card(*card)),
        Action::Sheet { amounts } => {
            let sum: Money = amounts.iter().copied().sum();
            let bids = amounts.iter().filter(|amount| **amount > Money::ZERO).count();
            format!("hands in a sheet of {} for {} in all", count(bids, "bid"), scene.money(sum))
        }
        Action::Hidden => "hands in a sealed decision".into(),
        Action::Sell { seller, company, percent } => {
            format!("sells {percent}% of {company}{}", scene.held_by(*seller))
        }
        Action::Buy { buyer, company, percent, from, price } => {
            let (from, price) = (scene.holder(*from), scene.money(*price));
            format!("buys {percent}% of {company} from {from} for {price}{}", scene.on_behalf_of(*buyer))
        }
        Action::BuyCard { buyer, card, from, price } => {
            let (card, from, price) = (scene.card(*card), scene.party(*from), scene.money(*price));
            format!("buys {card} from {from} for {price}{}", scene.on_behalf_of(*buyer))
        }
        Action::UseCard { card } => format!("uses {}", scene.card(*card)),
        Action::Start { company, price, percent } => {
            format!("starts {company} at {} with {percent}%", scene.money(*price))
        }
        Action::BuyTokens { company, count: 0 } => format!("buys no tokens for {company}"),
        Action::BuyTokens { company, count: many } => {
            format!("buys {} for {company}", count(usize::from(*many), "token"))
        }
        Action::PlaceToken { company, hex, stop, by } => {
            let by = by.map(|card| format!(" with {}", scene.card(card))).unwrap_or_default();
            format!("places a token of {company} in {}{by}", scene.stop(*hex, *stop))
        }
        Action::BuildLine { company, hex, stop, by, .. } => {
            let by = by.map(|card| format!(" with {}", scene.card(card))).unwrap_or_default();
            format!("builds a line of {company} to {}{by}", scene.stop(*hex, *stop))
        }
        Action::PlaceMarker { company, marker, hex } => {
            format!("places a marker of {company} ({marker}) on {}", scene.place(*hex))
        }
        Action::RemoveToken { company, hex, stop } => {
            format!("removes the token of {company} in {}", scene.stop(*hex, *stop))
        }
        Action::BuySlot { from, hex, stop, price } => {
            let (place, price) = (scene.stop(*hex, *stop), scene.money(*price));
            format!("buys the slot of {from} in {place} for {price}")
        }
        Action::LayTile { hex, tile, rotation: _, by } => {
            let by = by.map(|card| format!(" with {}", scene.card(card))).unwrap_or_default();
            format!("lays tile {tile} on {}{by}", scene.place(*hex))
        }
        Action::Run { routes } => match routes.len() {
            0 => "runs no train".into(),
            many => format!("runs {}", count(many, "route")),
        },
        Action::Settle { how } => match how {
            Settlement::Pay => "pays out".into(),
            Settlement::Half => "pays out half".into(),
            Settlement::Withhold => "keeps the earnings".into(),
            Settlement::Loot => "loots the company".into(),
        },
        Action::BuyTrain { train, from, price } => {
            format!("buys {} from {} for {}", a_train(*train), scene.party(*from), scene.money(*price))
        }
        Action::Discard { company, train } => format!("gives back {} of {company}", a_train(*train)),
        Action::Merge { with, into } => format!("merges with {with} into {into}"),
        Action::Transform { into } => format!("transforms into {into}"),
        Action::Loan { amount } if *amount < Money::ZERO => {
            format!("pays back {} of a loan", scene.money(-*amount))
        }
        Action::Loan { amount } => format!("takes a loan of {}", scene.money(*amount)),
        Action::Choose { option } => format!("decides: {}", option_words(*option, scene)),
        Action::Propose { deal } => format!("proposes a deal: {}", action_words(deal, scene)),
        Action::Accept => "agrees to the deal".into(),
        Action::Decline => "refuses the deal".into(),
        Action::Drawn { outcome } => {
            let numbers: Vec<_> = outcome.iter().map(ToString::to_string).collect();
            format!("draws {}", numbers.join(", "))
        }
    }
}

/// What an answer means, if the question is on the table.
fn option_words(option: OptionName, scene: &Scene<'_>) -> String {
    let offers = scene.game.offers();
    let meant = offers.iter().find_map(|offer| match offer {
        Offer::Choose { options, .. } => options.iter().find(|(name, _)| *name == option),
        _ => None,
    });
    meant.map_or_else(|| option.to_string(), |(_, means)| means.render(scene.names))
}
