//! Which of our actions a recorded one stands for.

use super::Import;
use super::ground::Map;
use super::words::{
    acting_company, card_name, company_name, company_of, issuer, kind_of, name, par, settlement, unit,
};
use crate::error::{Error, Place};
use crate::record::{Entity, Recorded, Run, What};
use crate::routes::{Ground, route};
use crate::table::Table;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{HexName, Name, OptionName, TileName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::Title;
use ferrata_engine::view::View;
use ferrata_titles::t1841::Game;
use serde_json::Value;

impl Import {
    /// Our action for a recorded one; none if it needs none.
    pub(super) fn translate(
        &mut self,
        table: &Table<Game>,
        view: &View,
        action: &Recorded,
    ) -> Result<Option<Action>, Error> {
        let place = &action.place;
        let ours = match &action.what {
            What::Pass | What::DestinationConnection { .. } => return Ok(None),
            What::Bid { company, corporation, price } => {
                let card = company.as_ref().or(corporation.as_ref());
                let card = card.ok_or_else(|| Error::bad(place, "it does not say what is bid for"))?;
                Action::Bid { card: card_name(card, place)?, amount: Money(*price) }
            }
            What::BlindBid { bids } => {
                Action::Sheet { amounts: bids.iter().map(|&bid| Money(bid)).collect() }
            }
            What::Par { corporation, share_price } => {
                let company = company_of(view, corporation, place)?;
                Action::Start {
                    company: company.name,
                    price: par(share_price, place)?,
                    percent: 2 * unit(company),
                }
            }
            What::BuyShares { shares, percent, share_price } => {
                self.purchase(view, action, shares, *percent, *share_price)?
            }
            What::SellShares { shares, percent, .. } => Action::Sell {
                seller: self.party(&action.entity, place)?,
                company: company_name(issuer(shares, place)?, place)?,
                percent: *percent,
            },
            What::BuyCompany { company, price } => self.concession(view, action, company, *price)?,
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
            What::RunRoutes { routes, .. } => self.run(table, view, action, routes)?,
            What::Dividend { kind } => Action::Settle { how: settlement(kind, place)? },
            What::BuyTrain { train, price, variant } => {
                self.train(view, action, train, *price, variant.is_some())?
            }
            What::DiscardTrain { train } => Action::Discard {
                company: acting_company(action)?,
                train: TrainName(name(kind_of(train), place)?),
            },
            What::Merge { corporation } => return self.merger(view, corporation, place),
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

    fn purchase(
        &self,
        view: &View,
        action: &Recorded,
        shares: &[String],
        percent: u8,
        each: Option<f64>,
    ) -> Result<Action, Error> {
        let place = &action.place;
        let company = company_of(view, issuer(shares, place)?, place)?;
        let units = i32::from(percent / unit(company).max(1));
        let from = match self.pieces.owner(shares) {
            Some(Entity::Player(id)) if self.between_players => Party::Seat(self.seat(*id, place)?),
            _ if self.pieces.in_pool(shares, company) => Party::Bank,
            _ => Party::Offering,
        };
        let market = company.price.unwrap_or_default();
        let price = each.map_or(market * units, |each| Money((each * f64::from(units)).round() as i32));
        Ok(Action::Buy {
            buyer: self.party(&action.entity, place)?,
            company: company.name,
            percent,
            from,
            price,
        })
    }

    fn concession(&self, view: &View, action: &Recorded, card: &str, price: i32) -> Result<Action, Error> {
        let card = card_name(card, &action.place)?;
        let holder = view.players.iter().position(|player| player.cards.iter().any(|held| held.card == card));
        let from = holder.map_or(Party::Bank, |at| Party::Seat(SeatId(at as u8)));
        let buyer = self.party(&action.entity, &action.place)?;
        Ok(Action::BuyCard { buyer, card, from, price: Money(price) })
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

    fn run(
        &self,
        table: &Table<Game>,
        view: &View,
        action: &Recorded,
        runs: &[Run],
    ) -> Result<Action, Error> {
        let place = &action.place;
        let company = company_of(view, acting_company(action)?.as_str(), place)?;
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
            routes.push(route(run, train as u8, &Map(&table.state)).map_err(|why| Error::bad(place, why))?);
        }
        Ok(Action::Run { routes })
    }

    /// Trains from the bank carry their variant in the record; others come from whoever has that copy.
    fn train(
        &self,
        view: &View,
        action: &Recorded,
        train: &str,
        price: i32,
        bank: bool,
    ) -> Result<Action, Error> {
        let place = &action.place;
        let kind = TrainName(name(kind_of(train), place)?);
        let buyer = acting_company(action)?;
        let from = match self.pieces.train_owner(train, kind, buyer, view) {
            Some(owner) if !bank => Party::Company(owner),
            _ => Party::Bank,
        };
        Ok(Action::BuyTrain { train: kind, from, price: Money(price) })
    }

    /// A merger is two recorded actions (the partner, then the new company), a transformation one.
    fn merger(&mut self, view: &View, named: &str, place: &Place) -> Result<Option<Action>, Error> {
        let named = company_of(view, named, place)?;
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
            Offer::Choose { options, .. } => Some(options),
            _ => None,
        });
        let options: Vec<_> = options.unwrap_or_default().into_iter().map(|(option, _)| option).collect();
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
