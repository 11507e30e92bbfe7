//! What a title lists in `Title::breaches`: the conservation laws of the toolbox.

use crate::board::{Board, EXTRA_SLOT, Token};
use crate::components::Components;
use crate::id::{CompanyId, TrainKind};
use crate::money::{Account, Ledger, Money};
use crate::shares::{Holder, Shares};
use crate::train::{Depot, TrainSpec};

/// The sum of all money is `expected`, and nobody but the bank owes.
pub fn check_money(ledger: &Ledger, expected: Money) -> Vec<String> {
    let mut wrong = Vec::new();
    if ledger.total() != expected {
        wrong.push(format!("all money together is {}, not {expected}", ledger.total()));
    }
    for account in ledger.accounts().filter(|account| *account != Account::Bank) {
        let balance = ledger.balance(account);
        if balance < Money::ZERO {
            wrong.push(format!("{account:?} has {balance}"));
        }
    }
    wrong
}

/// Every company's certificates sum to 100 %, however they are counted, and every holder is at the table.
pub fn check_shares(shares: &Shares, seats: usize) -> Vec<String> {
    let mut wrong = Vec::new();
    for company in (0..shares.companies() as u8).map(CompanyId) {
        let certificates: Vec<_> =
            shares.of(company).map(|cert| (shares.certificate(cert), shares.holder(cert))).collect();
        let total: u32 =
            certificates.iter().filter_map(|(cert, _)| *cert).map(|cert| u32::from(cert.percent)).sum();
        if !certificates.is_empty() && total != 100 {
            wrong.push(format!("the certificates of company {} sum to {total}%", company.0));
        }
        let directors = certificates.iter().filter(|(cert, _)| cert.is_some_and(|cert| cert.director));
        if !certificates.is_empty() && directors.count() != 1 {
            wrong.push(format!("company {} has not exactly one director's certificate", company.0));
        }
        for (cert, holder) in certificates {
            let foreign = cert.is_none_or(|cert| cert.company != company);
            let known = match holder {
                Holder::Seat(seat) => seat.index() < seats,
                Holder::Company(by) => by.index() < shares.companies(),
                _ => true,
            };
            if foreign || !known {
                wrong.push(format!("a certificate of company {} is with {holder:?}", company.0));
            }
        }
    }
    wrong
}

/// No kind has more trains than the box: those left, those returned and those `owned` (one item per train
/// with a company) together.
pub fn check_trains(
    depot: &Depot,
    roster: &[TrainSpec],
    owned: impl IntoIterator<Item = TrainKind>,
) -> Vec<String> {
    let mut counts: Vec<u16> = Vec::new();
    let mut wrong = Vec::new();
    counts.resize(roster.len(), 0);
    for kind in owned {
        match counts.get_mut(kind.index()) {
            Some(count) => *count += 1,
            None => wrong.push(format!("somebody owns a train of the unknown kind {}", kind.0)),
        }
    }
    for (at, (spec, owned)) in roster.iter().zip(counts).enumerate() {
        let kind = TrainKind(at as u8);
        let there = depot.left(kind).unwrap_or(0) + depot.returned(kind) + owned;
        if spec.count.is_some_and(|count| there > count) {
            let count = spec.count.unwrap_or(0);
            wrong.push(format!("there are {there} {}-trains, but the box has {count}", spec.name));
        }
    }
    wrong
}

/// The board is one that could be laid out of this box: tiles within stock, no token beyond the slots, no
/// slot with two tokens, no company twice at one stop, and each company's tokens, with those `left` on
/// its charter (none = its charter is not in play), no more than printed. Tokens beside the slots are
/// not counted; tokens that lie on others on purpose are those that `may_stack`.
pub fn check_board(
    board: &Board,
    from: &Components,
    left: impl Fn(CompanyId) -> Option<u8>,
    may_stack: impl Fn(&Token) -> bool,
) -> Vec<String> {
    let mut wrong = board.breaches();
    wrong.extend(check_tiles(board, from));
    for token in board.tokens() {
        wrong.extend(check_token(token, board, from, may_stack(token)));
    }
    for (at, company) in from.companies.iter().enumerate() {
        let id = CompanyId(at as u8);
        let (placed, printed) = (board.tokens_of(id).count(), company.tokens.len());
        if let Some(left) = left(id).filter(|left| usize::from(*left) + placed > printed) {
            wrong.push(format!(
                "{} has {left} tokens and {placed} on the map, but the box has {printed}",
                company.name
            ));
        }
    }
    wrong
}

fn check_tiles(board: &Board, from: &Components) -> Vec<String> {
    let mut laid = vec![0_u16; from.tiles.stock.len()];
    for (_, tile, _) in board.laid_tiles() {
        let stock = from.tiles.stock_of.get(tile.index()).and_then(|stock| laid.get_mut(*stock as usize));
        if let Some(count) = stock {
            *count += 1;
        }
    }
    let over = laid.iter().zip(&from.tiles.stock).enumerate();
    let over =
        over.filter_map(|(at, (laid, stock))| stock.filter(|stock| laid > stock).map(|s| (at, laid, s)));
    over.map(|(at, laid, stock)| {
        format!("{laid} tiles of stock {at} lie on the map, but the box has {stock}")
    })
    .collect()
}

fn check_token(token: &Token, board: &Board, from: &Components, may_stack: bool) -> Option<String> {
    let face = match board.laid(token.hex) {
        Some((tile, rotation)) => from.tiles.tile(tile).map(|tile| tile.face(rotation)),
        None => from.map.hex(token.hex).map(|hex| &hex.face),
    };
    let slots = face.and_then(|face| face.stops.get(token.stop as usize)).map_or(0, |stop| stop.slots);
    let others = || board.tokens_at(token.hex).iter().filter(|other| other.stop == token.stop);
    let in_slots = token.slot != EXTRA_SLOT;
    if in_slots && token.slot >= slots {
        Some(format!("{token:?} is at a stop of {slots} slots"))
    } else if others().filter(|other| other.company == token.company).count() > 1 {
        Some(format!("{token:?} is there twice"))
    } else if in_slots && !may_stack && others().filter(|other| other.slot == token.slot).count() > 1 {
        Some(format!("{token:?} shares its slot"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Events;
    use crate::id::SeatId;
    use crate::name::TrainName;

    #[test]
    fn lost_and_created_money_is_seen() {
        let mut ledger = Ledger::new(Money(100), 2, 1);
        let seat = Account::Seat(SeatId(1));
        ledger.pay(Account::Bank, seat, Money(130), Default::default(), &mut Events::default()).unwrap();
        assert_eq!(check_money(&ledger, Money(100)), Vec::<String>::new());
        assert_eq!(check_money(&ledger, Money(101)), ["all money together is 100, not 101"]);
    }

    #[test]
    fn a_doubled_certificate_and_an_unknown_holder_are_seen() {
        let whole: &[u8] = &[20, 10, 10, 10, 10, 10, 10, 10, 10];
        let mut shares = Shares::new([whole, &[]], Holder::Offering);
        assert_eq!(check_shares(&shares, 2), Vec::<String>::new());
        let cert = shares.director_certificate(CompanyId(0)).unwrap();
        shares.give(cert, Holder::Seat(SeatId(2)), &mut Events::default()).unwrap();
        assert_eq!(check_shares(&shares, 2), ["a certificate of company 0 is with Seat(SeatId(2))"]);
        let doubled = Shares::new([&[40_u8, 20, 20, 20, 20][..]], Holder::Offering);
        assert_eq!(check_shares(&doubled, 2), ["the certificates of company 0 sum to 120%"]);
    }

    #[test]
    fn a_doubled_train_is_seen() {
        let kind = |name, count| TrainSpec { name: TrainName::of(name), count, ..TrainSpec::default() };
        let roster = [kind("2", Some(2)), kind("8", None)];
        let mut depot = Depot::new(&roster);
        assert!(depot.take(TrainKind(0)));
        let once = check_trains(&depot, &roster, [TrainKind(0), TrainKind(1)]);
        assert_eq!(once, Vec::<String>::new());
        let twice = check_trains(&depot, &roster, [TrainKind(0), TrainKind(0)]);
        assert_eq!(twice, ["there are 3 2-trains, but the box has 2"]);
        let unknown = check_trains(&depot, &roster, [TrainKind(7)]);
        assert_eq!(unknown, ["somebody owns a train of the unknown kind 7"]);
    }
}
