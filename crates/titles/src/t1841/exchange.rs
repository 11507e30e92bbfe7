//! What split, mergers and transformation share: the order of shareholders (§8-05), a company's things
//! passing to another one, tokens replaced, and companies that end.

use super::state::{Round, Standing};
use super::{Game, Play};
use ferrata_engine::board::Token;
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::StopKind;

/// How the online roster begins; majors and then minors follow (O-10).
const ONLINE_FIRST: [&str; 11] =
    ["SFMA", "SFLP", "SSFL", "IRSFF", "SFTG", "SFTN", "SFTC", "SFLi", "SB", "SFV", "SFL"];

/// Who comes when.
impl Game {
    /// §8-05: from a player clockwise, each first for himself, then for the companies he leads; then the pool;
    /// last the frozen companies (G-51). `except` take no part.
    pub(crate) fn shareholder_order(&self, from: SeatId, except: &[CompanyId]) -> Vec<Holder> {
        let mut order = Vec::with_capacity(16);
        let companies = self.companies_in_turn();
        let takes_part = |company: &CompanyId| self.running(*company) && !except.contains(company);
        for seat in self.left_of(from) {
            order.push(Holder::Seat(seat));
            let led = companies.iter().copied().filter(takes_part);
            let led = led.filter(|company| self.leader(*company) == Some(seat));
            order.extend(led.map(Holder::Company));
        }
        order.push(Holder::Pool);
        let frozen = companies.iter().copied().filter(takes_part).filter(|company| self.frozen(*company));
        order.extend(frozen.map(Holder::Company));
        order
    }

    /// The companies as they come in the order of shareholders: by price, online as in the roster (O-10).
    fn companies_in_turn(&self) -> Vec<CompanyId> {
        match self.rules().led_in_roster_order {
            true => {
                let place = |company: &CompanyId| {
                    let name = self.name(*company);
                    ONLINE_FIRST.iter().position(|first| name.as_str() == *first)
                };
                let mut roster: Vec<_> = self.company_ids().collect();
                roster.sort_by_key(|company| {
                    (place(company).unwrap_or(ONLINE_FIRST.len()), self.charter(*company).minor, *company)
                });
                roster
            }
            false => self.t.chart.order(&self.parts().grid),
        }
    }

    /// The player who answers for a holder; none for the pool and for frozen companies.
    pub(crate) fn spokesman(&self, holder: Holder) -> Option<SeatId> {
        self.player_behind(holder)
    }

    /// The non-historical majors that are free to be used (§4.7.4-01, §4.7.6-01).
    pub(crate) fn free_majors(&self) -> impl Iterator<Item = CompanyId> + '_ {
        self.company_ids().filter(|company| {
            let charter = self.charter(*company);
            let waiting = self.company(*company).standing == Standing::Waiting;
            waiting && !charter.minor && !charter.historical && !charter.arises
        })
    }
}

/// Passing things on.
impl Game {
    /// Opens the charter of a company that arises from others: it has not acted yet (G-39).
    pub(crate) fn arise(&mut self, company: CompanyId) {
        if let Some(new) = self.company_mut(company) {
            *new = super::state::Company { standing: Standing::Running, ..Default::default() };
        }
        self.set_done(company);
        let name = self.name(company);
        self.note(format!("{name} comes into operation"));
    }

    /// Everything a company owns goes to another one: cash, trains, treasury shares. Certificates of the
    /// companies in `cross` return to where they came from (§4.7.4-03).
    pub(crate) fn pass_on(&mut self, from: CompanyId, to: CompanyId, cross: &[CompanyId]) -> Play {
        let cash = self.t.ledger.balance(Account::Company(from));
        if cash.0 > 0 {
            self.pay(Account::Company(from), Account::Company(to), cash, "everything it owns")?;
        }
        let trains = self.company_mut(from).map(|old| std::mem::take(&mut old.trains)).unwrap_or_default();
        if let Some(new) = self.company_mut(to) {
            new.trains.extend(trains);
        }
        let treasury: Vec<_> = self.t.shares.held_by(Holder::Company(from)).collect();
        for (cert, printed) in &treasury {
            let to = if cross.contains(&printed.company) { Holder::Offering } else { Holder::Company(to) };
            self.t.shares.give(*cert, to, &mut self.events)?;
        }
        // §4.7.4-10: shares that come together may take over a third company at once.
        for (_, printed) in treasury {
            self.check_director(printed.company)?;
        }
        Ok(())
    }

    /// Puts the new company's token in the place of an old one. It must not have one on the hex yet.
    pub(crate) fn replace_token(&mut self, old: Token, new: CompanyId) -> Play {
        self.t.board.replace(old, new)
    }

    /// Whether a token lies in a city (a base), not on a pass.
    pub(crate) fn is_base(&self, token: &Token) -> bool {
        let stop = self.t.board.face(token.hex).stops.get(token.stop as usize);
        stop.is_some_and(|stop| stop.kind == StopKind::City)
    }

    /// The bases of a company.
    pub(crate) fn base_tokens(&self, company: CompanyId) -> Vec<(HexId, u8)> {
        let tokens = self.t.board.tokens_of(company).filter(|token| self.is_base(token));
        tokens.map(|token| (token.hex, token.stop)).collect()
    }

    /// A company whose shares are being exchanged: it no longer acts, but its charter is still there.
    pub(crate) fn start_dissolving(&mut self, company: CompanyId) {
        if let Some(old) = self.company_mut(company) {
            old.standing = Standing::Dissolving;
        }
        self.set_done(company);
    }

    /// A company ends: what is left of it is put away. It can be started again, or leaves the game for good if
    /// it is historical (§4.7.4-11).
    pub(crate) fn dissolve(&mut self, company: CompanyId, keep_tokens: bool) -> Play {
        let certificates: Vec<_> = self.t.shares.of(company).collect();
        for cert in certificates {
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
        }
        if !keep_tokens {
            self.t.board.remove_all(company);
        }
        self.t.chart.remove(&self.fixed.parts.grid, company, &mut self.events);
        let gone = self.charter(company).historical || self.charter(company).arises;
        if let Some(old) = self.company_mut(company) {
            let standing = if gone { Standing::Gone } else { Standing::Waiting };
            *old = super::state::Company { standing, ..Default::default() };
        }
        let name = self.name(company);
        self.note(if gone {
            format!("{name} leaves the game")
        } else {
            format!("{name} can be started again")
        });
        Ok(())
    }

    fn note(&mut self, text: String) {
        self.events.push(Event::Note { text: text.into() });
    }

    /// The company does not act (any more) in this operating round.
    pub(crate) fn set_done(&mut self, company: CompanyId) {
        if let Round::Operating(round) = &mut self.t.round {
            round.done.add(company);
        }
    }

    /// The company may still act in this operating round.
    pub(crate) fn set_due(&mut self, company: CompanyId) {
        if let Round::Operating(round) = &mut self.t.round {
            round.done.remove(company);
        }
    }

    /// Whether a company has acted, or is acting, in this operating round.
    pub(crate) fn has_acted(&self, company: CompanyId) -> bool {
        match &self.t.round {
            Round::Operating(round) => round.done.has(company) || round.company == Some(company),
            _ => true,
        }
    }

    /// The player who runs the company operating now: he decides where nobody else can.
    pub(crate) fn operating_seat(&self) -> SeatId {
        let operating = match &self.t.round {
            Round::Operating(round) => round.company,
            _ => None,
        };
        operating.and_then(|company| self.leader(company)).unwrap_or(self.t.priority)
    }
}
