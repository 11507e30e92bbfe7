//! §4.7.4 and §4.7.5: two majors, or two minors, merge into a new major.
//!
//! Whether a merger can be completed is found out by playing it out on a copy before it begins, and again
//! before each answer: an answer after which no director could be found is never offered (§4.7.4-12-v2).

use super::areas::Area;
use super::state::{Activity, Round, Step};
use super::{Game, Play};
use ferrata_engine::action::Action;
use ferrata_engine::board::{ANY_GAUGE, Terms, Token};
use ferrata_engine::chart::Field;
use ferrata_engine::id::{CertId, CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CompanyName, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::{Control, Holder};
use smallvec::{SmallVec, smallvec};

/// A price above this is kept (§4.7.4-04).
const KEPT_ABOVE: Money = Money(250);
/// The most tokens of a major (§8-07).
pub(super) const MAX_TOKENS: u8 = 5;
/// What a further token costs after a merger of minors or a transformation (§4.7.5-05, §4.7.6-09).
pub(super) const FURTHER_TOKEN: Money = Money(100);

/// A merger under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Merger {
    /// The operating company.
    pub a: CompanyId,
    /// Its partner.
    pub b: CompanyId,
    /// What arises.
    pub into: CompanyId,
    /// The player with whom the order of shareholders starts.
    pub decider: SeatId,
    /// Its part in the Tuscan merger (§4.6.9).
    pub tuscan: Option<Tuscan>,
    /// How many ordinary certificates of the new company have been handed out, in their order.
    pub handed: u8,
    /// What comes next.
    pub stage: Stage,
}

/// Which part of the Tuscan merger a merger is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tuscan {
    /// The two minors become the intermediate major.
    First,
    /// SFLi arises.
    Last,
}

/// The stages of a merger.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Both prices were above 250: one is chosen (G-35).
    Price(Field, Field),
    /// Trains above the limit are returned (§4.7.4-10).
    Trains,
    /// Shares are exchanged.
    Exchange {
        /// What is exchanged in this pass.
        pass: Pass,
        /// The shareholders in order.
        holders: Vec<Holder>,
        /// Whose turn it is.
        next: u8,
    },
    /// Two tokens lie in different cities of a hex: one goes.
    Doubled(HexId),
    /// Tokens are removed from the map, at least `min` and at most `max` of them.
    Tokens {
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
        /// So many were.
        removed: u8,
        /// Tokens of the new company in all, as far as they do not depend on what is removed.
        total: u8,
        /// Tokens that lay on the old charters.
        reserve: u8,
    },
    /// Further tokens may be bought (§4.7.5-05).
    BuyTokens,
}

/// What is exchanged in one pass through the shareholders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pass {
    /// Pairs, then the single share (v1).
    Whole,
    /// Pairs (v2, first pass).
    Pairs,
    /// Single shares (v2, second pass).
    Singles,
}

/// What a shareholder may answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Pay for the director's certificate (v2).
    Director,
    /// Pay for a whole share.
    Share,
    /// Take half the price for a single share.
    Cash,
    /// Nothing beyond what is due.
    Plain,
}

impl Answer {
    /// The answer's name.
    pub fn name(self) -> OptionName {
        OptionName::of(match self {
            Answer::Director => "director",
            Answer::Share => "share",
            Answer::Cash => "cash",
            Answer::Plain => "no",
        })
    }
}

/// Whether the operating company has a partner to merge with.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    !game.merger_partners(company).is_empty()
}

/// What the operating company may do.
pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "do not merge".into() }];
    game.merge_offers(company, &mut offers);
    offers
}

/// An action of the operating company.
pub(super) fn play(game: &mut Game, seat: SeatId, company: CompanyId, action: &Action) -> Play {
    match action {
        Action::Pass => {
            super::operating::go_on(game);
            Ok(())
        }
        Action::Merge { with, into } => game.merge(company, *with, *into, false),
        Action::Propose { deal } => match deal.as_ref() {
            Action::Merge { with, into } => {
                game.merger_consent(company, *with, *into)?;
                game.propose(seat, deal)
            }
            _ => Err(game.wrong("merge, or pass")),
        },
        _ => Err(game.wrong("merge, or pass")),
    }
}

/// A merger to which the partner's director has agreed.
pub(super) fn begin(game: &mut Game, company: CompanyId, deal: &Action) -> Play {
    match deal {
        Action::Merge { with, into } => game.merge(company, *with, *into, true),
        _ => Err(game.wrong("merge")),
    }
}

/// Whether a merger is possible.
impl Game {
    /// §4.7.4-01, §8-06: whether a company may take part in a merger at all.
    fn may_be_merged(&self, company: CompanyId) -> Play {
        let name = self.name(company);
        let charter = self.charter(company);
        require(self.running(company), "1841-4.7.4-01", || format!("{name} is not in operation"))?;
        require(self.company(company).operated, "1841-4.7.4-01", || {
            format!("{name} has not acted in an operating round yet")
        })?;
        require(!self.frozen(company), "1841-4.5.1.1-02", || format!("{name} is frozen"))?;
        require(!charter.tuscan || self.t.tuscan_done, "1841-8-06", || {
            format!("{name} can only take part in the Tuscan merger before that is made")
        })?;
        require(self.concession_is_gone(company), "1841-4.7.4-01", || {
            format!("the concession of {name} has not left the game")
        })
    }

    /// Whether a historical company's concession has left the game.
    pub(super) fn concession_is_gone(&self, company: CompanyId) -> bool {
        let card = self.charter(company).concession;
        let holder = card.and_then(|card| self.t.concessions.get(card.index()));
        holder.is_none_or(|holder| *holder == Holder::Out)
    }

    /// §4.7.4-01: whether these two may merge, leaving open whether a director is found.
    fn may_merge(&self, a: CompanyId, b: CompanyId) -> Play {
        require(a != b, "1841-4.7.4-01", || "a company cannot merge with itself".into())?;
        self.may_be_merged(a)?;
        self.may_be_merged(b)?;
        let same = self.charter(a).minor == self.charter(b).minor;
        require(same, "1841-4.7.4-01", || "only two majors or two minors can merge".into())?;
        require(self.joined(a, b), "1841-4.7.4-01", || {
            format!("no train could run from a base of {} to one of {}", self.name(a), self.name(b))
        })
    }

    /// Whether a train of unlimited length could run from a base of one company to a base of the other; in v2
    /// not across a border.
    fn joined(&self, a: CompanyId, b: CompanyId) -> bool {
        let borders = if self.rules().mergers.within_borders { self.t.borders } else { 0 };
        let terms = Terms {
            gauges: ANY_GAUGE,
            borders,
            visit: |board: &ferrata_engine::board::Board, hex, stop| board.visit(a, hex, stop),
        };
        let reach = self.t.board.reach(&self.base_tokens(a), &terms);
        self.base_tokens(b).iter().any(|(hex, stop)| reach.has_stop(*hex, *stop))
    }

    /// The partners with which a company can merge and find a director.
    fn merger_partners(&self, a: CompanyId) -> Vec<CompanyId> {
        let Some(into) = self.free_majors().next() else { return Vec::new() };
        if self.may_be_merged(a).is_err() {
            return Vec::new();
        }
        let partners = self.company_ids().filter(|b| self.may_merge(a, *b).is_ok());
        partners.filter(|b| self.can_complete(a, *b, into).is_ok()).collect()
    }

    /// Plays a merger out on a copy.
    fn can_complete(&self, a: CompanyId, b: CompanyId, into: CompanyId) -> Play {
        let no_director = |_| {
            let (a, b) = (self.name(a), self.name(b));
            let because =
                format!("a merger of {a} and {b} would end without a director who leads to a player");
            Refusal::rule("1841-4.7.4-12-v2", because)
        };
        let mut trial = self.clone();
        let decider = self.leader(a).unwrap_or(self.t.priority);
        trial.begin_merger(a, b, into, decider, None).map_err(no_director)?;
        let trials = trial.up_to_exchange().map_err(no_director)?;
        let found = trials.iter().all(Game::plays_out_somehow);
        if found { Ok(()) } else { Err(no_director(Refusal::plain(""))) }
    }

    /// Copies in which the exchange begins: one for each price that may be chosen, surplus trains aside.
    fn up_to_exchange(mut self) -> Result<Vec<Game>, Refusal> {
        let Some(Step::Merger(merger)) = self.t.steps.last() else { return Ok(vec![self]) };
        match merger.stage.clone() {
            Stage::Price(low, high) => {
                let merger = self.pop_merger()?;
                let mut all = Vec::new();
                for field in [low, high] {
                    let mut trial = self.clone();
                    trial.unite(merger.clone(), field)?;
                    all.extend(trial.up_to_exchange()?);
                }
                Ok(all)
            }
            Stage::Trains => {
                self.pop_merger()?;
                let merger = self.pop_merger()?;
                self.run_exchange(merger)?;
                Ok(vec![self])
            }
            _ => Ok(vec![self]),
        }
    }

    /// Whether some answers complete the merger on top of the stack.
    fn plays_out_somehow(&self) -> bool {
        if self.plays_out(None) {
            return true;
        }
        let Some(Step::Merger(merger)) = self.t.steps.last() else { return true };
        let Stage::Exchange { holders, .. } = &merger.stage else { return false };
        let wishes = holders.iter().flat_map(|who| [(*who, Answer::Director), (*who, Answer::Share)]);
        wishes.into_iter().any(|wish| self.plays_out(Some(wish)))
    }

    /// Plays the exchange out on a copy: everybody answers as cheaply as he can, but one has a wish.
    fn plays_out(&self, wish: Option<(Holder, Answer)>) -> bool {
        let mut trial = self.clone();
        for _ in 0..64 {
            let Some((holder, options)) = trial.exchange_question() else { return true };
            let wanted = wish.filter(|(who, what)| *who == holder && options.contains(what));
            let answer = wanted.map(|(_, what)| what).or(options.last().copied());
            if trial.answer_exchange(answer.unwrap_or(Answer::Plain)).is_err() {
                return false;
            }
        }
        false
    }
}

/// Beginning.
impl Game {
    /// What the operating company may merge with.
    pub(super) fn merge_offers(&self, a: CompanyId, offers: &mut Vec<Offer>) {
        let into: Vec<_> = self.free_majors().map(|company| self.name(company)).collect();
        for b in self.merger_partners(a) {
            let offer = Offer::Merge { with: self.name(b), into: into.clone() };
            offers.push(match self.asked_for_merger(a, b) {
                Some(to) => Offer::Propose { to, deal: Box::new(offer) },
                None => offer,
            });
        }
    }

    /// The player who must agree to a merger, if he is not the one who wants it.
    fn asked_for_merger(&self, a: CompanyId, b: CompanyId) -> Option<SeatId> {
        let other = self.leader(b).filter(|other| self.leader(a) != Some(*other));
        other.filter(|_| self.rules().mergers.consent)
    }

    /// Checks a merger that is to be proposed, and says who must agree.
    pub(super) fn merger_consent(
        &self,
        a: CompanyId,
        with: CompanyName,
        into: CompanyName,
    ) -> Result<SeatId, Refusal> {
        let (b, into) = (self.find_company(with)?, self.find_company(into)?);
        self.check_merger(a, b, into)?;
        self.asked_for_merger(a, b).ok_or_else(|| Refusal::plain("nobody has to agree to this merger: merge"))
    }

    fn check_merger(&self, a: CompanyId, b: CompanyId, into: CompanyId) -> Play {
        require(self.free_majors().any(|free| free == into), "1841-4.7.4-02", || {
            format!("{} is no free non-historical major", self.name(into))
        })?;
        self.may_merge(a, b)?;
        self.can_complete(a, b, into)
    }

    /// §4.7.4, §4.7.5: merges the operating company. `agreed` if the partner's director has been asked.
    pub(super) fn merge(&mut self, a: CompanyId, with: CompanyName, into: CompanyName, agreed: bool) -> Play {
        let (b, into) = (self.find_company(with)?, self.find_company(into)?);
        self.check_merger(a, b, into)?;
        require(agreed || self.asked_for_merger(a, b).is_none(), "1841-4.7.4-01", || {
            format!("the director of {with} must agree: propose the merger")
        })?;
        self.reach(if self.charter(a).minor { Area::MinorMerger } else { Area::MajorMerger });
        if let Round::Operating(round) = &mut self.t.round {
            round.turn.activity = Activity::Done;
        }
        let decider = self.leader(a).unwrap_or(self.t.priority);
        self.begin_merger(a, b, into, decider, None)
    }

    /// Sets the price and moves everything; then shares are exchanged.
    pub(super) fn begin_merger(
        &mut self,
        a: CompanyId,
        b: CompanyId,
        into: CompanyId,
        decider: SeatId,
        tuscan: Option<Tuscan>,
    ) -> Play {
        let mut merger = Merger { a, b, into, decider, tuscan, handed: 0, stage: Stage::Trains };
        match self.merger_fields(a, b) {
            (low, Some(high)) => {
                merger.stage = Stage::Price(low, high);
                self.t.steps.push(Step::Merger(Box::new(merger)));
                Ok(())
            }
            (field, None) => self.unite(merger, field),
        }
    }

    /// §4.7.4-04, §4.7.5-06: the new field, or two to choose from, the cheaper one first.
    fn merger_fields(&self, a: CompanyId, b: CompanyId) -> (Field, Option<Field>) {
        let (price_a, price_b) = (self.price(a), self.price(b));
        let field = |company| self.t.chart.field(company).unwrap_or(Field { row: 0, col: 0 });
        let sum = price_a + price_b;
        let below = |doubled: i32| self.rightmost_below(doubled).unwrap_or_else(|| field(a));
        if self.charter(a).minor {
            return (below(sum.0), None);
        }
        match (price_a > KEPT_ABOVE, price_b > KEPT_ABOVE) {
            (true, true) if price_a < price_b => (field(a), Some(field(b))),
            (true, true) if price_b < price_a => (field(b), Some(field(a))),
            (true, _) => (field(a), None),
            (false, true) => (field(b), None),
            (false, false) => (below(2 * sum.0.min(KEPT_ABOVE.0)), None),
        }
    }

    fn unite(&mut self, merger: Merger, field: Field) -> Play {
        let Merger { a, b, into, decider, .. } = merger;
        self.arise(into);
        self.move_marker(into, field);
        let order = self.shareholder_order(decider, &[a, b, into]);
        let holders = order.into_iter().filter(|holder| self.old_percent(a, b, *holder) > 0).collect();
        for company in [a, b] {
            self.start_dissolving(company);
        }
        self.pass_on(a, into, &[a, b])?;
        self.pass_on(b, into, &[a, b])?;
        let pass = match (self.charter(a).minor, self.rules().mergers.two_passes) {
            (false, true) => Pass::Pairs,
            _ => Pass::Whole,
        };
        let stage = Stage::Exchange { pass, holders, next: 0 };
        let merger = Merger { stage, ..merger };
        if self.trains_over(into) > 0 {
            // The exchange waits below until the surplus trains are returned.
            self.t.steps.push(Step::Merger(Box::new(merger.clone())));
            let trains = Merger { stage: Stage::Trains, ..merger };
            self.t.steps.push(Step::Merger(Box::new(trains)));
            return Ok(());
        }
        self.run_exchange(merger)
    }

    /// How many trains a company has above its limit.
    fn trains_over(&self, company: CompanyId) -> usize {
        self.company(company).trains.len().saturating_sub(self.train_limit(company))
    }
}

/// Exchanging shares.
impl Game {
    /// How much of the two old companies together a holder has.
    fn old_percent(&self, a: CompanyId, b: CompanyId, holder: Holder) -> u8 {
        self.t.shares.percent(a, holder) + self.t.shares.percent(b, holder)
    }

    /// Goes on until somebody has to be asked, or all shares are exchanged.
    fn run_exchange(&mut self, mut merger: Merger) -> Play {
        while let Stage::Exchange { pass, holders, next } = &mut merger.stage {
            let (pass, holder) = (*pass, holders.get(*next as usize).copied());
            let Some(holder) = holder else {
                if pass == Pass::Pairs {
                    merger.stage = second_pass(&merger.stage);
                    continue;
                }
                break;
            };
            if pass == Pass::Whole {
                self.exchange_pairs(&mut merger, holder)?;
            }
            let options = self.exchange_options(&merger, pass, holder);
            if options.len() > 1 {
                self.t.steps.push(Step::Merger(Box::new(merger)));
                return Ok(());
            }
            self.exchange(&mut merger, pass, holder, options.first().copied().unwrap_or(Answer::Plain))?;
            advance(&mut merger.stage);
        }
        self.end_exchange(merger)
    }

    /// Who is asked in the exchange, and for what; none if nobody is.
    fn exchange_question(&self) -> Option<(Holder, SmallVec<[Answer; 3]>)> {
        let Some(Step::Merger(merger)) = self.t.steps.last() else { return None };
        let Stage::Exchange { pass, holders, next } = &merger.stage else { return None };
        let holder = *holders.get(*next as usize)?;
        Some((holder, self.exchange_options(merger, *pass, holder)))
    }

    /// What a holder may answer, the cheapest last.
    fn exchange_options(&self, merger: &Merger, pass: Pass, holder: Holder) -> SmallVec<[Answer; 3]> {
        let old = self.old_percent(merger.a, merger.b, holder);
        if self.charter(merger.a).minor || old == 0 || self.spokesman(holder).is_none() {
            return smallvec![if holder == Holder::Pool { Answer::Plain } else { Answer::Cash }];
        }
        let mut options = SmallVec::new();
        let upgrade = pass != Pass::Whole && old < 40 && self.may_upgrade(merger, holder, old);
        if pass == Pass::Pairs {
            if upgrade && old >= 20 {
                options.push(Answer::Director);
            }
            options.push(Answer::Plain);
            return options;
        }
        if upgrade {
            options.push(Answer::Director);
        }
        if self.may_round_up(merger, holder) {
            options.push(Answer::Share);
        }
        options.push(Answer::Cash);
        options
    }

    /// §4.7.4-05-v2: a player may pay for the director's certificate while nobody has it.
    fn may_upgrade(&self, merger: &Merger, holder: Holder, old: u8) -> bool {
        let player = matches!(holder, Holder::Seat(_));
        player && self.unclaimed(merger.into) && self.cash(holder) >= self.upgrade_cost(merger.into, old)
    }

    /// Price × (40 − percent) / 20, rounded down (TV-38).
    fn upgrade_cost(&self, into: CompanyId, old: u8) -> Money {
        Money(self.price(into).0 * i32::from(40_u8.saturating_sub(old)) / 20)
    }

    fn unclaimed(&self, into: CompanyId) -> bool {
        self.t.shares.director(into) == Holder::Offering
    }

    /// §4.7.4-06: a single share can be made whole while one is left and can be paid.
    fn may_round_up(&self, merger: &Merger, holder: Holder) -> bool {
        let into = merger.into;
        let left = self.t.shares.ordinary(into, 10, Holder::Offering).is_some();
        let by_swap = self.unclaimed(into) && self.t.shares.percent(into, holder) >= 10;
        (left || by_swap) && self.cash(holder) >= half(self.price(into))
    }

    fn exchange(&mut self, merger: &mut Merger, pass: Pass, holder: Holder, answer: Answer) -> Play {
        if self.charter(merger.a).minor {
            return self.exchange_minors(merger, holder);
        }
        match (pass, answer) {
            (_, Answer::Director) => self.upgrade(merger, holder),
            (Pass::Pairs, _) => self.exchange_pairs(merger, holder),
            (_, Answer::Share) => self.round_up(merger, holder),
            _ => self.cash_in(merger, holder),
        }
    }

    /// Returns old certificates worth a pair; false if there is none.
    fn return_pair(&mut self, merger: &mut Merger, holder: Holder) -> Result<bool, Refusal> {
        let old =
            [merger.b, merger.a].map(|company| self.t.shares.of_held_by(company, holder).collect::<Vec<_>>());
        let mut old: Vec<_> = old.into_iter().flatten().collect();
        old.sort_by_key(|(_, cert)| std::cmp::Reverse(cert.percent));
        let mut returned = 0;
        let whole: u8 = old.iter().map(|(_, cert)| cert.percent).sum();
        if whole < 20 {
            return Ok(false);
        }
        for (cert, printed) in old {
            if returned >= 20 {
                break;
            }
            returned += printed.percent;
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
        }
        Ok(true)
    }

    /// §4.7.4-05: two old units for one new.
    fn exchange_pairs(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        if self.charter(merger.a).minor {
            return Ok(());
        }
        while self.return_pair(merger, holder)? {
            if !self.give_new(merger, holder)? {
                let price = self.price(merger.into);
                if let Some(account) = Game::account(holder) {
                    self.pay(Account::Bank, account, price, "two old shares for which no new one is left")?;
                }
            }
        }
        Ok(())
    }

    /// Gives one new share; the first who has 20% gets the director's certificate (§4.7.4-05). False if there
    /// is none to give.
    fn give_new(&mut self, merger: &mut Merger, holder: Holder) -> Result<bool, Refusal> {
        let into = merger.into;
        if let Some(cert) = self.next_new(merger) {
            self.t.shares.give(cert, holder, &mut self.events)?;
            self.check_director(into)?;
            return Ok(true);
        }
        let swap = self.unclaimed(into) && self.t.shares.ordinary(into, 10, holder).is_some();
        if !swap || holder == Holder::Pool {
            return Ok(false);
        }
        self.t.shares.give_percent(into, 10, holder, Holder::Offering, &mut self.events)?;
        self.give_directorship(into, holder)?;
        Ok(true)
    }

    /// The next ordinary certificate of the new company: in their order; those that came back for the
    /// director's certificate come last.
    fn next_new(&self, merger: &mut Merger) -> Option<CertId> {
        let of = || self.t.shares.of(merger.into).skip(1);
        let fresh = of().nth(merger.handed as usize);
        if fresh.is_some() {
            merger.handed += 1;
        }
        fresh.or_else(|| of().find(|cert| self.t.shares.holder(*cert) == Holder::Offering))
    }

    pub(super) fn give_directorship(&mut self, into: CompanyId, holder: Holder) -> Play {
        if let Some(cert) = self.t.shares.director_certificate(into) {
            self.t.shares.give(cert, holder, &mut self.events)?;
            self.events.push(ferrata_engine::event::Event::Director { company: into, director: holder });
        }
        self.check_director(into)
    }

    fn upgrade(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        let old = self.old_percent(merger.a, merger.b, holder);
        let cost = self.upgrade_cost(merger.into, old);
        self.return_all(merger, holder)?;
        self.pay_into(holder, merger.into, cost, "the director's certificate")?;
        self.give_directorship(merger.into, holder)
    }

    fn return_all(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        for company in [merger.a, merger.b] {
            let held: Vec<_> = self.t.shares.of_held_by(company, holder).map(|(cert, _)| cert).collect();
            for cert in held {
                self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
            }
        }
        Ok(())
    }

    fn pay_into(&mut self, holder: Holder, into: CompanyId, amount: Money, why: &'static str) -> Play {
        let payer = Game::account(holder).unwrap_or(Account::Bank);
        self.pay(payer, Account::Company(into), amount, why)
    }

    /// §4.7.4-06: one new share against half its price.
    fn round_up(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        self.return_all(merger, holder)?;
        let cost = half(self.price(merger.into));
        self.pay_into(holder, merger.into, cost, "half a share")?;
        self.give_new(merger, holder).map(drop)
    }

    /// §4.7.4-06, -07: half the price from the bank; the pool's odd share is removed without payment.
    fn cash_in(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        if self.old_percent(merger.a, merger.b, holder) == 0 {
            return Ok(());
        }
        self.return_all(merger, holder)?;
        match Game::account(holder) {
            Some(account) => self.pay(Account::Bank, account, half(self.price(merger.into)), "half a share"),
            None => Ok(()),
        }
    }

    /// §4.7.5-03: 40% become 20%, 20% become 10%; the first 40% take the director's certificate.
    fn exchange_minors(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        let old =
            [merger.b, merger.a].map(|company| self.t.shares.of_held_by(company, holder).collect::<Vec<_>>());
        let mut old: Vec<_> = old.into_iter().flatten().collect();
        old.sort_by_key(|(_, cert)| std::cmp::Reverse(cert.percent));
        for (cert, printed) in old {
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
            if printed.director && self.unclaimed(merger.into) {
                self.give_directorship(merger.into, holder)?;
                continue;
            }
            for _ in 0..printed.percent / 20 {
                self.give_new(merger, holder)?;
            }
        }
        Ok(())
    }

    /// All is exchanged: there must be a director who leads to a player, except in the Tuscan merger.
    fn end_exchange(&mut self, merger: Merger) -> Play {
        if merger.tuscan.is_some() {
            self.tuscan_without_director(merger.into)?;
        } else {
            let found = matches!(self.t.shares.control(merger.into), Control::Seat(_));
            let circle = self
                .company_ids()
                .any(|company| self.running(company) && self.t.shares.control(company) == Control::Circle);
            require(found && !circle, "1841-4.7.4-12-v2", || {
                "a merger must end with a director who leads to a player".into()
            })?;
        }
        self.begin_tokens(merger)
    }

    /// §4.6.9-07-v2: nobody took the directorship: its certificate goes to the pool for up to two shares there.
    fn tuscan_without_director(&mut self, into: CompanyId) -> Play {
        if !self.unclaimed(into) {
            return Ok(());
        }
        for _ in 0..2 {
            if self.t.shares.ordinary(into, 10, Holder::Pool).is_some() {
                self.t.shares.give_percent(into, 10, Holder::Pool, Holder::Offering, &mut self.events)?;
            }
        }
        self.reach(Area::Frozen);
        let cert = self.t.shares.director_certificate(into);
        cert.map_or(Ok(()), |cert| self.t.shares.give(cert, Holder::Pool, &mut self.events))
    }
}

fn second_pass(stage: &Stage) -> Stage {
    match stage {
        Stage::Exchange { holders, .. } => {
            Stage::Exchange { pass: Pass::Singles, holders: holders.clone(), next: 0 }
        }
        other => other.clone(),
    }
}

fn advance(stage: &mut Stage) {
    if let Stage::Exchange { next, .. } = stage {
        *next += 1;
    }
}

fn half(price: Money) -> Money {
    Money(price.0 / 2)
}

/// Tokens (§4.7.4-09, §4.7.5-04).
impl Game {
    fn begin_tokens(&mut self, merger: Merger) -> Play {
        let doubled: Vec<Token> = self.t.board.tokens_of(merger.b).collect();
        for token in doubled {
            if self.t.board.has_token_at(merger.a, token.hex, token.stop) {
                self.t.board.remove(merger.b, token.hex, token.stop);
            }
        }
        self.after_doubled(merger)
    }

    /// Never two tokens on a hex: the director says which of two stays (G-38).
    fn after_doubled(&mut self, merger: Merger) -> Play {
        let mut twice = self.t.board.tokens_of(merger.b).map(|token| token.hex);
        if let Some(hex) = twice.find(|hex| self.t.board.has_token(merger.a, *hex)) {
            let merger = Merger { stage: Stage::Doubled(hex), ..merger };
            self.t.steps.push(Step::Merger(Box::new(merger)));
            return Ok(());
        }
        drop(twice);
        self.ask_for_tokens(merger)
    }

    fn map_tokens(&self, merger: &Merger) -> u8 {
        let tokens = self.t.board.tokens().iter();
        tokens.filter(|token| token.company == merger.a || token.company == merger.b).count() as u8
    }

    fn ask_for_tokens(&mut self, merger: Merger) -> Play {
        let map = self.map_tokens(&merger);
        let reserve = self.company(merger.a).tokens + self.company(merger.b).tokens;
        let (min, max, total) = match merger.tuscan {
            Some(Tuscan::First) => {
                // §4.6.9-04-v2: the intermediate major is filled up to four.
                let stage = Stage::Tokens { min: 0, max: 0, removed: 0, total: 4, reserve: 4 };
                return self.finish_merger(Merger { stage, ..merger });
            }
            Some(Tuscan::Last) => return self.tuscan_tokens(merger),
            None if self.charter(merger.a).minor => (0, 0, map + reserve),
            None if self.rules().mergers.free_tokens => {
                (map.saturating_sub(MAX_TOKENS), map.saturating_sub(1), MAX_TOKENS)
            }
            None => {
                // v2: all old tokens, at most five; on the charter no more than the old charters held.
                let total = (map + reserve).min(MAX_TOKENS);
                let most_unplaced = reserve.min(total.saturating_sub(1));
                let least_unplaced = total.saturating_sub(map);
                (map - (total - least_unplaced), map - (total - most_unplaced), total)
            }
        };
        let stage = Stage::Tokens { min, max, removed: 0, total, reserve };
        self.tokens_or_finish(Merger { stage, ..merger })
    }

    /// §4.6.9-05: tokens in Pisa and Firenze are kept, the others may be removed; five in all.
    fn tuscan_tokens(&mut self, merger: Merger) -> Play {
        let removable = self.removable(&merger);
        if self.leader(merger.into).is_none() {
            self.settle_frozen_tokens(&merger, &removable);
            let stage = Stage::Tokens { min: 0, max: 0, removed: 0, total: MAX_TOKENS, reserve: MAX_TOKENS };
            return self.tokens_or_finish(Merger { stage, ..merger });
        }
        let kept = self.map_tokens(&merger) - removable.len() as u8;
        let max = removable.len() as u8;
        let added = self.tuscan_places_to_fill(&[merger.a, merger.b]).len() as u8;
        let min = (max + kept + added).saturating_sub(MAX_TOKENS);
        let stage = Stage::Tokens { min, max, removed: 0, total: MAX_TOKENS, reserve: MAX_TOKENS };
        self.tokens_or_finish(Merger { stage, ..merger })
    }

    /// §4.6.9-07-v2: nobody can choose: Pisa and Firenze stay, or the first other city by name.
    fn settle_frozen_tokens(&mut self, merger: &Merger, removable: &[Token]) {
        let mut gone = removable.to_vec();
        if removable.len() as u8 == self.map_tokens(merger) {
            let place = |token: &Token| {
                self.t.board.map().hex(token.hex).and_then(|hex| hex.place.clone()).unwrap_or_default()
            };
            let first =
                gone.iter().filter(|token| self.is_base(token)).min_by_key(|token| place(token)).copied();
            gone.retain(|token| Some(*token) != first);
        }
        for token in gone {
            self.t.board.remove(token.company, token.hex, token.stop);
        }
    }

    /// The tokens that may be removed from the map: not the last one in a city.
    fn removable(&self, merger: &Merger) -> Vec<Token> {
        let old = |token: &&Token| token.company == merger.a || token.company == merger.b;
        let tokens: Vec<Token> = self.t.board.tokens().iter().filter(old).copied().collect();
        if let Stage::Doubled(hex) = merger.stage {
            return tokens.into_iter().filter(|token| token.hex == hex).collect();
        }
        let bases = tokens.iter().filter(|token| self.is_base(token)).count();
        let tuscan = merger.tuscan == Some(Tuscan::Last);
        let kept = |token: &Token| tuscan && self.is_pisa_or_firenze(token.hex);
        let last = |token: &Token| !tuscan && bases == 1 && self.is_base(token);
        tokens.into_iter().filter(|token| !kept(token) && !last(token)).collect()
    }

    fn tokens_or_finish(&mut self, merger: Merger) -> Play {
        let Stage::Tokens { max, removed, .. } = merger.stage else { return self.finish_merger(merger) };
        if removed < max && !self.removable(&merger).is_empty() {
            self.t.steps.push(Step::Merger(Box::new(merger)));
            return Ok(());
        }
        self.finish_merger(merger)
    }

    fn finish_merger(&mut self, merger: Merger) -> Play {
        let (total, reserve) = match merger.stage {
            Stage::Tokens { total, reserve, .. } => (total, reserve),
            _ => (0, 0),
        };
        let old: Vec<Token> = self.t.board.tokens().to_vec();
        for token in old.into_iter().filter(|token| token.company == merger.a || token.company == merger.b) {
            self.replace_token(token, merger.into)?;
        }
        let placed = self.t.board.tokens_of(merger.into).count() as u8;
        // §8-07: a major has at least two tokens.
        let charter = total.max(2).saturating_sub(placed).min(reserve.max(2_u8.saturating_sub(placed)));
        let homes = self.t.board.tokens_of(merger.into).map(|token| token.hex).collect();
        if let Some(new) = self.company_mut(merger.into) {
            new.tokens = charter;
            new.homes = homes;
        }
        if merger.tuscan == Some(Tuscan::Last) {
            self.add_tuscan_tokens(merger.into)?;
        }
        self.dissolve(merger.a, false)?;
        self.dissolve(merger.b, false)?;
        self.offer_tokens(merger)
    }

    /// §4.7.5-05: in v1 a merger of minors may buy further tokens.
    fn offer_tokens(&mut self, merger: Merger) -> Play {
        let buys = self.charter(merger.a).minor && self.rules().mergers.minors_buy_tokens;
        if buys && merger.tuscan.is_none() && self.further_tokens(merger.into, FURTHER_TOKEN) > 0 {
            let merger = Merger { stage: Stage::BuyTokens, ..merger };
            self.t.steps.push(Step::Merger(Box::new(merger)));
            return Ok(());
        }
        self.resume_procedures()
    }

    /// How many tokens a company can still have and pay.
    pub(super) fn further_tokens(&self, company: CompanyId, each: Money) -> u8 {
        let has = self.company(company).tokens + self.t.board.tokens_of(company).count() as u8;
        let cash = self.cash(Holder::Company(company)).0 / each.0.max(1);
        MAX_TOKENS.saturating_sub(has).min(cash.clamp(0, 5) as u8)
    }
}

/// Asking.
impl Game {
    /// The player who is asked.
    pub(super) fn merger_seat(&self, merger: &Merger) -> SeatId {
        match &merger.stage {
            Stage::Price(..) | Stage::Trains => merger.decider,
            Stage::Exchange { holders, next, .. } => {
                let holder = holders.get(*next as usize).copied().unwrap_or(Holder::Pool);
                self.spokesman(holder).unwrap_or(merger.decider)
            }
            _ => self.leader(merger.into).unwrap_or(merger.decider),
        }
    }

    /// What is asked, in a few words.
    pub(super) fn merger_asks(merger: &Merger) -> &'static str {
        match merger.stage {
            Stage::Price(..) => "choose the price of the new company",
            Stage::Trains => "return surplus trains",
            Stage::Exchange { .. } => "exchange shares",
            Stage::Doubled(_) | Stage::Tokens { .. } => "remove tokens from the map",
            Stage::BuyTokens => "buy tokens",
        }
    }

    /// What may be answered.
    pub(super) fn merger_offers(&self, merger: &Merger) -> Vec<Offer> {
        let into = self.name(merger.into);
        match &merger.stage {
            Stage::Price(low, high) => vec![Offer::Choose {
                about: format!("the price of {into}"),
                options: [low, high].map(|field| self.price_option(*field)).to_vec(),
            }],
            Stage::Trains => super::trains::discard_offers(self, merger.into),
            Stage::Exchange { .. } => self.exchange_offers(merger),
            Stage::Doubled(_) => self.removal_offers(merger),
            Stage::Tokens { min, removed, .. } => {
                let mut offers = self.removal_offers(merger);
                if removed >= min {
                    offers.push(Offer::Pass { means: "remove no more tokens".into() });
                }
                offers
            }
            Stage::BuyTokens => {
                let max = self.further_tokens(merger.into, FURTHER_TOKEN);
                vec![Offer::BuyTokens { company: into, min: 0, max, each: FURTHER_TOKEN }]
            }
        }
    }

    fn price_option(&self, field: Field) -> (OptionName, String) {
        let price = self.parts().grid.price(field);
        (
            OptionName(ferrata_engine::name::Name::from(price.0.unsigned_abs())),
            format!("the field of {price}"),
        )
    }

    fn exchange_offers(&self, merger: &Merger) -> Vec<Offer> {
        let Some((holder, _)) = self.exchange_question() else { return Vec::new() };
        let old = self.old_percent(merger.a, merger.b, holder);
        let price = self.price(merger.into);
        let options = self.sound_answers(merger).into_iter().map(|answer| {
            let means = match answer {
                Answer::Director => {
                    format!("pay {} for the director's certificate", self.upgrade_cost(merger.into, old))
                }
                Answer::Share => format!("pay {} for a whole share", half(price)),
                Answer::Cash => format!("take {} for it", half(price)),
                Answer::Plain => "exchange pairs only".to_owned(),
            };
            (answer.name(), means)
        });
        let about = format!("{old}% of the old companies");
        vec![Offer::Choose { about, options: options.collect() }]
    }

    /// The answers after which the merger can still be completed.
    fn sound_answers(&self, merger: &Merger) -> SmallVec<[Answer; 3]> {
        let Some((_, options)) = self.exchange_question() else { return SmallVec::new() };
        if merger.tuscan.is_some() {
            return options;
        }
        options.into_iter().filter(|answer| self.completes_after(*answer)).collect()
    }

    fn completes_after(&self, answer: Answer) -> bool {
        let mut trial = self.clone();
        trial.answer_exchange(answer).is_ok() && trial.plays_out_somehow()
    }

    fn removal_offers(&self, merger: &Merger) -> Vec<Offer> {
        let offer = |token: Token| Offer::RemoveToken {
            company: self.name(token.company),
            hex: self.hex_name(token.hex),
            stop: token.stop,
        };
        self.removable(merger).into_iter().map(offer).collect()
    }
}

/// Answering.
impl Game {
    /// Carries out an answer to the merger on top of the stack.
    pub(super) fn answer_merger(&mut self, action: &Action) -> Play {
        let Some(Step::Merger(merger)) = self.t.steps.last() else { return Err(self.wrong("wait")) };
        match (merger.stage.clone(), action) {
            (Stage::Price(low, high), Action::Choose { option }) => self.choose_price(low, high, *option),
            (Stage::Trains, Action::Discard { .. }) => self.return_merged_train(action),
            (Stage::Exchange { .. }, Action::Choose { option }) => self.choose_exchange(*option),
            (Stage::Doubled(_) | Stage::Tokens { .. }, Action::RemoveToken { company, hex, stop }) => {
                let token = (self.find_company(*company)?, self.find_hex(*hex)?, *stop);
                self.remove_merged_token(token)
            }
            (Stage::Tokens { min, removed, .. }, Action::Pass) => {
                require(removed >= min, "1841-4.7.4-09", || {
                    format!("at least {} more tokens must be removed", min - removed)
                })?;
                let merger = self.pop_merger()?;
                self.finish_merger(merger)
            }
            (Stage::BuyTokens, Action::BuyTokens { company, count }) => {
                let merger = self.pop_merger()?;
                require(self.find_company(*company)? == merger.into, "1841-4.7.5-05", || {
                    "the new company buys".into()
                })?;
                self.buy_further_tokens(merger.into, *count, FURTHER_TOKEN, "1841-4.7.5-05")?;
                self.resume_procedures()
            }
            _ => Err(self.wrong(Game::merger_asks(merger))),
        }
    }

    fn pop_merger(&mut self) -> Result<Merger, Refusal> {
        match self.t.steps.pop() {
            Some(Step::Merger(merger)) => Ok(*merger),
            _ => Err(Refusal::plain("no merger is under way")),
        }
    }

    fn choose_price(&mut self, low: Field, high: Field, option: OptionName) -> Play {
        let chosen = [low, high].into_iter().find(|field| self.price_option(*field).0 == option);
        let field =
            chosen.ok_or_else(|| Refusal::rule("1841-4.7.4-04", "choose one of the two old prices"))?;
        let merger = self.pop_merger()?;
        self.unite(merger, field)
    }

    /// §4.7.4-10: the new company returns trains above its limit at once.
    fn return_merged_train(&mut self, action: &Action) -> Play {
        let into = match self.t.steps.last() {
            Some(Step::Merger(merger)) => merger.into,
            _ => return Err(self.wrong("return trains")),
        };
        super::trains::discard(self, into, action)?;
        if self.trains_over(into) == 0 {
            self.pop_merger()?;
            let merger = self.pop_merger()?;
            return self.run_exchange(merger);
        }
        Ok(())
    }

    fn choose_exchange(&mut self, option: OptionName) -> Play {
        let (_, options) = self.exchange_question().ok_or_else(|| self.wrong("wait"))?;
        let answer = options.into_iter().find(|answer| answer.name() == option);
        let answer =
            answer.ok_or_else(|| Refusal::rule("1841-4.7.4-06", format!("\"{option}\" is no answer now")))?;
        let tuscan = matches!(self.t.steps.last(), Some(Step::Merger(merger)) if merger.tuscan.is_some());
        require(tuscan || self.completes_after(answer), "1841-4.7.4-12-v2", || {
            "the merger would end without a director who leads to a player".into()
        })?;
        self.answer_exchange(answer)
    }

    /// Carries out an answer without asking whether the merger can be completed after it.
    fn answer_exchange(&mut self, answer: Answer) -> Play {
        let mut merger = self.pop_merger()?;
        if let Stage::Exchange { pass, holders, next } = &merger.stage {
            let (pass, holder) = (*pass, holders.get(*next as usize).copied().unwrap_or(Holder::Pool));
            self.exchange(&mut merger, pass, holder, answer)?;
        }
        advance(&mut merger.stage);
        self.run_exchange(merger)
    }

    fn remove_merged_token(&mut self, (company, hex, stop): (CompanyId, HexId, u8)) -> Play {
        let mut merger = self.pop_merger()?;
        let there =
            self.removable(&merger).iter().any(|t| (t.company, t.hex, t.stop) == (company, hex, stop));
        require(there, "1841-4.7.4-09", || "this token cannot be removed".into())?;
        self.t.board.remove(company, hex, stop);
        match &mut merger.stage {
            Stage::Tokens { removed, .. } => {
                *removed += 1;
                self.tokens_or_finish(merger)
            }
            _ => self.after_doubled(merger),
        }
    }

    /// Buys tokens for the charter.
    pub(super) fn buy_further_tokens(
        &mut self,
        company: CompanyId,
        count: u8,
        each: Money,
        rule: &'static str,
    ) -> Play {
        let max = self.further_tokens(company, each);
        require(count <= max, rule, || format!("at most {max} further tokens can be bought"))?;
        if count > 0 {
            let cost = each * i32::from(count);
            self.pay(Account::Company(company), Account::Bank, cost, format!("{count} tokens"))?;
        }
        if let Some(buyer) = self.company_mut(company) {
            buyer.tokens += count;
        }
        Ok(())
    }
}
