//! Names, prices and shares as the site writes them.

use crate::error::{Error, Place};
use crate::record::{Entity, Recorded};
use ferrata_engine::action::Settlement;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, Name};
use ferrata_engine::shares::Holder;
use ferrata_engine::view::CompanyView;
use ferrata_titles::t1841::Game;

/// `201` of the copy `201-0`.
pub(super) fn kind_of(copy: &str) -> &str {
    copy.rsplit_once('-').map_or(copy, |(kind, _)| kind)
}

pub(super) fn name(text: &str, place: &Place) -> Result<Name, Error> {
    Name::new(text).map_err(|long| Error::bad(place, long.to_string()))
}

pub(super) fn company_name(text: &str, place: &Place) -> Result<CompanyName, Error> {
    name(text, place).map(CompanyName)
}

pub(super) fn card_name(text: &str, place: &Place) -> Result<CardName, Error> {
    name(text, place).map(CardName)
}

pub(super) fn company_of(state: &Game, name: &str, place: &Place) -> Result<CompanyView, Error> {
    let company = Name::new(name).ok().and_then(|name| state.company_view(CompanyName(name)));
    company.ok_or_else(|| Error::bad(place, format!("there is no company {name}")))
}

pub(super) fn acting_company(action: &Recorded) -> Result<CompanyName, Error> {
    match &action.entity {
        Entity::Company(name) => company_name(name, &action.place),
        Entity::Player(_) => Err(Error::bad(&action.place, "a company should act here")),
    }
}

/// The company of a bundle of shares.
pub(super) fn issuer<'a>(shares: &'a [String], place: &Place) -> Result<&'a str, Error> {
    let first = shares.first().and_then(|share| share.rsplit_once('_'));
    first.map(|(company, _)| company).ok_or_else(|| Error::bad(place, "it names no shares"))
}

/// How much of a company another one (or it itself, unissued) has.
pub(super) fn holds(state: &Game, owner: CompanyName, issuer: CompanyName) -> u8 {
    let id = |name: CompanyName| state.parts().company(name);
    let (Some(by), Some(of)) = (id(owner), id(issuer)) else { return 0 };
    let holder = if owner == issuer { Holder::Offering } else { Holder::Company(by) };
    state.shares().percent(of, holder)
}

/// The price of `144,2,8`.
pub(super) fn par(text: &str, place: &Place) -> Result<Money, Error> {
    let price = text.split(',').next().and_then(|price| price.parse().ok());
    price.map(Money).ok_or_else(|| Error::bad(place, format!("\"{text}\" is no price")))
}

pub(super) fn settlement(kind: &str, place: &Place) -> Result<Settlement, Error> {
    match kind {
        "payout" => Ok(Settlement::Pay),
        "withhold" => Ok(Settlement::Withhold),
        _ => Err(Error::bad(place, format!("\"{kind}\" is no way to settle earnings in 1841"))),
    }
}
