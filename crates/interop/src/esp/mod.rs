//! 18ESP as recorded on 18xx.games: which of our entries each recorded action stands for.

mod choices;
mod facts;
mod operating;
pub(crate) mod pieces;
mod runs;
pub(crate) mod seed;
mod stock;

use crate::error::{Error, Place};
use crate::record::{Entity, Player, Record, Recorded, What};
use crate::replay::Importer;
use crate::table::Table;
use crate::trace::Facts;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, Name};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::{Entry, Setup, Title, Turn};
use ferrata_engine::view::{Asked, RoundKind, View};
use ferrata_titles::esp::Game;
use operating::GivenUp;
use pieces::Pieces;
use std::sync::Arc;

/// What is remembered of a record while it is played.
#[derive(Clone)]
pub(crate) struct Import {
    players: Arc<[Player]>,
    /// The seats in the order of play, where the record sets it.
    order: Vec<u16>,
    seed: u64,
    random: bool,
    /// Shared, so that trying something out is cheap.
    pieces: Arc<Pieces>,
    /// A takeover that is played together with the choice about its token.
    merging: Option<CompanyName>,
    /// Whoever just bought private 2: its next choice is about the side of the train.
    side_is_asked: Option<CompanyName>,
    /// Trains given up by companies that our table asks later than the site.
    given_up: Vec<GivenUp>,
    /// Only passes within a company's turn are supplied: something is tried out.
    within_turn: bool,
    /// A run that was read while something was tried out, with the number of its action.
    read_run: Option<(u64, Vec<Route>)>,
}

impl Importer for Import {
    const TITLE: &'static str = "18ESP";
    type Game = Game;

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
        Ok(Setup::new(Self::TITLE, "online", options, players))
    }

    fn new(record: &Record) -> Import {
        Import {
            players: record.players.as_slice().into(),
            order: order(record),
            seed: record.seed.unwrap_or(0),
            random: !record.options.iter().any(|option| option == "core"),
            pieces: Arc::default(),
            merging: None,
            side_is_asked: None,
            given_up: Vec::new(),
            within_turn: false,
            read_run: None,
        }
    }

    fn open(&mut self, table: &mut Table<Game>) -> Result<(), Error> {
        for outcome in seed::draws(self.seed, self.random, self.order.clone()) {
            if !matches!(table.state.turn(), Turn::Chance(_)) {
                break;
            }
            table.log.play(&mut table.state, Entry::chance(outcome)).map_err(Error::Setup)?;
        }
        Ok(())
    }

    fn play(&mut self, table: &mut Table<Game>, action: &Recorded, ahead: &[&Recorded]) -> Result<(), Error> {
        self.enter(table, action, ahead).map_err(|wrong| match wrong {
            Wrong::Refused(why) => Error::Refused { place: action.place.clone(), why },
            Wrong::Unread(error) => error,
        })
    }

    /// Where several companies give up trains, they do so in any order on the site.
    fn ignores(view: &View, fact: &str) -> bool {
        view.asked == Asked::Discard && (fact.ends_with("/trains") || fact == "discarded")
    }

    fn adjust(view: &View, facts: &mut Facts) {
        facts::adjust(view, facts);
    }
}

/// The seats in the order of play.
fn order(record: &Record) -> Vec<u16> {
    let seats = || 0..record.players.len() as u16;
    let seat_of = |id: &u64| record.players.iter().position(|player| player.id == *id).map(|at| at as u16);
    let set: Vec<u16> = record.order.iter().filter_map(seat_of).collect();
    if set.len() == record.players.len() { set } else { seats().collect() }
}

/// Why an action cannot be played.
enum Wrong {
    /// The rules are against it.
    Refused(Refusal),
    /// It cannot be understood.
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
    /// Which copies are where.
    pub(crate) fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    fn pieces_mut(&mut self) -> &mut Pieces {
        Arc::make_mut(&mut self.pieces)
    }

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

    fn company(&self, action: &Recorded) -> Result<CompanyName, Error> {
        match &action.entity {
            Entity::Company(text) => Ok(CompanyName(name(text, &action.place)?)),
            Entity::Player(id) => Err(Error::bad(&action.place, format!("player {id} is no company"))),
        }
    }

    fn enter(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        ahead: &[&Recorded],
    ) -> Result<(), Wrong> {
        let place = &action.place;
        match &action.what {
            What::Pass => return self.pass(table, action, ahead),
            What::DestinationConnection { .. } => return self.claim(table, action),
            What::EndGame => return Ok(()),
            _ => self.put_off_claim(table)?,
        }
        if !matches!(action.what, What::Choose { .. }) {
            self.side_is_asked = None;
        }
        match &action.what {
            What::Bid { company, price, .. } => {
                let card = company.as_deref().ok_or_else(|| Error::bad(place, "no private is named"))?;
                self.bid(table, action, CardName(name(card, place)?), Money(*price))
            }
            What::Par { corporation, share_price } => self.par(table, action, corporation, share_price),
            What::BuyShares { shares, .. } => self.buy_shares(table, action, shares),
            What::SellShares { shares, percent, .. } => self.sell_shares(table, action, shares, *percent),
            What::PayoffPlayerDebt => self.repay(table, action),
            What::BuyCompany { company, price } => self.buy_private(table, action, company, Money(*price)),
            What::SpecialBuy { description, .. } => self.buy_tender(table, action, description.as_deref()),
            What::LayTile { hex, tile, rotation } => self.lay_tile(table, action, hex, tile, *rotation),
            What::PlaceToken { city, tokener, .. } => {
                self.place_token(table, action, city, tokener.as_deref())
            }
            What::RunRoutes { routes, .. } => self.run(table, action, routes),
            What::Dividend { kind } => self.settle(table, action, kind),
            What::BuyTrain { train, price, variant } => {
                self.buy_train(table, action, train, Money(*price), variant.as_deref())
            }
            What::DiscardTrain { train } => self.discard(table, action, train),
            What::Merge { corporation } => {
                self.merge(table, action, ahead, CompanyName(name(corporation, place)?))
            }
            What::Choose { choice } | What::ChooseAbility { choice } => self.choose(table, action, choice),
            What::CombinedTrains { rest } => self.combine(table, action, rest),
            _ => Err(Error::UnknownAction(place.clone()).into()),
        }
    }

    /// A pass counts only if the one who passed is asked at our table. Automatic passes of companies skip
    /// the takeover of a minor and nothing else.
    fn pass(&mut self, table: &mut Table<Game>, action: &Recorded, ahead: &[&Recorded]) -> Result<(), Wrong> {
        let (operating, round) = (table.state.operating_company(), table.state.round().kind);
        let asked = match &action.entity {
            Entity::Player(id) => operating.is_none() && table.seat() == Some(self.seat(*id, &action.place)?),
            Entity::Company(_) => {
                let own = operating == Some(self.company(action)?);
                own && (!action.auto || table.state.asked() == Asked::Takeover)
            }
        };
        if asked && table.accepts(&Action::Pass) && !self.is_pass_of_a_step_behind(table, action, ahead) {
            table.play(&Action::Pass)?;
        }
        if round == RoundKind::Auction {
            self.share_of_private_6(table);
        }
        Ok(())
    }

    /// Whether a company passes a step that our table has left by itself: more of what it does next in its turn could be
    /// done before the pass than after it.
    fn is_pass_of_a_step_behind(
        &mut self,
        table: &Table<Game>,
        action: &Recorded,
        ahead: &[&Recorded],
    ) -> bool {
        let own = |next: &Recorded| next.entity == action.entity;
        // Its director may sell shares in between, for a train.
        let sells = |next: &Recorded| matches!(next.what, What::SellShares { .. });
        let turn: Vec<_> = ahead.iter().take_while(|next| own(next) || sells(next)).collect();
        let turn = turn.iter().rposition(|next| own(next)).map_or(0, |last| last + 1);
        let idle = |next: &Recorded| matches!(next.what, What::Pass | What::DestinationConnection { .. });
        let mut after = |passes: bool| {
            let (mut table, mut import) = (table.copy(), Import { within_turn: true, ..self.clone() });
            let passed = !passes || table.play(&Action::Pass).is_ok();
            let here =
                table.state.operating_company().is_some_and(|at| action.entity.is_company(at.as_str()));
            let mut plays = |at: &usize| match ahead.get(*at..).and_then(<[&Recorded]>::split_first) {
                Some((next, ahead)) => idle(next) || import.enter(&mut table, next, ahead).is_ok(),
                None => false,
            };
            let played = if passed && here { (0..turn).take_while(|at| plays(at)).count() } else { 0 };
            self.read_run = import.read_run;
            played
        };
        // What is not hindered by the pass need not be tried without it.
        let passed = after(true);
        passed < turn && after(false) > passed
    }
}
