//! §4.5.1: emergency money, up the chain of leading companies to a player, and bankruptcy.
//!
//! Nothing about the progress has to be remembered: who gives next follows from what everybody has left.

use super::areas::Area;
use super::rules::Surrender;
use super::state::{Activity, Ending, Round, Step, Why};
use super::{Game, Play};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// What a bankrupt player takes from the bank to play on (§4.5.1-17).
pub const LOAN: Money = Money(500);
/// A bankrupt player leaves the game.
pub const LEAVE: OptionName = OptionName::of("leave");
/// A bankrupt player takes 500 and plays on.
pub const STAY: OptionName = OptionName::of("stay");
/// Online only: the next sale is at the full price, as records without a price have it.
pub const FULL: OptionName = OptionName::of("full price");

/// Money that a company must raise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Emergency {
    /// For which company.
    pub company: CompanyId,
    /// How much it must have.
    pub amount: Money,
}

impl Game {
    /// Whoever gives in turn: the company, the companies above it, the player at the end.
    pub(crate) fn givers(&self, company: CompanyId) -> SmallVec<[Holder; 6]> {
        let mut givers: SmallVec<[Holder; 6]> = SmallVec::new();
        givers.push(Holder::Company(company));
        givers.extend(self.t.shares.chain_above(company).into_iter().map(Holder::Company));
        if let Some(seat) = self.leader(company) {
            givers.push(Holder::Seat(seat));
        }
        givers
    }

    /// What is still missing when everybody up to and including the `upto`th giver has given his cash.
    fn missing(&self, need: Emergency, upto: usize) -> Money {
        let cash = self.givers(need.company).into_iter().take(upto + 1).map(|giver| self.cash(giver));
        need.amount - cash.sum()
    }

    /// §4.5.1-11: the companies whose director may not change.
    fn guarded(&self, need: Emergency, company: CompanyId) -> bool {
        company == need.company || self.t.shares.chain_above(need.company).contains(&company)
    }

    /// How much of a company a giver could sell at most.
    fn most(&self, need: Emergency, giver: Holder, company: CompanyId) -> u8 {
        let source = Game::source(giver, company);
        let held = self.t.shares.percent(company, source);
        let certificate = 2 * self.charter(company).unit();
        if self.t.shares.director(company) != source || held == 0 {
            return held;
        }
        if self.bound_by_concession(company) {
            // G-26: the holder of the concession stays director.
            return held.saturating_sub(certificate);
        }
        if !self.guarded(need, company) {
            return held;
        }
        // He must keep the certificate, and as much as any other shareholder.
        let rivals = self
            .t
            .order
            .iter()
            .map(|seat| Holder::Seat(*seat))
            .chain(self.company_ids().map(Holder::Company));
        let rivals = rivals.filter(|rival| *rival != source);
        let most = rivals.map(|rival| self.t.shares.percent(company, rival)).max().unwrap_or(0);
        held.saturating_sub(most.max(certificate))
    }

    /// What this much of a company brings a giver: half, or online the full price where the record says so.
    fn emergency_price(&self, company: CompanyId, percent: u8) -> Money {
        if self.full_price() { self.price_of(company, percent) } else { self.half_price(company, percent) }
    }

    /// O-29: whether a sale at the full price comes next, and nothing else.
    pub(crate) fn full_price(&self) -> bool {
        self.operating().is_some_and(|round| round.turn.full_price)
    }

    /// The amounts of a company that a giver may sell: no unit more than needed (G-23), and a part of a
    /// director's certificate only if somebody takes over or the pool has a share to swap.
    fn emergency_percents(
        &self,
        need: Emergency,
        giver: Holder,
        company: CompanyId,
        missing: Money,
    ) -> SmallVec<[u8; 8]> {
        let unit = self.charter(company).unit();
        let most = self.most(need, giver, company);
        let any_order = self.rules().as_recorded.emergency_sales;
        let mut percents = SmallVec::new();
        let mut percent = unit;
        while percent <= most {
            if self.can_part(giver, company, percent) {
                percents.push(percent);
                if !any_order && self.half_price(company, percent) >= missing {
                    break;
                }
            }
            percent += unit;
        }
        percents
    }

    /// Whether certificates can be found that make up the sale.
    fn can_part(&self, giver: Holder, company: CompanyId, percent: u8) -> bool {
        let source = Game::source(giver, company);
        let held = self.t.shares.percent(company, source);
        let certificate = 2 * self.charter(company).unit();
        let ordinary = held - if self.t.shares.director(company) == source { certificate } else { 0 };
        let unit = self.charter(company).unit();
        percent <= ordinary
            || percent >= certificate
                && self.t.shares.ordinary(company, percent - certificate, source).is_some()
            || self.heir_of_sale(company, source).is_some()
            || self.t.shares.ordinary(company, unit, Holder::Pool).is_some()
    }

    /// §4.5.1-03 to -10: who sells now: treasury before offering, the company before its leaders, the
    /// player last. None if nobody can.
    fn seller(&self, need: Emergency) -> Option<(usize, Holder, bool)> {
        let givers = self.givers(need.company);
        for (at, giver) in givers.iter().enumerate() {
            if at > 0 && self.missing(need, at) <= Money::ZERO {
                return None;
            }
            let mine = |company: &CompanyId| Holder::Company(*company) == *giver;
            let sells = |company: &CompanyId| self.running(*company) && self.most(need, *giver, *company) > 0;
            let mut others = self.company_ids().filter(|company| !mine(company));
            if others.any(|company| sells(&company)) {
                return Some((at, *giver, false));
            }
            if self.company_ids().filter(mine).any(|company| sells(&company)) {
                return Some((at, *giver, true));
            }
        }
        None
    }

    /// Whether cash alone, without a further sale, reaches the amount: then the purchase can be made.
    pub(crate) fn covered(&self, need: Emergency) -> bool {
        if self.t.ledger.company(need.company) >= need.amount {
            return true;
        }
        let givers = self.givers(need.company);
        match self.seller(need) {
            Some((at, ..)) => at > 0 && self.missing(need, at - 1) <= Money::ZERO,
            None => self.missing(need, givers.len()) <= Money::ZERO,
        }
    }

    /// What may be sold now to raise the money.
    pub(crate) fn emergency_offers(&self, need: Emergency) -> Vec<Offer> {
        let mut offers = Vec::new();
        let sellers: SmallVec<[(usize, Holder, bool); 6]> = if self.rules().as_recorded.emergency_sales {
            let givers = self.givers(need.company);
            givers
                .iter()
                .enumerate()
                .flat_map(|(at, giver)| [(at, *giver, false), (at, *giver, true)])
                .collect()
        } else {
            self.seller(need).into_iter().collect()
        };
        for (at, giver, own) in sellers {
            let missing = self.missing(need, at);
            for company in self.company_ids().filter(|company| self.running(*company)) {
                if own != (giver == Holder::Company(company)) {
                    continue;
                }
                let percents = self.emergency_percents(need, giver, company, missing);
                if !percents.is_empty() {
                    let price = self.emergency_price(company, self.charter(company).unit());
                    let (seller, company) = (self.party(giver), self.name(company));
                    let per = if self.fixed.parts.company(company).is_some_and(|id| self.charter(id).minor) {
                        20
                    } else {
                        10
                    };
                    offers.push(Offer::Sell { seller, company, percents, price, per });
                }
            }
        }
        offers
    }

    /// A sale under §4.5.1.
    pub(crate) fn emergency_sell(
        &mut self,
        need: Emergency,
        seller: Party,
        company: CompanyId,
        percent: u8,
    ) -> Play {
        let givers = self.givers(need.company);
        let found = givers.iter().position(|giver| self.party(*giver) == seller);
        let Some((at, giver)) = found.and_then(|at| givers.get(at).map(|giver| (at, *giver))) else {
            return Err(Refusal::rule(
                "1841-4.5.1-08",
                "only the company and those who lead it raise the money",
            ));
        };
        if !self.rules().as_recorded.emergency_sales {
            let own = giver == Holder::Company(company);
            let due = self.seller(need);
            require(due == Some((at, giver, own)), "1841-4.5.1-03", || {
                "treasury shares go before the initial offering, the company before those who lead it".into()
            })?;
        }
        require(self.running(company), "1841-3.1-01", || "this company is not in operation".into())?;
        let fitting =
            self.emergency_percents(need, giver, company, self.missing(need, at)).contains(&percent);
        require(fitting, "1841-4.5.1-11", || {
            "so much cannot be sold: no more than needed, and no director of the company or its leaders may change".into()
        })?;
        self.reach(if at == 0 { Area::Emergency } else { Area::EmergencyChain });
        let units = percent / self.charter(company).unit();
        let proceeds = self.emergency_price(company, percent);
        self.part_with(giver, company, percent)?;
        let name = self.name(company);
        let why = format!("{percent}% of {name} in an emergency");
        // The seller is paid; what the company still lacks is taken from the cash of those above it.
        let payee = Game::account(giver).unwrap_or(Account::Company(need.company));
        self.pay(Account::Bank, payee, proceeds, why)?;
        self.move_down(company, units);
        self.settle_directors()?;
        if let Round::Operating(round) = &mut self.t.round {
            round.turn.raised = true;
            round.turn.full_price = false;
        }
        self.sweep_up_to(need, at)?;
        if self.rules().as_recorded.emergency_sales { Ok(()) } else { self.sweep_exhausted(need) }
    }

    /// The certificates go to the pool, director's certificates too.
    fn part_with(&mut self, giver: Holder, company: CompanyId, percent: u8) -> Play {
        let source = Game::source(giver, company);
        let certificate = 2 * self.charter(company).unit();
        let director = self.t.shares.director(company) == source;
        let held = self.t.shares.percent(company, source);
        let ordinary = held - if director { certificate } else { 0 };
        if percent <= ordinary {
            return self.t.shares.give_percent(company, percent, source, Holder::Pool, &mut self.events);
        }
        if self.heir_of_sale(company, source).is_some() {
            return self.hand_over(giver, company, percent);
        }
        let cert = self.t.shares.director_certificate(company);
        let cert = cert.ok_or_else(|| Refusal::plain("this company has no certificates"))?;
        let back = certificate.saturating_sub(percent);
        // Part of the certificate: the pool gives an ordinary one back.
        self.t.shares.give_percent(company, back, Holder::Pool, source, &mut self.events)?;
        self.t.shares.give(cert, Holder::Pool, &mut self.events)?;
        let rest = percent.saturating_sub(certificate);
        self.t.shares.give_percent(company, rest, source, Holder::Pool, &mut self.events)
    }

    /// A giver's cash goes to the company, as far as it is needed.
    fn sweep(&mut self, need: Emergency, giver: Holder) -> Play {
        let missing = need.amount - self.t.ledger.company(need.company);
        let amount = missing.min(self.cash(giver));
        match Game::account(giver) {
            Some(account) if amount > Money::ZERO && giver != Holder::Company(need.company) => {
                self.pay(account, Account::Company(need.company), amount, "emergency money")
            }
            _ => Ok(()),
        }
    }

    fn sweep_up_to(&mut self, need: Emergency, last: usize) -> Play {
        for giver in self.givers(need.company).into_iter().take(last + 1) {
            self.sweep(need, giver)?;
        }
        Ok(())
    }

    /// §4.5.1-08: a leading company gives its cash when those below it have nothing left to sell.
    fn sweep_exhausted(&mut self, need: Emergency) -> Play {
        let upto = self.seller(need).map_or(usize::MAX, |(at, ..)| at);
        for (at, giver) in self.givers(need.company).into_iter().enumerate() {
            if at <= upto && matches!(giver, Holder::Company(_)) {
                self.sweep(need, giver)?;
            }
        }
        Ok(())
    }

    /// Gathers the cash for a purchase that is covered.
    pub(crate) fn gather(&mut self, need: Emergency) -> Play {
        if self.t.ledger.company(need.company) < need.amount {
            self.reach(Area::EmergencyChain);
        }
        for giver in self.givers(need.company) {
            self.sweep(need, giver)?;
        }
        Ok(())
    }

    /// Whether the player at the end of the chain is bankrupt: nothing can be sold and it does not suffice.
    pub(crate) fn bankrupt(&self, need: Emergency) -> bool {
        if self.rules().as_recorded.leaders_keep_cash {
            let train = self.cheapest_train().map_or(need.amount, |(_, price)| price);
            return self.power_as_recorded(need) < train;
        }
        !self.covered(need) && self.seller(need).is_none()
    }

    /// O-37: what counts online when somebody declares bankruptcy: the company's cash, what the companies could sell
    /// at half price, the cash of those beyond the first that can sell, and what the player has. While a company can
    /// sell, his shares count at the full price as far as a stock round would take them, else at half price.
    fn power_as_recorded(&self, need: Emergency) -> Money {
        let mut power = self.t.ledger.company(need.company);
        let mut selling = false;
        for giver in self.givers(need.company) {
            if selling || matches!(giver, Holder::Seat(_)) {
                power += self.cash(giver);
            }
            power += match giver {
                Holder::Seat(_) if selling => self.stock_worth(giver),
                _ => self.emergency_worth(need, giver),
            };
            selling |= self.emergency_worth(need, giver) > Money::ZERO;
        }
        power
    }

    /// What a stock round would pay a holder at most, company by company.
    fn stock_worth(&self, holder: Holder) -> Money {
        let running = self.company_ids().filter(|company| self.running(*company));
        let most = |company| self.partable(holder, company).min(self.pool_room(company));
        running.map(|company| self.price_of(company, most(company))).sum()
    }

    /// What a giver could raise at half price.
    fn emergency_worth(&self, need: Emergency, giver: Holder) -> Money {
        let running = self.company_ids().filter(|company| self.running(*company));
        running.map(|company| self.half_price(company, self.most(need, giver, company))).sum()
    }

    pub(crate) fn bankrupt_offer(&self) -> Offer {
        Offer::Choose {
            about: "the money cannot be raised: bankruptcy".into(),
            options: vec![(STAY, "take 500 and play on".into()), (LEAVE, "leave the game".into())],
        }
    }

    /// §4.5.1-13 to -17: bankruptcy.
    pub(crate) fn go_bankrupt(&mut self, need: Emergency, option: OptionName) -> Play {
        require(self.bankrupt(need), "1841-4.5.1-13", || "the money can still be raised".into())?;
        if option != STAY && option != LEAVE {
            return Err(self.wrong("stay with a loan of 500, or leave"));
        }
        let Some(seat) = self.leader(need.company) else { return Ok(()) };
        self.reach(Area::Bankruptcy);
        self.said(seat, "is bankrupt");
        self.gather_all(need)?;
        if self.rules().surrender == Surrender::SellableMovesMarkers {
            self.sell_all_moving(need, seat)?;
        }
        self.surrender(need, seat)?;
        self.settle_directors()?;
        self.settle_directors()?;
        if self.rules().bankrupt_loses_concessions || option == LEAVE {
            self.forfeit_concessions(seat, false);
        } else {
            self.forfeit_concessions(seat, true);
        }
        if option == STAY {
            self.reach(Area::Reentry);
            self.pay(Account::Bank, Account::Seat(seat), LOAN, "to play on")?;
            if let Some(player) = self.t.players.get_mut(seat.index()) {
                player.loans += 1;
            }
        } else {
            self.leave(seat);
        }
        Ok(())
    }

    /// §4.5.1-13: all cash goes to the company; online that of the player only (O-37).
    fn gather_all(&mut self, need: Emergency) -> Play {
        let player_only = self.rules().as_recorded.leaders_keep_cash;
        for giver in self.givers(need.company) {
            if player_only && !matches!(giver, Holder::Seat(_)) {
                continue;
            }
            let amount = self.cash(giver);
            if let Some(account) = Game::account(giver).filter(|_| giver != Holder::Company(need.company)) {
                self.pay(account, Account::Company(need.company), amount, "emergency money")?;
            }
        }
        Ok(())
    }

    /// O-18: what could have been sold moves markers.
    fn sell_all_moving(&mut self, need: Emergency, seat: SeatId) -> Play {
        for company in self.company_ids().filter(|company| self.running(*company)).collect::<Vec<_>>() {
            let giver = Holder::Seat(seat);
            let most = self.most(need, giver, company);
            if most == 0 {
                continue;
            }
            let proceeds = self.half_price(company, most);
            self.part_with(giver, company, most)?;
            self.pay(Account::Bank, Account::Company(need.company), proceeds, "bankruptcy")?;
            self.move_down(company, most / self.charter(company).unit());
            self.settle_directors()?;
        }
        Ok(())
    }

    /// Everything left goes to the pool at half price without moving markers.
    fn surrender(&mut self, need: Emergency, seat: SeatId) -> Play {
        for company in self.company_ids() {
            let held = self.t.shares.percent(company, Holder::Seat(seat));
            if held == 0 {
                continue;
            }
            let proceeds = self.half_price(company, held);
            let certs: Vec<_> =
                self.t.shares.of_held_by(company, Holder::Seat(seat)).map(|(cert, _)| cert).collect();
            for cert in certs {
                self.t.shares.give(cert, Holder::Pool, &mut self.events)?;
            }
            self.pay(Account::Bank, Account::Company(need.company), proceeds, "bankruptcy")?;
        }
        Ok(())
    }

    /// §4.5.1-18-v2: concessions go to the bank; in v1 only used ones, with their director's certificate.
    fn forfeit_concessions(&mut self, seat: SeatId, used_only: bool) {
        for card in (0..self.t.concessions.len() as u8).map(CardId) {
            let held = self.t.concessions.get(card.index()) == Some(&Holder::Seat(seat));
            let company = self.fixed.concessions.get(card.index()).copied().flatten();
            let used = company.is_some_and(|company| self.running(company));
            if held && (used || !used_only) {
                self.give_concession(card, Holder::Pool);
            }
        }
        // Without a bound concession a larger shareholder may take over.
        let _ = self.settle_directors();
    }

    fn leave(&mut self, seat: SeatId) {
        self.reach(Area::PlayerLeft);
        self.said(seat, "leaves the game");
        if let Some(player) = self.t.players.get_mut(seat.index()) {
            player.out = true;
        }
        // Online the card stays where it is until the next stock round; there the next player begins.
        if self.t.priority == seat && !self.rules().as_recorded.priority_stays {
            self.t.priority = self.left_of(seat).first().copied().unwrap_or(seat);
        }
        let left = self.t.players.iter().filter(|player| !player.out).count();
        if left <= 1 {
            self.trigger(Ending::Now(Why::OnePlayer));
        }
    }
}

/// A step of its own: money that is needed for something other than a train (§4.7.6-08-v2).
pub(super) fn step_offers(game: &Game, need: Emergency) -> Vec<Offer> {
    let mut offers = game.emergency_offers(need);
    if game.full_price() {
        return offers;
    }
    offers.extend(full_price_offer(game, need));
    if game.bankrupt(need) {
        offers.push(game.bankrupt_offer());
    }
    offers
}

/// O-29: a sale recorded without a price was paid in full.
pub(super) fn full_price_offer(game: &Game, need: Emergency) -> Option<Offer> {
    let recorded = game.rules().as_recorded.emergency_sales && !game.full_price();
    if !recorded || game.emergency_offers(need).is_empty() {
        return None;
    }
    let options = vec![(FULL, "the next sale is at the full price".into())];
    Some(Offer::Choose { about: "sales as recorded".into(), options })
}

/// O-29: the next entry is a sale, and it is at the full price.
pub(super) fn next_at_full_price(game: &mut Game, need: Emergency) -> Play {
    if full_price_offer(game, need).is_none() {
        return Err(game.wrong("sell, if anything can be sold"));
    }
    if let Some(turn) = game.op_turn() {
        turn.full_price = true;
    }
    Ok(())
}

/// O-29: what was said to be sold at the full price is sold before anything else.
pub(super) fn sale_first(game: &Game, action: &Action) -> Play {
    if game.full_price() && !matches!(action, Action::Sell { .. }) {
        return Err(game.wrong("make the sale at the full price"));
    }
    Ok(())
}

/// An action of that step; it is over when the company has the money or the player is bankrupt.
pub(super) fn step_play(game: &mut Game, need: Emergency, action: &Action) -> Play {
    sale_first(game, action)?;
    match action {
        Action::Sell { seller, company, percent } => {
            let company = game.find_company(*company)?;
            game.emergency_sell(need, *seller, company, *percent)
        }
        Action::Choose { option } if *option == FULL && game.rules().as_recorded.emergency_sales => {
            next_at_full_price(game, need)
        }
        Action::Choose { option } => {
            game.go_bankrupt(need, *option)?;
            if matches!(game.t.steps.last(), Some(Step::Emergency(_))) {
                game.t.steps.pop();
            }
            Ok(())
        }
        _ => Err(game.wrong("raise the money")),
    }
}

/// §4.5.1-14: after a bankruptcy the company's turn is over.
pub(super) fn end_turn_after(game: &mut Game) {
    if let Round::Operating(round) = &mut game.t.round {
        round.turn.activity = Activity::Done;
    }
}
