//! The shapes of the game's own words in the API's description: actions, offers, the table. The engine knows
//! nothing of HTTP, so its types are described here, in a notation of one line each; a test holds every line
//! against what the engine writes.

use serde_json::{Map, Value, json};
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};

/// How a type is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// An object.
    Fields,
    /// One of several objects, told apart by this field.
    Tagged(&'static str),
    /// One of several: `"bank"`, or an object with one field.
    Outer,
    /// One of several: an object with one field, its name, which has the fields of the line.
    Named,
}

/// Each type with its lines. `name` is a short text, `?` marks what may be missing or null.
const SHAPES: &[(&str, Form, &str)] = &[
    ("Setup", Form::Fields, "title:name edition:name options:[name]? players:[text]"),
    ("Party", Form::Outer, "seat:int\ncompany:name\noffering\nbank"),
    ("Author", Form::Outer, "seat:int\nchance"),
    ("Route", Form::Fields, "trains:[int] legs:[text] skipped:[int]?"),
    ("Prices", Form::Fields, "min:int max:int step:int"),
    ("Draw", Form::Fields, "what:text kind:object"),
    ("Outcome", Form::Fields, "reason:text standings:[(int,int)]"),
    ("Turn", Form::Outer, "seat:int\nsealed:[int]\nchance:Draw\nover:Outcome"),
    (
        "Action",
        Form::Tagged("do"),
        "pass\nbid card:name amount:int\nsheet amounts:[int]\nhidden\nsell seller:Party company:name percent:int
buy buyer:Party company:name percent:int from:Party price:int\nbuy_card buyer:Party card:name from:Party price:int
use_card card:name\nstart company:name price:int percent:int\nbuy_tokens company:name count:int
place_token company:name hex:name stop:int by:name?\nremove_token company:name hex:name stop:int
buy_slot from:name hex:name stop:int price:int\nlay_tile hex:name tile:name rotation:int by:name?
run routes:[Route]\nsettle how:text\nbuy_train train:name from:Party price:int\ndiscard company:name train:name
merge with:name into:name\ntransform into:name\nloan amount:int\nchoose option:name\npropose deal:Action
accept\ndecline\ndrawn outcome:[int]",
    ),
    (
        "Offer",
        Form::Tagged("may"),
        "pass means:text\nbid card:name prices:Prices
sheet cards:[name] min:int budget:int waiting:[int] faulty_accepted:bool
sell seller:Party company:name percents:[int] price:int per:int
buy buyer:Party company:name percent:int from:Party prices:Prices
buy_card buyer:Party card:name from:Party prices:Prices\nuse_card card:name means:text
start company:name starts:[(int,[int])]\nbuy_tokens company:name min:int max:int each:int
place_token company:name hex:name stop:int cost:int by:name?\nremove_token company:name hex:name stop:int
buy_slot from:name hex:name stop:int prices:Prices\nlay_tile hex:name tile:name rotations:[int] cost:int by:name?
run company:name trains:[name] must_earn:int?\nsettle revenue:int ways:[text]
buy_train train:name from:Party prices:Prices\ndiscard company:name train:name\nmerge with:name into:[name]
transform into:[name]\nloan amounts:Prices\nchoose about:text options:[(name,text)]\npropose to:int deal:Offer
accept\ndecline\ndrawn draw:Draw",
    ),
    (
        "View",
        Form::Fields,
        "title:name edition:name round:text phase:name asked:text turn:Turn operating:name? bank:int? currency:text
players:[PlayerView] order:[int] companies:[CompanyView] operating_order:[name] board:BoardView depot:[DepotView]
tiles:[(name,int?)] cards:[CardView] panels:[Panel]",
    ),
    (
        "PlayerView",
        Form::Fields,
        "name:text cash:int worth:int liquidity:int certificates:int certificate_limit:int priority:bool out:bool
debt:int shares:[ShareView] cards:[CardView]",
    ),
    ("ShareView", Form::Fields, "company:name percent:int director:bool"),
    ("CardView", Form::Fields, "card:name text:text price:int?"),
    (
        "CompanyView",
        Form::Fields,
        "name:name full_name:text kind:name status:text director:int? directed_by:name? cash:int price:int?
field:Field? stack:int trains:[name] train_limit:int tokens_left:int locked_tokens:int offering:int pool:int reserved:int
shares:[ShareView] cards:[CardView] last_run:int? last_routes:[Route] notes:[text]",
    ),
    ("Field", Form::Fields, "row:int col:int"),
    ("BoardView", Form::Fields, "tiles:[(name,name,int)] tokens:[TokenView] borders:[int] marks:[(name,text)]"),
    ("TokenView", Form::Fields, "company:name hex:name stop:int slot:int"),
    ("DepotView", Form::Fields, "train:name left:int? returned:int price:int for_sale:bool rusts_on:name?"),
    ("Panel", Form::Fields, "title:text rows:[[text]]"),
    (
        "SeenRecord",
        Form::Fields,
        "number:int by:Author action:Action? undo_to:int? hash:text at:int opened:[SeenRecord]?",
    ),
    ("Damage", Form::Fields, "good_until:int why:text"),
    ("Account", Form::Outer, "bank\nseat:int\ncompany:int"),
    ("Holder", Form::Outer, "seat:int\ncompany:int\noffering\npool\nreserved\nout"),
    (
        "Event",
        Form::Named,
        "paid from:Account to:Account amount:int why:text\nshares company:int percent:int from:Holder to:Holder
director company:int director:Holder\nprice company:int from:int? to:int?
tile company:int? hex:int tile:name rotation:int\ntoken company:int hex:int placed:bool
run company:int revenue:int\ntrain train:name from:int? to:int?\nrusted train:name\ncard card:name to:Holder
phase phase:name\nround round:text\nsaid seat:int what:text\nnote text:text",
    ),
    // What `event:`, `id:` and `data:` of the live stream hold.
    (
        "LiveEvent",
        Form::Tagged("event"),
        "record id:text data:SeenRecord\nchat id:text data:Line\ntable id:text data:TableInfo
presence id:text data:[text]\nundo id:text data:AskedUndo?",
    ),
];

/// Adds the shapes to the API's description.
pub(crate) fn describe(mut description: Value) -> Value {
    if let Some(schemas) = description.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        for (name, form, lines) in SHAPES {
            schemas.insert((*name).to_owned(), shape(*form, lines));
        }
    }
    description
}

fn shape(form: Form, lines: &str) -> Value {
    match form {
        Form::Fields => object(lines.split_whitespace(), None),
        Form::Tagged(tag) => {
            let variant = |line: &str| {
                let mut words = line.split_whitespace();
                let name = words.next().unwrap_or_default();
                object(words, Some((tag, name)))
            };
            json!({ "oneOf": lines.lines().map(variant).collect::<Vec<_>>() })
        }
        Form::Outer => {
            let variant = |line: &str| match line.contains(':') {
                true => object([line].into_iter(), None),
                false => json!({ "type": "string", "enum": [line] }),
            };
            json!({ "oneOf": lines.lines().map(variant).collect::<Vec<_>>() })
        }
        Form::Named => {
            let variant = |line: &str| {
                let (name, fields) = line.split_once(' ').unwrap_or((line, ""));
                let inner = object(fields.split(' '), None);
                json!({ "type": "object", "properties": { name: inner }, "required": [name] })
            };
            json!({ "oneOf": lines.lines().map(variant).collect::<Vec<_>>() })
        }
    }
}

fn object<'a>(fields: impl Iterator<Item = &'a str>, tag: Option<(&str, &str)>) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    if let Some((tag, name)) = tag {
        properties.insert(tag.to_owned(), json!({ "type": "string", "enum": [name] }));
        required.push(tag.to_owned());
    }
    for (name, kind) in fields.filter_map(|field| field.split_once(':')) {
        properties.insert(name.to_owned(), typed(kind));
        if !kind.ends_with('?') {
            required.push(name.to_owned());
        }
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

fn typed(kind: &str) -> Value {
    if let Some(kind) = kind.strip_suffix('?') {
        return json!({ "oneOf": [{ "type": "null" }, typed(kind)] });
    }
    if let Some(item) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(']')) {
        return json!({ "type": "array", "items": typed(item) });
    }
    if let Some(items) = kind.strip_prefix('(').and_then(|kind| kind.strip_suffix(')')) {
        let items: Vec<Value> = items.split(',').map(typed).collect();
        return json!({ "type": "array", "prefixItems": items, "minItems": items.len(), "maxItems": items.len() });
    }
    match kind {
        "int" => json!({ "type": "integer" }),
        "bool" => json!({ "type": "boolean" }),
        "text" => json!({ "type": "string" }),
        "name" => json!({ "type": "string", "maxLength": 15 }),
        "object" => json!({ "type": "object" }),
        other => json!({ "$ref": format!("#/components/schemas/{other}") }),
    }
}

macro_rules! references {
    ($($(#[$doc:meta])* $name:ident => $shape:literal),+ $(,)?) => {$(
        $(#[$doc])*
        pub(crate) fn $name() -> RefOr<Schema> {
            RefOr::Ref(Ref::from_schema_name($shape))
        }
    )+};
}

references! {
    /// Where an action stands.
    action => "Action",
    /// Where a set-up stands.
    setup => "Setup",
    /// Where the table stands.
    view => "View",
}

/// Where it may be somebody's turn.
pub(crate) fn turn() -> RefOr<Schema> {
    optional("Turn")
}

/// Where a log may be damaged.
pub(crate) fn damage() -> RefOr<Schema> {
    optional("Damage")
}

fn optional(of: &str) -> RefOr<Schema> {
    let null = ObjectBuilder::new().schema_type(Type::Null);
    RefOr::T(Schema::OneOf(OneOfBuilder::new().item(null).item(Ref::from_schema_name(of)).build()))
}

/// Where a list of what happened stands.
pub(crate) fn events() -> RefOr<Schema> {
    list("Event")
}

/// Where a list of offers stands.
pub(crate) fn offers() -> RefOr<Schema> {
    list("Offer")
}

/// Where a list of records stands.
pub(crate) fn records() -> RefOr<Schema> {
    list("SeenRecord")
}

fn list(of: &str) -> RefOr<Schema> {
    let items = Ref::from_schema_name(of);
    RefOr::T(Schema::Array(utoipa::openapi::ArrayBuilder::new().items(items).build()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::running::Running;
    use ferrata_engine::turn::{Entry, Title, Turn};
    use ferrata_titles::Game;

    /// What is wrong with a value of this kind; the notation is the measure.
    fn fault(kind: &str, value: &Value) -> Option<String> {
        if let Some(kind) = kind.strip_suffix('?') {
            return if value.is_null() { None } else { fault(kind, value) };
        }
        if let Some(item) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(']')) {
            let list = value.as_array();
            return list.map_or(Some(format!("{value} is no list")), |list| {
                list.iter().find_map(|one| fault(item, one))
            });
        }
        let good = match kind {
            "int" => value.is_i64() || value.is_u64(),
            "bool" => value.is_boolean(),
            "text" => value.is_string(),
            "name" => value.as_str().is_some_and(|text| text.len() <= 15),
            "object" => value.is_object(),
            tuple if tuple.starts_with('(') => {
                let items = tuple.trim_matches(['(', ')']).split(',').count();
                value.as_array().is_some_and(|list| list.len() == items)
            }
            shape => return shape_fault(shape, value),
        };
        (!good).then(|| format!("{value} is no {kind}"))
    }

    fn shape_fault(shape: &str, value: &Value) -> Option<String> {
        let Some((_, form, lines)) = SHAPES.iter().find(|(name, ..)| *name == shape) else {
            // Described by the server's own types.
            return (!value.is_object()).then(|| format!("{value} is no {shape}"));
        };
        match form {
            Form::Fields => fields_fault(lines.split_whitespace().collect(), value, None),
            Form::Tagged(tag) => {
                let line = lines.lines().find(|line| line.split(' ').next() == value[tag].as_str());
                let Some(line) = line else { return Some(format!("{value} is no {shape}")) };
                fields_fault(line.split(' ').skip(1).collect(), value, Some(tag))
            }
            Form::Outer => {
                let fits = |line: &str| match line.split_once(':') {
                    Some(_) => value.is_object() && fields_fault(vec![line], value, None).is_none(),
                    None => value == line,
                };
                (!lines.lines().any(fits)).then(|| format!("{value} is no {shape}"))
            }
            Form::Named => {
                let found = lines.lines().find_map(|line| {
                    let (name, fields) = line.split_once(' ')?;
                    value.get(name).map(|inner| fields_fault(fields.split(' ').collect(), inner, None))
                });
                found.unwrap_or_else(|| Some(format!("{value} is no {shape}")))
            }
        }
    }

    fn fields_fault(fields: Vec<&str>, value: &Value, tag: Option<&str>) -> Option<String> {
        let fields: Vec<_> = fields.iter().filter_map(|field| field.split_once(':')).collect();
        let wrong = fields.iter().find_map(|(name, kind)| fault(kind, &value[name]));
        let known = |key: &&String| tag == Some(key.as_str()) || fields.iter().any(|(name, _)| name == key);
        let extra = value.as_object().and_then(|object| object.keys().find(|key| !known(key)));
        wrong.or(extra.map(|key| format!("{key} is not described")))
    }

    fn check(shape: &str, value: &impl serde::Serialize) {
        let value = serde_json::to_value(value).unwrap();
        assert_eq!(fault(shape, &value), None, "{shape}: {value}");
    }

    /// Given games of both titles, played by always taking some offer, then all that the engine writes has the shape
    /// described.
    #[test]
    fn the_engine_writes_what_is_described() {
        for (title, edition) in [("1841", "v1"), ("1841", "v2"), ("18ESP", "online")] {
            let setup = json!({ "title": title, "edition": edition, "players": ["A", "B", "C"] });
            check("Setup", &setup);
            let setup: ferrata_engine::turn::Setup = serde_json::from_value(setup).unwrap();
            let mut running = Running::new(setup.clone()).unwrap();
            let mut game = Game::start(&setup).unwrap();
            for turn in 0..400_usize {
                check("View", &game.view());
                let offers = game.offers();
                offers.iter().for_each(|offer| check("Offer", offer));
                let actions: Vec<_> = offers.iter().flat_map(|offer| offer.samples()).collect();
                actions.iter().for_each(|action| check("Action", action));
                let Some(entry) = next(&game, &actions, turn) else { break };
                check("Author", &entry.by);
                game.apply(&entry).unwrap().iter().for_each(|event| check("Event", event));
                check("Turn", &game.turn());
            }
            running.extend(Vec::new(), Some("torn".into()));
            check("Damage", &running.damage());
        }
    }

    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|inner| references(inner, found));
            }
            Value::Array(items) => items.iter().for_each(|inner| references(inner, found)),
            _ => {}
        }
    }

    /// Every name in the description stands for something there, and the events of the live stream are described.
    #[test]
    fn the_description_refers_to_nothing_that_is_missing() {
        let (_, openapi) = super::super::routes().split_for_parts();
        let description = describe(serde_json::to_value(openapi).unwrap());
        let mut found = Vec::new();
        references(&description, &mut found);
        for reference in found {
            let place = reference.strip_prefix('#').unwrap();
            assert!(description.pointer(place).is_some_and(Value::is_object), "{reference}");
        }
        let stream = &description["paths"]["/api/tables/{id}/live"]["get"]["responses"]["200"]["content"];
        let events = &stream["text/event-stream"]["schema"]["$ref"];
        assert_eq!(events, "#/components/schemas/LiveEvent");
        let told = &description["components"]["schemas"]["LiveEvent"]["oneOf"];
        let names: Vec<_> =
            told.as_array().unwrap().iter().map(|one| &one["properties"]["event"]["enum"][0]).collect();
        assert_eq!(names, super::super::live::KINDS);
        let done = &description["components"]["schemas"]["Done"]["properties"]["events"];
        assert_eq!(done["items"]["$ref"], "#/components/schemas/Event");
    }

    fn next(game: &Game, actions: &[ferrata_engine::action::Action], turn: usize) -> Option<Entry> {
        let seat = match game.turn() {
            Turn::Seat(seat) => seat,
            Turn::Sealed(seats) => *seats.first()?,
            Turn::Chance(draw) => return Some(Entry::chance(draw.first())),
            Turn::Over(_) => return None,
        };
        let some = actions.iter().cycle().skip(turn * 7 % actions.len().max(1)).take(actions.len());
        let mut entries = some.map(|action| Entry::seat(seat, action.clone()));
        entries.find(|entry| game.why_not(entry).is_none())
    }
}
