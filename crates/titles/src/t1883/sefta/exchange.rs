//! 8.3 Shares of the two corporations become shares of SEFTA.

use super::{Merger, MergerQuestion, Stage, estate};
use crate::t1883::agenda::Pending;
use crate::t1883::money::{Raise, Why};
use crate::t1883::stock::closing;
use crate::t1883::{Game, out_of_place};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

type Seats = SmallVec<[SeatId; 4]>;

/// The shares of SEFTA while they are counted; its certificates are dealt when all is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(in crate::t1883) struct Units {
    /// By player, from the conducting president clockwise.
    pub(super) seats: SmallVec<[(SeatId, u8); 4]>,
    pub(super) offering: u8,
    pub(super) pool: u8,
    /// Players with an odd share.
    pub(super) odd: Seats,
    /// The first player who reached two shares.
    pub(super) first: Option<SeatId>,
}

impl Units {
    /// 1883-8.3-05: every 20% and every pair of 10%, of either corporation, becomes one share.
    pub(super) fn of(game: &Game, order: &[SeatId]) -> Units {
        let mut units = Units::default();
        let held = |holder: Holder| -> u8 {
            let shares =
                game.fixed.merging.iter().map(|company| game.shares_in(game.percent(*company, holder)));
            shares.sum::<i32>() as u8
        };
        for seat in order {
            let shares = held(Holder::Seat(*seat));
            units.add(*seat, shares / 2);
            if shares % 2 == 1 {
                units.odd.push(*seat);
            }
        }
        // 1883-8.3-07: single shares of the initial offers and the pool are discarded.
        units.offering = held(Holder::Offering) / 2;
        units.pool = held(Holder::Pool) / 2;
        units
    }

    fn of_seat(&self, seat: SeatId) -> u8 {
        self.seats.iter().find(|(other, _)| *other == seat).map_or(0, |(_, units)| *units)
    }

    fn add(&mut self, seat: SeatId, count: u8) {
        match self.seats.iter_mut().find(|(other, _)| *other == seat) {
            Some((_, units)) => *units += count,
            None => self.seats.push((seat, count)),
        }
        if self.first.is_none() && self.of_seat(seat) >= 2 {
            self.first = Some(seat);
        }
    }

    /// 1883-8.3-15: how many are not issued yet.
    fn unissued(&self, game: &Game) -> u8 {
        let all = game.shares_in(100) as u8;
        let seats: u8 = self.seats.iter().map(|(_, units)| *units).sum();
        all.saturating_sub(seats + self.offering + self.pool)
    }
}

/// The old certificates leave the game.
pub(super) fn retire_old(game: &mut Game, events: &mut Events) -> Play {
    for company in game.fixed.merging {
        for cert in game.table.shares.of(company) {
            game.table.shares.give(cert, Holder::Out, events)?;
        }
    }
    Ok(())
}

/// 1883-8.3-06: half the price of SEFTA, rounded up to whole lire.
fn half(game: &Game) -> Money {
    game.price(game.fixed.sefta).percent_up(game.fixed.figures.sefta.odd_share)
}

/// The next player with an odd share: asked, or paid where they cannot buy.
pub(super) fn next_odd(game: &mut Game, merger: &Merger, left: &[SeatId], events: &mut Events) -> Play {
    let Some((seat, left)) = left.split_first() else {
        game.interrupt(merger.then(Stage::Presidency));
        return Ok(());
    };
    let left: Seats = left.into();
    let able = merger.units.unissued(game) > 0 && game.cash(*seat) >= half(game);
    if able {
        game.interrupt(merger.then(Stage::Odd { left }));
        let question = MergerQuestion::Odd(OddShare { seat: *seat });
        game.interrupt(Pending::MergerQuestion(question));
        return Ok(());
    }
    game.interrupt(merger.then(Stage::Odd { left }));
    give_up(game, *seat, events)
}

fn give_up(game: &mut Game, seat: SeatId, events: &mut Events) -> Play {
    let sum = half(game);
    game.pay(Account::Bank, Account::Seat(seat), sum, say!("odd share given up"), events)
}

/// 1883-8.3-06: a player pays for a share, or gives up the odd one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct OddShare {
    pub(in crate::t1883) seat: SeatId,
}

const BUY: OptionName = OptionName::of("buy");
const SELL: OptionName = OptionName::of("sell");

impl Decision<Game> for OddShare {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Exchange
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (sum, sefta) = (half(game), game.name(game.fixed.sefta));
        let options = vec![
            (BUY, say!("pay {sum} to {sefta} for a share", sum, sefta)),
            (SELL, say!("give the odd share up for {sum} from the bank", sum)),
        ];
        vec![Offer::Choose { about: say!("an odd share is left over"), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let buys = match action {
            Action::Choose { option: BUY } => true,
            Action::Choose { option: SELL } => false,
            _ => return Err(out_of_place(say!("buy a share or give up the odd one"))),
        };
        game.table.pending.pop();
        if !buys {
            return give_up(game, self.seat, events);
        }
        let (sum, sefta) = (half(game), game.fixed.sefta);
        require(sum <= game.cash(self.seat), "1883-8.3-06", || say!("a share costs {sum}", sum))?;
        game.pay(
            Account::Seat(self.seat),
            Account::Company(sefta),
            sum,
            say!("share of the merger"),
            events,
        )?;
        if let Some(Pending::Merger(merger)) = game.table.pending.last_mut() {
            merger.units.add(self.seat, 1);
        }
        Ok(())
    }
}

/// 1883-8.3-08: the 20% goes to the first who reached two shares, and from there to the largest holder.
pub(super) fn presidency(game: &mut Game, merger: &Merger, events: &mut Events) -> Play {
    let units = &merger.units;
    let Some(first) = units.first else {
        let left = units.seats.iter().filter(|(_, units)| *units > 0).map(|(seat, _)| *seat).collect();
        game.interrupt(merger.then(Stage::Crown { left }));
        return Ok(());
    };
    let most = units.seats.iter().map(|(_, units)| *units).max().unwrap_or(0);
    let order = game.clockwise_from(first);
    let president = order.into_iter().find(|seat| units.of_seat(*seat) == most).unwrap_or(first);
    deal(game, units, president, events)?;
    game.interrupt(merger.then(Stage::Tokens));
    Ok(())
}

/// The certificates are dealt: the president has the 20%.
fn deal(game: &mut Game, units: &Units, president: SeatId, events: &mut Events) -> Play {
    let (sefta, share) = (game.fixed.sefta, game.fixed.figures.share);
    if let Some(cert) = game.table.shares.director_certificate(sefta) {
        game.table.shares.give(cert, Holder::Seat(president), events)?;
    }
    events.push(Event::Director { company: sefta, director: Holder::Seat(president) });
    for (seat, count) in &units.seats {
        let tens = if *seat == president { count.saturating_sub(2) } else { *count };
        game.table.shares.give_percent(sefta, tens * share, Holder::Offering, Holder::Seat(*seat), events)?;
    }
    let left = game.percent(sefta, Holder::Offering);
    let pool = (units.pool * share).min(left);
    game.table.shares.give_percent(sefta, pool, Holder::Offering, Holder::Pool, events)
}

/// 1883-8.3-09, 1883-R-43: nobody has two shares: the first receiver takes the 20% and pays the price of a share to SEFTA.
pub(super) fn crown(game: &mut Game, merger: &Merger, left: &[SeatId], events: &mut Events) -> Play {
    let sefta = game.fixed.sefta;
    let Some((seat, left)) = left.split_first() else {
        game.interrupt(merger.then(Stage::Finish));
        estate::move_tokens(game, events)?;
        return closing::close(game, sefta, events);
    };
    let (seat, left) = (*seat, left.into());
    game.interrupt(merger.then(Stage::Crowned { seat, left }));
    let amount = game.price(sefta);
    let raise = Raise { seat, company: None, amount, to: Some(sefta), why: Why::Presidency, warned: false };
    game.interrupt(Pending::Raise(raise));
    Ok(())
}

pub(super) fn crowned(
    game: &mut Game,
    merger: &Merger,
    seat: SeatId,
    left: &[SeatId],
    events: &mut Events,
) -> Play {
    if game.seat(seat).out {
        // Their share goes to the pool (1883-6.8-20).
        let mut units = merger.units.clone();
        let lost = units.of_seat(seat);
        units.seats.retain(|(other, _)| *other != seat);
        units.pool += lost;
        let stage = Stage::Crown { left: left.into() };
        game.interrupt(Pending::Merger(Merger { units, stage, ..merger.clone() }));
        return Ok(());
    }
    let mut units = merger.units.clone();
    units.add(seat, 1);
    deal(game, &units, seat, events)?;
    game.interrupt(merger.then(Stage::Tokens));
    Ok(())
}
