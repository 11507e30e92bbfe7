//! A sheet of sealed bids while it is being written.

use ferrata_engine::action::Action;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;

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
    /// The sheet to hand in, if nothing is wrong.
    pub action: Option<Action>,
}

/// Checks a sheet as it is typed: one text per card, an empty one is no bid.
pub fn check(offer: &Offer, texts: &[String]) -> Checked {
    let Offer::Sheet { cards, min, budget, .. } = offer else { return Checked::default() };
    let read: Vec<Result<Money, String>> = texts.iter().map(|text| amount(text, *min)).collect();
    let known = read.iter().filter_map(|amount| amount.as_ref().ok());
    let total: i64 = known.map(|amount| i64::from(amount.0)).sum();
    let total = Money(i32::try_from(total).unwrap_or(i32::MAX));
    let left = *budget - total;
    let wrong = if texts.len() != cards.len() {
        Some("The sheet does not fit the cards.".to_owned())
    } else if total == Money::ZERO {
        Some("Bid for at least one of them.".to_owned())
    } else if left < Money::ZERO {
        Some(format!("The bids come to {total}, {} more than there is.", -left))
    } else {
        None
    };
    let amounts: Result<Vec<Money>, String> = read.iter().cloned().collect();
    let action = amounts.ok().filter(|_| wrong.is_none()).map(|amounts| Action::Sheet { amounts });
    let fields = read.into_iter().map(Result::err).collect();
    Checked { total, left, fields, wrong, action }
}

fn amount(text: &str, min: Money) -> Result<Money, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Money::ZERO);
    }
    let amount = text.parse().map(Money).map_err(|_| format!("\"{text}\" is no whole amount."))?;
    match amount {
        Money(..0) => Err("A bid cannot be less than nothing.".to_owned()),
        Money(0) => Ok(amount),
        low if low < min => Err(format!("The lowest bid is {min}; leave it empty for none.")),
        _ => Ok(amount),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::name::CardName;

    fn checked(texts: [&str; 3]) -> Checked {
        let offer = Offer::Sheet {
            cards: ["A", "B", "C"].map(CardName::of).to_vec(),
            min: Money(10),
            budget: Money(100),
            waiting: Vec::new(),
            faulty_accepted: true,
        };
        check(&offer, &texts.map(str::to_owned))
    }

    #[test]
    fn a_good_sheet_can_be_handed_in() {
        let good = checked(["40", "", " 60 "]);
        assert_eq!((good.total, good.left, good.wrong), (Money(100), Money(0), None));
        assert_eq!(good.action, Some(Action::Sheet { amounts: [40, 0, 60].map(Money).to_vec() }));
    }

    #[test]
    fn each_slip_is_told_where_it_is() {
        let low = checked(["9", "20", ""]);
        assert!(low.fields[0].as_ref().unwrap().contains("lowest bid"));
        assert_eq!((low.fields[1].clone(), low.action), (None, None));
        assert!(checked(["x", "20", ""]).fields[0].is_some());
        assert!(checked(["-5", "20", ""]).fields[0].is_some());
        assert!(checked(["60", "60", ""]).wrong.unwrap().contains("20 more"));
        assert!(checked(["", "", "0"]).wrong.unwrap().contains("at least one"));
    }
}
