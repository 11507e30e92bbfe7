//! Properties of the toolbox, tried on thousands of random cases.

use super::setup;
use crate::tiny::Tiny;
use ferrata_engine::action::{Action, Leg, Party, Settlement};
use ferrata_engine::checks::{check_money, check_shares, check_trains};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CertId, CompanyId, SeatId, TrainKind};
use ferrata_engine::kit::{Dice, Plan, Pool, mutants, play_random, random_action, strangers};
use ferrata_engine::log::{Log, redacted};
use ferrata_engine::money::{Account, Ledger, Money};
use ferrata_engine::name::{CardName, CompanyName, HexName, OptionName, TileName, TrainName};
use ferrata_engine::offer::{Offer, Prices, covered, sheet_is_valid};
use ferrata_engine::say;
use ferrata_engine::seals::Seals;
use ferrata_engine::shares::{Control, Holder, Shares};
use ferrata_engine::text::Text;
use ferrata_engine::tile::End;
use ferrata_engine::train::{Depot, TrainSpec};
use ferrata_engine::turn::{Author, Draw, DrawKind, Entry, Turn};
use smallvec::SmallVec;

const CASES: usize = 2_000;

#[test]
fn what_is_dealt_is_allowed_and_its_neighbours_are_judged_right() {
    let mut dice = Dice::new(1);
    for _ in 0..CASES {
        let (count, of) = (dice.below(6) as u16, 1 + dice.below(8) as u16);
        let pick = Draw { what: Text::default(), kind: DrawKind::Pick { count: count.min(of), of } };
        let throw = Draw { what: Text::default(), kind: DrawKind::Dice { count, sides: of } };
        for draw in [pick, throw] {
            let outcome = dice.deal(&draw);
            assert!(draw.allows(&outcome) && draw.allows(&draw.first()), "{draw:?} {outcome:?}");
            assert!(!draw.allows(&[&outcome[..], &[of + 1]].concat()), "one too many");
            if let [first, rest @ ..] = &outcome[..] {
                assert!(!draw.allows(rest), "one too few");
                assert!(!draw.allows(&[&[of + 1], rest].concat()), "too high");
                let twice = [&[*rest.first().unwrap_or(first)], rest].concat();
                let same = matches!(draw.kind, DrawKind::Pick { .. }) && !rest.is_empty();
                assert_eq!(draw.allows(&twice), !same, "a number is picked once, a die may repeat");
            }
        }
    }
}

#[test]
fn every_pick_is_dealt_about_as_often() {
    let (mut dice, mut seen) = (Dice::new(2), [0_u32; 6]);
    let draw = Draw { what: Text::default(), kind: DrawKind::Pick { count: 3, of: 3 } };
    for _ in 0..6_000 {
        let outcome = dice.deal(&draw);
        seen[usize::from(outcome[0]) * 2 + usize::from(outcome[1] > outcome[2])] += 1;
    }
    assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
}

#[test]
fn prices_contain_exactly_their_steps() {
    let mut dice = Dice::new(3);
    for _ in 0..CASES {
        let prices = prices(&mut dice);
        let steps =
            (0..).map(|step| prices.min + prices.step * step).take_while(|price| *price <= prices.max);
        let listed: Vec<Money> = steps.collect();
        for price in prices.min.0 - 3..=prices.max.0 + 3 {
            assert_eq!(prices.contains(Money(price)), listed.contains(&Money(price)), "{prices:?} {price}");
        }
    }
}

#[test]
fn every_offer_covers_its_samples_and_what_random_players_take() {
    let mut dice = Dice::new(4);
    for _ in 0..CASES {
        let offer = offer(&mut dice, 0);
        let random = random_action(&offer, &mut dice);
        let samples = offer.samples();
        assert!(!samples.is_empty(), "{offer:?}");
        for action in samples.iter().chain(&random) {
            assert!(offer.covers(action), "{offer:?} does not cover {action:?}");
        }
        let text = serde_json::to_string(&offer).unwrap();
        assert_eq!(serde_json::from_str::<Offer>(&text).unwrap(), offer);
    }
}

#[test]
fn an_offer_of_an_empty_range_has_no_samples() {
    let amounts = Prices::between(Money(10), Money(9));
    assert!(Offer::Loan { amounts }.samples().is_empty());
}

#[test]
fn offers_cover_no_action_of_another_kind_and_actions_survive_serialisation() {
    let (mut dice, pool) = (Dice::new(5), Pool { seats: 3, ..Pool::default() });
    for _ in 0..CASES / 4 {
        let offer = offer(&mut dice, 0);
        for sample in offer.samples() {
            for action in mutants(&sample, &pool).into_iter().chain(strangers(&pool)) {
                let kind = std::mem::discriminant(&action) == std::mem::discriminant(&sample);
                assert!(kind || !covered(std::slice::from_ref(&offer), &action), "{offer:?} {action:?}");
                let text = serde_json::to_string(&action).unwrap();
                assert_eq!(serde_json::from_str::<Action>(&text).unwrap(), action);
            }
        }
    }
}

#[test]
fn sheets_are_judged_as_the_words_say() {
    let mut dice = Dice::new(6);
    for _ in 0..CASES {
        let amounts: Vec<_> = (0..dice.below(4)).map(|_| Money(dice.between(-5, 30))).collect();
        let (min, budget) = (Money(dice.between(1, 12)), Money(dice.between(0, 50)));
        let sum: i32 = amounts.iter().map(|amount| amount.0).sum();
        let each = amounts.iter().all(|amount| amount.0 == 0 || amount.0 >= min.0);
        let expected = each && sum > 0 && sum <= budget.0;
        assert_eq!(sheet_is_valid(&amounts, min, budget), expected, "{amounts:?} {min} {budget}");
    }
    assert!(!sheet_is_valid(&[Money(i32::MAX), Money(i32::MAX)], Money(1), Money(100)), "no overflow");
}

#[test]
fn no_payment_makes_or_loses_money_and_a_refused_one_changes_nothing() {
    let mut dice = Dice::new(7);
    let mut ledger = Ledger::new(Money(1_000), 3, 2);
    for _ in 0..CASES * 5 {
        let (from, to) = (account(&mut dice), account(&mut dice));
        let amount = Money(if dice.one_in(50) { dice.bits() as i32 } else { dice.between(-20, 200) });
        let (before, mut events) = (ledger.clone(), Events::new());
        let paid = ledger.pay(from, to, amount, Text::default(), &mut events);
        assert!(paid.is_ok() || (ledger == before && events.is_empty()), "{from:?} {to:?} {amount}");
        assert!(check_money(&ledger, Money(1_000)).is_empty(), "{ledger:?}");
    }
}

fn account(dice: &mut Dice) -> Account {
    match dice.below(3) {
        0 => Account::Bank,
        1 => Account::Seat(SeatId(dice.below(4) as u8)),
        _ => Account::Company(CompanyId(dice.below(3) as u8)),
    }
}

#[test]
fn certificates_are_neither_doubled_nor_lost() {
    let mut dice = Dice::new(8);
    let sets: [&[u8]; 3] = [&[20, 10, 10, 10, 10, 10, 10, 10, 10], &[40, 20, 20, 20], &[30, 30, 20, 10, 10]];
    let mut shares = Shares::new(sets, Holder::Offering);
    for _ in 0..CASES * 5 {
        let before = shares.clone();
        let (company, from, to) = (CompanyId(dice.below(4) as u8), holder(&mut dice), holder(&mut dice));
        let done = match dice.below(3) {
            0 => shares.give(CertId(dice.below(20) as u16), to, &mut Events::new()),
            1 => shares.give_percent(company, (10 * dice.below(6)) as u8, from, to, &mut Events::new()),
            _ => shares.swap_director(company, to, &mut Events::new()),
        };
        assert!(done.is_ok() || shares == before, "a refusal changes nothing");
        assert_eq!(check_shares(&shares, 3), Vec::<String>::new());
        for company in (0..3).map(CompanyId) {
            let held: u32 = HOLDERS.iter().map(|by| u32::from(shares.percent(company, *by))).sum();
            assert_eq!((held, shares.total(company)), (100, 100));
            let circle = shares.control(company) == Control::Circle;
            let above = shares.chain_above(company).last().copied().unwrap_or(company);
            assert_eq!(circle, matches!(shares.director(above), Holder::Company(_)), "{shares:?}");
        }
    }
}

const HOLDERS: [Holder; 10] = [
    Holder::Seat(SeatId(0)),
    Holder::Seat(SeatId(1)),
    Holder::Seat(SeatId(2)),
    Holder::Company(CompanyId(0)),
    Holder::Company(CompanyId(1)),
    Holder::Company(CompanyId(2)),
    Holder::Offering,
    Holder::Pool,
    Holder::Reserved,
    Holder::Out,
];

fn holder(dice: &mut Dice) -> Holder {
    *dice.pick(&HOLDERS).unwrap()
}

#[test]
fn trains_are_neither_doubled_nor_lost() {
    let mut dice = Dice::new(9);
    let kind = |name, count| TrainSpec { name: TrainName::of(name), count, ..TrainSpec::default() };
    let roster = [kind("2", Some(4)), kind("3", Some(3)), kind("8", None)];
    let (mut depot, mut owned) = (Depot::new(&roster), Vec::new());
    for _ in 0..CASES {
        let kind = TrainKind(dice.below(4) as u8);
        let at = owned.iter().position(|train| *train == kind);
        match (dice.below(3), at) {
            (0, _) if depot.take(kind) => owned.push(kind),
            (1, _) if depot.take_new(kind) => owned.push(kind),
            (2, Some(at)) => depot.give_back(owned.remove(at)),
            _ => {}
        }
        assert_eq!(check_trains(&depot, &roster, owned.iter().copied()), Vec::<String>::new());
        let all = |kind: u8| {
            let kind = TrainKind(kind);
            let mine = owned.iter().filter(|train| **train == kind).count() as u16;
            depot.left(kind).unwrap_or(0) + depot.returned(kind) + mine
        };
        assert_eq!((all(0), all(1)), (4, 3));
    }
}

#[test]
fn legs_are_read_as_they_are_written() {
    let mut dice = Dice::new(10);
    for _ in 0..CASES {
        let mut end = || match dice.one_in(2) {
            true => End::Side(dice.below(6) as u8),
            false => End::Stop(dice.below(256) as u8),
        };
        let leg = Leg { hex: HexName::of("F8"), from: end(), to: end() };
        assert_eq!(leg.to_string().parse::<Leg>(), Ok(leg));
    }
}

/// Random logs with runs of sealed decisions and undos anywhere: an entry is hidden exactly from those who did not
/// make it, exactly until its run is complete in the order in which it was handed in, and no undo that is allowed
/// brings up a half handed-in run of which something is known.
#[test]
fn an_entry_is_hidden_from_others_while_it_is_sealed_and_only_then() {
    let mut dice = Dice::new(11);
    for _ in 0..CASES {
        let mut seals = Seals::default();
        // By record: who made it, and whether all may know it. By entry in force: the turn before it and after it.
        let mut known: Vec<(SeatId, bool)> = Vec::new();
        let mut turns: Vec<Turn> = vec![Turn::Seat(SeatId(0))];
        for _ in 0..40 {
            let before = turns.last().unwrap().clone();
            let back = dice.below(known.len() as u64 + 1);
            if dice.one_in(4) && !seals.splits(back) {
                seals.undo(back).unwrap();
                turns.push(turns[back as usize].clone());
                known.push((SeatId(0), true));
                continue;
            }
            let (by, after) = match &before {
                Turn::Sealed(asked) => {
                    let at = dice.below(asked.len() as u64) as usize;
                    let rest: Vec<SeatId> = asked.iter().copied().filter(|seat| *seat != asked[at]).collect();
                    (asked[at], if rest.is_empty() { some_turn(&mut dice) } else { Turn::Sealed(rest) })
                }
                _ => (SeatId(0), some_turn(&mut dice)),
            };
            let number = seals.entry(&before, &after);
            let alone = matches!(&before, Turn::Sealed(asked) if asked.len() == 1);
            known.push((by, !matches!(before, Turn::Sealed(_)) || alone));
            if alone {
                for opened in seals.opened_by(number) {
                    known[opened as usize - 1].1 = true;
                }
            }
            turns.push(after);
        }
        for (at, (by, open)) in known.iter().enumerate() {
            let entry = Entry::seat(*by, Action::Sheet { amounts: vec![Money(20)] });
            for seats in [&[][..], &[SeatId(0)], &[SeatId(1)], &[SeatId(2), SeatId(0)]] {
                let seen = seals.see(at as u64 + 1, &entry, seats);
                assert_eq!(seen.by, entry.by, "that it was made is known to all");
                assert_eq!(seen.action == Action::Hidden, !open && !seats.contains(by), "record {}", at + 1);
            }
        }
        let closed = seals.closed(known.len() as u64);
        assert!(closed.iter().all(|number| !known[*number as usize - 1].1), "{closed:?} can be read");
    }
}

fn some_turn(dice: &mut Dice) -> Turn {
    match dice.below(3) {
        0 => Turn::Seat(SeatId(0)),
        1 => Turn::Sealed(vec![SeatId(0), SeatId(1), SeatId(2)]),
        _ => Turn::Sealed(vec![SeatId(2), SeatId(1)]),
    }
}

/// After any number of entries, what a reader gets hides just the sealed decisions of others, and folds.
#[test]
fn every_prefix_of_a_game_is_redacted_and_folds_to_the_same_hash() {
    for seed in 0..10 {
        let log = play_random::<Tiny>(&Plan::new(setup(3), seed).checking(0)).log;
        for count in 0..log.entries.len().min(12) {
            let prefix = Log { entries: log.entries[..count].to_vec(), ..log.clone() };
            let state: Tiny = prefix.state().unwrap();
            let closed = matches!(ferrata_engine::turn::Title::turn(&state), Turn::Sealed(_));
            for reader in [None, Some(SeatId(0)), Some(SeatId(1)), Some(SeatId(2))] {
                let seen = redacted::<Tiny>(&prefix, reader).unwrap();
                seen.state::<Tiny>().expect("the recorded hashes hold for every reader");
                for (seen, real) in seen.entries.iter().zip(&prefix.entries) {
                    let sheet = matches!(real.entry.action, Action::Sheet { .. });
                    let own = reader.is_some_and(|reader| real.entry.by == Author::Seat(reader));
                    assert_eq!(seen.entry.action == Action::Hidden, sheet && closed && !own);
                    assert_eq!(seen.hash, real.hash);
                }
            }
        }
    }
}

fn prices(dice: &mut Dice) -> Prices {
    let min = dice.between(0, 50);
    let max = min + dice.between(0, 60);
    Prices { min: Money(min), max: Money(max), step: Money(dice.between(1, 12)) }
}

/// A random offer of any kind.
fn offer(dice: &mut Dice, depth: u8) -> Offer {
    let company = CompanyName::of(["A", "B"][dice.below(2) as usize]);
    let hex = HexName::of(["F8", "F10"][dice.below(2) as usize]);
    let (card, train) = (CardName::of("mill"), TrainName::of("3"));
    let party = [Party::Bank, Party::Offering, Party::Seat(SeatId(1)), Party::Company(company)];
    let (from, buyer) = (*dice.pick(&party).unwrap(), Party::Seat(SeatId(0)));
    let prices = prices(dice);
    let (stop, cost) = (dice.below(3) as u8, Money(40));
    let some: SmallVec<[u8; 8]> = (1..=1 + dice.below(5) as u8).map(|n| n * 10).collect();
    match dice.below(if depth > 1 { 24 } else { 25 }) {
        0 => Offer::Pass { means: say!("end the turn") },
        1 => Offer::Bid { card, prices },
        2 => {
            let cards = vec![card; 1 + dice.below(5) as usize];
            let min = Money(dice.between(0, 20));
            let budget = min + Money(dice.between(1, 100));
            Offer::Sheet { cards, min, budget, waiting: Vec::new(), faulty_accepted: dice.one_in(2) }
        }
        3 => Offer::Sell { seller: buyer, company, percents: some, price: cost, per: 10 },
        4 => Offer::Buy { buyer, company, percent: 10, from, prices },
        5 => Offer::BuyCard { buyer, card, from, prices },
        6 => Offer::UseCard { card, means: Text::default() },
        7 => {
            let percents: SmallVec<[u8; 4]> = some.iter().copied().take(4).collect();
            Offer::Start { company, starts: vec![(prices.min, percents.clone()), (prices.max, percents)] }
        }
        8 => Offer::BuyTokens { company, min: stop, max: stop + dice.below(5) as u8, each: cost },
        9 => Offer::PlaceToken { company, hex, stop, cost, by: dice.one_in(2).then_some(card) },
        10 => Offer::RemoveToken { company, hex, stop },
        11 => Offer::BuySlot { from: company, hex, stop, prices },
        12 => {
            let rotations = (0..=dice.below(6) as u8).collect();
            Offer::LayTile { hex, tile: TileName::of("57"), rotations, cost, by: None }
        }
        13 => Offer::Run { company, trains: vec![train], must_earn: None },
        14 => {
            Offer::Settle { revenue: cost, ways: [Settlement::Pay, Settlement::Half].into_iter().collect() }
        }
        15 => Offer::BuyTrain { train, from, prices },
        16 => Offer::Discard { company, train },
        17 => Offer::Merge { with: company, into: vec![CompanyName::of("C"), CompanyName::of("D")] },
        18 => Offer::Transform { into: vec![CompanyName::of("C")] },
        19 => Offer::Loan { amounts: prices },
        20 => {
            let options =
                vec![(OptionName::of("yes"), Text::default()), (OptionName::of("no"), Text::default())];
            Offer::Choose { about: Text::default(), options }
        }
        21 => Offer::Accept,
        22 => {
            let kind = DrawKind::Pick { count: 1 + dice.below(3) as u16, of: 4 };
            Offer::Drawn { draw: Draw { what: Text::default(), kind } }
        }
        23 => {
            let route = vec!["F8 s0-3".parse().unwrap(), "F10 0-s0".parse().unwrap()];
            Offer::BuildLine {
                company,
                hex,
                stop,
                route,
                cost,
                markers: 1,
                by: dice.one_in(2).then_some(card),
            }
        }
        _ => Offer::Propose { to: SeatId(1), deal: Box::new(offer(dice, depth + 1)) },
    }
}
