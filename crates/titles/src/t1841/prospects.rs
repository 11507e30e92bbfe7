//! What whoever weighs decisions needs to know of a table.

use super::Game;
use super::operating::Step;
use super::table::{Round, Standing};
use crate::prospects::{Ending, Firm, Hope, Hoped, Outlook, Prospects, as_action, potential, toolbox};
use ferrata_engine::action::Action;
use ferrata_engine::id::{CardId, CompanyId, SeatId, TrainKind};
use ferrata_engine::money::Money;
use ferrata_engine::route::Pay;
use ferrata_engine::shares::Holder;
use ferrata_engine::view::RoundKind;

toolbox!(Game, |game| game.table.players.len() as u8);

impl Prospects for Game {
    /// 1841-4.3.2-02 asks for the best run, whose proof takes its time.
    fn imagined(&self) -> Game {
        Game { found: self.found.imagined(), ..self.clone() }
    }

    /// 1841-3.1-05, 1841-3.4-02 to 1841-3.4-04: markers of what was sold move after the sale step, others when the round ends;
    /// and concessions that were not used are lost then.
    fn foreseen(&self) -> Option<Game> {
        let mut game = match &self.table.round {
            Round::Stock(_) => self.clone(),
            Round::Operating(round) if !round.turn.unmoved.is_empty() => self.clone(),
            _ => return None,
        };
        let mut events = Vec::new();
        game.move_sold_markers(&mut events);
        game.end_of_stock_round(&mut events);
        Some(game)
    }

    fn outlook(&self) -> Outlook {
        let toolbox = self.toolbox();
        let running =
            self.company_ids().filter(|company| self.company(*company).standing == Standing::Running);
        let purse = |seat| (self.worth(seat), self.card_income(seat), self.out(seat));
        let mut purses = toolbox.purses(purse);
        // 1841-4.5.1-17: whoever is bankrupt may play on.
        for (purse, player) in purses.iter_mut().zip(&self.table.players) {
            purse.bankrupt |= player.loans > 0;
        }
        Outlook {
            round: match self.table.round {
                Round::Concession(_) => RoundKind::Auction,
                Round::Stock(_) => RoundKind::Stock,
                Round::Operating(_) => RoundKind::Operating,
                Round::Over(_) => RoundKind::Over,
            },
            purses,
            firms: running.map(|company| self.firm(company)).collect(),
            trains: toolbox.trains(),
            next_train: self.table.depot.top(),
            hopes: self.hopes(),
            ending: Ending::Bank(self.table.ledger.bank().0),
            top_price: toolbox.top_price(),
        }
    }

    fn foretold(&self, outlook: &Outlook) -> Vec<Hope> {
        self.foretold_of(outlook)
    }

    fn income(&self, company: CompanyId, trains: &[TrainKind]) -> Pay {
        if trains.is_empty() || self.bases(company).is_empty() {
            return Pay::default();
        }
        let mut with = self.clone();
        if let Some(charter) = with.company_mut(company) {
            charter.trains = trains.iter().copied().collect();
        }
        with.rough_run(company).pays
    }

    fn income_key(&self) -> u64 {
        self.table.board.fingerprint() ^ u64::from(self.table.phase.0).rotate_right(8)
    }

    fn runs(&self) -> Vec<Action> {
        let runs = self.table.pending.is_empty()
            && self.operating().is_ok_and(|operating| operating.turn.step == Step::Run);
        let company = self.acting().ok().filter(|_| runs);
        company.map(|company| Action::Run { routes: self.best_run(company).routes }).into_iter().collect()
    }

    fn quick_run(&self) -> Option<Action> {
        let (company, turn) = (self.acting().ok()?, &self.operating().ok()?.turn);
        let rough = self.rough_run(company);
        let enough = turn.best.is_none_or(|best| rough.pays.revenue >= best);
        if enough { Some(as_action(&rough)) } else { self.runs().into_iter().next() }
    }

    /// A concession is paid back when its company starts; what it opens is worth more.
    fn card_worth(&self, card: CardId, rounds: f32) -> f32 {
        let spec = self.fixed.parts.card_spec(card);
        let opens = spec.is_some_and(|spec| spec.company.is_some());
        self.toolbox().card_worth(card, rounds, if opens { 1.5 } else { 1.0 })
    }

    fn potential(&self, company: CompanyId) -> f32 {
        potential(
            &self.table.board,
            &self.reach_of(company, 0),
            self.phase_spec().map(|phase| phase.band).unwrap_or_default(),
        )
    }

    fn acting_company(&self) -> Option<CompanyId> {
        self.acting().ok()
    }

    fn treasury(&self, company: CompanyId) -> Money {
        self.table.ledger.company(company)
    }
}

impl Game {
    fn firm(&self, company: CompanyId) -> Firm {
        let (toolbox, charter) = (self.toolbox(), self.company(company));
        let leader = self.leader(company);
        let unit = self.charter(company).unit;
        Firm {
            leader,
            portfolio: toolbox.portfolio(company, |of, percent| self.price_of(of, percent)),
            trains: charter.trains.iter().copied().collect(),
            limit: self.train_limit(company) as u8,
            bases: self.bases(company).len() as u8,
            // Nobody buys anything for a company without a leader.
            needs_train: leader.is_some(),
            ..toolbox.firm(company, self.price(company), unit, Holder::Offering)
        }
    }

    /// A concession is paid back when its company starts, and opens the way to lead it.
    fn hopes(&self) -> Vec<Hope> {
        let cards = (0..self.table.concessions.len() as u8).map(CardId);
        let hope = |card: CardId| {
            let Holder::Seat(seat) = self.concession_holder(card) else { return None };
            let waits = |company: CompanyId| self.company(company).standing != Standing::Running;
            self.company_of(card).filter(|company| waits(*company))?;
            let price = self.fixed.parts.card_spec(card)?.price;
            Some(Hope { seat, what: Hoped::Concession, worth: 1.2 * price.0 as f32 })
        };
        cards.filter_map(hope).collect()
    }

    fn card_income(&self, seat: SeatId) -> Money {
        let cards = (0..self.table.concessions.len() as u8).map(CardId);
        let own = cards.filter(|card| self.concession_holder(*card) == Holder::Seat(seat));
        own.filter_map(|card| self.fixed.parts.card_spec(card)).map(|spec| spec.revenue).sum()
    }
}
