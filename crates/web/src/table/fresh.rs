//! What has just changed on the chart and in the purses pulses once; on the board it is marked where it is drawn.

use super::desk::Desk;
use crate::browser;
use ferrata_engine::view::View;
use leptos::prelude::*;
use std::sync::Arc;

/// Marks what differs from the moment that was shown before.
pub(super) fn follow_changes(desk: Desk) {
    Effect::new(move |before: Option<Arc<View>>| {
        let now = desk.moment.with(|moment| moment.view.clone());
        let changed = before.map(|before| changed(&before, &now)).unwrap_or_default();
        // The panels show the moment by then.
        request_animation_frame(move || mark(&changed));
        now
    });
}

/// Where something changed, as selectors.
fn changed(before: &View, now: &View) -> Vec<String> {
    let players = now.players.iter().zip(&before.players).enumerate();
    let purses = players.filter(|(_, (now, before))| now.cash != before.cash);
    let mut changed: Vec<String> =
        purses.map(|(seat, _)| format!(".player[data-seat=\"{seat}\"] .cash")).collect();
    for company in &now.companies {
        let Some(then) = before.companies.iter().find(|then| then.name == company.name) else { continue };
        let name = company.name;
        if company.cash != then.cash {
            changed.push(format!(".charter[data-company=\"{name}\"] > summary [title=Treasury]"));
        }
        if company.field != then.field {
            changed.push(format!(".charter[data-company=\"{name}\"] > summary [title=Price]"));
            changed.push(format!(".panel.chart .token[data-company=\"{name}\"]"));
        }
    }
    changed
}

fn mark(changed: &[String]) {
    for selector in changed {
        browser::add_class(selector, "fresh");
    }
}
