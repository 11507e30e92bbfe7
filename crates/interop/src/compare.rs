//! Our table and the one of a trace, fact by fact.

use crate::error::Place;
use crate::record::Player;
use crate::trace::Facts;
use ferrata_engine::id::SeatId;
use ferrata_engine::view::{CompanyStatus, CompanyView, RoundKind, View};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The first fact that differs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// After which action.
    pub action: u64,
    /// The action's type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Which fact.
    pub field: String,
    /// Our value; null if we have none.
    pub ours: Value,
    /// Theirs.
    pub theirs: Value,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference { action, kind, field, ours, theirs } = self;
        write!(f, "after action {action} ({kind}): {field} is {ours} here, {theirs} in the trace")
    }
}

/// Compares our table with theirs. Facts that only one side knows count as differences.
pub fn first_difference(
    ours: &Facts,
    theirs: &Facts,
    compared: impl Fn(&str) -> bool,
    at: &Place,
) -> Option<Difference> {
    let differs = |key: &String| {
        let (mine, other) = (ours.get(key).unwrap_or(&Value::Null), theirs.get(key).unwrap_or(&Value::Null));
        (mine != other).then(|| Difference {
            action: at.id,
            kind: at.kind.clone(),
            field: key.clone(),
            ours: mine.clone(),
            theirs: other.clone(),
        })
    };
    let all = theirs.keys().chain(ours.keys().filter(|key| !theirs.contains_key(*key)));
    all.filter(|key| compared(key)).find_map(differs)
}

/// Our table as facts, with the site's numbers for the players.
pub fn facts(view: &View, players: &[Player]) -> Facts {
    let id = |seat: SeatId| players.get(seat.index()).map_or(0, |player| player.id);
    let mut facts = Facts::new();
    if let Some(bank) = view.bank {
        facts.insert("bank".into(), json!(bank));
    }
    for (player, shown) in players.iter().zip(&view.players) {
        facts.insert(format!("player/{}/cash", player.id), json!(shown.cash));
    }
    facts.insert("phase".into(), json!(view.phase));
    facts.insert("order".into(), json!(view.order.iter().map(|&seat| id(seat)).collect::<Vec<_>>()));
    facts.insert("companies".into(), cards(view, players));
    depot(view, &mut facts);
    for (hex, tile, rotation) in &view.board.tiles {
        facts.insert(format!("hex/{hex}"), json!(format!("{tile}/{rotation}")));
    }
    for company in view.companies.iter().filter(|company| in_play(company)) {
        company_facts(view, players, company, &mut facts);
    }
    facts
}

fn in_play(company: &CompanyView) -> bool {
    !matches!(company.status, CompanyStatus::Absent | CompanyStatus::Waiting | CompanyStatus::Closed)
}

fn company_facts(view: &View, players: &[Player], company: &CompanyView, facts: &mut Facts) {
    let name = company.name;
    let mut put = |field: &str, value: Value| facts.insert(format!("{name}/{field}"), value);
    put("cash", json!(company.cash));
    if let (Some(price), Some(field)) = (company.price, company.field) {
        put("price", json!([price.0, field.row, field.col]));
    }
    let mut trains: Vec<_> = company.trains.iter().map(|train| train.to_string()).collect();
    trains.sort_unstable();
    put("trains", json!(trains));
    let tokens = view.board.tokens.iter().filter(|token| token.company == name);
    let mut tokens: Vec<_> = tokens.map(|token| token.hex.to_string()).collect();
    tokens.sort_unstable();
    put("tokens", json!(tokens));
    put("unplaced", json!(company.tokens_left));
    put("holders", holders(view, players, company));
    let director = match (company.directed_by, company.director) {
        (Some(above), _) => above.to_string(),
        (None, Some(seat)) => player_name(players, seat),
        (None, None) => "pool".to_owned(),
    };
    put("director", json!(director));
}

fn player_name(players: &[Player], seat: SeatId) -> String {
    players.get(seat.index()).map_or_else(|| "?".to_owned(), |player| format!("p:{}", player.id))
}

/// Percent by holder; a company's own unissued shares stand under its own name.
fn holders(view: &View, players: &[Player], company: &CompanyView) -> Value {
    let name = company.name;
    let mut holders = Map::new();
    let mut put = |holder: String, percent: u8| {
        if percent > 0 {
            holders.insert(holder, json!(percent));
        }
    };
    put(name.to_string(), company.offering);
    put("pool".to_owned(), company.pool);
    let of = |shares: &[ferrata_engine::view::ShareView]| -> u8 {
        shares.iter().filter(|share| share.company == name).map(|share| share.percent).sum()
    };
    for (at, player) in view.players.iter().enumerate() {
        put(player_name(players, SeatId(at as u8)), of(&player.shares));
    }
    for other in view.companies.iter().filter(|other| other.name != name) {
        put(other.name.to_string(), of(&other.shares));
    }
    Value::Object(holders)
}

/// Privates and concessions by holder; what nobody holds yet is null, what the bank sells is `bank`.
fn cards(view: &View, players: &[Player]) -> Value {
    let mut cards = Map::new();
    for card in &view.cards {
        let holder = if view.round.kind == RoundKind::Auction { Value::Null } else { json!("bank") };
        cards.insert(card.card.to_string(), holder);
    }
    for (at, player) in view.players.iter().enumerate() {
        for card in &player.cards {
            cards.insert(card.card.to_string(), json!(player_name(players, SeatId(at as u8))));
        }
    }
    Value::Object(cards)
}

fn depot(view: &View, facts: &mut Facts) {
    let unsold = view.depot.iter().filter_map(|kind| Some((kind.train.to_string(), kind.left?)));
    let unsold: Map<_, _> =
        unsold.filter(|(_, left)| *left > 0).map(|(kind, left)| (kind, json!(left))).collect();
    facts.insert("depot".into(), Value::Object(unsold));
    let mut returned = Vec::new();
    for kind in &view.depot {
        returned.extend(std::iter::repeat_n(kind.train.to_string(), usize::from(kind.returned)));
    }
    returned.sort_unstable();
    facts.insert("discarded".into(), json!(returned));
}
