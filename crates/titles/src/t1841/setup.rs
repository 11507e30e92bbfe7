//! §1.2: setting up the table.

use super::geography::Geography;
use super::rules::Rules;
use super::state::{Charter, Company, Fixed, Player, Roles, Round, Standing, Table};
use super::{Game, concession};
use ferrata_engine::board::{self, Board, UpgradeRules};
use ferrata_engine::chart::Chart;
use ferrata_engine::components::Components;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Ledger};
use ferrata_engine::name::CompanyName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::tile::StopKind;
use ferrata_engine::train::Depot;
use ferrata_engine::turn::Setup;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex, PoisonError};

/// Sets up the table, or says what is wrong with the set-up.
pub(super) fn start(setup: &Setup) -> Result<Game, Refusal> {
    if setup.title != "1841" {
        return Err(Refusal::plain(format!("this is 1841, not \"{}\"", setup.title)));
    }
    let rules = Rules::of(setup)?;
    let parts = super::data::components(rules.data_key(), rules.online)?;
    let count = setup.players.len();
    let (least, most) = (parts.players.first(), parts.players.last());
    let range = least.zip(most).map_or((3, 8), |(least, most)| (least.count, most.count));
    let figures = u8::try_from(count).ok().and_then(|count| parts.players(count)).ok_or_else(|| {
        let rule = if rules.lite { "1841-L3-01" } else { "1841-1.2-01" };
        Refusal::rule(rule, format!("{} to {} play, not {count}", range.0, range.1))
    })?;
    let geography = Geography::of(&parts);
    let ground = ground(&parts, &geography, &rules);
    let fixed = Fixed {
        players: setup.players.clone(),
        charters: charters(&parts),
        roles: roles(&parts),
        concessions: parts.cards.iter().map(|card| card.company).collect(),
        certificate_limit: figures.certificate_limit,
        geography,
        nobody: Company { standing: Standing::Gone, ..Company::default() },
        rules,
        parts,
    };
    let mut events = Events::default();
    let mut ledger = Ledger::new(fixed.rules.bank, count, fixed.parts.companies.len());
    for seat in (0..count as u8).map(SeatId) {
        ledger.pay(Account::Bank, Account::Seat(seat), figures.cash, "start capital", &mut events)?;
    }
    let t = table(&fixed, ledger, count, Board::new(ground));
    let mut game = Game { fixed: Arc::new(fixed), t, events: Events::default(), temper: None };
    game.t.borders = game.borders_in(2);
    concession::begin(&mut game);
    Ok(game)
}

fn table(fixed: &Fixed, ledger: Ledger, count: usize, board: Board) -> Table {
    let parts = &fixed.parts;
    let companies = parts.companies.len();
    Table {
        ledger,
        shares: Shares::new(
            parts.companies.iter().map(|spec| spec.certificates.as_slice()),
            Holder::Offering,
        ),
        chart: Chart::new(companies),
        board,
        depot: Depot::new(&parts.trains),
        companies: vec![Company::default(); companies],
        players: SmallVec::from_elem(Player::default(), count),
        concessions: SmallVec::from_elem(Holder::Pool, parts.cards.len()),
        order: (0..count as u8).map(SeatId).collect(),
        priority: SeatId(0),
        phase: 2,
        borders: 0,
        split_done: false,
        tuscan_done: fixed.roles.sfli.is_none(),
        areas: 0,
        ending: None,
        idle_rounds: 0,
        round: Round::Concession,
        steps: Vec::new(),
        routes: vec![None; companies],
        reached: [0; super::areas::COUNT],
    }
}

fn charters(parts: &Components) -> Vec<Charter> {
    let tuscan = ["SFLP", "SFMA", "SSFL"];
    let charter = |spec: &ferrata_engine::components::CompanySpec| Charter {
        minor: spec.kind == "minor",
        historical: spec.facts.has("historical"),
        concession: spec.card,
        arises: spec.facts.has("formed_by"),
        tuscan: tuscan.contains(&spec.name.as_str()),
    };
    parts.companies.iter().map(charter).collect()
}

fn roles(parts: &Components) -> Roles {
    let named = |name: &str| -> Option<CompanyId> { parts.company(CompanyName::of(name)) };
    Roles {
        irsff: named("IRSFF"),
        veneta: named("SFV").or_else(|| named("SB")),
        sfl: named("SFL"),
        sfli: named("SFLi"),
        sflp: named("SFLP"),
        sfma: named("SFMA"),
        ssfl: named("SSFL"),
    }
}

/// Map and tiles with all that follows from them, worked out once per edition.
fn ground(parts: &Arc<Components>, geography: &Geography, rules: &Rules) -> Arc<board::Table> {
    static KNOWN: Mutex<Vec<(&str, bool, Arc<board::Table>)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (rules.data_key(), rules.online);
    if let Some((_, _, ground)) = known.iter().find(|(edition, online, _)| (*edition, *online) == key) {
        return ground.clone();
    }
    let upgrades = UpgradeRules {
        becomes: |from, to| from.kind == to.kind && (from.kind != StopKind::Pass || same_class(from, to)),
        ..UpgradeRules::default()
    };
    let ground = Arc::new(board::Table::new(geography.divided(&parts.map), parts.tiles.clone(), upgrades));
    known.push((key.0, key.1, ground.clone()));
    ground
}

/// Alpine pass tiles go on Alpine passes, Apennine ones on Apennine passes (§4.1.1-10).
fn same_class(from: &ferrata_engine::tile::Stop, to: &ferrata_engine::tile::Stop) -> bool {
    let class = |stop: &ferrata_engine::tile::Stop| {
        stop.tags.iter().find(|(key, _)| key == "pass_class").map(|(_, class)| class.clone())
    };
    match (class(from), class(to)) {
        (Some(from), Some(to)) => from == to,
        _ => true,
    }
}
