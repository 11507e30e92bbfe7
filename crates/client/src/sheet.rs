//! A sheet of sealed bids while it is being written.

use ferrata_engine::action::Action;
use ferrata_engine::money::Money;
use ferrata_engine::offer::{Offer, covered};

/// What a sheet comes to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The sum of all bids.
    pub total: Money,
    /// What would be left of the budget; less than zero if too much is bid.
    pub left: Money,
    /// By field: what is wrong with it.
    pub fields: Vec<Option<String>>,
    /// What is wrong with the sheet as a whole.
    pub wrong: Option<String>,
    /// What to hand in; none if the rules do not take the sheet.
    pub action: Option<Action>,
}

impl Checked {
    /// Whether the rules take the sheet although something is wrong with it: then none of its bids will count.
    pub fn is_faulty(&self) -> bool {
        self.wrong.is_some() || self.fields.iter().any(Option::is_some)
    }
}

/// Checks a sheet as it is typed: one text per card, an empty one is no bid. `offers` are what may be handed in.
pub fn check(offers: &[Offer], texts: &[String]) -> Checked {
    let sheet = offers.iter().find_map(|offer| match offer {
        Offer::Sheet { cards, min, budget, .. } => Some((cards, *min, *budget)),
        _ => None,
    });
    let Some((cards, min, budget)) = sheet else { return Checked::default() };
    let read: Vec<Result<Money, String>> = texts.iter().map(|text| amount(text)).collect();
    let known = read.iter().filter_map(|amount| amount.as_ref().ok());
    let total: i64 = known.map(|amount| i64::from(amount.0)).sum();
    let total = Money(i32::try_from(total).unwrap_or(i32::MAX));
    let left = budget - total;
    let amounts: Option<Vec<Money>> = read.iter().map(|amount| amount.as_ref().ok().copied()).collect();
    let nothing = amounts.iter().flatten().all(|amount| *amount == Money::ZERO);
    let passes = nothing && covered(offers, &Action::Pass);
    let wrong = if texts.len() != cards.len() {
        Some("There is not one bid for each card.".to_owned())
    } else if nothing && !passes {
        Some("Bid for at least one of them.".to_owned())
    } else if left < Money::ZERO {
        Some(format!("The bids come to {total}, {} more than there is.", -left))
    } else {
        None
    };
    let action = amounts.map(|amounts| if passes { Action::Pass } else { Action::Sheet { amounts } });
    let action = action.filter(|action| covered(offers, action));
    let fields = read.into_iter().map(|amount| amount.map_or_else(Some, |amount| too_low(amount, min)));
    Checked { total, left, fields: fields.collect(), wrong, action }
}

fn amount(text: &str) -> Result<Money, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Money::ZERO);
    }
    text.parse().map(Money).map_err(|_| format!("\"{text}\" is no whole amount."))
}

fn too_low(amount: Money, min: Money) -> Option<String> {
    match amount {
        Money(..0) => Some("A bid cannot be less than nothing.".to_owned()),
        Money(0) => None,
        low if low < min => Some(format!("The lowest bid is {min}; leave it empty for none.")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::name::CardName;
    use ferrata_engine::say;

    fn checked(faulty_accepted: bool, texts: [&str; 3]) -> Checked {
        let sheet = Offer::Sheet {
            cards: ["A", "B", "C"].map(CardName::of).to_vec(),
            min: Money(10),
            budget: Money(100),
            waiting: Vec::new(),
            faulty_accepted,
        };
        let pass = (!faulty_accepted).then(|| Offer::Pass { means: say!("hand in nothing") });
        let offers: Vec<_> = pass.into_iter().chain([sheet]).collect();
        check(&offers, &texts.map(str::to_owned))
    }

    fn sheet(amounts: [i32; 3]) -> Option<Action> {
        Some(Action::Sheet { amounts: amounts.map(Money).to_vec() })
    }

    #[test]
    fn a_good_sheet_can_be_handed_in() {
        for faulty_accepted in [true, false] {
            let good = checked(faulty_accepted, ["40", "", " 60 "]);
            assert_eq!((good.total, good.left, &good.wrong), (Money(100), Money(0), &None));
            assert_eq!((good.is_faulty(), good.action), (false, sheet([40, 0, 60])));
        }
    }

    #[test]
    fn each_slip_is_told_where_it_is() {
        for faulty_accepted in [true, false] {
            let low = checked(faulty_accepted, ["9", "20", ""]);
            assert!(low.fields[0].as_ref().unwrap().contains("lowest bid"));
            assert_eq!(low.fields[1], None);
            assert!(low.is_faulty());
            assert!(checked(faulty_accepted, ["x", "20", ""]).fields[0].is_some());
            assert!(checked(faulty_accepted, ["-5", "20", ""]).fields[0].is_some());
            assert!(checked(faulty_accepted, ["60", "60", ""]).wrong.unwrap().contains("20 more"));
        }
    }

    /// 1841 §2.1: whoever makes an error hands in a sheet of which no bid counts. That is the rules' business, not ours.
    #[test]
    fn a_faulty_sheet_can_be_handed_in_where_the_rules_take_it_and_only_there() {
        for (texts, amounts) in
            [(["9", "20", ""], [9, 20, 0]), (["60", "60", ""], [60, 60, 0]), (["", "", "0"], [0, 0, 0])]
        {
            assert_eq!(checked(true, texts).action, sheet(amounts), "{texts:?}");
        }
        assert_eq!(checked(false, ["9", "20", ""]).action, None);
        assert_eq!(checked(false, ["60", "60", ""]).action, None);
        for faulty_accepted in [true, false] {
            assert_eq!(checked(faulty_accepted, ["x", "20", ""]).action, None);
        }
    }

    #[test]
    fn nothing_at_all_is_a_pass_where_that_is_offered() {
        let nothing = checked(false, ["", "", "0"]);
        assert_eq!((nothing.is_faulty(), nothing.action), (false, Some(Action::Pass)));
        assert!(checked(true, ["", "", "0"]).wrong.unwrap().contains("at least one"));
    }
}
