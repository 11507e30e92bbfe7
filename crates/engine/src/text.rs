//! Sentences are values: a template in English with named arguments, put into words only where somebody reads it.
//!
//! The English sentence stands where the rule is, and [`say!`](crate::say) makes a [`Text`] of it:
//!
//! ```
//! use ferrata_engine::{Money, say};
//! let price = Money(200);
//! let text = say!("the {train} costs {price}, the treasury holds {cash}", train = "3", price, cash = Money(120));
//! assert_eq!(text.to_string(), "the 3 costs 200, the treasury holds 120");
//! ```
//!
//! Whoever shows it to people renders it with the [`Names`] of a table, which know how money is written and what
//! players and places are called, and which may lay another language over the template. Where a word depends on a
//! number, the template lists its forms: `{n} {n|train|trains}`.

use crate::id::SeatId;
use crate::money::Money;
use crate::name::{CardName, CompanyName, HexName, Name, OptionName, PhaseName, TileName, TrainName};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// A sentence, or a part of one, with its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Text {
    /// The English sentence; `{name}` stands for an argument.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    template: Cow<'static, str>,
    /// The arguments by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<(String, Arg)>, no_recursion))]
    args: Vec<(Cow<'static, str>, Arg)>,
}

/// An argument of a sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Arg {
    /// An amount of money.
    Money(Money),
    /// A number.
    Number(i64),
    /// A player.
    Seat(SeatId),
    /// A company.
    Company(CompanyName),
    /// A hex.
    Hex(HexName),
    /// A tile.
    Tile(TileName),
    /// A train.
    Train(TrainName),
    /// A card.
    Card(CardName),
    /// A phase.
    Phase(PhaseName),
    /// Another name of the game's language.
    Name(Name),
    /// Words that nobody translates: a place, what somebody typed, an error of another program.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    Words(Cow<'static, str>),
    /// A part of a sentence.
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    Text(Box<Text>),
    /// Several, told one after the other: `A, B and C`.
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    List(Vec<Arg>),
}

/// What names and amounts are called at a table, for sentences.
pub trait Names {
    /// A player's name.
    fn seat(&self, seat: SeatId) -> Cow<'_, str>;

    /// An amount with the currency sign.
    fn money(&self, amount: Money) -> String;

    /// A hex with its place name, for example `Milano (F8)`.
    fn hex(&self, hex: HexName) -> Cow<'_, str>;

    /// The template in the reader's language.
    fn template<'a>(&'a self, english: &'a str) -> Cow<'a, str> {
        english.into()
    }

    /// Which of a word's forms goes with a number: in English the first for one, else the second.
    fn form(&self, number: i64) -> usize {
        usize::from(number != 1)
    }
}

/// Names where no table is at hand: seats by number, amounts without a sign.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainNames;

impl Names for PlainNames {
    fn seat(&self, seat: SeatId) -> Cow<'_, str> {
        format!("seat {}", seat.0 + 1).into()
    }

    fn money(&self, amount: Money) -> String {
        amount.0.to_string()
    }

    fn hex(&self, hex: HexName) -> Cow<'_, str> {
        hex.to_string().into()
    }
}

impl Text {
    /// A sentence from its parts; use [`say!`](crate::say), which holds the arguments against the template.
    pub fn new(template: &'static str, args: Vec<(&'static str, Arg)>) -> Text {
        let args = args.into_iter().map(|(name, arg)| (Cow::Borrowed(name), arg)).collect();
        Text { template: Cow::Borrowed(template), args }
    }

    /// Words that nobody translates, as a sentence of their own.
    pub fn words(words: impl Into<Cow<'static, str>>) -> Text {
        Text { template: "{words}".into(), args: vec![("words".into(), Arg::Words(words.into()))] }
    }

    /// The template in English.
    pub fn template(&self) -> &str {
        &self.template
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.template.is_empty()
    }

    /// An argument by name.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(other, _)| other == name).map(|(_, arg)| arg)
    }

    /// The sentence with other arguments where `other` has some; it looks into parts of sentences and lists, too.
    pub fn with(&self, other: &dyn Fn(&Arg) -> Option<Arg>) -> Text {
        let args = self.args.iter().map(|(name, arg)| (name.clone(), arg.with(other))).collect();
        Text { template: self.template.clone(), args }
    }

    /// The sentence in words.
    pub fn render(&self, names: &dyn Names) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut out, names);
        out
    }

    fn write(&self, out: &mut dyn Write, names: &dyn Names) -> fmt::Result {
        let template = names.template(&self.template);
        let mut rest: &str = &template;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, here) = rest.split_at(at);
            out.write_str(before)?;
            if let Some(after) = here.strip_prefix("{{").or_else(|| here.strip_prefix("}}")) {
                out.write_str(here.get(..1).unwrap_or_default())?;
                rest = after;
                continue;
            }
            let Some((hole, after)) = here.strip_prefix('{').and_then(|here| here.split_once('}')) else {
                return out.write_str(here);
            };
            self.fill(hole, out, names)?;
            rest = after;
        }
        out.write_str(rest)
    }

    /// Writes the argument, or the form of a word, that a hole of the template asks for.
    fn fill(&self, hole: &str, out: &mut dyn Write, names: &dyn Names) -> fmt::Result {
        let (name, forms) = hole.split_once('|').map_or((hole, None), |(name, forms)| (name, Some(forms)));
        match (self.arg(name), forms) {
            (Some(arg), None) => arg.write(out, names),
            (Some(arg), Some(forms)) => {
                let mut forms = forms.split('|').peekable();
                let first = forms.peek().copied().unwrap_or_default();
                out.write_str(forms.nth(names.form(arg.count())).unwrap_or(first))
            }
            // A template of another language that names something this sentence does not have.
            (None, _) => write!(out, "{{{hole}}}"),
        }
    }
}

impl Arg {
    fn with(&self, other: &dyn Fn(&Arg) -> Option<Arg>) -> Arg {
        match (other(self), self) {
            (Some(arg), _) => arg,
            (None, Arg::Text(text)) => Arg::Text(Box::new(text.with(other))),
            (None, Arg::List(list)) => Arg::List(list.iter().map(|arg| arg.with(other)).collect()),
            (None, arg) => arg.clone(),
        }
    }

    /// The number that decides about the form of a word.
    fn count(&self) -> i64 {
        match self {
            Arg::Number(number) => *number,
            Arg::Money(amount) => amount.0.into(),
            Arg::List(list) => list.len() as i64,
            _ => 1,
        }
    }

    fn write(&self, out: &mut dyn Write, names: &dyn Names) -> fmt::Result {
        match self {
            Arg::Money(amount) => out.write_str(&names.money(*amount)),
            Arg::Number(number) => write!(out, "{number}"),
            Arg::Seat(seat) => out.write_str(&names.seat(*seat)),
            Arg::Company(company) => write!(out, "{company}"),
            Arg::Hex(hex) => out.write_str(&names.hex(*hex)),
            Arg::Tile(tile) => write!(out, "{tile}"),
            Arg::Train(train) => write!(out, "{train}"),
            Arg::Card(card) => write!(out, "{card}"),
            Arg::Phase(phase) => write!(out, "{phase}"),
            Arg::Name(name) => write!(out, "{name}"),
            Arg::Words(words) => out.write_str(words),
            Arg::Text(text) => text.write(out, names),
            Arg::List(list) => write_list(list, out, names),
        }
    }
}

fn write_list(list: &[Arg], out: &mut dyn Write, names: &dyn Names) -> fmt::Result {
    let last = list.len().saturating_sub(1);
    for (at, arg) in list.iter().enumerate() {
        match at {
            0 => {}
            _ if at == last => out.write_str(&names.template(" and "))?,
            _ => out.write_str(", ")?,
        }
        arg.write(out, names)?;
    }
    Ok(())
}

/// In words where no table is at hand.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &PlainNames)
    }
}

macro_rules! args_from {
    ($($from:ty => $variant:ident),+ $(,)?) => {$(
        impl From<$from> for Arg {
            fn from(value: $from) -> Arg {
                Arg::$variant(value.into())
            }
        }
    )+};
}

args_from! {
    Money => Money,
    i64 => Number,
    i32 => Number,
    u32 => Number,
    u16 => Number,
    u8 => Number,
    SeatId => Seat,
    CompanyName => Company,
    HexName => Hex,
    TileName => Tile,
    TrainName => Train,
    CardName => Card,
    PhaseName => Phase,
    Name => Name,
    &'static str => Words,
    String => Words,
}

impl From<usize> for Arg {
    fn from(number: usize) -> Arg {
        Arg::Number(number as i64)
    }
}

impl From<OptionName> for Arg {
    fn from(option: OptionName) -> Arg {
        Arg::Name(option.0)
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Arg {
        Arg::Text(Box::new(text))
    }
}

impl<A: Into<Arg>> From<Vec<A>> for Arg {
    fn from(list: Vec<A>) -> Arg {
        Arg::List(list.into_iter().map(Into::into).collect())
    }
}

impl<A: Into<Arg>> FromIterator<A> for Arg {
    fn from_iter<I: IntoIterator<Item = A>>(list: I) -> Arg {
        Arg::List(list.into_iter().map(Into::into).collect())
    }
}

/// A [`Text`]: the English sentence, then its arguments. `say!("{company} has no train", company)` takes the
/// argument from the variable of that name, `company = game.name(id)` from an expression. A name in the template
/// without an argument, or the other way round, does not compile.
#[macro_export]
macro_rules! say {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const { $crate::text::check($template, &[$(stringify!($name)),*]) };
        $crate::text::Text::new(
            $template,
            ::std::vec![$((stringify!($name), $crate::say!(@arg $name $(= $value)?))),*],
        )
    }};
    (@arg $name:ident) => { $crate::text::Arg::from($name) };
    (@arg $name:ident = $value:expr) => { $crate::text::Arg::from($value) };
}

/// Refuses, when the program is built, a template whose holes are not its arguments.
#[allow(clippy::indexing_slicing, clippy::panic)] // it only runs in the compiler
pub const fn check(template: &str, names: &[&str]) {
    let text = template.as_bytes();
    let mut used = 0u32;
    let mut at = 0;
    while at < text.len() {
        let doubled = at + 1 < text.len() && text[at + 1] == text[at];
        match text[at] {
            b'{' | b'}' if doubled => at += 1,
            b'{' => {
                let start = at + 1;
                while at < text.len() && text[at] != b'}' && text[at] != b'|' {
                    at += 1;
                }
                used |= 1 << position(text, start, at, names);
                while at < text.len() && text[at] != b'}' {
                    at += 1;
                }
                assert!(at < text.len(), "an opening brace of the template is not closed");
            }
            b'}' => panic!("a closing brace of the template was not opened"),
            _ => {}
        }
        at += 1;
    }
    assert!(used == (1 << names.len()) - 1, "an argument is not named in the template");
}

#[allow(clippy::indexing_slicing, clippy::panic)] // it only runs in the compiler
const fn position(text: &[u8], start: usize, end: usize, names: &[&str]) -> usize {
    let mut which = 0;
    while which < names.len() {
        let name = names[which].as_bytes();
        let mut same = name.len() == end - start;
        let mut at = 0;
        while same && at < name.len() {
            same = name[at] == text[start + at];
            at += 1;
        }
        if same {
            return which;
        }
        which += 1;
    }
    panic!("the template names an argument that is not given")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Italian;

    impl Names for Italian {
        fn seat(&self, _: SeatId) -> Cow<'_, str> {
            "Ada".into()
        }
        fn money(&self, amount: Money) -> String {
            format!("L.{}", amount.0)
        }
        fn hex(&self, hex: HexName) -> Cow<'_, str> {
            format!("Milano ({hex})").into()
        }
        fn template<'a>(&'a self, english: &'a str) -> Cow<'a, str> {
            match english {
                "{seat} pays {price} for {n} {n|train|trains} in {hex}" => {
                    "{seat} paga {price} per {n} {n|treno|treni} a {hex}".into()
                }
                " and " => " e ".into(),
                other => other.into(),
            }
        }
    }

    #[test]
    fn a_sentence_is_put_into_words_where_it_is_read() {
        let (seat, price) = (SeatId(1), Money(200));
        let text = say!(
            "{seat} pays {price} for {n} {n|train|trains} in {hex}",
            seat,
            price,
            n = 2u8,
            hex = HexName::of("F8")
        );
        assert_eq!(text.to_string(), "seat 2 pays 200 for 2 trains in F8");
        assert_eq!(text.render(&Italian), "Ada paga L.200 per 2 treni a Milano (F8)");
    }

    #[test]
    fn words_take_the_form_of_their_number_and_lists_are_joined() {
        let trains = |n: u8| say!("{n} {n|train|trains}", n).to_string();
        assert_eq!(
            (trains(0), trains(1), trains(5)),
            ("0 trains".into(), "1 train".into(), "5 trains".into())
        );
        let names: Arg = ["A", "B", "C"].into_iter().collect();
        let text = say!("only {names} {names|may|may all} bid {{now}}", names);
        assert_eq!(text.to_string(), "only A, B and C may all bid {now}");
        assert_eq!(text.render(&Italian), "only A, B e C may all bid {now}");
    }

    #[test]
    fn a_part_of_a_sentence_and_foreign_words_fit_in() {
        let part = say!("tile {tile}", tile = TileName::of("57"));
        let text = say!("{part}: {why}", part, why = String::from("no {such} file"));
        assert_eq!(text.to_string(), "tile 57: no {such} file");
        assert_eq!(Text::words("as typed {here}").to_string(), "as typed {here}");
    }

    #[test]
    fn sentences_survive_serialisation() {
        let text = say!("{company} needs {price}", company = CompanyName::of("IRSFF"), price = Money(5));
        let json = serde_json::to_string(&text).unwrap();
        let expected = r#"{"template":"{company} needs {price}","args":[["company",{"company":"IRSFF"}],["price",{"money":5}]]}"#;
        assert_eq!(json, expected);
        assert_eq!(serde_json::from_str::<Text>(&json).unwrap(), text);
        let plain = serde_json::to_string(&say!("pass")).unwrap();
        assert_eq!(
            (plain.as_str(), serde_json::from_str::<Text>(&plain).unwrap()),
            (r#"{"template":"pass"}"#, say!("pass"))
        );
    }

    #[test]
    fn a_template_from_elsewhere_cannot_break_anything() {
        for strange in ["{", "}", "{a", "a}b", "{}", "{x|y}", "{{", "é{ü}"] {
            let json = serde_json::json!({ "template": strange });
            assert!(!serde_json::from_value::<Text>(json).unwrap().to_string().is_empty(), "{strange}");
        }
    }
}
