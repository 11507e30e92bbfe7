//! What one ply does not see of an action.

use crate::terms::{Term, Terms};
use crate::value::Prospect;
use crate::weights::Weights;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::Dice;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName};
use ferrata_engine::view::RoundKind;
use ferrata_titles::Game;
use ferrata_titles::prospects::{Firm, Prospects};

/// What one ply does not see: cards, sheets, and that a little trouble is not worth it. `money`: how much money counts.
pub(crate) fn judge(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::WIDE;
    use crate::contest::Contest;
    use crate::level::Level;
    use crate::policy::{Look, Scored, score_all};
    use crate::program::Program;
    use crate::value::Evaluation;
    use crate::version::Version;
    use crate::watch::Watch;
    use ferrata_engine::offer::Offer;
    use ferrata_engine::turn::{Title, Turn};
    use ferrata_engine::view::Asked;
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
