//! Why something may not be done.

use crate::name::Name;
use crate::say;
use crate::text::{Names, Text};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The id of a rule in `docs/rules/<title>.md`, for example `1841-3.1-06`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(pub RuleText);

/// Rule ids are longer than other names (`1841-4.5.1.1-04-v2`), so they are kept in two parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RuleText(Name, Name);

impl RuleId {
    /// The rule with this id.
    pub const fn of(text: &'static str) -> RuleId {
        let cut = if text.len() > crate::name::MAX_NAME { crate::name::MAX_NAME } else { text.len() };
        let (head, tail) = text.split_at(cut);
        RuleId(RuleText(Name::cut(head), Name::cut(tail)))
    }
}

impl fmt::Display for RuleText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0, self.1)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Serialize for RuleText {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RuleText {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<RuleText, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let cut = text.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|&end| end <= 15).last();
        let (head, tail) = text.split_at(cut.unwrap_or(0));
        let name = |part| Name::new(part).map_err(serde::de::Error::custom);
        Ok(RuleText(name(head)?, name(tail)?))
    }
}

/// Why an action is not accepted. The state is untouched, bit for bit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// The rule that forbids it, where one does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rule: Option<RuleId>,
    /// What is wrong and what would be right, in one sentence.
    pub because: Text,
}

impl Refusal {
    /// Refused by a rule.
    pub fn rule(rule: &'static str, because: Text) -> Refusal {
        Refusal { rule: Some(RuleId::of(rule)), because }
    }

    /// Refused because it makes no sense here (unknown name, not your turn), not by a rule of the game.
    pub fn plain(because: Text) -> Refusal {
        Refusal { rule: None, because }
    }

    /// Refused because something else is asked.
    pub fn out_of_place(asked: Text) -> Refusal {
        Refusal::plain(say!("this cannot be done now; what is asked: {asked}", asked))
    }

    /// In words, as they are said at a table, without the rule.
    pub fn render(&self, names: &dyn Names) -> String {
        self.because.render(names)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.because),
            None => write!(f, "{}", self.because),
        }
    }
}

impl std::error::Error for Refusal {}

/// Stops with a [`Refusal`] by `rule` unless `holds`.
pub fn require(holds: bool, rule: &'static str, because: impl FnOnce() -> Text) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::rule(rule, because())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_rule_id_survives_serialisation() {
        let refusal = Refusal::rule("1841-4.5.1.1-04-v2", crate::say!("two fields left"));
        let text = serde_json::to_string(&refusal).unwrap();
        assert!(text.contains("1841-4.5.1.1-04-v2"), "{text}");
        assert_eq!(serde_json::from_str::<Refusal>(&text).unwrap(), refusal);
        assert_eq!(refusal.to_string(), "two fields left (1841-4.5.1.1-04-v2)");
    }
}
