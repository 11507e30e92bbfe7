//! Entries of 1841 in the site's words.

use super::Words;
use super::chains::run;
use super::copies::Copies;
use super::words::{Moment, Ways, by_company, by_seat, each, one};
use crate::printed;
use crate::t1841::Import;
use ferrata_engine::action::{Action, Party, Route, Settlement};
use ferrata_engine::log::Log;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, OptionName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::route::check;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::CompanyView;
use ferrata_titles::t1841::Game;
use ferrata_titles::t1841::{FULL, LEAVE, STAY};
use serde_json::{Value, json};

impl Words for Import {
    fn options(log: &Log) -> Result<Vec<&'static str>, String> {
        let setup = &log.setup;
        let has = |option: &str| setup.options.iter().any(|name| name.as_str() == option);
        if !has("online") {
            return Err("18xx.games has procedures of its own (1841, section O): only games with the option \"online\" \
                 can be told in its words"
                .into());
        }
        let mut options = match setup.edition.as_str() {
            "v1" => vec!["version_1"],
            "v2" => Vec::new(),
            other => return Err(format!("18xx.games does not know the edition \"{other}\"")),
        };
        for option in &setup.options {
            match option.as_str() {
                "online" => {}
                "lite" => options.push("lite"),
                "p2p" => options.push("p2p_purchases"),
                "sfli-runs" => options.push("sfli_run_variant"),
                other => return Err(format!("18xx.games does not know the option \"{other}\"")),
            }
        }
        Ok(options)
    }

    fn ways(&self, copies: &Copies, state: &Game, entry: &Entry) -> Ways {
        let (moment, action) = Moment::of(copies, state, entry)?;
        moment.ways(action)
    }
}

impl Moment<'_, Game> {
    fn ways(&self, action: &Action) -> Ways {
        match action {
            Action::Pass => self.pass(),
            Action::Bid { card, amount } => {
                one(self.player("bid", json!({ "company": card, "price": amount })))
            }
            Action::Sheet { amounts } => one(self.player("blind_bid", json!({ "bids": amounts }))),
            Action::Sell { seller, company, percent } => self.sell(*seller, *company, *percent),
            Action::Buy { buyer, company, percent, from, price } => {
                self.buy(action, *buyer, *company, *percent, *from, *price)
            }
            Action::BuyCard { buyer, card, price, .. } => {
                one(self.by(*buyer, "buy_company", json!({ "company": card, "price": price })))
            }
            Action::Start { company, price, .. } => self.start(action, *company, *price),
            Action::BuyTokens { company, count } => {
                one(by_company(*company, "choose", json!({ "choice": count })))
            }
            Action::PlaceToken { company, hex, stop, by: None } => self.place(*company, *hex, *stop),
            Action::RemoveToken { company, hex, stop } => {
                let removal =
                    json!({ "city": self.city(*hex, *stop), "slot": self.slot(*company, *hex, *stop) });
                each(self.acting(*company).map(|acting| by_company(acting, "remove_token", removal.clone())))
            }
            Action::BuySlot { from, hex, stop, price } => {
                let slot = self.slot(*from, *hex, *stop);
                let bought = json!({ "city": self.city(*hex, *stop), "slot": slot, "price": price });
                one(by_company(self.operating()?, "buy_token", bought))
            }
            Action::LayTile { hex, tile, rotation, by: None } => {
                let laid = json!({ "hex": hex, "tile": self.copies.tile(*tile, *hex), "rotation": rotation });
                one(by_company(self.operating()?, "lay_tile", laid))
            }
            Action::Run { routes } => self.run(routes),
            Action::Settle { how } => self.settle(*how),
            Action::BuyTrain { train, from, price } => self.buy_train(*train, *from, *price),
            Action::Discard { company, train } => {
                let copies = self.copies.trains_of(*company, *train);
                each(
                    copies
                        .into_iter()
                        .map(|copy| by_company(*company, "discard_train", json!({ "train": copy }))),
                )
            }
            Action::Merge { with, into } => {
                let merge = |with: &CompanyName| {
                    Ok::<_, String>(by_company(self.operating()?, "merge", json!({ "corporation": with })))
                };
                Ok(vec![vec![merge(with)?, merge(into)?]])
            }
            Action::Transform { into } => {
                one(by_company(self.operating()?, "merge", json!({ "corporation": into })))
            }
            Action::Choose { option } => self.choose(*option),
            _ => Err("18xx.games has no such action in 1841".into()),
        }
    }

    /// Companies that may stand as the one who acts: the operating one, then the one concerned.
    fn acting(&self, concerned: CompanyName) -> impl Iterator<Item = CompanyName> {
        let other = self.view.operating.filter(|operating| *operating != concerned);
        [Some(concerned), other].into_iter().flatten()
    }

    fn player(&self, kind: &str, rest: Value) -> Value {
        by_seat(self.seat, kind, rest)
    }

    fn by(&self, party: Party, kind: &str, rest: Value) -> Value {
        match party {
            Party::Seat(seat) => by_seat(seat, kind, rest),
            Party::Company(company) => by_company(company, kind, rest),
            Party::Offering | Party::Bank => self.player(kind, rest),
        }
    }

    fn pass(&self) -> Ways {
        if let Turn::Sealed(_) = self.view.turn {
            // O-03: there is no pass; a sum of zero is accepted.
            let nothing = vec![0; self.state.parts().cards.len()];
            return one(self.player("blind_bid", json!({ "bids": nothing })));
        }
        let procedure = self.state.offers().into_iter().find_map(|offer| match offer {
            Offer::PlaceToken { company, .. }
            | Offer::BuyTokens { company, .. }
            | Offer::RemoveToken { company, .. } => Some(company),
            _ => None,
        });
        let companies = [self.view.operating, procedure].into_iter().flatten();
        let passes = companies.map(|company| by_company(company, "pass", json!({})));
        each(passes.chain([self.player("pass", json!({}))]))
    }

    fn shown(&self, company: CompanyName) -> Option<&CompanyView> {
        self.view.companies.iter().find(|shown| shown.name == company)
    }

    /// The certificates of a company that go from one holder to another when this action is taken, as the site
    /// numbers them: the director's is number 0.
    fn moved(&self, action: &Action, company: CompanyName, to_pool: bool) -> Vec<String> {
        let Some(id) = self.state.parts().company(company) else { return Vec::new() };
        let mut after = crate::table::Table::trial(self.state, self.setup());
        if after.play_as(self.seat, action).is_err() {
            return Vec::new();
        }
        let (was, is) = (self.state.shares(), after.state.shares());
        let moved = was.of(id).enumerate().filter(|(_, cert)| was.holder(*cert) != is.holder(*cert));
        let moved = moved.filter(|(_, cert)| (is.holder(*cert) == Holder::Pool) == to_pool);
        moved.map(|(number, _)| format!("{company}_{number}")).collect()
    }

    fn setup(&self) -> ferrata_engine::turn::Setup {
        let players = self.view.players.iter().map(|player| player.name.clone()).collect();
        ferrata_engine::turn::Setup {
            title: self.view.title,
            edition: self.view.edition,
            options: Vec::new(),
            players,
            position: None,
        }
    }

    fn unit(&self, company: CompanyName) -> u8 {
        printed::unit(printed::certificates(self.state.parts(), company))
    }

    /// The certificates with which a holder would make up a sale: ordinary ones, and the director's for the rest (O-27).
    fn bundle(&self, seller: Party, company: CompanyName, percent: u8) -> Vec<String> {
        let (parts, shares) = (self.state.parts(), self.state.shares());
        let Some(id) = parts.company(company) else { return Vec::new() };
        let holder = match seller {
            Party::Seat(seat) => Holder::Seat(seat),
            Party::Company(owner) if owner != company => {
                parts.company(owner).map_or(Holder::Offering, Holder::Company)
            }
            _ => Holder::Offering,
        };
        let held = shares.of(id).enumerate().filter(|(_, cert)| shares.holder(*cert) == holder);
        let mut numbers: Vec<usize> = held.map(|(number, _)| number).collect();
        let director = usize::from(numbers.first() == Some(&0));
        numbers.rotate_left(director);
        let mut rest = percent / self.unit(company);
        let wanted = numbers.into_iter().take_while(|number| {
            let more = rest > 0;
            rest = rest.saturating_sub(if *number == 0 { 2 } else { 1 });
            more
        });
        wanted.map(|number| format!("{company}_{number}")).collect()
    }

    /// The price of each share in an emergency: the exact half, unless it is paid in full (O-17, O-29).
    fn half_price(&self, company: CompanyName) -> Option<f64> {
        let market = self.shown(company)?.price?;
        let half = self.state.offers().into_iter().any(|offer| match offer {
            Offer::Sell { company: of, price, .. } => of == company && price < market,
            _ => false,
        });
        half.then(|| f64::from(market.0) / 2.0)
    }

    /// A sale. In an emergency the company that needs the money acts for the companies that lead it, too (O-29).
    fn sell(&self, seller: Party, company: CompanyName, percent: u8) -> Ways {
        let moved = self.moved(&Action::Sell { seller, company, percent }, company, true);
        let units: u8 = moved.iter().map(|share| if share.ends_with("_0") { 2 } else { 1 }).sum();
        let bundle = self.bundle(seller, company, percent);
        // Where the director's certificate was exchanged on the way, what moved is not what was sold.
        let moved = Some(moved).filter(|moved| *moved != bundle && units == percent / self.unit(company));
        let price = self.half_price(company);
        let operating =
            self.view.operating.map(Party::Company).filter(|_| matches!(seller, Party::Company(_)));
        let sellers = operating.filter(|operating| *operating != seller).into_iter().chain([seller]);
        let sold = |shares: &Vec<String>, by: Party| {
            let mut rest = json!({ "shares": shares, "percent": percent });
            if let (Some(price), Some(rest)) = (price, rest.as_object_mut()) {
                rest.insert("share_price".into(), number(price));
            }
            self.by(by, "sell_shares", rest)
        };
        let bundles: Vec<Vec<String>> = moved.into_iter().chain([bundle]).collect();
        each(sellers.flat_map(|by| bundles.iter().map(|shares| sold(shares, by)).collect::<Vec<_>>()))
    }

    fn buy(
        &self,
        action: &Action,
        buyer: Party,
        company: CompanyName,
        percent: u8,
        from: Party,
        price: Money,
    ) -> Ways {
        let units = i32::from(percent / self.unit(company)).max(1);
        let market = self.shown(company).and_then(|shown| shown.price).unwrap_or_default();
        let moved = self.moved(action, company, false);
        let bought = |shares: Vec<String>| {
            let mut rest = json!({ "shares": shares, "percent": percent });
            if let (true, Some(rest)) = (price != market * units, rest.as_object_mut()) {
                rest.insert("share_price".into(), number(f64::from(price.0) / f64::from(units)));
            }
            self.by(buyer, "buy_shares", rest)
        };
        // The director's certificate may have changed hands as well; it is bought from the pool only.
        let likely: Vec<String> = match from {
            Party::Bank => moved.clone(),
            _ => moved.iter().filter(|share| !share.ends_with("_0")).cloned().collect(),
        };
        let likely = likely.into_iter().take(units as usize).collect::<Vec<_>>();
        let others = (0..9).map(|number| vec![format!("{company}_{number}")]);
        each([likely].into_iter().chain(others).filter(|shares| !shares.is_empty()).map(bought))
    }

    fn start(&self, action: &Action, company: CompanyName, price: Money) -> Ways {
        let mut after = self.state.clone();
        let entry = Entry::seat(self.seat, action.clone());
        after.apply(&entry).map_err(|why| why.to_string())?;
        let field =
            after.view().companies.iter().find(|shown| shown.name == company).and_then(|shown| shown.field);
        let field = field.ok_or("the company has no place on the chart")?;
        let price = format!("{},{},{}", price.0, field.row, field.col);
        one(self.player("par", json!({ "corporation": company, "share_price": price })))
    }

    /// A city by the copy of its tile and its number among the cities there.
    fn city(&self, hex: HexName, stop: u8) -> String {
        let board = self.state.board();
        let face = board.map().id(hex).map(|hex| board.face(hex));
        let stops = face.map(|face| face.stops.as_slice()).unwrap_or_default();
        let is_city = |kind: StopKind| matches!(kind, StopKind::City | StopKind::Pass);
        let number = stops.iter().take(usize::from(stop)).filter(|stop| is_city(stop.kind)).count();
        format!("{}-{number}", self.copies.on(hex))
    }

    fn slot(&self, company: CompanyName, hex: HexName, stop: u8) -> u8 {
        let tokens = self.view.board.tokens.iter();
        let mut here = tokens.filter(|token| (token.company, token.hex, token.stop) == (company, hex, stop));
        here.next().map_or(0, |token| token.slot)
    }

    fn place(&self, company: CompanyName, hex: HexName, stop: u8) -> Ways {
        let placed = json!({ "city": self.city(hex, stop), "slot": 0, "tokener": company });
        each(self.acting(company).map(|acting| by_company(acting, "place_token", placed.clone())))
    }

    fn run(&self, routes: &[Route]) -> Ways {
        let company = self.operating()?;
        let trains = self.shown(company).map(|shown| shown.trains.clone()).unwrap_or_default();
        let mut runs = Vec::with_capacity(routes.len());
        for route in routes {
            let train = route.trains.first().and_then(|at| trains.get(usize::from(*at)));
            let train = train.ok_or("a route without a train")?;
            let used = route.trains.first().map_or(0, |at| usize::from(*at));
            let nth = trains.iter().take(used).filter(|other| *other == train).count();
            let copies = self.copies.trains_of(company, *train);
            let copy = copies.get(nth).cloned().unwrap_or_else(|| format!("{train}-0"));
            let (revenue, treasury) = self.earnings(route);
            runs.push(run(route, &copy, revenue, treasury));
        }
        one(by_company(company, "run_routes", json!({ "routes": runs, "extra_revenue": 0, "subsidy": 0 })))
    }

    fn earnings(&self, route: &Route) -> (i32, i32) {
        let ran =
            self.state.with_running(None, |board, rules| check(board, rules, std::slice::from_ref(route)));
        let pays = ran.ok().and_then(|(_, run)| run.ok()).map(|run| run.pays).unwrap_or_default();
        (pays.revenue.0, pays.treasury.0)
    }

    fn settle(&self, how: Settlement) -> Ways {
        let kind = match how {
            Settlement::Pay => "payout",
            Settlement::Withhold => "withhold",
            Settlement::Loot => return Err("18xx.games knows no looting".into()),
            Settlement::Half => return Err("18xx.games does not pay half in 1841".into()),
        };
        one(by_company(self.operating()?, "dividend", json!({ "kind": kind })))
    }

    fn buy_train(&self, train: TrainName, from: Party, price: Money) -> Ways {
        let buyer = self.operating()?;
        let bought = |copy: String, variant: Option<TrainName>| {
            let mut rest = json!({ "train": copy, "price": price });
            if let (Some(variant), Some(rest)) = (variant, rest.as_object_mut()) {
                rest.insert("variant".into(), json!(variant));
            }
            by_company(buyer, "buy_train", rest)
        };
        match from {
            Party::Company(owner) => {
                let copies = self.copies.trains_of(owner, train);
                each(copies.into_iter().map(|copy| bought(copy, None)))
            }
            _ => one(bought(self.copies.train_in_bank(train), Some(train))),
        }
    }

    /// The site asks with letters where our options have names; which one is meant shows when it is read back.
    fn choose(&self, option: OptionName) -> Ways {
        let who = |rest: Value, kind: &str| {
            let companies =
                self.view.operating.into_iter().map(|company| by_company(company, kind, rest.clone()));
            companies.chain([self.player(kind, rest.clone())]).collect::<Vec<_>>()
        };
        let bankrupt = match option {
            LEAVE => Some(0),
            STAY => Some(1),
            // O-29: the sale after it says it, by naming no price.
            FULL => return Ok(Vec::new()),
            _ => None,
        };
        if let Some(option) = bankrupt {
            return each(who(json!({ "option": option }), "bankrupt"));
        }
        let prices = option.as_str().bytes().all(|byte| byte.is_ascii_digit());
        let places: &[&str] = if prices { &["first", "last"] } else { &["a", "b"] };
        let words = ["y", "n", "pres", "full", "cash", "yes", "no"].iter().chain(places);
        each(words.flat_map(|word| who(json!({ "choice": word }), "choose")))
    }
}

/// A price as the site writes it: without decimals where it has none.
fn number(price: f64) -> Value {
    if price.fract() == 0.0 { json!(price as i64) } else { json!(price) }
}
