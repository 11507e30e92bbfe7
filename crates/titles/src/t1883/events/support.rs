//! 5.5, 7.0 Support cards answer events.

use super::effects::able;
use super::{EventQuestion, card_name};
use crate::t1883::agenda::Pending;
use crate::t1883::fixed::Effect;
use crate::t1883::money::{Raise, Why};
use crate::t1883::{Game, end, out_of_place};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// Somebody may answer an event with support cards, for themselves or for a corporation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Support {
    pub(in crate::t1883) card: CardId,
    pub(in crate::t1883) seat: SeatId,
    #[serde(default)]
    pub(in crate::t1883) company: Option<CompanyId>,
}

pub(in crate::t1883) const PAY: OptionName = OptionName::of("support");
pub(in crate::t1883) const DECLINE: OptionName = OptionName::of("none");

fn cost(game: &Game, card: CardId) -> u8 {
    game.fixed.event_card(card).map_or(0, |card| card.support)
}

/// 1883-7.0-03, 1883-7.0-04: a president is asked, or the corporation suffers the effect.
pub(super) fn ask_corporation(
    game: &mut Game,
    card: CardId,
    company: CompanyId,
    events: &mut Events,
) -> Play {
    let president = game.president(company);
    match president.filter(|seat| able(game, *seat, cost(game, card))) {
        Some(seat) => {
            let question = Support { card, seat, company: Some(company) };
            game.interrupt(Pending::EventQuestion(EventQuestion::Support(question)));
            Ok(())
        }
        None => suffer(game, card, company, events),
    }
}

/// 1883-7.0-02, 1883-7.0-04: a player is asked, or suffers the effect.
pub(super) fn ask_player(game: &mut Game, card: CardId, seat: SeatId, events: &mut Events) -> Play {
    if game.seat(seat).out {
        return Ok(());
    }
    if able(game, seat, cost(game, card)) {
        let question = Support { card, seat, company: None };
        game.interrupt(Pending::EventQuestion(EventQuestion::Support(question)));
        return Ok(());
    }
    lose(game, card, seat, events)
}

impl Support {
    /// What happens without support, or for it.
    fn means(&self, game: &Game) -> (Text, Text) {
        let (cards, company) = (cost(game, self.card), self.company.map(|company| game.name(company)));
        let pays = match company {
            Some(company) => say!("play {cards} support {cards|card|cards} for {company}", cards, company),
            None => say!("play {cards} support {cards|card|cards}", cards),
        };
        let suffers = match game.effect(self.card) {
            Some(Effect::GeneralStrike | Effect::HotAutumn) => say!("the corporation does not run"),
            Some(
                Effect::RailroadStrike(percent) | Effect::Autarchy(percent) | Effect::BusStrike(percent),
            ) => {
                say!("the run counts {percent}%, rounded down", percent = *percent)
            }
            Some(Effect::LoseCash(percent)) => say!("lose {percent}% of the cash", percent = *percent),
            _ => say!("do nothing"),
        };
        (pays, suffers)
    }
}

impl Decision<Game> for Support {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Event
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (pays, suffers) = self.means(game);
        let options = vec![(PAY, pays), (DECLINE, suffers)];
        vec![Offer::Choose { about: card_name(game, self.card), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let pays = match action {
            Action::Choose { option: PAY } => true,
            Action::Choose { option: DECLINE } => false,
            _ => return Err(out_of_place(say!("choose whether to play support cards"))),
        };
        game.table.pending.pop();
        if pays {
            // 1883-5.5-05: they return to the supply.
            let cards = cost(game, self.card);
            game.set_support(self.seat, game.support(self.seat).saturating_sub(cards));
            let what = say!("plays {cards} support {cards|card|cards}", cards);
            events.push(Event::Said { seat: self.seat, what });
        }
        match (self.company, pays) {
            (Some(company), true) => {
                profit(game, self.card, company, events);
                Ok(())
            }
            (Some(company), false) => suffer(game, self.card, company, events),
            (None, true) => Ok(()),
            (None, false) => lose(game, self.card, self.seat, events),
        }
    }
}

/// 1883-11-29: what support brings, where it does not only avert.
fn profit(game: &mut Game, card: CardId, company: CompanyId, events: &mut Events) {
    if game.effect(card) == Some(&Effect::MarshallPlan) {
        game.price_right(company, events);
        end::sarsa_at_maximum(game, events);
    }
}

/// What a corporation suffers.
fn suffer(game: &mut Game, card: CardId, company: CompanyId, events: &mut Events) -> Play {
    let name = game.name(company);
    match game.effect(card) {
        Some(Effect::GeneralStrike | Effect::HotAutumn) => {
            game.table.events.struck.add(company);
            events.push(Event::Note { text: say!("{name} will not run in this operating round.", name) });
        }
        Some(Effect::RailroadStrike(_) | Effect::Autarchy(_) | Effect::BusStrike(_)) => {
            game.table.events.reduced.add(company);
            events.push(Event::Note { text: say!("{name} will earn less in this operating round.", name) });
        }
        _ => {}
    }
    Ok(())
}

/// What a player suffers. 1883-11-01: to be raised as in a forced purchase. 1883-11-17: part of their cash, rounded up.
fn lose(game: &mut Game, card: CardId, seat: SeatId, events: &mut Events) -> Play {
    match game.effect(card) {
        Some(Effect::PlayersPay(amount)) => {
            let raise =
                Raise { seat, company: None, amount: *amount, to: None, why: Why::War, warned: false };
            game.interrupt(Pending::Raise(raise));
            Ok(())
        }
        Some(Effect::LoseCash(percent)) => {
            let amount = game.cash(seat).percent_up(*percent);
            game.pay(Account::Seat(seat), Account::Bank, amount, card_name(game, card), events)
        }
        _ => Ok(()),
    }
}
