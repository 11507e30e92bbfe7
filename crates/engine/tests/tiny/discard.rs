//! Giving back a train: a company with more than it may own gives one to the bank, which sells it again.

use super::{Tiny, out_of_place};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;

pub(super) fn offers(game: &Tiny, company: CompanyId) -> Vec<Offer> {
    let mut kinds = game.company(company).map(|company| company.trains.clone()).unwrap_or_default();
    kinds.dedup();
    let name = game.company_name(company);
    let specs = kinds.into_iter().filter_map(|kind| game.printed.from.train_spec(kind));
    specs.map(|train| Offer::Discard { company: name, train: train.name }).collect()
}

pub(super) fn apply(
    game: &mut Tiny,
    company: CompanyId,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    let Action::Discard { company: name, train } = action else {
        return Err(out_of_place("give back a train"));
    };
    let kind = game.printed.from.train(*train);
    let own = game.find_company(*name)? == company;
    let limit = game.train_limit();
    let Some((charter, kind)) = game.company_mut(company).zip(kind).filter(|_| own) else {
        return Err(Refusal::plain("the company with too many trains gives back one of its own"));
    };
    let at = charter.trains.iter().position(|owned| *owned == kind);
    charter.trains.remove(at.ok_or_else(|| Refusal::plain(format!("the company has no {train}-train")))?);
    let enough = charter.trains.len() <= limit;
    game.now.depot.give_back(kind);
    events.push(Event::Train { train: *train, from: Some(company), to: None });
    if enough {
        game.now.to_discard.retain(|other| *other != company);
    }
    Ok(())
}
