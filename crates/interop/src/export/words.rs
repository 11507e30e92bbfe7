//! Actions in the site's words, whatever the title.

use super::copies::Copies;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::name::CompanyName;
use ferrata_engine::turn::{Author, Entry, Title};
use ferrata_engine::view::View;
use serde_json::{Value, json};

/// The ways to write an entry, each a list of actions; or why there is none.
pub(super) type Ways = Result<Vec<Vec<Value>>, String>;

/// One way of one action.
pub(super) fn one(action: Value) -> Ways {
    Ok(vec![vec![action]])
}

/// Ways of one action each.
pub(super) fn each(actions: impl IntoIterator<Item = Value>) -> Ways {
    Ok(actions.into_iter().map(|action| vec![action]).collect())
}

/// An action of a player, numbered from 1.
pub(super) fn by_seat(seat: SeatId, kind: &str, rest: Value) -> Value {
    action(json!(seat.0 + 1), "player", kind, rest)
}

/// An action of a company.
pub(super) fn by_company(company: CompanyName, kind: &str, rest: Value) -> Value {
    action(json!(company), "corporation", kind, rest)
}

/// An action.
pub(super) fn action(entity: Value, entity_type: &str, kind: &str, rest: Value) -> Value {
    let mut all = json!({ "type": kind, "entity": entity, "entity_type": entity_type });
    if let (Some(all), Value::Object(rest)) = (all.as_object_mut(), rest) {
        all.extend(rest);
    }
    all
}

/// The table at which an entry was made.
pub(super) struct Moment<'a, G> {
    pub(super) copies: &'a Copies,
    pub(super) state: &'a G,
    pub(super) view: View,
    pub(super) seat: SeatId,
}

impl<'a, G: Title> Moment<'a, G> {
    /// The moment of an entry, and what is done; a deal that is proposed counts as the deal itself.
    pub(super) fn of<'e>(
        copies: &'a Copies,
        state: &'a G,
        entry: &'e Entry,
    ) -> Result<(Moment<'a, G>, &'e Action), String> {
        let Author::Seat(seat) = entry.by else {
            return Err("18xx.games leaves nothing to chance here".into());
        };
        let action = match &entry.action {
            Action::Propose { deal } => deal,
            action => action,
        };
        Ok((Moment { copies, state, view: state.view(), seat }, action))
    }

    /// The company that must be operating for this.
    pub(super) fn operating(&self) -> Result<CompanyName, String> {
        self.view.operating.ok_or_else(|| "on 18xx.games a company does this; none is operating here".into())
    }
}
