//! Small exports written by hand.

use ferrata_engine::turn::Title;
use ferrata_engine::view::{CompanyView, View};
use ferrata_interop::{Error, Replay};
use serde_json::{Value, json};

/// An export being written; its players are numbered from 1.
#[derive(Clone)]
pub(crate) struct Export {
    title: &'static str,
    players: usize,
    settings: Value,
    pub(crate) actions: Vec<Value>,
}

impl Export {
    pub(crate) fn new(title: &'static str, players: usize, settings: Value) -> Export {
        Export { title, players, settings, actions: Vec::new() }
    }

    /// An action of a player, given by their number, or of a company.
    pub(crate) fn add(&mut self, kind: &str, entity: &str, rest: Value) -> &mut Export {
        let mut action = json!({ "type": kind, "id": self.actions.len() + 1 });
        match entity.parse::<u64>() {
            Ok(player) => (action["entity"], action["entity_type"]) = (json!(player), json!("player")),
            Err(_) => (action["entity"], action["entity_type"]) = (json!(entity), json!("corporation")),
        }
        for (key, value) in rest.as_object().expect("fields") {
            action[key] = value.clone();
        }
        self.actions.push(action);
        self
    }

    pub(crate) fn pass(&mut self, entity: &str) -> &mut Export {
        self.add("pass", entity, json!({}))
    }

    pub(crate) fn replay(&self) -> Result<Replay, Error> {
        let player = |id: usize| json!({ "id": id, "name": format!("P{id}") });
        let players: Vec<Value> = (1..=self.players).map(player).collect();
        let export = json!({
            "id": 9, "title": self.title, "players": players, "settings": self.settings, "actions": self.actions
        });
        ferrata_interop::replay(&export.to_string(), None)
    }

    /// The table after the last action.
    pub(crate) fn view<T: Title>(&self) -> View {
        let replay = self.replay().unwrap_or_else(|error| panic!("{error}"));
        replay.log.state::<T>().expect("our own log").view()
    }
}

pub(crate) fn company<'a>(view: &'a View, name: &str) -> &'a CompanyView {
    view.companies.iter().find(|company| company.name.as_str() == name).expect("a company")
}
