//! The auction and the stock rounds: bids, starts, shares, loans.

use super::{Import, Wrong, kind_of, name};
use crate::error::Error;
use crate::record::Recorded;
use crate::table::Table;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;
use ferrata_engine::view::Asked;
use ferrata_titles::esp::Game;

impl Import {
    /// The player who acts; players before them for whom the site passed by itself have passed.
    pub(super) fn turn_of(&self, table: &mut Table<Game>, action: &Recorded) -> Result<SeatId, Error> {
        let seat = self.player(action)?;
        let round = table.state.round();
        let here = |later: &mut Table<Game>| later.seat() == Some(seat) && later.state.round() == round;
        if table.seat() != Some(seat)
            && let Some(passes) = table.passes_until(here).filter(|&passes| passes < self.players.len())
        {
            for _ in 0..passes {
                table
                    .play(&Action::Pass)
                    .map_err(|why| Error::Refused { place: action.place.clone(), why })?;
            }
        }
        Ok(seat)
    }

    /// The share that comes with private 6 is the first ordinary one of its company.
    pub(super) fn share_of_private_6(&mut self, table: &Table<Game>) {
        let (parts, shares) = (table.state.parts(), table.state.shares());
        for seat in (0..self.players.len() as u8).map(SeatId) {
            for (_, share) in shares.held_by(Holder::Seat(seat)).filter(|(_, share)| !share.director) {
                self.pieces_mut().share_left(&format!("{}_1", parts.company_name(share.company)));
            }
        }
    }

    /// A bid for a private that is not up for auction has no effect on the site.
    pub(super) fn bid(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        card: CardName,
        amount: Money,
    ) -> Result<(), Wrong> {
        let up = |offer: &Offer| matches!(offer, Offer::Bid { card: on, .. } if *on == card);
        if table.state.offers().iter().any(up) {
            let seat = self.turn_of(table, action)?;
            table.play_as(seat, &Action::Bid { card, amount })?;
            self.share_of_private_6(table);
        }
        Ok(())
    }

    pub(super) fn par(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        corporation: &str,
        share_price: &str,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let price = share_price.split(',').next().and_then(|price| price.parse().ok());
        let price = price.ok_or_else(|| Error::bad(place, format!("\"{share_price}\" is no price")))?;
        let company = CompanyName(name(corporation, place)?);
        let parts = table.state.parts();
        let spec = parts.company(company).and_then(|company| parts.company_spec(company));
        let minor = spec.is_some_and(|spec| spec.kind == "minor");
        let percent = if minor { 100 } else { 20 };
        let start = Action::Start { company, price: Money(price), percent };
        let seat = self.turn_of(table, action)?;
        table.play_as(seat, &start)?;
        self.pieces_mut().share_left(&format!("{corporation}_0"));
        Ok(())
    }

    pub(super) fn buy_shares(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        shares: &[String],
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let share = shares.first().ok_or_else(|| Error::bad(place, "no share is named"))?;
        let seat = self.turn_of(table, action)?;
        let company = CompanyName(name(kind_of(share), place)?);
        let pool = self.pieces.has_left(share);
        let wanted = if pool { Party::Bank } else { Party::Offering };
        let offers = table.state.offers();
        let offered = |from: Party| {
            offers.iter().find_map(|offer| match offer {
                Offer::Buy { company: of, from: source, prices, .. } if *of == company && *source == from => {
                    Some((from, prices.min))
                }
                _ => None,
            })
        };
        let other = if pool { Party::Offering } else { Party::Bank };
        let (from, price) = offered(wanted).or_else(|| offered(other)).unwrap_or((wanted, Money(0)));
        let buy = Action::Buy { buyer: Party::Seat(seat), company, percent: 10, from, price };
        table.play_as(seat, &buy)?;
        self.pieces_mut().share_left(share);
        Ok(())
    }

    pub(super) fn sell_shares(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        shares: &[String],
        percent: u8,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let share = shares.first().ok_or_else(|| Error::bad(place, "no share is named"))?;
        if table.state.operating_company().is_some() {
            // Shares are sold for a train.
            self.pass_to(table, Asked::Trains)?;
        }
        let seat = self.turn_of(table, action)?;
        let company = CompanyName(name(kind_of(share), place)?);
        Ok(table.play_as(seat, &Action::Sell { seller: Party::Seat(seat), company, percent })?)
    }

    pub(super) fn repay(&mut self, table: &mut Table<Game>, action: &Recorded) -> Result<(), Wrong> {
        self.turn_of(table, action)?;
        let offers = table.state.offers();
        let loan = offers.iter().find_map(|offer| match offer {
            Offer::Loan { amounts } => Some(amounts.min),
            _ => None,
        });
        let amount = loan.ok_or_else(|| Refusal::plain(say!("no debt can be repaid now")))?;
        Ok(table.play(&Action::Loan { amount })?)
    }
}
