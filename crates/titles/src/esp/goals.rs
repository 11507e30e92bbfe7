//! §5.1 Goals, the capital they bring, and the stations they unlock.

use super::Esp;
use super::rules::Goals;
use super::state::{Goal, Question, Status};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;

const CLAIM: &str = "destination";
const LATER: &str = "later";

impl Esp {
    fn has_goals(&self, company: CompanyId) -> bool {
        let state = self.company(company);
        !self.is_minor(company) && state.status == Status::Launched && !state.full_capital
    }

    /// Looks whether the operating company is connected to its destination.
    pub(super) fn review_destination(&mut self, company: CompanyId, ev: &mut Events) -> Result<(), Refusal> {
        let open = self.has_goals(company) && !self.company(company).met(Goal::Destination);
        if !open || !self.reaches_destination(company) {
            return Ok(());
        }
        if self.game.rules.destination_is_claimed {
            let claim = Question::Claim { company };
            if !self.s.asked.contains(&claim) {
                self.s.asked.insert(0, claim);
            }
            return Ok(());
        }
        self.meet(company, Goal::Destination, ev)
    }

    pub(super) fn claim_offers(&self) -> Vec<Offer> {
        let options = vec![
            (OptionName::of(CLAIM), "the destination is reached".to_owned()),
            (OptionName::of(LATER), "say so later".to_owned()),
        ];
        vec![Offer::Choose { about: "a goal is met".into(), options }]
    }

    /// What a company that has put off its claim may say at any moment of its turn.
    pub(super) fn late_claim_offer(&self, company: CompanyId) -> Option<Offer> {
        let options = vec![(OptionName::of(CLAIM), "the destination is reached".to_owned())];
        self.may_claim(company).then(|| Offer::Choose { about: "a goal is met".into(), options })
    }

    fn may_claim(&self, company: CompanyId) -> bool {
        self.game.rules.destination_is_claimed
            && self.has_goals(company)
            && !self.company(company).met(Goal::Destination)
            && self.reaches_destination(company)
    }

    /// A claim outside the question for it; none if the action is something else.
    pub(super) fn late_claim(
        &mut self,
        company: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Option<Result<(), Refusal>> {
        let claims = *action == Action::Choose { option: OptionName::of(CLAIM) } && self.may_claim(company);
        claims.then(|| self.meet(company, Goal::Destination, ev))
    }

    pub(super) fn play_claim(
        &mut self,
        company: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let claims = match action {
            Action::Choose { option } if *option == OptionName::of(CLAIM) => true,
            Action::Choose { option } if *option == OptionName::of(LATER) => false,
            _ => {
                let because = format!("first {} claims its destination or puts it off", self.name(company));
                return Err(Refusal::rule("18ESP-D-20", because));
            }
        };
        self.s.asked.pop();
        if claims { self.meet(company, Goal::Destination, ev) } else { Ok(()) }
    }

    // 18ESP §5.1.2, §5.1.3: par times 1, 2, 3 into the treasury; a token is unlocked, two by a takeover.
    pub(super) fn meet(&mut self, company: CompanyId, goal: Goal, ev: &mut Events) -> Result<(), Refusal> {
        if !self.has_goals(company) || self.company(company).met(goal) {
            return Ok(());
        }
        let takeover = goal == Goal::Third && self.third_is_takeover(company);
        let state = self.company_mut(company);
        state.goals |= 1 << goal as u8;
        let count = state.goals.count_ones() as i32;
        let unlocked = if takeover { 2 } else { 1 }.min(state.locked_tokens);
        state.locked_tokens -= unlocked;
        state.free_tokens += unlocked;
        let capital = state.par.unwrap_or_default() * count;
        let what = match goal {
            Goal::Destination => "its destination",
            Goal::RedArea => "a red area",
            Goal::Third if takeover => "a takeover",
            Goal::Third => "mine and harbour",
        };
        let text = format!("{} meets a goal: {what}.", self.name(company));
        ev.push(Event::Note { text: text.into() });
        self.s.ledger.pay(Account::Bank, Account::Company(company), capital, "capital for a goal", ev)
    }

    pub(super) fn third_is_takeover(&self, company: CompanyId) -> bool {
        self.game.rules.goals == Goals::ByMap && self.class(company) == super::game::Class::South
    }
}
