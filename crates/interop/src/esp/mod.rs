//! 18ESP as recorded on 18xx.games: which of our entries each recorded action stands for.

mod pieces;
mod runs;
mod seed;

use crate::error::{Error, Place};
use crate::record::{Entity, Player, Record, Recorded, What};
use crate::replay::Importer;
use crate::table::Table;
use crate::trace::Facts;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, Name, OptionName, TileName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Entry, Setup, Title};
use ferrata_engine::view::View;
use ferrata_titles::esp::Esp;
use pieces::Pieces;
use serde_json::{Value, json};

/// What is remembered of a record while it is played.
pub(crate) struct Import {
    players: Vec<Player>,
    seed: u64,
    random: bool,
    pieces: Pieces,
    /// A takeover that is played together with the choice about its token.
    merging: Option<CompanyName>,
}

impl Importer for Import {
    type Game = Esp;

    fn setup(record: &Record) -> Result<Setup, Error> {
        let mut set_up = "random";
        for option in &record.options {
            match option.as_str() {
                "core" => set_up = "standard",
                other => return Err(Error::UnknownOption(other.to_owned())),
            }
        }
        let players = record.players.iter().map(|player| player.name.clone()).collect();
        let options = vec![Name::cut(set_up)];
        Ok(Setup { title: Name::cut("18ESP"), edition: Name::cut("online"), options, players })
    }

    fn new(record: &Record) -> Import {
        Import {
            players: record.players.clone(),
            seed: record.seed.unwrap_or(0),
            random: !record.options.iter().any(|option| option == "core"),
            pieces: Pieces::default(),
            merging: None,
        }
    }

    fn open(&mut self, table: &mut Table<Esp>) -> Result<(), Error> {
        for outcome in seed::draws(self.seed, self.random, self.players.len()) {
            if !matches!(table.state.turn(), ferrata_engine::turn::Turn::Chance(_)) {
                break;
            }
            table.log.play(&mut table.state, Entry::chance(outcome)).map_err(Error::Setup)?;
        }
        Ok(())
    }

    fn play(&mut self, table: &mut Table<Esp>, action: &Recorded, _: &[Recorded]) -> Result<(), Error> {
        self.enter(table, action).map_err(|wrong| match wrong {
            Wrong::Refused(why) => Error::Refused { place: action.place.clone(), why },
            Wrong::Unread(error) => error,
        })
    }

    fn adjust(view: &View, facts: &mut Facts) {
        adjust(view, facts);
    }
}

enum Wrong {
    Refused(Refusal),
    Unread(Error),
}

impl From<Refusal> for Wrong {
    fn from(why: Refusal) -> Wrong {
        Wrong::Refused(why)
    }
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Wrong {
        Wrong::Unread(error)
    }
}

fn name(text: &str, place: &Place) -> Result<Name, Error> {
    Name::new(text).map_err(|long| Error::bad(place, long.to_string()))
}

/// The part of `57-0` or `SFVA_3` before the copy.
fn kind_of(text: &str) -> &str {
    text.rsplit_once(['-', '_']).map_or(text, |(kind, _)| kind)
}

impl Import {
    fn seat(&self, id: u64, place: &Place) -> Result<SeatId, Error> {
        let seat = self.players.iter().position(|player| player.id == id);
        seat.map(|at| SeatId(at as u8)).ok_or_else(|| Error::bad(place, format!("there is no player {id}")))
    }

    fn player(&self, action: &Recorded) -> Result<SeatId, Error> {
        match &action.entity {
            Entity::Player(id) => self.seat(*id, &action.place),
            Entity::Company(name) => Err(Error::bad(&action.place, format!("{name} is no player"))),
        }
    }

    /// The player who acts; players before him for whom the site passed by itself have passed.
    fn turn_of(&self, table: &mut Table<Esp>, action: &Recorded) -> Result<SeatId, Error> {
        let seat = self.player(action)?;
        let round = table.state.view().round;
        let here = |later: &mut Table<Esp>| later.seat() == Some(seat) && later.state.view().round == round;
        if table.seat() != Some(seat)
            && let Some(passes) = table.passes_until(here).filter(|&passes| passes < self.players.len())
        {
            for _ in 0..passes {
                table
                    .play(&Action::Pass)
                    .map_err(|why| Error::Refused { place: action.place.clone(), why })?;
            }
        }
        Ok(seat)
    }

    fn company(&self, action: &Recorded) -> Result<CompanyName, Error> {
        match &action.entity {
            Entity::Company(text) => Ok(CompanyName(name(text, &action.place)?)),
            Entity::Player(id) => Err(Error::bad(&action.place, format!("player {id} is no company"))),
        }
    }

    fn enter(&mut self, table: &mut Table<Esp>, action: &Recorded) -> Result<(), Wrong> {
        let place = &action.place;
        match &action.what {
            What::Pass => self.pass(table, action),
            What::Bid { company, price, .. } => {
                let card = company.as_deref().unwrap_or_default();
                let card = CardName(name(card, place)?);
                self.bid(table, action, card, Money(*price))
            }
            What::Par { corporation, share_price } => self.par(table, action, corporation, share_price),
            What::BuyShares { shares, .. } => self.buy_shares(table, action, shares),
            What::SellShares { shares, percent, .. } => self.sell_shares(table, action, shares, *percent),
            What::PayoffPlayerDebt => {
                self.turn_of(table, action)?;
                self.repay(table)
            }
            What::EndGame => Ok(()),
            What::BuyCompany { company, price } => self.buy_private(table, action, company, Money(*price)),
            What::SpecialBuy { description, .. } => self.buy_tender(table, action, description.as_deref()),
            What::LayTile { hex, tile, rotation } => self.lay_tile(table, action, hex, tile, *rotation),
            What::PlaceToken { city, .. } => self.place_token(table, action, city),
            What::RunRoutes { routes, .. } => self.run(table, action, routes),
            What::Dividend { kind } => self.settle(table, action, kind),
            What::BuyTrain { train, price, variant } => {
                self.buy_train(table, action, train, Money(*price), variant.as_deref())
            }
            What::DiscardTrain { train } => self.discard(table, action, train),
            What::Merge { corporation } => {
                self.merging = Some(CompanyName(name(corporation, place)?));
                Ok(())
            }
            What::Choose { choice } | What::ChooseAbility { choice } => self.choose(table, action, choice),
            What::CombinedTrains { rest } => self.combine(table, action, rest),
            What::DestinationConnection { .. } => {
                let claim = Action::Choose { option: OptionName::of("destination") };
                if table.accepts(&claim) {
                    table.play(&claim)?;
                }
                Ok(())
            }
            _ => Err(Error::UnknownAction(place.clone()).into()),
        }
    }

    /// A pass counts only if the one who passed is asked at our table. Automatic passes of companies skip
    /// the takeover of a minor and nothing else.
    fn pass(&mut self, table: &mut Table<Esp>, action: &Recorded) -> Result<(), Wrong> {
        let view = table.state.view();
        let asked = match &action.entity {
            Entity::Player(id) => {
                view.operating.is_none() && table.seat() == Some(self.seat(*id, &action.place)?)
            }
            Entity::Company(_) => {
                let own = view.operating == Some(self.company(action)?);
                own && (!action.auto || view.asked.contains("take over"))
            }
        };
        if asked && table.accepts(&Action::Pass) {
            table.play(&Action::Pass)?;
        }
        if view.round.starts_with("Auction") {
            self.share_of_private_6(&table.state.view());
        }
        Ok(())
    }

    /// The share that comes with private 6 is the first ordinary one of its company.
    fn share_of_private_6(&mut self, view: &View) {
        for share in view.players.iter().flat_map(|player| &player.shares).filter(|share| !share.director) {
            self.pieces.share_left(&format!("{}_1", share.company));
        }
    }

    /// A bid for a private that is not up for auction has no effect on the site.
    fn bid(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        card: CardName,
        amount: Money,
    ) -> Result<(), Wrong> {
        let up = |offer: &Offer| matches!(offer, Offer::Bid { card: on, .. } if *on == card);
        if table.state.offers().iter().any(up) {
            let seat = self.turn_of(table, action)?;
            table.play_as(seat, &Action::Bid { card, amount })?;
            self.share_of_private_6(&table.state.view());
        }
        Ok(())
    }

    fn par(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        corporation: &str,
        share_price: &str,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let price = share_price.split(',').next().and_then(|price| price.parse().ok());
        let price = price.ok_or_else(|| Error::bad(place, format!("\"{share_price}\" is no price")))?;
        let company = CompanyName(name(corporation, place)?);
        let view = table.state.view();
        let minor =
            view.companies.iter().any(|shown| shown.name == company && shown.kind.as_str() == "minor");
        let percent = if minor { 100 } else { 20 };
        let start = Action::Start { company, price: Money(price), percent };
        let seat = self.turn_of(table, action)?;
        table.play_as(seat, &start)?;
        self.pieces.share_left(&format!("{corporation}_0"));
        Ok(())
    }

    fn buy_shares(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        shares: &[String],
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let share = shares.first().ok_or_else(|| Error::bad(place, "no share is named"))?;
        let seat = self.turn_of(table, action)?;
        let company = CompanyName(name(kind_of(share), place)?);
        let pool = self.pieces.has_left(share);
        let wanted = if pool { Party::Bank } else { Party::Offering };
        let offers = table.state.offers();
        let offered = |from: Party| {
            offers.iter().find_map(|offer| match offer {
                Offer::Buy { company: of, from: source, prices, .. } if *of == company && *source == from => {
                    Some((from, prices.min))
                }
                _ => None,
            })
        };
        let other = if pool { Party::Offering } else { Party::Bank };
        let (from, price) = offered(wanted).or_else(|| offered(other)).unwrap_or((wanted, Money(0)));
        let buy = Action::Buy { buyer: Party::Seat(seat), company, percent: 10, from, price };
        table.play_as(seat, &buy)?;
        self.pieces.share_left(share);
        Ok(())
    }

    fn sell_shares(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        shares: &[String],
        percent: u8,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let share = shares.first().ok_or_else(|| Error::bad(place, "no share is named"))?;
        let seat = self.turn_of(table, action)?;
        let company = CompanyName(name(kind_of(share), place)?);
        Ok(table.play_as(seat, &Action::Sell { seller: Party::Seat(seat), company, percent })?)
    }

    fn repay(&mut self, table: &mut Table<Esp>) -> Result<(), Wrong> {
        let offers = table.state.offers();
        let loan = offers.iter().find_map(|offer| match offer {
            Offer::Loan { amounts } => Some(amounts.min),
            _ => None,
        });
        let amount = loan.ok_or_else(|| Refusal::plain("no debt can be repaid now"))?;
        Ok(table.play(&Action::Loan { amount })?)
    }

    fn buy_private(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        card: &str,
        price: Money,
    ) -> Result<(), Wrong> {
        let card = CardName(name(card, &action.place)?);
        let buyer = Party::Company(self.company(action)?);
        let view = table.state.view();
        let owns =
            |player: &ferrata_engine::view::PlayerView| player.cards.iter().any(|held| held.card == card);
        let owner = view.players.iter().position(owns);
        let owner = owner.ok_or_else(|| Refusal::plain(format!("no player owns {card}")))?;
        let from = Party::Seat(SeatId(owner as u8));
        Ok(table.reach(&Action::BuyCard { buyer, card, from, price })?)
    }

    fn buy_tender(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        description: Option<&str>,
    ) -> Result<(), Wrong> {
        let bank = description.is_some_and(|text| text.ends_with("from bank"));
        let tender = CardName::of("Tender");
        let offers = table.state.offers();
        let offer = offers.iter().find_map(|offer| match offer {
            Offer::BuyCard { card, from, prices, .. }
                if *card == tender && (*from == Party::Bank) == bank =>
            {
                Some((*from, prices.min))
            }
            _ => None,
        });
        let (from, price) = offer.ok_or_else(|| Refusal::plain("no tender can be bought there"))?;
        let buyer = Party::Company(self.company(action)?);
        Ok(table.reach(&Action::BuyCard { buyer, card: tender, from, price })?)
    }

    fn lay_tile(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        hex: &str,
        tile: &str,
        rotation: u8,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let by = match &action.entity {
            Entity::Company(text) if text == "P1" => Some(CardName::of("P1")),
            _ => None,
        };
        let at = HexName(name(hex, place)?);
        let lay = Action::LayTile { hex: at, tile: TileName(name(kind_of(tile), place)?), rotation, by };
        table.reach(&lay)?;
        self.pieces.tile_laid(tile, at);
        Ok(())
    }

    /// The city is named by the tile (or the printed hex) and its number there.
    fn place_token(&mut self, table: &mut Table<Esp>, action: &Recorded, city: &str) -> Result<(), Wrong> {
        let place = &action.place;
        let wrong = || Error::bad(place, format!("\"{city}\" is no city"));
        let (piece, number) = city.rsplit_once('-').ok_or_else(wrong)?;
        let stop: u8 = number.parse().map_err(|_| wrong())?;
        let hex = match self.pieces.hex_of(piece) {
            Some(hex) => hex,
            None => HexName(name(kind_of(piece), place)?),
        };
        let offers = table.state.offers();
        let here = |offer: &&Offer| matches!(offer, Offer::PlaceToken { hex: at, .. } if *at == hex);
        let whose = offers.iter().find(here).and_then(|offer| match offer {
            Offer::PlaceToken { company, .. } => Some(*company),
            _ => None,
        });
        let own = self.company(action)?;
        let company = whose.unwrap_or(own);
        let token = Action::PlaceToken { company, hex, stop, by: None };
        let view = table.state.view();
        let there = view.board.tokens.iter().any(|token| token.company == own && token.hex == hex);
        if whose.is_none() && there {
            return Ok(());
        }
        Ok(table.reach(&token)?)
    }

    fn run(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        routes: &[crate::record::Run],
    ) -> Result<(), Wrong> {
        let asked = table.state.offers().iter().any(|offer| matches!(offer, Offer::Run { .. }));
        if routes.is_empty() && !asked {
            return Ok(());
        }
        let routes = runs::routes(&table.state, routes).map_err(|why| Error::bad(&action.place, why))?;
        Ok(table.reach(&Action::Run { routes })?)
    }

    fn settle(&mut self, table: &mut Table<Esp>, action: &Recorded, kind: &str) -> Result<(), Wrong> {
        let how = match kind {
            "payout" => Settlement::Pay,
            "withhold" => Settlement::Keep,
            other => return Err(Error::bad(&action.place, format!("\"{other}\" is no settlement")).into()),
        };
        Ok(table.play(&Action::Settle { how })?)
    }

    fn buy_train(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        id: &str,
        price: Money,
        variant: Option<&str>,
    ) -> Result<(), Wrong> {
        let company = self.company(action)?;
        let text = variant.unwrap_or_else(|| kind_of(id));
        let train = TrainName(name(text, &action.place)?);
        let view = table.state.view();
        let (train, from) = match self.pieces.train_owner(id, &view) {
            Some((owner, train)) => (train, Party::Company(owner)),
            None => (train, Party::Bank),
        };
        let buy = Action::BuyTrain { train, from, price };
        if !table.accepts(&buy) {
            self.borrow_for(table)?;
        }
        table.reach(&buy)?;
        self.pieces.train_bought(id, company, train);
        Ok(())
    }

    /// The site lends the missing money with the purchase.
    fn borrow_for(&mut self, table: &mut Table<Esp>) -> Result<(), Wrong> {
        let offers = table.state.offers();
        let loan = offers.iter().find_map(|offer| match offer {
            Offer::Loan { amounts } => Some(amounts.min),
            _ => None,
        });
        match loan {
            Some(amount) => Ok(table.play(&Action::Loan { amount })?),
            None => Ok(()),
        }
    }

    fn discard(&mut self, table: &mut Table<Esp>, action: &Recorded, id: &str) -> Result<(), Wrong> {
        let view = table.state.view();
        let company = self.company(action)?;
        let train = self.pieces.train_owner(id, &view).map(|(_, train)| train);
        let train = train.unwrap_or(TrainName(name(kind_of(id), &action.place)?));
        table.play(&Action::Discard { company, train })?;
        self.pieces.train_gone(id);
        Ok(())
    }

    fn choose(&mut self, table: &mut Table<Esp>, action: &Recorded, choice: &Value) -> Result<(), Wrong> {
        let text = match choice {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if let Some(with) = self.merging.take() {
            return self.take_over(table, action, with, &text);
        }
        let place = &action.place;
        let view = table.state.view();
        let text = match &action.entity {
            Entity::Company(owner) if owner == "P4" => format!("P4 {text}"),
            _ if view.asked.contains("run") => self.tender_choice(&table.state, &text, place)?,
            _ => text,
        };
        let choose = Action::Choose { option: OptionName(name(&text, place)?) };
        if view.asked.contains("side of the train") {
            let company = self.company(action)?;
            table.play(&choose)?;
            self.pieces.train_bought("2-0", company, TrainName(name(&text, place)?));
            return Ok(());
        }
        // The site asks a minor too, who has no choice.
        let minor = text == "2" && !table.accepts(&choose);
        if minor { Ok(()) } else { Ok(table.play(&choose)?) }
    }

    /// The site counts only the trains that can run.
    fn tender_choice(&self, state: &Esp, text: &str, place: &Place) -> Result<String, Error> {
        let at: usize = text.parse().map_err(|_| Error::bad(place, format!("\"{text}\" is no train")))?;
        let trains = state.running_trains();
        let train = trains.get(at).ok_or_else(|| Error::bad(place, format!("there is no train {text}")))?;
        Ok(train.to_string())
    }

    fn take_over(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        with: CompanyName,
        choice: &str,
    ) -> Result<(), Wrong> {
        let into = self.company(action)?;
        let percent = |view: &View| {
            view.companies.iter().find(|company| company.name == into).map_or(0, |company| company.offering)
        };
        let before = percent(&table.state.view());
        table.reach(&Action::Merge { with, into })?;
        let choose = Action::Choose { option: OptionName(name(choice, &action.place)?) };
        if table.accepts(&choose) {
            table.play(&choose)?;
        }
        if percent(&table.state.view()) < before {
            self.pieces.last_share_left(into);
        }
        self.pieces.taken_over(with, into);
        Ok(())
    }

    fn combine(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        rest: &serde_json::Map<String, Value>,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let text = |key: &str| rest.get(key).and_then(Value::as_str).unwrap_or_default();
        let view = table.state.view();
        let base = self.pieces.train_owner(text("base"), &view).map(|(_, train)| train.to_string());
        let base = base.unwrap_or_else(|| kind_of(text("base")).to_owned());
        let option = format!("{base} & {}", text("additional_train_variant"));
        table.play(&Action::Choose { option: OptionName(name(&option, place)?) })?;
        self.pieces.train_combined(text("base"));
        Ok(())
    }
}

/// The site's form of what our view shows.
fn adjust(view: &View, facts: &mut Facts) {
    let players: i64 = view.players.iter().map(|player| i64::from(player.cash.0)).sum();
    let companies: i64 = view.companies.iter().map(|company| i64::from(company.cash.0)).sum();
    facts.insert("bank".into(), json!(-players - companies));
    if view.phase.as_str() == "7" {
        facts.insert("phase".into(), json!("8"));
    }
    if let Some(Value::Object(depot)) = facts.get_mut("depot") {
        depot.insert("8".into(), json!(1));
    }
    if let Some(Value::Object(cards)) = facts.get_mut("companies") {
        cards.remove("Tender");
        for card in view.cards.iter().filter(|card| card.card.as_str() != "Tender") {
            cards.insert(card.card.to_string(), Value::Null);
        }
        for company in &view.companies {
            for card in company.cards.iter().filter(|card| card.card.as_str() != "Tender") {
                cards.insert(card.card.to_string(), json!(company.name));
            }
        }
    }
    for company in &view.companies {
        adjust_company(company, facts);
    }
}

fn adjust_company(company: &ferrata_engine::view::CompanyView, facts: &mut Facts) {
    let name = company.name;
    // The site's chart is one row: 50 below is the first, 55 above the second.
    if let (Some(price), Some(field), true) =
        (company.price, company.field, facts.contains_key(&format!("{name}/price")))
    {
        let at = 2 * u16::from(field.col) + u16::from(field.row == 0);
        facts.insert(format!("{name}/price"), json!([price.0, 0, at]));
    }
    let locked = company.notes.iter().find_map(|note| note.strip_suffix(" tokens locked"));
    let locked: usize = locked.and_then(|count| count.parse().ok()).unwrap_or(0);
    if let Some(Value::Array(tokens)) = facts.get_mut(&format!("{name}/tokens")) {
        for _ in 0..locked {
            tokens.insert(0, json!("?"));
        }
    }
}
