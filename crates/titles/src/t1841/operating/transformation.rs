//! Chapter 4.7.6: a minor becomes a major.

use super::emergency::Emergency;
use super::{Step, go_on, share_offer};
use crate::t1841::Game;
use crate::t1841::lookup::note;
use crate::t1841::table::Pending;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// The company may be transformed.
pub(super) struct Transform;

impl Decision<Game> for Transform {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.acting_seat())
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Transformation
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = vec![Offer::Pass { means: say!("do not transform") }];
        if game.acting().is_ok_and(|company| may_transform(game, company).is_ok()) {
            let into: Vec<_> = game.free_majors().map(|company| game.name(company)).collect();
            if !into.is_empty() {
                offers.push(Offer::Transform { into });
            }
        }
        offers
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        match action {
            Action::Pass => {
                go_on(game, events);
                Ok(())
            }
            Action::Transform { into } => {
                let (old, new) = (game.acting()?, game.fixed.parts.company_named(*into)?);
                may_transform(game, old)?;
                require(game.free_majors().any(|free| free == new), "1841-4.7.6-02", || {
                    say!("{into} is no free non-historical major", into = *into)
                })?;
                // 1841-4.7.6-12: the company has had its turn.
                game.go_to(Step::Done);
                let change = Change::new(game, old, new, false);
                match short_of_second_token(game, old) {
                    true => Pledges { change, second: false, next: 0 }.go_on(game, events),
                    false => transform(game, old, new, false, events),
                }
            }
            _ => Err(Refusal::out_of_place(say!("transform, or pass"))),
        }
    }
}

/// Whether the operating company can be transformed.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    may_transform(game, company).is_ok() && game.free_majors().next().is_some()
}

/// 1841-4.7.6-01, 1841-4.7.6-01-v2.
fn may_transform(game: &Game, old: CompanyId) -> Play {
    let (name, charter) = (game.name(old), game.charter(old));
    require(charter.minor, "1841-4.7.6-01", || say!("{name} is a major already", name))?;
    require(!charter.tuscan() || game.table.tuscan_done, "1841-8-06", || {
        say!("{name} waits for the Tuscan merger", name)
    })?;
    require(game.concession_is_gone(old), "1841-4.7.6-01", || {
        say!("the concession of {name} has not left the game", name)
    })?;
    let column = game.table.chart.field(old).map(|field| field.col);
    let last = column == Some(game.fixed.chart.last_of_minors);
    require(last || !game.fixed.rules.transform_in_column_k, "1841-4.7.6-01", || {
        say!("the marker of {name} is not in the last column for minors", name)
    })?;
    // The order of the steps: shares are sold before the second token is paid (1841-4.7.6-04, 1841-4.7.6-08).
    let due = game.fixed.figures.transformed_second_token;
    require(!short_of_second_token(game, old) || somebody_could_buy(game, old), "1841-4.7.6-08", || {
        say!("{name} cannot pay {due} for a second token, and nobody could buy a share", name, due)
    })
}

/// Whether the minor has too little for its second token, so that the transformation hangs on the shares sold (v1).
fn short_of_second_token(game: &Game, old: CompanyId) -> bool {
    let (cash, due) = (game.cash(Holder::Company(old)), game.fixed.figures.transformed_second_token);
    let enough = game.token_count(old) >= game.fixed.figures.major.tokens_min;
    !enough && cash < due && !game.fixed.rules.transform_emergency
}

/// Whether anybody to whom a share will be offered could buy it, and one share is enough for the token: on the printed chart
/// it always is.
fn somebody_could_buy(game: &Game, old: CompanyId) -> bool {
    let Some(new) = game.free_majors().next() else { return false };
    let enough =
        game.cash(Holder::Company(old)) + game.price(old) >= game.fixed.figures.transformed_second_token;
    let mut trial = game.clone();
    let change = Change::new(game, old, new, false);
    enough
        && exchanged(&mut trial, change, &mut Events::new()).is_ok_and(|offers| {
            let to = offers.to.iter().copied().chain(offers.to_players(&trial));
            to.into_iter().any(|holder| share_offer::can_take(&trial, holder, new))
        })
}

impl Game {
    /// All tokens of a company, on the map and on the charter.
    pub(crate) fn token_count(&self, company: CompanyId) -> u8 {
        self.company(company).tokens + self.table.board.tokens_of(company).count() as u8
    }
}

/// A transformation under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    /// The minor.
    old: CompanyId,
    /// The major.
    new: CompanyId,
    /// 1841-4.6.9-03: it is part of the Tuscan merger.
    tuscan: bool,
    /// G-56: who carries it out to its end; none if whoever leads the major does (v2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<SeatId>,
}

impl Change {
    fn new(game: &Game, old: CompanyId, new: CompanyId, tuscan: bool) -> Change {
        let by = game.leader(old).filter(|_| game.fixed.rules.carried_out_to_the_end);
        Change { old, new, tuscan, by }
    }

    /// Who decides.
    fn decider(self, game: &Game) -> SeatId {
        self.by.or_else(|| game.leader(self.new)).unwrap_or_else(|| game.acting_seat())
    }
}

/// What a transformation asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Transforming {
    Pledges(Pledges),
    Offers(ShareOffers),
    Tokens(MoreTokens),
}

impl Transforming {
    pub(in crate::t1841) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Transforming::Pledges(pledges) => pledges,
            Transforming::Offers(offers) => offers,
            Transforming::Tokens(tokens) => tokens,
        }
    }

    fn push(self, game: &mut Game) {
        game.table.pending.push(Pending::Transforming(Box::new(self)));
    }
}

/// 1841-4.7.6-02: everything goes to the new company, certificates are exchanged, then shares are offered.
pub(super) fn transform(
    game: &mut Game,
    old: CompanyId,
    new: CompanyId,
    tuscan: bool,
    events: &mut Events,
) -> Play {
    exchanged(game, Change::new(game, old, new, tuscan), events)?.go_on(game, events)
}

/// All that comes before the offers, and to whom shares are offered first.
fn exchanged(game: &mut Game, change: Change, events: &mut Events) -> Result<ShareOffers, Refusal> {
    let Change { old, new, .. } = change;
    game.arise(new, events);
    // 1841-4.7.6-10.
    if let Some(field) = game.table.chart.field(old) {
        game.move_marker(new, field, events);
    }
    let director = game.table.shares.director(old);
    game.start_dissolving(old);
    game.pass_on(old, new, &[old], events)?;
    take_tokens(game, old, new)?;
    exchange(game, old, new, director, events)?;
    let from = game.leader(new).unwrap_or_else(|| game.acting_seat());
    let to = game.shareholder_order(from, &[old, new]);
    let has_some = |holder: &Holder| game.table.shares.percent(new, *holder) > 0;
    let to = to.into_iter().filter(|holder| *holder != Holder::Pool).filter(has_some).collect();
    Ok(ShareOffers { change, second: false, to, next: 0 })
}

/// 1841-4.7.6-08: the company cannot pay its second token yet. Shares are offered in the usual order before anything else
/// happens; with the first that is bought all is carried out, without any nothing has happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pledges {
    change: Change,
    /// Of the second offer, to all players.
    second: bool,
    /// Whose turn it is.
    next: u8,
}

impl Pledges {
    /// The table as it would be, with the offers at the place where they are now.
    fn ahead(self, game: &Game) -> Result<(Game, ShareOffers), Refusal> {
        let mut trial = game.clone();
        let first = exchanged(&mut trial, self.change, &mut Events::new())?;
        let offers = self.at(&trial, first);
        Ok((trial, offers))
    }

    /// Skips the offers that were declined.
    fn at(self, game: &Game, first: ShareOffers) -> ShareOffers {
        let to = if self.second { first.to_players(game).collect() } else { first.to };
        ShareOffers { change: self.change, second: self.second, to, next: self.next }
    }

    fn go_on(mut self, game: &mut Game, events: &mut Events) -> Play {
        loop {
            let (trial, offers) = self.ahead(game)?;
            match offers.holder() {
                Some(holder) if share_offer::can_take(&trial, holder, self.change.new) => {
                    Transforming::Pledges(self).push(game);
                    return Ok(());
                }
                Some(_) => self.next += 1,
                None if !self.second => self = Pledges { second: true, next: 0, ..self },
                None => {
                    let old = game.name(self.change.old);
                    note(say!("Nobody buys a share: {old} stays what it is.", old), events);
                    return Ok(());
                }
            }
        }
    }
}

impl Decision<Game> for Pledges {
    fn turn(&self, game: &Game) -> Turn {
        let ahead = self.ahead(game).ok();
        let asked = ahead.and_then(|(trial, offers)| trial.player_behind(offers.holder()?));
        Turn::Seat(asked.unwrap_or_else(|| game.acting_seat()))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::FirstShares
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let ahead = self.ahead(game).ok();
        ahead.map(|(trial, _)| share_offer::question(&trial, self.change.new)).into_iter().collect()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        if !share_offer::yes_or_no(action)? {
            return Pledges { next: self.next + 1, ..*self }.go_on(game, events);
        }
        let first = exchanged(game, self.change, events)?;
        let offers = self.at(game, first);
        if let Some(holder) = offers.holder() {
            share_offer::take(game, holder, self.change.new, events)?;
        }
        ShareOffers { next: self.next + 1, ..offers }.go_on(game, events)
    }
}

/// 1841-4.7.6-07: all tokens are replaced.
fn take_tokens(game: &mut Game, old: CompanyId, new: CompanyId) -> Play {
    let tokens: Vec<_> = game.table.board.tokens_of(old).collect();
    for token in &tokens {
        game.table.board.replace(*token, new)?;
    }
    let (left, homes) = (game.company(old).tokens, game.company(old).homes.clone());
    if let Some(charter) = game.company_mut(new) {
        (charter.tokens, charter.homes) = (left, homes);
    }
    if let Some(charter) = game.company_mut(old) {
        charter.tokens = 0;
    }
    Ok(())
}

/// 1841-4.7.6-03: every certificate becomes one of half as much, wherever it is; the director first.
fn exchange(game: &mut Game, old: CompanyId, new: CompanyId, director: Holder, events: &mut Events) -> Play {
    let certificates: Vec<_> = game.table.shares.of(old).collect();
    for cert in certificates {
        let holder = game.table.shares.holder(cert);
        let Some(printed) = game.table.shares.certificate(cert) else { continue };
        if matches!(holder, Holder::Offering | Holder::Out | Holder::Reserved) {
            continue;
        }
        game.table.shares.give(cert, Holder::Offering, events)?;
        if printed.director {
            game.give_directorship(new, director, events)?;
        } else {
            let percent = printed.percent / 2;
            game.table.shares.give_percent(new, percent, Holder::Offering, holder, events)?;
            game.check_director(new, events)?;
        }
    }
    Ok(())
}

/// Shares of the new company are offered.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShareOffers {
    change: Change,
    /// 1841-4.7.6-05: the second offer, to all players; else the first, to all shareholders (1841-4.7.6-04).
    second: bool,
    /// To whom they are offered, in order.
    to: Vec<Holder>,
    /// Whose turn it is.
    next: u8,
}

impl ShareOffers {
    fn holder(&self) -> Option<Holder> {
        self.to.get(self.next as usize).copied()
    }

    /// Asks the next who can buy; after the second offer tokens are bought.
    fn go_on(mut self, game: &mut Game, events: &mut Events) -> Play {
        loop {
            match self.holder() {
                Some(holder) if share_offer::can_take(game, holder, self.change.new) => {
                    Transforming::Offers(self).push(game);
                    return Ok(());
                }
                Some(_) => self.next += 1,
                None if self.second => return offer_tokens(game, self.change, events),
                None => {
                    let to = self.to_players(game).collect();
                    self = ShareOffers { second: true, to, next: 0, ..self };
                }
            }
        }
    }

    /// 1841-4.7.6-05: all players, from the director on.
    fn to_players(&self, game: &Game) -> impl Iterator<Item = Holder> + use<> {
        game.left_of(self.change.decider(game)).into_iter().map(Holder::Seat)
    }
}

impl Decision<Game> for ShareOffers {
    fn turn(&self, game: &Game) -> Turn {
        let asked = self.holder().and_then(|holder| game.player_behind(holder));
        Turn::Seat(asked.unwrap_or_else(|| game.acting_seat()))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::FirstShares
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        vec![share_offer::question(game, self.change.new)]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        if let (true, Some(holder)) = (share_offer::yes_or_no(action)?, self.holder()) {
            share_offer::take(game, holder, self.change.new, events)?;
        }
        ShareOffers { next: self.next + 1, ..self.clone() }.go_on(game, events)
    }
}

/// 1841-4.7.6-08, 1841-4.7.6-09: the second token must be bought, further ones may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoreTokens {
    change: Change,
    /// O-24: so many were chosen, and the money is raised now.
    #[serde(default)]
    chosen: Option<u8>,
}

fn offer_tokens(game: &mut Game, change: Change, events: &mut Events) -> Play {
    let new = change.new;
    if change.tuscan {
        let missing = game.fixed.figures.major.tokens_min.saturating_sub(game.token_count(new));
        // 1841-4.6.9-04-v2: none is bought, the second one is free. In v1 it is paid as in 1841-4.7.6-08, as far as there is
        // money: nobody can refuse this merger.
        if game.fixed.rules.tuscan_step_by_step && missing > 0 {
            let cost = game.fixed.figures.transformed_second_token.min(game.cash(Holder::Company(new)));
            let why = say!("{count} {count|token|tokens}", count = missing);
            game.table.ledger.pay(Account::Company(new), Account::Bank, cost, why, events)?;
        }
        if let Some(charter) = game.company_mut(new) {
            charter.tokens += missing;
        }
        return finish(game, change, events);
    }
    let tokens = MoreTokens { change, chosen: None };
    let (min, max) = tokens.range(game);
    if max == 0 {
        return finish(game, change, events);
    }
    Transforming::Tokens(tokens).push(game);
    let need = Emergency { company: new, amount: game.fixed.figures.transformed_second_token };
    let before = !game.fixed.rules.as_recorded.tokens_before_money;
    if min > 0 && before && !game.covered(need) {
        // 1841-4.7.6-08-v2: the money is raised as for a train.
        game.table.pending.push(Pending::Emergency(need));
    }
    Ok(())
}

impl MoreTokens {
    /// The fewest and the most tokens that can be bought now.
    fn range(self, game: &Game) -> (u8, u8) {
        let (figures, has) = (&game.fixed.figures, game.token_count(self.change.new));
        let min = u8::from(has < figures.major.tokens_min);
        let cash = game.cash(Holder::Company(self.change.new));
        let cash = cash - figures.transformed_second_token * i32::from(min);
        let further = cash.0 / figures.transformed_token.0.max(1);
        let further = further.clamp(0, figures.major.tokens_max.into()) as u8;
        (min, (min + further).min(figures.major.tokens_max.saturating_sub(has)))
    }

    /// What so many cost.
    fn cost(self, game: &Game, count: u8) -> Money {
        let (min, _) = self.range(game);
        let further = game.fixed.figures.transformed_token * i32::from(count.saturating_sub(min));
        game.fixed.figures.transformed_second_token * i32::from(min) + further
    }

    fn buy(self, game: &mut Game, count: u8, events: &mut Events) -> Play {
        let (new, (min, max)) = (self.change.new, self.range(game));
        require(count >= min, "1841-4.7.6-08", || {
            say!("a major has at least {min} tokens", min = game.fixed.figures.major.tokens_min)
        })?;
        require(count <= max, "1841-4.7.6-09", || say!("at most {max} tokens can be bought", max))?;
        let cost = self.cost(game, count);
        let need = Emergency { company: new, amount: cost };
        if game.fixed.rules.transform_emergency && game.covered(need) {
            game.gather(need, events)?;
        }
        // O-24: after a bankruptcy over it the token is given without payment.
        if game.cash(Holder::Company(new)) >= cost {
            let why = say!("{count} {count|token|tokens}", count);
            game.table.ledger.pay(Account::Company(new), Account::Bank, cost, why, events)?;
        }
        if let Some(charter) = game.company_mut(new) {
            charter.tokens += count;
        }
        Ok(())
    }
}

impl Decision<Game> for MoreTokens {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(self.change.decider(game))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Tokens
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (min, max) = self.range(game);
        let figures = &game.fixed.figures;
        let each = if min > 0 { figures.transformed_second_token } else { figures.transformed_token };
        vec![Offer::BuyTokens { company: game.name(self.change.new), min, max, each }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::BuyTokens { company, count } = action else {
            return Err(Refusal::out_of_place(say!("buy tokens")));
        };
        game.table.pending.pop();
        require(game.fixed.parts.company_named(*company)? == self.change.new, "1841-4.7.6-08", || {
            say!("the new company buys tokens")
        })?;
        let need = Emergency { company: self.change.new, amount: self.cost(game, *count) };
        let (min, max) = self.range(game);
        if game.fixed.rules.as_recorded.tokens_before_money
            && !game.covered(need)
            && (min..=max).contains(count)
        {
            // O-24: the money is raised after the choice.
            Transforming::Tokens(MoreTokens { chosen: Some(*count), ..*self }).push(game);
            game.table.pending.push(Pending::Emergency(need));
            return Ok(());
        }
        self.buy(game, *count, events)?;
        finish(game, self.change, events)
    }
}

impl Transforming {
    /// O-24: tokens that were chosen are bought when the money is there, or given after a bankruptcy.
    pub(in crate::t1841) fn proceed(&self, game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
        let Transforming::Tokens(MoreTokens { change, chosen: Some(count) }) = self else {
            return Ok(Flow::Waits);
        };
        game.table.pending.pop();
        MoreTokens { change: *change, chosen: None }.buy(game, *count, events)?;
        finish(game, *change, events)?;
        Ok(Flow::GoesOn)
    }
}

/// 1841-4.7.6-11: the old minor can be started again, or leaves the game.
fn finish(game: &mut Game, change: Change, events: &mut Events) -> Play {
    game.dissolve(change.old, false, events)?;
    game.settle_directors(events)
}
