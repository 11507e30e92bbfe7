//! What the rules will bring to players one day, beside what their companies are reckoned to do.
//!
//! | what | module |
//! | --- | --- |
//! | PH5 takes the cards away; PH6 lets corps acquire regionals | here |
//! | PH6 makes RM and RA of four companies | [`nationals`] |

mod nationals;

use super::Game;
use super::fixed::PhaseEvent;
use super::operating::acquisition;
use super::prospects::POWER;
use crate::nearness::{nearness, until_end, until_sold};
use crate::prospects::{Hope, Hoped, Outlook};
use ferrata_engine::id::{PhaseId, SeatId, TrainKind};
use ferrata_engine::shares::Holder;
use ferrata_engine::view::RoundKind;

/// Cards are reckoned to bring their income for so many rounds.
const CARD_ROUNDS: f32 = 5.0;

/// A regional is acquired by a corp of its owner in so many of the cases in which that has the money.
const ACQUIRED: f32 = 0.5;

/// All of it, by player.
pub(super) fn hopes(game: &Game, outlook: &Outlook) -> Vec<Hope> {
    let mut hopes = Vec::new();
    if outlook.round != RoundKind::Over {
        unification(game, outlook, &mut hopes);
        if let Some((phase, kind)) = conventions(game) {
            if !game.reached(phase) {
                nationals::form(game, outlook, kind, &mut hopes);
            }
            regionals(game, outlook, phase, kind, &mut hopes);
        }
    }
    hopes.retain(|hope| hope.worth != 0.0);
    hopes
}

/// The phase in which something happens, and the train that begins it.
fn phase_of(game: &Game, event: PhaseEvent) -> Option<(PhaseId, TrainKind)> {
    let (phase, spec) = game.fixed.phases().find(|(_, phase)| phase.says().event == Some(event))?;
    Some((phase, spec.starts_with?))
}

fn conventions(game: &Game) -> Option<(PhaseId, TrainKind)> {
    phase_of(game, PhaseEvent::Conventions)
}

/// 18FB-3.5-04, 18FB-3.5-05: with PH5 all cards and concessions go: what they were hoped to bring later is lost.
fn unification(game: &Game, outlook: &Outlook, hopes: &mut Vec<Hope>) {
    let Some((phase, kind)) = phase_of(game, PhaseEvent::Unification) else { return };
    if game.reached(phase) {
        return;
    }
    let (near, until) = (nearness(outlook, kind), until_sold(outlook, kind));
    let short = (CARD_ROUNDS.min(until_end(outlook)) - until).max(0.0);
    for seat in (0..game.fixed.by_players.count).map(SeatId) {
        let cards = game.cards_of(seat).filter_map(|card| game.fixed.parts.card_spec(card));
        let powers: i32 = cards.map(|card| card.price.max(card.min_bid).0).sum();
        let income = outlook.purses.get(seat.index()).map_or(0, |purse| purse.cards);
        let worth = -(near * POWER * powers as f32 + short * income as f32);
        hopes.push(Hope { seat, what: Hoped::Event, worth });
    }
}

/// 18FB-3.6.3-01, 18FB-3.6.3-02, 18FB-3.6.3-03: from PH6 a corp may pay the owner of a regional more than its nominal value. 18FB-3.6.3-05: if it has
/// the whole price.
fn regionals(game: &Game, outlook: &Outlook, phase: PhaseId, kind: TrainKind, hopes: &mut Vec<Hope>) {
    let near = if game.reached(phase) { 1.0 } else { nearness(outlook, kind) };
    for firm in outlook.firms.iter().filter(|_| near > 0.0) {
        let (Some(regional), Holder::Seat(owner)) =
            (game.fixed.regional(firm.company), game.table.shares.director(firm.company))
        else {
            continue;
        };
        let price = acquisition::price(game, firm.company);
        let able = outlook.firms.iter().any(|corp| {
            let own = corp.leader == Some(owner) && game.fixed.regional(corp.company).is_none();
            own && corp.cash >= price.0
        });
        if able {
            let worth = near * ACQUIRED * (price - regional.nominal).0 as f32;
            hopes.push(Hope { seat: owner, what: Hoped::Takeover, worth });
        }
    }
}
