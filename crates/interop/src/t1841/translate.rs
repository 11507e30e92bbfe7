//! Which of our actions a recorded one stands for.

use super::Import;
use super::ground::Map;
use super::words::{
    acting_company, card_name, company_name, company_of, holds, issuer, kind_of, name, par, settlement,
};
use crate::error::{Error, Place};
use crate::printed::{certificates, unit};
use crate::record::{Entity, Recorded, Run, What};
use crate::routes::{Ground, route};
use crate::table::Table;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, Name, OptionName, TileName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::Title;
use ferrata_engine::view::CompanyView;
use ferrata_titles::t1841::Game;
use ferrata_titles::t1841::{FULL, STAY};
use serde_json::Value;

/// What a record says of the price of shares: for each unit, or in all.
struct Price {
    each: Option<f64>,
    total: Option<f64>,
}

impl Price {
    fn of(&self, units: u8) -> Option<Money> {
        let price = self.total.or(self.each.map(|each| each * f64::from(units)));
        price.map(|price| Money(price.round() as i32))
    }
}

impl Import {
    /// Our action for a recorded one; none if it needs none.
    pub(super) fn translate(
        &mut self,
        table: &Table<Game>,
        action: &Recorded,
    ) -> Result<Option<Action>, Error> {
        let (place, state) = (&action.place, &table.state);
        let ours = match &action.what {
            // When the players end a game by agreement, our table stays as it is.
            What::Pass | What::DestinationConnection { .. } | What::EndGame => return Ok(None),
            What::Bid { company, corporation, price } => {
                let card = company.as_ref().or(corporation.as_ref());
                let card = card.ok_or_else(|| Error::bad(place, "it does not say what is bid for"))?;
                Action::Bid { card: card_name(card, place)?, amount: Money(*price) }
            }
            // O-03: a sheet of noughts is accepted there; with us nothing is handed in by passing.
            What::BlindBid { bids } if bids.iter().all(|bid| *bid == 0) => Action::Pass,
            What::BlindBid { bids } => {
                Action::Sheet { amounts: bids.iter().map(|&bid| Money(bid)).collect() }
            }
            What::Par { corporation, share_price } => {
                let company = company_of(state, corporation, place)?;
                Action::Start {
                    company: company.name,
                    price: par(share_price, place)?,
                    percent: certificates(state.parts(), company.name).first().copied().unwrap_or_default(),
                }
            }
            What::BuyShares { shares, percent, share_price, total_price } => {
                let price = Price { each: *share_price, total: *total_price };
                self.purchase(state, action, shares, *percent, price)?
            }
            What::SellShares { shares, percent, .. } => Action::Sell {
                seller: self.seller(state, action, shares, *percent)?,
                company: company_name(issuer(shares, place)?, place)?,
                percent: *percent,
            },
            What::BuyCompany { company, price } => self.concession(state, action, company, *price)?,
            What::PlaceToken { city, tokener, .. } => {
                let (hex, stop) = self.stop(table, city, place)?;
                let company = match (tokener, &action.entity) {
                    (Some(name), _) | (None, Entity::Company(name)) => company_name(name, place)?,
                    _ => return Err(Error::bad(place, "it does not say whose token is placed")),
                };
                Action::PlaceToken { company, hex, stop, by: None }
            }
            What::RemoveToken { city, .. } => self.removal(table, city, place)?,
            What::BuyToken { city, slot, price } => self.slot(table, city, *slot, *price, place)?,
            What::LayTile { hex, tile, rotation } => Action::LayTile {
                hex: HexName(name(hex, place)?),
                tile: TileName(name(kind_of(tile), place)?),
                rotation: *rotation,
                by: None,
            },
            What::RunRoutes { routes, .. } => self.run(state, action, routes)?,
            What::Dividend { kind } => Action::Settle { how: settlement(kind, place)? },
            What::BuyTrain { train, price, variant } => {
                self.train(table, action, train, *price, variant.is_some())?
            }
            What::DiscardTrain { train } => Action::Discard {
                company: acting_company(action)?,
                train: TrainName(name(kind_of(train), place)?),
            },
            What::Merge { corporation } => return self.merger(state, corporation, place),
            What::Choose { choice } => self.choice(table, action, choice)?,
            What::Bankrupt { option } => {
                let option = if *option == Some(1) { "stay" } else { "leave" };
                Action::Choose { option: OptionName::of(option) }
            }
            // Actions of other titles.
            _ => return Err(Error::UnknownAction(place.clone())),
        };
        Ok(Some(ours))
    }

    /// Who sells: a company acts in the record for those that lead it too (4.5.1), so the shares say whose they
    /// are.
    fn seller(
        &self,
        state: &Game,
        action: &Recorded,
        shares: &[String],
        percent: u8,
    ) -> Result<Party, Error> {
        let place = &action.place;
        let Entity::Company(actor) = &action.entity else { return self.party(&action.entity, place) };
        let (actor, issuer) = (company_name(actor, place)?, company_name(issuer(shares, place)?, place)?);
        let parts = state.parts();
        let chain =
            std::iter::successors(Some(actor), |led| match state.shares().director(parts.company(*led)?) {
                Holder::Company(by) => Some(parts.company_name(by)),
                _ => None,
            });
        let chain: Vec<_> = chain.take(parts.companies.len()).collect();
        let known = match self.pieces.owner(shares) {
            Some(Entity::Company(owner)) => Name::new(owner).ok().map(CompanyName),
            Some(Entity::Player(_)) => None,
            None => Some(issuer).filter(|_| !self.pieces.pooled(shares)),
        };
        let known = known.filter(|owner| chain.contains(owner));
        let mut candidates = known.into_iter().chain(chain.iter().copied());
        let owner = candidates.find(|owner| holds(state, *owner, issuer) >= percent);
        Ok(Party::Company(owner.unwrap_or(actor)))
    }

    fn purchase(
        &self,
        state: &Game,
        action: &Recorded,
        shares: &[String],
        percent: u8,
        price: Price,
    ) -> Result<Action, Error> {
        let place = &action.place;
        let company = company_of(state, issuer(shares, place)?, place)?;
        let printed = certificates(state.parts(), company.name);
        let buyer = self.party(&action.entity, place)?;
        let from = match self.selling_player(state, &company, shares, percent, buyer) {
            Some(seat) => Party::Seat(seat),
            None if self.pieces.in_pool(shares, &company, printed) => Party::Bank,
            None => Party::Offering,
        };
        let market = company.price.unwrap_or_default();
        let units = percent / unit(printed);
        let price = price.of(units).unwrap_or(market * i32::from(units));
        Ok(Action::Buy { buyer, company: company.name, percent, from, price })
    }

    /// The player who sells, where players buy from each other: whoever was last seen with these shares, or the
    /// director if the director's certificate is among them.
    fn selling_player(
        &self,
        state: &Game,
        company: &CompanyView,
        shares: &[String],
        percent: u8,
        buyer: Party,
    ) -> Option<SeatId> {
        if !self.between_players {
            return None;
        }
        let id = state.parts().company(company.name)?;
        let holding = |seat: SeatId| state.shares().percent(id, Holder::Seat(seat));
        let seller = |seat: &SeatId| Party::Seat(*seat) != buyer && holding(*seat) >= percent;
        let director = company.director.filter(|_| company.directed_by.is_none());
        if shares.iter().any(|share| share.ends_with("_0")) && director.as_ref().is_some_and(seller) {
            return director;
        }
        let Some(Entity::Player(id)) = self.pieces.owner(shares) else { return None };
        let known = self.players.iter().position(|player| player.id == *id).map(|at| SeatId(at as u8));
        // Certificates swapped with a change of director went unrecorded.
        let all = (0..self.players.len() as u8).map(SeatId);
        known.filter(seller).or_else(|| all.into_iter().find(seller))
    }

    /// A concession of the bank is recorded without the director's certificate that comes with it (3.2-12).
    fn concession(&self, state: &Game, action: &Recorded, card: &str, price: i32) -> Result<Action, Error> {
        let card = card_name(card, &action.place)?;
        let from = state.card_owner(card).map_or(Party::Bank, Party::Seat);
        let buyer = self.party(&action.entity, &action.place)?;
        let due = state.offers().into_iter().find_map(|offer| match offer {
            Offer::BuyCard { card: offered, from: Party::Bank, prices, .. } if offered == card => {
                Some(prices.min)
            }
            _ => None,
        });
        let price = due.filter(|_| from == Party::Bank).unwrap_or(Money(price));
        Ok(Action::BuyCard { buyer, card, from, price })
    }

    /// The hex and stop of a city, which the site names by the copy of the tile it is on.
    fn stop(&self, table: &Table<Game>, city: &str, place: &Place) -> Result<(HexName, u8), Error> {
        let wrong = || Error::bad(place, format!("there is no city \"{city}\" on the map"));
        let (tile, number) = city.rsplit_once('-').ok_or_else(wrong)?;
        let hex = match self.pieces.hex_of(tile) {
            Some(hex) => HexName(name(hex, place)?),
            None => HexName(name(kind_of(tile), place)?),
        };
        let number: usize = number.parse().map_err(|_| wrong())?;
        let map = Map(&table.state);
        let face = map.face(hex).ok_or_else(wrong)?;
        let cities = face.stops.iter().enumerate();
        let mut cities = cities.filter(|(_, stop)| matches!(stop.kind, StopKind::City | StopKind::Pass));
        let (stop, _) = cities.nth(number).ok_or_else(wrong)?;
        Ok((hex, stop as u8))
    }

    fn removal(&self, table: &Table<Game>, city: &str, place: &Place) -> Result<Action, Error> {
        let (at, on) = self.stop(table, city, place)?;
        let offers = table.state.offers();
        let company = offers.iter().find_map(|offer| match offer {
            Offer::RemoveToken { company, hex, stop } if (*hex, *stop) == (at, on) => Some(*company),
            _ => None,
        });
        let company =
            company.ok_or_else(|| Error::bad(place, format!("no token can be removed from {at}")))?;
        Ok(Action::RemoveToken { company, hex: at, stop: on })
    }

    fn slot(
        &self,
        table: &Table<Game>,
        city: &str,
        slot: u8,
        price: i32,
        place: &Place,
    ) -> Result<Action, Error> {
        let (hex, stop) = self.stop(table, city, place)?;
        let tokens = table.state.view().board.tokens;
        let token = tokens.iter().find(|token| (token.hex, token.stop, token.slot) == (hex, stop, slot));
        let from = token.ok_or_else(|| Error::bad(place, format!("slot {slot} of {hex} is free")))?.company;
        Ok(Action::BuySlot { from, hex, stop, price: Money(price) })
    }

    fn run(&self, state: &Game, action: &Recorded, runs: &[Run]) -> Result<Action, Error> {
        let place = &action.place;
        let company = company_of(state, acting_company(action)?.as_str(), place)?;
        let mut free: Vec<Option<TrainName>> = company.trains.iter().copied().map(Some).collect();
        let mut routes = Vec::with_capacity(runs.len());
        for run in runs {
            let kind = kind_of(&run.train);
            let train = free.iter().position(|train| train.is_some_and(|train| train.as_str() == kind));
            let train =
                train.ok_or_else(|| Error::bad(place, format!("{} has no {kind}-train", company.name)))?;
            if let Some(used) = free.get_mut(train) {
                *used = None;
            }
            routes.push(route(run, train as u8, &Map(state)).map_err(|why| Error::bad(place, why))?);
        }
        Ok(Action::Run { routes })
    }

    /// Trains from the bank carry their variant in the record; others come from whoever has that copy.
    fn train(
        &mut self,
        table: &Table<Game>,
        action: &Recorded,
        train: &str,
        price: i32,
        bank: bool,
    ) -> Result<Action, Error> {
        let place = &action.place;
        let kind = TrainName(name(kind_of(train), place)?);
        let buyer = acting_company(action)?;
        let companies = self.charters(table);
        let from = match self.pieces.train_owner(train, kind, buyer, &companies) {
            Some(owner) if !bank => Party::Company(owner),
            _ => Party::Bank,
        };
        Ok(Action::BuyTrain { train: kind, from, price: Money(price) })
    }

    /// A merger is two recorded actions (the partner, then the new company), a transformation one.
    fn merger(&mut self, state: &Game, named: &str, place: &Place) -> Result<Option<Action>, Error> {
        let named = company_of(state, named, place)?;
        if named.price.is_some() {
            self.partner = Some(named.name);
            return Ok(None);
        }
        Ok(Some(match self.partner {
            Some(with) => Action::Merge { with, into: named.name },
            None => Action::Transform { into: named.name },
        }))
    }

    /// A number is a number of tokens; a word answers a question.
    fn choice(&self, table: &Table<Game>, action: &Recorded, choice: &Value) -> Result<Action, Error> {
        let place = &action.place;
        let number = choice.as_u64().or_else(|| choice.as_str().and_then(|text| text.parse().ok()));
        if let Some(count) = number {
            let company = acting_company(action)?;
            let count =
                u8::try_from(count).map_err(|_| Error::bad(place, "that many tokens do not exist"))?;
            return Ok(Action::BuyTokens { company, count });
        }
        let word =
            choice.as_str().ok_or_else(|| Error::bad(place, "the choice is neither word nor number"))?;
        let options = table.state.offers().into_iter().find_map(|offer| match offer {
            Offer::Choose { options, .. } => Some(options.into_iter().map(|(option, _)| option).collect()),
            _ => None,
        });
        // How a sale is paid and what a bankrupt does are not asked with words.
        let asked = |options: &Vec<OptionName>| !options.iter().any(|option| [FULL, STAY].contains(option));
        let options: Vec<OptionName> = options.filter(asked).unwrap_or_default();
        // The two successors of IRSFF, and the two prices of a merger, are first and last of our options.
        let option = match word {
            "a" | "first" => options.first().copied(),
            "b" | "last" => options.last().copied(),
            "pres" => Some(OptionName::of("director")),
            "full" => Some(OptionName::of("share")),
            "y" => Some(OptionName::of("yes")),
            "n" => Some(OptionName::of("no")),
            "cash" | "yes" | "no" => Name::new(word).ok().map(OptionName),
            _ => return Err(Error::bad(place, format!("the choice \"{word}\" is not known"))),
        };
        let option = option.ok_or_else(|| Error::bad(place, "nothing has to be chosen now"))?;
        Ok(Action::Choose { option })
    }
}
