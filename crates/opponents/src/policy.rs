//! One ply: every candidate is carried out on a copy of the table, which is then weighed.

use crate::candidates::{Breadth, NARROW, anything, candidates};
use crate::starting::{opened, opens, started};
use crate::terms::{Term, Terms};
use crate::value::{Evaluation, Prospect, TREASURY};
use crate::watch::Watch;
use crate::weights::Weights;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::kit::Dice;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::{Asked, RoundKind};
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
    let mut scored = Vec::with_capacity(candidates.len());
    for action in candidates {
        // One at least is weighed.
        if !scored.is_empty() && !watch.goes_on() {
            break;
        }
        let passes = matches!(action, Action::Pass);
        let mut terms = base;
        if !(passes && track) {
            let mut next = game.clone();
            if next.apply(&Entry::seat(seat, action.clone())).is_err() {
                continue;
            }
            match &builder {
                Some(builder) if is_track(&action) => {
                    // A tile may bring a token that waited for it.
                    let done = finished(&next, |asked| asked == Asked::Home, dice);
                    let after = builder.track(evaluation, done.as_ref().unwrap_or(&next), look.scouts);
                    // Building is better than not building.
                    terms.add(Term::Track, (after - before) * builder.part + 0.5);
                }
                _ => {
                    terms = weighed(evaluation, &next, seat, &action, look.follow_ups, dice);
                    if action == Action::Accept {
                        let brought = treasuries(&next, seat) - treasuries(game, seat);
                        terms.add(Term::Treasuries, evaluation.weights.deals * brought as f32);
                    }
                }
            }
        }
        let money = evaluation.counts(&prospect.outlook).map_or(1.0, |counts| counts.get(Term::Cash));
        if !(evaluation.weights.opens && opens(game, &action, seat).is_some()) {
            judge(game, (prospect, money, &evaluation.weights), seat, &action, &base, &mut terms, dice);
        }
        terms.add(Term::Cash, dice.below(100) as f32 * (look.noise * 0.01).max(EQUALS));
        scored.push(Scored { action, terms });
    }
    if alone {
        evaluation.incomes.thaw();
    }
    scored
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
            let mut next = game.clone();
            if next.apply(&Entry::seat(seat, action)).is_ok() {
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
        let tried = ways.into_iter().find_map(|way| {
            let mut next = now.clone();
            next.apply(&Entry::seat(asked, way)).is_ok().then_some(next)
        });
        let Some(next) = tried else { break };
        done = Some(next);
    }
    done
}

/// Equals are drawn.
const EQUALS: f32 = 0.001;

/// What one ply does not see: cards, sheets, and that a little trouble is not worth it. `money`: how much money counts.
fn judge(
    game: &Game,
    (prospect, money, weights): (&Prospect, f32, &Weights),
    seat: SeatId,
    action: &Action,
    base: &Terms,
    terms: &mut Terms,
    dice: &mut Dice,
) {
    match action {
        Action::Bid { card, amount } => {
            *terms = *base;
            let gain = card_value(game, prospect, *card, amount.0, dice) - amount.0 as f32;
            terms.add(Term::Cards, gain * money);
        }
        Action::BuyCard { buyer: Party::Seat(buyer), card, price, .. } if *buyer == seat => {
            let worth = card_value(game, prospect, *card, price.0, dice);
            // Its income is a term already.
            let spec = game.parts().card(*card).and_then(|card| game.parts().card_spec(card));
            let income = spec.map_or(0, |spec| spec.revenue.0) as f32 * prospect.rounds.min(5.0);
            terms.add(Term::Cards, (worth - income) * money);
        }
        Action::BuyTrain { from: Party::Company(seller), price, .. }
            if weights.stranded > 0.0 && strands(game, prospect, (*seller, *price), seat) =>
        {
            terms.add(Term::Liabilities, -weights.stranded);
        }
        Action::BuyTrain { train, .. }
            if weights.misfit > 0.0
                && game.acting_company().is_some_and(|company| !game.suits(company, *train)) =>
        {
            terms.add(Term::Trains, -weights.misfit);
        }
        Action::Sheet { .. } => *terms = *base,
        Action::Pass if prospect.outlook.round == RoundKind::Auction => *terms = *base,
        Action::Pass | Action::Decline => terms.add(Term::Cash, 0.4),
        _ => {}
    }
}

/// Whether a company that the seat leads sells its last train and could not pay for the next one, even with what it gets.
fn strands(game: &Game, prospect: &Prospect, (seller, price): (CompanyName, Money), seat: SeatId) -> bool {
    let Some(seller) = game.parts().company(seller) else { return false };
    let outlook = &prospect.outlook;
    let firm = outlook.firms.iter().find(|firm| firm.company == seller && firm.leader == Some(seat));
    let next = outlook.next_train.and_then(|kind| outlook.trains.get(kind.index()));
    let short = |firm: &Firm| next.is_some_and(|next| firm.cash + price.0 < next.price);
    firm.is_some_and(|firm| firm.trains.len() == 1 && short(firm))
}

/// What a card is worth to whoever gets it. A little disagreement makes auctions lively.
fn card_value(game: &Game, prospect: &Prospect, card: CardName, asked: i32, dice: &mut Dice) -> f32 {
    let Some(card) = game.parts().card(card) else { return asked as f32 };
    game.card_worth(card, prospect.rounds) * (1.0 + dice.between(0, 4) as f32 * 0.05)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::WIDE;
    use crate::contest::Contest;
    use crate::level::Level;
    use crate::program::Program;
    use crate::version::Version;
    use ferrata_titles::catalogue;
    use std::ops::ControlFlow;

    /// Given a company of 18ESP that may buy a train of either gauge, when trains that it cannot run cost more, then the one of the other
    /// gauge is weighed as so much worse, and the one of its own as before.
    #[test]
    fn a_train_that_cannot_run_is_weighed_as_one() {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let setup = catalogue::find("18ESP").unwrap().setup("", &[], players).unwrap();
        let programs = (0..3).map(|seat| Program::new(Level::Greedy, seat)).collect();
        let mut contest = Contest::new(&setup, programs, 1).unwrap();
        let both = |game: &Game| {
            let bought = |action: &Action| matches!(action, Action::BuyTrain { .. });
            let samples =
                game.offers().iter().flat_map(Offer::samples).filter(bought).collect::<Vec<Action>>();
            (game.asked() == Asked::Trains && samples.len() == 2).then_some(samples)
        };
        let found = loop {
            match both(contest.game()) {
                Some(found) => break found,
                None => contest.step(),
            };
        };
        let game = contest.game();
        let Turn::Seat(seat) = game.turn() else { panic!("a seat decides") };
        let scores = |misfit: f32| {
            let weights = Weights { misfit, ..Version::numbered(5).weights("18ESP") };
            let mut evaluation = Evaluation::new("18ESP", Version::numbered(5), Some(weights));
            let look = Look { breadth: WIDE, scouts: false, follow_ups: 0, slips: 0, noise: 0.0 };
            let mut goes_on = |_: u32| ControlFlow::Continue(());
            let (mut dice, mut watch) = (Dice::new(1), Watch::new(&mut goes_on));
            let scored = score_all(&mut evaluation, game, seat, found.clone(), look, &mut dice, &mut watch);
            scored.iter().map(Scored::score).collect::<Vec<f32>>()
        };
        let (plain, wary) = (scores(0.0), scores(300.0));
        let mut lost: Vec<f32> = plain.iter().zip(&wary).map(|(plain, wary)| plain - wary).collect();
        lost.sort_by(f32::total_cmp);
        assert!(lost.len() == 2 && lost[0].abs() < 1.0 && (lost[1] - 300.0).abs() < 1.0, "{lost:?}");
    }

    /// Given a company of 1841 that may buy the last train of another one of its leader's, when that costs, then it is weighed as so much
    /// worse where the seller could not pay for the next one with what it gets, and as before where it could.
    #[test]
    fn a_company_is_not_left_without_a_train_that_it_cannot_pay() {
        let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
        let setup = catalogue::find("1841").unwrap().setup("", &[], players).unwrap();
        let programs = (0..3).map(|seat| Program::new(Level::Greedy, seat)).collect();
        let mut contest = Contest::new(&setup, programs, 1).unwrap();
        let (mut short, mut rich) = (0, 0);
        while short == 0 || rich == 0 {
            let game = contest.game();
            let seat = match game.turn() {
                Turn::Seat(seat) => seat,
                Turn::Over(_) => panic!("no such sales in the whole game: {short}, {rich}"),
                Turn::Sealed(_) | Turn::Chance(_) => {
                    contest.step();
                    continue;
                }
            };
            let sales = game.offers().iter().flat_map(Offer::samples).collect::<Vec<Action>>();
            let seller = |action: &Action| match action {
                Action::BuyTrain { from: Party::Company(seller), price, .. } => Some((*seller, *price)),
                _ => None,
            };
            let sales: Vec<Action> = sales.into_iter().filter(|action| seller(action).is_some()).collect();
            let scores = |stranded: f32| {
                let weights = Weights { stranded, ..Version::numbered(7).weights("1841") };
                let mut evaluation = Evaluation::new("1841", Version::numbered(7), Some(weights));
                let look = Look { breadth: WIDE, scouts: false, follow_ups: 0, slips: 0, noise: 0.0 };
                let mut goes_on = |_: u32| ControlFlow::Continue(());
                let (mut dice, mut watch) = (Dice::new(1), Watch::new(&mut goes_on));
                score_all(&mut evaluation, game, seat, sales.clone(), look, &mut dice, &mut watch)
            };
            let outlook = game.outlook();
            let next = outlook.trains[outlook.next_train.unwrap().index()].price;
            for (plain, wary) in scores(0.0).iter().zip(scores(300.0)) {
                let (name, price) = seller(&plain.action).unwrap();
                let company = game.parts().company(name).unwrap();
                let firm = outlook.firms.iter().find(|firm| firm.company == company).unwrap();
                let lost = plain.score() - wary.score();
                if firm.trains.len() == 1 && firm.cash + price.0 < next {
                    short += 1;
                    assert!((lost - 300.0).abs() < 1.0, "{:?}: {lost}", plain.action);
                } else {
                    rich += 1;
                    assert!(lost.abs() < 1.0, "{:?}: {lost}", plain.action);
                }
            }
            contest.step();
        }
    }
}
