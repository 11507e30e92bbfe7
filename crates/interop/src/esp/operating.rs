//! The operating rounds: track, stations, runs, trains, privates and tenders.

use super::choices::TRAIN_OF_PRIVATE_2;
use super::{Import, Wrong, kind_of, name, runs};
use crate::error::Error;
use crate::record::{Entity, Recorded, Run};
use crate::table::Table;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, TileName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{Asked, View};
use ferrata_titles::esp::Game;

/// A train that a company gives up.
#[derive(Clone)]
pub(super) struct GivenUp {
    company: CompanyName,
    train: TrainName,
    copy: String,
}

/// How many passes it takes until `done` holds without ending the turn; none if no number helps.
fn passes_in_turn(table: &Table<Game>, done: impl Fn(&Table<Game>) -> bool) -> Option<usize> {
    let turn = |table: &Table<Game>| (table.state.round(), table.state.operating_company());
    let (now, mut later) = (turn(table), table.copy());
    for passes in 1..=STEPS {
        later.play(&Action::Pass).ok()?;
        if turn(&later) != now {
            return None;
        }
        if done(&later) {
            return Some(passes);
        }
    }
    None
}

/// More steps than a company's turn has.
const STEPS: usize = 8;

impl Import {
    /// The company that acts; whoever operates before it has had its turn.
    pub(super) fn operating(&self, table: &mut Table<Game>, action: &Recorded) -> Result<CompanyName, Wrong> {
        let company = self.company(action)?;
        let at = |state: &Game| state.operating_company() == Some(company);
        if !at(&table.state)
            && !self.within_turn
            && let Some(passes) = table.passes_until(|later| at(&later.state))
        {
            for _ in 0..passes {
                table.play(&Action::Pass)?;
            }
        }
        Ok(company)
    }

    pub(super) fn buy_private(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        card: &str,
        price: Money,
    ) -> Result<(), Wrong> {
        let card = CardName(name(card, &action.place)?);
        let company = self.operating(table, action)?;
        let buyer = Party::Company(company);
        let owner = table.state.card_owner(card);
        let owner = owner.ok_or_else(|| Refusal::plain(say!("no player owns {card}", card)))?;
        let from = Party::Seat(owner);
        self.reach(table, &Action::BuyCard { buyer, card, from, price })?;
        // The site may ask for the side of the train of private 2 even where there is no choice.
        if card == CardName::of("P2") {
            self.side_is_asked = Some(company);
            self.pieces_mut().train_bought(TRAIN_OF_PRIVATE_2, company, TrainName::of("2"));
        }
        Ok(())
    }

    pub(super) fn buy_tender(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        description: Option<&str>,
    ) -> Result<(), Wrong> {
        let buyer = Party::Company(self.operating(table, action)?);
        let bank = description.is_some_and(|text| text.ends_with("from bank"));
        let tender = CardName::of("Tender");
        let offer = table.state.offers().into_iter().find_map(|offer| match offer {
            Offer::BuyCard { card, from, prices, .. } if card == tender && (from == Party::Bank) == bank => {
                Some((from, prices.min))
            }
            _ => None,
        });
        let (from, price) = offer.ok_or_else(|| Refusal::plain(say!("no tender can be bought there")))?;
        Ok(self.reach(table, &Action::BuyCard { buyer, card: tender, from, price })?)
    }

    pub(super) fn lay_tile(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        hex: &str,
        tile: &str,
        rotation: u8,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let by = match &action.entity {
            Entity::Company(text) if text == "P1" => Some(CardName::of("P1")),
            _ => {
                self.operating(table, action)?;
                None
            }
        };
        let at = HexName(name(hex, place)?);
        let lay = Action::LayTile { hex: at, tile: TileName(name(kind_of(tile), place)?), rotation, by };
        self.reach(table, &lay)?;
        self.pieces_mut().tile_laid(tile, at);
        Ok(())
    }

    /// The city is named by the tile (or the printed hex) and its number there. Home tokens are placed by
    /// whoever laid the tile, and some that the site records lie at our table already.
    pub(super) fn place_token(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        city: &str,
        tokener: Option<&str>,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let wrong = || Error::bad(place, format!("\"{city}\" is no city"));
        let (piece, number) = city.rsplit_once('-').ok_or_else(wrong)?;
        let stop: u8 = number.parse().map_err(|_| wrong())?;
        let hex = match self.pieces.hex_of(piece) {
            Some(hex) => hex,
            None => HexName(name(kind_of(piece), place)?),
        };
        let whose = table.state.offers().into_iter().filter_map(|offer| match offer {
            Offer::PlaceToken { company, hex: at, .. } if at == hex => Some(company),
            _ => None,
        });
        // Two companies may wait at one double city.
        let whose = whose.min_by_key(|company| tokener != Some(company.as_str()));
        let own = self.company(action)?;
        let there =
            |view: View| view.board.tokens.iter().any(|token| token.company == own && token.hex == hex);
        if whose.is_none() && there(table.state.view()) {
            return Ok(());
        }
        let company = whose.unwrap_or(own);
        Ok(self.reach(table, &Action::PlaceToken { company, hex, stop, by: None })?)
    }

    pub(super) fn run(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        routes: &[Run],
    ) -> Result<(), Wrong> {
        self.operating(table, action)?;
        self.pass_to(table, Asked::Run)?;
        let asked = || table.state.offers().iter().any(|offer| matches!(offer, Offer::Run { .. }));
        if routes.is_empty() && !asked() {
            return Ok(());
        }
        // What was read while something was tried out is read the same way when it is played.
        let read = self.read_run.clone().filter(|(id, _)| *id == action.place.id);
        if let Some((_, routes)) = read
            && table.play(&Action::Run { routes }).is_ok()
        {
            return Ok(());
        }
        let routes = runs::routes(&table.state, routes).map_err(|why| Error::bad(&action.place, why))?;
        if self.within_turn {
            self.read_run = Some((action.place.id, routes.clone()));
        }
        Ok(self.reach(table, &Action::Run { routes })?)
    }

    /// Passes until our table asks the same company for this, if that helps.
    pub(super) fn pass_to(&self, table: &mut Table<Game>, asked: Asked) -> Result<(), Wrong> {
        let there = |table: &Table<Game>| table.state.asked() == asked;
        if !there(table)
            && let Some(passes) = passes_in_turn(table, |later| there(later))
        {
            for _ in 0..passes {
                table.play(&Action::Pass)?;
            }
        }
        Ok(())
    }

    /// Plays an action, passing steps before it; if that does not help, turns before it too.
    pub(super) fn reach(&self, table: &mut Table<Game>, action: &Action) -> Result<(), Refusal> {
        let Err(refusal) = table.play(action) else { return Ok(()) };
        match passes_in_turn(table, |later| later.copy().play(action).is_ok()) {
            Some(passes) => {
                for _ in 0..passes {
                    table.play(&Action::Pass)?;
                }
                table.play(action)
            }
            None if self.within_turn => Err(refusal),
            None => table.reach(action),
        }
    }

    pub(super) fn settle(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        kind: &str,
    ) -> Result<(), Wrong> {
        let how = match kind {
            "payout" => Settlement::Pay,
            "withhold" => Settlement::Withhold,
            other => return Err(Error::bad(&action.place, format!("\"{other}\" is no settlement")).into()),
        };
        // The site asks even where nothing but mines and harbours was run to, our table does not.
        let company = self.company(action)?;
        let nothing = table.state.last_run(company) == Some(Money(0));
        if nothing && table.state.asked() != Asked::Dividend {
            return Ok(());
        }
        self.operating(table, action)?;
        Ok(table.play(&Action::Settle { how })?)
    }

    pub(super) fn buy_train(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        id: &str,
        price: Money,
        variant: Option<&str>,
    ) -> Result<(), Wrong> {
        let company = self.operating(table, action)?;
        let text = variant.unwrap_or_else(|| kind_of(id));
        let train = TrainName(name(text, &action.place)?);
        let (train, from) = match self.pieces.train_owner(id) {
            Some((owner, train)) => (train, Party::Company(owner)),
            None => (train, Party::Bank),
        };
        self.pass_to(table, Asked::Trains)?;
        let buy = Action::BuyTrain { train, from, price };
        if !table.accepts(&buy) {
            self.borrow_for(table)?;
        }
        self.reach(table, &buy)?;
        self.pieces_mut().train_bought(id, company, train);
        Ok(())
    }

    /// The site lends the missing money with the purchase.
    fn borrow_for(&mut self, table: &mut Table<Game>) -> Result<(), Wrong> {
        let loan = table.state.offers().into_iter().find_map(|offer| match offer {
            Offer::Loan { amounts } => Some(amounts.min),
            _ => None,
        });
        match loan {
            Some(amount) => Ok(table.play(&Action::Loan { amount })?),
            None => Ok(()),
        }
    }

    pub(super) fn discard(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        id: &str,
    ) -> Result<(), Wrong> {
        let company = self.company(action)?;
        let train = self.pieces.train_owner(id).map(|(_, train)| train);
        let train = train.unwrap_or(TrainName(name(kind_of(id), &action.place)?));
        self.given_up.push(GivenUp { company, train, copy: id.to_owned() });
        self.give_up(table)
    }

    /// Gives up what our table asks for now; what it will ask another company for is kept until then.
    fn give_up(&mut self, table: &mut Table<Game>) -> Result<(), Wrong> {
        let mut refused = None;
        let mut at = 0;
        while let Some(GivenUp { company, train, .. }) = self.given_up.get(at).cloned() {
            match table.play(&Action::Discard { company, train }) {
                Ok(()) => {
                    let given = self.given_up.remove(at);
                    self.pieces_mut().train_gone(&given.copy);
                    at = 0;
                }
                Err(why) => {
                    refused = refused.or(Some(why));
                    at += 1;
                }
            }
        }
        match refused.filter(|_| !self.given_up.is_empty() && !self.asks_another(table)) {
            Some(why) => Err(why.into()),
            None => Ok(()),
        }
    }

    /// Whether our table asks for a train of a company that has given up none yet.
    fn asks_another(&self, table: &Table<Game>) -> bool {
        let offers = table.state.offers();
        let asked = offers.iter().find_map(|offer| match offer {
            Offer::Discard { company, .. } => Some(*company),
            _ => None,
        });
        let waits = |company: CompanyName| self.given_up.iter().any(|given| given.company == company);
        table.state.asked() == Asked::Discard && asked.is_some_and(|company| !waits(company))
    }
}
