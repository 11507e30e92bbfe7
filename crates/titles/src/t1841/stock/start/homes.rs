//! Chapter 3.3.4: where a new company is at home.

use super::HomePrices;
use crate::t1841::Game;
use crate::t1841::rules::TokenShortfall;
use crate::t1841::table::Pending;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::tile::StopKind;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// 1841-3.3.4-02: a new company places its home tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Homes {
    pub(crate) company: CompanyId,
}

impl Homes {
    /// Places the homes of historical companies; nobody is asked when all is settled.
    pub(in crate::t1841) fn proceed(self, game: &mut Game, events: &mut Events) -> Result<Flow, Refusal> {
        let over = self.place_fixed(game, events)? || self.over(game);
        if over {
            game.table.pending.pop();
        }
        Ok(if over { Flow::GoesOn } else { Flow::Waits })
    }

    /// Whether everything about the homes is settled.
    fn over(self, game: &Game) -> bool {
        let (placed, charter) = (game.company(self.company).homes.len(), game.charter(self.company));
        placed >= charter.class.homes
            || (placed > 0 && (charter.historical || !game.finds_home(self.company)))
    }

    /// 1841-3.3.4-03, 1841-3.3.4-03-v2: the homes of historical companies are occupied without a question, unless there
    /// is a choice. True if there is nothing more to place.
    fn place_fixed(self, game: &mut Game, events: &mut Events) -> Result<bool, Refusal> {
        let company = self.company;
        if !game.charter(company).historical || !game.company(company).homes.is_empty() {
            return Ok(false);
        }
        let open = |(hex, stop): &(HexId, u8)| game.table.board.free_slot(*hex, *stop).is_some();
        let free: Vec<_> = game.fixed_homes(company).into_iter().filter(open).collect();
        if game.chooses_home(company) && free.len() > 1 {
            return Ok(false);
        }
        for (hex, stop) in free {
            game.place_home(company, hex, stop, events)?;
        }
        // Every slot may be taken: then the company begins without a home on the map.
        Ok(game.company(company).homes.is_empty())
    }
}

impl Decision<Game> for Homes {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.deciding(self.company))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Home
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let (company, mut offers) = (game.name(self.company), Vec::new());
        let first = &game.company(self.company).homes;
        if !first.is_empty() {
            offers.push(Offer::Pass { means: say!("stop at one home") });
        }
        for (hex, stop) in game.home_places(self.company) {
            let homes: SmallVec<[HexId; 2]> = first.iter().copied().chain([hex]).collect();
            let cost = match game.charter(self.company).historical {
                true => game.fixed.figures.historical_token,
                false => game.token_price(&homes),
            };
            offers.push(Offer::PlaceToken { company, hex: game.hex_name(hex), stop, cost, by: None });
        }
        offers
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let company = self.company;
        match action {
            Action::Pass => {
                let one = !game.company(company).homes.is_empty();
                require(one, "1841-3.3.4-02", || say!("one home is needed"))?;
                game.table.pending.pop();
                Ok(())
            }
            Action::PlaceToken { company: of, hex, stop, by: None } if *of == game.name(company) => {
                let hex = game.fixed.parts.hex_named(*hex)?;
                if game.charter(company).historical {
                    let there = game.fixed_homes(company).contains(&(hex, *stop));
                    require(there, "1841-3.3.4-03", || say!("its home is fixed"))?;
                } else {
                    require(game.is_city(hex, *stop), "1841-3.3.4-02", || say!("a home is a city"))?;
                    game.may_be_home(company, hex, *stop)?;
                }
                game.place_home(company, hex, *stop, events)
            }
            _ => Err(Refusal::out_of_place(say!("place the home token"))),
        }
    }
}

/// What a company on its way has for its tokens: asked once for all places where its home could be.
struct Budget {
    paid_in: Money,
    /// It buys so many at least.
    tokens: u8,
    prices: Arc<HomePrices>,
}

/// Why a company may not choose a city. Most cities are asked about only to be left out: for those nobody needs words.
enum NoHome {
    Never,
    Austria,
    Kept,
    NotForMinors,
    Full,
    First,
    Border,
    /// So many tokens cost so much there.
    TooDear(u8, Money),
}

impl NoHome {
    fn refusal(self, game: &Game, hex: HexId) -> Refusal {
        match self {
            NoHome::Never => {
                Refusal::rule("1841-3.3.4-04", say!("{hex} is never a home", hex = game.hex_name(hex)))
            }
            NoHome::Austria => {
                Refusal::rule("1841-3.3.4-05", say!("Austrian cities are closed to new companies"))
            }
            NoHome::Kept => {
                let because = say!("this city is still kept for the companies of history");
                Refusal::rule("1841-3.3.4-06", because)
            }
            NoHome::NotForMinors => {
                let because = say!("a minor chooses a city without tokens, no capital");
                Refusal::rule("1841-3.3.4-08", because)
            }
            NoHome::Full => Refusal::rule("1841-3.3.4-09", say!("no slot is free")),
            NoHome::First => Refusal::rule("1841-4.2-08", say!("the first home is there")),
            NoHome::Border => Refusal::rule("1841-3.3.4-07", say!("a border lies between the two homes")),
            NoHome::TooDear(min, cost) => {
                let because = say!("{min} {min|token|tokens} would cost {cost} there", min, cost);
                Refusal::rule("1841-3.3.3-05", because)
            }
        }
    }
}

/// Where companies are at home.
impl Game {
    /// Where a company may be at home: the fixed places of a historical one, else every city it may choose.
    pub(crate) fn home_places(&self, company: CompanyId) -> Vec<(HexId, u8)> {
        if self.charter(company).historical {
            return self.fixed_homes(company);
        }
        let budget = self.budget(company);
        self.cities().filter(|place| self.no_home(company, *place, budget.as_ref()).is_none()).collect()
    }

    /// Whether there is a city that a company may choose.
    fn finds_home(&self, company: CompanyId) -> bool {
        let budget = self.budget(company);
        self.cities().any(|(hex, stop)| self.no_home(company, (hex, stop), budget.as_ref()).is_none())
    }

    /// All cities on the map.
    pub(crate) fn cities(&self) -> impl Iterator<Item = (HexId, u8)> + '_ {
        self.table.board.map().ids().flat_map(|hex| {
            let stops = self.table.board.face(hex).stops.iter().enumerate();
            let cities = stops.filter(|(_, stop)| stop.kind == StopKind::City);
            cities.map(move |(at, _)| (hex, at as u8)).collect::<SmallVec<[_; 2]>>()
        })
    }

    /// 1841-3.3.4-03: the printed homes; a stop that became one with another is found where it is now.
    pub(crate) fn fixed_homes(&self, company: CompanyId) -> Vec<(HexId, u8)> {
        let homes =
            self.fixed.parts.company_spec(company).map(|spec| spec.homes.as_slice()).unwrap_or_default();
        let mut places = Vec::new();
        for home in homes {
            let stops = self.table.board.face(home.hex).stops.len() as u8;
            let at = home.stop.unwrap_or(0);
            places.push((home.hex, if at < stops { at } else { 0 }));
            if self.chooses_home(company) && stops > 1 {
                places = (0..stops).map(|stop| (home.hex, stop)).collect();
            }
        }
        places
    }

    /// 1841-3.3.4-03-v2: SFMA chooses between the two cities of Firenze.
    fn chooses_home(&self, company: CompanyId) -> bool {
        self.fixed.rules.sfma_chooses && self.fixed.roles.maria_antonia == Some(company)
    }

    /// Whether a company may choose a city.
    fn may_be_home(&self, company: CompanyId, hex: HexId, stop: u8) -> Play {
        let budget = self.budget(company);
        self.no_home(company, (hex, stop), budget.as_ref()).map_or(Ok(()), |why| Err(why.refusal(self, hex)))
    }

    /// Why a city is none that a company may choose; `budget`: what it can pay for its tokens, where that matters.
    fn no_home(
        &self,
        company: CompanyId,
        (hex, stop): (HexId, u8),
        budget: Option<&Budget>,
    ) -> Option<NoHome> {
        let (geography, board) = (&self.fixed.geography, &self.table.board);
        let first = self.company(company).homes.first().copied();
        if geography.never_token.contains(&hex) {
            Some(NoHome::Never)
        } else if self.austria_closed(hex) {
            Some(NoHome::Austria)
        } else if self.phase_facts().homes_kept && geography.kept_homes.contains(&hex) {
            Some(NoHome::Kept)
        } else if self.charter(company).minor
            && (geography.capitals.contains(&hex) || !board.tokens_at(hex).is_empty())
        {
            Some(NoHome::NotForMinors)
        } else if board.free_slot(hex, stop).is_none() {
            Some(NoHome::Full)
        } else if first == Some(hex) {
            Some(NoHome::First)
        } else if first.is_some_and(|first| !self.same_side(first, hex)) {
            Some(NoHome::Border)
        } else {
            budget.and_then(|budget| self.too_dear(budget, first, hex))
        }
    }

    /// 1841-3.3.3-05, 1841-4.7.3-05: a company on its way pays for its tokens out of what was paid in.
    fn budget(&self, company: CompanyId) -> Option<Budget> {
        let placing = self.table.pending.last() == Some(&Pending::Homes(Homes { company }));
        let counts = placing && self.fixed.rules.token_shortfall == TokenShortfall::Refused;
        counts.then(|| Budget {
            paid_in: self.table.ledger.company(company),
            tokens: self.charter(company).class.tokens_min,
            prices: self.home_prices(),
        })
    }

    /// Whether what was paid in is too little for the tokens with a home there.
    fn too_dear(&self, budget: &Budget, first: Option<HexId>, hex: HexId) -> Option<NoHome> {
        let homes: SmallVec<[HexId; 2]> = first.into_iter().chain([hex]).collect();
        let cost = self.dearest(&budget.prices, &homes) * i32::from(budget.tokens);
        (budget.paid_in < cost).then_some(NoHome::TooDear(budget.tokens, cost))
    }

    fn place_home(&mut self, company: CompanyId, hex: HexId, stop: u8, events: &mut Events) -> Play {
        self.table.board.place(company, hex, stop)?;
        if let Some(charter) = self.company_mut(company) {
            charter.homes.push(hex);
            charter.laid.push(hex);
            charter.tokens = charter.tokens.saturating_sub(1);
        }
        events.push(Event::Token { company, hex, placed: true });
        Ok(())
    }
}
