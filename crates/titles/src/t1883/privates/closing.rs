//! 3.5 All privates close when SEFTA is formed or the first 5-train is sold.

use super::{give, holder, swap};
use crate::t1883::Game;
use crate::t1883::agenda::Pending;
use crate::t1883::concessions;
use crate::t1883::fixed::ExtraTile;
use crate::t1883::out_of_place;
use ferrata_engine::action::Action;
use ferrata_engine::board::Candidate;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 1883-3.5-01, 1883-R-52: closes them all. A player who owns CNP may still swap it: it is the last moment.
pub(in crate::t1883) fn close_all(game: &mut Game, events: &mut Events) -> Play {
    let owner =
        game.fixed.privates.iter().position(|private| private.swap.is_some()).and_then(
            |private| match holder(game, private) {
                Holder::Seat(seat) => swap::possible(game, seat).map(|private| (private, seat)),
                _ => None,
            },
        );
    match owner {
        Some((private, seat)) => {
            game.interrupt(Pending::LastSwap(LastSwap { private: private as u8, seat }));
            Ok(())
        }
        None => close(game, events),
    }
}

fn close(game: &mut Game, events: &mut Events) -> Play {
    let fixed = game.fixed.clone();
    for (at, private) in fixed.privates.iter().enumerate() {
        if holder(game, at) == Holder::Out {
            continue;
        }
        give(game, at, Holder::Out, events);
        if let Some(swap) = private.swap {
            sell_unswapped(game, swap.company, events)?;
        }
        if let Some(tile) = private.tile.filter(|tile| tile.automatic) {
            lay_by_itself(game, &tile, events)?;
        }
    }
    Ok(())
}

/// The privates of somebody who leaves the game: of a corporation that closes (1883-5.8-03, 1883-5.8-04) or a bankrupt
/// (1883-R-32). For CNP a share of SV goes to the pool.
pub(in crate::t1883) fn close_those_of(game: &mut Game, owner: Holder, events: &mut Events) -> Play {
    let fixed = game.fixed.clone();
    for (at, private) in fixed.privates.iter().enumerate() {
        if holder(game, at) != owner {
            continue;
        }
        give(game, at, Holder::Out, events);
        if let Some(swap) = private.swap {
            sell_unswapped(game, swap.company, events)?;
        }
    }
    Ok(())
}

/// 1883-3.2-11, 1883-3.2-20: CNP was not swapped: a share of SV goes from the initial offers to the pool, if that is possible,
/// and its treasury gets the par; the price does not move.
fn sell_unswapped(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let share = game.fixed.figures.share;
    let room = game.percent(company, Holder::Pool) + share <= game.fixed.figures.pool_limit;
    let there = game.table.shares.ordinary(company, share, Holder::Offering).is_some();
    if !game.is_open(company) || !room || !there {
        return Ok(());
    }
    game.table.shares.give_percent(company, share, Holder::Offering, Holder::Pool, events)?;
    let par = game.company(company).par.unwrap_or_default();
    game.pay(Account::Bank, Account::Company(company), par, say!("share of an unswapped private"), events)
}

/// 1883-3.2-04, 1883-R-06: FRV's tile is laid by itself if the hex is still empty and a fitting tile is left.
fn lay_by_itself(game: &mut Game, tile: &ExtraTile, events: &mut Events) -> Play {
    let fits = |to: &Candidate| to.exits & tile.joins == tile.joins;
    let board = &game.table.board;
    let empty = board.laid(tile.hex).is_none();
    let Some(to) = board.candidates(tile.hex, &[Color::Yellow]).find(|to| empty && fits(to)) else {
        return Ok(());
    };
    game.table.board.lay(tile.hex, &to);
    let name = game.fixed.parts.tile_name(to.tile);
    events.push(Event::Tile { company: None, hex: tile.hex, tile: name, rotation: to.rotation });
    concessions::check_all(game, events)
}

/// The last moment at which CNP can be swapped.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct LastSwap {
    pub(in crate::t1883) private: u8,
    pub(in crate::t1883) seat: SeatId,
}

const SWAP: OptionName = OptionName::of("swap");
const CLOSE: OptionName = OptionName::of("close");

impl Decision<Game> for LastSwap {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Card
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let private = game.fixed.privates.get(usize::from(self.private));
        let Some((card, swap)) = private.and_then(|private| Some((private.card, private.swap?))) else {
            return Vec::new();
        };
        let (card, company) = (game.fixed.parts.card_name(card), game.name(swap.company));
        let options = vec![
            (SWAP, say!("swap {card} for a share of {company}", card, company)),
            (CLOSE, say!("let {card} close", card)),
        ];
        vec![Offer::Choose { about: say!("private companies close: swap {card} now?", card), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        match action {
            Action::Choose { option: SWAP } => {
                swap::swap(game, usize::from(self.private), self.seat, events)?;
                close(game, events)
            }
            Action::Choose { option: CLOSE } => close(game, events),
            _ => Err(out_of_place(say!("swap the private company or let it close"))),
        }
    }
}
