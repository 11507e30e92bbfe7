//! 8.3 What the two corporations own becomes SEFTA's.

use super::{Merger, MergerQuestion, Stage};
use crate::t1883::agenda::Pending;
use crate::t1883::table::{Anchor, Company, Standing};
use crate::t1883::{Game, concessions, out_of_place};
use ferrata_engine::action::Action;
use ferrata_engine::board::Token;
use ferrata_engine::chart::Field;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{Name, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 1883-8.3-04: the nearest value not above the sum of both prices, in its easternmost box.
pub(super) fn place(game: &Game) -> Option<Field> {
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
    // So many lie on the charters; once those on the map are exchanged, as many as SEFTA has left.
    game.company_mut(sefta).tokens = charter_tokens;
    if crowded(game).is_empty() {
        move_tokens(game, events)?;
    }
    for company in merging {
        *game.company_mut(company) = Company { standing: Standing::Gone, ..Company::default() };
    }
    let par = field.map(|field| game.fixed.parts.grid.price(field));
    if let Some(field) = field {
        game.table.chart.place(&game.fixed.parts.grid, sefta, field, events);
    }
    let charter = game.company_mut(sefta);
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

/// The tokens of the two on the map, those in the homes of SEFTA first.
fn old_tokens(game: &Game) -> Vec<Token> {
    let homes = game.homes(game.fixed.sefta);
    let tokens = game.table.board.tokens().iter().copied();
    let mut tokens: Vec<Token> = tokens.filter(|token| game.fixed.merging.contains(&token.company)).collect();
    tokens.sort_by_key(|token| homes.iter().position(|home| *home == token.hex).unwrap_or(homes.len()));
    tokens
}

fn printed_tokens(game: &Game) -> usize {
    game.fixed.parts.company_spec(game.fixed.sefta).map_or(0, |spec| spec.tokens.len())
}

/// 1883-8.3-10, 1883-R-60: the cities, beside the homes, of which one loses its token, where there are more than SEFTA has tokens.
fn crowded(game: &Game) -> Vec<(HexId, u8)> {
    let mut cities: Vec<_> = old_tokens(game).into_iter().map(|token| (token.hex, token.stop)).collect();
    cities.dedup();
    let too_many = cities.len() > printed_tokens(game);
    let homes = game.homes(game.fixed.sefta);
    cities.retain(|(hex, _)| too_many && !homes.contains(hex));
    cities
}

/// Exchanges the tokens on the map, or lets the president of SEFTA choose first which one is not.
pub(super) fn exchange_tokens(game: &mut Game, merger: &Merger, events: &mut Events) -> Play {
    match game.president(game.fixed.sefta).filter(|_| !crowded(game).is_empty()) {
        Some(seat) => {
            game.interrupt(merger.then(Stage::Tokens));
            game.interrupt(Pending::MergerQuestion(MergerQuestion::Token(TokenChoice { seat })));
            Ok(())
        }
        None => {
            game.interrupt(merger.then(Stage::Finish));
            move_tokens(game, events)
        }
    }
}

/// 1883-8.3-10: up to so many tokens as SEFTA has, its homes first; both in one city become one.
pub(super) fn move_tokens(game: &mut Game, events: &mut Events) -> Play {
    let (sefta, printed) = (game.fixed.sefta, printed_tokens(game));
    let mut placed = 0;
    for token in old_tokens(game) {
        let again = game.table.board.has_token_at(sefta, token.hex, token.stop);
        if again || placed >= printed {
            take_off(game, token, events);
        } else {
            game.table.board.replace(token, sefta)?;
            events.push(Event::Token { company: sefta, hex: token.hex, placed: true });
            placed += 1;
        }
    }
    let charter = game.company_mut(sefta);
    charter.tokens = charter.tokens.min(printed.saturating_sub(placed) as u8);
    Ok(())
}

fn take_off(game: &mut Game, token: Token, events: &mut Events) {
    game.table.board.remove(token.company, token.hex, token.stop);
    game.table.board.fill_slots(token.hex);
    events.push(Event::Token { company: token.company, hex: token.hex, placed: false });
}

/// 1883-8.3-10, 1883-R-60: the president of SEFTA chooses which token is not exchanged.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct TokenChoice {
    pub(in crate::t1883) seat: SeatId,
}

/// A city as an option: its hex, and which of several cities of the hex it is.
fn option((hex, stop): (HexId, u8), game: &Game) -> OptionName {
    let hex = game.fixed.parts.hex_name(hex);
    if stop == 0 { OptionName(hex.0) } else { OptionName(Name::cut(&format!("{hex}.{stop}"))) }
}

impl Decision<Game> for TokenChoice {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Tokens
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let means = |hex: HexId| say!("no token in {place}", place = game.fixed.parts.hex_name(hex));
        let options = crowded(game).into_iter().map(|city| (option(city, game), means(city.0))).collect();
        let sefta = game.name(game.fixed.sefta);
        vec![Offer::Choose { about: say!("{sefta} has a token less than there are cities", sefta), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Choose { option: chosen } = action else {
            return Err(out_of_place(say!("choose the city that loses its token")));
        };
        let city = crowded(game).into_iter().find(|city| option(*city, game) == *chosen);
        let city = city.ok_or_else(|| out_of_place(say!("choose a city with a token, but not a home")))?;
        game.table.pending.pop();
        for token in old_tokens(game).into_iter().filter(|token| (token.hex, token.stop) == city) {
            take_off(game, token, events);
        }
        Ok(())
    }
}
