//! Words for everything that may be done and is done, as players say it.
//!
//! Every match names every variant: whoever adds a kind of offer or action is led here.

mod deed;

pub use deed::action_words;

use crate::scene::{Scene, a_marker, a_train, capital, trains};
use ferrata_engine::action::{Party, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::turn::{Draw, DrawKind};

/// Where an offer belongs on the screen; the order is that of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Bids.
    Bids,
    /// Answers to a question the rules ask.
    Answers,
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
    capital(&scene.say(&deed(offer, scene)))
}

/// What would be done, as an order without its capital.
fn deed(offer: &Offer, scene: &Scene<'_>) -> Text {
    match offer {
        Offer::Pass { means } => means.clone(),
        Offer::Bid { card, .. } => say!("bid for {card}", card = scene.card(*card)),
        Offer::Sheet { .. } => say!("hand in sealed bids"),
        Offer::Sell { seller, company, .. } => {
            let held = scene.held_by(*seller);
            say!("sell shares of {company}{held}", company = *company, held)
        }
        Offer::Buy { .. } | Offer::BuyCard { .. } | Offer::BuySlot { .. } | Offer::BuyTrain { .. } => {
            purchase(offer, scene)
        }
        Offer::UseCard { card, .. } => say!("use {card}", card = scene.card(*card)),
        Offer::Start { company, .. } => say!("start {company}", company = *company),
        Offer::BuyTokens { .. }
        | Offer::PlaceToken { .. }
        | Offer::BuildLine { .. }
        | Offer::PlaceMarker { .. }
        | Offer::RemoveToken { .. }
        | Offer::LayTile { .. } => building(offer, scene),
        Offer::Run { company, trains: all, .. } => {
            say!("run {trains} of {company}", trains = trains(all), company = *company)
        }
        Offer::Settle { .. } => say!("settle the earnings"),
        Offer::Discard { company, train } => {
            say!("give back {train} of {company}", train = a_train(*train), company = *company)
        }
        Offer::Merge { with, into } => match into.as_slice() {
            [one] if scene.view.operating == Some(*one) => say!("take over {with}", with = *with),
            [one] => say!("merge with {with} into {into}", with = *with, into = *one),
            _ => say!("merge with {with}", with = *with),
        },
        Offer::Transform { into } => match into.as_slice() {
            [one] => say!("transform into {into}", into = *one),
            _ => say!("transform"),
        },
        Offer::Loan { amounts } if amounts.max < Money::ZERO => say!("pay back a loan"),
        Offer::Loan { .. } => say!("take a loan"),
        Offer::Choose { about, .. } => about.clone(),
        Offer::Propose { to, deal } => {
            say!("propose to {to}: {deal}", to = *to, deal = deed(deal, scene))
        }
        Offer::Accept => say!("agree to the deal"),
        Offer::Decline => say!("refuse the deal"),
        Offer::Drawn { draw } => say!("draw: {what}", what = draw.what.clone()),
    }
}

/// Offers to buy something from somebody.
fn purchase(offer: &Offer, scene: &Scene<'_>) -> Text {
    match offer {
        Offer::Buy { buyer, company, percent, from, .. } => {
            let (percent, company) = (*percent, *company);
            let (from, buyer) = (scene.holder(*from), scene.on_behalf_of(*buyer));
            say!("buy {percent}% of {company} from {from}{buyer}", percent, company, from, buyer)
        }
        Offer::BuyCard { buyer, card, from, .. } => {
            let (card, from) = (scene.card(*card), scene.party(*from));
            say!("buy {card} from {from}{buyer}", card, from, buyer = scene.on_behalf_of(*buyer))
        }
        Offer::BuySlot { from, hex, stop, .. } => {
            say!("buy the slot of {from} in {stop}", from = *from, stop = scene.stop(*hex, *stop))
        }
        Offer::BuyTrain { train, from, .. } => {
            say!("buy {train} from {from}", train = a_train(*train), from = scene.party(*from))
        }
        _ => Text::default(),
    }
}

/// Offers to put something on the board.
fn building(offer: &Offer, scene: &Scene<'_>) -> Text {
    match offer {
        Offer::BuyTokens { company, .. } => say!("buy tokens for {company}", company = *company),
        Offer::PlaceToken { company, hex, stop, by, .. } => {
            let (company, stop, by) = (*company, scene.stop(*hex, *stop), scene.with_card(*by));
            say!("place a token of {company} in {stop}{by}", company, stop, by)
        }
        Offer::BuildLine { company, hex, stop, by, .. } => {
            let (company, stop, by) = (*company, scene.stop(*hex, *stop), scene.with_card(*by));
            say!("build a line of {company} to {stop}{by}", company, stop, by)
        }
        Offer::PlaceMarker { company, marker, hex, .. } => {
            let (company, marker, hex) = (*company, a_marker(*marker), *hex);
            say!("place {marker} of {company} on {hex}", company, marker, hex)
        }
        Offer::RemoveToken { company, hex, stop } => {
            let (company, stop) = (*company, scene.stop(*hex, *stop));
            say!("remove the token of {company} in {stop}", company, stop)
        }
        Offer::LayTile { hex, tile, by, .. } => {
            say!("lay tile {tile} on {hex}{by}", tile = *tile, hex = *hex, by = scene.with_card(*by))
        }
        _ => Text::default(),
    }
}

/// What else to know about an offer: what it costs or brings and what there is to choose. Empty where the
/// heading says it all.
pub fn detail(offer: &Offer, scene: &Scene<'_>) -> String {
    scene.say(&terms(offer, scene))
}

fn terms(offer: &Offer, scene: &Scene<'_>) -> Text {
    match offer {
        Offer::Pass { .. }
        | Offer::RemoveToken { .. }
        | Offer::Discard { .. }
        | Offer::Accept
        | Offer::Decline => Text::default(),
        Offer::Bid { .. }
        | Offer::Buy { .. }
        | Offer::BuyCard { .. }
        | Offer::BuySlot { .. }
        | Offer::BuyTrain { .. }
        | Offer::Loan { .. } => range(offer).unwrap_or_default(),
        Offer::Sheet { min, budget, .. } => {
            let (min, budget) = (*min, *budget);
            say!("each bid nothing or at least {min}, together at most {budget}", min, budget)
        }
        Offer::Sell { percents, price, per, .. } => {
            let percents = any_of(percents.iter().map(|percent| say!("{percent}%", percent = *percent)));
            say!("{percents}; {per}% brings {price}", percents, per = *per, price = *price)
        }
        Offer::UseCard { means, .. } => means.clone(),
        Offer::Start { starts, .. } => start_detail(starts),
        Offer::BuyTokens { min, max, each, .. } if min == max => {
            say!("{max} {max|token|tokens}, {each} each", max = *max, each = *each)
        }
        Offer::BuyTokens { min, max, each, .. } => {
            say!("{min} to {max} {max|token|tokens}, {each} each", min = *min, max = *max, each = *each)
        }
        Offer::PlaceToken { cost, .. } | Offer::PlaceMarker { cost, .. } => cost_words(*cost),
        Offer::BuildLine { cost, markers, .. } => {
            let (cost, markers) = (cost_words(*cost), *markers);
            say!("{cost}, {markers} {markers|town marker|town markers}", cost, markers)
        }
        Offer::LayTile { rotations, cost, .. } => {
            let (cost, turns) = (cost_words(*cost), rotations.len() as i64);
            say!("{cost}, {turns} {turns|rotation|rotations}", cost, turns)
        }
        Offer::Run { must_earn, .. } => {
            must_earn.map(|amount| say!("the run must earn {amount}", amount)).unwrap_or_default()
        }
        Offer::Settle { revenue, ways } => {
            let ways = any_of(ways.iter().map(|way| settlement(*way)));
            say!("{revenue}: {ways}", revenue = *revenue, ways)
        }
        Offer::Merge { into, .. } | Offer::Transform { into } if into.len() > 1 => {
            say!("into {companies}", companies = any_of(into.iter().copied()))
        }
        Offer::Merge { .. } | Offer::Transform { .. } => Text::default(),
        Offer::Choose { options, .. } => {
            any_of(option_labels(options, scene).into_iter().map(|(_, label)| label))
        }
        Offer::Propose { deal, .. } => terms(deal, scene),
        Offer::Drawn { draw } => draw_words(draw),
    }
}

/// The answers to a question, each with a label that no other one has.
pub fn option_labels(options: &[(OptionName, Text)], scene: &Scene<'_>) -> Vec<(OptionName, String)> {
    let twice = |means: &Text| options.iter().filter(|(_, other)| other == means).count() > 1;
    let label = |(name, means): &(OptionName, Text)| match (twice(means), scene.say(means)) {
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
    range(offer).map(|range| scene.say(&range))
}

fn range(offer: &Offer) -> Option<Text> {
    let Prices { min, max, step } = prices(offer)?;
    let (low, high) = if max < Money::ZERO { (-max, -min) } else { (min, max) };
    Some(match step {
        _ if low == high => say!("{low}", low),
        Money(..=1) => say!("{low} to {high}", low, high),
        step => say!("{low} to {high} in steps of {step}", low, high, step),
    })
}

/// Which offers of a group are looked for first: what the bank sells, then what companies sell, then what somebody else must agree to.
pub fn rank(offer: &Offer) -> u8 {
    match offer {
        Offer::BuyTrain { from: Party::Bank | Party::Offering, .. } => 0,
        Offer::Propose { .. } => 2,
        _ => 1,
    }
}

/// What happens to the earnings, as an order.
pub fn settlement(how: Settlement) -> Text {
    match how {
        Settlement::Pay => say!("pay out"),
        Settlement::Half => say!("pay out half"),
        Settlement::Withhold => say!("withhold"),
        Settlement::Loot => say!("loot"),
    }
}

fn start_detail(starts: &[(Money, smallvec::SmallVec<[u8; 4]>)]) -> Text {
    let prices = any_of(starts.iter().map(|(price, _)| *price));
    let mut percents: Vec<u8> = starts.iter().flat_map(|(_, all)| all.iter().copied()).collect();
    percents.sort_unstable();
    percents.dedup();
    let percents = any_of(percents.into_iter().map(|percent| say!("{percent}%", percent)));
    say!("at {prices}, with {percents}", prices, percents)
}

fn cost_words(cost: Money) -> Text {
    if cost == Money::ZERO { say!("free") } else { say!("costs {cost}", cost) }
}

fn draw_words(draw: &Draw) -> Text {
    match draw.kind {
        DrawKind::Pick { count, of } => say!("{count} of {of}, in order", count, of),
        DrawKind::Dice { count: 1, sides } => say!("a die with {sides} sides", sides),
        DrawKind::Dice { count, sides } => say!("{count} dice with {sides} sides", count, sides),
    }
}

/// `a, b or c`.
pub(crate) fn any_of<A: Into<Arg>>(all: impl IntoIterator<Item = A>) -> Text {
    let mut all: Vec<Arg> = all.into_iter().map(Into::into).collect();
    let Some(last) = all.pop() else { return Text::default() };
    let Some(first) = all.first().cloned() else { return say!("{only}", only = last) };
    let most =
        all.into_iter().skip(1).fold(say!("{first}", first), |most, next| say!("{most}, {next}", most, next));
    say!("{most} or {last}", most, last)
}
