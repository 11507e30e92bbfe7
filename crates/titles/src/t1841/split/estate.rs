//! §4.6.8-01 to -07: markers, tokens, trains, cash and treasury of IRSFF are divided.

use super::{Splitting, Stage};
use crate::t1841::areas::Area;
use crate::t1841::prices::COLUMN_K;
use crate::t1841::state::{Standing, Step};
use crate::t1841::{Game, Play};
use ferrata_engine::board::{ANY_GAUGE, Board, Terms, Token};
use ferrata_engine::chart::Field;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Account;
use ferrata_engine::shares::Holder;

/// The tokens each successor has at least, in v1 exactly (§4.6.8-03).
const TOKENS: u8 = 2;

/// Steps 1 to 6: markers, tokens, trains, cash, treasury.
impl Game {
    /// Splits IRSFF if it is in operation; in v2 only without a connection between Milano and Venezia.
    pub(in crate::t1841) fn begin_split(&mut self) -> Play {
        if self.t.split_done {
            return Ok(());
        }
        self.t.split_done = true;
        let roles = self.fixed.roles;
        let (Some(old), Some(veneta), Some(sfl)) = (roles.irsff, roles.veneta, roles.sfl) else {
            return Ok(());
        };
        let whole =
            !self.running(old) || (self.rules().split.only_unconnected && self.milano_joins_venezia(old));
        if whole {
            for company in [veneta, sfl] {
                self.leave_game(company);
            }
            return Ok(());
        }
        self.reach(Area::Split);
        let act = !self.has_acted(old);
        let decider = self.leader(old).unwrap_or_else(|| self.operating_seat());
        let split = Splitting { old, veneta, sfl, decider, act, stage: Stage::Surplus };
        self.place_successors(&split);
        self.start_dissolving(old);
        self.split_or_ask_tokens(split)
    }

    pub(in crate::t1841) fn leave_game(&mut self, company: CompanyId) {
        if let Some(company) = self.company_mut(company) {
            company.standing = Standing::Gone;
        }
    }

    /// §4.6.8-01-v2: IRSFF's tokens in Milano and Venezia are joined by track that some company can use.
    fn milano_joins_venezia(&self, old: CompanyId) -> bool {
        let at = |place: &str| {
            let here = |token: &Token| {
                self.t
                    .board
                    .map()
                    .hex(token.hex)
                    .and_then(|hex| hex.place.as_deref())
                    .is_some_and(|name| name.starts_with(place))
            };
            self.t.board.tokens_of(old).filter(|token| self.is_base(token)).find(here)
        };
        let (Some(milano), Some(venezia)) = (at("Milano"), at("Venezia")) else { return false };
        let joined = |company: CompanyId| {
            let terms = Terms {
                gauges: ANY_GAUGE,
                borders: 0,
                visit: |board: &Board, hex, stop| board.visit(company, hex, stop),
            };
            self.base_tokens(company).iter().any(|base| {
                let reach = self.t.board.reach(&[*base], &terms);
                reach.has_stop(milano.hex, milano.stop) && reach.has_stop(venezia.hex, venezia.stop)
            })
        };
        self.company_ids().filter(|company| self.running(*company)).any(joined)
    }

    /// Step 1: both markers on IRSFF's field, the Venetian on top; in v1 not beyond column K.
    fn place_successors(&mut self, split: &Splitting) {
        let field = self.t.chart.field(split.old);
        for company in [split.veneta, split.sfl] {
            self.arise(company);
            match field {
                Some(at) if self.rules().split.to_column_k && at.col > COLUMN_K => {
                    self.move_marker(company, Field { col: COLUMN_K, ..at });
                }
                _ if company == split.veneta => {
                    self.t.chart.inherit(&self.fixed.parts.grid, company, split.old, &mut self.events);
                }
                _ => {
                    self.t.chart.place_under(&self.fixed.parts.grid, company, split.veneta, &mut self.events)
                }
            }
        }
        self.t.chart.remove(&self.fixed.parts.grid, split.old, &mut self.events);
    }

    /// Who takes over a token: the Venetian successor in Veneto, the Lombard elsewhere (§4.6.8-04).
    fn successor_of(&self, split: &Splitting, hex: HexId) -> CompanyId {
        let region = self.t.board.map().hex(hex).and_then(|hex| hex.region);
        if region.is_some_and(|region| region == "Veneto") { split.veneta } else { split.sfl }
    }

    pub(super) fn surplus(&self, split: &Splitting) -> Vec<Token> {
        let tokens: Vec<Token> = self.t.board.tokens_of(split.old).collect();
        let count = |heir| tokens.iter().filter(|token| self.successor_of(split, token.hex) == heir).count();
        let over = |token: &&Token| count(self.successor_of(split, token.hex)) > usize::from(TOKENS);
        tokens.iter().filter(over).copied().collect()
    }

    /// Steps 2 and 3. In v1 the director chooses which tokens beyond two go (G-33); online the first two laid
    /// are replaced and the others stay, dead (O-21).
    pub(super) fn split_or_ask_tokens(&mut self, split: Splitting) -> Play {
        let rules = self.rules().split;
        if rules.two_tokens && !rules.surplus_tokens_stay && !self.surplus(&split).is_empty() {
            self.t.steps.push(Step::Split(Box::new(split)));
            return Ok(());
        }
        self.split_tokens(&split)?;
        self.split_trains(&split);
        self.split_cash(&split)?;
        self.split_treasury(&split)?;
        self.begin_split_exchange(split)
    }

    fn split_tokens(&mut self, split: &Splitting) -> Play {
        let rules = self.rules().split;
        for token in self.tokens_as_laid(split.old) {
            let heir = self.successor_of(split, token.hex);
            let has = self.t.board.tokens_of(heir).count();
            if rules.two_tokens && has >= usize::from(TOKENS) {
                continue;
            }
            self.replace_token(token, heir)?;
        }
        let spare = self.company(split.old).tokens;
        let dealt = if rules.two_tokens { [0, 0] } else { [spare.div_ceil(2), spare / 2] };
        for (company, dealt) in [split.veneta, split.sfl].into_iter().zip(dealt) {
            let placed = self.t.board.tokens_of(company).count() as u8;
            let homes = self.t.board.tokens_of(company).map(|token| token.hex).collect();
            if let Some(company) = self.company_mut(company) {
                company.tokens = dealt.max(TOKENS.saturating_sub(placed));
                company.homes = homes;
            }
        }
        if let Some(old) = self.company_mut(split.old) {
            old.tokens = 0;
        }
        Ok(())
    }

    /// A company's tokens, its homes first.
    fn tokens_as_laid(&self, company: CompanyId) -> Vec<Token> {
        let laid = &self.company(company).laid;
        let mut tokens: Vec<Token> = self.t.board.tokens_of(company).collect();
        let place = |token: &Token| laid.iter().position(|hex| *hex == token.hex).unwrap_or(usize::MAX);
        tokens.sort_by_key(|token| (place(token), token.hex));
        tokens
    }

    /// Step 4: from the strongest to the weakest, alternately.
    fn split_trains(&mut self, split: &Splitting) {
        let mut trains =
            self.company_mut(split.old).map(|old| std::mem::take(&mut old.trains)).unwrap_or_default();
        trains.sort_unstable_by(|a, b| b.cmp(a));
        for (at, train) in trains.into_iter().enumerate() {
            let heir = if at % 2 == 0 { split.veneta } else { split.sfl };
            if let Some(company) = self.company_mut(heir) {
                company.trains.push(train);
            }
        }
    }

    /// Step 5: 90% rounded up, and the rest.
    fn split_cash(&mut self, split: &Splitting) -> Play {
        let cash = self.cash(Holder::Company(split.old));
        let share = cash.percent_up(90);
        for (heir, amount) in [(split.veneta, share), (split.sfl, cash - share)] {
            if amount.0 > 0 {
                self.pay(
                    Account::Company(split.old),
                    Account::Company(heir),
                    amount,
                    "split of the Ferdinandea",
                )?;
            }
        }
        Ok(())
    }

    /// Step 6: certificates from the most to the least valuable, alternately.
    fn split_treasury(&mut self, split: &Splitting) -> Play {
        let mut treasury: Vec<_> = self.t.shares.held_by(Holder::Company(split.old)).collect();
        treasury.sort_by_key(|(cert, printed)| {
            std::cmp::Reverse((self.price_of(printed.company, printed.percent), *cert))
        });
        for (at, (cert, _)) in treasury.iter().enumerate() {
            let heir = if at % 2 == 0 { split.veneta } else { split.sfl };
            self.t.shares.give(*cert, Holder::Company(heir), &mut self.events)?;
        }
        // Only when all is dealt out: a change of director swaps certificates.
        for (_, printed) in treasury {
            self.check_director(printed.company)?;
        }
        Ok(())
    }
}
