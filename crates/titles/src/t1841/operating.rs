//! Chapter 4, the operating round: whose turn it is and which activity follows which (§4-01).

use super::areas::Area;
use super::state::{Activity, CompanySet, Ending, OperatingRound, OperatingTurn, Round, Step};
use super::{Game, Play, finance, run, slot, token, track, trains};
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;

/// Begins the operating rounds after a stock round; how many is settled now (§4-07).
pub(super) fn begin_set(game: &mut Game, set: u16) -> Play {
    let of = game.phase_spec().map_or(1, |phase| phase.operating_rounds);
    begin(game, set, 1, of, false)
}

fn begin(game: &mut Game, set: u16, number: u8, of: u8, extended: bool) -> Play {
    let last = game.t.ending.is_some();
    game.t.round = Round::Operating(OperatingRound {
        set,
        number,
        of,
        done: CompanySet::default(),
        company: None,
        turn: OperatingTurn::default(),
        last,
        extended,
    });
    game.events.push(Event::Round { round: format!("Operating round {set}.{number}") });
    Ok(())
}

impl Game {
    /// The operating round, if one is being played.
    pub(crate) fn operating(&self) -> Option<&OperatingRound> {
        match &self.t.round {
            Round::Operating(round) => Some(round),
            _ => None,
        }
    }

    /// The operating round, for changing.
    pub(crate) fn operating_mut(&mut self) -> Option<&mut OperatingRound> {
        match &mut self.t.round {
            Round::Operating(round) => Some(round),
            _ => None,
        }
    }

    /// The company whose turn it is.
    pub(crate) fn acting(&self) -> Option<CompanyId> {
        self.operating().and_then(|round| round.company)
    }

    /// The turn of the company that acts.
    pub(crate) fn op_turn(&mut self) -> Option<&mut OperatingTurn> {
        self.operating_mut().map(|round| &mut round.turn)
    }

    /// Goes on to an activity.
    pub(crate) fn go_to(&mut self, activity: Activity) {
        if let Some(turn) = self.op_turn() {
            turn.activity = activity;
        }
    }

    /// The companies that have still to act, in order (§4-02, §4-03, G-13).
    pub(crate) fn to_act(&self) -> Vec<CompanyId> {
        let Some(round) = self.operating() else { return Vec::new() };
        let order = self.t.chart.order(&self.parts().grid);
        order.into_iter().filter(|company| self.running(*company) && !round.done.has(*company)).collect()
    }
}

/// Lets the round go on by itself. True if somebody has to decide.
pub(super) fn advance(game: &mut Game) -> Result<bool, Refusal> {
    let Some(round) = game.operating() else { return Ok(true) };
    let Some(company) = round.company else {
        next_company(game)?;
        return Ok(false);
    };
    let activity = round.turn.activity;
    if !game.running(company) || game.frozen(company) {
        // It merged, was split, or lost its director in its own turn.
        end_turn(game, company)?;
        return Ok(false);
    }
    let asks = match activity {
        Activity::Track => track::asks(game, company),
        Activity::Token => token::asks(game, company),
        Activity::Run => run::asks(game, company)?,
        Activity::Settle => run::settles(game, company)?,
        Activity::Slot => slot::asks(game, company),
        Activity::Trains => trains::asks(game, company),
        Activity::Shares => finance::asks(game, company),
        Activity::Merge => super::merge::asks(game, company),
        Activity::Transform => super::transform::asks(game, company),
        Activity::Done => {
            end_turn(game, company)?;
            return Ok(false);
        }
    };
    if !asks {
        leave(game, activity);
    }
    Ok(asks)
}

/// The activity after another.
fn leave(game: &mut Game, activity: Activity) {
    let next = match activity {
        Activity::Track => Activity::Token,
        Activity::Token => Activity::Run,
        Activity::Run => Activity::Settle,
        Activity::Settle => Activity::Slot,
        Activity::Slot => Activity::Trains,
        Activity::Trains => Activity::Shares,
        Activity::Shares => Activity::Merge,
        Activity::Merge => Activity::Transform,
        Activity::Transform | Activity::Done => Activity::Done,
    };
    if activity == Activity::Shares {
        game.move_sold_markers();
    }
    if activity == Activity::Track {
        super::end::check_areas(game);
    }
    game.go_to(next);
}

/// Goes on to the next activity after a pass or a decision that ends one.
pub(super) fn go_on(game: &mut Game) {
    if let Some(round) = game.operating() {
        leave(game, round.turn.activity);
    }
}

fn next_company(game: &mut Game) -> Play {
    let Some(company) = game.to_act().first().copied() else { return end(game) };
    if game.frozen(company) {
        // §4.5.1.1: it does nothing, and its marker moves two fields left.
        game.reach(Area::Frozen);
        game.sell_out_of_circle(company)?;
        game.move_left(company);
        game.move_left(company);
        if let Some(round) = game.operating_mut() {
            round.done.add(company);
        }
        let acted = game.rules().as_recorded.frozen_have_acted;
        if let Some(things) = game.company_mut(company).filter(|_| acted) {
            things.operated = true;
        }
        return Ok(());
    }
    game.t.idle_rounds = 0;
    if let Some(round) = game.operating_mut() {
        round.company = Some(company);
        round.turn = OperatingTurn::default();
    }
    Ok(())
}

/// The turn of a company is over; an end triggered in it takes effect (§5-01).
pub(super) fn end_turn(game: &mut Game, company: CompanyId) -> Play {
    game.move_sold_markers();
    if let Some(things) = game.company_mut(company) {
        things.operated = true;
    }
    if let Some(round) = game.operating_mut() {
        round.done.add(company);
        round.company = None;
        round.turn = OperatingTurn::default();
    }
    match game.t.ending {
        Some(Ending::Now(_) | Ending::Turn(_)) => super::end::finish(game),
        _ => Ok(()),
    }
}

/// The round is over.
fn end(game: &mut Game) -> Play {
    if game.t.ending.is_some() {
        return super::end::finish(game);
    }
    let Some(round) = game.operating() else { return Ok(()) };
    let (set, number, of, extended) = (round.set, round.number, round.of, round.extended);
    if number < of {
        return begin(game, set, number + 1, of, extended);
    }
    if game.rules().priority_card && !extended {
        // §7.2-02: the holder of the priority card may demand one more.
        if let Some(round) = game.operating_mut() {
            round.extended = true;
        }
        game.t.steps.push(Step::ExtraRound);
        return Ok(());
    }
    super::stock::begin(game, set.saturating_add(1))
}

/// §7.2-02: the answer of the holder of the priority card.
pub(super) fn extra_round(game: &mut Game, seat: SeatId, action: &Action) -> Play {
    game.t.steps.pop();
    let Some(round) = game.operating() else { return Ok(()) };
    let (set, number, of) = (round.set, round.number, round.of);
    match action {
        Action::Choose { option } if *option == super::end::YES => {
            game.reach(Area::ExtraRound);
            game.said(seat, "demands one more operating round");
            begin(game, set, number + 1, of + 1, true)
        }
        Action::Pass => super::stock::begin(game, set.saturating_add(1)),
        _ => Err(game.wrong("demand one more operating round, or pass")),
    }
}

/// What the acting company may do now.
pub(super) fn offers(game: &Game, company: CompanyId, activity: Activity) -> Vec<Offer> {
    match activity {
        Activity::Track => track::offers(game, company),
        Activity::Token => token::offers(game, company),
        Activity::Run => run::offers(game, company),
        Activity::Settle => run::settle_offers(game),
        Activity::Slot => slot::offers(game, company),
        Activity::Trains => trains::offers(game, company),
        Activity::Shares => finance::offers(game, company),
        Activity::Merge => super::merge::offers(game, company),
        Activity::Transform => super::transform::offers(game, company),
        Activity::Done => Vec::new(),
    }
}

/// One action of the acting company, decided by the player who leads it (§4-04).
pub(super) fn play(game: &mut Game, seat: SeatId, action: &Action) -> Play {
    let Some((company, activity)) =
        game.operating().and_then(|round| Some((round.company?, round.turn.activity)))
    else {
        return Err(Refusal::plain("no company acts now"));
    };
    match activity {
        Activity::Track => track::play(game, company, action),
        Activity::Token => token::play(game, company, action),
        Activity::Run => run::play(game, company, action),
        Activity::Settle => run::settle(game, company, action),
        Activity::Slot => slot::play(game, seat, company, action),
        Activity::Trains => trains::play(game, seat, company, action),
        Activity::Shares => finance::play(game, company, action),
        Activity::Merge => super::merge::play(game, seat, company, action),
        Activity::Transform => super::transform::play(game, company, action),
        Activity::Done => Err(Refusal::plain("the turn of this company is over")),
    }
}

impl Game {
    /// The phase as printed.
    pub(crate) fn phase_spec(&self) -> Option<&ferrata_engine::components::PhaseSpec> {
        self.parts().phases.get(usize::from(self.t.phase.saturating_sub(2)))
    }

    /// Who must agree to a deal of the acting company: the player who leads the other company.
    pub(crate) fn operating_partner(&self, deal: &Action) -> Option<SeatId> {
        use ferrata_engine::action::Party;
        let other = match deal {
            Action::BuyTrain { from: Party::Company(other), .. } => *other,
            Action::BuySlot { from: other, .. } | Action::Merge { with: other, .. } => *other,
            _ => return None,
        };
        let (company, other) = (self.acting()?, self.find_company(other).ok()?);
        let asked = matches!(deal, Action::Merge { .. }) || self.needs_consent(company, other);
        self.leader(other).filter(|_| asked)
    }

    /// Carries out a deal of the acting company.
    pub(crate) fn carry_out_operating(&mut self, deal: &Action) -> Play {
        let Some((company, activity)) =
            self.operating().and_then(|round| Some((round.company?, round.turn.activity)))
        else {
            return Err(Refusal::plain("no company acts now"));
        };
        match (deal, activity) {
            (Action::BuyTrain { .. }, Activity::Trains) => trains::buy(self, company, deal, true),
            (Action::BuySlot { .. }, Activity::Slot) => slot::buy(self, company, deal, true),
            (Action::Merge { .. }, Activity::Merge) => super::merge::begin(self, company, deal),
            _ => Err(Refusal::plain("this deal cannot be made now")),
        }
    }
}
