//! What something is and does, beside it: nobody bids blind.

use super::desk::Desk;
use super::offer::with_scene;
use crate::rules::rule_button;
use ferrata_client::about;
use ferrata_engine::name::{CardName, CompanyName, PhaseName};
use ferrata_engine::offer::Offer;
use ferrata_engine::view::About;
use leptos::prelude::*;

/// What a card does, line by line.
pub(super) fn card(desk: Desk, card: CardName) -> Option<AnyView> {
    let about = with_scene(desk, |scene| about::card(scene, &desk.about(), card))?;
    Some(lines(desk, &about))
}

/// What a company is, line by line.
pub(super) fn company(desk: Desk, company: CompanyName) -> Option<AnyView> {
    let about = with_scene(desk, |scene| about::company(scene, &desk.about(), company))?;
    Some(lines(desk, &about))
}

/// What holds in a phase, line by line.
pub(super) fn phase(desk: Desk, phase: PhaseName) -> Option<AnyView> {
    let about = with_scene(desk, |scene| about::phase(scene, phase))?;
    Some(lines(desk, &about))
}

/// What the thing does that is offered, where it is a card, or the event that is to be answered.
pub(super) fn offered(desk: Desk, offer: &Offer) -> Option<AnyView> {
    match offer {
        Offer::Bid { card: which, .. }
        | Offer::BuyCard { card: which, .. }
        | Offer::UseCard { card: which, .. } => card(desk, *which),
        Offer::Propose { deal, .. } => offered(desk, deal),
        Offer::Choose { .. } => events(desk),
        _ => None,
    }
}

/// What the events do that are to be answered now.
pub(super) fn events(desk: Desk) -> Option<AnyView> {
    let events = with_scene(desk, |scene| about::events(scene, &desk.about()));
    let events: Vec<_> = events.iter().map(|event| lines(desk, event)).collect();
    (!events.is_empty()).then(|| events.into_any())
}

fn lines(desk: Desk, about: &About) -> AnyView {
    let name = desk.say(&about.name);
    let lines = about.says.iter().map(|(text, rules)| {
        let rules = rules.iter().map(|rule| rule_button(desk.rules, rule.to_string()));
        view! { <li>{desk.say(text)} " " {rules.collect_view()}</li> }
    });
    view! { <ul class="about" aria-label=name>{lines.collect_view()}</ul> }.into_any()
}
