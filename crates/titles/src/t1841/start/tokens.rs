//! §3.3.4-01, -10 to -14: the tokens of a new company and their price by distance.

use super::HISTORICAL_TOKEN;
use crate::t1841::rules::{TokenDistance, TokenShortfall};
use crate::t1841::{Game, Play};
use ferrata_engine::action::Action;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::StopKind;
use smallvec::{SmallVec, smallvec};

/// §3.3.4-11: what each token costs by the distance of the nearest tile.
fn price_at_distance(distance: Option<u8>) -> Money {
    match distance {
        Some(0) => Money(200),
        Some(1) => Money(100),
        Some(2) => Money(50),
        _ => Money(25),
    }
}

/// §3.3.4: tokens and their price.
impl Game {
    /// What each token of a company costs with these homes (§3.3.4-10, -11, -14).
    pub(crate) fn tokens_cost(&self, company: CompanyId) -> Money {
        if self.charter(company).historical {
            return HISTORICAL_TOKEN;
        }
        // The company's own tokens are on the map already; they are no track.
        self.token_price(&self.company(company).homes)
    }

    /// §3.3.4-14: the higher price holds for all.
    pub(super) fn token_price(&self, homes: &[HexId]) -> Money {
        let tiled = self.tiled();
        homes.iter().map(|hex| self.price_near(&tiled, *hex)).max().unwrap_or_default()
    }

    pub(super) fn price_near(&self, tiled: &[bool], home: HexId) -> Money {
        price_at_distance(self.distance_to_tile(tiled, home))
    }

    /// How far the nearest tile is; none if more than two hexes. Tiles beyond a border do not count
    /// (§3.3.4-13).
    fn distance_to_tile(&self, tiled: &[bool], home: HexId) -> Option<u8> {
        let walked = self.rules().token_distance == TokenDistance::Walked;
        let mut near: SmallVec<[HexId; 24]> = smallvec![home];
        let mut from = 0;
        for distance in 0..=2 {
            let until = near.len();
            for at in from..until {
                let Some(&hex) = near.get(at) else { continue };
                if tiled.get(hex.index()) == Some(&true) && (walked || self.same_side(hex, home)) {
                    return Some(distance);
                }
                let sides = self.t.board.map().hex(hex).map(|hex| hex.sides.iter());
                for side in sides.into_iter().flatten() {
                    let open = !walked || (!side.impassable && side.borders & self.t.borders == 0);
                    if let Some((next, _)) = side.to.filter(|(next, _)| open && !near.contains(next)) {
                        near.push(next);
                    }
                }
            }
            from = until;
        }
        None
    }

    /// §3.3.4-12: by hex, whether it counts as a laid tile.
    pub(super) fn tiled(&self) -> Vec<bool> {
        let board = &self.t.board;
        let joined = match self.rules().token_distance {
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
        self.t.board.face(hex).stops.iter().any(|stop| stop.kind == StopKind::City)
    }

    /// Whether a laid tile next to a printed hex continues its track.
    fn joined_to_laid(&self, hex: HexId) -> bool {
        let (board, exits) = (&self.t.board, self.t.board.face(hex).exits());
        let sides = board.map().hex(hex).map(|hex| hex.sides.iter().enumerate());
        sides.into_iter().flatten().any(|(side, beyond)| {
            exits >> side & 1 != 0
                && beyond.to.is_some_and(|(next, back)| {
                    board.laid(next).is_some() && board.face(next).exits() >> back & 1 != 0
                })
        })
    }

    /// The tokens step: how many, at which price.
    fn token_choice(&self, company: CompanyId) -> (u8, u8, Money) {
        let (charter, each) = (self.charter(company), self.tokens_cost(company));
        let cash = self.t.ledger.company(company);
        let affordable = if each > Money::ZERO { (cash.0 / each.0).clamp(0, 9) as u8 } else { 9 };
        (charter.min_tokens(), charter.max_tokens().min(affordable).max(charter.min_tokens()), each)
    }

    pub(in crate::t1841) fn token_offers(&self, company: CompanyId) -> Vec<Offer> {
        let (min, max, each) = self.token_choice(company);
        vec![Offer::BuyTokens { company: self.name(company), min, max, each }]
    }

    /// §3.3.4-01: the company buys its tokens.
    pub(in crate::t1841) fn buy_tokens(&mut self, company: CompanyId, action: &Action) -> Play {
        let Action::BuyTokens { company: of, count } = action else {
            return Err(self.wrong("buy the tokens of the new company"));
        };
        if *of != self.name(company) {
            return Err(Refusal::plain(format!("{} buys its tokens now", self.name(company))));
        }
        let (min, max, each) = self.token_choice(company);
        require((min..=max).contains(count), "1841-3.3.4-01", || format!("it buys {min} to {max} tokens"))?;
        let cost = each * i32::from(*count);
        self.cover_tokens(company, cost)?;
        self.pay(Account::Company(company), Account::Bank, cost, format!("{count} tokens"))?;
        if let Some(things) = self.company_mut(company) {
            things.tokens += count - min;
        }
        self.t.steps.pop();
        Ok(())
    }

    /// §3.3.3-05-v2: just enough of the offering goes to the pool at half price.
    fn cover_tokens(&mut self, company: CompanyId, cost: Money) -> Play {
        let missing = cost - self.t.ledger.company(company);
        if missing <= Money::ZERO || self.rules().token_shortfall == TokenShortfall::Refused {
            return Ok(());
        }
        let unit = self.charter(company).unit();
        let offering = self.t.shares.percent(company, Holder::Offering);
        let mut percent = unit;
        while percent < offering && self.half_price(company, percent) < missing {
            percent += unit;
        }
        let proceeds = self.half_price(company, percent);
        let name = self.name(company);
        self.t.shares.give_percent(company, percent, Holder::Offering, Holder::Pool, &mut self.events)?;
        self.pay(
            Account::Bank,
            Account::Company(company),
            proceeds,
            format!("{percent}% of {name} at half price"),
        )?;
        self.move_down(company, percent / unit);
        Ok(())
    }

    /// Who decides for a company that is being started.
    pub(crate) fn starting_seat(&self, company: CompanyId) -> SeatId {
        self.leader(company).unwrap_or(self.t.priority)
    }
}
