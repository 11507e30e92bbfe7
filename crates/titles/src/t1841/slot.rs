//! §4.4: buying the slot of another company's token.

use super::areas::Area;
use super::rules::LastSlot;
use super::{Game, Play, operating};
use ferrata_engine::action::Action;
use ferrata_engine::board::{Reach, Token};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};

impl Game {
    /// §4.4: whether the slot of a token can be bought by a company.
    fn may_buy_slot(&self, company: CompanyId, reach: &Reach, token: Token) -> Play {
        let seller = token.company;
        require(seller != company && self.running(seller), "1841-4.4-01", || {
            "it must be another company's token".into()
        })?;
        require(self.company(company).tokens > 0, "1841-4.4-03", || {
            "no token is left on the charter".into()
        })?;
        require(reach.has_stop(token.hex, token.stop), "1841-4.4-02", || {
            "the place cannot be reached without crossing a border".into()
        })?;
        require(!self.t.board.has_token(company, token.hex), "1841-4.4-03", || {
            "the company has a token on this hex".into()
        })?;
        require(!self.frozen(seller), "1841-4.5.1.1-02", || "a frozen company decides nothing".into())?;
        let (tokens, cities) = (self.t.board.tokens_of(seller).count(), self.bases(seller).len());
        match self.rules().last_slot {
            LastSlot::LastToken => {
                require(tokens > 1, "1841-4.4-04", || "it is the only token of its company on the map".into())
            }
            LastSlot::LastCityToken => {
                let last = cities <= 1 && self.is_city(token.hex, token.stop);
                require(!last, "1841-4.4-04-v2", || "it is the last token of its company in a city".into())
            }
        }
    }
}

fn slots(game: &Game, company: CompanyId) -> Vec<Token> {
    let none = game.company(company).tokens == 0 || game.t.ledger.company(company) < Money(1);
    if none || game.t.board.tokens().iter().all(|token| token.company == company) {
        return Vec::new();
    }
    let reach = game.reach_of(company, game.t.borders);
    let tokens = game.t.board.tokens().iter().copied();
    tokens.filter(|token| game.may_buy_slot(company, &reach, *token).is_ok()).collect()
}

pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    !slots(game, company).is_empty()
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "buy no slot".into() }];
    let prices = Prices::between(Money(1), game.t.ledger.company(company));
    for token in slots(game, company) {
        let (from, hex) = (game.name(token.company), game.hex_name(token.hex));
        let offer = Offer::BuySlot { from, hex, stop: token.stop, prices };
        offers.push(game.with_consent(company, token.company, offer));
    }
    offers
}

impl Game {
    /// A deal with another company: proposed to its leader, unless he is the same player or consent is not
    /// recorded.
    pub(crate) fn with_consent(&self, company: CompanyId, other: CompanyId, offer: Offer) -> Offer {
        match self.leader(other) {
            Some(to) if self.needs_consent(company, other) => Offer::Propose { to, deal: Box::new(offer) },
            _ => offer,
        }
    }

    /// Whether the leader of another company has to be asked.
    pub(crate) fn needs_consent(&self, company: CompanyId, other: CompanyId) -> bool {
        self.rules().consent && self.leader(company) != self.leader(other)
    }
}

pub(super) fn play(game: &mut Game, seat: SeatId, company: CompanyId, action: &Action) -> Play {
    match action {
        Action::Pass => {
            operating::go_on(game);
            Ok(())
        }
        Action::BuySlot { .. } => buy(game, company, action, false),
        Action::Propose { deal } => game.propose(seat, deal),
        _ => Err(game.wrong("buy a slot or pass")),
    }
}

/// The purchase, with the seller's consent or without need of it.
pub(super) fn buy(game: &mut Game, company: CompanyId, action: &Action, agreed: bool) -> Play {
    let Action::BuySlot { from, hex, stop, price } = action else { return Err(game.wrong("buy a slot")) };
    let (seller, hex) = (game.find_company(*from)?, game.find_hex(*hex)?);
    let token = game.t.board.tokens_of(seller).find(|token| token.hex == hex && token.stop == *stop);
    let token = token.ok_or_else(|| Refusal::rule("1841-4.4-01", format!("{from} has no token there")))?;
    let reach = game.reach_of(company, game.t.borders);
    game.may_buy_slot(company, &reach, token)?;
    let asked = agreed || !game.needs_consent(company, seller);
    require(asked, "1841-4.4-01", || "the seller's director must agree: propose it".into())?;
    require(*price >= Money(1), "1841-4.4-01", || "the price is at least 1".into())?;
    game.pay(Account::Company(company), Account::Company(seller), *price, "a token slot")?;
    game.t.board.replace(token, company)?;
    game.events.push(Event::Token { company: seller, hex, placed: false });
    game.events.push(Event::Token { company, hex, placed: true });
    if let Some(things) = game.company_mut(company) {
        things.tokens -= 1;
        things.laid.push(hex);
    }
    if let Some(things) = game.company_mut(seller) {
        things.tokens += 1;
    }
    game.reach(Area::SlotBought);
    // G-48: one slot per turn.
    operating::go_on(game);
    Ok(())
}
