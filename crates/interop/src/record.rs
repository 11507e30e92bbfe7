//! A game as 18xx.games exports it: players, settings and the list of actions, still in the site's words.

use crate::error::{Error, Place};
use crate::history;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A player of the record.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Player {
    /// The site's number for them.
    pub id: u64,
    /// Their name.
    pub name: String,
}

/// A recorded game with undo and redo resolved, and without chat and automation settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The title as the site calls it.
    pub title: String,
    /// The players in seat order.
    pub players: Vec<Player>,
    /// The options chosen.
    pub options: Vec<String>,
    /// The seed of a random set-up.
    pub seed: Option<u64>,
    /// The order in which the players sit, by id, if it was set; else that of the list.
    pub order: Vec<u64>,
    /// What was done, in order.
    pub actions: Vec<Recorded>,
    /// The final worth by player id, if the game is over.
    pub result: Vec<(u64, i64)>,
}

/// Who acts in the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entity {
    /// A player, by the site's number.
    Player(u64),
    /// A company (or a private), by name.
    Company(String),
}

impl Entity {
    /// Whether it is the company of this name.
    pub fn is_company(&self, name: &str) -> bool {
        matches!(self, Entity::Company(company) if company == name)
    }
}

/// One action with its automatic follow-ups.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded {
    /// Which one it is.
    pub place: Place,
    /// Whether it follows automatically from another one.
    pub auto: bool,
    /// Who acts.
    pub entity: Entity,
    /// What is done.
    pub what: What,
    /// What follows at once.
    pub then: Vec<Recorded>,
}

impl Recorded {
    /// Who does what, for people: the site's words, the player by name.
    pub(crate) fn in_words(&self, players: &[Player]) -> String {
        let who = match &self.entity {
            Entity::Player(id) => {
                players.iter().find(|player| player.id == *id).map(|player| player.name.clone())
            }
            Entity::Company(name) => Some(name.clone()),
        };
        let who = who.unwrap_or_else(|| "somebody".to_owned());
        format!("{who}: {:?}", self.what)
    }
}

/// One recorded route.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Run {
    /// The train, by number and copy.
    pub train: String,
    /// The track between each two stops, as chains of hexes; order and direction follow no rule.
    #[serde(default)]
    pub connections: Vec<Vec<String>>,
    /// The hexes of the stops along the route.
    #[serde(default)]
    pub hexes: Vec<String>,
    /// What it earned.
    #[serde(default)]
    pub revenue: i64,
    /// What it brought to the treasury at once, where the record tells.
    #[serde(default)]
    pub subsidy: Option<i64>,
}

/// What is done, in the site's words.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)] // the names are the site's own
pub enum What {
    Pass,
    Bid {
        #[serde(default)]
        company: Option<String>,
        #[serde(default)]
        corporation: Option<String>,
        price: i32,
    },
    BlindBid {
        bids: Vec<i32>,
    },
    Par {
        corporation: String,
        share_price: String,
    },
    BuyShares {
        shares: Vec<String>,
        percent: u8,
        #[serde(default)]
        share_price: Option<f64>,
        #[serde(default)]
        total_price: Option<f64>,
    },
    SellShares {
        shares: Vec<String>,
        percent: u8,
        #[serde(default)]
        share_price: Option<f64>,
    },
    BuyCompany {
        company: String,
        price: i32,
    },
    PlaceToken {
        city: String,
        #[serde(default)]
        slot: u8,
        #[serde(default)]
        tokener: Option<String>,
    },
    RemoveToken {
        city: String,
        #[serde(default)]
        slot: u8,
    },
    BuyToken {
        city: String,
        #[serde(default)]
        slot: u8,
        price: i32,
    },
    LayTile {
        hex: String,
        tile: String,
        rotation: u8,
    },
    RunRoutes {
        routes: Vec<Run>,
        #[serde(default)]
        extra_revenue: i64,
    },
    Dividend {
        kind: String,
    },
    BuyTrain {
        train: String,
        price: i32,
        #[serde(default)]
        variant: Option<String>,
    },
    DiscardTrain {
        train: String,
    },
    Merge {
        corporation: String,
    },
    Choose {
        choice: Value,
    },
    ChooseAbility {
        choice: Value,
    },
    Bankrupt {
        #[serde(default)]
        option: Option<u8>,
    },
    DestinationConnection {
        #[serde(default)]
        hexes: Vec<String>,
    },
    SpecialBuy {
        #[serde(default)]
        item: Value,
        #[serde(default)]
        description: Option<String>,
    },
    CombinedTrains {
        #[serde(flatten)]
        rest: Map<String, Value>,
    },
    PayoffPlayerDebt,
    EndGame,
    /// What no title of ours knows.
    #[serde(other)]
    Unknown,
}

#[derive(Deserialize)]
struct Export {
    title: String,
    players: Vec<Player>,
    #[serde(default)]
    id: Value,
    #[serde(default)]
    settings: Settings,
    actions: Vec<Value>,
    #[serde(default)]
    result: Option<Map<String, Value>>,
}

#[derive(Default, Deserialize)]
struct Settings {
    #[serde(default)]
    seed: Value,
    #[serde(default)]
    player_order: Option<Vec<u64>>,
    #[serde(default)]
    optional_rules: Option<Vec<String>>,
}

impl Record {
    /// Reads an export.
    pub fn parse(text: &str) -> Result<Record, Error> {
        let export: Export = serde_json::from_str(text).map_err(|why| Error::Damaged(why.to_string()))?;
        let effective = history::resolve(&export.actions)?;
        let read = |action: &&Value| read_action(action, None);
        let actions = effective.iter().filter_map(|action| read(action).transpose());
        let worth = |(id, worth): (String, Value)| Some((id.parse().ok()?, worth.as_i64()?));
        Ok(Record {
            title: export.title,
            players: export.players,
            options: export.settings.optional_rules.unwrap_or_default(),
            // Without a seed of its own a game takes the number by which the site knows it.
            seed: number(&export.settings.seed).or_else(|| number(&export.id)),
            order: export.settings.player_order.unwrap_or_default(),
            actions: actions.collect::<Result<_, _>>()?,
            result: export.result.unwrap_or_default().into_iter().filter_map(worth).collect(),
        })
    }
}

/// The first number in a value: seeds and ids are numbers or text.
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => {
            let digits = text.split(|digit: char| !digit.is_ascii_digit()).find(|part| !part.is_empty());
            digits.and_then(|digits| digits.parse().ok())
        }
        _ => None,
    }
}

/// Where an action stands in the list; `parent` for automatic follow-ups, which carry no id of their own.
pub(crate) fn place_of(action: &Value, parent: Option<&Place>) -> Result<Place, Error> {
    let kind = action.get("type").and_then(Value::as_str);
    let kind = kind.ok_or_else(|| Error::Damaged("an action without a type".into()))?.to_owned();
    let id = action.get("id").and_then(Value::as_u64).or(parent.map(|parent| parent.id));
    let id = id.ok_or_else(|| Error::Damaged(format!("an action ({kind}) without an id")))?;
    Ok(Place { id, kind })
}

/// Chat, automation settings and the like: without effect on the table.
fn is_idle(kind: &str) -> bool {
    kind == "message" || kind == "log" || kind.starts_with("program_")
}

/// Reads one action; none if it has no effect of its own and nothing follows from it.
pub(crate) fn read_action(action: &Value, parent: Option<&Place>) -> Result<Option<Recorded>, Error> {
    let place = place_of(action, parent)?;
    let then = follow_ups(action, &place)?;
    if is_idle(&place.kind) {
        // A programme's follow-ups are the player's moves: the first takes the place of the programme.
        let mut moves = then.into_iter();
        return Ok(moves.next().map(|mut first| {
            first.then.extend(moves);
            first
        }));
    }
    let what = read_what(action, &place)?;
    let entity = read_entity(action, &place)?;
    Ok(Some(Recorded { place, auto: parent.is_some(), entity, what, then }))
}

fn follow_ups(action: &Value, place: &Place) -> Result<Vec<Recorded>, Error> {
    let Some(list) = action.get("auto_actions").filter(|list| !list.is_null()) else { return Ok(Vec::new()) };
    let list = list.as_array().ok_or_else(|| Error::bad(place, "\"auto_actions\" is no list"))?;
    list.iter().filter_map(|auto| read_action(auto, Some(place)).transpose()).collect()
}

fn read_what(action: &Value, place: &Place) -> Result<What, Error> {
    match What::deserialize(action) {
        Ok(What::Unknown) => Err(Error::UnknownAction(place.clone())),
        Ok(what) => Ok(what),
        Err(why) => Err(Error::bad(place, why.to_string())),
    }
}

fn read_entity(action: &Value, place: &Place) -> Result<Entity, Error> {
    let player = |number: u64| Entity::Player(number);
    let entity = match (action.get("entity"), action.get("entity_type").and_then(Value::as_str)) {
        (Some(Value::Number(number)), _) => number.as_u64().map(player),
        (Some(Value::String(text)), Some("player")) => text.parse().ok().map(player),
        (Some(Value::String(text)), _) => Some(Entity::Company(text.clone())),
        _ => None,
    };
    entity.ok_or_else(|| Error::bad(place, "it does not say who acts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export(actions: &str) -> String {
        format!(
            r#"{{"title":"1841","players":[{{"id":7,"name":"A"}}],"settings":{{"optional_rules":["lite"]}},"actions":[{actions}]}}"#
        )
    }

    #[test]
    fn follow_ups_stay_with_their_action_and_chat_is_dropped() {
        let text = export(
            r#"{"type":"message","id":1,"entity":7,"entity_type":"player","message":"hi"},
               {"type":"lay_tile","id":2,"entity":"SFTG","entity_type":"corporation","hex":"I5","tile":"4-0","rotation":2,
                "auto_actions":[{"type":"pass","entity":"SFTG","entity_type":"corporation"}]}"#,
        );
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.options, ["lite"]);
        let [lay] = record.actions.as_slice() else { panic!("{:?}", record.actions) };
        assert_eq!(lay.entity, Entity::Company("SFTG".into()));
        assert_eq!((lay.then.len(), lay.then[0].auto, &lay.then[0].what), (1, true, &What::Pass));
    }

    #[test]
    fn what_is_not_known_is_named_with_its_id() {
        let text = export(r#"{"type":"fly","id":12,"entity":7,"entity_type":"player"}"#);
        let error = Record::parse(&text).unwrap_err().to_string();
        assert_eq!(error, "action 12 (fly): this type of action is not known");
        let text =
            export(r#"{"type":"lay_tile","id":13,"entity":"SFTG","entity_type":"corporation","hex":"I5"}"#);
        let error = Record::parse(&text).unwrap_err().to_string();
        assert!(error.starts_with("action 13 (lay_tile): missing field `tile`"), "{error}");
        assert!(Record::parse("{").unwrap_err().to_string().starts_with("this is no recorded game"));
    }
}
