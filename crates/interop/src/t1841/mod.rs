//! 1841 as recorded on 18xx.games: which of our entries each recorded action stands for.

mod ground;
mod passes;
mod pieces;
mod translate;
mod words;

#[cfg(test)]
mod tests;

use crate::error::{Error, Place};
use crate::record::{Entity, Player, Record, Recorded, What};
use crate::replay::Importer;
use crate::table::Table;
use crate::trace::Facts;
use ferrata_engine::action::Party;
use ferrata_engine::components::CompanySpec;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::name::{CompanyName, Name, TrainName};
use ferrata_engine::refusal::{Refusal, RuleId};
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::turn::{Setup, Title};
use ferrata_engine::view::{Asked, CompanyStatus, CompanyView, RoundKind, View};
use ferrata_titles::t1841::Game;
use pieces::{Pieces, Place as Piece};
use serde_json::Value;
use std::sync::Arc;
use words::company_name;

// The site's options by their names in an export.
const VERSION_1: &str = "version_1";
const LITE: &str = "lite";
const P2P: &str = "p2p_purchases";
const SFLI_RUNS: &str = "sfli_run_variant";
const OPTIONS: [&str; 4] = [VERSION_1, LITE, P2P, SFLI_RUNS];

/// What is remembered of a record while it is played.
#[derive(Clone)]
pub(crate) struct Import {
    players: Vec<Player>,
    /// Players may buy from each other.
    between_players: bool,
    /// Which copy of a tile, train or share is where.
    pieces: Pieces,
    /// Companies that are arising from others.
    arisen: Vec<CompanyName>,
    /// The partner of a merger whose new company is not named yet.
    partner: Option<CompanyName>,
    /// Trains given up in a merger that our table asked for before the record has it.
    given_up: Vec<String>,
    /// The companies as they were seen last, as long as nothing has been played since.
    seen: Option<Arc<[Charter]>>,
    /// The certificates when it was last looked where each lies.
    shares: Option<Shares>,
}

impl Importer for Import {
    const TITLE: &'static str = "1841";
    type Game = Game;

    fn setup(record: &Record) -> Result<Setup, Error> {
        let chosen = |option: &str| record.options.iter().any(|chosen| chosen == option);
        if let Some(other) = record.options.iter().find(|chosen| !OPTIONS.contains(&chosen.as_str())) {
            return Err(Error::UnknownOption(other.clone()));
        }
        let edition = if chosen(VERSION_1) { "v1" } else { "v2" };
        // In the second edition SFLi runs anyway, and lite has no SFLi: there the option says nothing.
        let sfli_runs = chosen(SFLI_RUNS) && chosen(VERSION_1) && !chosen(LITE);
        let ours = [("online", true), ("lite", chosen(LITE)), ("p2p", chosen(P2P)), ("sfli-runs", sfli_runs)];
        let options = ours.into_iter().filter(|(_, on)| *on).map(|(name, _)| Name::cut(name)).collect();
        let players = record.players.iter().map(|player| player.name.clone()).collect();
        Ok(Setup::new(Self::TITLE, edition, options, players))
    }

    fn new(record: &Record) -> Import {
        let between_players = record.options.iter().any(|option| option == P2P);
        Import {
            players: record.players.clone(),
            between_players,
            pieces: Pieces::default(),
            arisen: Vec::new(),
            partner: None,
            given_up: Vec::new(),
            seen: None,
            shares: None,
        }
    }

    fn play(&mut self, table: &mut Table<Game>, action: &Recorded, ahead: &[&Recorded]) -> Result<(), Error> {
        if let What::Pass = action.what {
            return self.pass(table, action, ahead);
        }
        if self.is_given_up(&action.what) {
            self.pieces.follow(action);
            return Ok(());
        }
        self.give_up_first(table, action, ahead)?;
        self.turn_of_player(table, action)?;
        let before = self.charters(table);
        let Some(ours) = self.translate(table, action)? else { return Ok(()) };
        self.seen = None;
        let asked = table.state.asked();
        self.full_price(table, action)?;
        let played = match (&action.what, &action.entity) {
            (What::BlindBid { .. }, Entity::Player(id)) => {
                table.play_as(self.seat(*id, &action.place)?, &ours)
            }
            // A bankruptcy is that of the company whose turn it is, never a later one's.
            (What::Bankrupt { .. }, _) if !matches!(asked, Asked::Trains | Asked::Emergency) => {
                return Err(Error::bad(&action.place, OUT_OF_TRAINS));
            }
            (What::Bankrupt { .. }, _) => table.play(&ours),
            _ => table.reach(&ours),
        };
        played.map_err(|why| refused(action, why))?;
        self.pieces.follow(action);
        if let (What::Merge { corporation }, Some(partner)) = (&action.what, self.partner.take()) {
            self.pieces.rename(partner.as_str(), corporation);
        }
        let now = self.charters(table);
        self.note_arisen(table, (&before, &now), &action.what);
        self.pieces.settle(&now);
        self.settle_shares(table, &now);
        Ok(())
    }

    /// While shares are being exchanged, the director and the charter of a company that ends, and the charter of
    /// the company that arises, mean nothing.
    fn ignores(view: &View, fact: &str) -> bool {
        // The site exchanges shares first and asks for surplus trains after, our table the other way round.
        let under_way = view.companies.iter().any(|company| company.status == CompanyStatus::Dissolving);
        if under_way && (fact == "discarded" || fact.ends_with("/trains")) {
            return true;
        }
        let Some((name, field)) = fact.split_once('/') else { return false };
        if under_way && view.asked == Asked::Discard {
            return matches!(field, "holders" | "tokens" | "unplaced" | "director" | "cash");
        }
        let Some(company) = view.companies.iter().find(|company| company.name.as_str() == name) else {
            return false;
        };
        let dissolving = |company: &CompanyView| company.status == CompanyStatus::Dissolving;
        let bare = || !view.board.tokens.iter().any(|token| token.company == company.name);
        match field {
            "director" => {
                let nobody = company.director.is_none() && company.directed_by.is_none();
                dissolving(company) || (nobody && view.companies.iter().any(dissolving))
            }
            "unplaced" => dissolving(company) || (view.companies.iter().any(dissolving) && bare()),
            _ => false,
        }
    }

    /// The site writes the order of play from the holder of the priority card on.
    fn adjust(view: &View, facts: &mut Facts) {
        if let Some(Value::Array(order)) = facts.get_mut("order") {
            let priority = view
                .order
                .iter()
                .position(|seat| view.players.get(seat.index()).is_some_and(|player| player.priority));
            let by = priority.unwrap_or(0).min(order.len());
            order.rotate_left(by);
        }
    }
}

/// A fault of the site that leaves its own table corrupt.
const OUT_OF_TRAINS: &str = "a bankruptcy can be declared only where a company must buy a train and the money cannot be raised; \
    this record has one elsewhere, a fault of the site, and cannot be played from here";

/// Another one: the certificate goes to the buyer, its concession stays in the pool.
const WITHOUT_CONCESSION: &str = "before phase four a director's certificate is bought with its concession only; this record has \
    one bought alone, a fault of the site, and cannot be played from here";

/// Why an action of a record is refused.
fn refused(action: &Recorded, why: Refusal) -> Error {
    let directors = |shares: &[String]| shares.iter().any(|share| share.ends_with("_0"));
    match &action.what {
        What::BuyShares { shares, .. }
            if directors(shares) && why.rule == Some(RuleId::of("1841-3.2-12-v2")) =>
        {
            Error::bad(&action.place, WITHOUT_CONCESSION)
        }
        _ => Error::Refused { place: action.place.clone(), why },
    }
}

/// What is asked of every company after every action: a whole view costs more than an entry.
struct Charter {
    id: CompanyId,
    name: CompanyName,
    in_play: bool,
    trains: Vec<TrainName>,
}

fn charters(state: &Game) -> Arc<[Charter]> {
    let companies = state.parts().companies.iter().enumerate().map(|(at, spec)| (CompanyId(at as u8), spec));
    let charter = |(id, spec): (CompanyId, &CompanySpec)| Charter {
        id,
        name: spec.name,
        in_play: state.field(id).is_some(),
        trains: state.trains(id).collect(),
    };
    companies.map(charter).collect()
}

impl Import {
    /// The companies as they are now.
    fn charters(&mut self, table: &Table<Game>) -> Arc<[Charter]> {
        self.seen.get_or_insert_with(|| charters(&table.state)).clone()
    }

    /// In a stock round the site does not ask everybody whom our table asks, and not always the other way round (O-33): players
    /// before the one who acts have passed. Nobody acts in another's place.
    fn turn_of_player(&mut self, table: &mut Table<Game>, action: &Recorded) -> Result<(), Error> {
        let Entity::Player(id) = action.entity else { return Ok(()) };
        let seat = self.seat(id, &action.place)?;
        if table.seat() != Some(seat)
            && table.state.round().kind == RoundKind::Stock
            && self.wait_for(table, seat)
        {
            self.seen = None;
        }
        Ok(())
    }

    /// Whether a train was given up already, before the record has it.
    fn is_given_up(&mut self, what: &What) -> bool {
        let What::DiscardTrain { train } = what else { return false };
        let at = self.given_up.iter().position(|given| given == train);
        at.map(|at| self.given_up.remove(at)).is_some()
    }

    /// In a merger the site exchanges shares first and asks for surplus trains after; our table asks for the trains first.
    fn give_up_first(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        ahead: &[&Recorded],
    ) -> Result<(), Error> {
        while !matches!(action.what, What::DiscardTrain { .. }) && table.state.asked() == Asked::Discard {
            let later = ahead.iter().find_map(|next| match &next.what {
                What::DiscardTrain { train } if !self.given_up.contains(train) => Some((*next, train)),
                _ => None,
            });
            let Some((next, train)) = later else { return Ok(()) };
            let Some(ours) = self.translate(table, next)? else { return Ok(()) };
            if table.play(&ours).is_err() {
                return Ok(());
            }
            self.given_up.push(train.clone());
            self.seen = None;
        }
        Ok(())
    }

    fn seat(&self, id: u64, place: &Place) -> Result<SeatId, Error> {
        let seat = self.players.iter().position(|player| player.id == id);
        seat.map(|at| SeatId(at as u8)).ok_or_else(|| Error::bad(place, format!("there is no player {id}")))
    }

    fn party(&self, entity: &Entity, place: &Place) -> Result<Party, Error> {
        match entity {
            Entity::Player(id) => Ok(Party::Seat(self.seat(*id, place)?)),
            Entity::Company(name) => Ok(Party::Company(company_name(name, place)?)),
        }
    }

    /// Companies that arise from others hand out shares without recorded actions: when all is exchanged, their
    /// certificates are where they lie at our table.
    fn note_arisen(&mut self, table: &Table<Game>, (before, now): (&[Charter], &[Charter]), what: &What) {
        let started =
            |name: CompanyName| matches!(what, What::Par { corporation, .. } if name.as_str() == corporation);
        let was_there = |name: CompanyName| before.iter().any(|c| c.name == name && c.in_play);
        let new = now.iter().filter(|company| company.in_play).map(|company| company.name);
        self.arisen.extend(new.filter(|name| !was_there(*name) && !started(*name)));
        if table.state.dissolves() {
            return;
        }
        for name in std::mem::take(&mut self.arisen) {
            self.shares = None;
            let places = self.ordinary(table, name);
            self.pieces.take_stock(name.as_str(), places.into_iter());
        }
    }

    /// The ordinary shares of a company as they lie at our table: number and place, none if unissued.
    fn ordinary(&self, table: &Table<Game>, name: CompanyName) -> Vec<(usize, Option<Piece>)> {
        let (parts, shares) = (table.state.parts(), table.state.shares());
        let place = |holder: Holder| match holder {
            Holder::Pool => Some(Piece::Pool),
            Holder::Seat(seat) => {
                self.players.get(seat.index()).map(|player| Piece::With(Entity::Player(player.id)))
            }
            Holder::Company(company) => {
                parts.company_spec(company).map(|spec| Piece::With(Entity::Company(spec.name.to_string())))
            }
            _ => None,
        };
        let Some(id) = parts.company(name) else { return Vec::new() };
        let certs = shares.of(id).enumerate().skip(1);
        certs.map(|(number, cert)| (number, place(shares.holder(cert)))).collect()
    }

    /// What changed hands unrecorded.
    fn settle_shares(&mut self, table: &Table<Game>, companies: &[Charter]) {
        let now = table.state.shares();
        let known = self.shares.replace(now.clone());
        let holders = |shares: &Shares, id: CompanyId| -> Vec<Holder> {
            shares.of(id).map(|cert| shares.holder(cert)).collect()
        };
        let same = |company: &Charter| {
            known.as_ref().is_some_and(|known| holders(known, company.id) == holders(now, company.id))
        };
        for company in companies.iter().filter(|company| company.in_play && !same(company)) {
            let places = self.ordinary(table, company.name);
            let held = places.into_iter().filter_map(|(_, place)| place).collect();
            self.pieces.settle_shares(company.name.as_str(), held);
        }
    }
}
