//! One ply: every candidate is carried out on a copy of the table, which is then weighed.

use crate::candidates::{Breadth, NARROW, anything, candidates};
use crate::judge::judge;
use crate::starting::{opened, opens, started};
use crate::terms::{Term, Terms};
use crate::value::{Evaluation, Prospect, TREASURY};
use crate::watch::Watch;
use ferrata_engine::action::Action;
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::kit::Dice;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::Asked;
use ferrata_titles::Game;
use ferrata_titles::prospects::{Firm, Prospects, Trains};

/// How closely a decision is looked at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// How widely.
    pub breadth: Breadth,
    /// Track is also judged by a longer train.
    pub scouts: bool,
    /// So many decisions that belong to an action are looked at with it, in a few ways each; what belongs to it beyond that is
    /// done in some way.
    pub follow_ups: u8,
    /// One decision in so many is made at random among the candidates; 0 = never.
    pub slips: u32,
    /// Everything is misjudged by up to so much.
    pub noise: f32,
}

/// A candidate, and what it is worth to the seat that decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Scored {
    /// What would be done.
    pub action: Action,
    /// What the table would be worth then.
    pub terms: Terms,
}

impl Scored {
    /// All terms together.
    pub fn score(&self) -> f32 {
        self.terms.sum()
    }
}

/// The company that builds now: it alone is judged by its track.
struct Builder {
    company: CompanyId,
    fleet: Trains,
    scouts: Trains,
    /// How many rounds' income counts.
    rounds: f32,
    /// The part of it that counts for the seat.
    part: f32,
    /// A number for its tokens on the map.
    places: u64,
    /// How much what lies on its network and near it counts.
    near: f32,
    /// What it loses by each round that it is away from its destinations.
    delay: f32,
}

impl Builder {
    fn of(evaluation: &Evaluation, game: &Game, prospect: &Prospect, seat: SeatId) -> Option<Builder> {
        let company = game.acting_company()?;
        let outlook = &prospect.outlook;
        let firm: &Firm = outlook.firms.iter().find(|firm| firm.company == company)?;
        let (fleet, _, _) = evaluation.fleet(outlook, firm);
        let longest = fleet.iter().copied().max().unwrap_or(TrainKind(0)).max(outlook.next_train?);
        let last = outlook.trains.len().saturating_sub(1) as u8;
        let scout = TrainKind((longest.0 + 1).min(last).min(4));
        let held = firm.held.get(seat.index()).copied().unwrap_or(0);
        Some(Builder {
            company,
            fleet,
            scouts: Trains::from_slice(&[scout]),
            rounds: 0.5 * prospect.rounds.min(6.0),
            part: f32::from(held).max(20.0) / 100.0,
            places: firm.places,
            near: evaluation.weights.near,
            delay: evaluation.delay(longest),
        })
    }

    /// What the track is worth to the company.
    fn track(&self, evaluation: &mut Evaluation, game: &Game, scouts: bool) -> f32 {
        let (dividend, treasury) =
            evaluation.incomes.on_this_board(game, self.company, self.places, &self.fleet);
        let mut worth = dividend + 0.5 * treasury;
        if scouts {
            let (dividend, treasury) =
                evaluation.incomes.on_this_board(game, self.company, self.places, &self.scouts);
            worth += 0.3 * (dividend + 0.5 * treasury);
        }
        if self.near > 0.0 {
            worth += self.near * game.potential(self.company);
        }
        let treasury = game.treasury(self.company).0 as f32 + game.promised(self.company);
        worth * self.rounds + TREASURY * treasury - self.delay * game.to_go(self.company)
    }
}

/// Whether an action is about track: it changes what the company that acts can earn, and little else.
pub(crate) fn is_track(action: &Action) -> bool {
    matches!(
        action,
        Action::LayTile { .. }
            | Action::PlaceToken { .. }
            | Action::BuildLine { .. }
            | Action::PlaceMarker { .. }
            | Action::BuySlot { .. }
    )
}

/// Scores candidates. What is refused is none.
pub(crate) fn score_all(
    evaluation: &mut Evaluation,
    game: &Game,
    seat: SeatId,
    candidates: Vec<Action>,
    look: Look,
    dice: &mut Dice,
    watch: &mut Watch<'_>,
) -> Vec<Scored> {
    let before = evaluation.set_clock(None);
    let prospect = evaluation.prospect(game);
    evaluation.set_clock(Some(evaluation.clock_of(&prospect)));
    let scored = score_each(evaluation, game, seat, candidates, (look, &prospect), dice, watch);
    evaluation.set_clock(before);
    scored
}

/// The same by a prospect.
fn score_each(
    evaluation: &mut Evaluation,
    game: &Game,
    seat: SeatId,
    candidates: Vec<Action>,
    (look, prospect): (Look, &Prospect),
    dice: &mut Dice,
    watch: &mut Watch<'_>,
) -> Vec<Scored> {
    let values = evaluation.values_of(game, prospect);
    let base = evaluation.utility(&values, seat);
    let track = candidates.iter().any(is_track);
    let builder = if track { Builder::of(evaluation, game, prospect, seat) } else { None };
    let alone = !evaluation.incomes.is_frozen();
    if alone {
        evaluation.incomes.freeze(prospect.key);
    }
    let before = builder.as_ref().map_or(0.0, |builder| builder.track(evaluation, game, look.scouts));
    let now = Now { game, prospect, seat, look, base, track, builder, before };
    let mut scored = Vec::with_capacity(candidates.len());
    for action in candidates {
        // One at least is weighed.
        if !scored.is_empty() && !watch.goes_on() {
            break;
        }
        if let Some(terms) = now.after(evaluation, &action, dice) {
            scored.push(Scored { action, terms });
        }
    }
    if alone {
        evaluation.incomes.thaw();
    }
    scored
}

/// The table on which candidates are weighed.
struct Now<'a> {
    game: &'a Game,
    prospect: &'a Prospect,
    seat: SeatId,
    look: Look,
    /// What it is worth.
    base: Terms,
    /// Whether candidates are about track, and then whose, and what it is worth.
    track: bool,
    builder: Option<Builder>,
    before: f32,
}

impl Now<'_> {
    /// What the table is worth after an action; none if it is refused.
    fn after(&self, evaluation: &mut Evaluation, action: &Action, dice: &mut Dice) -> Option<Terms> {
        let Now { game, prospect, seat, look, base, .. } = *self;
        let mut terms = base;
        if !(self.track && matches!(action, Action::Pass)) {
            let next = game.after(&Entry::seat(seat, action.clone())).ok()?;
            terms = match &self.builder {
                Some(builder) if is_track(action) => self.built(evaluation, builder, &next, dice),
                _ => self.done(evaluation, &next, action, dice),
            };
        }
        let money = evaluation.counts(&prospect.outlook).map_or(1.0, |counts| counts.get(Term::Cash));
        if !(evaluation.weights.opens && opens(game, action, seat).is_some()) {
            judge(game, (prospect, money, &evaluation.weights), seat, action, &base, &mut terms, dice);
        }
        terms.add(Term::Cash, dice.below(100) as f32 * (look.noise * 0.01).max(EQUALS));
        Some(terms)
    }

    /// After track was laid or a token placed.
    fn built(&self, evaluation: &mut Evaluation, builder: &Builder, next: &Game, dice: &mut Dice) -> Terms {
        // A tile may bring a token that waited for it.
        let done = finished(next, |asked| asked == Asked::Home, dice);
        let after = builder.track(evaluation, done.as_ref().unwrap_or(next), self.look.scouts);
        let mut terms = self.base;
        // Building is better than not building.
        terms.add(Term::Track, (after - self.before) * builder.part + 0.5);
        terms
    }

    /// After anything else.
    fn done(&self, evaluation: &mut Evaluation, next: &Game, action: &Action, dice: &mut Dice) -> Terms {
        let mut terms = weighed(evaluation, next, self.seat, action, self.look.follow_ups, dice);
        if *action == Action::Accept {
            let brought = treasuries(next, self.seat) - treasuries(self.game, self.seat);
            terms.add(Term::Treasuries, evaluation.weights.deals * brought as f32);
        }
        terms
    }
}

/// What a table is worth after an action that is not about the track of a company.
fn weighed(
    evaluation: &mut Evaluation,
    next: &Game,
    seat: SeatId,
    action: &Action,
    follow_ups: u8,
    dice: &mut Dice,
) -> Terms {
    let begins = matches!(action, Action::Start { .. } | Action::Merge { .. });
    if evaluation.weights.opens && follow_ups > 0 {
        if matches!(action, Action::Start { .. }) {
            return started(evaluation, next, seat, dice);
        }
        if let Some(company) = opens(next, action, seat) {
            return opened(evaluation, next, seat, company, dice);
        }
    }
    settled(evaluation, next, seat, (follow_ups, begins), dice)
}

/// Money of the companies that a seat leads.
fn treasuries(game: &Game, seat: SeatId) -> i32 {
    game.outlook().firms.iter().filter(|firm| firm.leader == Some(seat)).map(|firm| firm.cash).sum()
}

/// No action has more decisions that belong to it.
pub(crate) const MOST_FOLLOW_UPS: usize = 12;

/// Whether what is asked belongs to the action before: the price of a company that was just started, its home, what becomes of
/// shares, tokens and trains in a merger.
pub(crate) fn belongs(asked: Asked) -> bool {
    matches!(
        asked,
        Asked::StartPrice
            | Asked::FirstShares
            | Asked::Home
            | Asked::Tokens
            | Asked::Exchange
            | Asked::Discard
            | Asked::Split
            | Asked::Goal
            | Asked::Choice
    )
}

/// What a table is worth once what belongs to the action has been decided: so many decisions by the seat itself, and all others too
/// where the action begins a procedure. Before that nothing has been paid, and nothing gained.
fn settled(
    evaluation: &mut Evaluation,
    game: &Game,
    seat: SeatId,
    (depth, begins): (u8, bool),
    dice: &mut Dice,
) -> Terms {
    if depth > 0 && belongs(game.asked()) && game.turn() == Turn::Seat(seat) {
        let mut found = candidates(game, &game.offers(), seat, NARROW, dice);
        dice.keep(&mut found, 1 + usize::from(depth));
        let mut best: Option<Terms> = None;
        for action in found {
            if let Ok(next) = game.after(&Entry::seat(seat, action)) {
                let terms = settled(evaluation, &next, seat, (depth - 1, begins), dice);
                best = best.filter(|best| best.sum() >= terms.sum()).or(Some(terms));
            }
        }
        if let Some(best) = best {
            return best;
        }
    }
    let done = if begins { finished(game, belongs, dice) } else { None };
    let values = evaluation.values(done.as_ref().unwrap_or(game));
    evaluation.utility(&values, seat)
}

/// The table once whoever is asked has done in some way what belongs to an action; none if nothing does.
fn finished(game: &Game, belongs: impl Fn(Asked) -> bool, dice: &mut Dice) -> Option<Game> {
    let mut done: Option<Game> = None;
    for _ in 0..MOST_FOLLOW_UPS {
        let now = done.as_ref().unwrap_or(game);
        let Turn::Seat(asked) = now.turn() else { break };
        if !belongs(now.asked()) {
            break;
        }
        let mut ways = candidates(now, &now.offers(), asked, NARROW, dice);
        let count = ways.len();
        dice.keep(&mut ways, count);
        let Some(next) = ways.into_iter().find_map(|way| now.after(&Entry::seat(asked, way)).ok()) else {
            break;
        };
        done = Some(next);
    }
    done
}

/// Equals are drawn.
const EQUALS: f32 = 0.001;

/// What a seat does by one ply.
pub(crate) fn greedy(
    evaluation: &mut Evaluation,
    game: &Game,
    offers: &[Offer],
    seat: SeatId,
    look: Look,
    dice: &mut Dice,
    watch: &mut Watch<'_>,
) -> Option<Action> {
    let mut found = candidates(game, offers, seat, look.breadth, dice);
    if dice.one_in(look.slips) {
        let at = dice.below(found.len() as u64) as usize;
        let slip = found.get(at).filter(|action| accepts(game, seat, action));
        if let Some(slip) = slip {
            return Some(slip.clone());
        }
    }
    if found.len() == 1 && accepts(game, seat, found.first()?) {
        return found.pop();
    }
    let scored = score_all(evaluation, game, seat, found, look, dice, watch);
    let best = scored.into_iter().max_by(|a, b| a.score().total_cmp(&b.score()));
    best.map(|scored| scored.action).or_else(|| fallback(game, offers, seat, dice))
}

/// Whether the rules allow it.
pub(crate) fn accepts(game: &Game, seat: SeatId, action: &Action) -> bool {
    game.why_not(&Entry::seat(seat, action.clone())).is_none()
}

/// Whatever is legal.
pub(crate) fn fallback(game: &Game, offers: &[Offer], seat: SeatId, dice: &mut Dice) -> Option<Action> {
    anything(game, offers, dice, |action| accepts(game, seat, action))
}
