//! The contract of a title: whose turn it is, what may be done, and what an entry does.

use super::rules::BankDry;
use super::state::{Ending, Round, Standing, Step, Why};
use super::{Game, Play, buy, concession, emergency, operating, stock, trains};
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::hash::StableHasher;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::kit::{check_board, check_money, check_shares, check_trains};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn, check_author};
use ferrata_engine::view::View;
use std::hash::{Hash, Hasher};

/// How many steps may follow from one entry without anybody deciding. Rounds in which nobody does anything are counted
/// (G-53); this is a guard that no entry ever goes on for ever.
const MAX_STEPS: usize = 1000;

impl Title for Game {
    fn start(setup: &Setup) -> Result<Game, Refusal> {
        super::setup::start(setup)
    }

    fn turn(&self) -> Turn {
        match self.t.steps.last() {
            Some(Step::Sheets(sheets)) => Turn::Sealed(concession::waiting(sheets)),
            Some(Step::Lots(opened)) => concession::lots_turn(opened),
            Some(step) => Turn::Seat(self.asked(step)),
            None => match &self.t.round {
                Round::Concession => Turn::Seat(self.t.priority),
                Round::Stock(round) => Turn::Seat(round.seat),
                Round::Operating(round) => Turn::Seat(
                    round.company.and_then(|company| self.leader(company)).unwrap_or(self.t.priority),
                ),
                Round::Over(why) => Turn::Over(self.outcome(*why)),
            },
        }
    }

    fn offers(&self) -> Vec<Offer> {
        match self.t.steps.last() {
            Some(step) => self.step_offers(step),
            None => match &self.t.round {
                Round::Stock(round) => stock::offers(self, round),
                Round::Operating(round) => round
                    .company
                    .map(|company| operating::offers(self, company, round.turn.activity))
                    .unwrap_or_default(),
                Round::Concession | Round::Over(_) => Vec::new(),
            },
        }
    }

    fn apply(&mut self, entry: &Entry) -> Result<Vec<Event>, Refusal> {
        let turn = self.turn();
        check_author(&turn, entry.by)?;
        let mut next = self.clone();
        next.play(entry, &turn)?;
        next.proceed()?;
        let events = std::mem::take(&mut next.events);
        *self = next;
        Ok(events)
    }

    fn view(&self) -> View {
        self.draw_view()
    }

    fn hash(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.hash_table(&mut hasher);
        hasher.finish()
    }

    fn breaches(&self) -> Vec<String> {
        self.find_breaches()
    }
}

impl Game {
    /// Who is asked by a step.
    fn asked(&self, step: &Step) -> SeatId {
        match step {
            Step::Sheets(_) | Step::Lots(_) => self.t.priority,
            Step::TieAuction(auction) => concession::tie_seat(auction),
            Step::Nominate(nomination) => nomination.seat,
            Step::OpenAuction(auction) => auction.next().unwrap_or(self.t.priority),
            Step::FirstShares { company }
            | Step::Homes { company }
            | Step::Tokens { company }
            | Step::Discard { company } => self.starting_seat(*company),
            Step::Consent { to, .. } => *to,
            Step::Emergency(need) => self.leader(need.company).unwrap_or(self.t.priority),
            Step::Split(split) => self.split_seat(split),
            Step::Merger(merger) => self.merger_seat(merger),
            Step::Transformation(change) => self.transformation_seat(change),
            Step::SellPriority | Step::ExtraRound | Step::TuscanDue | Step::Union(_) => self.t.priority,
        }
    }

    fn step_offers(&self, step: &Step) -> Vec<Offer> {
        match step {
            Step::Sheets(sheets) => concession::sheet_offers(self, sheets),
            Step::Lots(opened) => match concession::lots_turn(opened) {
                Turn::Chance(draw) => vec![Offer::Drawn { draw }],
                _ => Vec::new(),
            },
            Step::TieAuction(auction) => concession::tie_offers(self, auction),
            Step::Nominate(nomination) => concession::nominate_offers(self, nomination),
            Step::OpenAuction(auction) => concession::auction_offers(self, auction),
            Step::FirstShares { company } => self.first_share_offers(*company),
            Step::Homes { company } => self.home_offers(*company),
            Step::Tokens { company } => self.token_offers(*company),
            Step::Consent { .. } => vec![Offer::Accept, Offer::Decline],
            Step::Discard { company } => trains::discard_offers(self, *company),
            Step::Emergency(need) => emergency::step_offers(self, *need),
            Step::Split(split) => self.split_offers(split),
            Step::Merger(merger) => self.merger_offers(merger),
            Step::Transformation(change) => self.transformation_offers(change),
            Step::TuscanDue | Step::Union(_) => Vec::new(),
            Step::SellPriority => stock::priority_offers(self),
            Step::ExtraRound => vec![
                Offer::Pass { means: "no further operating round".into() },
                Offer::Choose {
                    about: "one more operating round (§7.2)?".into(),
                    options: vec![(super::end::YES, "demand one more operating round".into())],
                },
            ],
        }
    }

    /// Carries out an entry on this copy of the game.
    fn play(&mut self, entry: &Entry, turn: &Turn) -> Play {
        let action = &entry.action;
        let seat = match (entry.by, turn) {
            (Author::Seat(seat), _) => seat,
            (Author::Chance, Turn::Chance(draw)) => return self.play_chance(action, draw),
            (Author::Chance, _) => return Err(Refusal::plain("chance has nothing to decide now")),
        };
        let Some(step) = self.t.steps.last() else {
            return match &self.t.round {
                Round::Stock(_) => stock::play(self, seat, action),
                Round::Operating(_) => operating::play(self, seat, action),
                Round::Concession | Round::Over(_) => Err(Refusal::plain("there is nothing to decide now")),
            };
        };
        match step {
            Step::Sheets(_) => concession::hand_in(self, seat, action),
            Step::Lots(_) => Err(Refusal::plain("lots are drawn")),
            Step::TieAuction(_) => concession::tie_bid(self, seat, action),
            Step::Nominate(_) => concession::nominate(self, seat, action),
            Step::OpenAuction(_) => concession::auction_bid(self, seat, action),
            Step::FirstShares { company } => self.buy_first_share(*company, action),
            Step::Homes { company } => self.choose_home(*company, action),
            Step::Tokens { company } => self.buy_tokens(*company, action),
            Step::Consent { .. } => buy::answer(self, seat, action),
            Step::Discard { company } => trains::discard(self, *company, action),
            Step::Emergency(need) => emergency::step_play(self, *need, action),
            Step::Split(_) => self.answer_split(action),
            Step::Merger(_) => self.answer_merger(action),
            Step::Transformation(_) => self.answer_transformation(action),
            Step::TuscanDue | Step::Union(_) => Err(Refusal::plain("there is nothing to decide now")),
            Step::SellPriority => stock::sell_priority(self, seat, action),
            Step::ExtraRound => operating::extra_round(self, seat, action),
        }
    }

    fn play_chance(&mut self, action: &Action, draw: &ferrata_engine::turn::Draw) -> Play {
        match action {
            Action::Drawn { outcome } if draw.allows(outcome) => concession::lots(self, outcome),
            _ => Err(Refusal::plain(format!("the outcome does not answer the draw: {}", draw.what))),
        }
    }

    /// Lets the game go on by itself until somebody has to decide.
    pub(crate) fn proceed(&mut self) -> Play {
        for _ in 0..MAX_STEPS {
            self.check_bank();
            if let Some(Ending::Now(_)) = self.t.ending
                && !matches!(self.t.round, Round::Over(_))
            {
                super::end::finish(self)?;
            }
            if self.waits()? {
                return Ok(());
            }
        }
        self.t.ending = Some(Ending::Now(Why::Standstill));
        super::end::finish(self)
    }

    /// Whether somebody has to decide; if not, one step forward is taken.
    fn waits(&mut self) -> Result<bool, Refusal> {
        match self.t.steps.last() {
            Some(step) => {
                let step = step.clone();
                self.step_waits(&step)
            }
            None => match &self.t.round {
                Round::Concession | Round::Over(_) => Ok(true),
                Round::Stock(round) => {
                    if !round.turn.bought && stock::has_choice(self, round) {
                        return Ok(true);
                    }
                    self.move_sold_markers();
                    stock::end_turn(self)?;
                    Ok(false)
                }
                Round::Operating(_) => operating::advance(self),
            },
        }
    }

    /// Whether the top step asks; if not it is taken off, or does what needs no decision.
    fn step_waits(&mut self, step: &Step) -> Result<bool, Refusal> {
        let over = match step {
            Step::FirstShares { company } => self.first_shares_over(*company),
            Step::Homes { company } => {
                self.place_fixed_homes(*company)?;
                if self.t.steps.last() != Some(step) {
                    return Ok(false);
                }
                self.homes_over(*company)
            }
            Step::Discard { company } => trains::discard_over(self, *company),
            Step::Emergency(need) => self.covered(*need),
            Step::SellPriority => stock::priority_offers(self).len() <= 1,
            Step::TuscanDue | Step::Union(_) => {
                self.resume_procedures()?;
                return Ok(false);
            }
            _ => false,
        };
        if over {
            self.t.steps.pop();
        }
        Ok(!over)
    }

    /// §5-03, -04: the bank is dry.
    fn check_bank(&mut self) {
        let bank = self.t.ledger.bank();
        let dry = match self.rules().bank_dry {
            BankDry::AtZero => bank <= Money::ZERO,
            BankDry::BelowZero => bank < Money::ZERO,
        };
        if dry {
            self.trigger(Ending::Round(Why::Bank));
        }
    }

    /// Everything that makes two tables different; what is sealed does not count.
    fn hash_table(&self, hasher: &mut StableHasher) {
        let t = &self.t;
        (&t.ledger, &t.shares, &t.chart, &t.board, &t.depot, &t.companies).hash(hasher);
        (&t.players, &t.concessions, &t.order, t.priority, t.phase, t.borders).hash(hasher);
        (t.split_done, t.tuscan_done, t.areas, t.ending, t.idle_rounds, &t.round).hash(hasher);
        for step in &t.steps {
            match step {
                Step::Sheets(sheets) => {
                    let handed: Vec<bool> = sheets.iter().map(Option::is_some).collect();
                    handed.hash(hasher);
                }
                step => step.hash(hasher),
            }
        }
    }

    /// What is wrong with the table; empty as long as the rules are right.
    fn find_breaches(&self) -> Vec<String> {
        let (t, parts) = (&self.t, self.parts());
        let owned = t.companies.iter().flat_map(|company| company.trains.iter().copied());
        let mut breaches = check_board(&t.board, parts, |_| None, |_| false);
        breaches.extend(check_trains(&t.depot, &parts.trains, owned));
        breaches.extend(check_money(&t.ledger, self.rules().bank));
        breaches.extend(check_shares(&t.shares, t.players.len()));
        breaches.extend(self.company_ids().flat_map(|company| self.charter_breaches(company)));
        breaches
    }

    /// §8-07: no company has more tokens than it can have; one that is not in operation has neither money nor shares.
    fn charter_breaches(&self, company: CompanyId) -> Vec<String> {
        let (name, things) = (self.name(company), self.company(company));
        let mut breaches = Vec::new();
        let tokens = self.token_count(company);
        if self.running(company) && tokens > self.charter(company).max_tokens() {
            breaches.push(format!("{name} has {tokens} tokens"));
        }
        let idle = matches!(things.standing, Standing::Waiting | Standing::Gone);
        if idle && self.t.ledger.company(company) != Money::ZERO {
            breaches.push(format!("{name} is not in operation but has money"));
        }
        if idle && self.t.shares.count(Holder::Company(company)) > 0 {
            breaches.push(format!("{name} is not in operation but owns shares"));
        }
        breaches
    }
}
