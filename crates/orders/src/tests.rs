//! What ends an order, and what it does: the plain case, the one just beyond, and where two meet.

use super::*;
use ferrata_engine::action::Party;
use ferrata_engine::money::Money;
use ferrata_engine::position;
use ferrata_engine::turn::{Entry, Setup, Title};
use ferrata_engine::view::{CompanyStatus, ShareView};
use ferrata_titles::Game;
use ferrata_wire::Change;

const STOCK: &str = r#"title = "1841"
edition = "v1"
players = ["Ada", "Ben", "Cleo"]
phase = "3"

[seat.Ada]
cash = 1000

[seat.Ben]
cash = 1000

[company.IRSFF]
price = 100
treasury = 300
shares = "Ada 20, Cleo 40, pool 20"
stations = ["F8", "F16"]
trains = ["3"]
"#;

const ADA: SeatId = SeatId(0);
const BEN: SeatId = SeatId(1);

fn game() -> Game {
    let setup = position::setup("stock.toml", STOCK).unwrap();
    Game::start(&Setup { position: Some(STOCK.into()), ..setup }).unwrap()
}

fn irsff() -> CompanyName {
    CompanyName::of("IRSFF")
}

fn pass_until(change: Change, view: &View) -> Standing {
    Standing::new(Order::PassUntil { changes: vec![change] }, ADA, view).unwrap()
}

/// Given every kind of change, then each ends the order that waits for it, and none that waits for another.
#[test]
fn an_order_ends_with_its_own_change_only() {
    let view = game().view();
    let at = view.companies.iter().position(|company| company.name == irsff()).unwrap();
    let other = view.companies.iter().position(|company| company.status == CompanyStatus::Waiting).unwrap();
    let mut changed = Vec::new();
    let mut with = |change: Change, cause: Cause, act: &dyn Fn(&mut View)| {
        let mut after = view.clone();
        act(&mut after);
        changed.push((change, cause, after));
    };
    let share = |percent| ShareView { company: irsff(), percent, director: false };
    with(Change::Holdings, Cause::Holdings, &|view| view.players[0].shares[0].percent = 30);
    with(Change::Purchase, Cause::Purchase, &|view| view.players[1].shares.push(share(20)));
    with(Change::Price, Cause::Price, &|view| view.companies[at].price = Some(Money(110)));
    with(Change::Company, Cause::Company, &|view| view.companies[other].status = CompanyStatus::Started);
    with(Change::Priority, Cause::Priority, &|view| view.players[0].priority = !view.players[0].priority);
    for (change, cause, after) in &changed {
        for waits in Change::ALL {
            let expected =
                if waits == *change { OrderState::Over { cause: *cause } } else { OrderState::Active };
            assert_eq!(pass_until(waits, &view).review(ADA, after), expected, "{change:?} for {waits:?}");
        }
    }
    // A sale of another: who held 20 % holds none.
    let mut before = view.clone();
    before.players[1].shares.push(share(20));
    let sold = OrderState::Over { cause: Cause::Sale };
    assert_eq!(pass_until(Change::Sale, &before).review(ADA, &view), sold);
    assert_eq!(pass_until(Change::Purchase, &before).review(ADA, &view), OrderState::Active);
    // The price of what one does not hold is nobody's concern.
    let ben = Standing::new(Order::PassUntil { changes: vec![Change::Price] }, BEN, &view).unwrap();
    assert_eq!(ben.review(BEN, &changed[2].2), OrderState::Active);
    // Another round ends all of them.
    let mut later = view.clone();
    later.round.kind = ferrata_engine::view::RoundKind::Operating;
    assert_eq!(pass_until(Change::Sale, &view).review(ADA, &later), OrderState::Over { cause: Cause::Round });
    let round = Standing::new(Order::PassRound, ADA, &view).unwrap();
    assert_eq!(round.review(ADA, &later), OrderState::Over { cause: Cause::Round });
    assert!(changed.iter().all(|(_, _, after)| round.review(ADA, after) == OrderState::Active));
    assert_eq!(Standing::new(Order::PassRound, ADA, &later), Err(Nonsense::NoStockRound));
}

fn buy(most: i32, until: u8) -> Order {
    Order::Buy { company: irsff(), from: Party::Bank, most: Money(most), until }
}

/// Given an order to buy, then it buys at exactly its price, not a coin above it, and never more than was wanted.
#[test]
fn shares_are_bought_up_to_their_price() {
    let mut game = game();
    let price = |game: &Game| {
        let next = Standing::new(buy(10_000, 100), ADA, &game.view()).unwrap().next(ADA, game, None, false);
        match next {
            Reach::Does(Action::Buy { price, .. }) => price,
            other => panic!("nothing is bought: {other:?}"),
        }
    };
    let price = price(&game);
    let at =
        |most: i32| Standing::new(buy(most, 100), ADA, &game.view()).unwrap().next(ADA, &game, None, false);
    assert!(matches!(at(price.0), Reach::Does(Action::Buy { .. })));
    assert_eq!(at(price.0 - 1), Reach::Ends(OrderState::Over { cause: Cause::Expensive }));
    assert_eq!(Standing::new(buy(100, 20), ADA, &game.view()), Err(Nonsense::HeldAlready));
    assert_eq!(Standing::new(buy(100, 101), BEN, &game.view()), Err(Nonsense::HeldAlready));
    // Somebody else's turn is not used.
    let ben = Standing::new(buy(10_000, 20), BEN, &game.view()).unwrap();
    assert_eq!(ben.next(BEN, &game, None, false), Reach::Waits);
    // What has just been bought was the turn.
    let order = Standing::new(buy(10_000, 80), ADA, &game.view()).unwrap();
    let Reach::Does(bought) = order.next(ADA, &game, None, false) else { panic!("nothing is bought") };
    game.apply(&Entry::seat(ADA, bought)).unwrap();
    if game.turn() == ferrata_engine::turn::Turn::Seat(ADA) {
        assert_eq!(order.next(ADA, &game, None, true), Reach::Does(Action::Pass));
    }
}

/// Given somebody else's turn, then an order to buy tells what it would buy now, and nothing where that is too dear.
#[test]
fn an_order_tells_what_it_would_buy() {
    let game = game();
    let would =
        |most: i32| Standing::new(buy(most, 20), BEN, &game.view()).unwrap().outlook(BEN, &game, None);
    let bought = Action::Buy {
        buyer: Party::Seat(BEN),
        company: irsff(),
        percent: 10,
        from: Party::Bank,
        price: Money(100),
    };
    assert_eq!((would(100), would(99)), (Some(bought), None));
}

/// Given orders that make no sense on this table, then each is refused with its reason.
#[test]
fn nonsense_is_refused() {
    let view = game().view();
    let new = |order| Standing::new(order, BEN, &view).err();
    assert_eq!(new(Order::PassUntil { changes: Vec::new() }), Some(Nonsense::NoChange));
    let settle = ferrata_engine::action::Settlement::Pay;
    assert_eq!(new(Order::Run { company: irsff(), settle }), Some(Nonsense::NoSuchCompany));
    assert_eq!(new(Order::Decline { deal: Box::new(Action::Pass) }), Some(Nonsense::NoDeal));
    let nowhere = CompanyName::of("nowhere");
    let buys = Order::Buy { company: nowhere, from: Party::Bank, most: Money(1), until: 10 };
    assert_eq!(new(buys), Some(Nonsense::NoSuchCompany));
}
