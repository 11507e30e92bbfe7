//! Actions beside the legal ones: one field changed, or of another kind altogether.

use crate::action::{Action, Leg, Party, Route, Settlement};
use crate::id::SeatId;
use crate::money::Money;
use crate::name::{CardName, CompanyName, HexName, Name, OptionName, TileName, TrainName};
use crate::offer::Offer;
use crate::tile::End;
use crate::view::View;

/// Names that are known at the table, to put in the place of others. Each list also gets a name that nobody
/// knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pool {
    /// Companies.
    pub companies: Vec<CompanyName>,
    /// Hexes.
    pub hexes: Vec<HexName>,
    /// Tiles.
    pub tiles: Vec<TileName>,
    /// Trains.
    pub trains: Vec<TrainName>,
    /// Cards.
    pub cards: Vec<CardName>,
    /// Answers.
    pub options: Vec<OptionName>,
    /// How many seats there are.
    pub seats: u8,
}

const UNKNOWN: &str = "?";

impl Pool {
    /// The names on the table and in the offers.
    pub fn new(view: &View, offers: &[Offer]) -> Pool {
        let mut pool = Pool {
            companies: view.companies.iter().map(|company| company.name).collect(),
            hexes: view.board.tiles.iter().map(|(hex, ..)| *hex).collect(),
            tiles: view.tiles.iter().map(|(tile, _)| *tile).collect(),
            trains: view.depot.iter().map(|kind| kind.train).collect(),
            cards: view.cards.iter().map(|card| card.card).collect(),
            options: Vec::new(),
            seats: view.players.len() as u8,
        };
        pool.hexes.extend(view.board.tokens.iter().map(|token| token.hex));
        let held = view.players.iter().flat_map(|player| &player.cards);
        pool.cards.extend(held.map(|card| card.card));
        offers.iter().for_each(|offer| pool.gather(offer));
        pool.hexes.sort_unstable();
        pool.hexes.dedup();
        pool.cards.sort_unstable();
        pool.cards.dedup();
        pool
    }

    fn gather(&mut self, offer: &Offer) {
        match offer {
            Offer::LayTile { hex, .. }
            | Offer::PlaceToken { hex, .. }
            | Offer::BuildLine { hex, .. }
            | Offer::RemoveToken { hex, .. }
            | Offer::PlaceMarker { hex, .. }
            | Offer::BuySlot { hex, .. } => self.hexes.push(*hex),
            Offer::Bid { card, .. } | Offer::BuyCard { card, .. } | Offer::UseCard { card, .. } => {
                self.cards.push(*card);
            }
            Offer::Choose { options, .. } => self.options.extend(options.iter().map(|(name, _)| *name)),
            Offer::Propose { deal, .. } => self.gather(deal),
            _ => {}
        }
    }

    fn companies(&self, but: CompanyName) -> Vec<CompanyName> {
        others(&self.companies, but, CompanyName::of(UNKNOWN))
    }

    fn hexes(&self, but: HexName) -> Vec<HexName> {
        others(&self.hexes, but, HexName::of(UNKNOWN))
    }

    fn tiles(&self, but: TileName) -> Vec<TileName> {
        others(&self.tiles, but, TileName::of(UNKNOWN))
    }

    fn trains(&self, but: TrainName) -> Vec<TrainName> {
        others(&self.trains, but, TrainName::of(UNKNOWN))
    }

    fn cards(&self, but: CardName) -> Vec<CardName> {
        others(&self.cards, but, CardName::of(UNKNOWN))
    }

    fn maybe_cards(&self, but: Option<CardName>) -> Vec<Option<CardName>> {
        let none = but.map(|_| None);
        let some = self.cards.iter().copied().chain([CardName::of(UNKNOWN)]).map(Some);
        some.filter(|card| *card != but).chain(none).collect()
    }

    fn parties(&self, but: Party) -> Vec<Party> {
        let companies = self.companies.iter().copied().chain([CompanyName::of(UNKNOWN)]).map(Party::Company);
        let seats = (0..self.seats).chain([self.seats, u8::MAX]).map(SeatId).map(Party::Seat);
        let all = companies.chain(seats).chain([Party::Offering, Party::Bank]);
        all.filter(|party| *party != but).collect()
    }
}

fn others<T: Copy + PartialEq>(known: &[T], but: T, unknown: T) -> Vec<T> {
    known.iter().copied().chain([unknown]).filter(|name| *name != but).collect()
}

fn amounts(near: Money) -> Vec<Money> {
    let all = [near + Money(1), near - Money(1), Money::ZERO, -near, Money(i32::MAX), Money(i32::MIN)];
    all.into_iter().filter(|amount| *amount != near).collect()
}

fn bytes(near: u8) -> Vec<u8> {
    let all = [near.wrapping_add(1), near.wrapping_sub(1), 0, 6, near.wrapping_mul(2), u8::MAX];
    all.into_iter().filter(|byte| *byte != near).collect()
}

fn percents(near: u8) -> Vec<u8> {
    let all = [near.wrapping_add(10), near.wrapping_sub(10), near.wrapping_add(1), near / 2, 0, 100, u8::MAX];
    all.into_iter().filter(|percent| *percent != near).collect()
}

/// The action with one field changed, in every way that may go wrong. Some of the results are legal too.
pub fn mutants(action: &Action, pool: &Pool) -> Vec<Action> {
    let mut all = fields_changed(action, pool);
    match action {
        Action::Propose { deal } => {
            let changed = mutants(deal, pool).into_iter();
            all.extend(changed.map(|deal| Action::Propose { deal: Box::new(deal) }));
            all.push((**deal).clone());
        }
        Action::Pass | Action::Accept | Action::Decline | Action::Hidden => {}
        other => all.push(Action::Propose { deal: Box::new(other.clone()) }),
    }
    all
}

/// Pushes a copy of the action for each value of a field.
macro_rules! change {
    ($all:ident, $action:ident, $kind:ident, $($field:ident: $values:expr),+ $(,)?) => {{$(
        for value in $values {
            let mut changed = $action.clone();
            if let Action::$kind { $field, .. } = &mut changed {
                *$field = value;
            }
            $all.push(changed);
        }
    )+}};
}

fn fields_changed(action: &Action, pool: &Pool) -> Vec<Action> {
    let mut all = Vec::new();
    match action {
        Action::Bid { card, amount } => {
            change!(all, action, Bid, card: pool.cards(*card), amount: amounts(*amount));
        }
        Action::Sheet { amounts } => change!(all, action, Sheet, amounts: sheets(amounts)),
        Action::Sell { seller, company, percent } => change!(
            all, action, Sell,
            seller: pool.parties(*seller), company: pool.companies(*company), percent: percents(*percent),
        ),
        Action::Buy { buyer, company, percent, from, price } => change!(
            all, action, Buy,
            buyer: pool.parties(*buyer), company: pool.companies(*company), percent: percents(*percent),
            from: pool.parties(*from), price: amounts(*price),
        ),
        Action::BuyCard { buyer, card, from, price } => change!(
            all, action, BuyCard,
            buyer: pool.parties(*buyer), card: pool.cards(*card), from: pool.parties(*from),
            price: amounts(*price),
        ),
        Action::UseCard { card } => change!(all, action, UseCard, card: pool.cards(*card)),
        Action::Start { company, price, percent } => change!(
            all, action, Start,
            company: pool.companies(*company), price: amounts(*price), percent: percents(*percent),
        ),
        Action::BuyTokens { company, count } => change!(
            all, action, BuyTokens, company: pool.companies(*company), count: bytes(*count),
        ),
        Action::PlaceToken { company, hex, stop, by } => change!(
            all, action, PlaceToken,
            company: pool.companies(*company), hex: pool.hexes(*hex), stop: bytes(*stop),
            by: pool.maybe_cards(*by),
        ),
        Action::BuildLine { company, hex, stop, route, by } => change!(
            all, action, BuildLine,
            company: pool.companies(*company), hex: pool.hexes(*hex), stop: bytes(*stop), route: tracks(route),
            by: pool.maybe_cards(*by),
        ),
        Action::RemoveToken { company, hex, stop } => change!(
            all, action, RemoveToken,
            company: pool.companies(*company), hex: pool.hexes(*hex), stop: bytes(*stop),
        ),
        Action::PlaceMarker { company, marker, hex } => change!(
            all, action, PlaceMarker,
            company: pool.companies(*company), marker: others(&[], *marker, Name::cut(UNKNOWN)),
            hex: pool.hexes(*hex),
        ),
        Action::BuySlot { from, hex, stop, price } => change!(
            all, action, BuySlot,
            from: pool.companies(*from), hex: pool.hexes(*hex), stop: bytes(*stop), price: amounts(*price),
        ),
        Action::LayTile { hex, tile, rotation, by } => change!(
            all, action, LayTile,
            hex: pool.hexes(*hex), tile: pool.tiles(*tile), rotation: rotations(*rotation),
            by: pool.maybe_cards(*by),
        ),
        Action::Run { routes } => change!(all, action, Run, routes: runs(routes)),
        Action::Settle { how } => change!(all, action, Settle, how: settlements(*how)),
        Action::BuyTrain { train, from, price } => change!(
            all, action, BuyTrain,
            train: pool.trains(*train), from: pool.parties(*from), price: amounts(*price),
        ),
        Action::Discard { company, train } => change!(
            all, action, Discard, company: pool.companies(*company), train: pool.trains(*train),
        ),
        Action::Merge { with, into } => change!(
            all, action, Merge, with: pool.companies(*with), into: pool.companies(*into),
        ),
        Action::Transform { into } => change!(all, action, Transform, into: pool.companies(*into)),
        Action::Loan { amount } => change!(all, action, Loan, amount: amounts(*amount)),
        Action::Choose { option } => {
            change!(all, action, Choose, option: others(&pool.options, *option, OptionName::of(UNKNOWN)));
        }
        Action::Drawn { outcome } => change!(all, action, Drawn, outcome: draws(outcome)),
        Action::Pass | Action::Hidden | Action::Propose { .. } | Action::Accept | Action::Decline => {}
    }
    all
}

fn rotations(near: u8) -> Vec<u8> {
    (0..7).chain([near.wrapping_add(6), u8::MAX]).filter(|rotation| *rotation != near).collect()
}

fn settlements(but: Settlement) -> Vec<Settlement> {
    let all = [Settlement::Pay, Settlement::Half, Settlement::Withhold, Settlement::Loot];
    all.into_iter().filter(|how| *how != but).collect()
}

/// Each number changed by one and to the ends of its type; one number less, one more, the order reversed.
fn lists<T: Copy + PartialEq>(list: &[T], change: impl Fn(T) -> Vec<T>, one_more: T) -> Vec<Vec<T>> {
    let mut all: Vec<Vec<T>> = Vec::new();
    for (at, value) in list.iter().enumerate() {
        for changed in change(*value) {
            let values = list.iter().enumerate();
            all.push(values.map(|(place, old)| if place == at { changed } else { *old }).collect());
        }
    }
    all.push(list.iter().copied().skip(1).collect());
    all.push(list.iter().copied().chain([one_more]).collect());
    all.push(list.iter().copied().rev().collect());
    all.retain(|changed| changed != list);
    all
}

fn sheets(sheet: &[Money]) -> Vec<Vec<Money>> {
    lists(sheet, amounts, Money::ZERO)
}

fn draws(outcome: &[u16]) -> Vec<Vec<u16>> {
    let near = |n: u16| vec![n.wrapping_add(1), n.wrapping_sub(1), 0, u16::MAX];
    lists(outcome, near, 0)
}

/// Runs beside this one: without its first route, with its first route twice, with the trains mixed up, and
/// with each route cut, lengthened, torn or led to nowhere.
fn runs(routes: &[Route]) -> Vec<Vec<Route>> {
    let mut all = vec![routes.iter().skip(1).cloned().collect::<Vec<_>>()];
    all.extend(routes.first().map(|first| routes.iter().chain([first]).cloned().collect()));
    for (at, route) in routes.iter().enumerate() {
        for changed in routes_beside(route) {
            let routes = routes.iter().enumerate();
            all.push(
                routes.map(|(place, old)| if place == at { changed.clone() } else { old.clone() }).collect(),
            );
        }
    }
    if routes.is_empty() {
        all.push(vec![Route { trains: vec![0], legs: Vec::new(), skipped: Vec::new() }]);
    }
    all.retain(|changed| changed != routes);
    all
}

/// Track beside this one: cut, lengthened, doubled, torn, led to nowhere, turned round.
fn legs_beside(legs: &[Leg]) -> Vec<Vec<Leg>> {
    let nowhere = Leg { hex: HexName::of(UNKNOWN), from: End::Side(0), to: End::Stop(0) };
    vec![
        Vec::new(),
        legs.iter().skip(1).copied().collect(),
        legs.iter().copied().chain([nowhere]).collect(),
        legs.iter().chain(legs).copied().collect(),
        legs.iter().step_by(2).copied().collect(),
        legs.iter().map(|leg| Leg { to: End::Stop(u8::MAX), ..*leg }).collect(),
        legs.iter().map(|leg| Leg { from: leg.to, to: leg.from, ..*leg }).collect(),
    ]
}

fn tracks(legs: &[Leg]) -> Vec<Vec<Leg>> {
    legs_beside(legs).into_iter().filter(|changed| changed != legs).collect()
}

fn routes_beside(route: &Route) -> Vec<Route> {
    let with_legs = |legs: Vec<Leg>| Route { legs, ..route.clone() };
    let mut all: Vec<Route> = legs_beside(&route.legs).into_iter().map(with_legs).collect();
    for trains in [vec![], vec![u8::MAX], [&route.trains[..], &route.trains[..]].concat()] {
        all.push(Route { trains, ..route.clone() });
    }
    for skipped in [vec![0], vec![u8::MAX], vec![1, 1]] {
        all.push(Route { skipped, ..route.clone() });
    }
    all
}

/// One action of every kind, with names of the pool: most of them are out of place at any moment.
pub fn strangers(pool: &Pool) -> Vec<Action> {
    let company = pool.companies.first().copied().unwrap_or(CompanyName::of(UNKNOWN));
    let hex = pool.hexes.first().copied().unwrap_or(HexName::of(UNKNOWN));
    let tile = pool.tiles.first().copied().unwrap_or(TileName::of(UNKNOWN));
    let train = pool.trains.first().copied().unwrap_or(TrainName::of(UNKNOWN));
    let card = pool.cards.first().copied().unwrap_or(CardName::of(UNKNOWN));
    let option = pool.options.first().copied().unwrap_or(OptionName::of(UNKNOWN));
    let (seat, bank, price) = (Party::Seat(SeatId(0)), Party::Bank, Money(100));
    vec![
        Action::Pass,
        Action::Hidden,
        Action::Accept,
        Action::Decline,
        Action::Bid { card, amount: price },
        Action::Sheet { amounts: vec![price; pool.cards.len()] },
        Action::Sell { seller: seat, company, percent: 10 },
        Action::Buy { buyer: seat, company, percent: 10, from: bank, price },
        Action::BuyCard { buyer: seat, card, from: bank, price },
        Action::UseCard { card },
        Action::Start { company, price, percent: 20 },
        Action::BuyTokens { company, count: 1 },
        Action::PlaceToken { company, hex, stop: 0, by: None },
        Action::BuildLine { company, hex, stop: 0, route: Vec::new(), by: None },
        Action::RemoveToken { company, hex, stop: 0 },
        Action::PlaceMarker { company, marker: Name::cut(UNKNOWN), hex },
        Action::BuySlot { from: company, hex, stop: 0, price },
        Action::LayTile { hex, tile, rotation: 0, by: None },
        Action::Run { routes: Vec::new() },
        Action::Settle { how: Settlement::Pay },
        Action::BuyTrain { train, from: bank, price },
        Action::Discard { company, train },
        Action::Merge { with: company, into: company },
        Action::Transform { into: company },
        Action::Loan { amount: price },
        Action::Choose { option },
        Action::Propose { deal: Box::new(Action::Pass) },
        Action::Drawn { outcome: vec![0] },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mutant_is_the_action_itself() {
        let pool = Pool {
            companies: vec![CompanyName::of("A"), CompanyName::of("B")],
            hexes: vec![HexName::of("F8"), HexName::of("F10")],
            trains: vec![TrainName::of("2")],
            seats: 3,
            ..Pool::default()
        };
        for action in strangers(&pool) {
            let changed = mutants(&action, &pool);
            assert!(changed.iter().all(|mutant| *mutant != action), "{action:?}");
            let bare = matches!(action, Action::Pass | Action::Hidden | Action::Accept | Action::Decline);
            assert_eq!(changed.is_empty(), bare, "{action:?}");
        }
    }

    #[test]
    fn a_run_is_cut_torn_and_doubled() {
        let leg = |text: &str| text.parse::<Leg>().unwrap();
        let legs = vec![leg("F8 s0-3"), leg("F10 0-s0")];
        let run = Action::Run { routes: vec![Route { trains: vec![0], legs, skipped: Vec::new() }] };
        assert!(mutants(&run, &Pool::default()).len() > 10);
    }
}
