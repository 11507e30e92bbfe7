//! The site's form of what our view shows, for the comparison with a trace.

use crate::trace::Facts;
use ferrata_engine::view::{CompanyView, View};
use serde_json::{Value, json};

/// The site's form of what our view shows.
pub(super) fn adjust(view: &View, facts: &mut Facts) {
    let players: i64 = view.players.iter().map(|player| i64::from(player.cash.0)).sum();
    let companies: i64 = view.companies.iter().map(|company| i64::from(company.cash.0)).sum();
    facts.insert("bank".into(), json!(-players - companies));
    if view.phase.as_str() == "7" {
        facts.insert("phase".into(), json!("8"));
    }
    if let Some(Value::Object(depot)) = facts.get_mut("depot") {
        depot.insert("8".into(), json!(1));
    }
    if let Some(Value::Object(cards)) = facts.get_mut("companies") {
        cards.remove("Tender");
        for card in view.cards.iter().filter(|card| card.card.as_str() != "Tender") {
            cards.insert(card.card.to_string(), Value::Null);
        }
        for company in &view.companies {
            for card in company.cards.iter().filter(|card| card.card.as_str() != "Tender") {
                cards.insert(card.card.to_string(), json!(company.name));
            }
        }
    }
    for company in &view.companies {
        adjust_company(company, facts);
    }
}

fn adjust_company(company: &CompanyView, facts: &mut Facts) {
    let name = company.name;
    // The site's chart is one row: 50 below is the first, 55 above the second.
    if let (Some(price), Some(field), true) =
        (company.price, company.field, facts.contains_key(&format!("{name}/price")))
    {
        let at = 2 * u16::from(field.col) + u16::from(field.row == 0);
        facts.insert(format!("{name}/price"), json!([price.0, 0, at]));
    }
    if let Some(Value::Array(tokens)) = facts.get_mut(&format!("{name}/tokens")) {
        for _ in 0..company.locked_tokens {
            tokens.insert(0, json!("?"));
        }
    }
}
