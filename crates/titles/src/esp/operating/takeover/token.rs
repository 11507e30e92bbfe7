//! §4.6 What becomes of the token of a minor that is taken over.

use super::hand_over;
use crate::esp::Game;
use crate::esp::operating::home;
use crate::esp::table::{Goal, HomeToken, Status};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

const MAP: OptionName = OptionName::of("map");
const CHARTER: OptionName = OptionName::of("charter");

/// 18ESP-4.6-08: where does the token of a minor just taken over go?
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct MinorToken {
    pub(in crate::esp) major: CompanyId,
    pub(in crate::esp) minor: CompanyId,
}

impl Decision<Game> for MinorToken {
    fn turn(&self, game: &Game) -> Turn {
        game.directors_turn(self.major)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Choice
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        let options = vec![
            (MAP, say!("the major's token takes the minor's place on the map")),
            (CHARTER, say!("the token goes to the charter")),
        ];
        vec![Offer::Choose { about: say!("the minor's station"), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let map = match *action {
            Action::Choose { option } if option == MAP => true,
            Action::Choose { option } if option == CHARTER => false,
            _ => {
                let because = say!("first: does the token go on the map or to the charter?");
                return Err(Refusal::rule("18ESP-4.6-08", because));
            }
        };
        game.table.pending.pop();
        hand_over::take_over(game, self.major, self.minor, map, events)
    }
}

/// Whether there is something to choose. 18ESP-4.6-09, 18ESP-G-42: MZ's token is never swapped while MZA is in play;
/// 18ESP-G-19: nor is one beside an own station.
pub(super) fn may_swap(game: &Game, major: CompanyId, minor: CompanyId) -> bool {
    let hex = game.fixed.role(minor).home;
    let own = game.table.board.has_token(major, hex) || game.company(major).waiting_at == Some(hex);
    let partner = game.partner(minor);
    let shared = partner.is_some_and(|partner| game.company(partner).status != Status::Absent);
    let goal = game.third_is_takeover(major) && !game.company(major).met(Goal::Third);
    let token = game.company(major).free_tokens > 0 || goal;
    token && !own && !shared
}

/// Where a minor's token lies or would lie.
pub(super) struct Place {
    hex: HexId,
    home: HomeToken,
    stop: Option<u8>,
}

impl Place {
    pub(super) fn of(game: &Game, minor: CompanyId) -> Place {
        let (hex, board) = (game.fixed.role(minor).home, &game.table.board);
        let token = board.tokens_of(minor).find(|token| token.hex == hex).map(|token| token.stop);
        let single = (board.face(hex).stops.len() == 1).then_some(0);
        let stop = token.or(game.company(minor).home_stop).or(single);
        Place { hex, home: game.company(minor).home, stop }
    }
}

/// The major's token goes where the minor's was or would have been, free. 18ESP-4.6.1-02: the circle was kept until now.
pub(super) fn settle(game: &mut Game, major: CompanyId, place: &Place, events: &mut Events) -> Play {
    let hex = place.hex;
    let state = game.company_mut(major);
    state.free_tokens = state.free_tokens.saturating_sub(1);
    match place.stop {
        Some(stop) => {
            match game.table.board.free_slot(hex, stop) {
                Some(_) => game.table.board.place(major, hex, stop)?,
                None => game.table.board.place_extra(major, hex, stop)?,
            }
            events.push(Event::Token { company: major, hex, placed: true });
        }
        None if game.table.board.laid(hex).is_none() || place.home == HomeToken::Waiting => {
            // 18ESP-4.3-07: on a double city without a tile it waits like a home token.
            game.company_mut(major).waiting_at = Some(hex);
            events.push(Event::Token { company: major, hex, placed: true });
        }
        None => home::ask(game, major, hex, major),
    }
    Ok(())
}
