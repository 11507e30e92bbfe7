//! Values of a TOML file as a tree of which every node knows its line: what data files, facts and positions are read
//! from and written to.

mod de;
mod ser;
mod write;

pub(crate) use de::from_node;
pub(crate) use ser::to_node;
pub(crate) use write::to_toml;

use toml::de::{DeArray, DeTable, DeValue};

/// A place in a file: which of several, and the line counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct At {
    pub(crate) file: u16,
    pub(crate) line: u32,
}

/// A value and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(crate) at: At,
    pub(crate) value: Value,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Node>),
    Table(Table),
    Other(&'static str),
}

/// Values by key, in the order of the file.
pub(crate) type Table = Vec<(String, Node)>;

/// Calls things by name instead of by number: ids mean nothing outside of a table.
pub(crate) trait Naming {
    /// The name of an id, given the name of its type.
    fn name(&self, kind: &str, id: u64) -> Option<String>;

    /// The id of a name; none if the type is not one that has names.
    fn id(&self, kind: &str, name: &str) -> Option<Result<u64, Unknown>>;
}

/// A name that nothing has.
pub(crate) struct Unknown {
    /// What was expected instead.
    pub(crate) expected: String,
}

/// Nothing has a name.
pub(crate) struct Nameless;

impl Naming for Nameless {
    fn name(&self, _: &str, _: u64) -> Option<String> {
        None
    }

    fn id(&self, _: &str, _: &str) -> Option<Result<u64, Unknown>> {
        None
    }
}

impl Node {
    /// A value that stands nowhere.
    pub(crate) fn new(value: Value) -> Node {
        Node { at: At::default(), value }
    }

    /// A text that stands nowhere.
    pub(crate) fn text(text: impl Into<String>) -> Node {
        Node::new(Value::Text(text.into()))
    }

    /// A number that stands nowhere.
    pub(crate) fn number(number: i32) -> Node {
        Node::new(Value::Number(number.into()))
    }

    /// Its entries if it is a table.
    pub(crate) fn table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.value { Some(table) } else { None }
    }

    /// The value of a key if it is a table.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.table()?.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// The same value, wherever it stands.
    pub(crate) fn same(&self, other: &Node) -> bool {
        match (&self.value, &other.value) {
            (Value::List(one), Value::List(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.same(other))
            }
            (Value::Table(one), Value::Table(other)) => {
                let matches = |(key, node): &(String, Node)| {
                    other.iter().any(|(name, there)| name == key && node.same(there))
                };
                one.len() == other.len() && one.iter().all(matches)
            }
            (one, other) => one == other,
        }
    }

    /// As it is shown in messages.
    pub(crate) fn describe(&self) -> String {
        match &self.value {
            Value::Flag(flag) => flag.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Text(text) => format!("\"{text}\""),
            Value::List(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
            Value::Other(what) => (*what).to_owned(),
        }
    }
}

/// Reads a file; also what is no valid TOML in it.
pub(crate) fn parse(file: u16, text: &str) -> (Table, Vec<(At, String)>) {
    let lines = Lines::new(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    let error = |error: toml::de::Error| {
        let at = At { file, line: error.span().map_or(1, |span| lines.line(span.start)) };
        (at, error.message().replace('\n', ", "))
    };
    let errors = errors.into_iter().map(error).collect();
    (Reader { file, lines }.table(table.get_ref()), errors)
}

/// Line numbers of byte offsets that are asked for in any order.
struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Lines {
        Lines(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect())
    }

    fn line(&self, offset: usize) -> u32 {
        self.0.partition_point(|newline| *newline < offset) as u32 + 1
    }
}

struct Reader {
    file: u16,
    lines: Lines,
}

impl Reader {
    fn table(&self, table: &DeTable<'_>) -> Table {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
            let key_text: &std::borrow::Cow<'_, str> = key.get_ref();
            let at = At { file: self.file, line: self.lines.line(key.span().start) };
            (key_text.to_string(), Node { at, value: self.value(value.get_ref()) })
        };
        entries.into_iter().map(entry).collect()
    }

    fn list(&self, array: &DeArray<'_>) -> Vec<Node> {
        let element = |value: &toml::Spanned<DeValue<'_>>| {
            let at = At { file: self.file, line: self.lines.line(value.span().start) };
            Node { at, value: self.value(value.get_ref()) }
        };
        array.iter().map(element).collect()
    }

    fn value(&self, value: &DeValue<'_>) -> Value {
        match value {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or(Value::Other("a large number"), Value::Number),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Array(array) => Value::List(self.list(array)),
            DeValue::Table(table) => Value::Table(self.table(table)),
            DeValue::Float(_) => Value::Other("a fraction"),
            DeValue::Datetime(_) => Value::Other("a date"),
        }
    }
}
