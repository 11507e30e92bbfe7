//! §4.7.6: a minor becomes a major.

use super::areas::Area;
use super::emergency::Emergency;
use super::merge::{FURTHER_TOKEN, MAX_TOKENS};
use super::prices::COLUMN_K;
use super::state::{Activity, Round, Step};
use super::{Game, Play};
use ferrata_engine::action::Action;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CompanyName, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

/// What the second token costs that a major must have (§4.7.6-08).
pub(super) const SECOND_TOKEN: Money = Money(50);

/// A transformation under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Transformation {
    /// The minor.
    pub old: CompanyId,
    /// The major.
    pub new: CompanyId,
    /// It is part of the Tuscan merger (§4.6.9-03).
    pub tuscan: bool,
    /// What comes next.
    pub stage: Stage,
}

/// The stages of a transformation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Shares are offered.
    Offers {
        /// The second offer, to all players (§4.7.6-05); else the first, to all shareholders.
        second: bool,
        /// To whom they are offered, in order.
        to: Vec<Holder>,
        /// Whose turn it is.
        next: u8,
    },
    /// Tokens are bought.
    Tokens,
}

/// Whether the operating company can be transformed.
pub(super) fn asks(game: &Game, company: CompanyId) -> bool {
    game.may_transform(company).is_ok() && game.free_majors().next().is_some()
}

/// What the operating company may do.
pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers = vec![Offer::Pass { means: "do not transform".into() }];
    game.transform_offers(company, &mut offers);
    offers
}

/// An action of the operating company.
pub(super) fn play(game: &mut Game, company: CompanyId, action: &Action) -> Play {
    match action {
        Action::Pass => {
            super::operating::go_on(game);
            Ok(())
        }
        Action::Transform { into } => game.transform(company, *into),
        _ => Err(game.wrong("transform, or pass")),
    }
}

/// Whether it is possible, and its beginning.
impl Game {
    /// What the operating company may be transformed into.
    pub(super) fn transform_offers(&self, old: CompanyId, offers: &mut Vec<Offer>) {
        if self.may_transform(old).is_ok() {
            let into: Vec<_> = self.free_majors().map(|company| self.name(company)).collect();
            if !into.is_empty() {
                offers.push(Offer::Transform { into });
            }
        }
    }

    /// §4.7.6-01.
    fn may_transform(&self, old: CompanyId) -> Play {
        let name = self.name(old);
        require(self.charter(old).minor, "1841-4.7.6-01", || format!("{name} is a major already"))?;
        require(!self.charter(old).tuscan || self.t.tuscan_done, "1841-8-06", || {
            format!("{name} waits for the Tuscan merger")
        })?;
        require(self.concession_is_gone(old), "1841-4.7.6-01", || {
            format!("the concession of {name} has not left the game")
        })?;
        let column = self.t.chart.field(old).map(|field| field.col);
        let in_k = !self.rules().transform_in_column_k || column == Some(COLUMN_K);
        require(in_k, "1841-4.7.6-01", || format!("the marker of {name} is not in column K"))?;
        let cash = self.cash(Holder::Company(old));
        let short = self.token_count(old) < 2 && cash < SECOND_TOKEN && !self.rules().transform_emergency;
        require(!short, "1841-4.7.6-08", || format!("{name} cannot pay {SECOND_TOKEN} for a second token"))
    }

    /// All tokens of a company, on the map and on the charter.
    pub(super) fn token_count(&self, company: CompanyId) -> u8 {
        self.company(company).tokens + self.t.board.tokens_of(company).count() as u8
    }

    /// §4.7.6: transforms the operating company.
    pub(super) fn transform(&mut self, old: CompanyId, into: CompanyName) -> Play {
        let new = self.find_company(into)?;
        self.may_transform(old)?;
        require(self.free_majors().any(|free| free == new), "1841-4.7.6-02", || {
            format!("{into} is no free non-historical major")
        })?;
        self.reach(Area::Transformation);
        if let Round::Operating(round) = &mut self.t.round {
            round.turn.activity = Activity::Done;
        }
        self.begin_transformation(old, new, false)
    }

    /// Everything goes to the new company, certificates are exchanged, then shares are offered.
    pub(super) fn begin_transformation(&mut self, old: CompanyId, new: CompanyId, tuscan: bool) -> Play {
        self.arise(new);
        if let Some(field) = self.t.chart.field(old) {
            self.move_marker(new, field);
        }
        let director = self.t.shares.director(old);
        self.start_dissolving(old);
        self.pass_on(old, new, &[old])?;
        self.take_tokens(old, new)?;
        self.transform_shares(old, new, director)?;
        let from = self.leader(new).unwrap_or_else(|| self.operating_seat());
        let to = self.shareholder_order(from, &[old, new]);
        let has_some = |holder: &Holder| self.t.shares.percent(new, *holder) > 0;
        let to = to.into_iter().filter(|holder| *holder != Holder::Pool).filter(has_some).collect();
        let stage = Stage::Offers { second: false, to, next: 0 };
        self.run_transformation(Transformation { old, new, tuscan, stage })
    }

    /// §4.7.6-07: all tokens are replaced.
    fn take_tokens(&mut self, old: CompanyId, new: CompanyId) -> Play {
        let tokens: Vec<_> = self.t.board.tokens_of(old).collect();
        for token in &tokens {
            self.replace_token(*token, new)?;
        }
        let charter = self.company(old).tokens;
        let homes = self.company(old).homes.clone();
        if let Some(company) = self.company_mut(new) {
            company.tokens = charter;
            company.homes = homes;
        }
        if let Some(company) = self.company_mut(old) {
            company.tokens = 0;
        }
        Ok(())
    }

    /// §4.7.6-03: 40% become 20%, 20% become 10%, wherever they are; the director first.
    fn transform_shares(&mut self, old: CompanyId, new: CompanyId, director: Holder) -> Play {
        let certificates: Vec<_> = self.t.shares.of(old).collect();
        for cert in certificates {
            let holder = self.t.shares.holder(cert);
            let Some(printed) = self.t.shares.certificate(cert) else { continue };
            if matches!(holder, Holder::Offering | Holder::Out | Holder::Reserved) {
                continue;
            }
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
            if printed.director {
                self.give_directorship(new, director)?;
            } else {
                let percent = printed.percent / 2;
                self.t.shares.give_percent(new, percent, Holder::Offering, holder, &mut self.events)?;
                self.check_director(new)?;
            }
        }
        Ok(())
    }
}

/// Offers of shares.
impl Game {
    /// Whether a holder may buy a share of a company from its initial offering when it is offered to him.
    pub(super) fn can_take_offer(&self, holder: Holder, company: CompanyId) -> bool {
        let unit = self.charter(company).unit();
        let left = self.t.shares.ordinary(company, unit, Holder::Offering).is_some();
        left && self.spokesman(holder).is_some()
            && self.cash(holder) >= self.price(company)
            && self.may_take(holder, company, unit, 1).is_ok()
            && self.may_own(holder, company).is_ok()
    }

    /// Buys the share that is offered; the money goes to the company.
    pub(super) fn take_offer(&mut self, holder: Holder, company: CompanyId) -> Play {
        let unit = self.charter(company).unit();
        let payer = Game::account(holder).unwrap_or(Account::Bank);
        let (price, name) = (self.price(company), self.name(company));
        self.pay(payer, Account::Company(company), price, format!("{unit}% of {name}"))?;
        self.t.shares.give_percent(company, unit, Holder::Offering, holder, &mut self.events)?;
        self.check_director(company)
    }

    /// The offer of a share as a question.
    pub(super) fn share_question(&self, company: CompanyId) -> Offer {
        let (name, price) = (self.name(company), self.price(company));
        Offer::Choose {
            about: format!("a share of {name}"),
            options: vec![
                (OptionName::of("yes"), format!("buy it for {price}")),
                (OptionName::of("no"), "do not buy it".to_owned()),
            ],
        }
    }

    /// The answer to [`Game::share_question`] or another question of yes or no.
    pub(super) fn yes_or_no(&self, action: &Action) -> Result<bool, Refusal> {
        match action {
            Action::Choose { option } if option.as_str() == "yes" => Ok(true),
            Action::Choose { option } if option.as_str() == "no" => Ok(false),
            _ => Err(self.wrong("choose yes or no")),
        }
    }

    fn run_transformation(&mut self, mut change: Transformation) -> Play {
        while let Stage::Offers { second, to, next } = &mut change.stage {
            let Some(holder) = to.get(*next as usize).copied() else {
                if *second {
                    change.stage = Stage::Tokens;
                    break;
                }
                let from = self.leader(change.new).unwrap_or_else(|| self.operating_seat());
                let to = self.left_of(from).into_iter().map(Holder::Seat).collect();
                change.stage = Stage::Offers { second: true, to, next: 0 };
                continue;
            };
            if self.can_take_offer(holder, change.new) {
                self.t.steps.push(Step::Transformation(Box::new(change)));
                return Ok(());
            }
            *next += 1;
        }
        self.transformed_tokens(change)
    }

    /// §4.7.6-08, -09: the second token must be bought, further ones may be.
    fn transformed_tokens(&mut self, change: Transformation) -> Play {
        let new = change.new;
        if change.tuscan {
            // §4.6.9-04-v2: none is bought, the second one is free.
            let missing = 2_u8.saturating_sub(self.token_count(new));
            if let Some(company) = self.company_mut(new) {
                company.tokens += missing;
            }
            return self.finish_transformation(&change);
        }
        let (min, max) = self.transform_tokens(new);
        if max == 0 {
            return self.finish_transformation(&change);
        }
        self.t.steps.push(Step::Transformation(Box::new(Transformation { stage: Stage::Tokens, ..change })));
        let need = Emergency { company: new, amount: SECOND_TOKEN };
        if min > 0 && !self.covered(need) {
            // §4.7.6-08-v2: the money is raised as for a train.
            self.t.steps.push(Step::Emergency(need));
        }
        Ok(())
    }

    /// The fewest and the most tokens that can be bought now.
    fn transform_tokens(&self, new: CompanyId) -> (u8, u8) {
        let has = self.token_count(new);
        let min = u8::from(has < 2);
        let cash = self.cash(Holder::Company(new)) - SECOND_TOKEN * i32::from(min);
        let further = (cash.0 / FURTHER_TOKEN.0).clamp(0, 5) as u8;
        (min, (min + further).min(MAX_TOKENS.saturating_sub(has)))
    }

    fn finish_transformation(&mut self, change: &Transformation) -> Play {
        self.dissolve(change.old, false)?;
        self.resume_procedures()
    }
}

/// Asking and answering.
impl Game {
    /// The player who is asked.
    pub(super) fn transformation_seat(&self, change: &Transformation) -> SeatId {
        let asked = match &change.stage {
            Stage::Offers { to, next, .. } => {
                to.get(*next as usize).and_then(|holder| self.spokesman(*holder))
            }
            Stage::Tokens => self.leader(change.new),
        };
        asked.unwrap_or_else(|| self.operating_seat())
    }

    /// What is asked, in a few words.
    pub(super) fn transformation_asks(change: &Transformation) -> &'static str {
        match change.stage {
            Stage::Offers { .. } => "buy a share or not",
            Stage::Tokens => "buy tokens",
        }
    }

    /// What may be answered.
    pub(super) fn transformation_offers(&self, change: &Transformation) -> Vec<Offer> {
        match &change.stage {
            Stage::Offers { .. } => vec![self.share_question(change.new)],
            Stage::Tokens => {
                let (min, max) = self.transform_tokens(change.new);
                let each = if min > 0 { SECOND_TOKEN } else { FURTHER_TOKEN };
                vec![Offer::BuyTokens { company: self.name(change.new), min, max, each }]
            }
        }
    }

    /// Carries out an answer.
    pub(super) fn answer_transformation(&mut self, action: &Action) -> Play {
        let Some(Step::Transformation(change)) = self.t.steps.pop() else { return Err(self.wrong("wait")) };
        let mut change = *change;
        match (&mut change.stage, action) {
            (Stage::Offers { to, next, .. }, action) => {
                let holder = to.get(*next as usize).copied();
                *next += 1;
                if let (true, Some(holder)) = (self.yes_or_no(action)?, holder) {
                    self.take_offer(holder, change.new)?;
                }
                self.run_transformation(change)
            }
            (Stage::Tokens, Action::BuyTokens { company, count }) => {
                require(self.find_company(*company)? == change.new, "1841-4.7.6-08", || {
                    "the new company buys tokens".into()
                })?;
                self.buy_transformed_tokens(change.new, *count)?;
                self.finish_transformation(&change)
            }
            _ => Err(self.wrong("buy tokens")),
        }
    }

    fn buy_transformed_tokens(&mut self, new: CompanyId, count: u8) -> Play {
        let (min, max) = self.transform_tokens(new);
        require(count >= min, "1841-4.7.6-08", || "a major has at least two tokens".into())?;
        require(count <= max, "1841-4.7.6-09", || format!("at most {max} tokens can be bought"))?;
        let cost = SECOND_TOKEN * i32::from(min) + FURTHER_TOKEN * i32::from(count - min);
        let need = Emergency { company: new, amount: cost };
        if self.rules().transform_emergency && self.covered(need) {
            self.gather(need)?;
        }
        // O-24: after a bankruptcy over it the token is given without payment.
        let paid = count > 0 && self.cash(Holder::Company(new)) >= cost;
        if paid {
            self.pay(Account::Company(new), Account::Bank, cost, format!("{count} tokens"))?;
        }
        if let Some(company) = self.company_mut(new) {
            company.tokens += count;
        }
        Ok(())
    }
}
