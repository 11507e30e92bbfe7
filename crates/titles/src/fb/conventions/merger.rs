//! 3.6.1 Which two companies merge: presidents are asked in market order, as long as they may refuse.

use super::exchange;
use crate::fb::Game;
use crate::fb::states::State;
use crate::fb::table::Pending;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A national is about to form.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Merger {
    pub(in crate::fb) national: CompanyId,
    /// The player whose company began PH6: the first to exchange shares.
    first: SeatId,
    accepted: SmallVec<[CompanyId; 2]>,
    refused: SmallVec<[CompanyId; 4]>,
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Next {
    /// The president of this company is asked.
    Ask(CompanyId),
    /// This company has no choice.
    Forced(CompanyId),
    /// The president of the floated one chooses among unfloated ones.
    Choose(CompanyId),
    /// Two unfloated ones merge.
    Draw,
    /// These merge.
    Merge(CompanyId, CompanyId),
    /// There are no two companies left (18FB-G-109).
    Nothing,
}

impl Merger {
    pub(super) fn into(national: CompanyId, first: SeatId) -> Merger {
        Merger { national, first, accepted: SmallVec::new(), refused: SmallVec::new() }
    }

    /// The companies that may merge, floated ones by descending price (18FB-3.6.1-03, 18FB-G-71: operating order), and the unfloated ones.
    fn eligible(&self, game: &Game) -> (Vec<CompanyId>, Vec<CompanyId>) {
        let from =
            game.fixed.national(self.national).map(|national| &national.formed_from[..]).unwrap_or_default();
        let order = game.table.chart.order(&game.fixed.parts.grid);
        let floated = order.into_iter().filter(|id| from.contains(id) && game.floated(*id)).collect();
        // 18FB-3.6.1-07, 18FB-3.6.1-08: unfloated ones count as price 0.
        let unfloated =
            from.iter().copied().filter(|id| game.charter(*id).state == State::Unfloated).collect();
        (floated, unfloated)
    }

    /// The pairs that can still come out.
    fn pairs(&self, game: &Game) -> Vec<[CompanyId; 2]> {
        let (mut floated, unfloated) = self.eligible(game);
        let most = most_asked(game);
        floated.truncate(most);
        // So many unfloated ones can take part.
        let fillers = unfloated.len().min(most - floated.len());
        let open = floated.iter().chain(&unfloated).copied();
        let open: SmallVec<[CompanyId; 4]> = open.filter(|id| !self.refused.contains(id)).collect();
        let mut all = Vec::new();
        for (at, one) in open.iter().enumerate() {
            let pairs = open.iter().skip(at + 1).map(|other| [*one, *other]);
            all.extend(pairs.filter(|pair| {
                let of_unfloated = pair.iter().filter(|id| unfloated.contains(id)).count();
                of_unfloated <= fillers && self.accepted.iter().all(|id| pair.contains(id))
            }));
        }
        all
    }

    /// For whoever decides: the pairs that can still come out, each with the table after it merged.
    pub(in crate::fb) fn outcomes(&self, game: &Game) -> Vec<([CompanyId; 2], Game)> {
        let after = |pair: [CompanyId; 2]| {
            let mut then = game.clone();
            let formed = exchange::form(&mut then, self.national, pair, self.first, &mut Events::new());
            formed.ok().map(|()| (pair, then))
        };
        self.pairs(game).into_iter().filter_map(after).collect()
    }

    fn next(&self, game: &Game) -> Next {
        let (mut floated, unfloated) = self.eligible(game);
        let most = most_asked(game);
        floated.truncate(most);
        let fillers = unfloated.len().min(most - floated.len());
        if let [one, other] = self.accepted[..] {
            return Next::Merge(one, other);
        }
        let open: Vec<CompanyId> = floated
            .iter()
            .copied()
            .filter(|id| !self.accepted.contains(id) && !self.refused.contains(id))
            .collect();
        match open.split_first() {
            // 18FB-3.6.1-06: nobody may refuse when too few would be left.
            Some((asked, rest)) => {
                let others = self.accepted.len() + rest.len() + fillers;
                if others >= 2 { Next::Ask(*asked) } else { Next::Forced(*asked) }
            }
            None => match (self.accepted.first(), &unfloated[..]) {
                (Some(one), [only]) => Next::Merge(*one, *only),
                (Some(one), [_, ..]) => Next::Choose(*one),
                (None, [one, other]) => Next::Merge(*one, *other),
                (None, [_, _, _, ..]) => Next::Draw,
                _ => Next::Nothing,
            },
        }
    }
}

/// For whoever foretells: the pairs that could merge into a national if it formed now.
pub(in crate::fb) fn pairs(game: &Game, national: CompanyId) -> Vec<[CompanyId; 2]> {
    Merger::into(national, game.table.priority).pairs(game)
}

/// 18FB-3.6.1-04, 18FB-G-70: PA23 knows the three highest only; 18FB-3.6.1-05: 2006 asks all four.
fn most_asked(game: &Game) -> usize {
    if game.fixed.switches.merger_asks_four { usize::MAX } else { game.fixed.figures.merger_asked }
}

/// Goes on with a merger where nobody has to decide.
pub(in crate::fb) fn proceed(game: &mut Game, merger: &Merger, events: &mut Events) -> Result<Flow, Refusal> {
    match merger.next(game) {
        Next::Ask(_) => return Ok(Flow::Waits),
        Next::Forced(company) => accept(game, merger, company),
        Next::Choose(with) => {
            game.table.pending.pop();
            game.table.pending.push(Pending::Partner(Partner { merger: merger.clone(), with }));
        }
        Next::Draw => {
            game.table.pending.pop();
            game.table.pending.push(Pending::Drawn(Drawn { merger: merger.clone() }));
        }
        Next::Merge(one, other) => {
            game.table.pending.pop();
            exchange::form(game, merger.national, [one, other], merger.first, events)?;
        }
        Next::Nothing => {
            game.table.pending.pop();
            let national = game.name(merger.national);
            events.push(Event::Note {
                text: say!("{national} does not form: no two companies are left.", national),
            });
        }
    }
    Ok(Flow::GoesOn)
}

fn accept(game: &mut Game, merger: &Merger, company: CompanyId) {
    let mut merger = merger.clone();
    merger.accepted.push(company);
    game.table.pending.pop();
    game.table.pending.push(Pending::Merger(merger));
}

const MERGE: OptionName = OptionName::of("merge");
const REFUSE: OptionName = OptionName::of("refuse");

impl Decision<Game> for Merger {
    fn turn(&self, game: &Game) -> Turn {
        let asked = match self.next(game) {
            Next::Ask(company) => game.president(company),
            _ => None,
        };
        Turn::Seat(asked.unwrap_or(game.table.priority))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Merger
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let Next::Ask(company) = self.next(game) else { return Vec::new() };
        let (company, national) = (game.name(company), game.name(self.national));
        let options = vec![
            (MERGE, say!("{company} merges into {national}", company, national)),
            (REFUSE, say!("{company} does not merge", company)),
        ];
        vec![Offer::Choose {
            about: say!("shall {company} merge into {national}?", company, national),
            options,
        }]
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, next) = (by.seat()?, self.next(game));
        let (Next::Ask(company), Action::Choose { option }) = (next, action) else {
            return Err(Refusal::out_of_place(say!("merge or refuse")));
        };
        let name = game.name(company);
        if *option == MERGE {
            events.push(Event::Said { seat, what: say!("lets {name} merge", name) });
            accept(game, self, company);
            return Ok(());
        }
        if *option != REFUSE {
            return Err(Refusal::out_of_place(say!("merge or refuse")));
        }
        events.push(Event::Said { seat, what: say!("refuses to merge {name}", name) });
        let mut merger = self.clone();
        merger.refused.push(company);
        game.table.pending.pop();
        game.table.pending.push(Pending::Merger(merger));
        Ok(())
    }
}

/// 18FB-3.6.1-09, 18FB-G-71: the president of the floated company chooses the unfloated one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Partner {
    merger: Merger,
    with: CompanyId,
}

impl Partner {
    pub(in crate::fb) fn merger(&self) -> &Merger {
        &self.merger
    }
}

impl Decision<Game> for Partner {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.president(self.with).unwrap_or(game.table.priority))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Merger
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let with = game.name(self.with);
        let option =
            |id: CompanyId| (OptionName(game.name(id).0), say!("{name} merges", name = game.name(id)));
        let (_, unfloated) = self.merger.eligible(game);
        let options = unfloated.into_iter().map(option).collect();
        vec![Offer::Choose { about: say!("choose the company that merges with {with}", with), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Choose { option } = action else {
            return Err(Refusal::out_of_place(say!("choose a company")));
        };
        let (_, unfloated) = self.merger.eligible(game);
        let chosen = unfloated.into_iter().find(|id| game.name(*id).0 == option.0);
        let chosen = chosen.ok_or_else(|| Refusal::out_of_place(say!("choose an unfloated company")))?;
        game.table.pending.pop();
        exchange::form(game, self.merger.national, [self.with, chosen], self.merger.first, events)
    }
}

/// 18FB-3.6.1-09: two unfloated companies are drawn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Drawn {
    merger: Merger,
}

impl Drawn {
    pub(in crate::fb) fn merger(&self) -> &Merger {
        &self.merger
    }
}

impl Decision<Game> for Drawn {
    fn turn(&self, game: &Game) -> Turn {
        let (_, unfloated) = self.merger.eligible(game);
        let national = game.name(self.merger.national);
        let what = say!("companies that merge into {national}", national);
        Turn::Chance(Draw { what, kind: DrawKind::Pick { count: 2, of: unfloated.len() as u16 } })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let (_, unfloated) = self.merger.eligible(game);
        let drawn = action.drawn()?.iter().filter_map(|at| unfloated.get(usize::from(*at)).copied());
        let [one, other] = drawn.collect::<SmallVec<[CompanyId; 2]>>()[..] else {
            return Err(Refusal::out_of_place(say!("draw two companies")));
        };
        game.table.pending.pop();
        exchange::form(game, self.merger.national, [one, other], self.merger.first, events)
    }
}
