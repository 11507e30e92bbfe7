//! Deals that need somebody's consent: proposed by one, carried out if the other agrees. The turn passes to the other
//! and comes back (chapters 3.2, 4.4, 4.5, 4.7.4, 7.2).

use super::peers;
use super::priority::{self, PRIORITY, SellPriority};
use crate::t1841::lookup::said;
use crate::t1841::table::{Pending, Round};
use crate::t1841::{Game, operating};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// A deal on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    /// Who proposed it.
    by: SeatId,
    /// Who is asked.
    to: SeatId,
    /// What would be done.
    #[serde(with = "ferrata_engine::position::json")]
    pub(crate) action: Box<Action>,
}

impl Decision<Game> for Deal {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.to)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Deal
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        vec![Offer::Accept, Offer::Decline]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        match action {
            Action::Accept => {
                said(self.to, say!("agrees"), events);
                carry_out(game, self.by, &self.action, events)
            }
            Action::Decline => {
                said(self.to, say!("declines"), events);
                Ok(())
            }
            _ => Err(Refusal::out_of_place(say!("agree to the deal or decline it"))),
        }
    }
}

impl Game {
    /// Proposes a deal: checked as if it were done, then the other is asked.
    pub(crate) fn propose(&mut self, by: SeatId, deal: &Action, events: &mut Events) -> Play {
        let to = partner(self, by, deal)?;
        carry_out(&mut self.clone(), by, deal, &mut Events::new())?;
        said(by, say!("proposes a deal"), events);
        self.table.pending.push(Pending::Deal(Deal { by, to, action: Box::new(deal.clone()) }));
        Ok(())
    }
}

/// Who has to agree to a deal; only what needs consent can be proposed.
fn partner(game: &Game, by: SeatId, deal: &Action) -> Result<SeatId, Refusal> {
    let own = Party::Seat(by);
    let in_stock = matches!(game.table.round, Round::Stock(_)) && game.table.pending.is_empty();
    let selling = game.table.pending.last() == Some(&Pending::SellPriority(SellPriority));
    let to = match deal {
        Action::BuyCard { card, buyer: Party::Seat(buyer), from, .. } if *card == PRIORITY => {
            (selling && by == game.table.priority && *from == own).then_some(*buyer)
        }
        Action::Buy { buyer, from: Party::Seat(seller), .. }
        | Action::BuyCard { buyer, from: Party::Seat(seller), .. }
            if in_stock && *buyer == own =>
        {
            Some(*seller)
        }
        _ => operating::deals::partner(game, deal),
    };
    let to = to.ok_or_else(|| Refusal::plain(say!("this is no deal that needs somebody's consent now")))?;
    if to == by || game.out(to) {
        return Err(Refusal::plain(say!("a deal needs another player")));
    }
    Ok(to)
}

/// Carries out a deal that both sides want.
fn carry_out(game: &mut Game, by: SeatId, deal: &Action, events: &mut Events) -> Play {
    match deal {
        Action::BuyCard { card, buyer: Party::Seat(buyer), price, .. } if *card == PRIORITY => {
            priority::hand_over(game, *buyer, *price, events)
        }
        Action::Buy { company, percent, from: Party::Seat(seller), price, .. } => {
            let company = game.fixed.parts.company_named(*company)?;
            peers::trade_shares(game, (by, *seller), (company, *percent), *price, events)
        }
        Action::BuyCard { card, from: Party::Seat(seller), price, .. } => {
            let card = game.fixed.parts.card_named(*card)?;
            peers::trade_card(game, (by, *seller), card, *price, events)
        }
        _ => operating::deals::carry_out(game, deal, events),
    }
}
