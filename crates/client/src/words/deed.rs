//! Words for what is done.

use crate::scene::{Scene, a_marker, a_train};
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Title, Turn};

/// What an action does, as the rest of a sentence that begins with a name: `lays tile 57 on Milano (F8)`.
/// The scene is the one before it.
pub fn action_words(action: &Action, scene: &Scene<'_>) -> Text {
    match action {
        Action::Pass => say!("passes"),
        Action::Bid { card, amount } => {
            say!("bids {amount} for {card}", amount = *amount, card = scene.card(*card))
        }
        Action::Sheet { amounts } => {
            let sum: Money = amounts.iter().copied().sum();
            let bids = amounts.iter().filter(|amount| **amount > Money::ZERO).count() as i64;
            say!("hands in {bids} sealed {bids|bid|bids} for {sum} in all", bids, sum)
        }
        Action::Hidden => say!("hands in a sealed decision"),
        Action::Sell { seller, company, percent } => {
            let (percent, company, held) = (*percent, *company, scene.held_by(*seller));
            say!("sells {percent}% of {company}{held}", percent, company, held)
        }
        Action::Buy { .. } | Action::BuyCard { .. } | Action::BuySlot { .. } | Action::BuyTrain { .. } => {
            purchase(action, scene)
        }
        Action::UseCard { card } => say!("uses {card}", card = scene.card(*card)),
        Action::Start { company, price, percent } => {
            let (company, price, percent) = (*company, *price, *percent);
            say!("starts {company} at {price} with {percent}%", company, price, percent)
        }
        Action::BuyTokens { .. }
        | Action::PlaceToken { .. }
        | Action::BuildLine { .. }
        | Action::PlaceMarker { .. }
        | Action::RemoveToken { .. }
        | Action::LayTile { .. } => building(action, scene),
        Action::Run { routes } => match routes.len() {
            0 => say!("runs no train"),
            many => say!("runs {many} {many|route|routes}", many = many as i64),
        },
        Action::Settle { how } => match how {
            Settlement::Pay => say!("pays out"),
            Settlement::Half => say!("pays out half"),
            Settlement::Withhold => say!("withholds the earnings"),
            Settlement::Loot => say!("loots the company"),
        },
        Action::Discard { company, train } => {
            say!("gives back {train} of {company}", train = a_train(*train), company = *company)
        }
        Action::Merge { with, into } if scene.view.operating == Some(*into) => {
            say!("takes over {with} with {into}", with = *with, into = *into)
        }
        Action::Merge { with, into } => say!("merges with {with} into {into}", with = *with, into = *into),
        Action::Transform { into } => say!("transforms into {into}", into = *into),
        Action::Loan { amount } if *amount < Money::ZERO => {
            say!("pays back {amount} of a loan", amount = -*amount)
        }
        Action::Loan { amount } => say!("takes a loan of {amount}", amount = *amount),
        Action::Choose { option } => say!("decides: {option}", option = option_words(*option, scene)),
        Action::Propose { deal } => say!("proposes a deal: {deal}", deal = action_words(deal, scene)),
        Action::Accept => say!("agrees to the deal"),
        Action::Decline => say!("refuses the deal"),
        Action::Drawn { .. } => match scene.game.turn() {
            Turn::Chance(draw) => say!("decides: {what}", what = draw.what),
            _ => say!("decides"),
        },
    }
}

/// Something is bought from somebody.
fn purchase(action: &Action, scene: &Scene<'_>) -> Text {
    match action {
        Action::Buy { buyer, company, percent, from, price } => {
            let (percent, company, price) = (*percent, *company, *price);
            let (from, buyer) = (scene.holder(*from), scene.on_behalf_of(*buyer));
            say!(
                "buys {percent}% of {company} from {from} for {price}{buyer}",
                percent,
                company,
                from,
                price,
                buyer
            )
        }
        Action::BuyCard { buyer, card, from, price } => {
            let (card, from, price) = (scene.card(*card), scene.party(*from), *price);
            let buyer = scene.on_behalf_of(*buyer);
            say!("buys {card} from {from} for {price}{buyer}", card, from, price, buyer)
        }
        Action::BuySlot { from, hex, stop, price } => {
            let (from, stop, price) = (*from, scene.stop(*hex, *stop), *price);
            say!("buys the slot of {from} in {stop} for {price}", from, stop, price)
        }
        Action::BuyTrain { train, from, price } => {
            let (train, from, price) = (a_train(*train), scene.party(*from), *price);
            say!("buys {train} from {from} for {price}", train, from, price)
        }
        _ => Text::default(),
    }
}

/// Something is put on the board, or taken off it.
fn building(action: &Action, scene: &Scene<'_>) -> Text {
    match action {
        Action::BuyTokens { company, count: 0 } => say!("buys no tokens for {company}", company = *company),
        Action::BuyTokens { company, count } => {
            say!("buys {count} {count|token|tokens} for {company}", count = *count, company = *company)
        }
        Action::PlaceToken { company, hex, stop, by } => {
            let (company, stop, by) = (*company, scene.stop(*hex, *stop), scene.with_card(*by));
            say!("places a token of {company} in {stop}{by}", company, stop, by)
        }
        Action::BuildLine { company, hex, stop, by, .. } => {
            let (company, stop, by) = (*company, scene.stop(*hex, *stop), scene.with_card(*by));
            say!("builds a line of {company} to {stop}{by}", company, stop, by)
        }
        Action::PlaceMarker { company, marker, hex } => {
            let (company, marker, hex) = (*company, a_marker(*marker), *hex);
            say!("places {marker} of {company} on {hex}", company, marker, hex)
        }
        Action::RemoveToken { company, hex, stop } => {
            let (company, stop) = (*company, scene.stop(*hex, *stop));
            say!("removes the token of {company} in {stop}", company, stop)
        }
        Action::LayTile { hex, tile, rotation: _, by } => {
            say!("lays tile {tile} on {hex}{by}", tile = *tile, hex = *hex, by = scene.with_card(*by))
        }
        _ => Text::default(),
    }
}

/// What an answer means, if the question is on the table.
fn option_words(option: OptionName, scene: &Scene<'_>) -> Text {
    let offers = scene.game.offers();
    let meant = offers.iter().find_map(|offer| match offer {
        Offer::Choose { options, .. } => options.iter().find(|(name, _)| *name == option),
        _ => None,
    });
    meant.map_or_else(|| Text::words(option.to_string()), |(_, means)| means.clone())
}
