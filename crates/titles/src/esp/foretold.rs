//! What takeovers will bring before they are made, to the owner of the minor and to those of the major; what minors will count once
//! they are frozen; and what loans for trains will cost. Beside what the plans of companies say: the goal that a takeover meets is
//! among those on whose capital majors count already.

use super::Game;
use super::fixed::{Class, Phase};
use super::operating::takeover;
use super::table::Status;
use crate::prospects::{Firm, Hope, Hoped, Life, Outlook};
use ferrata_engine::id::{PhaseId, SeatId, TrainKind};
use ferrata_engine::shares::Holder;
use ferrata_engine::view::RoundKind;
use smallvec::SmallVec;

/// Trains that a company buys in a round: by that a phase is so many rounds away.
const PACE: f32 = 0.5;

/// What is so many rounds away happens so much less likely: 1 / (1 + rounds × this).
const DOUBT: f32 = 0.05;

/// A major that may take over a minor does so with this chance.
const OFTEN: f32 = 0.5;

/// What a train that changes hands is worth to its new company, in parts of what a new one costs.
const USED: f32 = 0.5;

/// What money in a treasury is worth to the owners of a company.
const TREASURY: f32 = 0.7;

/// The part of what somebody owns beside money that they could sell for a train.
const SALEABLE: f32 = 0.4;

/// A South major that may still take over a minor.
struct Taker<'a> {
    firm: &'a Firm,
    leader: SeatId,
    /// What the share is worth that comes with a takeover.
    share: f32,
}

/// A minor that may be taken over.
struct Target<'a> {
    firm: &'a Firm,
    owner: SeatId,
    price: f32,
    frozen: bool,
    /// It will have run a train: only then its owner is given the share.
    ran: bool,
}

/// The table, and how far away what is to come is.
struct Ahead<'a> {
    game: &'a Game,
    outlook: &'a Outlook,
    takers: SmallVec<[Taker<'a>; 8]>,
    targets: SmallVec<[Target<'a>; 8]>,
    /// Rounds until minors can be taken over, and until they are frozen; none if there is no such phase.
    opens: Option<f32>,
    freezes: Option<f32>,
}

impl Game {
    /// What takeovers and loans to come will bring and cost.
    pub(super) fn foretold_of(&self, outlook: &Outlook) -> Vec<Hope> {
        if matches!(outlook.round, RoundKind::Over | RoundKind::SetUp | RoundKind::Auction) {
            return Vec::new();
        }
        let ahead = Ahead::of(self, outlook);
        let mut hopes = Vec::new();
        for target in &ahead.targets {
            push(&mut hopes, target.owner, Hoped::Takeover, ahead.for_owner(target));
        }
        for taker in &ahead.takers {
            let gain = OFTEN * TREASURY * ahead.for_major(taker);
            for (seat, held) in (0..).map(SeatId).zip(&taker.firm.held) {
                push(&mut hopes, seat, Hoped::Takeover, gain * f32::from(*held) / 100.0);
            }
        }
        for (seat, purse) in (0..).map(SeatId).zip(&outlook.purses) {
            let others = SALEABLE * (purse.worth - purse.cash).max(0) as f32;
            let borrowed = ahead.to_be_paid_by(seat) - purse.cash.max(0) as f32 - others;
            let interest = self.fixed.figures.loan_interest as f32 / 100.0;
            push(&mut hopes, seat, Hoped::Trains, -interest * borrowed.max(0.0));
        }
        hopes
    }
}

/// A hope, if it is one.
fn push(hopes: &mut Vec<Hope>, seat: SeatId, what: Hoped, worth: f32) {
    if worth != 0.0 {
        hopes.push(Hope { seat, what, worth });
    }
}

/// How likely something is that is so many rounds away.
fn likely(rounds: f32) -> f32 {
    1.0 / (1.0 + DOUBT * rounds)
}

impl<'a> Ahead<'a> {
    fn of(game: &'a Game, outlook: &'a Outlook) -> Ahead<'a> {
        let (opens, freezes) = (
            rounds_until(game, outlook, |phase| phase.takeovers),
            rounds_until(game, outlook, Phase::full_capital),
        );
        Ahead {
            game,
            outlook,
            takers: outlook.firms.iter().filter_map(|firm| Taker::of(game, firm)).collect(),
            targets: outlook.firms.iter().filter_map(|firm| Target::of(game, firm)).collect(),
            opens,
            freezes,
        }
    }

    /// What becomes of a minor for its owner, beside its price.
    fn for_owner(&self, target: &Target<'_>) -> f32 {
        let counts = (self.game.fixed.figures.frozen_minor - 1) as f32 * target.price;
        let own = self.takers.iter().filter(|taker| taker.leader == target.owner).map(|taker| taker.share);
        let own = own.reduce(f32::max).filter(|_| target.ran);
        if target.frozen {
            // 18ESP-4.6.1-05: others do not ask; the owner themselves takes it over only if that is better.
            return self.by_others(target, counts)
                + own.map_or(0.0, |share| OFTEN * (share - counts).max(0.0));
        }
        let Some(until) = self.freezes else { return 0.0 };
        let closes = self.game.fixed.switches.minors_close_in_phase_5;
        let stays = match closes {
            // 18ESP-D-22: the bank pays what it was worth.
            true => 0.0,
            false => counts + self.by_others(target, counts),
        };
        // 18ESP-4.6-04, 18ESP-4.6-05, 18ESP-4.6-06: before, for its price and a share, but it pays nothing any more.
        let sold = own
            .zip(self.opens.filter(|opens| *opens < until))
            .map(|(share, opens)| share * likely(opens) - self.dividend(target) * (until - opens));
        sold.unwrap_or(f32::MIN).max(stays * likely(until))
    }

    /// 18ESP-4.6.1-06, 18ESP-4.6.1-07: what it changes that others may take a frozen minor over: it counts no more than its price, and
    /// its owner is given a share if it has run.
    fn by_others(&self, target: &Target<'_>, counts: f32) -> f32 {
        let others = self.takers.iter().filter(|taker| taker.leader != target.owner);
        let (mut count, mut shares) = (0.0, 0.0);
        for taker in others {
            (count, shares) = (count + 1.0, shares + taker.share);
        }
        if count == 0.0 {
            return 0.0;
        }
        let given = if target.ran { shares / count } else { 0.0 };
        let chance = OFTEN * (count / self.targets.len().max(1) as f32).min(1.0);
        chance * (given - counts)
    }

    /// 18ESP-4.5-03: what a minor pays its owner in a round.
    fn dividend(&self, target: &Target<'_>) -> f32 {
        let last = self.game.company(target.firm.company).last_run.unwrap_or_default();
        last.0 as f32 / self.game.fixed.figures.minor_parts.max(1) as f32
    }

    /// 18ESP-4.6-07: what a major gets with the best minor that it may take over, beside what it pays: money, and trains as far as its
    /// limit lets it keep them.
    fn for_major(&self, taker: &Taker<'_>) -> f32 {
        let nets = self.targets.iter().filter(|target| self.may_have(taker, target)).map(|target| {
            let room = usize::from(taker.firm.limit).saturating_sub(taker.firm.trains.len());
            let mut trains: SmallVec<[f32; 4]> = target
                .firm
                .trains
                .iter()
                .filter(|kind| self.lasts(**kind))
                .map(|kind| self.price(*kind))
                .collect();
            trains.sort_by(|a, b| b.total_cmp(a));
            let trains = USED * trains.iter().take(room).sum::<f32>();
            target.firm.cash as f32 + trains - target.price
        });
        nets.fold(0.0, f32::max) * likely(self.opens.unwrap_or(0.0))
    }

    /// 18ESP-4.6-04, 18ESP-4.6.1-05: whether nobody else has to agree; 18ESP-G-18: whether it can be paid.
    fn may_have(&self, taker: &Taker<'_>, target: &Target<'_>) -> bool {
        let asked = self.game.fixed.switches.takeover_needs_consent && !target.frozen;
        let agreed = !asked || target.owner == taker.leader;
        agreed && taker.firm.cash as f32 >= target.price
    }

    /// Whether a train lives on for more than a round.
    fn lasts(&self, kind: TrainKind) -> bool {
        let rusts = self.outlook.trains.get(kind.index()).and_then(|stock| stock.rusts_on);
        rusts.is_none_or(|by| until_sold(self.outlook, by) > 1.0)
    }

    fn price(&self, kind: TrainKind) -> f32 {
        self.outlook.trains.get(kind.index()).map_or(0.0, |stock| stock.price as f32)
    }

    /// 18ESP-4.7-01, 18ESP-4.7.1-02: what a player must add to the money of companies that have no train.
    fn to_be_paid_by(&self, seat: SeatId) -> f32 {
        let Some(next) = self.outlook.next_train.map(|kind| self.price(kind)) else { return 0.0 };
        let own =
            self.outlook.firms.iter().filter(|firm| firm.leader == Some(seat) && firm.trains.is_empty());
        own.filter(|firm| firm.life == Life::Operating).map(|firm| (next - firm.cash as f32).max(0.0)).sum()
    }
}

impl<'a> Taker<'a> {
    /// 18ESP-4.6-01, 18ESP-4.6-02, 18ESP-4.6.1-09; 18ESP-4.6-06: the share is set aside, online the last one that is left
    /// (18ESP-D-07).
    fn of(game: &Game, firm: &'a Firm) -> Option<Taker<'a>> {
        let south = game.class(firm.company) == Class::South && firm.life == Life::Operating;
        let leader = firm.leader.filter(|_| south && takeover::is_left(game, firm.company))?;
        let figures = &game.fixed.figures;
        let percent = match figures.reserved_share {
            0 => game.table.shares.percent(firm.company, Holder::Offering).min(figures.share),
            _ => game.table.shares.percent(firm.company, Holder::Reserved),
        };
        let share = f32::from(percent) / f32::from(figures.share.max(1)) * firm.price as f32;
        Some(Taker { firm, leader, share })
    }
}

impl<'a> Target<'a> {
    fn of(game: &Game, firm: &'a Firm) -> Option<Target<'a>> {
        let state = game.company(firm.company);
        let frozen = state.status == Status::Frozen;
        let there = game.is_minor(firm.company) && (frozen || state.status == Status::Launched);
        let owner = firm.leader.filter(|_| there)?;
        // 18ESP-4.6-03: with a train it will run in its next turn, if it still has one.
        let ran = state.ran || (!frozen && !firm.trains.is_empty());
        Some(Target { firm, owner, price: firm.price as f32, frozen, ran })
    }
}

/// Operating rounds until the first phase in which something holds; none if it never will.
fn rounds_until(game: &Game, outlook: &Outlook, holds: impl Fn(&Phase) -> bool) -> Option<f32> {
    if holds(game.phase()) {
        return Some(0.0);
    }
    let mut later = (game.table.phase.0 + 1..game.fixed.phases().len() as u8).map(PhaseId);
    let phase = later.find(|phase| holds(game.fixed.phase(*phase)))?;
    Some(until_sold(outlook, game.fixed.phase(phase).starts_with))
}

/// Operating rounds until the first train of a kind leaves the bank.
fn until_sold(outlook: &Outlook, kind: TrainKind) -> f32 {
    let buyers =
        outlook.firms.iter().filter(|firm| firm.life != Life::Frozen && firm.leader.is_some()).count();
    let before = outlook.trains.iter().take(kind.index());
    before.map(|stock| stock.left.map_or(0.0, f32::from)).sum::<f32>() / (PACE * buyers as f32).max(1.0)
}
