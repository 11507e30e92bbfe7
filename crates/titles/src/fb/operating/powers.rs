//! 2.7 Political cards in operating rounds: their income, Melisurgo and Falcon. (The token powers are in [`super::token`], the
//! powers of the SR in [`crate::fb::stock`].)

use super::{Step, earnings};
use crate::fb::Game;
use crate::fb::fixed::{Political, Power};
use crate::fb::table::Pending;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 18FB-2.7-05, 18FB-2.7-24, 18FB-2.7-29, 18FB-2.7-34, 18FB-2.7-38: the income of a card: less once the company whose share it brings has
/// placed a token besides its home (18FB-G-29), whoever leads it.
pub(in crate::fb) fn income(game: &Game, political: &Political) -> Money {
    match political.company {
        Some((company, later)) if placed_beyond_home(game, company) => later,
        _ => political.revenue,
    }
}

fn placed_beyond_home(game: &Game, company: CompanyId) -> bool {
    let homes = game.fixed.major(company).map(|major| &major.lines[..]).unwrap_or_default();
    let chosen = game.main_line(company).map(|line| line.home.0);
    let started = game.started(company);
    game.table.board.tokens_of(company).any(|token| {
        // Before FP has chosen, both its homes are homes.
        let home = if started {
            chosen == Some(token.hex)
        } else {
            homes.iter().any(|line| line.home.0 == token.hex)
        };
        !home
    })
}

/// 18FB-2.7-04, 18FB-3.4-01: every open card pays its owner.
pub(super) fn pay_income(game: &mut Game, events: &mut Events) -> Play {
    let owned = game.fixed.political_cards().filter_map(|(card, political)| match game.card(card).holder {
        Holder::Seat(seat) => Some((card, seat, income(game, political))),
        _ => None,
    });
    let owned: Vec<(CardId, SeatId, Money)> = owned.collect();
    for (card, seat, amount) in owned {
        let name = game.fixed.parts.card_name(card);
        let why = say!("income of {name}", name);
        game.table.ledger.pay(Account::Bank, Account::Seat(seat), amount, why, events)?;
    }
    Ok(())
}

/// 18FB-G-23: Melisurgo is declared before the interest, Falcon before the earnings.
fn in_time(game: &Game) -> bool {
    game.operating().is_some_and(|operating| operating.step <= Step::Settlement)
}

/// Melisurgo, if a player may use it for a company now: one that builds and whose band can rise (18FB-2.7-14).
fn melisurgo(game: &Game, company: CompanyId, seat: SeatId) -> Option<CardId> {
    let card = game.unused_card(seat, |power| matches!(power, Power::BandsUp(_)));
    card.filter(|_| in_time(game) && game.rights(company).interest && !game.charter(company).raised)
}

/// Falcon, if a player may use it now (18FB-2.7-16, 18FB-2.7-17).
fn falcon(game: &Game, seat: SeatId) -> Option<CardId> {
    let card = game.unused_card(
        seat,
        |power| matches!(power, Power::BonusTokens(from) if from.is_none_or(|phase| game.reached(phase))),
    );
    card.filter(|_| in_time(game))
}

/// What the president of the operating company may use.
pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let Some(seat) = game.president(company).filter(|_| game.bourbon()) else { return Vec::new() };
    let name = |card| game.fixed.parts.card_name(card);
    let raise = melisurgo(game, company, seat)
        .map(|card| Offer::UseCard { card: name(card), means: raise_means(game, company) });
    let bonus = falcon(game, seat)
        .map(|card| Offer::UseCard { card: name(card), means: say!("give the bonus tokens to a corp") });
    raise.into_iter().chain(bonus).collect()
}

fn raise_means(game: &Game, company: CompanyId) -> Text {
    let mut raised = game.clone();
    if let Ok(charter) = raised.charter_mut(company) {
        charter.raised = true;
    }
    let (band, amount) = super::interest::band(&raised, company).unwrap_or_default();
    say!(
        "raise the interest of {company} to band {band}, {amount} a share",
        company = game.name(company),
        band,
        amount
    )
}

/// The president of the operating company uses Melisurgo or Falcon.
pub(super) fn use_card(
    game: &mut Game,
    company: CompanyId,
    seat: SeatId,
    name: CardName,
    events: &mut Events,
) -> Play {
    let used = game.fixed.parts.card_named(name)?;
    if !game.bourbon() {
        return Err(Refusal::rule("18FB-2.7-07", say!("political cards are closed")));
    }
    if melisurgo(game, company, seat) == Some(used) {
        return raise(game, company, used, events);
    }
    require(falcon(game, seat) == Some(used), "18FB-2.7-06", || say!("{name} cannot be used now", name))?;
    game.table.pending.push(Pending::Beneficiary(Beneficiary { card: used, seat }));
    Ok(())
}

/// 18FB-2.7-14: for all its shareholders.
fn raise(game: &mut Game, company: CompanyId, card: CardId, events: &mut Events) -> Play {
    game.card_mut(card)?.used = true;
    game.charter_mut(company)?.raised = true;
    let (name, company) = (game.fixed.parts.card_name(card), game.name(company));
    events.push(Event::Note { text: say!("{name} raises the interest of {company}.", name, company) });
    Ok(())
}

/// 18FB-G-25: both bonuses go to the same corp, for good.
fn give_bonus(game: &mut Game, company: CompanyId, card: CardId, events: &mut Events) -> Play {
    game.card_mut(card)?.used = true;
    game.table.falcon = Some(company);
    let (name, company) = (game.fixed.parts.card_name(card), game.name(company));
    events.push(Event::Note { text: say!("The bonus tokens of {name} count for {company}.", name, company) });
    Ok(())
}

/// The owner of Falcon chooses the corp.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Beneficiary {
    card: CardId,
    seat: SeatId,
}

impl Decision<Game> for Beneficiary {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Card
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let option = |company: CompanyId| {
            let name = game.name(company);
            (OptionName(name.0), say!("{name} gets the bonus tokens", name))
        };
        let options = game.corps().filter(|company| game.floated(*company)).map(option).collect();
        vec![Offer::Choose { about: say!("choose the corp for which the bonus tokens count"), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Choose { option } = action else {
            return Err(Refusal::out_of_place(say!("choose a corp")));
        };
        let company = game.corps().find(|id| game.name(*id).0 == option.0 && game.floated(*id));
        let company = company.ok_or_else(|| {
            Refusal::rule("18FB-2.7-15", say!("{option} is no floated corp", option = *option))
        })?;
        game.table.pending.pop();
        give_bonus(game, company, self.card, events)
    }
}

/// 18FB-2.7-06, 18FB-G-110: the owner of a card who does not lead the operating company, but has stock of it, is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Prompt {
    card: CardId,
    seat: SeatId,
    pub(in crate::fb) company: CompanyId,
}

/// Asks the owner of Melisurgo before interest is paid, that of Falcon before earnings to which its bonus would count. True if
/// somebody is asked.
pub(super) fn prompt(game: &mut Game, company: CompanyId) -> Result<bool, Refusal> {
    if std::mem::replace(&mut game.operating_mut()?.prompted, true)
        || !game.bourbon()
        || game.fixed.regional(company).is_some()
    {
        return Ok(false);
    }
    let president = game.president(company);
    let stake = |seat: &SeatId| Some(*seat) != president && game.percent(company, Holder::Seat(*seat)) > 0;
    let asked = game.table.order.iter().copied().filter(stake).find_map(|seat| {
        let card = match game.rights(company).interest {
            true => melisurgo(game, company, seat),
            false => falcon(game, seat).filter(|_| would_earn_more(game, company)),
        };
        card.map(|card| Prompt { card, seat, company })
    });
    let found = asked.is_some();
    game.table.pending.extend(asked.map(Pending::Prompt));
    Ok(found)
}

/// Whether Falcon's bonus would count in the earnings of a corp.
fn would_earn_more(game: &Game, company: CompanyId) -> bool {
    let mut with = game.clone();
    with.table.falcon = Some(company);
    earnings::best(&with, company).total > earnings::best(game, company).total
}

impl Decision<Game> for Prompt {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Card
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let company = game.name(self.company);
        let means = match game.rights(self.company).interest {
            true => raise_means(game, self.company),
            false => say!("give the bonus tokens to {company}", company),
        };
        let card = game.fixed.parts.card_name(self.card);
        vec![Offer::UseCard { card, means }, Offer::Pass { means: say!("keep the card") }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let name = game.fixed.parts.card_name(self.card);
        game.table.pending.pop();
        match action {
            Action::Pass => Ok(()),
            Action::UseCard { card } if *card == name => match game.rights(self.company).interest {
                true => raise(game, self.company, self.card, events),
                false => give_bonus(game, self.company, self.card, events),
            },
            _ => Err(Refusal::out_of_place(say!("use {name}, or pass", name))),
        }
    }
}
