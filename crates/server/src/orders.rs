//! Carries out standing orders: after every entry, in the same transaction, as if their owners had been there.

use crate::plan::{Steps, chance};
use crate::problem::{Answer, Problem};
use crate::running::Running;
use crate::secret::random_key;
use crate::store::{OrderRow, RecordBody, StoredRecord};
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_orders::Reach;
use ferrata_titles::{Game, RULES_VERSION};
use ferrata_wire::{Cause, Millis, OrderState};

/// How many entries orders make after one made by hand; more than three rounds of passes need.
const MOST: usize = 60;

/// The orders of a table while it changes.
#[derive(Debug)]
pub(crate) struct Orders {
    all: Vec<OrderRow>,
    /// Those that have changed.
    changed: Vec<usize>,
    /// The one that acted last in the turn that goes on.
    acted: Option<(usize, SeatId)>,
}

impl Orders {
    /// The orders that stand at a table.
    pub(crate) fn new(all: Vec<OrderRow>) -> Orders {
        Orders { all, changed: Vec::new(), acted: None }
    }

    /// Those that have changed, to be stored.
    pub(crate) fn changes(&self) -> Vec<OrderRow> {
        self.changed.iter().filter_map(|at| self.all.get(*at).cloned()).collect()
    }

    /// Those that stand.
    pub(crate) fn standing(self) -> Vec<OrderRow> {
        self.all.into_iter().filter(|order| order.state == OrderState::Active).collect()
    }

    fn end(&mut self, at: usize, state: OrderState) {
        if let Some(order) = self.all.get_mut(at) {
            order.state = state;
            self.note(at);
        }
    }

    fn note(&mut self, at: usize) {
        if !self.changed.contains(&at) {
            self.changed.push(at);
        }
    }

    fn active(&self) -> impl Iterator<Item = (usize, &OrderRow)> {
        self.all.iter().enumerate().filter(|(_, order)| order.state == OrderState::Active)
    }

    fn end_where(&mut self, cause: Cause, which: impl Fn(&OrderRow) -> bool) {
        let ends: Vec<usize> = self.active().filter(|(_, order)| which(order)).map(|(at, _)| at).collect();
        ends.into_iter().for_each(|at| self.end(at, OrderState::Over { cause }));
    }

    /// Something was taken back: nothing is done again that somebody did not want.
    pub(crate) fn undone(&mut self) {
        self.end_where(Cause::Undo, |_| true);
    }

    /// A seat acted by hand.
    pub(crate) fn by_hand(&mut self, seat: SeatId) {
        self.end_where(Cause::Hand, |order| order.seat == seat.0 && order.standing.ends_by_hand());
    }

    /// Somebody else plays a seat.
    pub(crate) fn left(&mut self, seat: SeatId) {
        self.end_where(Cause::Seat, |order| order.seat == seat.0);
    }

    /// Their owner takes one back; false if it does not stand.
    pub(crate) fn take_back(&mut self, id: &str, user: &str) -> bool {
        self.end_where(Cause::Owner, |order| order.id == id && order.user_id == user);
        !self.changed.is_empty()
    }

    /// Ends those that no longer stand, and lets the others act as long as it is their turn.
    pub(crate) fn carry_out(
        &mut self,
        running: &Running,
        at: Millis,
        steps: &mut Steps,
        events: &mut Vec<Event>,
    ) -> Answer<()> {
        for _ in 0..MOST {
            if self.active().next().is_none() && self.acted.is_none() {
                return Ok(());
            }
            let game = steps.last().map_or_else(|| running.game().clone(), |(_, game)| game.clone());
            self.review(&game);
            let Turn::Seat(seat) = game.turn() else { return Ok(()) };
            let last = match steps.last() {
                Some((record, _)) => record.entry(),
                None => running.last_entry(),
            };
            let Some((which, action)) = self.next(seat, &game, last.as_ref()) else { return Ok(()) };
            let number = steps.last().map_or_else(|| running.number(), |(record, _)| record.number) + 1;
            self.act(which, (Entry::seat(seat, action), number, at), game, steps, events)?;
        }
        Ok(())
    }

    fn review(&mut self, game: &Game) {
        let view = game.view();
        let reviewed =
            self.active().map(|(at, order)| (at, order.standing.review(SeatId(order.seat), &view)));
        let ended: Vec<_> = reviewed.filter(|(_, state)| *state != OrderState::Active).collect();
        ended.into_iter().for_each(|(at, state)| self.end(at, state));
    }

    /// What the first of a seat's orders does that does something.
    fn next(&mut self, seat: SeatId, game: &Game, last: Option<&Entry>) -> Option<(usize, Action)> {
        if self.acted.is_some_and(|(_, acted)| acted != seat) {
            self.acted = None;
        }
        // One that has done what was wanted ends its turn.
        if let Some((at, _)) = self.acted
            && let Some(order) = self.all.get(at).filter(|order| order.state == OrderState::Done)
            && let Some(action) = order.standing.end_turn(seat, game)
        {
            return Some((at, action));
        }
        // One that has bought goes on before any other.
        let mut own: Vec<usize> =
            self.active().filter(|(_, order)| order.seat == seat.0).map(|(at, _)| at).collect();
        if let Some((acted, _)) = self.acted {
            own.sort_by_key(|at| *at != acted);
        }
        for at in own {
            let follows = self.acted == Some((at, seat));
            let reach = self.all.get(at)?.standing.next(seat, game, last, follows);
            match reach {
                Reach::Does(action) => return Some((at, action)),
                Reach::Ends(state) => self.end(at, state),
                Reach::Waits => {}
            }
        }
        None
    }

    fn act(
        &mut self,
        which: usize,
        (entry, number, at): (Entry, u64, Millis),
        mut game: Game,
        steps: &mut Steps,
        events: &mut Vec<Event>,
    ) -> Answer<()> {
        let Some(order) = self.all.get_mut(which) else { return Ok(()) };
        let passes = entry.action == Action::Pass;
        events.extend(game.apply(&entry).map_err(Problem::internal)?);
        order.did.push(number);
        let record = StoredRecord {
            number,
            seat: Some(order.seat),
            body: RecordBody::Entry(entry.action),
            hash: game.hash(),
            sealed: false,
            rules: RULES_VERSION,
            at,
            user: Some(order.user_id.clone()),
            retry: random_key(20).map_err(Problem::internal)?,
        };
        // Whoever passes has ended their turn.
        self.acted = (!passes).then_some((which, SeatId(order.seat)));
        self.note(which);
        steps.push((record, game.clone()));
        chance(game, (number, at), steps, events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_games;
    use ferrata_engine::action::Settlement;
    use ferrata_engine::kit::Dice;
    use ferrata_engine::money::Money;
    use ferrata_engine::offer::Offer;
    use ferrata_orders::Standing;
    use ferrata_wire::{Change, Order};

    /// An order that might make sense here, at random.
    fn any_order(dice: &mut Dice, game: &Game) -> Option<Order> {
        let view = game.view();
        let company = dice.pick(&view.companies)?.name;
        let most = Money(dice.between(20, 400));
        let offers = game.offers();
        let buys: Vec<_> = offers
            .iter()
            .filter_map(|offer| match offer {
                Offer::Buy { company, from, .. } => Some((*company, *from)),
                _ => None,
            })
            .collect();
        let bids: Vec<_> = offers
            .iter()
            .filter_map(|offer| match offer {
                Offer::Bid { card, .. } => Some(*card),
                _ => None,
            })
            .collect();
        Some(match dice.below(6) {
            0 => {
                let changes = Change::ALL.into_iter().filter(|_| dice.one_in(2)).collect();
                Order::PassUntil { changes }
            }
            1 => Order::PassRound,
            2 => {
                let (company, from) = *dice.pick(&buys)?;
                Order::Buy { company, from, most, until: dice.between(10, 60) as u8 }
            }
            3 => Order::Bid { card: *dice.pick(&bids)?, most },
            _ => {
                let ways = [Settlement::Pay, Settlement::Withhold, Settlement::Half];
                Order::Run { company, settle: *dice.pick(&ways)? }
            }
        })
    }

    fn give(dice: &mut Dice, running: &Running, orders: &mut Vec<OrderRow>, made: &mut usize) {
        let seat = dice.below(3) as u8;
        let Some(order) = any_order(dice, running.game()) else { return };
        let Ok(standing) = Standing::new(order, SeatId(seat), &running.game().view()) else { return };
        *made += 1;
        let (id, user_id) = (format!("order {made}"), format!("player {seat}"));
        let (state, did) = (OrderState::Active, Vec::new());
        orders.push(OrderRow { id, seat, user_id, standing, state, did, created: 0 });
    }

    /// Given random games of every title in which every seat gives orders at random, then what they lead to is a log that
    /// folds by hand to the same table after every record; each entry that an order made is by its owner, is on the list of
    /// what it did once, and an order that is over does nothing more.
    #[test]
    fn orders_do_what_hands_would() {
        let (mut made, mut done) = (0, 0);
        for setup in random_games::setups() {
            for seed in 0..3 {
                let mut dice = Dice::new(seed * 31 + 5);
                let mut running = Running::new(setup.clone(), 0).unwrap();
                let mut orders: Vec<OrderRow> = Vec::new();
                let mut over: Vec<OrderRow> = Vec::new();
                let mut by_orders: Vec<(u64, u8)> = Vec::new();
                while running.number() < 250 {
                    let Some(entry) = random_games::next(running.game(), &mut dice) else { break };
                    let mut steps = Vec::new();
                    let mut state = Orders::new(std::mem::take(&mut orders));
                    let ferrata_engine::turn::Author::Seat(seat) = entry.by else {
                        let mut next = running.game().clone();
                        next.apply(&entry).unwrap();
                        let record =
                            StoredRecord::imported(running.number() + 1, 0, &entry, false, next.hash());
                        running.commit(record, next);
                        orders = state.standing();
                        continue;
                    };
                    let sealed = matches!(running.game().turn(), Turn::Sealed(_));
                    let mut next = running.game().clone();
                    next.apply(&entry).unwrap();
                    let record = StoredRecord::imported(running.number() + 1, 0, &entry, sealed, next.hash());
                    steps.push((record, next.clone()));
                    let number = running.number() + 1;
                    chance(next, (number, 0), &mut steps, &mut Vec::new()).unwrap();
                    let before = steps.len();
                    state.by_hand(seat);
                    state.carry_out(&running, 0, &mut steps, &mut Vec::new()).unwrap();
                    let players =
                        steps[before..].iter().filter_map(|(record, _)| Some((record.number, record.seat?)));
                    by_orders.extend(players);
                    let changes = state.changes();
                    over.extend(changes.into_iter().filter(|order| order.state != OrderState::Active));
                    orders = state.standing();
                    steps.into_iter().for_each(|(record, next)| running.commit(record, next));
                    if dice.one_in(3) {
                        give(&mut dice, &running, &mut orders, &mut made);
                    }
                }
                let hash = running.game().hash();
                let mut by_hand = Running::new(setup.clone(), 0).unwrap();
                by_hand.extend(running.into_records());
                assert!(by_hand.damage().is_none() && by_hand.changed().is_none());
                assert_eq!(by_hand.game().hash(), hash);
                let mut listed: Vec<(u64, u8)> = orders
                    .iter()
                    .chain(&over)
                    .flat_map(|order| order.did.iter().map(|number| (*number, order.seat)))
                    .collect();
                listed.sort_unstable();
                assert_eq!(listed, by_orders);
                done += listed.len();
            }
        }
        assert!(made > 200 && done > 100, "{made} orders did {done} things");
    }
}
