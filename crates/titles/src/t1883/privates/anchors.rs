//! 3.2 Anchors: markers in ports that are worth money to every train of their railway.

use crate::t1883::Game;
use crate::t1883::table::Anchor;
use ferrata_engine::action::Action;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::name::Name;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;

pub(in crate::t1883) const ANCHOR: Name = Name::cut("anchor");

/// 1883-3.2-16: whether the railway may place an anchor now. FSF's second one waits for its phase.
fn may_place(game: &Game, company: CompanyId) -> Play {
    let name = game.name(company);
    require(game.company(company).anchors > 0, "1883-3.2-09", || {
        say!("{name} has no anchor to place", name)
    })?;
    let placed = game.table.anchors.iter().filter(|anchor| anchor.of == company).count();
    let early = company == game.fixed.fsf && game.table.phase < game.fixed.second_anchor_from;
    require(!early || placed == 0, "1883-3.2-16", || {
        say!("{name} places its second anchor after the first 3-train has been sold", name)
    })
}

/// 1883-3.2-18: one port holds at most one anchor of each railway, and two in all.
fn free(game: &Game, company: CompanyId, hex: HexId) -> Play {
    let here = game.table.anchors.iter().filter(|anchor| anchor.hex == hex);
    let own = here.clone().any(|anchor| anchor.of == company);
    let place = game.fixed.parts.hex_name(hex);
    require(game.fixed.ground(hex).port, "1883-3.2-18", || say!("{place} is no port", place))?;
    require(!own && here.count() < 2, "1883-3.2-18", || {
        say!("{place} holds an anchor of this railway, or two of others", place)
    })
}

/// 1883-3.2-09, 1883-3.2-19: where the acting railway may place an anchor; it costs nothing and needs no track.
pub(in crate::t1883) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    if may_place(game, company).is_err() {
        return Vec::new();
    }
    let ports = game.fixed.parts.map.ids().filter(|hex| free(game, company, *hex).is_ok());
    let offer = |hex| Offer::PlaceMarker {
        company: game.name(company),
        marker: ANCHOR,
        hex: game.fixed.parts.hex_name(hex),
        cost: Money::ZERO,
    };
    ports.map(offer).collect()
}

/// Places an anchor. None if the action is something else.
pub(in crate::t1883) fn answer(game: &mut Game, action: &Action, events: &mut Events) -> Option<Play> {
    let Action::PlaceMarker { company, marker: ANCHOR, hex } = action else { return None };
    let mut place = |game: &mut Game| {
        let acting = game.acting()?;
        if game.fixed.parts.company_named(*company)? != acting {
            return Err(Refusal::plain(say!("the railway whose turn it is places its own anchors")));
        }
        let hex = game.fixed.parts.hex_named(*hex)?;
        may_place(game, acting)?;
        free(game, acting, hex)?;
        let anchor = Anchor { hex, of: acting };
        let at = game.table.anchors.partition_point(|other| *other < anchor);
        game.table.anchors.insert(at, anchor);
        game.company_mut(acting).anchors -= 1;
        let (company, place) = (game.name(acting), game.fixed.parts.hex_name(hex));
        events.push(Event::Note { text: say!("{company} places an anchor in {place}.", company, place) });
        Ok(())
    };
    Some(place(game))
}
