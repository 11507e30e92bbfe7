//! 8.3 What the two corporations own becomes SEFTA's.

use crate::t1883::Game;
use crate::t1883::concessions;
use crate::t1883::table::{Anchor, Company, Standing};
use ferrata_engine::board::Token;
use ferrata_engine::chart::Field;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::say;

/// 1883-8.3-04: the nearest value not above the sum of both prices, in its easternmost box.
fn place(game: &Game) -> Option<Field> {
    let grid = &game.fixed.parts.grid;
    let sum: Money = game.fixed.merging.iter().map(|company| game.price(*company)).sum();
    let most = sum.min(game.fixed.figures.sefta.most);
    grid.fields()
        .filter(|field| grid.price(*field) <= most)
        .max_by_key(|field| (grid.price(*field), field.col))
}

/// 1883-8.3-03, 1883-8.3-14: trains, money, concessions, anchors and tokens; privates have closed.
pub(super) fn move_all(game: &mut Game, conducting: CompanyId, events: &mut Events) -> Play {
    let sefta = game.fixed.sefta;
    let field = place(game);
    let mut charter_tokens = 0;
    let mut merging = game.fixed.merging;
    if merging.first() != Some(&conducting) {
        merging.reverse();
    }
    for company in merging {
        let money = game.treasury(company);
        let (from, to) = (Account::Company(company), Account::Company(sefta));
        game.pay(from, to, money, say!("merger"), events)?;
        for kind in std::mem::take(&mut game.company_mut(company).trains) {
            game.own_train(sefta, kind);
            let train = game.fixed.parts.train_name(kind);
            events.push(Event::Train { train, from: Some(company), to: Some(sefta) });
        }
        concessions::inherit(game, company, sefta);
        let charter = game.company(company);
        charter_tokens += charter.tokens;
        let anchors = charter.anchors;
        game.company_mut(sefta).anchors += anchors;
        game.table.chart.remove(&game.fixed.parts.grid, company, events);
    }
    move_anchors(game);
    let placed = move_tokens(game, events)?;
    for company in merging {
        *game.company_mut(company) = Company { standing: Standing::Gone, ..Company::default() };
    }
    let printed = game.fixed.parts.company_spec(sefta).map_or(0, |spec| spec.tokens.len() as u8);
    let par = field.map(|field| game.fixed.parts.grid.price(field));
    if let Some(field) = field {
        game.table.chart.place(&game.fixed.parts.grid, sefta, field, events);
    }
    let charter = game.company_mut(sefta);
    charter.tokens = charter_tokens.min(printed.saturating_sub(placed));
    (charter.standing, charter.par) = (Standing::Open, par);
    Ok(())
}

/// Anchors on the board; 1883-3.2-18: of two in one port one is left.
fn move_anchors(game: &mut Game) {
    let (sefta, merging) = (game.fixed.sefta, game.fixed.merging);
    for anchor in &mut game.table.anchors {
        if merging.contains(&anchor.of) {
            *anchor = Anchor { of: sefta, ..*anchor };
        }
    }
    game.table.anchors.sort_unstable();
    game.table.anchors.dedup();
}

/// 1883-8.3-10: up to so many tokens as SEFTA has, its homes first; both in one city become one. How many lie on the map.
fn move_tokens(game: &mut Game, events: &mut Events) -> Result<u8, ferrata_engine::refusal::Refusal> {
    let (sefta, merging) = (game.fixed.sefta, game.fixed.merging);
    let homes = game.homes(sefta);
    let tokens = game.table.board.tokens().iter().copied();
    let mut tokens: Vec<Token> = tokens.filter(|token| merging.contains(&token.company)).collect();
    tokens.sort_by_key(|token| homes.iter().position(|home| *home == token.hex).unwrap_or(homes.len()));
    let printed = game.fixed.parts.company_spec(sefta).map_or(0, |spec| spec.tokens.len());
    let mut placed = 0;
    for token in tokens {
        let again = game.table.board.has_token_at(sefta, token.hex, token.stop);
        if again || placed >= printed {
            game.table.board.remove(token.company, token.hex, token.stop);
            game.table.board.fill_slots(token.hex);
            events.push(Event::Token { company: token.company, hex: token.hex, placed: false });
        } else {
            game.table.board.replace(token, sefta)?;
            events.push(Event::Token { company: sefta, hex: token.hex, placed: true });
            placed += 1;
        }
    }
    Ok(placed as u8)
}
