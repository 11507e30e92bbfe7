//! What everything at a table is called, for sentences.

use ferrata_engine::components::Components;
use ferrata_engine::event::Roster;
use ferrata_engine::id::{CardId, CompanyId, HexId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, Name};
use ferrata_engine::refusal::RuleId;
use ferrata_engine::text::{Names, Text};
use ferrata_engine::view::About;
use ferrata_titles::{Game, catalogue};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// The names at one table: its players and what is in the box.
#[derive(Clone, Debug)]
pub struct TableNames {
    players: Vec<String>,
    parts: Arc<Components>,
    /// What the title itself tells, worked out when somebody asks first.
    told: Arc<OnceLock<Vec<(Name, About)>>>,
}

impl TableNames {
    /// The names at a table of these players.
    pub fn new(game: &Game, players: &[String]) -> TableNames {
        TableNames { players: players.to_vec(), parts: game.parts().clone(), told: Arc::default() }
    }

    /// The box.
    pub fn parts(&self) -> &Arc<Components> {
        &self.parts
    }

    /// What the title itself tells about a card, a company or a phase, with the rules that say so.
    pub(crate) fn told(&self, name: Name) -> &[(Text, Vec<RuleId>)] {
        let told = self.told.get_or_init(|| {
            let tells = catalogue::find(self.parts.title.as_str()).ok().and_then(|info| info.told);
            tells.and_then(|tells| tells(&self.parts).ok()).unwrap_or_default()
        });
        told.iter().find(|(known, _)| *known == name).map(|(_, about)| &about.says[..]).unwrap_or_default()
    }

    /// The players, in seat order.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// A hex with its place name, by its coordinate: `Milano (F8)`.
    pub fn place(&self, hex: HexName) -> String {
        self.parts.place(hex).into_owned()
    }

    /// A stop of a hex: by its own name where it has one, else like the hex.
    pub fn stop(&self, hex: HexName, stop: u8) -> String {
        let printed = self.parts.hex(hex).and_then(|id| self.parts.map.hex(id));
        match printed.and_then(|printed| printed.face.stops.get(stop as usize)?.name.as_ref()) {
            Some(name) => format!("{name} ({hex})"),
            None => self.place(hex),
        }
    }

    /// A company's full name.
    pub fn full_name(&self, company: CompanyName) -> String {
        let spec = self.parts.company(company).and_then(|id| self.parts.company_spec(id));
        spec.map_or_else(|| company.to_string(), |spec| spec.full_name.clone())
    }

    /// A card as players call it: its full name where the short one is only a number.
    pub fn card(&self, card: CardName) -> String {
        let spec = self.parts.card(card).and_then(|id| self.parts.card_spec(id));
        match spec {
            Some(spec) if spec.full_name != card.as_str() => format!("{card} ({})", spec.full_name),
            _ => card.to_string(),
        }
    }
}

impl Names for TableNames {
    fn seat(&self, seat: SeatId) -> Cow<'_, str> {
        self.players.get(seat.index()).map_or("nobody".into(), |name| name.as_str().into())
    }

    fn money(&self, amount: Money) -> String {
        self.parts.money(amount)
    }

    fn hex(&self, hex: HexName) -> Cow<'_, str> {
        self.parts.place(hex)
    }
}

impl Roster for TableNames {
    fn company(&self, company: CompanyId) -> CompanyName {
        self.parts.company_name(company)
    }

    fn hex_name(&self, hex: HexId) -> HexName {
        self.parts.hex_name(hex)
    }

    fn card(&self, card: CardId) -> CardName {
        self.parts.card_name(card)
    }
}
