//! Words for everything that may be done and is done, as players say it.
//!
//! Every match names every variant: whoever adds a kind of offer or action is led here.

mod deed;

pub use deed::action_words;

use crate::scene::{Scene, a_train, capital, count, trains};
use ferrata_engine::action::Settlement;
use ferrata_engine::money::Money;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Draw, DrawKind};

/// Where an offer belongs on the screen; the order is that of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Answers to a question the rules ask.
    Answers,
    /// Bids.
    Bids,
    /// Tiles.
    Tiles,
    /// Tokens.
    Tokens,
    /// Running trains.
    Run,
    /// What happens to the earnings.
    Earnings,
    /// Trains to buy or give back.
    Trains,
    /// Shares to buy.
    Buy,
    /// Shares to sell.
    Sell,
    /// Companies to start, merge or transform.
    Companies,
    /// Cards.
    Cards,
    /// Loans.
    Loans,
    /// Deals with other players.
    Deals,
    /// Chance.
    Chance,
    /// Passing.
    Pass,
}

impl Group {
    /// The heading of the group.
    pub fn title(self) -> &'static str {
        match self {
            Group::Answers => "Decide",
            Group::Bids => "Bid",
            Group::Tiles => "Lay a tile",
            Group::Tokens => "Tokens",
            Group::Run => "Run",
            Group::Earnings => "Earnings",
            Group::Trains => "Trains",
            Group::Buy => "Buy shares",
            Group::Sell => "Sell shares",
            Group::Companies => "Companies",
            Group::Cards => "Cards",
            Group::Loans => "Loans",
            Group::Deals => "Deals with other players",
            Group::Chance => "Chance",
            Group::Pass => "Pass",
        }
    }
}

/// Where an offer belongs.
pub fn group(offer: &Offer) -> Group {
    match offer {
        Offer::Pass { .. } => Group::Pass,
        Offer::Bid { .. } | Offer::Sheet { .. } => Group::Bids,
        Offer::Sell { .. } => Group::Sell,
        Offer::Buy { .. } => Group::Buy,
        Offer::BuyCard { .. } | Offer::UseCard { .. } => Group::Cards,
        Offer::Start { .. } | Offer::Merge { .. } | Offer::Transform { .. } => Group::Companies,
        Offer::BuyTokens { .. }
        | Offer::PlaceToken { .. }
        | Offer::BuildLine { .. }
        | Offer::PlaceMarker { .. }
        | Offer::RemoveToken { .. }
        | Offer::BuySlot { .. } => Group::Tokens,
        Offer::LayTile { .. } => Group::Tiles,
        Offer::Run { .. } => Group::Run,
        Offer::Settle { .. } => Group::Earnings,
        Offer::BuyTrain { .. } | Offer::Discard { .. } => Group::Trains,
        Offer::Loan { .. } => Group::Loans,
        Offer::Choose { .. } | Offer::Accept | Offer::Decline => Group::Answers,
        Offer::Propose { deal, .. } => match group(deal) {
            Group::Buy | Group::Sell | Group::Cards => Group::Deals,
            other => other,
        },
        Offer::Drawn { .. } => Group::Chance,
    }
}

/// What an offer is, in a few words: `Buy a 3-train from the bank`.
pub fn heading(offer: &Offer, scene: &Scene<'_>) -> String {
    match offer {
        Offer::Pass { means } => capital(&means.render(scene.names)),
        Offer::Bid { card, .. } => format!("Bid for {}", scene.card(*card)),
        Offer::Sheet { .. } => "Hand in a sheet of bids".into(),
        Offer::Sell { seller, company, .. } => {
            format!("Sell shares of {company}{}", scene.held_by(*seller))
        }
        Offer::Buy { buyer, company, percent, from, .. } => {
            let (from, buyer) = (scene.holder(*from), scene.on_behalf_of(*buyer));
            format!("Buy {percent}% of {company} from {from}{buyer}")
        }
        Offer::BuyCard { buyer, card, from, .. } => {
            let (card, from) = (scene.card(*card), scene.party(*from));
            format!("Buy {card} from {from}{}", scene.on_behalf_of(*buyer))
        }
        Offer::UseCard { card, .. } => format!("Use {}", scene.card(*card)),
        Offer::Start { company, .. } => format!("Start {company}"),
        Offer::BuyTokens { company, .. } => format!("Buy tokens for {company}"),
        Offer::PlaceToken { company, hex, stop, by, .. } => {
            let by = by.map(|card| format!(" with {}", scene.card(card))).unwrap_or_default();
            format!("Place a token of {company} in {}{by}", scene.stop(*hex, *stop))
        }
        Offer::BuildLine { company, hex, stop, by, .. } => {
            let by = by.map(|card| format!(" with {}", scene.card(card))).unwrap_or_default();
            format!("Build a line of {company} to {}{by}", scene.stop(*hex, *stop))
        }
        Offer::PlaceMarker { company, marker, hex, .. } => {
            format!("Place a marker of {company} ({marker}) on {}", scene.place(*hex))
        }
        Offer::RemoveToken { company, hex, stop } => {
            format!("Remove the token of {company} in {}", scene.stop(*hex, *stop))
        }
        Offer::BuySlot { from, hex, stop, .. } => {
            format!("Buy the slot of {from} in {}", scene.stop(*hex, *stop))
        }
        Offer::LayTile { hex, tile, by, .. } => {
            let by = by.map(|card| format!(" with {}", scene.card(card))).unwrap_or_default();
            format!("Lay tile {tile} on {}{by}", scene.place(*hex))
        }
        Offer::Run { company, trains: all, .. } => format!("Run {} of {company}", trains(all)),
        Offer::Settle { .. } => "Settle the earnings".into(),
        Offer::BuyTrain { train, from, .. } => {
            format!("Buy {} from {}", a_train(*train), scene.party(*from))
        }
        Offer::Discard { company, train } => format!("Give back {} of {company}", a_train(*train)),
        Offer::Merge { with, into } => match into.as_slice() {
            [one] => format!("Merge with {with} into {one}"),
            _ => format!("Merge with {with}"),
        },
        Offer::Transform { into } => match into.as_slice() {
            [one] => format!("Transform into {one}"),
            _ => "Transform".into(),
        },
        Offer::Loan { amounts } if amounts.max < Money::ZERO => "Pay back a loan".into(),
        Offer::Loan { .. } => "Take a loan".into(),
        Offer::Choose { about, .. } => capital(&about.render(scene.names)),
        Offer::Propose { to, deal } => {
            format!("Propose to {}: {}", scene.player(*to), uncapital(&heading(deal, scene)))
        }
        Offer::Accept => "Agree to the deal".into(),
        Offer::Decline => "Refuse the deal".into(),
        Offer::Drawn { draw } => format!("Draw: {}", draw.what.render(scene.names)),
    }
}

/// What else to know about an offer: what it costs or brings and what there is to choose. Empty where the
/// heading says it all.
pub fn detail(offer: &Offer, scene: &Scene<'_>) -> String {
    match offer {
        Offer::Pass { .. }
        | Offer::RemoveToken { .. }
        | Offer::Discard { .. }
        | Offer::Accept
        | Offer::Decline => String::new(),
        Offer::Bid { .. }
        | Offer::Buy { .. }
        | Offer::BuyCard { .. }
        | Offer::BuySlot { .. }
        | Offer::BuyTrain { .. }
        | Offer::Loan { .. } => price_range(offer, scene).unwrap_or_default(),
        Offer::Sheet { min, budget, .. } => {
            let (min, budget) = (scene.money(*min), scene.money(*budget));
            format!("each bid nothing or at least {min}, together at most {budget}")
        }
        Offer::Sell { percents, price, per, .. } => {
            let percents: Vec<_> = percents.iter().map(|percent| format!("{percent}%")).collect();
            format!("{}; {per}% brings {}", any_of(&percents), scene.money(*price))
        }
        Offer::UseCard { means, .. } => means.render(scene.names),
        Offer::Start { starts, .. } => start_detail(starts, scene),
        Offer::BuyTokens { min, max, each, .. } => {
            let most = count(usize::from(*max), "token");
            let many = if min == max { most } else { format!("{min} to {most}") };
            format!("{many}, {} each", scene.money(*each))
        }
        Offer::PlaceToken { cost, .. } | Offer::PlaceMarker { cost, .. } => cost_words(*cost, scene),
        Offer::BuildLine { cost, markers, .. } => {
            format!("{}, {}", cost_words(*cost, scene), count(usize::from(*markers), "town marker"))
        }
        Offer::LayTile { rotations, cost, .. } => {
            let turns = count(rotations.len(), "rotation");
            format!("{}, {turns}", cost_words(*cost, scene))
        }
        Offer::Run { must_earn, .. } => match must_earn {
            Some(amount) => format!("the run must earn {}", scene.money(*amount)),
            None => String::new(),
        },
        Offer::Settle { revenue, ways } => {
            let ways: Vec<_> = ways.iter().map(|way| settlement(*way).to_owned()).collect();
            format!("{}: {}", scene.money(*revenue), any_of(&ways))
        }
        Offer::Merge { into, .. } | Offer::Transform { into } => {
            let into: Vec<_> = into.iter().map(ToString::to_string).collect();
            if into.len() > 1 { format!("into {}", any_of(&into)) } else { String::new() }
        }
        Offer::Choose { options, .. } => {
            let labels: Vec<_> = option_labels(options, scene).into_iter().map(|(_, label)| label).collect();
            any_of(&labels)
        }
        Offer::Propose { deal, .. } => detail(deal, scene),
        Offer::Drawn { draw } => draw_words(draw),
    }
}

/// The answers to a question, each with a label that no other one has.
pub fn option_labels(options: &[(OptionName, Text)], scene: &Scene<'_>) -> Vec<(OptionName, String)> {
    let twice = |means: &Text| options.iter().filter(|(_, other)| other == means).count() > 1;
    let label = |(name, means): &(OptionName, Text)| match (twice(means), means.render(scene.names)) {
        (true, means) => (*name, format!("{name}: {means}")),
        (false, means) => (*name, means),
    };
    options.iter().map(label).collect()
}

/// The prices of an offer, for a form; none where nothing is left to choose about a price.
pub fn prices(offer: &Offer) -> Option<Prices> {
    match offer {
        Offer::Bid { prices, .. }
        | Offer::Buy { prices, .. }
        | Offer::BuyCard { prices, .. }
        | Offer::BuySlot { prices, .. }
        | Offer::BuyTrain { prices, .. }
        | Offer::Loan { amounts: prices } => Some(*prices),
        Offer::Propose { deal, .. } => prices(deal),
        Offer::PlaceToken { cost, .. }
        | Offer::BuildLine { cost, .. }
        | Offer::PlaceMarker { cost, .. }
        | Offer::LayTile { cost, .. } => Some(Prices::fixed(*cost)),
        Offer::Start { starts, .. } => {
            let min = starts.iter().map(|(price, _)| *price).min()?;
            let max = starts.iter().map(|(price, _)| *price).max()?;
            Some(Prices::between(min, max))
        }
        Offer::Pass { .. }
        | Offer::Sheet { .. }
        | Offer::Sell { .. }
        | Offer::UseCard { .. }
        | Offer::BuyTokens { .. }
        | Offer::RemoveToken { .. }
        | Offer::Run { .. }
        | Offer::Settle { .. }
        | Offer::Discard { .. }
        | Offer::Merge { .. }
        | Offer::Transform { .. }
        | Offer::Choose { .. }
        | Offer::Accept
        | Offer::Decline
        | Offer::Drawn { .. } => None,
    }
}

/// The prices of an offer in words: `L.200`, `L.1 to L.320`, `₧50 to ₧120 in steps of ₧5`.
pub fn price_range(offer: &Offer, scene: &Scene<'_>) -> Option<String> {
    let Prices { min, max, step } = prices(offer)?;
    let (low, high) = if max < Money::ZERO { (-max, -min) } else { (min, max) };
    let range = format!("{} to {}", scene.money(low), scene.money(high));
    Some(match step {
        _ if low == high => scene.money(low),
        Money(..=1) => range,
        step => format!("{range} in steps of {}", scene.money(step)),
    })
}

/// What happens to the earnings, as an order.
pub fn settlement(how: Settlement) -> &'static str {
    match how {
        Settlement::Pay => "pay out",
        Settlement::Half => "pay out half",
        Settlement::Withhold => "keep",
        Settlement::Loot => "loot",
    }
}

fn start_detail(starts: &[(Money, smallvec::SmallVec<[u8; 4]>)], scene: &Scene<'_>) -> String {
    let prices: Vec<_> = starts.iter().map(|(price, _)| scene.money(*price)).collect();
    let mut percents: Vec<u8> = starts.iter().flat_map(|(_, all)| all.iter().copied()).collect();
    percents.sort_unstable();
    percents.dedup();
    let percents: Vec<_> = percents.iter().map(|percent| format!("{percent}%")).collect();
    format!("at {}, with {}", any_of(&prices), any_of(&percents))
}

fn cost_words(cost: Money, scene: &Scene<'_>) -> String {
    if cost == Money::ZERO { "free".into() } else { format!("costs {}", scene.money(cost)) }
}

fn draw_words(draw: &Draw) -> String {
    match draw.kind {
        DrawKind::Pick { count, of } => format!("{count} of {of}, in order"),
        DrawKind::Dice { count: dice, sides } => {
            format!("{} with {sides} sides", if dice == 1 { "a die".into() } else { format!("{dice} dice") })
        }
    }
}

/// `a, b or c`.
pub(crate) fn any_of(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Undoes the capital of a heading inside a sentence; all headings begin with an ordinary word.
fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
