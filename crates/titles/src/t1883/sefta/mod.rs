//! 8.3 FMMSF and FMV become SEFTA, step by step.
//!
//! | what | module |
//! | --- | --- |
//! | when it may happen, and how it goes on | here |
//! | value, assets and tokens | [`estate`] |
//! | shares, odd shares and the presidency | [`exchange`] |

mod estate;
mod exchange;

use super::Game;
use super::agenda::{Pending, Procedure};
use super::concessions;
use super::coop::Capitalisation;
use super::operating::{Stage as RoundStage, Step, discard::Discards};
use super::privates::closing;
use super::table::{MergerState, Standing};
use exchange::Units;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub(super) use estate::TokenChoice;
pub(super) use exchange::OddShare;

/// The merger under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Merger {
    /// The corporation whose president conducts it.
    pub(super) conducting: CompanyId,
    pub(super) president: SeatId,
    pub(super) stage: Stage,
    #[serde(default)]
    pub(super) units: Units,
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// 1883-8.3-12: privates close.
    Privates,
    /// 1883-8.3-03, 1883-8.3-05: assets move, pairs are exchanged.
    Exchange,
    /// 1883-8.3-06: players with odd shares decide, in this order.
    Odd { left: SmallVec<[SeatId; 4]> },
    /// 1883-8.3-08: who leads it.
    Presidency,
    /// 1883-8.3-09: nobody has two shares: these are asked to pay for the 20%.
    Crown { left: SmallVec<[SeatId; 4]> },
    /// Somebody has paid, or is bankrupt.
    Crowned { seat: SeatId, left: SmallVec<[SeatId; 4]> },
    /// 1883-8.3-10: the tokens on the map are exchanged.
    Tokens,
    /// 1883-8.3-11: trains above the limit, and what follows.
    Finish,
}

/// What is asked during the merger.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MergerQuestion {
    Odd(OddShare),
    Token(TokenChoice),
}

impl MergerQuestion {
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            MergerQuestion::Odd(odd) => odd,
            MergerQuestion::Token(choice) => choice,
        }
    }
}

/// 1883-8.3-04: what a share of SEFTA would be worth if the two merged now.
pub(super) fn value(game: &Game) -> Option<Money> {
    estate::place(game).map(|field| game.fixed.parts.grid.price(field))
}

/// The other of the two corporations.
fn partner(game: &Game, company: CompanyId) -> Option<CompanyId> {
    match game.fixed.merging {
        [one, other] if company == one => Some(other),
        [one, other] if company == other => Some(one),
        _ => None,
    }
}

/// 1883-8.3-01, 1883-8.3-02: the other corporation and its president, if the one that acts may merge with it.
pub(super) fn check(game: &Game, company: CompanyId) -> Result<(CompanyId, SeatId), Refusal> {
    let rule = "1883-8.3-01";
    let other = partner(game, company)
        .ok_or_else(|| Refusal::rule(rule, say!("only two corporations become SEFTA")))?;
    require(game.phase().sefta && game.table.merger == MergerState::Open, rule, || {
        say!("SEFTA can be formed once, after the first 4-train")
    })?;
    require(game.is_open(other), rule, || say!("{other} is not in play", other = game.name(other)))?;
    require(!game.company_turn().refused, rule, || say!("the other president has refused"))?;
    let (round, operating) = (game.table.operating_rounds, game.operating()?);
    let earlier = |company: CompanyId| (1..round).contains(&game.company(company).first_operated);
    let done = earlier(company) && (earlier(other) || operating.acted.contains(&other));
    require(done, "1883-8.3-02", || say!("both must have completed an operating round"))?;
    let reach = game.reach(company);
    let joined = game.table.board.tokens_of(other).any(|token| reach.has_stop(token.hex, token.stop));
    require(joined, rule, || say!("no route joins tokens of the two corporations"))?;
    Ok((other, game.president_of(other)?))
}

/// The other president has refused.
pub(super) fn refused(game: &mut Game) -> Play {
    game.note_in_turn(|turn| turn.refused = true);
    Ok(())
}

/// The merger of the corporation that acts.
pub(super) fn begin_agreed(game: &mut Game, events: &mut Events) -> Play {
    let company = game.acting()?;
    check(game, company)?;
    begin(game, company, events)
}

fn begin(game: &mut Game, conducting: CompanyId, events: &mut Events) -> Play {
    let president = game.president_of(conducting)?;
    let [one, other] = game.fixed.merging.map(|company| game.name(company));
    let sefta = game.name(game.fixed.sefta);
    events.push(Event::Note { text: say!("{one} and {other} become {sefta}.", one, other, sefta) });
    let merger = Merger { conducting, president, stage: Stage::Privates, units: Units::default() };
    game.interrupt(Pending::Merger(merger));
    Ok(())
}

/// 1883-12.1-01, 1883-12.1-03: with Mandatory Merging the first 5-train makes the two merge, if both are in play; else SEFTA leaves the
/// game.
pub(super) fn set_due(game: &mut Game, events: &mut Events) {
    if !game.fixed.variants.mandatory_merging || game.table.merger != MergerState::Open {
        return;
    }
    if game.fixed.merging.iter().all(|company| game.is_open(*company)) {
        game.table.merger = MergerState::Due;
    } else {
        never(game, events);
    }
}

fn never(game: &mut Game, events: &mut Events) {
    let sefta = game.fixed.sefta;
    game.table.merger = MergerState::Never;
    game.company_mut(sefta).standing = Standing::Gone;
    let name = game.name(sefta);
    events.push(Event::Note { text: say!("{name} leaves the game.", name) });
}

/// 1883-12.1-02, 1883-12.1-04, 1883-R-41, 1883-R-46: the merger that is due, conducted for the dearer of the two; CCFR is capitalised
/// after it.
pub(super) fn begin_due(game: &mut Game, events: &mut Events) -> Play {
    game.interrupt(Pending::Capitalisation(Capitalisation {}));
    let both = game.fixed.merging.iter().all(|company| game.is_open(*company));
    let first = game.price_order().into_iter().find(|company| game.fixed.merging.contains(company));
    match first.filter(|_| both) {
        Some(company) => begin(game, company, events),
        None => {
            never(game, events);
            Ok(())
        }
    }
}

impl Merger {
    fn then(&self, stage: Stage) -> Pending {
        Pending::Merger(Merger { stage, ..self.clone() })
    }
}

impl Procedure for Merger {
    fn go_on(&self, game: &mut Game, events: &mut Events) -> Play {
        match &self.stage {
            Stage::Privates => {
                game.interrupt(self.then(Stage::Exchange));
                closing::close_all(game, events)
            }
            Stage::Exchange => {
                let order = game.clockwise_from(self.president);
                let units = Units::of(game, &order);
                estate::move_all(game, self.conducting, events)?;
                exchange::retire_old(game, events)?;
                let left = units.odd.clone();
                game.interrupt(Pending::Merger(Merger { stage: Stage::Odd { left }, units, ..self.clone() }));
                Ok(())
            }
            Stage::Odd { left } => exchange::next_odd(game, self, left, events),
            Stage::Presidency => exchange::presidency(game, self, events),
            Stage::Crown { left } => exchange::crown(game, self, left, events),
            Stage::Crowned { seat, left } => exchange::crowned(game, self, *seat, left, events),
            Stage::Tokens => estate::exchange_tokens(game, self, events),
            Stage::Finish => finish(game, events),
        }
    }
}

/// 1883-8.3-11, 1883-8.3-14: the old corporations do not act any more; SEFTA acts from the next operating round on, or, where the merger
/// was due and neither had acted, in this one (1883-12.1-02).
fn finish(game: &mut Game, events: &mut Events) -> Play {
    let (sefta, merging) = (game.fixed.sefta, game.fixed.merging);
    let due = game.table.merger == MergerState::Due;
    game.table.merger = MergerState::Formed;
    let price_order = game.price_order();
    if let Ok(operating) = game.operating_mut() {
        operating.order.retain(|company| !merging.contains(company));
        let acted = operating.acted.iter().any(|company| merging.contains(company));
        if due && !acted && operating.stage == RoundStage::Turns {
            let place = |company: &CompanyId| price_order.iter().position(|other| other == company);
            let at = operating.order.iter().position(|company| place(company) > place(&sefta));
            operating.order.insert(at.unwrap_or(operating.order.len()), sefta);
        }
        if operating.company.is_some_and(|company| merging.contains(&company)) {
            operating.step = Step::Done;
        }
    }
    concessions::check_all(game, events)?;
    game.interrupt(Pending::Discards(Discards { first: Some(sefta) }));
    Ok(())
}
