//! What only 18FB has, as small tables: the concessions with their lines, and what two companies would become.

use crate::fb::Game;
use crate::fb::conventions::merger::Merger;
use crate::fb::stock::concession::{Terms, deposit};
use crate::fb::table::Pending;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::view::Panel;

pub(super) fn all(game: &Game) -> Vec<Panel> {
    let merging = game.table.pending.last().and_then(|pending| match pending {
        Pending::Merger(merger) => Some(merger),
        Pending::Partner(partner) => Some(partner.merger()),
        Pending::Drawn(drawn) => Some(drawn.merger()),
        _ => None,
    });
    let merging =
        merging.into_iter().flat_map(|merging| [merger(game, merging.national), outcomes(game, merging)]);
    concessions(game).into_iter().chain(merging).collect()
}

/// Every concession: who has it, what it costs, where its line leads.
fn concessions(game: &Game) -> Option<Panel> {
    if !game.bourbon() {
        return None;
    }
    let name = |hex: HexId| game.fixed.parts.hex_name(hex);
    let row = |company: CompanyId| {
        let (card, line) = (game.concession_of(company)?, game.main_line(company)?);
        let holder = match game.card(card).holder {
            Holder::Seat(seat) => say!("{seat}", seat),
            Holder::Pool => say!("withdrawn"),
            _ => say!("for sale"),
        };
        let through: Arg = line.intermediate.iter().map(|hex| name(*hex)).collect();
        let way =
            say!("{home}, {through}, {last}", home = name(line.home.0), through, last = name(line.last));
        let due = deposit(game, card, Terms::default());
        Some(vec![say!("{company}", company = game.name(company)), holder, say!("{due}", due), way])
    };
    let head = vec![say!("concession"), say!("owner"), say!("deposit due"), say!("line")];
    let rows: Vec<Vec<Text>> = std::iter::once(head).chain(game.company_ids().filter_map(row)).collect();
    Some(Panel { title: say!("Concessions"), rows })
}

/// What every pair that may merge would become, and what each player would have of it.
fn outcomes(game: &Game, merger: &Merger) -> Panel {
    let national = merger.national;
    let players = game.table.order.iter().copied();
    let head = [say!("merging"), say!("price"), say!("treasury"), say!("tokens"), say!("leased trains")];
    let head: Vec<Text> = head.into_iter().chain(players.clone().map(|seat| say!("{seat}", seat))).collect();
    let row = |([one, other], then): ([CompanyId; 2], Game)| {
        let part = |seat: SeatId| {
            let percent = then.percent(national, Holder::Seat(seat));
            match then.table.ledger.seat(seat) - game.table.ledger.seat(seat) {
                Money::ZERO => say!("{percent}%", percent),
                money => say!("{percent}% and {money}", percent, money),
            }
        };
        let company = [
            say!("{one}, {other}", one = game.name(one), other = game.name(other)),
            say!("{price}", price = then.price(national)),
            say!("{cash}", cash = then.table.ledger.company(national)),
            say!("{tokens}", tokens = then.table.board.tokens_of(national).count()),
            say!("{leased}", leased = then.charter(national).leased),
        ];
        company.into_iter().chain(players.clone().map(part)).collect::<Vec<Text>>()
    };
    let rows = merger.outcomes(game).into_iter().map(row);
    Panel {
        title: say!("What {name} would become", name = game.name(national)),
        rows: std::iter::once(head).chain(rows).collect(),
    }
}

/// The companies that may merge, with what each would bring.
fn merger(game: &Game, national: CompanyId) -> Panel {
    let from = game.fixed.national(national).map(|national| &national.formed_from[..]).unwrap_or_default();
    let row = |company: &CompanyId| {
        let (charter, price) = (game.charter(*company), game.price(*company));
        let price = if game.floated(*company) { price } else { Money::ZERO };
        let trains: Vec<_> = charter.trains.iter().map(|kind| game.fixed.parts.train_name(*kind)).collect();
        let tokens = game.table.board.tokens_of(*company).count();
        vec![
            say!("{company}", company = game.name(*company)),
            game.standing(*company).text(),
            say!("price {price}", price),
            say!("treasury {cash}", cash = game.table.ledger.company(*company)),
            say!("trains {trains}", trains),
            say!("{tokens} {tokens|token|tokens}", tokens),
            say!("{markers} {markers|marker|markers}", markers = charter.markers),
        ]
    };
    Panel {
        title: say!("{name} forms of two of these", name = game.name(national)),
        rows: from.iter().map(row).collect(),
    }
}
