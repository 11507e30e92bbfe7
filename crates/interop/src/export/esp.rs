//! Entries of 18ESP in the site's words.

use super::Words;
use super::chains::run;
use super::copies::Copies;
use super::words::{Moment, Ways, action, by_company, by_seat, each, one};
use crate::esp::pieces::{self, Pieces};
use crate::esp::{Import, seed};
use ferrata_engine::action::{Action, Party, Route, Settlement};
use ferrata_engine::log::Log;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, OptionName, TrainName};
use ferrata_engine::turn::{Entry, Title};
use ferrata_titles::esp::Game;
use serde_json::{Value, json};

impl Words for Import {
    fn options(log: &Log) -> Result<Vec<&'static str>, String> {
        if log.setup.edition.as_str() != "online" {
            return Err("18xx.games plays the edition \"online\" only".into());
        }
        let known = ["random", "standard"];
        let mut options = log.setup.options.iter();
        if let Some(other) = options.find(|option| !known.contains(&option.as_str())) {
            return Err(format!("18xx.games does not know the option \"{other}\""));
        }
        let random = log.setup.options.iter().any(|option| option.as_str() == "random");
        Ok(if random { Vec::new() } else { vec!["core"] })
    }

    fn fate(log: &Log) -> Result<(Option<u64>, Vec<u16>), String> {
        let drawn = log.entries.iter().map_while(|recorded| match &recorded.entry.action {
            Action::Drawn { outcome } => Some(outcome.clone()),
            _ => None,
        });
        let mut drawn: Vec<Vec<u16>> = drawn.collect();
        if drawn.is_empty() {
            return Err("the set-up has not been drawn yet".into());
        }
        let order = drawn.remove(0);
        let random = log.setup.options.iter().any(|option| option.as_str() == "random");
        let found = seed::find(&drawn, random);
        let found = found.ok_or("no seed of 18xx.games leads to the set-up that was drawn")?;
        Ok((Some(found), order))
    }

    fn ways(&self, copies: &Copies, state: &Game, entry: &Entry) -> Ways {
        let (moment, action) = Moment::of(copies, state, entry)?;
        moment.ways(action, self.pieces())
    }
}

impl Moment<'_, Game> {
    /// `pieces` tell which copy of a train is whose.
    fn ways(&self, action: &Action, pieces: &Pieces) -> Ways {
        match action {
            Action::Pass => each(self.who("pass", json!({}))),
            Action::Bid { card, amount } => {
                one(by_seat(self.seat, "bid", json!({ "company": card, "price": amount })))
            }
            Action::Start { company, price, .. } => self.start(action, *company, *price),
            Action::Buy { company, percent, .. } => {
                let shares = (0..9)
                    .map(|number| json!({ "shares": [format!("{company}_{number}")], "percent": percent }));
                each(shares.skip(1).map(|rest| by_seat(self.seat, "buy_shares", rest)))
            }
            Action::Sell { company, percent, .. } => {
                let shares: Vec<String> =
                    (1..=percent / 10).map(|number| format!("{company}_{number}")).collect();
                one(by_seat(self.seat, "sell_shares", json!({ "shares": shares, "percent": percent })))
            }
            Action::Loan { amount } if *amount < Money(0) => {
                one(by_seat(self.seat, "payoff_player_debt", json!({})))
            }
            Action::Loan { .. } => Err("18xx.games lends money only with the purchase of a train".into()),
            Action::BuyCard { card, from, price, .. } => self.buy_card(card.as_str(), *from, *price),
            Action::LayTile { hex, tile, rotation, by } => {
                let laid = json!({ "hex": hex, "tile": self.copies.tile(*tile, *hex), "rotation": rotation });
                match by {
                    Some(card) => one(action_of_card(card.as_str(), "lay_tile", laid)),
                    None => one(by_company(self.operating()?, "lay_tile", laid)),
                }
            }
            Action::PlaceToken { company, hex, stop, .. } => self.place(*company, *hex, *stop),
            Action::Run { routes } => self.run(routes, pieces),
            Action::Settle { how } => {
                let kind = match how {
                    Settlement::Pay => "payout",
                    Settlement::Withhold => "withhold",
                    Settlement::Loot => return Err("18xx.games knows no looting".into()),
                    Settlement::Half => return Err("18xx.games does not pay half in 18ESP".into()),
                };
                one(by_company(self.operating()?, "dividend", json!({ "kind": kind })))
            }
            Action::BuyTrain { train, from, price } => self.buy_train(*train, *from, *price, pieces),
            Action::Discard { company, train } => {
                let copies = pieces.trains_of(*company, *train).into_iter();
                each(copies.map(|copy| by_company(*company, "discard_train", json!({ "train": copy }))))
            }
            Action::Merge { with, into } => {
                let merge = by_company(*into, "merge", json!({ "corporation": with }));
                let choose = |choice: &str| by_company(*into, "choose", json!({ "choice": choice }));
                Ok(["map", "charter"].map(|choice| vec![merge.clone(), choose(choice)]).to_vec())
            }
            Action::Choose { option } => self.choose(*option, pieces),
            _ => Err("18xx.games has no such action in 18ESP".into()),
        }
    }

    /// The same action of the operating company, and of the player.
    fn who(&self, kind: &str, rest: Value) -> Vec<Value> {
        let company = self.view.operating.map(|company| by_company(company, kind, rest.clone()));
        company.into_iter().chain([by_seat(self.seat, kind, rest)]).collect()
    }

    fn start(&self, start: &Action, company: CompanyName, price: Money) -> Ways {
        let mut after = self.state.clone();
        after.apply(&Entry::seat(self.seat, start.clone())).map_err(|why| why.to_string())?;
        let field =
            after.view().companies.iter().find(|shown| shown.name == company).and_then(|shown| shown.field);
        // The site's chart is one row: 50 below is the first, 55 above the second.
        let at = field.map_or(0, |field| 2 * u16::from(field.col) + u16::from(field.row == 0));
        let price = format!("{},0,{at}", price.0);
        one(by_seat(self.seat, "par", json!({ "corporation": company, "share_price": price })))
    }

    fn buy_card(&self, card: &str, from: Party, price: Money) -> Ways {
        let buyer = self.operating()?;
        if card != "Tender" {
            return one(by_company(buyer, "buy_company", json!({ "company": card, "price": price })));
        }
        let seller = match from {
            Party::Seat(seat) => self.view.players.get(seat.index()).map(|player| player.name.clone()),
            Party::Company(company) => Some(company.to_string()),
            Party::Bank | Party::Offering => None,
        };
        let from = seller.unwrap_or_else(|| "bank".to_owned());
        let description = format!("Tender from {from}");
        one(by_company(buyer, "special_buy", json!({ "description": description, "cost": price })))
    }

    fn place(&self, company: CompanyName, hex: HexName, stop: u8) -> Ways {
        let city = format!("{}-{stop}", self.copies.on(hex));
        let placed = json!({ "city": city, "slot": 0, "tokener": company });
        let acting = [self.view.operating, Some(company)].into_iter().flatten();
        each(acting.map(|acting| by_company(acting, "place_token", placed.clone())))
    }

    fn run(&self, routes: &[Route], pieces: &Pieces) -> Ways {
        let company = self.operating()?;
        let shown = self.view.companies.iter().find(|shown| shown.name == company);
        let trains = shown.map(|shown| shown.trains.clone()).unwrap_or_default();
        let mut runs = Vec::with_capacity(routes.len());
        for route in routes {
            let train = route.trains.first().and_then(|at| trains.get(usize::from(*at)));
            let copies = train.map(|train| pieces.trains_of(company, *train)).unwrap_or_default();
            let copy = copies.first().cloned().unwrap_or_else(|| "2P-0".to_owned());
            let earned =
                self.state.explain_run(std::slice::from_ref(route)).map_err(|why| why.to_string())?;
            runs.push(run(route, &copy, earned.pays.revenue.0, earned.pays.treasury.0));
        }
        one(by_company(company, "run_routes", json!({ "routes": runs, "extra_revenue": 0, "subsidy": 0 })))
    }

    fn buy_train(&self, train: TrainName, from: Party, price: Money, pieces: &Pieces) -> Ways {
        let buyer = self.operating()?;
        let bought = |rest: Value| by_company(buyer, "buy_train", rest);
        match from {
            Party::Company(owner) => {
                let copies = pieces.trains_of(owner, train).into_iter();
                each(copies.map(|copy| bought(json!({ "train": copy, "price": price }))))
            }
            _ => {
                let copy = pieces.train_in_bank(train);
                one(bought(json!({ "train": copy, "price": price, "variant": train })))
            }
        }
    }

    fn choose(&self, option: OptionName, pieces: &Pieces) -> Ways {
        let text = option.as_str();
        if text == "destination" {
            let operating = self.operating()?;
            return one(by_company(
                operating,
                "destination_connection",
                json!({ "corporations": [operating] }),
            ));
        }
        if let Some(choice) = text.strip_prefix("P4 ") {
            return one(action_of_card("P4", "choose_ability", json!({ "choice": choice })));
        }
        if let Some((base, other)) = text.split_once(" & ") {
            return self.combine(base, other, pieces);
        }
        let place = text
            .parse()
            .ok()
            .and_then(|train: u8| self.state.running_trains().iter().position(|at| *at == train));
        let choices = place.map(|at| at.to_string()).into_iter().chain([text.to_owned()]);
        each(choices.flat_map(|choice| self.who("choose", json!({ "choice": choice }))))
    }

    fn combine(&self, base: &str, other: &str, pieces: &Pieces) -> Ways {
        let company = self.operating()?;
        let name = |text: &str| ferrata_engine::name::Name::new(text).map(TrainName).ok();
        let bases = name(base).map(|base| pieces.trains_of(company, base)).unwrap_or_default();
        let additional = format!("{}-1", pieces::front(other));
        each(bases.iter().map(|base| {
            let rest =
                json!({ "base": base, "additional_train": additional, "additional_train_variant": other });
            by_company(company, "combined_trains", rest)
        }))
    }
}

fn action_of_card(card: &str, kind: &str, rest: Value) -> Value {
    action(json!(card), "company", kind, rest)
}
