//! §4.6.8: the Ferdinandea is split into its Venetian and its Lombard successor.

use super::areas::Area;
use super::prices::COLUMN_K;
use super::state::{Standing, Step};
use super::{Game, Play};
use ferrata_engine::action::Action;
use ferrata_engine::board::{ANY_GAUGE, Board, Terms, Token};
use ferrata_engine::chart::Field;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// What a further token costs after the split (§4.6.8-12-v2).
const TOKEN: Money = Money(50);
/// The tokens each successor has at least, in v1 exactly (§4.6.8-03).
const TOKENS: u8 = 2;

/// The split under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Splitting {
    /// IRSFF.
    pub old: CompanyId,
    /// SFV, in v2 SB.
    pub veneta: CompanyId,
    /// SFL.
    pub sfl: CompanyId,
    /// IRSFF's director, or whoever runs the operating company if IRSFF is frozen.
    pub decider: SeatId,
    /// The successors act in this operating round (§4.6.8-15).
    pub act: bool,
    /// What comes next.
    pub stage: Stage,
}

/// The stages of the split.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Tokens beyond two of a successor: the director says which go (v1, G-33).
    Surplus,
    /// The director chooses a company for his certificate (v2, less than 40%).
    Director,
    /// Pairs are exchanged at the holders' choice (v1).
    Pairs(Queue),
    /// Single shares are exchanged.
    Singles(Queue),
    /// Shares are offered (v2).
    Offers {
        /// Of the Lombard successor; else of the Venetian.
        lombard: bool,
        /// To whom.
        to: Queue,
        /// The first offer of each is made without being called for.
        first: bool,
        /// Further rounds are over for these two.
        done: [bool; 2],
    },
    /// The director of a successor may call for another round of offers.
    Again {
        /// Of the Lombard successor; else of the Venetian.
        lombard: bool,
        /// Further rounds are over for these two.
        done: [bool; 2],
    },
    /// Further tokens are bought.
    Tokens {
        /// By the Lombard successor; else by the Venetian.
        lombard: bool,
    },
}

/// Holders in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Queue {
    /// The holders.
    pub holders: Vec<Holder>,
    /// Whose turn it is.
    pub next: u8,
}

impl Queue {
    fn new(holders: Vec<Holder>) -> Queue {
        Queue { holders, next: 0 }
    }

    fn head(&self) -> Option<Holder> {
        self.holders.get(self.next as usize).copied()
    }
}

/// The split falls due.
pub(super) fn begin(game: &mut Game) -> Play {
    game.begin_split()
}

/// Steps 1 to 6: markers, tokens, trains, cash, treasury.
impl Game {
    /// Splits IRSFF if it is in operation; in v2 only without a connection between Milano and Venezia.
    pub(super) fn begin_split(&mut self) -> Play {
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

    pub(super) fn leave_game(&mut self, company: CompanyId) {
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

    fn surplus(&self, split: &Splitting) -> Vec<Token> {
        let tokens: Vec<Token> = self.t.board.tokens_of(split.old).collect();
        let count = |heir| tokens.iter().filter(|token| self.successor_of(split, token.hex) == heir).count();
        let over = |token: &&Token| count(self.successor_of(split, token.hex)) > usize::from(TOKENS);
        tokens.iter().filter(over).copied().collect()
    }

    /// Steps 2 and 3. In v1 the director chooses which tokens beyond two go (G-33); online the first two laid
    /// are replaced and the others stay, dead (O-21).
    fn split_or_ask_tokens(&mut self, split: Splitting) -> Play {
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
        for (at, (cert, printed)) in treasury.into_iter().enumerate() {
            let heir = if at % 2 == 0 { split.veneta } else { split.sfl };
            self.t.shares.give(cert, Holder::Company(heir), &mut self.events)?;
            self.check_director(printed.company)?;
        }
        Ok(())
    }
}

/// Steps 7 to 10: shares.
impl Game {
    fn begin_split_exchange(&mut self, split: Splitting) -> Play {
        if self.rules().split.free_choice {
            let stage = Stage::Pairs(Queue::new(self.split_holders(&split, 20)));
            return self.run_split_pairs(Splitting { stage, ..split });
        }
        match self.t.shares.director(split.old) {
            Holder::Pool | Holder::Offering => self.split_frozen(split),
            director if self.t.shares.percent(split.old, director) >= 40 => {
                for company in [split.veneta, split.sfl] {
                    self.return_old_pair(&split, director)?;
                    self.give_directorship(company, director)?;
                }
                self.deal_pairs(split, None)
            }
            _ => {
                self.t.steps.push(Step::Split(Box::new(Splitting { stage: Stage::Director, ..split })));
                Ok(())
            }
        }
    }

    /// Those who have so much of IRSFF, in the order of shareholders.
    fn split_holders(&self, split: &Splitting, percent: u8) -> Vec<Holder> {
        let order = self.shareholder_order(split.decider, &[split.old, split.veneta, split.sfl]);
        order.into_iter().filter(|holder| self.t.shares.percent(split.old, *holder) >= percent).collect()
    }

    /// IRSFF was frozen: so are its successors. Online one certificate is forgotten (O-21).
    fn split_frozen(&mut self, split: Splitting) -> Play {
        let frozen: &[CompanyId] =
            if self.rules().online { &[split.veneta] } else { &[split.veneta, split.sfl] };
        for company in frozen {
            self.director_to_pool(*company)?;
        }
        self.begin_singles(split)
    }

    fn director_to_pool(&mut self, company: CompanyId) -> Play {
        self.reach(Area::Frozen);
        let cert = self.t.shares.director_certificate(company);
        cert.map_or(Ok(()), |cert| self.t.shares.give(cert, Holder::Pool, &mut self.events))
    }

    /// Returns a pair of IRSFF: the director's certificate or two others.
    fn return_old_pair(&mut self, split: &Splitting, holder: Holder) -> Play {
        let mut held: Vec<_> = self.t.shares.of_held_by(split.old, holder).collect();
        held.sort_by_key(|(_, cert)| std::cmp::Reverse(cert.percent));
        let mut returned = 0;
        for (cert, printed) in held {
            if returned >= 20 {
                break;
            }
            returned += printed.percent;
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
        }
        Ok(())
    }

    /// §4.6.8-08-v2: pairs in order; the next pair takes the director's certificate that is left.
    fn deal_pairs(&mut self, split: Splitting, mut left: Option<CompanyId>) -> Play {
        for holder in self.split_holders(&split, 20) {
            while self.t.shares.percent(split.old, holder) >= 20 {
                self.return_old_pair(&split, holder)?;
                match left.take() {
                    Some(company) if holder == Holder::Pool => self.director_to_pool(company)?,
                    Some(company) => self.give_directorship(company, holder)?,
                    None => self.give_one_of_each(&split, holder)?,
                }
            }
        }
        if let Some(company) = left {
            self.director_to_pool(company)?;
        }
        self.begin_singles(split)
    }

    fn give_one_of_each(&mut self, split: &Splitting, holder: Holder) -> Play {
        for company in [split.veneta, split.sfl] {
            self.give_successor_share(company, holder)?;
        }
        Ok(())
    }

    fn give_successor_share(&mut self, company: CompanyId, holder: Holder) -> Play {
        let unit = self.charter(company).unit();
        if self.has_ordinary(company) {
            self.t.shares.give_percent(company, unit, Holder::Offering, holder, &mut self.events)?;
        }
        self.check_successor(company)
    }

    /// A successor whose director's certificate has not been given out yet has no director to be changed.
    fn check_successor(&mut self, company: CompanyId) -> Play {
        match self.t.shares.director(company) {
            Holder::Offering => Ok(()),
            _ => self.check_director(company),
        }
    }

    fn has_ordinary(&self, company: CompanyId) -> bool {
        self.t.shares.ordinary(company, self.charter(company).unit(), Holder::Offering).is_some()
    }

    fn has_directorship(&self, company: CompanyId) -> bool {
        self.t.shares.director(company) == Holder::Offering
    }

    /// What a holder may take for a pair (v1): one share of each, or a director's certificate.
    fn pair_options(&self, split: &Splitting) -> SmallVec<[(OptionName, String); 3]> {
        let mut options = SmallVec::new();
        for company in [split.veneta, split.sfl] {
            if self.has_directorship(company) {
                let name = self.name(company);
                options.push((OptionName(name.0), format!("the director's certificate of {name}")));
            }
        }
        if self.has_ordinary(split.veneta) && self.has_ordinary(split.sfl) {
            options.push((OptionName::of("both"), "one share of each company".to_owned()));
        }
        options
    }

    /// §4.6.8-08, -09: pairs one after another; the pool takes one of each.
    fn run_split_pairs(&mut self, mut split: Splitting) -> Play {
        while let Stage::Pairs(queue) = &mut split.stage {
            let Some(holder) = queue.head() else { break };
            if self.t.shares.percent(split.old, holder) < 20 {
                queue.next += 1;
                continue;
            }
            let options = self.pair_options(&split);
            if options.len() > 1 && self.spokesman(holder).is_some() {
                self.t.steps.push(Step::Split(Box::new(split)));
                return Ok(());
            }
            let Some((option, _)) = options.last().cloned() else { break };
            self.exchange_pair(&split, holder, option)?;
        }
        for company in [split.veneta, split.sfl] {
            if self.has_directorship(company) && !self.director_can_come(&split) {
                self.director_to_pool(company)?;
            }
        }
        self.begin_singles(split)
    }

    /// Whether a director's certificate can still be taken: not once the pairs are over (G-33).
    fn director_can_come(&self, split: &Splitting) -> bool {
        matches!(&split.stage, Stage::Pairs(queue) if queue.head().is_some())
    }

    fn exchange_pair(&mut self, split: &Splitting, holder: Holder, option: OptionName) -> Play {
        self.return_old_pair(split, holder)?;
        if option.as_str() == "both" {
            return self.give_one_of_each(split, holder);
        }
        let company = if OptionName(self.name(split.veneta).0) == option { split.veneta } else { split.sfl };
        match holder {
            Holder::Pool => self.director_to_pool(company),
            _ => self.give_directorship(company, holder),
        }
    }

    /// §4.6.8-10, -11: single shares at the holder's choice.
    fn begin_singles(&mut self, split: Splitting) -> Play {
        let stage = Stage::Singles(Queue::new(self.split_holders(&split, 10)));
        self.run_singles(Splitting { stage, ..split })
    }

    fn run_singles(&mut self, mut split: Splitting) -> Play {
        while let Stage::Singles(queue) = &mut split.stage {
            let Some(holder) = queue.head() else { break };
            let both = self.has_ordinary(split.veneta) && self.has_ordinary(split.sfl);
            if both && (holder == Holder::Pool || self.spokesman(holder).is_some()) {
                self.t.steps.push(Step::Split(Box::new(split)));
                return Ok(());
            }
            queue.next += 1;
            let company = [split.veneta, split.sfl].into_iter().find(|company| self.has_ordinary(*company));
            let Some(company) = company else { break };
            self.exchange_single(&split, holder, company)?;
        }
        self.after_singles(split)
    }

    fn exchange_single(&mut self, split: &Splitting, holder: Holder, company: CompanyId) -> Play {
        let single = self.t.shares.of_held_by(split.old, holder).next();
        if let Some((cert, _)) = single {
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
            self.give_successor_share(company, holder)?;
        }
        Ok(())
    }
}

/// Steps 11 to 13: offers, tokens, the end.
impl Game {
    fn after_singles(&mut self, split: Splitting) -> Play {
        if !self.rules().split.share_offers {
            return self.finish_split(split);
        }
        self.offer_successor(split, false, true, [false, false])
    }

    fn successor(split: &Splitting, lombard: bool) -> CompanyId {
        if lombard { split.sfl } else { split.veneta }
    }

    /// The shareholders of a successor, in order from its director.
    fn successor_holders(&self, split: &Splitting, company: CompanyId) -> Vec<Holder> {
        let from = self.leader(company).unwrap_or(split.decider);
        let order = self.shareholder_order(from, &[split.old, company]);
        let has_some = |holder: &Holder| self.t.shares.percent(company, *holder) > 0;
        order.into_iter().filter(|holder| self.spokesman(*holder).is_some()).filter(has_some).collect()
    }

    /// §4.6.8-12-v2: every shareholder may buy one share.
    fn offer_successor(&mut self, split: Splitting, lombard: bool, first: bool, done: [bool; 2]) -> Play {
        let to = Queue::new(self.successor_holders(&split, Game::successor(&split, lombard)));
        self.run_split_offers(Splitting { stage: Stage::Offers { lombard, to, first, done }, ..split })
    }

    fn run_split_offers(&mut self, mut split: Splitting) -> Play {
        loop {
            let company = match split.stage {
                Stage::Offers { lombard, .. } => Game::successor(&split, lombard),
                _ => return Ok(()),
            };
            let Stage::Offers { lombard, to, first, done } = &mut split.stage else { return Ok(()) };
            let Some(holder) = to.head() else {
                let (lombard, first, done) = (*lombard, *first, *done);
                return match (first, lombard) {
                    (true, false) => self.offer_successor(split, true, true, done),
                    _ => self.call_again(split, !lombard, done),
                };
            };
            if self.can_take_offer(holder, company) {
                self.t.steps.push(Step::Split(Box::new(split)));
                return Ok(());
            }
            to.next += 1;
        }
    }

    /// The directors call for further rounds alternately, while somebody can buy.
    fn call_again(&mut self, split: Splitting, lombard: bool, mut done: [bool; 2]) -> Play {
        for lombard in [lombard, !lombard] {
            let company = Game::successor(&split, lombard);
            let wanted = self.successor_holders(&split, company);
            let over = done.get(usize::from(lombard)).copied().unwrap_or(true);
            if !over && wanted.iter().any(|holder| self.can_take_offer(*holder, company)) {
                let stage = Stage::Again { lombard, done };
                self.t.steps.push(Step::Split(Box::new(Splitting { stage, ..split })));
                return Ok(());
            }
            if let Some(over) = done.get_mut(usize::from(lombard)) {
                *over = true;
            }
        }
        self.split_buys_tokens(split, false)
    }

    /// §4.6.8-12-v2: further tokens at 50; a frozen company buys none.
    fn split_buys_tokens(&mut self, split: Splitting, lombard: bool) -> Play {
        let company = Game::successor(&split, lombard);
        let asked = !self.rules().split.two_tokens && !self.frozen(company);
        if asked && self.further_tokens(company, TOKEN) > 0 {
            self.t.steps.push(Step::Split(Box::new(Splitting { stage: Stage::Tokens { lombard }, ..split })));
            return Ok(());
        }
        if lombard { self.finish_split(split) } else { self.split_buys_tokens(split, true) }
    }

    fn finish_split(&mut self, split: Splitting) -> Play {
        for company in [split.veneta, split.sfl] {
            self.check_successor(company)?;
            if split.act {
                self.set_due(company);
            }
        }
        self.dissolve(split.old, self.rules().split.surplus_tokens_stay)?;
        self.resume_procedures()
    }
}

/// Asking and answering.
impl Game {
    /// The player who is asked.
    pub(super) fn split_seat(&self, split: &Splitting) -> SeatId {
        let spokesman = |holder: Option<Holder>| holder.and_then(|holder| self.spokesman(holder));
        let asked = match &split.stage {
            Stage::Surplus => None,
            Stage::Director => spokesman(Some(self.t.shares.director(split.old))),
            Stage::Pairs(queue) | Stage::Singles(queue) => spokesman(queue.head()),
            Stage::Offers { to, .. } => spokesman(to.head()),
            Stage::Again { lombard, .. } | Stage::Tokens { lombard } => {
                self.leader(Game::successor(split, *lombard))
            }
        };
        asked.unwrap_or(split.decider)
    }

    /// What is asked, in a few words.
    pub(super) fn split_asks(split: &Splitting) -> &'static str {
        match split.stage {
            Stage::Surplus => "choose the tokens that go",
            Stage::Director => "choose the company to direct",
            Stage::Pairs(_) | Stage::Singles(_) => "exchange shares of the Ferdinandea",
            Stage::Offers { .. } => "buy a share or not",
            Stage::Again { .. } => "call for another round of shares or not",
            Stage::Tokens { .. } => "buy tokens",
        }
    }

    /// What may be answered.
    pub(super) fn split_offers(&self, split: &Splitting) -> Vec<Offer> {
        let either = || [split.veneta, split.sfl].map(|company| self.name(company));
        match &split.stage {
            Stage::Surplus => self.surplus_offers(split),
            Stage::Director => vec![Offer::Choose {
                about: "the director's certificate".to_owned(),
                options: either().map(|name| (OptionName(name.0), format!("direct {name}"))).to_vec(),
            }],
            Stage::Pairs(_) => {
                let options = self.pair_options(split).into_vec();
                vec![Offer::Choose { about: "a pair of shares".to_owned(), options }]
            }
            Stage::Singles(_) => vec![Offer::Choose {
                about: "a single share".to_owned(),
                options: either().map(|name| (OptionName(name.0), format!("a share of {name}"))).to_vec(),
            }],
            Stage::Offers { lombard, .. } => vec![self.share_question(Game::successor(split, *lombard))],
            Stage::Again { lombard, .. } => {
                let name = self.name(Game::successor(split, *lombard));
                vec![Offer::Choose {
                    about: format!("another round of offers of {name}"),
                    options: vec![
                        (OptionName::of("yes"), "call for it".to_owned()),
                        (OptionName::of("no"), "let it be".to_owned()),
                    ],
                }]
            }
            Stage::Tokens { lombard } => {
                let company = Game::successor(split, *lombard);
                let max = self.further_tokens(company, TOKEN);
                vec![Offer::BuyTokens { company: self.name(company), min: 0, max, each: TOKEN }]
            }
        }
    }

    fn surplus_offers(&self, split: &Splitting) -> Vec<Offer> {
        let offer = |token: Token| Offer::RemoveToken {
            company: self.name(token.company),
            hex: self.hex_name(token.hex),
            stop: token.stop,
        };
        self.surplus(split).into_iter().map(offer).collect()
    }

    /// Carries out an answer to the split on top of the stack.
    pub(super) fn answer_split(&mut self, action: &Action) -> Play {
        let Some(Step::Split(split)) = self.t.steps.pop() else { return Err(self.wrong("wait")) };
        let mut split = *split;
        match (split.stage.clone(), action) {
            (Stage::Surplus, Action::RemoveToken { company, hex, stop }) => {
                let (company, hex) = (self.find_company(*company)?, self.find_hex(*hex)?);
                let there = |token: &Token| (token.company, token.hex, token.stop) == (company, hex, *stop);
                require(self.surplus(&split).iter().any(there), "1841-4.6.8-04", || {
                    "this token is not one too many".into()
                })?;
                self.t.board.remove(company, hex, *stop);
                self.split_or_ask_tokens(split)
            }
            (Stage::Director, Action::Choose { option }) => {
                let company = self.chosen_heir(&split, *option)?;
                let director = self.t.shares.director(split.old);
                self.return_old_pair(&split, director)?;
                self.give_directorship(company, director)?;
                let left = if company == split.veneta { split.sfl } else { split.veneta };
                self.deal_pairs(split, Some(left))
            }
            (Stage::Pairs(queue), Action::Choose { option }) => {
                let known = self.pair_options(&split).iter().any(|(name, _)| name == option);
                require(known, "1841-4.6.8-08", || format!("\"{option}\" cannot be had for a pair now"))?;
                self.exchange_pair(&split, queue.head().unwrap_or(Holder::Pool), *option)?;
                self.run_split_pairs(split)
            }
            (Stage::Singles(queue), Action::Choose { option }) => {
                let company = self.chosen_heir(&split, *option)?;
                self.exchange_single(&split, queue.head().unwrap_or(Holder::Pool), company)?;
                if let Stage::Singles(queue) = &mut split.stage {
                    queue.next += 1;
                }
                self.run_singles(split)
            }
            (Stage::Offers { lombard, to, .. }, action) => {
                if let (true, Some(holder)) = (self.yes_or_no(action)?, to.head()) {
                    self.take_offer(holder, Game::successor(&split, lombard))?;
                }
                if let Stage::Offers { to, .. } = &mut split.stage {
                    to.next += 1;
                }
                self.run_split_offers(split)
            }
            (Stage::Again { lombard, mut done }, action) => {
                if self.yes_or_no(action)? {
                    return self.offer_successor(split, lombard, false, done);
                }
                if let Some(over) = done.get_mut(usize::from(lombard)) {
                    *over = true;
                }
                self.call_again(split, !lombard, done)
            }
            (Stage::Tokens { lombard }, Action::BuyTokens { company, count }) => {
                let heir = Game::successor(&split, lombard);
                require(self.find_company(*company)? == heir, "1841-4.6.8-12-v2", || {
                    format!("{} buys tokens now", self.name(heir))
                })?;
                self.buy_further_tokens(heir, *count, TOKEN, "1841-4.6.8-12-v2")?;
                if lombard { self.finish_split(split) } else { self.split_buys_tokens(split, true) }
            }
            _ => Err(self.wrong(Game::split_asks(&split))),
        }
    }

    fn chosen_heir(&self, split: &Splitting, option: OptionName) -> Result<CompanyId, Refusal> {
        let either = [split.veneta, split.sfl].into_iter();
        let chosen = either.into_iter().find(|company| OptionName(self.name(*company).0) == option);
        chosen.ok_or_else(|| Refusal::rule("1841-4.6.8-10", "choose one of the two successors"))
    }
}
