//! Short words for actions and offers: for counters, golden files and transcripts.

use crate::action::Action;
use crate::event::Event;
use crate::offer::Offer;
use crate::text::Text;
use serde_json::Value;

/// The kind of an action, as its archive writes it.
pub fn action_kind(action: &Action) -> &'static str {
    match action {
        Action::Pass => "pass",
        Action::Bid { .. } => "bid",
        Action::Sheet { .. } => "sheet",
        Action::Hidden => "hidden",
        Action::Sell { .. } => "sell",
        Action::Buy { .. } => "buy",
        Action::BuyCard { .. } => "buy_card",
        Action::UseCard { .. } => "use_card",
        Action::Start { .. } => "start",
        Action::BuyTokens { .. } => "buy_tokens",
        Action::PlaceToken { .. } => "place_token",
        Action::BuildLine { .. } => "build_line",
        Action::RemoveToken { .. } => "remove_token",
        Action::PlaceMarker { .. } => "place_marker",
        Action::BuySlot { .. } => "buy_slot",
        Action::LayTile { .. } => "lay_tile",
        Action::Run { .. } => "run",
        Action::Settle { .. } => "settle",
        Action::BuyTrain { .. } => "buy_train",
        Action::Discard { .. } => "discard",
        Action::Merge { .. } => "merge",
        Action::Transform { .. } => "transform",
        Action::Loan { .. } => "loan",
        Action::Choose { .. } => "choose",
        Action::Propose { .. } => "propose",
        Action::Accept => "accept",
        Action::Decline => "decline",
        Action::Drawn { .. } => "drawn",
    }
}

/// The kind of an offer: that of the actions it covers.
pub fn offer_kind(offer: &Offer) -> &'static str {
    match offer {
        Offer::Pass { .. } => "pass",
        Offer::Bid { .. } => "bid",
        Offer::Sheet { .. } => "sheet",
        Offer::Sell { .. } => "sell",
        Offer::Buy { .. } => "buy",
        Offer::BuyCard { .. } => "buy_card",
        Offer::UseCard { .. } => "use_card",
        Offer::Start { .. } => "start",
        Offer::BuyTokens { .. } => "buy_tokens",
        Offer::PlaceToken { .. } => "place_token",
        Offer::BuildLine { .. } => "build_line",
        Offer::RemoveToken { .. } => "remove_token",
        Offer::PlaceMarker { .. } => "place_marker",
        Offer::BuySlot { .. } => "buy_slot",
        Offer::LayTile { .. } => "lay_tile",
        Offer::Run { .. } => "run",
        Offer::Settle { .. } => "settle",
        Offer::BuyTrain { .. } => "buy_train",
        Offer::Discard { .. } => "discard",
        Offer::Merge { .. } => "merge",
        Offer::Transform { .. } => "transform",
        Offer::Loan { .. } => "loan",
        Offer::Choose { .. } => "choose",
        Offer::Propose { .. } => "propose",
        Offer::Accept => "accept",
        Offer::Decline => "decline",
        Offer::Drawn { .. } => "drawn",
    }
}

/// The kind of an event.
pub fn event_kind(event: &Event) -> &'static str {
    match event {
        Event::Paid { .. } => "paid",
        Event::Shares { .. } => "shares",
        Event::Director { .. } => "director",
        Event::Price { .. } => "price",
        Event::Tile { .. } => "tile",
        Event::Token { .. } => "token",
        Event::Run { .. } => "run",
        Event::Train { .. } => "train",
        Event::Rusted { .. } => "rusted",
        Event::Card { .. } => "card",
        Event::Phase { .. } => "phase",
        Event::Round { .. } => "round",
        Event::Said { .. } => "said",
        Event::Note { .. } => "note",
    }
}

/// An action or offer on one line: `lay_tile hex=F8 rotation=2 tile=57`.
pub fn words(of: &impl serde::Serialize) -> String {
    match serde_json::to_value(of) {
        Ok(value) => plain(&value, true),
        Err(error) => format!("(not serialisable: {error})"),
    }
}

fn plain(value: &Value, outermost: bool) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(|item| plain(item, false)).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) if fields.contains_key("template") => {
            serde_json::from_value::<Text>(value.clone())
                .map_or_else(|error| error.to_string(), |text| text.to_string())
        }
        Value::Object(fields) => {
            let kind = fields.get("do").or(fields.get("may")).and_then(Value::as_str);
            let mut rest: Vec<_> = fields.iter().filter(|(key, _)| *key != "do" && *key != "may").collect();
            // Always in this order, whatever map the JSON library is built with.
            rest.sort_by_key(|(key, _)| *key);
            let rest = rest.into_iter().map(|(key, value)| format!("{key}={}", plain(value, false)));
            let all: Vec<_> = kind.map(str::to_owned).into_iter().chain(rest).collect();
            if outermost || (kind.is_none() && all.len() < 2) {
                all.join(" ")
            } else {
                format!("({})", all.join(" "))
            }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Party;
    use crate::money::Money;
    use crate::name::{CompanyName, TrainName};

    #[test]
    fn an_action_reads_as_one_line() {
        let deal = Action::BuyTrain {
            train: TrainName::of("3"),
            from: Party::Company(CompanyName::of("SFTG")),
            price: Money(1),
        };
        assert_eq!(words(&deal), "buy_train from=company=SFTG price=1 train=3");
        let proposal = Action::Propose { deal: Box::new(deal) };
        assert_eq!(words(&proposal), "propose deal=(buy_train from=company=SFTG price=1 train=3)");
        assert_eq!(action_kind(&proposal), "propose");
    }

    #[test]
    fn kinds_are_the_words_of_the_archive() {
        for action in crate::kit::strangers(&crate::kit::Pool::default()) {
            let archived = serde_json::to_value(&action).unwrap();
            assert_eq!(archived["do"], action_kind(&action));
        }
    }
}
