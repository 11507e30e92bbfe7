//! Passes: which of the site's count at our table, and which of ours the site did not write down.

use super::Import;
use super::words::{company_name, company_of, issuer};
use crate::error::Error;
use crate::record::{Entity, Recorded, What};
use crate::table::Table;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::Title;
use ferrata_engine::view::RoundKind;
use ferrata_titles::t1841::FULL;
use ferrata_titles::t1841::Game;

impl Import {
    /// A sale in an operating round without a price in the record was paid in full; where that matters our
    /// table has to be told.
    pub(super) fn full_price(&self, table: &mut Table<Game>, action: &Recorded) -> Result<(), Error> {
        let What::SellShares { shares, share_price, .. } = &action.what else { return Ok(()) };
        let company = company_of(&table.state, issuer(shares, &action.place)?, &action.place)?;
        let market = company.price.unwrap_or_default();
        let full = Action::Choose { option: FULL };
        if share_price.is_none_or(|each| each >= f64::from(market.0)) && table.accepts(&full) {
            table.play(&full).map_err(|why| Error::Refused { place: action.place.clone(), why })?;
        }
        Ok(())
    }

    /// A pass counts only if the one who passed is asked at our table: what the site asked and we do not
    /// needs no entry. Automatic passes of companies skip the purchase of a slot and nothing else (O-15).
    pub(super) fn pass(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        ahead: &[&Recorded],
    ) -> Result<(), Error> {
        let before = table.log.entries.len();
        let asked = match &action.entity {
            // In an operating round nobody passes for themselves: the site asked in a stock round that is over here.
            Entity::Player(_) if table.state.round().kind == RoundKind::Operating => false,
            Entity::Player(id) => self.wait_for(table, self.seat(*id, &action.place)?),
            Entity::Company(name) => {
                let name = company_name(name, &action.place)?;
                let own = table.state.operating_company() == Some(name);
                own && !action.auto || {
                    let offers = table.state.offers();
                    let wanted = !action.auto || offers.iter().any(is_slot);
                    wanted && (own || concerns(&offers, name))
                }
            }
        };
        if asked && table.accepts(&Action::Pass) && !self.pass_spoils(table, action, ahead) {
            table.play(&Action::Pass).map_err(|why| Error::Refused { place: action.place.clone(), why })?;
        }
        if table.log.entries.len() != before {
            self.seen = None;
        }
        Ok(())
    }

    /// Whether the next action of the same company could be played now but no longer after a pass: then the
    /// site asked for something that we did not.
    fn pass_spoils(&mut self, table: &Table<Game>, action: &Recorded, ahead: &[&Recorded]) -> bool {
        let Entity::Company(_) = action.entity else { return false };
        let next = ahead.iter().find(|next| next.what != What::Pass && !next.auto);
        let Some(next) = next.filter(|next| next.entity == action.entity) else { return false };
        let Ok(Some(ours)) = self.translate(table, next) else { return false };
        table.accepts(&ours) && table.passes_until(|later| later.play(&ours).is_ok()).is_none()
    }

    /// Passes for the players before `seat` in whose place the site passed by itself. False, with nothing
    /// done, if that does not lead to them.
    pub(super) fn wait_for(&self, table: &mut Table<Game>, seat: SeatId) -> bool {
        if table.seat() == Some(seat) {
            return true;
        }
        let round = table.state.round();
        let reached = |later: &mut Table<Game>| later.seat() == Some(seat) && later.state.round() == round;
        let Some(passes) = table.passes_until(reached).filter(|&passes| passes < self.players.len()) else {
            return false;
        };
        (0..passes).all(|_| table.play(&Action::Pass).is_ok())
    }
}

fn is_slot(offer: &Offer) -> bool {
    match offer {
        Offer::BuySlot { .. } => true,
        Offer::Propose { deal, .. } => is_slot(deal),
        _ => false,
    }
}

/// Whether what is asked now in a procedure is a matter of this company. Tokens are removed for whichever company the site names: in the
/// Tuscan merger that is SFLi.
fn concerns(offers: &[Offer], name: CompanyName) -> bool {
    let mut procedures = offers.iter().filter_map(|offer| match offer {
        Offer::PlaceToken { company, .. } | Offer::BuyTokens { company, .. } => Some(*company),
        Offer::RemoveToken { .. } => Some(name),
        _ => None,
    });
    procedures.next() == Some(name)
}
