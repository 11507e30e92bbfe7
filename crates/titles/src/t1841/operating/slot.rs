//! Chapter 4.4: buying the slot of another company's token.

use super::go_on;
use crate::t1841::Game;
use crate::t1841::rules::LastSlot;
use ferrata_engine::action::Action;
use ferrata_engine::board::{Reach, Token};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// 1841-4.4-01: the company may buy a slot.
pub(super) struct Slot;

impl Decision<Game> for Slot {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.acting_seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Slot
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("buy no slot") }];
        let Ok(company) = game.acting() else { return offers };
        let prices = Prices::between(game.fixed.figures.least_price, game.table.ledger.company(company));
        for token in slots(game, company) {
            let (from, hex) = (game.name(token.company), game.hex_name(token.hex));
            let offer = Offer::BuySlot { from, hex, stop: token.stop, prices };
            offers.push(game.with_consent(company, token.company, offer));
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        match action {
            Action::Pass => {
                go_on(game, events);
                Ok(())
            }
            Action::BuySlot { .. } => buy(game, game.acting()?, action, false, events),
            Action::Propose { deal } => game.propose(by.seat()?, deal, events),
            _ => Err(Refusal::out_of_place(say!("buy a slot or pass"))),
        }
    }
}

impl Game {
    /// Whether the slot of a token can be bought by a company.
    fn may_buy_slot(&self, company: CompanyId, reach: &Reach, token: Token) -> Play {
        let seller = token.company;
        require(seller != company && self.running(seller), "1841-4.4-01", || {
            say!("it must be another company's token")
        })?;
        require(self.company(company).tokens > 0, "1841-4.4-03", || say!("no token is left on the charter"))?;
        require(reach.has_stop(token.hex, token.stop), "1841-4.4-02", || {
            say!("the place cannot be reached without crossing a border")
        })?;
        require(!self.table.board.has_token(company, token.hex), "1841-4.4-03", || {
            say!("the company has a token on this hex")
        })?;
        require(!self.unled(seller), "1841-4.5.1.1-02", || say!("nobody decides for its company"))?;
        let (tokens, cities) = (self.table.board.tokens_of(seller).count(), self.bases(seller).len());
        match self.fixed.rules.last_slot {
            LastSlot::LastToken => {
                require(tokens > 1, "1841-4.4-04", || say!("it is the only token of its company on the map"))
            }
            LastSlot::LastCityToken => {
                let last = cities <= 1 && self.is_city(token.hex, token.stop);
                require(!last, "1841-4.4-04-v2", || say!("it is the last token of its company in a city"))
            }
        }
    }
}

/// The tokens whose slots the company can buy.
fn slots(game: &Game, company: CompanyId) -> Vec<Token> {
    let poor = game.table.ledger.company(company) < game.fixed.figures.least_price;
    let none = game.company(company).tokens == 0 || poor;
    if none || game.table.board.tokens().iter().all(|token| token.company == company) {
        return Vec::new();
    }
    let reach = game.reach_of(company, game.table.borders);
    let tokens = game.table.board.tokens().iter().copied();
    tokens.filter(|token| game.may_buy_slot(company, &reach, *token).is_ok()).collect()
}

/// Whether there is a slot to be bought.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    !slots(game, company).is_empty()
}

/// The purchase, with the seller's consent or without need of it.
pub(super) fn buy(
    game: &mut Game,
    company: CompanyId,
    action: &Action,
    agreed: bool,
    events: &mut Events,
) -> Play {
    let Action::BuySlot { from, hex, stop, price } = action else {
        return Err(Refusal::out_of_place(say!("buy a slot")));
    };
    let (seller, hex) = (game.fixed.parts.company_named(*from)?, game.fixed.parts.hex_named(*hex)?);
    let token = game.table.board.tokens_of(seller).find(|token| token.hex == hex && token.stop == *stop);
    let token = token
        .ok_or_else(|| Refusal::rule("1841-4.4-01", say!("{company} has no token there", company = *from)))?;
    let reach = game.reach_of(company, game.table.borders);
    game.may_buy_slot(company, &reach, token)?;
    let asked = agreed || !game.needs_consent(company, seller);
    require(asked, "1841-4.4-01", || say!("the seller's director must agree: propose it"))?;
    let least = game.fixed.figures.least_price;
    require(*price >= least, "1841-4.4-01", || say!("the price is at least {least}", least))?;
    let (payer, payee) = (Account::Company(company), Account::Company(seller));
    game.table.ledger.pay(payer, payee, *price, say!("a token slot"), events)?;
    game.table.board.replace(token, company)?;
    events.push(Event::Token { company: seller, hex, placed: false });
    events.push(Event::Token { company, hex, placed: true });
    if let Some(charter) = game.company_mut(company) {
        charter.tokens -= 1;
        charter.laid.push(hex);
    }
    if let Some(charter) = game.company_mut(seller) {
        charter.tokens += 1;
    }
    // G-48: one slot per turn.
    go_on(game, events);
    Ok(())
}
