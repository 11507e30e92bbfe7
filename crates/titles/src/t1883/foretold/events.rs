//! Chapters 7 and 11: what events under way and to come cost and bring, and what support cards save of it. Which cards are left everybody may
//! know; in which order they lie nobody does.

use super::Sums;
use crate::nearness::{earns, until_sold};
use crate::prospects::{Ending, Firm, Outlook};
use crate::t1883::Game;
use crate::t1883::agenda::Round;
use crate::t1883::fixed::{Effect, EventCard};
use crate::t1883::operating::Step;
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::Money;
use smallvec::SmallVec;

/// So many operating rounds are looked at.
const ROUNDS: f32 = 6.0;

/// What a support card is worth, in parts of what it costs.
const CARD: f32 = 0.8;

/// What each player gains, or loses.
pub(super) fn sums(game: &Game, outlook: &Outlook) -> Sums {
    let mut weather = Weather::over(game, outlook);
    weather.under_way();
    let rounds = match outlook.ending {
        Ending::After(rounds) => ROUNDS.min(rounds),
        _ => ROUNDS,
    };
    let (until, next) = next_deck(game, outlook);
    let now = until.min(rounds);
    weather.deck(game.table.events.left.iter().copied(), now);
    if let Some(deck) = next {
        let cards = game.fixed.event_cards.iter().filter(|card| card.era == deck);
        weather.deck(cards.map(|card| card.card), rounds - now);
    }
    weather.sums
}

/// 1883-7.1-01: operating rounds until another deck is in use, and which.
fn next_deck(game: &Game, outlook: &Outlook) -> (f32, Option<u8>) {
    let deck = game.table.events.deck;
    let mut later = game.fixed.phases.iter().zip(&game.fixed.parts.phases).skip(game.table.phase.index());
    let next = later.find(|(phase, _)| phase.event_deck != deck);
    let told =
        next.and_then(|(phase, spec)| Some((until_sold(outlook, spec.starts_with?), Some(phase.event_deck))));
    told.unwrap_or((f32::INFINITY, None))
}

/// What a strike does to a corporation that it meets.
#[derive(Clone, Copy)]
struct Strike {
    /// The part of a run that is lost.
    part: f32,
    /// Its price goes left.
    falls: bool,
    /// How many support cards avert it.
    support: u8,
}

impl Strike {
    /// What a card does as a strike, if it is one. 1883-11-03, 1883-11-26a: no run, and a step to the left; 1883-11-07, 1883-11-14,
    /// 1883-11-24: a part of the run.
    fn of(card: &EventCard) -> Option<Strike> {
        let (part, falls) = match card.effect {
            Effect::GeneralStrike | Effect::HotAutumn => (1.0, true),
            Effect::RailroadStrike(percent) | Effect::Autarchy(percent) | Effect::BusStrike(percent) => {
                (1.0 - percent as f32 / 100.0, false)
            }
            _ => return None,
        };
        Some(Strike { part, falls, support: card.support })
    }

    /// What it costs for each share.
    fn per_share(&self, game: &Game, firm: &Firm) -> f32 {
        let falls = if self.falls { firm.price - firm.price_after(-1) } else { 0 };
        self.part * run(game, firm) * f32::from(firm.unit) / 100.0 + falls as f32
    }
}

/// Which corporations a strike meets. 1883-8.1.7-01: CCFR only as a railway, but for Autarchy (1883-C-10).
fn meets(game: &Game, effect: &Effect, company: CompanyId) -> bool {
    match effect {
        Effect::GeneralStrike | Effect::HotAutumn => !game.is_coop(company),
        Effect::RailroadStrike(_) => game.is_railway(company),
        Effect::BusStrike(_) => company == game.fixed.sarsa,
        _ => true,
    }
}

/// What a corporation runs for: nothing without trains. 1883-8.2-17: SARSA has none.
fn run(game: &Game, firm: &Firm) -> f32 {
    let runs = firm.company == game.fixed.sarsa || !firm.trains.is_empty();
    if runs { earns(firm) } else { 0.0 }
}

/// The events over a table.
struct Weather<'a> {
    game: &'a Game,
    outlook: &'a Outlook,
    /// 1883-7.0-03: the dearest first.
    firms: SmallVec<[&'a Firm; 9]>,
    sums: Sums,
}

impl<'a> Weather<'a> {
    fn over(game: &'a Game, outlook: &'a Outlook) -> Weather<'a> {
        let mut firms: SmallVec<[&Firm; 9]> = outlook.firms.iter().collect();
        firms.sort_by_key(|firm| std::cmp::Reverse(firm.price));
        Weather { game, outlook, firms, sums: Sums::of(outlook) }
    }

    /// 1883-11-32: what lasts for this operating round, for those who have not run yet; 1883-11-26b: Hot Autumn comes back in every
    /// round of the set.
    fn under_way(&mut self) {
        let events = &self.game.table.events;
        let current = events.current.and_then(|card| self.game.fixed.event_card(card));
        let reduced = current.and_then(Strike::of);
        let struck = Strike { part: 1.0, falls: true, support: 0 };
        for at in 0..self.firms.len() {
            let Some(firm) = self.firms.get(at).copied().filter(|firm| self.is_to_run(firm.company)) else {
                continue;
            };
            let strike = match (events.struck.has(firm.company), events.reduced.has(firm.company)) {
                (true, _) => Some(struck),
                (false, true) => reduced,
                (false, false) => None,
            };
            if let Some(strike) = strike {
                self.sums.add_shares(firm, -strike.per_share(self.game, firm));
            }
        }
        let (number, rounds) = self.game.table.set;
        if let Some(card) = events.hot_autumn {
            self.happens(card, f32::from(rounds.saturating_sub(number)));
        }
    }

    /// Whether a corporation is still to run in this operating round.
    fn is_to_run(&self, company: CompanyId) -> bool {
        let Round::Operating(round) = &self.game.table.round else { return false };
        let runs_now = round.company == Some(company) && round.step <= Step::Run;
        runs_now || !round.acted.contains(&company)
    }

    /// 1883-7.0-01: in every operating round one of the cards that are left is drawn.
    fn deck(&mut self, cards: impl Iterator<Item = CardId> + Clone, rounds: f32) {
        let count = cards.clone().count();
        if count == 0 || rounds <= 0.0 {
            return;
        }
        let chance = (rounds / count as f32).min(1.0);
        cards.for_each(|card| self.happens(card, chance));
    }

    /// A card is drawn so many times, or with such a chance. What does the same to all, or to nobody in particular, is left out.
    fn happens(&mut self, card: CardId, chance: f32) {
        let Some(card) = self.game.fixed.event_card(card) else { return };
        let (game, support) = (self.game, card.support);
        let quiet = game.table.events.hot_autumn.is_some();
        match &card.effect {
            // 1883-11-26b: during Hot Autumn other strikes have no effect; it lasts for a set at most, and few cards come in it.
            Effect::GeneralStrike | Effect::RailroadStrike(_) | Effect::BusStrike(_) if quiet => {}
            Effect::Accident => self.accident(chance),
            // 1883-11-22.
            Effect::TrainsOnTime(percent) => {
                let more = chance * *percent as f32 / 100.0;
                self.for_each(
                    |company| company != game.fixed.sarsa,
                    |firm| more * run(game, firm) * f32::from(firm.unit) / 100.0,
                );
            }
            Effect::WarEffort { at_least, percent } => self.war(*at_least, *percent, chance),
            Effect::LoseCash(percent) => self.gold(*percent, support, chance),
            Effect::MarshallPlan => self.marshall(support, chance),
            Effect::LoseSupport(count) => self.support(chance, |held| -i32::from(held.min(*count))),
            Effect::GainSupport(count) => {
                let most = game.fixed.figures.support_cards.hand_limit;
                self.support(chance, |held| i32::from(most.saturating_sub(held).min(*count)));
            }
            _ => self.strikes(card, chance),
        }
    }

    /// So much for each share of those that it meets.
    fn for_each(&mut self, meets: impl Fn(CompanyId) -> bool, per_share: impl Fn(&Firm) -> f32) {
        let firms = self.outlook.firms.iter().filter(|firm| meets(firm.company));
        firms.for_each(|firm| self.sums.add_shares(firm, per_share(firm)));
    }

    /// A strike: 1883-7.0-03, 1883-7.0-04: presidents avert it from the dearest first, as long as they have support and lose more than that costs.
    fn strikes(&mut self, card: &EventCard, chance: f32) {
        let (game, Some(strike)) = (self.game, Strike::of(card)) else { return };
        let mut left: SmallVec<[u8; 4]> = self.seats().map(|seat| game.support(seat)).collect();
        for at in 0..self.firms.len() {
            let Some(firm) = self.firms.get(at).copied() else { continue };
            if !meets(game, &card.effect, firm.company) {
                continue;
            }
            let lost = strike.per_share(game, firm);
            let averts = firm.leader.filter(|leader| self.pays(*leader, firm, lost, strike.support));
            let hand = averts.and_then(|leader| left.get_mut(leader.index()));
            match (averts, hand.filter(|hand| **hand >= strike.support)) {
                (Some(leader), Some(hand)) => {
                    *hand -= strike.support;
                    self.sums.add(leader, -chance * self.price_of(leader, strike.support));
                }
                _ => self.sums.add_shares(firm, -chance * lost),
            }
        }
    }

    /// Whether so much for each share is more to a president than so many cards.
    fn pays(&self, leader: SeatId, firm: &Firm, per_share: f32, cards: u8) -> bool {
        let held = firm.held.get(leader.index()).copied().unwrap_or(0);
        cards > 0 && per_share * f32::from(held) / f32::from(firm.unit) > self.price_of(leader, cards)
    }

    /// 1883-5.5-01: what it costs to have as many cards again.
    fn price_of(&self, seat: SeatId, cards: u8) -> f32 {
        let costs = &self.game.fixed.figures.support_cards.cost_by_owned;
        let held = usize::from(self.game.support(seat));
        let gone = costs.iter().take(held).rev().take(cards.into());
        gone.copied().sum::<Money>().0 as f32
    }

    fn seats(&self) -> impl Iterator<Item = SeatId> + use<> {
        (0..self.outlook.purses.len() as u8).map(SeatId)
    }

    /// 1883-11-06: the price of the dearest railway falls.
    fn accident(&mut self, chance: f32) {
        let dearest = self.firms.iter().copied().find(|firm| self.game.is_railway(firm.company));
        if let Some(firm) = dearest {
            self.sums.add_shares(firm, -chance * (firm.price - firm.price_after(-1)) as f32);
        }
    }

    /// 1883-11-23a, 1883-11-23b: the railway with the most trains loses the dearest, or for support the cheapest, and gets a part of its price.
    fn war(&mut self, at_least: usize, percent: u32, chance: f32) {
        let game = self.game;
        let railways = self.firms.iter().copied().filter(|firm| game.is_railway(firm.company));
        let trains = |firm: &&Firm| game.proper_trains(firm.company);
        let most = railways.rev().max_by_key(trains).filter(|firm| trains(firm) >= at_least);
        let Some(firm) = most else { return };
        let dearest = firm.trains.iter().map(|kind| game.train_price(*kind)).max().unwrap_or_default();
        let lost = dearest - dearest.percent(percent);
        self.sums.add_shares(firm, -chance * lost.0 as f32 * f32::from(firm.unit) / 100.0);
    }

    /// 1883-11-17: a part of everybody's cash, or support.
    fn gold(&mut self, percent: u32, support: u8, chance: f32) {
        for (seat, purse) in self.seats().zip(&self.outlook.purses) {
            let lost = Money(purse.cash.max(0)).percent_up(percent).0 as f32;
            let able = support > 0 && self.game.support(seat) >= support;
            let averted = if able { lost.min(self.price_of(seat, support)) } else { lost };
            self.sums.add(seat, -chance * averted);
        }
    }

    /// 1883-11-29: the price of the cheapest may rise.
    fn marshall(&mut self, support: u8, chance: f32) {
        let cheapest = self.firms.iter().rev().copied().find(|firm| !self.game.is_coop(firm.company));
        let Some(firm) = cheapest else { return };
        let rise = (firm.price_after(1) - firm.price) as f32;
        let Some(leader) = firm.leader.filter(|leader| self.pays(*leader, firm, rise, support)) else {
            return;
        };
        if self.game.support(leader) >= support {
            self.sums.add_shares(firm, chance * rise);
            self.sums.add(leader, -chance * self.price_of(leader, support));
        }
    }

    /// 1883-11-15, 1883-11-19: support is gained or lost.
    fn support(&mut self, chance: f32, change: impl Fn(u8) -> i32) {
        let costs = &self.game.fixed.figures.support_cards.cost_by_owned;
        let worth = CARD * costs.first().copied().unwrap_or_default().0 as f32;
        for seat in self.seats() {
            self.sums.add(seat, chance * worth * change(self.game.support(seat)) as f32);
        }
    }
}
