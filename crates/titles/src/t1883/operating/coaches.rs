//! 8.2 SARSA places coaches, and runs the best group of them.

use super::{meanwhile, run};
use crate::t1883::Game;
use crate::t1883::fixed::{Side, class_number};
use crate::t1883::out_of_place;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::Name;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use smallvec::SmallVec;

pub(in crate::t1883) const COACH: Name = Name::cut("coach");

/// SARSA places coaches. 1883-8.2-01, 1883-6.4-21: it lays no tiles.
pub(super) struct Coaches;

impl Decision<Game> for Coaches {
    fn turn(&self, game: &Game) -> Turn {
        meanwhile::turn(game)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Marker
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Ok(company) = game.acting() else { return Vec::new() };
        let offer = |(hex, cost): (HexId, Money)| Offer::PlaceMarker {
            company: game.name(company),
            marker: COACH,
            hex: game.fixed.parts.hex_name(hex),
            cost,
        };
        let mut offers: Vec<_> = places(game, company).into_iter().map(offer).collect();
        offers.extend(meanwhile::offers(game));
        offers.push(Offer::Pass { means: say!("place no more coaches") });
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        if let Some(done) = meanwhile::answer(game, by.seat()?, action, events) {
            return done;
        }
        match action {
            Action::PlaceMarker { company, marker: COACH, hex } => {
                let acting = game.acting()?;
                if game.fixed.parts.company_named(*company)? != acting {
                    return Err(Refusal::plain(say!(
                        "the corporation whose turn it is places its own coaches"
                    )));
                }
                let hex = game.fixed.parts.hex_named(*hex)?;
                let (bases, cost) = check(game, acting, &starts(game, acting), hex)?;
                let plain = !game.fixed.ground(hex).is_high();
                place(game, acting, hex, cost, events)?;
                game.note_in_turn(|turn| {
                    turn.coaches.push(bases);
                    turn.plain |= plain;
                });
                Ok(())
            }
            Action::Pass => {
                run(game, game.acting()?, events);
                game.end_step()
            }
            _ => Err(out_of_place(say!("place a coach, or go on"))),
        }
    }
}

pub(super) fn waits(game: &Game, company: CompanyId) -> bool {
    !places(game, company).is_empty()
}

/// Whether SARSA has its first turn: 1883-8.2-20: again after it was launched again.
fn is_first_turn(game: &Game, company: CompanyId) -> bool {
    game.company(company).first_operated == game.table.operating_rounds
}

/// 1883-8.2-03, 1883-R-24: in its first turn the first two coaches go on the bases, free unless the switch says otherwise.
pub(super) fn begin(game: &mut Game, first: bool, events: &mut Events) -> Play {
    let company = game.fixed.sarsa;
    if !first {
        return Ok(());
    }
    for hex in game.homes(company) {
        let free = game.fixed.switches.base_coaches_free;
        let cost = if free { Money::ZERO } else { game.fixed.ground(hex).cost() };
        if cost <= game.treasury(company) {
            place(game, company, hex, cost, events)?;
        }
    }
    Ok(())
}

/// 1883-6.5-11, 1883-8.2-16: a coach takes no slot and is in nobody's way.
fn place(game: &mut Game, company: CompanyId, hex: HexId, cost: Money, events: &mut Events) -> Play {
    let place = game.fixed.parts.hex_name(hex);
    game.pay(Account::Company(company), Account::Bank, cost, say!("coach in {place}", place), events)?;
    let at = game.table.coaches.partition_point(|other| *other < hex);
    game.table.coaches.insert(at, hex);
    let name = game.name(company);
    events.push(Event::Note { text: say!("{name} places a coach in {place}.", name, place) });
    Ok(())
}

/// The hexes beside a hex.
fn neighbours(game: &Game, hex: HexId) -> SmallVec<[HexId; 6]> {
    let sides = game.fixed.parts.map.hex(hex).map(|hex| &hex.sides[..]).unwrap_or_default();
    sides.iter().filter_map(|side| side.to.map(|(to, _)| to)).collect()
}

/// The coaches that hang together with one.
fn group(game: &Game, from: HexId) -> Hexes {
    let mut group = Hexes::new();
    if game.table.coaches.contains(&from) {
        group.push(from);
    }
    let mut at = 0;
    while let Some(hex) = group.get(at).copied() {
        for beside in neighbours(game, hex) {
            if game.table.coaches.contains(&beside) && !group.contains(&beside) {
                group.push(beside);
            }
        }
        at += 1;
    }
    group
}

/// How many coaches may be placed in this turn besides those on the bases.
fn allowed(game: &Game, company: CompanyId) -> usize {
    let figures = &game.fixed.figures.sarsa;
    if !is_first_turn(game, company) {
        return figures.coaches_per_turn.into();
    }
    // 1883-8.2-03, 1883-8.2-20: as many as the class of the top train of the stack says.
    let top = game.table.depot.top().filter(|kind| *kind != game.fixed.gravity.kind);
    let class = top.and_then(|kind| game.fixed.parts.train_spec(kind)).map_or(0, class_number);
    usize::from(class).saturating_sub(game.homes(company).len())
}

type Hexes = SmallVec<[HexId; 24]>;

/// By base: the hexes beside which a coach that starts from it is placed. 1883-8.2-04: in the first turn the base alone,
/// 1883-8.2-05: later its whole group, too.
fn starts(game: &Game, company: CompanyId) -> SmallVec<[Hexes; 2]> {
    let first = is_first_turn(game, company);
    let from = |base: HexId| {
        let mut from = if first { Hexes::new() } else { group(game, base) };
        if !from.contains(&base) {
            from.push(base);
        }
        from
    };
    game.homes(company).into_iter().map(from).collect()
}

/// The bases from which a coach on a hex starts, as bits.
fn bases(game: &Game, starts: &[Hexes], hex: HexId) -> u8 {
    let beside = neighbours(game, hex);
    let starts = starts.iter().enumerate();
    starts.fold(0, |bases, (at, from)| bases | u8::from(from.iter().any(|hex| beside.contains(hex))) << at)
}

/// 1883-8.2-04: in the first turn the bases alternate. 1883-8.2-05, 1883-8.2-06: later each coach starts from another base, until their
/// groups are joined.
fn fits(first: bool, coaches: &[u8]) -> bool {
    let alternates = |start: u8| {
        let mut base = start;
        coaches.iter().all(|bases| {
            let here = bases & base != 0;
            base ^= 0b11;
            here
        })
    };
    match first {
        true => alternates(0b01) || alternates(0b10),
        false => match coaches {
            [] => true,
            [one] => *one != 0,
            [one, other] => *one != 0 && *other != 0 && one | other == 0b11,
            _ => false,
        },
    }
}

/// Whether a coach may be placed on a hex, from which bases, and what it costs.
fn check(game: &Game, company: CompanyId, starts: &[Hexes], hex: HexId) -> Result<(u8, Money), Refusal> {
    let (turn, ground) = (game.company_turn(), game.fixed.ground(hex));
    let first = is_first_turn(game, company);
    let stock = usize::from(game.fixed.figures.sarsa.coaches);
    let left = turn.coaches.len() < allowed(game, company) && game.table.coaches.len() < stock;
    require(left && !game.table.coaches.contains(&hex), "1883-8.2-05", || {
        say!("no more coaches may be placed there in this turn")
    })?;
    // 1883-8.2-11: boxes have no side of the state line. 1883-8.2-10: never north of it.
    let place = game.fixed.parts.hex_name(hex);
    let there = matches!(ground.side, Some(Side::On | Side::South));
    require(there, "1883-8.2-10", || say!("{place} is a box or lies north of the state line", place))?;
    let plain = !ground.is_high();
    let rule = if first { "1883-8.2-20" } else { "1883-8.2-08" };
    require(!plain || (game.phase().sarsa_on_plain && !first), rule, || {
        say!("coaches go on hills and mountains only")
    })?;
    // 1883-8.2-09: with a plain hex only one coach.
    let one = usize::from(game.fixed.figures.sarsa.coaches_with_plain);
    require(!(plain || turn.plain) || turn.coaches.len() < one, "1883-8.2-09", || {
        say!("with a coach on a plain hex it is the only one of the turn")
    })?;
    let bases = bases(game, starts, hex);
    let mut coaches = turn.coaches.clone();
    coaches.push(bases);
    require(fits(first, &coaches), "1883-8.2-05", || {
        say!("each coach starts from another base, until their groups are joined")
    })?;
    // 1883-8.2-07: even if a tile lies there.
    let (cost, cash) = (ground.cost(), game.treasury(company));
    require(cost <= cash, "1883-8.2-07", || {
        say!("it costs {cost}, and the treasury holds {cash}", cost, cash)
    })?;
    Ok((bases, cost))
}

/// Where a coach may be placed, and what it costs: only beside what the bases start from.
fn places(game: &Game, company: CompanyId) -> Vec<(HexId, Money)> {
    if game.company_turn().coaches.len() >= allowed(game, company) {
        return Vec::new();
    }
    let starts = starts(game, company);
    let mut hexes: Hexes = starts.iter().flatten().flat_map(|hex| neighbours(game, *hex)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let place = |hex: HexId| check(game, company, &starts, hex).ok().map(|(_, cost)| (hex, cost));
    hexes.into_iter().filter_map(place).collect()
}

/// 1883-8.2-13, 1883-8.2-14: what a hex is worth; two stops count once, with the higher value.
pub(in crate::t1883) fn hex_value(game: &Game, hex: HexId) -> Money {
    let (board, band, figures) = (&game.table.board, game.band(), &game.fixed.figures.sarsa);
    let built = board.laid(hex).is_some();
    let value = |stop: &ferrata_engine::tile::Stop| {
        let printed = super::stops::highest(&stop.value, band);
        match stop.kind {
            _ if built || printed > Money::ZERO => printed,
            StopKind::City => figures.unbuilt_city,
            _ => figures.unbuilt_town,
        }
    };
    board.face(hex).stops.iter().map(value).max().unwrap_or_default()
}

/// 1883-8.2-12: the best single group.
pub(in crate::t1883) fn best_group(game: &Game) -> Money {
    let (mut best, mut seen) = (Money::ZERO, Hexes::new());
    for coach in &game.table.coaches {
        if !seen.contains(coach) {
            let group = group(game, *coach);
            best = best.max(group.iter().map(|hex| hex_value(game, *hex)).sum());
            seen.extend(group);
        }
    }
    best
}

/// 1883-8.2-15: SARSA runs from its first turn, unless it is on strike.
pub(super) fn run(game: &mut Game, company: CompanyId, events: &mut Events) {
    if game.table.events.struck.has(company) {
        run::stay(game, company, events);
        return;
    }
    let earned = best_group(game);
    run::note(game, company, earned, events);
}
