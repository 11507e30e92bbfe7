//! §4 Operating rounds: the order of the companies and the steps of a turn.

mod cards;
mod combine;
mod earnings;
mod export;
mod forced;
mod home;
mod pass;
mod run;
mod station;
mod takeover;
mod track;
mod trains;

pub(super) use cards::TENDER;
pub(super) use pass::FOURTH;

use super::Esp;
use super::state::{Finale, Operating, OrTurn, Round, Status, Step};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;

impl Esp {
    /// After a stock round: one, two or three operating rounds.
    pub(super) fn begin_cycle(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        let rounds = self.phase().operating_rounds;
        self.begin_or(1, rounds, ev)
    }

    // 18ESP §4.1: at the start of each operating round the privates pay.
    fn begin_or(&mut self, number: u8, of: u8, ev: &mut Events) -> Result<(), Refusal> {
        ev.push(Event::Round { round: format!("Operating round {}.{number}", self.s.cycle) });
        for company in &mut self.s.companies {
            company.trains.iter_mut().for_each(|train| train.resting = false);
        }
        self.pay_private_income(ev)?;
        let (at, step, turn) = (CompanyId(0), Step::Done, OrTurn::default());
        self.s.round = Round::Operating(Operating { number, of, done: 0, at, step, turn });
        Ok(())
    }

    /// The operating round, while one is played.
    pub(super) fn or(&self) -> Option<&Operating> {
        if let Round::Operating(or) = &self.s.round { Some(or) } else { None }
    }

    pub(super) fn or_mut(&mut self) -> Option<&mut Operating> {
        if let Round::Operating(or) = &mut self.s.round { Some(or) } else { None }
    }

    pub(super) fn turn_mut(&mut self, change: impl FnOnce(&mut OrTurn)) {
        if let Some(or) = self.or_mut() {
            change(&mut or.turn);
        }
    }

    pub(super) fn enter(&mut self, step: Step) {
        if let Some(or) = self.or_mut() {
            or.step = step;
        }
    }

    /// The player who directs a company.
    pub(super) fn director(&self, company: CompanyId) -> Option<SeatId> {
        match self.s.shares.director(company) {
            Holder::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// Who has yet to operate, in order.
    pub(super) fn still_to_operate(&self) -> impl Iterator<Item = CompanyId> + '_ {
        let done = self.or().map_or(u32::MAX, |or| or.done);
        let order = self.s.chart.order(&self.game.parts.grid).into_iter();
        order.filter(move |&company| {
            self.company(company).status == Status::Launched && done >> company.0 & 1 == 0
        })
    }

    // 18ESP §4: from the highest price to the lowest, the top of a stack first.
    fn next_company(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        let Some(company) = self.still_to_operate().next() else { return self.end_or(ev) };
        if let Some(or) = self.or_mut() {
            or.at = company;
            or.done |= 1 << company.0;
            or.step = Step::Track;
            or.turn = OrTurn::default();
        }
        let text = format!("{} operates.", self.name(company));
        ev.push(Event::Note { text: text.into() });
        self.place_home(company, ev)?;
        self.review_destination(company, ev)
    }

    // 18ESP §7: once the end is triggered the rest of the cycle is dropped.
    fn end_or(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        let Some(or) = self.or() else { return Ok(()) };
        let (number, of) = (or.number, or.of);
        if number < of && self.s.finale != Finale::Triggered {
            return self.begin_or(number + 1, of, ev);
        }
        if self.s.finale == Finale::Last {
            return self.end_game(ev);
        }
        self.export(ev)?;
        if self.s.finale == Finale::Triggered {
            self.s.finale = Finale::Last;
        }
        self.begin_stock(ev)
    }

    /// Whether this is the last operating round of the game.
    pub(super) fn is_last_or(&self) -> bool {
        self.s.finale == Finale::Last && self.or().is_some_and(|or| or.number == or.of)
    }

    /// What follows by itself; false if somebody has to decide.
    pub(super) fn or_goes_on(&mut self, ev: &mut Events) -> Result<bool, Refusal> {
        let Some(or) = self.or() else { return Ok(false) };
        let (company, step) = (or.at, or.step);
        // A company that was frozen or closed in its turn has no further steps.
        if step != Step::Done && self.company(company).status != Status::Launched {
            self.enter(Step::Done);
            return Ok(true);
        }
        let waits = match step {
            Step::Track => !self.track_is_done(company),
            Step::Run => self.can_run(company),
            Step::Settle => self.or().is_some_and(|or| or.turn.revenue.0 > 0),
            Step::Takeover => self.can_take_over(company),
            Step::Trains => self.trains_wait(company),
            Step::Combine => self.can_combine(company),
            Step::Cards => self.can_buy_cards(company),
            Step::Done => return self.next_company(ev).map(|()| true),
        };
        if waits {
            return Ok(false);
        }
        self.leave_step(company, step, ev)?;
        Ok(true)
    }

    /// Goes on to the next step.
    fn leave_step(&mut self, company: CompanyId, step: Step, ev: &mut Events) -> Result<(), Refusal> {
        let separate = self.game.rules.combine_after_trains;
        let next = match step {
            Step::Track => Step::Run,
            Step::Run => Step::Settle,
            Step::Settle => {
                self.keep(company, ev)?;
                Step::Takeover
            }
            Step::Takeover => Step::Trains,
            Step::Trains if separate => Step::Combine,
            Step::Combine => Step::Cards,
            _ => Step::Done,
        };
        self.enter(next);
        Ok(())
    }

    pub(super) fn or_offers(&self, or: &Operating) -> Vec<Offer> {
        let company = or.at;
        let mut offers = match or.step {
            Step::Track => self.track_offers(company),
            Step::Run => self.run_offers(company),
            Step::Settle => self.settle_offers(company),
            Step::Takeover => self.takeover_offers(company),
            Step::Trains => self.train_offers(company),
            Step::Combine => self.combine_offers(company),
            Step::Cards | Step::Done => Vec::new(),
        };
        if !or.turn.borrowed {
            offers.extend(self.card_offers(company));
            offers.extend(self.late_claim_offer(company));
        }
        offers.extend(self.pass_offer(or));
        offers
    }

    fn pass_offer(&self, or: &Operating) -> Option<Offer> {
        let means = match or.step {
            Step::Track => "lay no (more) track and build no (more) stations",
            Step::Takeover => "take over no (more) minors",
            Step::Trains if self.must_buy_train(or.at) => return None,
            Step::Trains => "buy no (more) trains",
            Step::Combine => "combine no (more) trains",
            Step::Cards => "buy no (more) privates or tenders",
            Step::Run | Step::Settle | Step::Done => return None,
        };
        Some(Offer::Pass { means: means.into() })
    }

    pub(super) fn play_or(&mut self, action: &Action, ev: &mut Events) -> Result<(), Refusal> {
        let Some(or) = self.or() else { return Ok(()) };
        let (company, step, turn) = (or.at, or.step, or.turn);
        if let Action::BuyCard { .. } = action {
            return self.buy_card(company, action, ev);
        }
        if !turn.borrowed
            && let Some(claimed) = self.late_claim(company, action, ev)
        {
            return claimed;
        }
        match step {
            Step::Track => self.play_track(company, action, ev),
            Step::Run => self.play_run(company, action, ev),
            Step::Settle => self.play_settle(company, action, ev),
            Step::Takeover => self.play_takeover(company, action, ev),
            Step::Trains => self.play_trains(company, &turn, action, ev),
            Step::Combine => self.play_combine_step(company, action, ev),
            Step::Cards | Step::Done => match action {
                Action::Pass => self.leave_step(company, step, ev),
                _ => Err(Refusal::rule("18ESP-4-03", "only privates and tenders can be bought now")),
            },
        }
    }
}
