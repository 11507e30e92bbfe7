//! What only 1883 has, as small tables.

use crate::t1883::Game;
use crate::t1883::agenda::Round;
use crate::t1883::events;
use crate::t1883::operating::coaches;
use crate::t1883::table::Concession;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::view::Panel;

pub(super) fn all(game: &Game) -> Vec<Panel> {
    let mut panels = vec![event(game), concessions(game), phase(game), sarsa(game)];
    panels.extend(offers(game));
    panels
}

/// The offers for privates.
fn offers(game: &Game) -> Option<Panel> {
    let Round::Auction(auction) = &game.table.round else { return None };
    let row = |bid: &crate::t1883::privates::auction::Bid| {
        let card = game.fixed.privates.get(usize::from(bid.private)).map(|private| private.card);
        let card = card.map(|card| game.fixed.parts.card_name(card)).unwrap_or_default();
        vec![say!("{card}", card), say!("{seat}", seat = bid.seat), say!("{amount}", amount = bid.amount)]
    };
    Some(Panel { title: say!("Offers"), rows: auction.bids.iter().map(row).collect() })
}

/// The event in force, and the deck. How its cards lie nobody knows.
fn event(game: &Game) -> Panel {
    let deck = &game.table.events;
    let now = deck.current.map_or(say!("none"), |card| events::card_name(game, card));
    let mut rows = vec![
        vec![say!("now"), now],
        vec![say!("deck"), say!("{deck}", deck = deck.deck)],
        vec![say!("cards left"), say!("{left}", left = deck.left.len())],
    ];
    if deck.hot_autumn.is_some() {
        rows.push(vec![say!("Hot Autumn"), say!("until the next stock round")]);
    }
    if deck.strike_broken_in > game.table.operating_rounds {
        rows.push(vec![say!("Strike Breaker"), say!("no General Strike in the next operating round")]);
    }
    Panel { title: say!("Event"), rows }
}

fn concessions(game: &Game) -> Panel {
    let row = |(at, place): (usize, &Concession)| {
        let spec = game.fixed.concessions.get(at)?;
        let (card, band) = (game.fixed.parts.card_name(spec.card), game.band());
        let standing = match place {
            Concession::Pool => say!("for sale"),
            Concession::Held { by, rounds } => {
                say!(
                    "{company}: {rounds} of {due}",
                    company = game.name(*by),
                    rounds = *rounds,
                    due = spec.due
                )
            }
            Concession::Gone => return None,
        };
        let places: Vec<_> = spec.places.iter().map(|hex| game.fixed.parts.hex_name(*hex)).collect();
        let places = say!("{places}", places);
        Some(vec![say!("{card}", card), places, say!("{bonus}", bonus = spec.bonus(band)), standing])
    };
    let rows = game.table.concessions.iter().enumerate().filter_map(row).collect();
    Panel { title: say!("Concessions"), rows }
}

/// What the phase allows.
fn phase(game: &Game) -> Panel {
    let facts = game.phase();
    let pars: Vec<_> = facts.pars.iter().map(|(par, _)| *par).collect();
    let yes = |holds: bool| if holds { say!("yes") } else { say!("no") };
    let rounds = game.phase_spec().map_or(0, |phase| phase.operating_rounds);
    let rows: Vec<Vec<Text>> = vec![
        vec![say!("operating rounds"), say!("{rounds}", rounds)],
        vec![say!("pars"), say!("{pars}", pars)],
        vec![say!("an anchor is worth"), say!("{anchor}", anchor = facts.anchor)],
        vec![say!("privates for sale to railways"), yes(facts.privates_for_sale)],
        vec![say!("SEFTA may be formed"), yes(facts.sefta)],
        vec![say!("FSF lays from both bases"), yes(facts.fsf_double_lay)],
    ];
    Panel { title: say!("Phase"), rows }
}

fn sarsa(game: &Game) -> Panel {
    let left = usize::from(game.fixed.figures.sarsa.coaches).saturating_sub(game.table.coaches.len());
    let rows = vec![
        vec![say!("coaches left"), say!("{left}", left)],
        vec![say!("the best group earns"), say!("{worth}", worth = coaches::best_group(game))],
    ];
    Panel { title: say!("SARSA"), rows }
}
