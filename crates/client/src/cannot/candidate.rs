//! What players naturally look for in a round.

use crate::names::TableNames;
use crate::scene::{Scene, a_train};
use crate::words::{Group, any_of};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::map::Hex;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::turn::{Entry, Title};
use ferrata_engine::view::{CompanyStatus, CompanyView, RoundKind};
use ferrata_titles::catalogue::{self, Customs, Mergers};

/// Objects are named as long as the list is no longer than this.
const NAMED: usize = 70;

/// The letter by which the charts mark start prices.
const START: char = 'p';

/// What is done to whatever it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb {
    BuyTrains,
    BuyShares,
    BuyCards,
    Sell,
    Start,
    Merge,
    // These need no object.
    Transform,
    Lay,
    Place,
    Run,
    Pass,
}

impl Verb {
    /// With objects that are few or short.
    pub(super) fn with(self, objects: Vec<Text>, names: &TableNames) -> Text {
        let many = objects.len() as i64;
        let all = any_of(objects);
        if all.render(names).len() > NAMED {
            return self.in_general(many);
        }
        match self {
            Verb::BuyTrains | Verb::BuyShares | Verb::BuyCards => say!("buy {all}", all),
            Verb::Sell => say!("sell shares of {all}", all),
            Verb::Start => say!("start {all}", all),
            Verb::Merge => say!("merge with {all}", all),
            Verb::Transform | Verb::Lay | Verb::Place | Verb::Run | Verb::Pass => self.in_general(many),
        }
    }

    /// Where there is no object, or there are too many to be named.
    fn in_general(self, many: i64) -> Text {
        match self {
            Verb::BuyTrains => say!("buy trains"),
            Verb::BuyShares => say!("buy shares"),
            Verb::BuyCards => say!("buy cards"),
            Verb::Sell => say!("sell shares of {many} companies", many),
            Verb::Start => say!("start any of {many} companies", many),
            Verb::Merge => say!("merge with any of {many} companies", many),
            Verb::Transform => say!("transform"),
            Verb::Lay => say!("lay a tile"),
            Verb::Place => say!("place a token"),
            Verb::Run => say!("run trains"),
            Verb::Pass => say!("pass"),
        }
    }
}

/// Something to ask the engine about.
pub(super) struct Candidate {
    pub(super) group: Group,
    /// What is done.
    pub(super) verb: Verb,
    /// To what: `a 3-train from the bank`.
    pub(super) object: Text,
    pub(super) action: Action,
    /// The company it is about, whose name does not make a reason a different one.
    about: Option<CompanyName>,
}

impl Candidate {
    /// A reason with `it` instead of the name of the company.
    pub(super) fn without_name(&self, because: &Text) -> Text {
        let Some(about) = self.about else { return because.clone() };
        because.with(&|arg| (*arg == Arg::Company(about)).then(|| say!("it").into()))
    }

    /// Whether an offer is about the same thing, at whatever price or in whatever amount.
    pub(super) fn is_offered(&self, offer: &Offer) -> bool {
        same_thing(&self.action, offer)
    }
}

fn same_thing(action: &Action, offer: &Offer) -> bool {
    match (action, offer) {
        (Action::Propose { deal }, _) => same_thing(deal, offer),
        (_, Offer::Propose { deal, .. }) => same_thing(action, deal),
        (Action::Sell { seller, company, .. }, Offer::Sell { seller: by, company: of, .. }) => {
            (seller, company) == (by, of)
        }
        (
            Action::Buy { buyer, company, from, .. },
            Offer::Buy { buyer: by, company: of, from: source, .. },
        ) => (buyer, company, from) == (by, of, source),
        (Action::BuyCard { card, .. }, Offer::BuyCard { card: which, .. }) => card == which,
        (Action::Start { company, .. }, Offer::Start { company: which, .. }) => company == which,
        (Action::BuyTrain { train, from, .. }, Offer::BuyTrain { train: which, from: source, .. }) => {
            (train, from) == (which, source)
        }
        (Action::Merge { with, .. }, Offer::Merge { with: whom, .. }) => with == whom,
        (Action::Pass, Offer::Pass { .. })
        | (Action::Run { .. }, Offer::Run { .. })
        | (Action::LayTile { .. }, Offer::LayTile { .. })
        | (Action::PlaceToken { .. }, Offer::PlaceToken { .. })
        | (Action::BuildLine { .. }, Offer::BuildLine { .. })
        | (Action::PlaceMarker { .. }, Offer::PlaceMarker { .. })
        | (Action::Transform { .. }, Offer::Transform { .. }) => true,
        _ => false,
    }
}

/// Everything worth asking about in this round.
pub(super) fn all(scene: &Scene<'_>, seat: SeatId) -> Vec<Candidate> {
    let mut all = Vec::new();
    match scene.view.operating.and_then(|operating| scene.company(operating)) {
        Some(operating) => {
            let owner = Party::Company(operating.name);
            building(scene, operating, &mut all);
            trains(scene, seat, operating, &mut all);
            companies(scene, seat, operating, &mut all);
            if customs(scene).companies_trade {
                shares(scene, owner, &mut all);
                sales(&operating.shares, owner, scene, &mut all);
            }
        }
        None if scene.view.round.kind == RoundKind::Stock => {
            let owner = Party::Seat(seat);
            let held = scene.view.players.get(seat.index()).map(|player| player.shares.as_slice());
            shares(scene, owner, &mut all);
            sales(held.unwrap_or_default(), owner, scene, &mut all);
            starts(scene, &mut all);
            cards(scene, owner, &mut all);
        }
        None => return all,
    }
    all.push(plain(Group::Pass, Verb::Pass, Action::Pass));
    all
}

/// What is customary in the title.
fn customs(scene: &Scene<'_>) -> Customs {
    catalogue::find(scene.view.title.as_str()).map(|info| info.customs).unwrap_or_default()
}

fn plain(group: Group, verb: Verb, action: Action) -> Candidate {
    Candidate { group, verb, object: Text::default(), action, about: None }
}

/// Tiles, tokens and the run, each as one general question: it is put about very different places, and only
/// a reason that holds for all of them is worth telling.
fn building(scene: &Scene<'_>, operating: &CompanyView, all: &mut Vec<Candidate>) {
    let tile = scene.view.tiles.first().map(|(tile, _)| *tile).unwrap_or_default();
    let lay = |hex| Action::LayTile { hex, tile, rotation: 0, by: None };
    let token = |hex| Action::PlaceToken { company: operating.name, hex, stop: 0, by: None };
    let [home, city, country] = places(scene, operating.name);
    if let (Some(home), Some(city), Some(country)) = (home, city, country) {
        let same = same_reason(scene, [home, city, country].map(lay));
        all.extend(same.then(|| plain(Group::Tiles, Verb::Lay, lay(home))));
        let same = same_reason(scene, [home, city].map(token));
        all.extend(same.then(|| plain(Group::Tokens, Verb::Place, token(home))));
    }
    all.push(plain(Group::Run, Verb::Run, Action::Run { routes: Vec::new() }));
}

/// Whether all of these are refused for one reason.
fn same_reason<const N: usize>(scene: &Scene<'_>, actions: [Action; N]) -> bool {
    let Some(seat) = scene.seat() else { return false };
    let reasons = actions.map(|action| scene.game.why_not(&Entry::seat(seat, action)));
    reasons.first().is_some_and(Option::is_some) && reasons.windows(2).all(|two| two.first() == two.last())
}

/// A hex with a token of the company, a bare one with a stop, and a bare one without.
fn places(scene: &Scene<'_>, company: CompanyName) -> [Option<HexName>; 3] {
    let board = &scene.view.board;
    let home = board.tokens.iter().find(|token| token.company == company).map(|token| token.hex);
    let bare = |hex: &&Hex| {
        let token = board.tokens.iter().any(|token| token.hex == hex.name);
        !token && hex.next.is_some() && !board.tiles.iter().any(|(on, ..)| *on == hex.name)
    };
    let find = |stops: bool| {
        let mut hexes = scene.names.parts().map.hexes.iter().filter(bare);
        hexes.find(|hex| hex.face.stops.is_empty() != stops).map(|hex| hex.name)
    };
    [home, find(true), find(false)]
}

/// Trains for sale, the next kind, and those of other companies.
fn trains(scene: &Scene<'_>, seat: SeatId, operating: &CompanyView, all: &mut Vec<Candidate>) {
    let next = scene.view.depot.iter().position(|depot| !depot.for_sale && depot.left != Some(0));
    for (at, depot) in scene.view.depot.iter().enumerate() {
        if depot.for_sale || Some(at) == next {
            for train in sides(scene, depot.train) {
                all.push(train_candidate(scene, train, Party::Bank, depot.price, false));
            }
        }
    }
    for other in scene.view.companies.iter().filter(|other| other.name != operating.name) {
        let mut kinds = other.trains.clone();
        kinds.dedup();
        for train in kinds {
            let asks = other.director != Some(seat);
            all.push(train_candidate(scene, train, Party::Company(other.name), Money(1), asks));
        }
    }
}

/// A train by all names under which it can be bought.
fn sides(scene: &Scene<'_>, train: TrainName) -> Vec<TrainName> {
    let parts = scene.names.parts();
    let spec = parts.train(train).and_then(|kind| parts.train_spec(kind));
    let others = spec.into_iter().flat_map(|spec| spec.sides.iter().map(|side| side.name));
    std::iter::once(train).chain(others).collect()
}

fn train_candidate(scene: &Scene<'_>, train: TrainName, from: Party, price: Money, asks: bool) -> Candidate {
    let object = say!("{train} from {from}", train = a_train(train), from = scene.party(from));
    let deal = Action::BuyTrain { train, from, price };
    let action = if asks { Action::Propose { deal: Box::new(deal) } } else { deal };
    let about = match from {
        Party::Company(company) => Some(company),
        _ => None,
    };
    Candidate { group: Group::Trains, verb: Verb::BuyTrains, object, action, about }
}

/// A candidate about a company.
fn named(group: Group, verb: Verb, company: CompanyName, action: Action) -> Candidate {
    Candidate { group, verb, object: say!("{company}", company), action, about: Some(company) }
}

/// Mergers with the player's other companies, and transformation.
fn companies(scene: &Scene<'_>, seat: SeatId, operating: &CompanyView, all: &mut Vec<Candidate>) {
    let free = scene.view.companies.iter().find(|company| is_free(scene, company)).map(|free| free.name);
    let customs = customs(scene);
    let into = match customs.mergers {
        Mergers::None => None,
        Mergers::Another => free,
        Mergers::Acting => Some(operating.name),
    };
    let own = |company: &&CompanyView| {
        company.director == Some(seat) && company.name != operating.name && company.price.is_some()
    };
    for other in scene.view.companies.iter().filter(own) {
        if let Some(into) = into {
            let action = Action::Merge { with: other.name, into };
            all.push(named(Group::Companies, Verb::Merge, other.name, action));
        }
    }
    if let (true, Some(into)) = (customs.transformations, free) {
        let action = Action::Transform { into };
        all.push(named(Group::Companies, Verb::Transform, operating.name, action));
    }
}

/// Whether a major is free to arise from a merger: not started, and no card starts it.
fn is_free(scene: &Scene<'_>, company: &CompanyView) -> bool {
    let parts = scene.names.parts();
    let spec = parts.company(company.name).and_then(|id| parts.company_spec(id));
    company.status == CompanyStatus::Waiting
        && company.kind == "major"
        && spec.is_some_and(|spec| spec.card.is_none())
}

/// Shares in the offerings and in the pool.
fn shares(scene: &Scene<'_>, buyer: Party, all: &mut Vec<Candidate>) {
    for company in &scene.view.companies {
        let Some(price) = company.price else { continue };
        let percent = unit(scene, company.name);
        let sources = [(Party::Offering, company.offering), (Party::Bank, company.pool)];
        for (from, _) in sources.into_iter().filter(|(_, there)| *there > 0) {
            let name = company.name;
            let object = say!("{percent}% of {name} from {from}", percent, name, from = scene.holder(from));
            let action = Action::Buy { buyer, company: name, percent, from, price };
            all.push(Candidate { object, ..named(Group::Buy, Verb::BuyShares, name, action) });
        }
    }
}

/// The smallest certificate of a company.
fn unit(scene: &Scene<'_>, company: CompanyName) -> u8 {
    let parts = scene.names.parts();
    let spec = parts.company(company).and_then(|id| parts.company_spec(id));
    spec.and_then(|spec| spec.certificates.iter().min().copied()).unwrap_or(10)
}

/// One certificate of each holding.
fn sales(
    held: &[ferrata_engine::view::ShareView],
    seller: Party,
    scene: &Scene<'_>,
    all: &mut Vec<Candidate>,
) {
    for share in held {
        let company = share.company;
        let action = Action::Sell { seller, company, percent: unit(scene, company) };
        all.push(named(Group::Sell, Verb::Sell, company, action));
    }
}

/// Companies that are not started, at the lowest start price.
fn starts(scene: &Scene<'_>, all: &mut Vec<Candidate>) {
    let parts = scene.names.parts();
    let Some(price) = parts.grid.flagged(START).map(|field| parts.grid.price(field)).min() else { return };
    for company in scene.view.companies.iter().filter(|company| company.status == CompanyStatus::Waiting) {
        let name = company.name;
        let spec = parts.company(name).and_then(|id| parts.company_spec(id));
        let percent = spec.and_then(|spec| spec.certificates.first().copied()).unwrap_or(20);
        let action = Action::Start { company: name, price, percent };
        all.push(named(Group::Companies, Verb::Start, name, action));
    }
}

/// Cards that nobody holds.
fn cards(scene: &Scene<'_>, buyer: Party, all: &mut Vec<Candidate>) {
    for card in &scene.view.cards {
        let price = card.price.unwrap_or_default();
        let action = Action::BuyCard { buyer, card: card.card, from: Party::Bank, price };
        let object = scene.card(card.card);
        all.push(Candidate { group: Group::Cards, verb: Verb::BuyCards, object, action, about: None });
    }
}
