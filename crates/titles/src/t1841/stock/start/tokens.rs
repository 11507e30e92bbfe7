//! Chapter 3.3.4: the tokens of a new company and their price by distance.

use crate::t1841::Game;
use crate::t1841::rules::{TokenDistance, TokenShortfall};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};
use std::sync::{Arc, OnceLock};

/// 1841-3.3.4-01: a new company buys its tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tokens {
    pub(crate) company: CompanyId,
}

impl Tokens {
    /// How many at least and at most, and what each costs.
    fn choice(self, game: &Game) -> (u8, u8, Money) {
        let (class, each) = (game.charter(self.company).class, game.tokens_cost(self.company));
        let cash = game.table.ledger.company(self.company);
        let affordable = if each > Money::ZERO { (cash.0 / each.0).clamp(0, 255) as u8 } else { u8::MAX };
        (class.tokens_min, class.tokens_max.min(affordable).max(class.tokens_min), each)
    }
}

impl Decision<Game> for Tokens {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.deciding(self.company))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Tokens
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (min, max, each) = self.choice(game);
        vec![Offer::BuyTokens { company: game.name(self.company), min, max, each }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (company, name) = (self.company, game.name(self.company));
        let Action::BuyTokens { company: of, count } = action else {
            return Err(Refusal::out_of_place(say!("buy the tokens of the new company")));
        };
        if *of != name {
            return Err(Refusal::plain(say!("{company} buys its tokens now", company = name)));
        }
        let (min, max, each) = self.choice(game);
        require((min..=max).contains(count), "1841-3.3.4-01", || {
            say!("it buys {min} to {max} tokens", min, max)
        })?;
        let cost = each * i32::from(*count);
        game.cover_tokens(company, cost, events)?;
        let why = say!("{count} {count|token|tokens}", count = *count);
        game.table.ledger.pay(Account::Company(company), Account::Bank, cost, why, events)?;
        if let Some(charter) = game.company_mut(company) {
            charter.tokens += count - min;
        }
        game.table.pending.pop();
        Ok(())
    }
}

/// What tokens cost on one board, found where somebody asks for it.
#[derive(Debug)]
pub(crate) struct HomePrices {
    /// By hex: whether it counts as a laid tile.
    tiled: Vec<bool>,
    /// By hex: what a token costs with a home there.
    found: Vec<OnceLock<Money>>,
}

impl HomePrices {
    fn new(tiled: Vec<bool>) -> HomePrices {
        let found = tiled.iter().map(|_| OnceLock::new()).collect();
        HomePrices { tiled, found }
    }
}

/// What tokens cost.
impl Game {
    /// 1841-3.3.4-10: what each token of a company costs with its homes.
    pub(crate) fn tokens_cost(&self, company: CompanyId) -> Money {
        if self.charter(company).historical {
            return self.fixed.figures.historical_token;
        }
        // The company's own tokens are on the map already; they are no track.
        self.token_price(&self.company(company).homes)
    }

    /// 1841-3.3.4-14: the higher price holds for all.
    pub(super) fn token_price(&self, homes: &[HexId]) -> Money {
        self.dearest(&self.home_prices(), homes)
    }

    /// The same by prices that were asked for already.
    pub(super) fn dearest(&self, prices: &HomePrices, homes: &[HexId]) -> Money {
        homes.iter().filter_map(|hex| self.home_price(prices, *hex)).max().unwrap_or_default()
    }

    /// What tokens cost on this board, asked for again and again while companies may be started.
    pub(super) fn home_prices(&self) -> Arc<HomePrices> {
        let (board, starting) = (&self.table.board, self.starting().collect::<SmallVec<[CompanyId; 2]>>());
        let key = stable_hash(&(board.fingerprint(), self.table.borders, starting));
        self.found.home_prices.get(key, || HomePrices::new(self.tiled()))
    }

    /// What a token costs with a home at a hex.
    pub(super) fn home_price(&self, prices: &HomePrices, home: HexId) -> Option<Money> {
        let price = prices.found.get(home.index())?;
        Some(*price.get_or_init(|| self.price_near(&prices.tiled, home)))
    }

    /// 1841-3.3.4-11: by the distance of the nearest tile.
    fn price_near(&self, tiled: &[bool], home: HexId) -> Money {
        let distance = self.distance_to_tile(tiled, home);
        let near = distance.and_then(|distance| self.fixed.figures.token_near.get(distance));
        near.copied().unwrap_or(self.fixed.figures.token_far)
    }

    /// How far the nearest tile is, as far as it matters. Tiles beyond a border do not count (1841-3.3.4-13,
    /// 1841-3.3.4-13-v2).
    fn distance_to_tile(&self, tiled: &[bool], home: HexId) -> Option<usize> {
        let walked = self.fixed.rules.token_distance == TokenDistance::Walked;
        let mut near: SmallVec<[HexId; 24]> = smallvec![home];
        let mut from = 0;
        for distance in 0..self.fixed.figures.token_near.len() {
            let until = near.len();
            for at in from..until {
                let Some(&hex) = near.get(at) else { continue };
                if tiled.get(hex.index()) == Some(&true) && (walked || self.same_side(hex, home)) {
                    return Some(distance);
                }
                let sides = self.table.board.map().hex(hex).map(|hex| hex.sides.iter());
                for side in sides.into_iter().flatten() {
                    let open = !walked || (!side.impassable && side.borders & self.table.borders == 0);
                    if let Some((next, _)) = side.to.filter(|(next, _)| open && !near.contains(next)) {
                        near.push(next);
                    }
                }
            }
            from = until;
        }
        None
    }

    /// 1841-3.3.4-12, 1841-3.3.4-12-v2: by hex, whether it counts as a laid tile.
    fn tiled(&self) -> Vec<bool> {
        let board = &self.table.board;
        let joined = match self.fixed.rules.token_distance {
            TokenDistance::Straight => Some(self.reach_of_all_bases()),
            TokenDistance::Walked => None,
        };
        let counts = |hex: HexId| {
            let printed = || !board.face(hex).track.is_empty();
            board.laid(hex).is_some()
                || printed()
                    && match &joined {
                        Some(reach) => reach.track(hex) != 0 || reach.stops_at(hex) != 0,
                        None => self.has_city(hex) || self.joined_to_laid(hex),
                    }
        };
        board.map().ids().map(counts).collect()
    }

    fn has_city(&self, hex: HexId) -> bool {
        self.table.board.face(hex).stops.iter().any(|stop| stop.kind == StopKind::City)
    }

    /// Whether a laid tile next to a printed hex continues its track.
    fn joined_to_laid(&self, hex: HexId) -> bool {
        let (board, exits) = (&self.table.board, self.table.board.face(hex).exits());
        let sides = board.map().hex(hex).map(|hex| hex.sides.iter().enumerate());
        sides.into_iter().flatten().any(|(side, beyond)| {
            exits >> side & 1 != 0
                && beyond.to.is_some_and(|(next, back)| {
                    board.laid(next).is_some() && board.face(next).exits() >> back & 1 != 0
                })
        })
    }

    /// 1841-3.3.3-05-v2: just enough of the offering goes to the pool at half price.
    fn cover_tokens(&mut self, company: CompanyId, cost: Money, events: &mut Events) -> Play {
        let missing = cost - self.table.ledger.company(company);
        if missing <= Money::ZERO || self.fixed.rules.token_shortfall == TokenShortfall::Refused {
            return Ok(());
        }
        let unit = self.charter(company).unit;
        let offering = self.table.shares.percent(company, Holder::Offering);
        let mut percent = unit;
        while percent < offering && self.half_price(company, percent) < missing {
            percent += unit;
        }
        let proceeds = self.half_price(company, percent);
        let why = say!("{percent}% of {company} at half price", percent, company = self.name(company));
        self.table.shares.give_percent(company, percent, Holder::Offering, Holder::Pool, events)?;
        self.table.ledger.pay(Account::Bank, Account::Company(company), proceeds, why, events)?;
        self.move_down(company, percent / unit, events);
        Ok(())
    }
}
