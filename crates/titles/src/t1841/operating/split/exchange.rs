//! Chapter 4.6.8, steps 7 to 10: shares of IRSFF become shares of its successors.

use super::{Queue, Split, Splitting, offers};
use crate::t1841::Game;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// One share of each successor for a pair.
const BOTH: OptionName = OptionName::of("both");

/// 1841-4.6.8-08, 1841-4.6.8-08-v2: pairs first.
pub(super) fn begin(game: &mut Game, split: Split, events: &mut Events) -> Play {
    let pair = split.pair(game);
    if game.fixed.rules.split.free_choice {
        let queue = Queue::new(split.holders(game, pair));
        return Pairs { split, queue }.go_on(game, events);
    }
    match game.table.shares.director(split.old) {
        Holder::Pool | Holder::Offering => split_frozen(game, split, events),
        director if game.table.shares.percent(split.old, director) >= 2 * pair => {
            for company in split.heirs() {
                split.return_pair(game, director, events)?;
                game.give_directorship(company, director, events)?;
            }
            deal_pairs(game, split, None, events)
        }
        _ => Splitting::Director(ChooseDirector(split)).push(game),
    }
}

impl Split {
    /// A pair of IRSFF, in percent.
    fn pair(self, game: &Game) -> u8 {
        2 * game.charter(self.old).unit
    }

    /// Those who have so much of IRSFF, in the order of shareholders.
    fn holders(self, game: &Game, percent: u8) -> Vec<Holder> {
        let order = game.shareholder_order(self.decider, &[self.old, self.veneta, self.lombarda]);
        let enough = |holder: &Holder| game.table.shares.percent(self.old, *holder) >= percent;
        order.into_iter().filter(enough).collect()
    }

    /// Returns a pair of IRSFF: the director's certificate or two others.
    fn return_pair(self, game: &mut Game, holder: Holder, events: &mut Events) -> Play {
        let mut held: Vec<_> = game.table.shares.of_held_by(self.old, holder).collect();
        held.sort_by_key(|(_, cert)| Reverse(cert.percent));
        let (mut returned, pair) = (0, self.pair(game));
        for (cert, printed) in held {
            if returned >= pair {
                break;
            }
            returned += printed.percent;
            game.table.shares.give(cert, Holder::Offering, events)?;
        }
        Ok(())
    }

    fn give_one_of_each(self, game: &mut Game, holder: Holder, events: &mut Events) -> Play {
        for company in self.heirs() {
            give_share(game, company, holder, events)?;
        }
        Ok(())
    }

    /// Either successor, as an answer.
    fn options(self, game: &Game, means: impl Fn(CompanyId) -> Text) -> Vec<(OptionName, Text)> {
        self.heirs().map(|heir| (OptionName(game.name(heir).0), means(heir))).to_vec()
    }

    /// The successor that an answer names.
    fn chosen(self, game: &Game, action: &Action) -> Result<CompanyId, Refusal> {
        let Action::Choose { option } = action else {
            return Err(Refusal::out_of_place(say!("choose one of the two successors")));
        };
        let chosen = self.heirs().into_iter().find(|heir| OptionName(game.name(*heir).0) == *option);
        chosen.ok_or_else(|| Refusal::rule("1841-4.6.8-10", say!("choose one of the two successors")))
    }
}

/// IRSFF was frozen: so are its successors. Online one certificate is forgotten (O-21).
fn split_frozen(game: &mut Game, split: Split, events: &mut Events) -> Play {
    director_to_pool(game, split.veneta, events)?;
    if !game.fixed.rules.split.forgets_certificate {
        director_to_pool(game, split.lombarda, events)?;
    }
    Singles::begin(game, split, events)
}

fn director_to_pool(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let cert = game.table.shares.director_certificate(company);
    cert.map_or(Ok(()), |cert| game.table.shares.give(cert, Holder::Pool, events))
}

/// 1841-4.6.8-08-v2, 1841-4.6.8-09: pairs in order; the next pair takes the director's certificate that is left.
fn deal_pairs(game: &mut Game, split: Split, mut left: Option<CompanyId>, events: &mut Events) -> Play {
    let pair = split.pair(game);
    for holder in split.holders(game, pair) {
        while game.table.shares.percent(split.old, holder) >= pair {
            split.return_pair(game, holder, events)?;
            match left.take() {
                Some(company) if holder == Holder::Pool => director_to_pool(game, company, events)?,
                Some(company) => game.give_directorship(company, holder, events)?,
                None => split.give_one_of_each(game, holder, events)?,
            }
        }
    }
    if let Some(company) = left {
        director_to_pool(game, company, events)?;
    }
    Singles::begin(game, split, events)
}

fn give_share(game: &mut Game, company: CompanyId, holder: Holder, events: &mut Events) -> Play {
    let unit = game.charter(company).unit;
    if has_ordinary(game, company) {
        game.table.shares.give_percent(company, unit, Holder::Offering, holder, events)?;
    }
    check_heir(game, company, events)
}

/// 1841-4.6.8-13: a successor whose director's certificate has not been given out yet has no director to be changed.
pub(super) fn check_heir(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    match game.table.shares.director(company) {
        Holder::Offering => Ok(()),
        _ => game.check_director(company, events),
    }
}

fn has_ordinary(game: &Game, company: CompanyId) -> bool {
    game.table.shares.ordinary(company, game.charter(company).unit, Holder::Offering).is_some()
}

fn has_directorship(game: &Game, company: CompanyId) -> bool {
    game.table.shares.director(company) == Holder::Offering
}

/// 1841-4.6.8-08-v2: the director takes one of the two director's certificates (v2, with less than two pairs).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct ChooseDirector(Split);

impl Decision<Game> for ChooseDirector {
    fn turn(&self, game: &Game) -> Turn {
        let director = game.player_behind(game.table.shares.director(self.0.old));
        Turn::Seat(director.unwrap_or(self.0.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Split
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let direct = |heir| say!("direct {company}", company = game.name(heir));
        let options = self.0.options(game, direct);
        vec![Offer::Choose { about: say!("the director's certificate"), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (split, company) = (self.0, self.0.chosen(game, action)?);
        game.table.pending.pop();
        let director = game.table.shares.director(split.old);
        split.return_pair(game, director, events)?;
        game.give_directorship(company, director, events)?;
        let left = if company == split.veneta { split.lombarda } else { split.veneta };
        deal_pairs(game, split, Some(left), events)
    }
}

/// 1841-4.6.8-08, 1841-4.6.8-09: pairs are exchanged at the holders' choice, one after another (v1).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pairs {
    split: Split,
    queue: Queue,
}

impl Pairs {
    /// Goes on until somebody has a choice; the pool takes one of each.
    fn go_on(mut self, game: &mut Game, events: &mut Events) -> Play {
        let split = self.split;
        while let Some(holder) = self.queue.head() {
            if game.table.shares.percent(split.old, holder) < split.pair(game) {
                self.queue.next += 1;
                continue;
            }
            let options = self.options(game);
            if options.len() > 1 && game.player_behind(holder).is_some() {
                return Splitting::Pairs(self).push(game);
            }
            let Some((option, _)) = options.last() else { break };
            self.exchange(game, holder, *option, events)?;
        }
        // A director's certificate that nobody took is not taken any more (G-33).
        if self.queue.head().is_none() {
            for company in split.heirs() {
                if has_directorship(game, company) {
                    director_to_pool(game, company, events)?;
                }
            }
        }
        Singles::begin(game, split, events)
    }

    /// What a holder may take for a pair: one share of each, or a director's certificate.
    fn options(&self, game: &Game) -> SmallVec<[(OptionName, Text); 3]> {
        let heirs = self.split.heirs();
        let free = heirs.into_iter().filter(|company| has_directorship(game, *company));
        let mut options: SmallVec<[(OptionName, Text); 3]> = free
            .map(|company| {
                let company = game.name(company);
                (OptionName(company.0), say!("the director's certificate of {company}", company))
            })
            .collect();
        if heirs.into_iter().all(|company| has_ordinary(game, company)) {
            options.push((BOTH, say!("one share of each company")));
        }
        options
    }

    fn exchange(&self, game: &mut Game, holder: Holder, option: OptionName, events: &mut Events) -> Play {
        let split = self.split;
        split.return_pair(game, holder, events)?;
        if option == BOTH {
            return split.give_one_of_each(game, holder, events);
        }
        let company = split.heir(OptionName(game.name(split.veneta).0) != option);
        match holder {
            Holder::Pool => director_to_pool(game, company, events),
            _ => game.give_directorship(company, holder, events),
        }
    }
}

impl Decision<Game> for Pairs {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(self.queue.speaker(game).unwrap_or(self.split.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Exchange
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let options = self.options(game).into_vec();
        vec![Offer::Choose { about: say!("a pair of shares"), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Choose { option } = action else {
            return Err(Refusal::out_of_place(say!("exchange shares of the Ferdinandea")));
        };
        let known = self.options(game).iter().any(|(name, _)| name == option);
        require(known, "1841-4.6.8-08", || {
            say!("\"{option}\" cannot be had for a pair now", option = *option)
        })?;
        game.table.pending.pop();
        self.exchange(game, self.queue.head().unwrap_or(Holder::Pool), *option, events)?;
        self.clone().go_on(game, events)
    }
}

/// 1841-4.6.8-10, 1841-4.6.8-11: single shares at the holder's choice; that of the pool at the director's.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Singles {
    split: Split,
    queue: Queue,
}

impl Singles {
    fn begin(game: &mut Game, split: Split, events: &mut Events) -> Play {
        let queue = Queue::new(split.holders(game, game.charter(split.old).unit));
        Singles { split, queue }.go_on(game, events)
    }

    /// Goes on until somebody has a choice.
    fn go_on(mut self, game: &mut Game, events: &mut Events) -> Play {
        let heirs = self.split.heirs();
        while let Some(holder) = self.queue.head() {
            let both = heirs.into_iter().all(|company| has_ordinary(game, company));
            if both && (holder == Holder::Pool || game.player_behind(holder).is_some()) {
                return Splitting::Singles(self).push(game);
            }
            self.queue.next += 1;
            let company = heirs.into_iter().find(|company| has_ordinary(game, *company));
            let Some(company) = company else { break };
            self.exchange(game, holder, company, events)?;
        }
        offers::begin(game, self.split, events)
    }

    fn exchange(&self, game: &mut Game, holder: Holder, company: CompanyId, events: &mut Events) -> Play {
        let single = game.table.shares.of_held_by(self.split.old, holder).next();
        if let Some((cert, _)) = single {
            game.table.shares.give(cert, Holder::Offering, events)?;
            give_share(game, company, holder, events)?;
        }
        Ok(())
    }
}

impl Decision<Game> for Singles {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(self.queue.speaker(game).unwrap_or(self.split.decider))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Exchange
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let share = |heir| say!("a share of {company}", company = game.name(heir));
        let options = self.split.options(game, share);
        vec![Offer::Choose { about: say!("a single share"), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let company = self.split.chosen(game, action)?;
        game.table.pending.pop();
        self.exchange(game, self.queue.head().unwrap_or(Holder::Pool), company, events)?;
        let queue = Queue { next: self.queue.next + 1, ..self.queue.clone() };
        Singles { queue, ..*self }.go_on(game, events)
    }
}
