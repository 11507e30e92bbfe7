//! 3.4.2 Token placement (railroad construction).

use super::{Step, acquisition, aside, asides, destination, pay_bank};
use crate::fb::board::lines::Building;
use crate::fb::fixed::Power;
use crate::fb::{Game, deal, regionals};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, HexId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company places a token.
pub(super) struct Token;

/// 18FB-3.4.2-01, 18FB-3.4.2-03: one token in a turn, one by a card too; 18FB-3.6.1-32: two for nationals in 2006.
fn per_turn(game: &Game, company: CompanyId) -> u8 {
    game.fixed.national(company).map_or(1, |national| national.tokens_per_turn)
}

/// Whether a token may still be placed. 18FB-3.4.2-20: not without tokens on the charter; 18FB-3.5.2-12: not by regionals.
fn may_place(game: &Game, company: CompanyId) -> bool {
    let placed = game.operating().map_or(0, |operating| operating.tokens);
    game.rights(company).tokens
        && game.fixed.regional(company).is_none()
        && game.president(company).is_some()
        && game.tokens_left(company) > 0
        && placed < per_turn(game, company)
}

/// Whether the step is over: nothing can be placed, nor acquired before the trains run.
pub(super) fn over(game: &Game, company: CompanyId) -> bool {
    !may_place(game, company) && !acquisition::possible(game, company)
}

/// Who has a card.
fn owner(game: &Game, card: CardId) -> Option<SeatId> {
    if let Holder::Seat(seat) = game.card(card).holder { Some(seat) } else { None }
}

fn line_offer(game: &Game, company: CompanyId, building: Building) -> Option<Offer> {
    let Building { hex, stop, cost, markers, route, by, .. } = building;
    let offer = Offer::BuildLine {
        company: game.name(company),
        hex: game.fixed.parts.hex_name(hex),
        stop,
        route,
        cost,
        markers,
        by: by.map(|card| game.fixed.parts.card_name(card)),
    };
    let president = game.president(company)?;
    match by.and_then(|card| owner(game, card)).filter(|owner| *owner != president) {
        // 18FB-G-23: owner and president must both want it.
        Some(owner) if deal::may_propose(game, president) => {
            Some(Offer::Propose { to: owner, deal: Box::new(offer) })
        }
        Some(_) => None,
        None => Some(offer),
    }
}

impl Decision<Game> for Token {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_seat()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Station
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        let mut offers = vec![Offer::Pass { means: say!("place no more tokens") }];
        if may_place(game, company) {
            match game.home_to_come(company) {
                // 18FB-3.4.2-02, 18FB-G-48: the home token first; it is the token of the turn.
                Some((hex, stop)) => offers.push(Offer::PlaceToken {
                    company: game.name(company),
                    hex: game.fixed.parts.hex_name(hex),
                    stop,
                    cost: Money::ZERO,
                    by: None,
                }),
                None => {
                    let lines = game.buildings(company, game.table.ledger.company(company)).into_iter();
                    offers.extend(lines.filter_map(|line| line_offer(game, company, line)));
                }
            }
        }
        offers.extend(asides(game, company));
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, company) = (by.seat()?, game.acting()?);
        match action {
            Action::Pass => game.go_on(Step::Settlement),
            Action::PlaceToken { company: name, hex, stop, by: None } => {
                let at = (game.fixed.parts.hex_named(*hex)?, *stop);
                let meant = *name == game.name(company) && game.home_to_come(company) == Some(at);
                require(meant && may_place(game, company), "18FB-3.4.2-02", || {
                    say!("only the home token is placed without a route")
                })?;
                game.put_token(company, at.0, at.1, events)?;
                game.operating_mut()?.tokens += 1;
                Ok(())
            }
            Action::BuildLine { .. } => {
                let building = find(game, company, action)?;
                let consents = building.by.is_none_or(|card| owner(game, card) == Some(seat));
                require(consents, "18FB-G-23", || say!("the owner of the card has to agree"))?;
                build(game, company, &building, events)
            }
            Action::Propose { deal } if matches!(**deal, Action::BuildLine { .. }) => {
                let building = find(game, company, deal)?;
                let owner = building.by.and_then(|card| owner(game, card)).filter(|owner| *owner != seat);
                let owner = owner
                    .ok_or_else(|| Refusal::rule("18FB-G-23", say!("nobody has to be asked for this")))?;
                deal::propose(game, (seat, owner), deal, say!("asks for the use of a political card"), events)
            }
            other => aside(game, seat, other, events)
                .unwrap_or_else(|| Err(Refusal::out_of_place(say!("place a token or pass")))),
        }
    }
}

/// The line that an action means.
fn find(game: &Game, company: CompanyId, action: &Action) -> Result<Building, Refusal> {
    let wrong = || {
        Refusal::rule(
            "18FB-3.4.2-04",
            say!(
                "a token goes along a route without other cities to an empty slot, and the treasury pays for every border"
            ),
        )
    };
    let Action::BuildLine { company: name, hex, stop, route, by } = action else { return Err(wrong()) };
    let hex = game.fixed.parts.hex_named(*hex)?;
    let card = by.map(|name| game.fixed.parts.card_named(name)).transpose()?;
    if *name != game.name(company) || !may_place(game, company) || game.home_to_come(company).is_some() {
        return Err(wrong());
    }
    let meant =
        |line: &Building| (line.hex, line.stop, line.by) == (hex, *stop, card) && line.route == *route;
    // No line that costs more has to be looked at.
    let most = game.route_cost(route)?;
    game.buildings(company, most).into_iter().find(meant).ok_or_else(wrong)
}

/// A deal to which the owner of the card has agreed.
pub(in crate::fb) fn carry_out(game: &mut Game, action: &Action, events: &mut Events) -> Play {
    let company = game.acting()?;
    let building = find(game, company, action)?;
    build(game, company, &building, events)
}

/// The token is placed: its route is paid (18FB-3.4.2-12), markers are collected (18FB-3.4.2-15, 18FB-3.4.2-19), once and for
/// all (18FB-3.4.2-23), destinations
/// are looked at (3.4.3).
fn build(game: &mut Game, company: CompanyId, building: &Building, events: &mut Events) -> Play {
    let (hex, stop) = (building.hex, building.stop);
    let place = game.fixed.parts.hex_name(hex);
    let empty = destination::empty_yellow_city(game, hex);
    pay_bank(game, company, building.cost, say!("line to {place}", place), events)?;
    game.put_token(company, hex, stop, events)?;
    game.operating_mut()?.tokens += 1;
    let charter = game.charter_mut(company)?;
    charter.markers = charter.markers.saturating_add(building.markers);
    charter.pontecorvo |= building.pontecorvo && building.markers > 0;
    if building.markers > 0 {
        let (company, markers) = (game.name(company), building.markers);
        let text = say!("{company} collects {markers} town {markers|marker|markers}.", company, markers);
        events.push(Event::Note { text });
    }
    if let Some(card) = building.by {
        replace_bourbon(game, company, card, hex, events)?;
    }
    destination::check(game, company, hex, empty, events)?;
    // 18FB-3.5.2-28: a reserved slot that is lost now may be what a regional waits for.
    regionals::after_track(game, events)
}

/// 18FB-2.7-20, 18FB-2.7-41, 18FB-2.7-42: the token lies in the slot of the Bourbon token; some cards close.
fn replace_bourbon(
    game: &mut Game,
    company: CompanyId,
    card: CardId,
    hex: HexId,
    events: &mut Events,
) -> Play {
    let power = game.fixed.political(card).map(|political| &political.power);
    let closes = matches!(power, Some(Power::Bourbon(bourbon)) if bourbon.closes);
    game.charter_mut(company)?.by_card.push(hex);
    let held = game.card_mut(card)?;
    held.used = true;
    if closes {
        held.holder = Holder::Out;
        events.push(Event::Card { card: game.fixed.parts.card_name(card), to: Holder::Out });
    }
    Ok(())
}
