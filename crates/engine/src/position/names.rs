//! Ids by name, as a position has them.

use crate::components::Components;
use crate::id::{CardId, CompanyId, HexId, PhaseId, SeatId, TileId, TrainKind};
use crate::name::{CardName, CompanyName, HexName, Name, PhaseName, TileName, TrainName};
use crate::shares::Holder;
use crate::tree::{Naming, Unknown};

/// What things are called at a table.
pub(super) struct Names<'a> {
    pub(super) parts: &'a Components,
    pub(super) players: &'a [String],
}

impl Names<'_> {
    /// A seat: the player's name, or `#2` where two have the same.
    pub(super) fn seat(&self, seat: SeatId) -> String {
        let name = self.players.get(seat.index()).map_or("", String::as_str);
        let alone = self.players.iter().filter(|other| *other == name).count() == 1;
        if alone && !name.starts_with('#') { name.to_owned() } else { format!("#{}", seat.0 + 1) }
    }

    pub(super) fn seat_named(&self, name: &str) -> Option<SeatId> {
        let seats = (0..self.players.len() as u8).map(SeatId);
        let mut named = seats.clone().filter(|seat| self.seat(*seat) == name);
        let numbered = || seats.clone().find(|seat| format!("#{}", seat.0 + 1) == name);
        named.next().or_else(numbered)
    }

    /// Somebody or something that holds certificates or cards.
    pub(super) fn holder(&self, holder: Holder) -> String {
        let plain = match holder {
            Holder::Seat(seat) => self.seat(seat),
            Holder::Company(company) => self.parts.company_name(company).to_string(),
            Holder::Offering => return "offering".to_owned(),
            Holder::Pool => return "pool".to_owned(),
            Holder::Reserved => return "reserve".to_owned(),
            Holder::Out => return "out".to_owned(),
        };
        match self.holder_named(&plain) {
            Some(same) if same == holder => plain,
            // A player who is called like something else at the table.
            _ => match holder {
                Holder::Seat(seat) => format!("#{}", seat.0 + 1),
                _ => plain,
            },
        }
    }

    pub(super) fn holder_named(&self, name: &str) -> Option<Holder> {
        let company = || Name::new(name).ok().and_then(|name| self.parts.company(CompanyName(name)));
        Some(match name {
            "offering" => Holder::Offering,
            "pool" => Holder::Pool,
            "reserve" => Holder::Reserved,
            "out" => Holder::Out,
            _ => match company() {
                Some(company) => Holder::Company(company),
                None => Holder::Seat(self.seat_named(name)?),
            },
        })
    }

    pub(super) fn who(&self) -> String {
        format!("a player ({}), a company, pool, offering, reserve or out", self.players.join(", "))
    }
}

impl Naming for Names<'_> {
    fn name(&self, kind: &str, id: u64) -> Option<String> {
        let parts = self.parts;
        Some(match kind {
            "SeatId" => self.seat(SeatId(u8::try_from(id).ok()?)),
            "CompanyId" => parts.company_spec(CompanyId(u8::try_from(id).ok()?))?.name.to_string(),
            "HexId" => parts.map.hex(HexId(u16::try_from(id).ok()?))?.name.to_string(),
            "TileId" => parts.tiles.tile(TileId(u16::try_from(id).ok()?))?.name.to_string(),
            "TrainKind" => parts.train_spec(TrainKind(u8::try_from(id).ok()?))?.name.to_string(),
            "PhaseId" => parts.phase_spec(PhaseId(u8::try_from(id).ok()?))?.name.to_string(),
            "CardId" => parts.card_spec(CardId(u8::try_from(id).ok()?))?.name.to_string(),
            _ => return None,
        })
    }

    fn id(&self, kind: &str, text: &str) -> Option<Result<u64, Unknown>> {
        let parts = self.parts;
        let name = Name::new(text).ok();
        let (id, expected) = match kind {
            "SeatId" => {
                let players = format!("a player: {}", self.players.join(", "));
                (self.seat_named(text).map(|seat| seat.0.into()), players)
            }
            "CompanyId" => {
                let id = name.and_then(|name| parts.company(CompanyName(name)));
                (
                    id.map(|id| id.0.into()),
                    listed("a company", parts.companies.iter().map(|spec| spec.name.0)),
                )
            }
            "HexId" => {
                let id = name.and_then(|name| parts.hex(HexName(name)));
                (id.map(|id| id.0.into()), "a hex of the board".to_owned())
            }
            "TileId" => {
                let id = name.and_then(|name| parts.tile(TileName(name)));
                (id.map(|id| id.0.into()), "a tile of the box".to_owned())
            }
            "TrainKind" => {
                let id = name.and_then(|name| parts.train(TrainName(name)));
                (id.map(|id| id.0.into()), listed("a train", parts.trains.iter().map(|spec| spec.name.0)))
            }
            "PhaseId" => {
                let id = name.and_then(|name| parts.phase(PhaseName(name)));
                (id.map(|id| id.0.into()), listed("a phase", parts.phases.iter().map(|spec| spec.name.0)))
            }
            "CardId" => {
                let id = name.and_then(|name| parts.card(CardName(name)));
                (id.map(|id| id.0.into()), listed("a card", parts.cards.iter().map(|spec| spec.name.0)))
            }
            _ => return None,
        };
        Some(id.ok_or(Unknown { expected }))
    }
}

fn listed(what: &str, names: impl Iterator<Item = Name>) -> String {
    let names: Vec<_> = names.map(|name| name.to_string()).collect();
    format!("{what}: {}", names.join(", "))
}
