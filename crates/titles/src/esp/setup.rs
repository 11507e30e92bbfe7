//! §1.5 Set-up: the standard set of companies or a random one; all chance is drawn before the auction.

use super::Game;
use super::fixed::Class;
use super::privates::auction;
use super::table::{Round, Status};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// What chance draws next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    Seats,
    North,
    South,
    Minors,
    Private7,
    Private6,
}

impl Decision<Game> for Stage {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Chance(draw(game, *self))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let drawn = action.drawn()?;
        match self {
            // 18ESP-1.5.1-05: the order cards, dealt to the seats.
            Stage::Seats => game.table.order = drawn.iter().map(|&seat| SeatId(seat as u8)).collect(),
            Stage::North => take_out(game, Class::North, drawn, events),
            Stage::South => take_out(game, Class::South, drawn, events),
            Stage::Minors => take_out(game, Class::Minor, drawn, events),
            // 18ESP-1.5.1-09, 18ESP-1.5.2-03: a North director's certificate.
            Stage::Private7 => game.table.beside[1] = pick(game, drawn),
            // 18ESP-1.5.2-02: a North share; it may be of the same company.
            Stage::Private6 => game.table.beside[0] = pick(game, drawn),
        }
        go_on(game, *self, events)
    }
}

/// What chance draws at this stage.
fn draw(game: &Game, stage: Stage) -> Draw {
    let pick = |what: Text, count: usize, of: usize| Draw {
        what,
        kind: DrawKind::Pick { count: count as u16, of: of as u16 },
    };
    let (players, in_play) = (game.table.order.len(), game.fixed.figures.in_play);
    // 18ESP-1.5.2-01: the others leave the game.
    let leave = |class: Class, stay: usize| {
        let there = game.in_play(class).len();
        (there.saturating_sub(stay), there)
    };
    let north = || game.in_play(Class::North).len();
    match stage {
        Stage::Seats => pick(say!("the order cards: for card 1, card 2 …, a player"), players, players),
        Stage::North => {
            let (count, of) = leave(Class::North, in_play.north);
            pick(say!("the North majors that leave the game"), count, of)
        }
        Stage::South => {
            let (count, of) = leave(Class::South, in_play.south);
            pick(say!("the South majors that leave the game"), count, of)
        }
        Stage::Minors => {
            let (count, of) = leave(Class::Minor, in_play.minors);
            pick(say!("the minors that leave the game"), count, of)
        }
        Stage::Private7 => pick(say!("the North major of private 7"), 1, north()),
        Stage::Private6 => pick(say!("the North major of private 6"), 1, north()),
    }
}

/// The North major that was drawn.
fn pick(game: &Game, drawn: &[u16]) -> Option<CompanyId> {
    let first = usize::from(drawn.first().copied().unwrap_or_default());
    game.in_play(Class::North).get(first).copied()
}

/// 18ESP-1.5.2-01: companies leave the game. 18ESP-1.5.1-06: their homes are ordinary circles.
fn take_out(game: &mut Game, class: Class, drawn: &[u16], events: &mut Events) {
    let there = game.in_play(class);
    for &at in drawn {
        if let Some(&company) = there.get(at as usize) {
            game.company_mut(company).status = Status::Absent;
            events.push(Event::Note {
                text: say!("{company} is not in this game.", company = game.name(company)),
            });
        }
    }
}

fn go_on(game: &mut Game, stage: Stage, events: &mut Events) -> Play {
    let front = game.fixed.privates.share_of;
    let front_in_play = game.company(front).status != Status::Absent;
    let next = match stage {
        Stage::Seats if game.fixed.random => Stage::North,
        Stage::North => Stage::South,
        Stage::South => Stage::Minors,
        Stage::Seats | Stage::Minors => Stage::Private7,
        // 18ESP-1.5.2-02: Vasco-Navarro only if CRB is not in play.
        Stage::Private7 if !front_in_play => Stage::Private6,
        Stage::Private7 | Stage::Private6 => {
            if front_in_play {
                // 18ESP-1.5.1-08: Zafra–Huelva with a share of CRB.
                game.table.beside[0] = Some(front);
            }
            set_aside(game, events)?;
            // 18ESP-1.5.1-13, 18ESP-1.5.2-04: whatever was drawn, play opens with the auction.
            return auction::begin(game, 0, events);
        }
    };
    game.table.round = Round::SetUp(next);
    Ok(())
}

/// 18ESP-1.5.1-07: a share of each South major is set aside. Whatever is not in play goes back into the box.
pub(super) fn set_aside(game: &mut Game, events: &mut Events) -> Play {
    let reserved = game.fixed.figures.reserved_share;
    if reserved > 0 {
        for company in game.in_play(Class::South) {
            game.table.shares.give_percent(company, reserved, Holder::Offering, Holder::Reserved, events)?;
        }
    }
    for company in game.company_ids() {
        if game.company(company).status == Status::Absent {
            for cert in game.table.shares.of(company) {
                game.table.shares.give(cert, Holder::Out, &mut Events::new())?;
            }
        }
    }
    Ok(())
}
