//! §3.3 and §4.7.3: starting a company: price, first shares, homes and tokens.
//!
//! The price of tokens depends on the homes, so homes are chosen before tokens are paid.

use super::areas::Area;
use super::rules::{TokenDistance, TokenShortfall};
use super::state::{Round, Standing, Step};
use super::{Game, Play};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::chart::Field;
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::StopKind;
use smallvec::{SmallVec, smallvec};

/// §3.3.2-01: start prices, with whether a minor may choose them, and their fields (§3.3.2-02).
pub(super) const STARTS: [(Money, bool, Field); 5] = [
    (Money(68), true, Field { row: 4, col: 2 }),
    (Money(100), true, Field { row: 3, col: 5 }),
    (Money(144), true, Field { row: 2, col: 8 }),
    (Money(216), false, Field { row: 1, col: 11 }),
    (Money(340), false, Field { row: 0, col: 14 }),
];

/// The most of a company its starter buys at once (§3.3.3-01).
pub(super) const FIRST_SHARES: u8 = 40;
/// What each token of a historical company costs (§3.3.4-10).
pub(super) const HISTORICAL_TOKEN: Money = Money(50);

/// §3.3.4-11: what each token costs by the distance of the nearest tile.
fn price_at_distance(distance: Option<u8>) -> Money {
    match distance {
        Some(0) => Money(200),
        Some(1) => Money(100),
        Some(2) => Money(50),
        _ => Money(25),
    }
}

/// Whether and at which prices a company can be started.
impl Game {
    /// The starts open to a player or company.
    pub(crate) fn start_offers(&self, starter: Holder, offers: &mut Vec<Offer>) {
        let mut known: [Option<Option<Money>>; 2] = [None; 2];
        for company in self.company_ids() {
            if self.may_start(starter, company).is_err() {
                continue;
            }
            // What tokens cost at least depends on the class only.
            let charter = self.charter(company);
            let cheapest = match known.get_mut(usize::from(charter.minor)) {
                Some(known) if !charter.historical => {
                    *known.get_or_insert_with(|| self.cheapest_tokens(company))
                }
                _ => Some(Money::ZERO),
            };
            let percent: SmallVec<[u8; 4]> = smallvec![2 * self.charter(company).unit()];
            let open = STARTS
                .iter()
                .filter(|(price, ..)| self.may_start_at(starter, company, *price, cheapest).is_ok());
            let starts: Vec<_> = open.map(|(price, ..)| (*price, percent.clone())).collect();
            if !starts.is_empty() {
                offers.push(Offer::Start { company: self.name(company), starts });
            }
        }
    }

    /// §3.3-02 to -04, §4.6.1-02.
    fn may_start(&self, starter: Holder, company: CompanyId) -> Play {
        let charter = self.charter(company);
        let name = self.name(company);
        require(!charter.arises, "1841-3.3-04", || format!("nobody can start {name}"))?;
        require(self.company(company).standing == Standing::Waiting, "1841-3.3.1-01", || {
            format!("{name} is in operation or out of the game")
        })?;
        match charter.concession {
            Some(card) => {
                let held = self.t.concessions.get(card.index()) == Some(&starter);
                require(held, "1841-3.3-02", || {
                    format!("only the holder of its concession can start {name}")
                })?;
            }
            None => require(self.t.phase >= 3, "1841-3.3-03", || {
                format!("{name} can be started from phase three on")
            })?,
        }
        self.may_take(starter, company, 2 * charter.unit(), 1)
    }

    fn may_start_at(
        &self,
        starter: Holder,
        company: CompanyId,
        price: Money,
        cheapest: Option<Money>,
    ) -> Play {
        let charter = self.charter(company);
        let start = STARTS.iter().find(|(at, minors, _)| *at == price && (*minors || !charter.minor));
        require(start.is_some(), "1841-3.3.2-01", || {
            "start prices are 68, 100 and 144, for majors also 216 and 340".into()
        })?;
        let cash = self.cash(starter);
        require(cash >= price * 2, "1841-3.3.3-01", || {
            format!("the director's certificate costs {}", price * 2)
        })?;
        // What can be paid in by the starter must buy the smallest number of tokens somewhere.
        let units = if charter.minor { 2 } else { (cash.0 / price.0.max(1)).min(4) };
        let certificates = self.certificates_free(starter) as i32;
        let paid_in = price * units.min(1 + certificates);
        require(self.can_pay_tokens(paid_in, price, cheapest), "1841-3.3.3-05", || {
            "the first shares would not pay for the tokens of any home".into()
        })
    }

    /// What the smallest number of tokens costs at the cheapest home; none if there is no home.
    fn cheapest_tokens(&self, company: CompanyId) -> Option<Money> {
        if self.charter(company).historical {
            return Some(Money::ZERO);
        }
        let tiled = self.tiled();
        let prices = self.home_places(company).into_iter().map(|(hex, _)| self.price_near(&tiled, hex));
        prices.min().map(|each| each * i32::from(self.charter(company).min_tokens()))
    }

    /// §3.3.3-05: whether this much buys the smallest number of tokens somewhere; in v2 together with what
    /// the offering brings at half price (at least the price of two units).
    fn can_pay_tokens(&self, paid_in: Money, price: Money, cheapest: Option<Money>) -> bool {
        let sold = match self.rules().token_shortfall {
            TokenShortfall::SellsOffering => price * 2,
            TokenShortfall::Refused => Money::ZERO,
        };
        cheapest.is_some_and(|cost| cost <= paid_in + sold)
    }

    /// §3.3: starts a company; first shares, homes and tokens follow as steps.
    pub(crate) fn start_company(
        &mut self,
        starter: Holder,
        company: CompanyId,
        price: Money,
        percent: u8,
    ) -> Play {
        self.may_start(starter, company)?;
        self.may_start_at(starter, company, price, self.cheapest_tokens(company))?;
        let charter = self.charter(company);
        require(percent == 2 * charter.unit(), "1841-3.3.3-01", || {
            "the director's certificate is bought first; further shares follow one by one".into()
        })?;
        let (payer, name) = (Game::account(starter).unwrap_or(Account::Bank), self.name(company));
        self.pay(payer, Account::Company(company), price * 2, format!("director's certificate of {name}"))?;
        if let Some(cert) = self.t.shares.director_certificate(company) {
            self.t.shares.give(cert, starter, &mut self.events)?;
        }
        self.events.push(Event::Director { company, director: starter });
        self.open_charter(company);
        let field = STARTS.iter().find(|(at, ..)| *at == price).map(|(_, _, field)| *field);
        if let Some(field) = field {
            self.move_marker(company, field);
        }
        self.reach(match (starter, charter.historical) {
            (Holder::Company(_), _) => Area::CompanyStart,
            (_, true) => Area::HistoricalStart,
            (_, false) => Area::FreeStart,
        });
        self.t.steps.push(Step::Tokens { company });
        self.t.steps.push(Step::Homes { company });
        self.t.steps.push(Step::FirstShares { company });
        Ok(())
    }

    /// A company comes into operation with the smallest number of tokens; it does not act in this round.
    pub(crate) fn open_charter(&mut self, company: CompanyId) {
        let tokens = self.charter(company).min_tokens();
        if let Some(things) = self.company_mut(company) {
            *things = super::state::Company { standing: Standing::Running, tokens, ..Default::default() };
        }
        if let Round::Operating(round) = &mut self.t.round {
            round.done.add(company);
        }
    }
}

/// §3.3.3: further first shares.
impl Game {
    /// The director who starts a company: a player or a company.
    fn starter(&self, company: CompanyId) -> Holder {
        self.t.shares.director(company)
    }

    fn may_buy_first(&self, company: CompanyId) -> Play {
        let (starter, unit) = (self.starter(company), self.charter(company).unit());
        let held = self.t.shares.percent(company, starter);
        require(held + unit <= FIRST_SHARES && !self.charter(company).minor, "1841-3.3.3-01", || {
            "at most 40% are bought at the start".into()
        })?;
        let price = self.price(company);
        require(self.cash(starter) >= price, "1841-4-05", || format!("a share costs {price}"))?;
        self.may_take(starter, company, unit, 1)
    }

    /// Whether the starter may stop buying: the tokens must be payable (v1).
    fn may_stop_first(&self, company: CompanyId) -> bool {
        let cash = self.t.ledger.company(company);
        self.may_buy_first(company).is_err()
            || self.can_pay_tokens(cash, self.price(company), self.cheapest_tokens(company))
    }

    pub(super) fn first_share_offers(&self, company: CompanyId) -> Vec<Offer> {
        let mut offers = Vec::new();
        if self.may_stop_first(company) {
            offers.push(Offer::Pass { means: "buy no more first shares".into() });
        }
        if self.may_buy_first(company).is_ok() {
            offers.push(Offer::Buy {
                buyer: self.party(self.starter(company)),
                company: self.name(company),
                percent: self.charter(company).unit(),
                from: Party::Offering,
                prices: Prices::fixed(self.price(company)),
            });
        }
        offers
    }

    pub(super) fn buy_first_share(&mut self, company: CompanyId, action: &Action) -> Play {
        match action {
            Action::Pass => {
                require(self.may_stop_first(company), "1841-3.3.3-05", || {
                    "what is paid in does not buy the smallest number of tokens yet".into()
                })?;
                self.t.steps.pop();
                Ok(())
            }
            Action::Buy { buyer, company: of, percent, from: Party::Offering, price } => {
                let starter = self.starter(company);
                let (unit, due) = (self.charter(company).unit(), self.price(company));
                if *of != self.name(company) || *buyer != self.party(starter) || *percent != unit {
                    return Err(self.wrong(&format!("buy {unit}% of {} or pass", self.name(company))));
                }
                require(*price == due, "1841-3.1-10", || format!("the price is {due}"))?;
                self.may_buy_first(company)?;
                let payer = Game::account(starter).unwrap_or(Account::Bank);
                self.pay(payer, Account::Company(company), due, format!("{unit}% of {of}"))?;
                self.t.shares.give_percent(company, unit, Holder::Offering, starter, &mut self.events)
            }
            _ => Err(self.wrong("buy further first shares or pass")),
        }
    }

    /// The step is skipped when nothing more can be bought.
    pub(super) fn first_shares_over(&self, company: CompanyId) -> bool {
        self.may_buy_first(company).is_err()
    }
}

/// §3.3.4: homes.
impl Game {
    /// Where a company may be at home: the fixed places of a historical one, else every city it may choose.
    pub(crate) fn home_places(&self, company: CompanyId) -> Vec<(HexId, u8)> {
        if self.charter(company).historical {
            return self.fixed_homes(company);
        }
        let cities = self.cities();
        cities.filter(|(hex, stop)| self.may_be_home(company, *hex, *stop).is_ok()).collect()
    }

    /// All cities on the map.
    pub(crate) fn cities(&self) -> impl Iterator<Item = (HexId, u8)> + '_ {
        self.t.board.map().ids().flat_map(|hex| {
            let stops = self.t.board.face(hex).stops.iter().enumerate();
            let cities = stops.filter(|(_, stop)| stop.kind == StopKind::City);
            cities.map(move |(at, _)| (hex, at as u8)).collect::<SmallVec<[_; 2]>>()
        })
    }

    /// §3.3.4-03: the printed homes; a stop that became one with another is found where it is now.
    pub(crate) fn fixed_homes(&self, company: CompanyId) -> Vec<(HexId, u8)> {
        let homes = self.parts().company_spec(company).map(|spec| spec.homes.as_slice()).unwrap_or_default();
        let mut places = Vec::new();
        for home in homes {
            let stops = self.t.board.face(home.hex).stops.len() as u8;
            let at = home.stop.unwrap_or(0);
            places.push((home.hex, if at < stops { at } else { 0 }));
            let choice = self.rules().sfma_chooses && self.fixed.roles.sfma == Some(company) && stops > 1;
            if choice {
                places = (0..stops).map(|stop| (home.hex, stop)).collect();
            }
        }
        places
    }

    fn may_be_home(&self, company: CompanyId, hex: HexId, stop: u8) -> Play {
        let geography = &self.fixed.geography;
        let capital = geography.capitals.contains(&hex);
        require(!geography.never_token.contains(&hex), "1841-3.3.4-04", || "Lugano is never a home".into())?;
        require(self.austria_open() || !self.austrian(hex), "1841-3.3.4-05", || {
            "Austrian cities are closed to new companies".into()
        })?;
        require(self.t.phase >= 4 || !geography.kept_homes.contains(&hex), "1841-3.3.4-06", || {
            "this city is kept for the companies of history before phase four".into()
        })?;
        if self.charter(company).minor {
            let free = self.t.board.tokens_at(hex).is_empty();
            require(!capital && free, "1841-3.3.4-08", || {
                "a minor chooses a city without tokens, no capital".into()
            })?;
        }
        require(self.t.board.free_slot(hex, stop).is_some(), "1841-3.3.4-09", || "no slot is free".into())?;
        let first = self.company(company).homes.first();
        require(first.is_none_or(|first| *first != hex), "1841-4.2-08", || "the first home is there".into())?;
        require(first.is_none_or(|first| self.same_side(*first, hex)), "1841-3.3.4-07", || {
            "a border lies between the two homes".into()
        })?;
        let min = i32::from(self.charter(company).min_tokens());
        let homes: SmallVec<[HexId; 2]> = first.into_iter().copied().chain([hex]).collect();
        // A company on its way pays for its tokens out of what was paid in.
        let placing = self.t.steps.last() == Some(&Step::Homes { company });
        let cost = if placing { self.token_price(&homes) * min } else { Money::ZERO };
        let short = placing && self.t.ledger.company(company) < cost;
        let refused = self.rules().token_shortfall == TokenShortfall::Refused;
        require(!short || !refused, "1841-3.3.3-05", || format!("{min} tokens would cost {cost} there"))
    }

    /// Whether everything about the homes of a company is settled.
    pub(super) fn homes_over(&self, company: CompanyId) -> bool {
        let placed = self.company(company).homes.len();
        let most = if self.charter(company).minor { 1 } else { 2 };
        placed >= most
            || (placed > 0 && (self.charter(company).historical || self.home_places(company).is_empty()))
    }

    /// §3.3.4-03: the homes of historical companies are occupied without a question, unless there is a
    /// choice.
    pub(super) fn place_fixed_homes(&mut self, company: CompanyId) -> Play {
        let chooses = self.rules().sfma_chooses && self.fixed.roles.sfma == Some(company);
        let places = self.fixed_homes(company);
        let open = |(hex, stop): &(HexId, u8)| self.t.board.free_slot(*hex, *stop).is_some();
        let free: Vec<_> = places.iter().copied().filter(open).collect();
        if !self.charter(company).historical || !self.company(company).homes.is_empty() {
            return Ok(());
        }
        if chooses && free.len() > 1 {
            return Ok(());
        }
        for (hex, stop) in free {
            self.place_home(company, hex, stop)?;
        }
        if self.company(company).homes.is_empty() {
            // Every slot is taken: the company begins without a home on the map.
            self.t.steps.pop();
        }
        Ok(())
    }

    fn place_home(&mut self, company: CompanyId, hex: HexId, stop: u8) -> Play {
        self.t.board.place(company, hex, stop)?;
        if let Some(things) = self.company_mut(company) {
            things.homes.push(hex);
            things.laid.push(hex);
            things.tokens = things.tokens.saturating_sub(1);
        }
        self.events.push(Event::Token { company, hex, placed: true });
        Ok(())
    }

    pub(super) fn home_offers(&self, company: CompanyId) -> Vec<Offer> {
        let mut offers = Vec::new();
        if !self.company(company).homes.is_empty() {
            offers.push(Offer::Pass { means: "stop at one home".into() });
        }
        let first: SmallVec<[HexId; 2]> = self.company(company).homes.clone();
        for (hex, stop) in self.home_places(company) {
            let mut homes = first.clone();
            homes.push(hex);
            let cost =
                if self.charter(company).historical { HISTORICAL_TOKEN } else { self.token_price(&homes) };
            let (company, hex) = (self.name(company), self.hex_name(hex));
            offers.push(Offer::PlaceToken { company, hex, stop, cost, by: None });
        }
        offers
    }

    pub(super) fn choose_home(&mut self, company: CompanyId, action: &Action) -> Play {
        match action {
            Action::Pass => {
                require(!self.company(company).homes.is_empty(), "1841-3.3.4-02", || {
                    "one home is needed".into()
                })?;
                self.t.steps.pop();
                Ok(())
            }
            Action::PlaceToken { company: of, hex, stop, by: None } if *of == self.name(company) => {
                let hex = self.find_hex(*hex)?;
                if self.charter(company).historical {
                    let there = self.fixed_homes(company).contains(&(hex, *stop));
                    require(there, "1841-3.3.4-03", || "its home is fixed".into())?;
                } else {
                    let city = self.t.board.face(hex).stops.get(*stop as usize);
                    let city = city.is_some_and(|stop| stop.kind == StopKind::City);
                    require(city, "1841-3.3.4-02", || "a home is a city".into())?;
                    self.may_be_home(company, hex, *stop)?;
                }
                self.place_home(company, hex, *stop)
            }
            _ => Err(self.wrong("place the home token")),
        }
    }
}

/// §3.3.4: tokens and their price.
impl Game {
    /// What each token of a company costs with these homes (§3.3.4-10, -11, -14).
    pub(crate) fn tokens_cost(&self, company: CompanyId) -> Money {
        if self.charter(company).historical {
            return HISTORICAL_TOKEN;
        }
        // The company's own tokens are on the map already; they are no track.
        self.token_price(&self.company(company).homes)
    }

    /// §3.3.4-14: the higher price holds for all.
    fn token_price(&self, homes: &[HexId]) -> Money {
        let tiled = self.tiled();
        homes.iter().map(|hex| self.price_near(&tiled, *hex)).max().unwrap_or_default()
    }

    fn price_near(&self, tiled: &[bool], home: HexId) -> Money {
        price_at_distance(self.distance_to_tile(tiled, home))
    }

    /// How far the nearest tile is; none if more than two hexes. Tiles beyond a border do not count
    /// (§3.3.4-13).
    fn distance_to_tile(&self, tiled: &[bool], home: HexId) -> Option<u8> {
        let walked = self.rules().token_distance == TokenDistance::Walked;
        let mut near: SmallVec<[HexId; 24]> = smallvec![home];
        let mut from = 0;
        for distance in 0..=2 {
            let until = near.len();
            for at in from..until {
                let Some(&hex) = near.get(at) else { continue };
                if tiled.get(hex.index()) == Some(&true) && (walked || self.same_side(hex, home)) {
                    return Some(distance);
                }
                let sides = self.t.board.map().hex(hex).map(|hex| hex.sides.iter());
                for side in sides.into_iter().flatten() {
                    let open = !walked || (!side.impassable && side.borders & self.t.borders == 0);
                    if let Some((next, _)) = side.to.filter(|(next, _)| open && !near.contains(next)) {
                        near.push(next);
                    }
                }
            }
            from = until;
        }
        None
    }

    /// §3.3.4-12: by hex, whether it counts as a laid tile.
    fn tiled(&self) -> Vec<bool> {
        let board = &self.t.board;
        let joined = match self.rules().token_distance {
            TokenDistance::Straight => Some(self.reach_of_all_bases()),
            TokenDistance::Walked => None,
        };
        let counts = |hex: HexId| {
            let printed = || !board.face(hex).track.is_empty();
            board.laid(hex).is_some()
                || printed()
                    && match &joined {
                        Some(reach) => reach.track(hex) != 0 || reach.stops_at(hex) != 0,
                        None => self.has_city(hex) || self.joined_to_laid(hex),
                    }
        };
        board.map().ids().map(counts).collect()
    }

    fn has_city(&self, hex: HexId) -> bool {
        self.t.board.face(hex).stops.iter().any(|stop| stop.kind == StopKind::City)
    }

    /// Whether a laid tile next to a printed hex continues its track.
    fn joined_to_laid(&self, hex: HexId) -> bool {
        let (board, exits) = (&self.t.board, self.t.board.face(hex).exits());
        let sides = board.map().hex(hex).map(|hex| hex.sides.iter().enumerate());
        sides.into_iter().flatten().any(|(side, beyond)| {
            exits >> side & 1 != 0
                && beyond.to.is_some_and(|(next, back)| {
                    board.laid(next).is_some() && board.face(next).exits() >> back & 1 != 0
                })
        })
    }

    /// The tokens step: how many, at which price.
    fn token_choice(&self, company: CompanyId) -> (u8, u8, Money) {
        let (charter, each) = (self.charter(company), self.tokens_cost(company));
        let cash = self.t.ledger.company(company);
        let affordable = if each > Money::ZERO { (cash.0 / each.0).clamp(0, 9) as u8 } else { 9 };
        (charter.min_tokens(), charter.max_tokens().min(affordable).max(charter.min_tokens()), each)
    }

    pub(super) fn token_offers(&self, company: CompanyId) -> Vec<Offer> {
        let (min, max, each) = self.token_choice(company);
        vec![Offer::BuyTokens { company: self.name(company), min, max, each }]
    }

    /// §3.3.4-01: the company buys its tokens.
    pub(super) fn buy_tokens(&mut self, company: CompanyId, action: &Action) -> Play {
        let Action::BuyTokens { company: of, count } = action else {
            return Err(self.wrong("buy the tokens of the new company"));
        };
        if *of != self.name(company) {
            return Err(Refusal::plain(format!("{} buys its tokens now", self.name(company))));
        }
        let (min, max, each) = self.token_choice(company);
        require((min..=max).contains(count), "1841-3.3.4-01", || format!("it buys {min} to {max} tokens"))?;
        let cost = each * i32::from(*count);
        self.cover_tokens(company, cost)?;
        self.pay(Account::Company(company), Account::Bank, cost, format!("{count} tokens"))?;
        if let Some(things) = self.company_mut(company) {
            things.tokens += count - min;
        }
        self.t.steps.pop();
        Ok(())
    }

    /// §3.3.3-05-v2: just enough of the offering goes to the pool at half price.
    fn cover_tokens(&mut self, company: CompanyId, cost: Money) -> Play {
        let missing = cost - self.t.ledger.company(company);
        if missing <= Money::ZERO || self.rules().token_shortfall == TokenShortfall::Refused {
            return Ok(());
        }
        let unit = self.charter(company).unit();
        let offering = self.t.shares.percent(company, Holder::Offering);
        let mut percent = unit;
        while percent < offering && self.half_price(company, percent) < missing {
            percent += unit;
        }
        let proceeds = self.half_price(company, percent);
        let name = self.name(company);
        self.t.shares.give_percent(company, percent, Holder::Offering, Holder::Pool, &mut self.events)?;
        self.pay(
            Account::Bank,
            Account::Company(company),
            proceeds,
            format!("{percent}% of {name} at half price"),
        )?;
        self.move_down(company, percent / unit);
        Ok(())
    }

    /// Who decides for a company that is being started.
    pub(crate) fn starting_seat(&self, company: CompanyId) -> SeatId {
        self.leader(company).unwrap_or(self.t.priority)
    }
}
