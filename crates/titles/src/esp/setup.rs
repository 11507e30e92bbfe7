//! §1.5 Set-up: the standard set of companies or a random one; all chance is drawn before the auction.

use super::Esp;
use super::game::Class;
use super::state::{Round, Stage, Status};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Draw, DrawKind};
use smallvec::SmallVec;

/// The private with the two sides, and the one with a director's certificate, counted from 0.
pub(super) const SIXTH: usize = 5;
pub(super) const SEVENTH: usize = 6;

impl Esp {
    /// What chance draws at this stage.
    pub(super) fn draw(&self, stage: Stage) -> Draw {
        let pick = |what: &str, count: usize, of: usize| Draw {
            what: what.to_owned(),
            kind: DrawKind::Pick { count: count as u16, of: of as u16 },
        };
        let players = self.s.order.len();
        let class = |class| self.in_play(class).len();
        match stage {
            Stage::Seats => pick("the order cards: for card 1, card 2 …, a player", players, players),
            Stage::North => pick("the North majors that leave the game", 2, class(Class::North)),
            Stage::South => pick("the South majors that leave the game", 3, class(Class::South)),
            Stage::Minors => pick("the minors that leave the game", 3, class(Class::Minor)),
            Stage::Private7 => pick("the North major of private 7", 1, class(Class::North)),
            Stage::Private6 => pick("the North major of private 6", 1, class(Class::North)),
        }
    }

    /// The companies of a class that are (still) in play, in roster order.
    pub(super) fn in_play(&self, class: Class) -> SmallVec<[CompanyId; 12]> {
        let there = |company: &CompanyId| {
            self.company(*company).status != Status::Absent && self.class(*company) == class
        };
        self.all_companies().filter(there).collect()
    }

    /// An outcome of chance.
    pub(super) fn play_draw(&mut self, stage: Stage, drawn: &[u16], ev: &mut Events) -> Result<(), Refusal> {
        let draw = self.draw(stage);
        if !draw.allows(drawn) {
            return Err(Refusal::plain(format!("{drawn:?} is no outcome of: {}", draw.what)));
        }
        match stage {
            Stage::Seats => self.s.order = drawn.iter().map(|&seat| SeatId(seat as u8)).collect(),
            Stage::North => self.take_out(Class::North, drawn, ev),
            Stage::South => self.take_out(Class::South, drawn, ev),
            Stage::Minors => self.take_out(Class::Minor, drawn, ev),
            Stage::Private7 => self.s.beside[1] = self.pick(Class::North, drawn),
            Stage::Private6 => self.s.beside[0] = self.pick(Class::North, drawn),
        }
        self.after_draw(stage, ev)
    }

    fn pick(&self, class: Class, drawn: &[u16]) -> Option<CompanyId> {
        let first = usize::from(drawn.first().copied().unwrap_or_default());
        self.in_play(class).get(first).copied()
    }

    // 18ESP §1.5.2: the companies not drawn leave the game.
    fn take_out(&mut self, class: Class, drawn: &[u16], ev: &mut Events) {
        let there = self.in_play(class);
        for &at in drawn {
            if let Some(&company) = there.get(at as usize) {
                self.company_mut(company).status = Status::Absent;
                let text = format!("{} is not in this game.", self.name(company));
                ev.push(Event::Note { text: text.into() });
            }
        }
    }

    fn after_draw(&mut self, stage: Stage, ev: &mut Events) -> Result<(), Refusal> {
        let crb_in_play = self.crb().filter(|&crb| self.company(crb).status != Status::Absent);
        let next = match stage {
            Stage::Seats if self.game.random => Stage::North,
            Stage::North => Stage::South,
            Stage::South => Stage::Minors,
            Stage::Seats | Stage::Minors => Stage::Private7,
            // 18ESP §1.5.2: Vasco-Navarro only if CRB is not in play.
            Stage::Private7 if crb_in_play.is_none() => Stage::Private6,
            Stage::Private7 | Stage::Private6 => {
                if crb_in_play.is_some() {
                    self.s.beside[0] = crb_in_play;
                }
                self.set_aside(ev)?;
                return self.begin_auction(0, ev);
            }
        };
        self.s.round = Round::Setup(next);
        Ok(())
    }

    /// The company whose share goes with the front of private 6.
    pub(super) fn crb(&self) -> Option<CompanyId> {
        self.game.crb
    }

    // 18ESP §1.5.1: a share of each South major is set aside, and shares lie beside privates 6 and 7.
    fn set_aside(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        if self.game.rules.reserved_shares {
            for company in self.in_play(Class::South) {
                self.s.shares.give_percent(company, 10, Holder::Offering, Holder::Reserved, ev)?;
            }
        }
        for company in self.all_companies() {
            if self.company(company).status == Status::Absent {
                for cert in self.s.shares.of(company).collect::<Vec<_>>() {
                    self.s.shares.give(cert, Holder::Out, &mut Events::default())?;
                }
            }
        }
        Ok(())
    }

    /// Every player's money at the beginning.
    pub(super) fn pay_start_money(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        let cash = self.game.players.cash;
        for seat in 0..self.s.seats.len() as u8 {
            self.s.ledger.pay(Account::Bank, Account::Seat(SeatId(seat)), cash, "start money", ev)?;
        }
        Ok(())
    }
}
