//! §6 Phases: what the first train of each kind changes, at once.

use super::Esp;
use super::game::{Class, Phase};
use super::state::{Finale, HomeToken, PRIVATES, Status, Train};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;

/// Privates 3 and 5, counted from 0.
const THIRD: usize = 2;

impl Esp {
    /// The present phase.
    pub(super) fn phase(&self) -> &Phase {
        self.game.phase(self.s.phase)
    }

    /// A train has left the bank, sold or exported.
    pub(super) fn train_left_bank(&mut self, kind: TrainKind, ev: &mut Events) -> Result<(), Refusal> {
        if kind == self.game.last_kind {
            self.s.last_trains_sold = self.s.last_trains_sold.saturating_add(1);
            // 18ESP §7: the second one triggers the end.
            if self.s.last_trains_sold == 2 && self.s.finale == Finale::Not {
                self.s.finale = Finale::Triggered;
                ev.push(Event::Note { text: "The end of the game is triggered.".into() });
            }
        }
        let next = self.s.phase + 1;
        let begins = usize::from(next) < self.game.phases.len() && self.game.phase(next).starts_with == kind;
        if begins { self.begin_phase(next, ev) } else { Ok(()) }
    }

    fn begin_phase(&mut self, phase: u8, ev: &mut Events) -> Result<(), Refusal> {
        let before = self.s.phase;
        self.s.phase = phase;
        ev.push(Event::Phase { phase: self.phase().name });
        for kind in self.phase().rusts.clone() {
            self.rust(kind, ev);
        }
        if self.phase().full_capital && !self.game.phase(before).full_capital {
            self.begin_phase_5(ev)?;
        }
        Ok(())
    }

    // 18ESP §6, §5.2.1: a combined train goes with its main card; the recycled card is gone for good.
    fn rust(&mut self, kind: TrainKind, ev: &mut Events) {
        let name = self.game.parts.train_spec(kind).map(|spec| spec.name).unwrap_or_default();
        for company in &mut self.s.companies {
            company.trains.retain(|train| train.kind != kind);
        }
        ev.push(Event::Rusted { train: name });
        let cards = self.game.cards_of(kind);
        let lost = self.s.discarded.get(kind.index()).copied().unwrap_or(0);
        if let Some(recyclable) = self.s.recyclable.get_mut(kind.index()) {
            *recyclable = cards.saturating_sub(lost);
        }
    }

    fn begin_phase_5(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        self.close_privates(ev);
        if self.game.rules.minors_close_in_phase_5 {
            self.close_minors(ev)?;
        } else {
            self.freeze_minors(ev);
        }
        self.release_reserved_unlaunched(ev)?;
        self.review_reserved(ev)?;
        self.release_late_tokens();
        Ok(())
    }

    // 18ESP §2.2: all privates close; private 3 in a company's hands turns into a permanent train.
    fn close_privates(&mut self, ev: &mut Events) {
        if let Holder::Company(company) = self.private_owner(THIRD) {
            // 18ESP §2.2.3: not in the round in which the private is acquired. A company acquires it in its own turn
            // and a purchase of trains turns it over, so its run of that round is over by then.
            let train = Train { kind: self.game.permanent_kind, narrow: false, with: None, resting: false };
            self.company_mut(company).trains.push(train);
            let name = self.train_name(&train);
            ev.push(Event::Train { train: name, from: None, to: Some(company) });
        }
        for private in 0..PRIVATES {
            self.close_private(private, ev);
        }
        self.s.tenders.private = 0;
    }

    // 18ESP §4.6.1: all minors not taken over are frozen, launched or not.
    fn freeze_minors(&mut self, ev: &mut Events) {
        for minor in self.in_play(Class::Minor) {
            let state = self.company_mut(minor);
            if matches!(state.status, Status::Launched | Status::Waiting) {
                state.status = Status::Frozen;
                let text = format!("{} is frozen.", self.name(minor));
                ev.push(Event::Note { text: text.into() });
            }
        }
    }

    // Online (D-22): minors close, and the bank pays the price of those that had operated.
    fn close_minors(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        for minor in self.in_play(Class::Minor) {
            if self.company(minor).status == Status::Gone {
                continue;
            }
            if let (true, Some(owner)) = (self.company(minor).operated, self.director(minor)) {
                let price = self.price(minor);
                let why = format!("{} closes", self.name(minor));
                self.s.ledger.pay(Account::Bank, Account::Seat(owner), price, why, ev)?;
            }
            self.dissolve(minor, ev)?;
        }
        Ok(())
    }

    /// A minor leaves the game: its money, its certificate, its token, its marker.
    pub(super) fn dissolve(&mut self, minor: CompanyId, ev: &mut Events) -> Result<(), Refusal> {
        let cash = self.s.ledger.company(minor);
        self.s.ledger.pay(Account::Company(minor), Account::Bank, cash, "closed", ev)?;
        for cert in self.s.shares.of(minor).collect::<Vec<_>>() {
            self.s.shares.give(cert, Holder::Out, ev)?;
        }
        for token in self.s.board.remove_all(minor) {
            ev.push(Event::Token { company: minor, hex: token.hex, placed: false });
        }
        let game = self.game.clone();
        self.s.chart.remove(&game.parts.grid, minor, ev);
        let state = self.company_mut(minor);
        state.status = Status::Gone;
        state.home = HomeToken::Placed;
        state.trains.clear();
        state.tender = false;
        Ok(())
    }

    // 18ESP §4.6.1: a South major still unlaunched puts its reserved share into its initial offering.
    fn release_reserved_unlaunched(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        for major in self.in_play(Class::South) {
            if self.company(major).status == Status::Waiting {
                self.release_reserved(major, ev)?;
            }
        }
        Ok(())
    }

    /// The reserved share of a major goes to its initial offering.
    pub(super) fn release_reserved(&mut self, major: CompanyId, ev: &mut Events) -> Result<(), Refusal> {
        let percent = self.s.shares.percent(major, Holder::Reserved);
        self.s.shares.give_percent(major, percent, Holder::Reserved, Holder::Offering, ev)
    }

    // 18ESP §4.6.1: once no frozen minor that had run is left, no reserved share is needed any more.
    pub(super) fn review_reserved(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        let minors = self.in_play(Class::Minor);
        let left = |minor: &CompanyId| {
            let state = self.company(*minor);
            state.status == Status::Frozen && state.ran
        };
        if !self.phase().full_capital || minors.iter().any(left) {
            return Ok(());
        }
        for major in self.in_play(Class::South) {
            self.release_reserved(major, ev)?;
        }
        Ok(())
    }

    /// Majors not launched yet will have all their tokens at once.
    fn release_late_tokens(&mut self) {
        for company in self.all_companies() {
            let state = self.company_mut(company);
            if state.status == Status::Waiting {
                state.free_tokens += state.locked_tokens;
                state.locked_tokens = 0;
            }
        }
    }

    /// How many trains a company may own, the permanent one aside.
    pub(super) fn train_limit(&self, company: CompanyId) -> usize {
        let phase = self.phase();
        usize::from(if self.is_minor(company) { phase.limit_minor } else { phase.limit_major })
    }

    /// The trains that count against the limit.
    pub(super) fn counted_trains(&self, company: CompanyId) -> usize {
        self.company(company).trains.iter().filter(|train| train.kind != self.game.permanent_kind).count()
    }

    /// A company that owns more trains than it may.
    pub(super) fn crowded(&self) -> Option<CompanyId> {
        self.all_companies().find(|&company| {
            self.company(company).status == Status::Launched
                && self.counted_trains(company) > self.train_limit(company)
        })
    }

    /// Whether trains of a kind have left the game.
    pub(super) fn has_rusted(&self, kind: TrainKind) -> bool {
        (0..=self.s.phase).any(|phase| self.game.phase(phase).rusts.contains(&kind))
    }

    /// The value of a mine now.
    pub(super) fn mine_value(&self) -> Money {
        self.phase().mine
    }
}
