//! A table as it is listed and shown: everything but its log.

use super::shapes;
use super::tables::seats_of;
use crate::App;
use crate::problem::{Answer, Problem};
use crate::running::{Damage, Standing};
use crate::slot::Facts;
use crate::store::{TableRow, UndoRequest};
use crate::who::Who;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Setup, Turn};
use serde::Serialize;
use utoipa::ToSchema;

/// A table as listed and shown.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableInfo {
    /// Its id.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// `open`, `running` or `over`.
    pub(crate) status: String,
    /// Title, edition, options and players.
    #[schema(schema_with = shapes::setup)]
    pub(crate) setup: Setup,
    /// Whether one browser plays all seats.
    pub(crate) local: bool,
    /// When a player may take something back.
    pub(crate) undo: String,
    /// Who may see it.
    pub(crate) visibility: String,
    /// Whether I made it.
    pub(crate) mine: bool,
    /// The seats.
    pub(crate) seats: Vec<SeatInfo>,
    /// The number of the last record.
    pub(crate) number: u64,
    /// Who is to decide.
    #[schema(schema_with = shapes::turn)]
    pub(crate) turn: Option<Turn>,
    /// Whether it is my turn.
    pub(crate) my_turn: bool,
    /// Since when it is somebody's turn: when the last record was made, in milliseconds since 1970.
    pub(crate) since: i64,
    /// Seats whose decision in secret is in and not yet opened.
    pub(crate) handed_in: Vec<u8>,
    /// The names of who looks at the table now.
    pub(crate) present: Vec<String>,
    /// What somebody asks to take back.
    pub(crate) undo_asked: Option<AskedUndo>,
    /// What is wrong with its log, if something is.
    #[schema(schema_with = shapes::damage)]
    pub(crate) damage: Option<Damage>,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: i64,
    /// When it last changed.
    pub(crate) updated: i64,
}

/// A seat.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatInfo {
    /// Which.
    pub(crate) seat: u8,
    /// What it is called.
    pub(crate) name: String,
    /// Whether somebody sits there.
    pub(crate) taken: bool,
    /// Whether it is mine.
    pub(crate) mine: bool,
    /// Whether who sits there looks at the table now.
    pub(crate) here: bool,
}

/// Somebody asks to take back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct AskedUndo {
    /// The record after which the game should go on.
    to: u64,
    /// The seat that asks.
    seat: u8,
    /// The seats that agreed.
    agreed: Vec<u8>,
}

impl From<UndoRequest> for AskedUndo {
    fn from(asked: UndoRequest) -> AskedUndo {
        AskedUndo { to: asked.back_to, seat: asked.seat, agreed: asked.agreed }
    }
}

/// How a table stands, from its running state; none before it has started.
async fn standing(app: &App, row: &TableRow) -> Answer<Option<Standing>> {
    if row.status == "open" {
        return Ok(None);
    }
    let slot = app.hub.slot(&row.id);
    let mut locked = app.hub.lock_known(&slot, row).await?;
    Ok(Some(locked.running()?.standing()))
}

/// A table as lists show it, from what is stored: no log is folded, except where how it stands was not stored yet.
pub(super) async fn listed(app: &App, row: &TableRow, facts: &Facts, who: Option<&Who>) -> Answer<TableInfo> {
    let stored = row.standing.as_deref().filter(|_| row.status != "open");
    match stored.and_then(|text| serde_json::from_str(text).ok()) {
        Some(stored) => tell(app, row, facts, Some(stored), who),
        None => tell(app, row, facts, standing(app, row).await?, who),
    }
}

/// Everything about a table but its log.
pub(super) async fn info(app: &App, facts: &Facts, who: Option<&Who>) -> Answer<TableInfo> {
    tell(app, &facts.row, facts, standing(app, &facts.row).await?, who)
}

fn tell(
    app: &App,
    row: &TableRow,
    facts: &Facts,
    standing: Option<Standing>,
    who: Option<&Who>,
) -> Answer<TableInfo> {
    let Facts { seats, undo, .. } = facts;
    let mine = seats_of(seats, who);
    let setup: Setup = serde_json::from_str(&row.setup).map_err(Problem::internal)?;
    let (number, since) = standing.as_ref().map_or((0, None), |now| (now.number, now.since));
    let since = since.unwrap_or(row.updated);
    let (turn, handed_in, damage) =
        standing.map_or((None, Vec::new(), None), |now| (Some(now.turn), now.handed_in, now.damage));
    let my_turn = match &turn {
        Some(Turn::Seat(seat)) => mine.contains(seat),
        Some(Turn::Sealed(waiting)) => waiting.iter().any(|seat| mine.contains(seat)),
        _ => false,
    };
    let present = app.hub.slot(&row.id).present();
    let named = row.status == "open" && row.local == 0;
    let seat_infos = seats.iter().zip(&setup.players).map(|(seat, given)| SeatInfo {
        seat: seat.seat as u8,
        name: seat.user_name.as_ref().filter(|_| named).unwrap_or(given).clone(),
        taken: seat.user_id.is_some(),
        mine: mine.contains(&SeatId(seat.seat as u8)),
        here: seat.user_id.as_ref().is_some_and(|user| present.contains_key(user)),
    });
    Ok(TableInfo {
        id: row.id.clone(),
        name: row.name.clone(),
        status: row.status.clone(),
        local: row.local != 0,
        undo: row.undo.clone(),
        visibility: row.visibility.clone(),
        mine: who.is_some_and(|who| who.user.id == row.owner_id),
        seats: seat_infos.collect(),
        number,
        turn,
        my_turn,
        since,
        handed_in,
        present: present.into_values().collect(),
        undo_asked: undo.clone().map(AskedUndo::from),
        damage,
        created: row.created,
        updated: row.updated.max(since),
        setup,
    })
}
