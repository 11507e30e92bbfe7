//! Questions that have to be answered before play goes on, and deals that need consent.

use super::Esp;
use super::state::{Question, Round};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;

impl Esp {
    /// Who has to answer.
    pub(super) fn asked_seat(&self, question: &Question) -> SeatId {
        let director = |company: CompanyId| self.director(company).unwrap_or(SeatId(0));
        match *question {
            Question::Par { seat } | Question::Circle { seat, .. } | Question::Deal { to: seat, .. } => seat,
            Question::Claim { company } | Question::Face { company } | Question::Discard { company } => {
                director(company)
            }
            Question::Swap { major, .. } => director(major),
        }
    }

    pub(super) fn question_offers(&self, question: &Question) -> Vec<Offer> {
        match *question {
            Question::Par { .. } => self.par_offers(),
            Question::Claim { .. } => self.claim_offers(),
            Question::Face { .. } => self.face_offers(),
            Question::Discard { company } => self.discard_offers(company),
            Question::Circle { company, hex, .. } => self.circle_offers(company, hex),
            Question::Swap { .. } => self.swap_offers(),
            Question::Deal { .. } => vec![Offer::Accept, Offer::Decline],
        }
    }

    pub(super) fn play_question(
        &mut self,
        question: &Question,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        match *question {
            Question::Par { seat } => self.play_par(seat, action, ev),
            Question::Claim { company } => self.play_claim(company, action, ev),
            Question::Face { company } => self.play_face(company, action, ev),
            Question::Discard { company } => self.play_discard(company, action, ev),
            Question::Circle { company, hex, .. } => self.play_circle(company, hex, action, ev),
            Question::Swap { major, minor } => self.play_swap(major, minor, action, ev),
            Question::Deal { to, ref deal, .. } => self.play_deal(to, deal, action, ev),
        }
    }

    /// A company with too many trains has to give some up.
    pub(super) fn ask_about_trains(&mut self) {
        if self.s.asked.is_empty()
            && let Some(company) = self.crowded()
        {
            self.s.asked.push(Question::Discard { company });
        }
    }

    /// Puts a deal before whoever has to agree.
    pub(super) fn propose(&mut self, by: SeatId, deal: &Action, ev: &mut Events) -> Result<(), Refusal> {
        let Round::Operating(or) = &self.s.round else {
            return Err(Refusal::rule("18ESP-1.6-01", "deals are proposed in operating rounds only"));
        };
        let company = or.at;
        if or.turn.borrowed {
            let because = "first the train is bought for which money was lent";
            return Err(Refusal::rule("18ESP-4.7.1-06", because));
        }
        let to = match deal {
            Action::BuyCard { buyer, .. } => {
                if *buyer != ferrata_engine::action::Party::Company(self.name(company)) {
                    let because = format!("only {} buys now", self.name(company));
                    return Err(Refusal::rule("18ESP-4.8-01", because));
                }
                self.card_deal(company, deal)?
            }
            Action::BuyTrain { .. } => self.train_deal(company, deal)?,
            Action::Merge { .. } => self.merge_deal(company, deal)?,
            _ => return Err(Refusal::rule("18ESP-1.6-01", "this is no deal that a rule knows")),
        };
        ev.push(Event::Said { seat: by, what: "proposes a deal".into() });
        self.s.asked.push(Question::Deal { by, to, deal: Box::new(deal.clone()) });
        Ok(())
    }

    fn play_deal(
        &mut self,
        to: SeatId,
        deal: &Action,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let agrees = match action {
            Action::Accept => true,
            Action::Decline => false,
            _ => return Err(Refusal::rule("18ESP-1.6-01", "first the deal is accepted or declined")),
        };
        self.s.asked.pop();
        let what = if agrees { "agrees" } else { "declines" };
        ev.push(Event::Said { seat: to, what: what.into() });
        let Some(company) = self.or().map(|or| or.at) else { return Ok(()) };
        match deal {
            Action::Merge { with, .. } if !agrees => {
                let minor = self.company_named(*with)?;
                self.takeover_refused(minor);
                Ok(())
            }
            _ if !agrees => Ok(()),
            Action::BuyCard { .. } => self.buy_card_agreed(company, deal, Some(to), ev),
            Action::BuyTrain { train, from: ferrata_engine::action::Party::Company(from), price } => {
                let from = self.company_named(*from)?;
                self.buy_company_train(company, from, *train, *price, Some(to), ev)
            }
            Action::Merge { .. } => self.merge(company, deal, Some(to), ev),
            _ => Ok(()),
        }
    }
}
