//! §4, §4.8 What a company may do at any moment of its turn: buy privates and tenders, ask others for a deal, and claim a
//! destination that it has put off.

use crate::esp::privates::purchase;
use crate::esp::{Game, deal, goals};
use ferrata_engine::action::Action;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Author;

/// The offers of a step, with those of any moment and a pass.
pub(super) fn offers(
    game: &Game,
    own: impl FnOnce(CompanyId) -> Vec<Offer>,
    pass: Option<Text>,
) -> Vec<Offer> {
    let Ok(company) = game.acting() else { return Vec::new() };
    let mut offers = own(company);
    // 18ESP-4.7.1-06: money that was lent, or for which shares were sold, is for the train.
    if game.check_train_first().is_ok() {
        offers.extend(purchase::offers(game, company));
        offers.extend(goals::late_claim_offer(game, company));
    }
    offers.extend(pass.map(|means| Offer::Pass { means }));
    offers
}

/// Carries out what may be done at any moment, or else what the step does.
pub(super) fn answer(
    game: &mut Game,
    by: Author,
    action: &Action,
    events: &mut Events,
    own: impl FnOnce(&mut Game, CompanyId, &mut Events) -> Play,
) -> Play {
    let company = game.acting()?;
    match action {
        Action::Propose { deal } => deal::propose(game, by.seat()?, deal, events),
        Action::BuyCard { .. } => purchase::buy(game, company, action, None, events),
        _ if !game.company_turn().borrowed && goals::is_late_claim(game, company, action) => {
            goals::claim(game, company, events)
        }
        _ => own(game, company, events),
    }
}

/// 18ESP-4-03: it is another step's turn.
pub(super) fn not_now(asked: Text) -> Refusal {
    Refusal::rule("18ESP-4-03", asked)
}
