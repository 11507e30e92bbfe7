//! 1841 as recorded on 18xx.games: which of our entries each recorded action stands for.

mod pieces;

use crate::error::{Error, Place};
use crate::record::{Entity, Player, Record, Recorded, Run, What};
use crate::replay::Importer;
use crate::routes::{Ground, route};
use crate::table::Table;
use crate::trace::Facts;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, Name, OptionName, TileName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Face, StopKind};
use ferrata_engine::turn::{Setup, Title};
use ferrata_engine::view::{CompanyView, View};
use ferrata_titles::t1841::Game;
use ferrata_titles::t1841::emergency::FULL;
use pieces::Pieces;
use serde_json::Value;

/// What is remembered of a record while it is played.
pub(crate) struct Import {
    players: Vec<Player>,
    /// Players may buy from each other.
    between_players: bool,
    /// Which copy of a tile, train or share is where.
    pieces: Pieces,
    /// Companies that are arising from others.
    arisen: Vec<CompanyName>,
    /// The partner of a merger whose new company is not named yet.
    partner: Option<CompanyName>,
}

impl Importer for Import {
    type Game = Game;

    fn setup(record: &Record) -> Result<Setup, Error> {
        let mut options = vec![Name::cut("online")];
        let mut edition = "v2";
        for option in &record.options {
            match option.as_str() {
                "version_1" => edition = "v1",
                "lite" => options.push(Name::cut("lite")),
                "p2p_purchases" => options.push(Name::cut("p2p")),
                "sfli_as_v2" | "version_1_sfli_as_v2" => options.push(Name::cut("sfli-runs")),
                other => return Err(Error::UnknownOption(other.to_owned())),
            }
        }
        let players = record.players.iter().map(|player| player.name.clone()).collect();
        Ok(Setup { title: Name::cut("1841"), edition: Name::cut(edition), options, players })
    }

    fn new(record: &Record) -> Import {
        let between_players = record.options.iter().any(|option| option == "p2p_purchases");
        Import {
            players: record.players.clone(),
            between_players,
            pieces: Pieces::default(),
            arisen: Vec::new(),
            partner: None,
        }
    }

    fn play(&mut self, table: &mut Table<Game>, action: &Recorded, ahead: &[Recorded]) -> Result<(), Error> {
        if let What::Pass = action.what {
            return self.pass(table, action, ahead);
        }
        let view = table.state.view();
        let Some(ours) = self.translate(table, &view, action)? else { return Ok(()) };
        self.full_price(table, &action.what)?;
        let played = match (&action.what, &action.entity) {
            (What::BlindBid { .. }, Entity::Player(id)) => {
                table.play_as(self.seat(*id, &action.place)?, &ours)
            }
            // A bankruptcy is that of the company whose turn it is, never a later one's.
            (What::Bankrupt { .. }, _) => table.play(&ours),
            _ => table.reach(&ours),
        };
        played.map_err(|why| Error::Refused { place: action.place.clone(), why })?;
        self.pieces.follow(action);
        if let (What::Merge { corporation }, Some(partner)) = (&action.what, self.partner.take()) {
            self.pieces.rename(partner.as_str(), corporation);
        }
        self.note_arisen(table, &view, &action.what);
        self.pieces.settle(&table.state.view());
        Ok(())
    }

    /// While shares are being exchanged, the director and the charter of a company that ends, and the charter of
    /// the company that arises, mean nothing.
    fn ignores(view: &View, fact: &str) -> bool {
        let Some((name, field)) = fact.split_once('/') else { return false };
        let Some(company) = view.companies.iter().find(|company| company.name.as_str() == name) else {
            return false;
        };
        let dissolving = |company: &CompanyView| company.status == "dissolving";
        let bare = || !view.board.tokens.iter().any(|token| token.company == company.name);
        match field {
            "director" => {
                let nobody = company.director.is_none() && company.directed_by.is_none();
                dissolving(company) || (nobody && view.companies.iter().any(dissolving))
            }
            "unplaced" => dissolving(company) || (view.companies.iter().any(dissolving) && bare()),
            _ => false,
        }
    }

    /// The site writes the order of play from the holder of the priority card on.
    fn adjust(view: &View, facts: &mut Facts) {
        if let Some(Value::Array(order)) = facts.get_mut("order") {
            let priority = view
                .order
                .iter()
                .position(|seat| view.players.get(seat.index()).is_some_and(|player| player.priority));
            let by = priority.unwrap_or(0).min(order.len());
            order.rotate_left(by);
        }
    }
}

impl Import {
    fn seat(&self, id: u64, place: &Place) -> Result<SeatId, Error> {
        let seat = self.players.iter().position(|player| player.id == id);
        seat.map(|at| SeatId(at as u8)).ok_or_else(|| Error::bad(place, format!("there is no player {id}")))
    }

    fn party(&self, entity: &Entity, place: &Place) -> Result<Party, Error> {
        match entity {
            Entity::Player(id) => Ok(Party::Seat(self.seat(*id, place)?)),
            Entity::Company(name) => Ok(Party::Company(company_name(name, place)?)),
        }
    }

    /// Companies that arise from others hand out shares without recorded actions: when all is exchanged, their
    /// certificates are where they lie at our table.
    fn note_arisen(&mut self, table: &Table<Game>, before: &View, what: &What) {
        let now = table.state.view();
        let started =
            |name: CompanyName| matches!(what, What::Par { corporation, .. } if name.as_str() == corporation);
        let was_there =
            |name: CompanyName| before.companies.iter().any(|c| c.name == name && c.price.is_some());
        let new = now.companies.iter().filter(|company| company.price.is_some());
        let new = new.map(|company| company.name).filter(|name| !was_there(*name) && !started(*name));
        self.arisen.extend(new);
        if now.companies.iter().any(|company| company.status == "dissolving") {
            return;
        }
        for name in std::mem::take(&mut self.arisen) {
            let shares = &table.state.table().shares;
            let Some(id) = table.state.parts().company(name) else { continue };
            let holders = shares.of(id).map(|cert| shares.holder(cert)).enumerate();
            let places = holders.map(|(at, holder)| (at, holder == Holder::Offering, holder == Holder::Pool));
            self.pieces.take_stock(name.as_str(), places);
        }
    }

    /// A sale in an operating round without a price in the record was paid in full; where that matters our
    /// table has to be told.
    fn full_price(&self, table: &mut Table<Game>, what: &What) -> Result<(), Error> {
        let full = Action::Choose { option: FULL };
        if matches!(what, What::SellShares { share_price: None, .. }) && table.accepts(&full) {
            table.play(&full).map_err(Error::Setup)?;
        }
        Ok(())
    }

    /// A pass counts only if the one who passed is asked at our table: what the site asked and we do not
    /// needs no entry. Automatic passes of companies skip the purchase of a slot and nothing else (O-15).
    fn pass(&mut self, table: &mut Table<Game>, action: &Recorded, ahead: &[Recorded]) -> Result<(), Error> {
        let asked = match &action.entity {
            Entity::Player(id) => self.wait_for(table, self.seat(*id, &action.place)?),
            Entity::Company(name) => {
                let name = company_name(name, &action.place)?;
                let offers = table.state.offers();
                let wanted = !action.auto || offers.iter().any(is_slot);
                wanted && concerns(&table.state.view(), &offers, name)
            }
        };
        if asked && table.accepts(&Action::Pass) && !self.pass_spoils(table, action, ahead) {
            table.play(&Action::Pass).map_err(|why| Error::Refused { place: action.place.clone(), why })?;
        }
        Ok(())
    }

    /// Whether the next action of the same company could be played now but no longer after a pass: then the
    /// site asked for something that we did not.
    fn pass_spoils(&mut self, table: &Table<Game>, action: &Recorded, ahead: &[Recorded]) -> bool {
        let Entity::Company(_) = action.entity else { return false };
        let next = ahead.iter().find(|next| next.what != What::Pass && !next.auto);
        let Some(next) = next.filter(|next| next.entity == action.entity) else { return false };
        let Ok(Some(ours)) = self.translate(table, &table.state.view(), next) else { return false };
        table.accepts(&ours) && table.passes_until(|later| later.play(&ours).is_ok()).is_none()
    }

    /// Passes for the players before `seat` in whose place the site passed by itself. False, with nothing
    /// done, if that does not lead to him.
    fn wait_for(&self, table: &mut Table<Game>, seat: SeatId) -> bool {
        if table.seat() == Some(seat) {
            return true;
        }
        let round = table.state.view().round;
        let reached =
            |later: &mut Table<Game>| later.seat() == Some(seat) && later.state.view().round == round;
        let Some(passes) = table.passes_until(reached).filter(|&passes| passes < self.players.len()) else {
            return false;
        };
        (0..passes).all(|_| table.play(&Action::Pass).is_ok())
    }

    /// Our action for a recorded one; none if it needs none.
    fn translate(
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

/// The map as routes need it.
struct Map<'a>(&'a Game);

impl Ground for Map<'_> {
    fn face(&self, hex: HexName) -> Option<&Face> {
        let board = &self.0.table().board;
        board.map().id(hex).map(|hex| board.face(hex))
    }

    fn side_towards(&self, from: HexName, to: HexName) -> Option<u8> {
        let map = self.0.table().board.map();
        let (from, to) = (map.hex(map.id(from)?)?, map.id(to)?);
        (0..6).find(|&side| from.side(side).to.is_some_and(|(hex, _)| hex == to))
    }
}

fn is_slot(offer: &Offer) -> bool {
    match offer {
        Offer::BuySlot { .. } => true,
        Offer::Propose { deal, .. } => is_slot(deal),
        _ => false,
    }
}

/// Whether what is asked now is a matter of this company.
fn concerns(view: &View, offers: &[Offer], name: CompanyName) -> bool {
    let procedure = offers.iter().find_map(|offer| match offer {
        Offer::PlaceToken { company, .. }
        | Offer::BuyTokens { company, .. }
        | Offer::RemoveToken { company, .. } => Some(*company),
        _ => None,
    });
    view.operating == Some(name) || procedure == Some(name)
}

/// `201` of the copy `201-0`.
fn kind_of(copy: &str) -> &str {
    copy.rsplit_once('-').map_or(copy, |(kind, _)| kind)
}

fn name(text: &str, place: &Place) -> Result<Name, Error> {
    Name::new(text).map_err(|long| Error::bad(place, long.to_string()))
}

fn company_name(text: &str, place: &Place) -> Result<CompanyName, Error> {
    name(text, place).map(CompanyName)
}

fn card_name(text: &str, place: &Place) -> Result<CardName, Error> {
    name(text, place).map(CardName)
}

fn company_of<'a>(view: &'a View, name: &str, place: &Place) -> Result<&'a CompanyView, Error> {
    let company = view.companies.iter().find(|company| company.name.as_str() == name);
    company.ok_or_else(|| Error::bad(place, format!("there is no company {name}")))
}

fn acting_company(action: &Recorded) -> Result<CompanyName, Error> {
    match &action.entity {
        Entity::Company(name) => company_name(name, &action.place),
        Entity::Player(_) => Err(Error::bad(&action.place, "a company should act here")),
    }
}

/// The company of a bundle of shares.
fn issuer<'a>(shares: &'a [String], place: &Place) -> Result<&'a str, Error> {
    let first = shares.first().and_then(|share| share.rsplit_once('_'));
    first.map(|(company, _)| company).ok_or_else(|| Error::bad(place, "it names no shares"))
}

fn unit(company: &CompanyView) -> u8 {
    if company.kind == "minor" { 20 } else { 10 }
}

/// The price of `144,2,8`.
fn par(text: &str, place: &Place) -> Result<Money, Error> {
    let price = text.split(',').next().and_then(|price| price.parse().ok());
    price.map(Money).ok_or_else(|| Error::bad(place, format!("\"{text}\" is no price")))
}

fn settlement(kind: &str, place: &Place) -> Result<Settlement, Error> {
    match kind {
        "payout" => Ok(Settlement::Pay),
        "withhold" => Ok(Settlement::Keep),
        _ => Err(Error::bad(place, format!("\"{kind}\" is no way to settle earnings in 1841"))),
    }
}
