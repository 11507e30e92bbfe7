//! Positions in the middle of a game, found by random players who are stopped as soon as something is offered.

use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::kind::offer_kind;
use ferrata_engine::kit::{Dice, Indifferent, Playable, Player, random_action};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Turn};
use std::collections::BTreeMap;

/// How many games are tried, and how long each.
const GAMES: u64 = 400;
const ENTRIES: usize = 450;

/// A way to a position.
pub(crate) struct Way {
    /// What players enter on the way.
    pub(crate) entries: Vec<Entry>,
    /// What is offered then.
    pub(crate) offer: Offer,
}

/// The shortest of a few ways from a table to a position in which `wanted` is offered to a player; the players on the way
/// propose no deals, and chance has nothing to say.
pub(crate) fn way_to<T: Playable>(start: &T, wanted: impl Fn(SeatId, &Offer) -> bool) -> Way {
    way_to_when(start, |_, seat, offer| wanted(seat, offer))
}

/// The same where it depends on the table what is wanted.
pub(crate) fn way_to_when<T: Playable>(start: &T, wanted: impl Fn(&T, SeatId, &Offer) -> bool) -> Way {
    let ways = (0..GAMES).filter_map(|seed| try_game(start, seed, &wanted));
    let shortest = ways.take(3).min_by_key(|way| way.entries.len());
    shortest.unwrap_or_else(|| panic!("{GAMES} games never came there"))
}

fn try_game<T: Playable>(start: &T, seed: u64, wanted: &impl Fn(&T, SeatId, &Offer) -> bool) -> Option<Way> {
    let (mut state, mut dice) = (start.clone(), Dice::new(seed));
    // Players with the title's own tastes, which may be odd, and players who take everything alike, in turn.
    let player: Box<dyn Player<T>> = match seed % 2 {
        0 => state.player(seed),
        _ => Box::new(Indifferent),
    };
    let mut entries = Vec::new();
    while entries.len() < ENTRIES {
        let offers = state.offers();
        let seat = match state.turn() {
            Turn::Seat(seat) => {
                if let Some(offer) = offers.iter().find(|offer| wanted(&state, seat, offer)) {
                    return Some(Way { entries, offer: offer.clone() });
                }
                seat
            }
            Turn::Sealed(seats) => *seats.first()?,
            Turn::Chance(_) | Turn::Over(_) => return None,
        };
        let entry = Entry::seat(seat, choose(&state, &offers, &mut dice, &*player)?);
        state.apply(&entry).ok()?;
        entries.push(entry);
    }
    None
}

/// What a random player does: first a kind of offer by weight, then one of that kind.
fn choose<T: Playable>(
    state: &T,
    offers: &[Offer],
    dice: &mut Dice,
    player: &dyn Player<T>,
) -> Option<Action> {
    let mut kinds: BTreeMap<&str, Vec<&Offer>> = BTreeMap::new();
    for offer in offers.iter().filter(|offer| !matches!(offer, Offer::Propose { .. })) {
        kinds.entry(offer_kind(offer)).or_default().push(offer);
    }
    let kinds: Vec<_> = kinds.into_values().collect();
    let highest =
        |kind: &Vec<&Offer>| kind.iter().map(|offer| player.weight(state, offer)).max().unwrap_or(0);
    let kind = dice.pick_weighted(&kinds, highest)?;
    let offer = dice.pick_weighted(kind, |offer| player.weight(state, offer))?;
    match offer {
        Offer::Run { .. } => {
            Some(state.suggest_runs().into_iter().next().unwrap_or(Action::Run { routes: Vec::new() }))
        }
        Offer::Choose { .. } | Offer::Sell { .. } | Offer::Settle { .. } | Offer::Start { .. } => {
            dice.pick_weighted(&offer.samples(), |action| player.taste(state, action)).cloned()
        }
        offer => player.decide(state, offer, dice).or_else(|| random_action(offer, dice)),
    }
}

#[test]
fn ways_are_found_whatever_chance_says() {
    use crate::sitting::{ESP, setup};
    use ferrata_engine::turn::Title;
    for seed in 0..3 {
        let mut start =
            <ferrata_titles::esp::Game as Title>::start(&setup(&ESP, &["Anna", "Bruno", "Carla"])).unwrap();
        let mut dice = Dice::new(seed);
        while let Turn::Chance(draw) = start.turn() {
            start.apply(&Entry::chance(dice.deal(&draw))).unwrap();
        }
        for kind in ["buy_card", "buy_train", "merge"] {
            let wanted = |seat: SeatId, offer: &Offer| {
                let Offer::Propose { to, deal } = offer else { return false };
                (seat, *to) == (SeatId(0), SeatId(1)) && offer_kind(deal) == kind
            };
            let way = way_to(&start, wanted);
            assert!(wanted(SeatId(0), &way.offer), "draw {seed}: {kind}");
        }
    }
}
