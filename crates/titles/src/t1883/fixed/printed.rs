//! The box as the rules read it: everything that follows from the data, found once.

use super::cards::{self, Concession, Private};
use super::events::{self, EventCard};
use super::figures::{ExchangeFigures, Figures, GiftFigures, Switches};
use super::ground::{self, Ground};
use super::phases::{self, Phase};
use crate::data::whole_shares;
use ferrata_engine::chart::Field;
use ferrata_engine::components::Components;
use ferrata_engine::fact::Facts;
use ferrata_engine::id::{CardId, CompanyId, HexId, PhaseId, TrainKind};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, TrainName};
use ferrata_engine::train::TrainSpec;
use serde::Deserialize;
use smallvec::SmallVec;

/// Everything that follows from the box.
#[derive(Debug)]
pub(in crate::t1883) struct Printed {
    pub(in crate::t1883) figures: Figures,
    pub(in crate::t1883) printed_switches: Switches,
    pub(in crate::t1883) privates: Vec<Private>,
    pub(in crate::t1883) concessions: Vec<Concession>,
    pub(in crate::t1883) event_cards: Vec<EventCard>,
    pub(in crate::t1883) phases: Vec<Phase>,
    grounds: Vec<Ground>,
    by_number: Vec<HexId>,
    /// The par boxes by price.
    pars: Vec<(Money, Field)>,
    pub(in crate::t1883) ccfr: CompanyId,
    pub(in crate::t1883) sarsa: CompanyId,
    pub(in crate::t1883) sefta: CompanyId,
    pub(in crate::t1883) merging: [CompanyId; 2],
    pub(in crate::t1883) fsf: CompanyId,
    pub(in crate::t1883) second_anchor_from: PhaseId,
    pub(in crate::t1883) support_card: CardId,
    pub(in crate::t1883) gravity: Gravity,
    pub(in crate::t1883) start_trains: Vec<TrainKind>,
    pub(in crate::t1883) gifts: Vec<Gift>,
    pub(in crate::t1883) capitalised: Exchange,
    /// The state lines: each from a T location to a box.
    pub(in crate::t1883) lines: Vec<FsLine>,
}

/// 1883-6.8-11, 1883-6.8-15: the gravity trains.
#[derive(Debug)]
pub(in crate::t1883) struct Gravity {
    pub(in crate::t1883) kind: TrainKind,
    /// 1883-6.8-09: the trains beside which a corporation may own one.
    pub(in crate::t1883) beside: SmallVec<[TrainKind; 3]>,
    /// A roll up to this earns.
    pub(in crate::t1883) succeeds_to: u16,
    /// A roll from this on loses the train.
    pub(in crate::t1883) lost_from: u16,
}

/// 1883-8.1.4-02: what CCFR gives up and gets when the first train of a class is sold.
#[derive(Clone, Copy, Debug)]
pub(in crate::t1883) struct Gift {
    pub(in crate::t1883) on: TrainKind,
    pub(in crate::t1883) exchange: Exchange,
}

/// A train that CCFR gives up, if it has it, for another.
#[derive(Clone, Copy, Debug)]
pub(in crate::t1883) struct Exchange {
    pub(in crate::t1883) gives_up: Option<TrainKind>,
    pub(in crate::t1883) gets: TrainKind,
}

/// 1883-6.6-01: a state line. Its number names it in routes.
#[derive(Clone, Copy, Debug)]
pub(in crate::t1883) struct FsLine {
    pub(in crate::t1883) number: u8,
    pub(in crate::t1883) station: HexId,
    pub(in crate::t1883) beyond: HexId,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GravityFacts {
    beside: Vec<TrainName>,
    succeeds_to: u16,
    lost_from: u16,
}

impl Printed {
    /// Reads everything, or tells the first thing that is wrong.
    pub(in crate::t1883) fn read(parts: &Components) -> Result<Printed, Problem> {
        let facts = &parts.constants;
        let figures: Figures = facts.read()?;
        let grounds = ground::read(parts, &figures)?;
        let pars = par_boxes(parts, &figures)?;
        let [one, other] = figures.sefta.from;
        let second_anchor_from = parts.phase(figures.fsf.second_anchor_from).ok_or_else(|| {
            facts.wrong(format!("the phase \"{}\"", figures.fsf.second_anchor_from), "a phase")
        })?;
        check_figures(parts, &figures)?;
        let (event_cards, phases) = (events::read(parts)?, phases::read(parts, &pars)?);
        events::check_decks(parts, &event_cards, &phases)?;
        Ok(Printed {
            printed_switches: figures.switches,
            privates: cards::privates(parts)?,
            concessions: cards::concessions(parts)?,
            event_cards,
            phases,
            by_number: ground::by_number(parts, &grounds, &figures)?,
            grounds,
            pars,
            ccfr: company_named(parts, facts, figures.ccfr.company)?,
            sarsa: company_named(parts, facts, figures.sarsa.company)?,
            sefta: company_named(parts, facts, figures.sefta.company)?,
            merging: [company_named(parts, facts, one)?, company_named(parts, facts, other)?],
            fsf: company_named(parts, facts, figures.fsf.company)?,
            second_anchor_from,
            support_card: parts
                .card(figures.support_cards.card)
                .ok_or_else(|| facts.wrong(format!("\"{}\"", figures.support_cards.card), "a card"))?,
            gravity: gravity(parts)?,
            start_trains: trains(parts, facts, &figures.ccfr.start_trains)?,
            gifts: gifts(parts, &figures)?,
            capitalised: {
                let ExchangeFigures { gives_up, gets } = figures.ccfr.capitalised;
                exchange(parts, gives_up, gets)?
            },
            lines: lines(parts, &figures)?,
            figures,
        })
    }

    /// A hex as the rules read it.
    #[allow(clippy::indexing_slicing)] // there is one for every hex, and `hex` is one of them
    pub(in crate::t1883) fn ground(&self, hex: HexId) -> &Ground {
        &self.grounds[hex.index().min(self.grounds.len() - 1)]
    }

    /// 1883-11-13a: the hex of a number, from 1 on.
    pub(in crate::t1883) fn hex_numbered(&self, number: u16) -> Option<HexId> {
        self.by_number.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// A phase.
    #[allow(clippy::indexing_slicing)] // there are phases (checked when they are read), and the place is clamped
    pub(in crate::t1883) fn phase(&self, phase: PhaseId) -> &Phase {
        &self.phases[phase.index().min(self.phases.len() - 1)]
    }

    /// 1883-5.3-06: the box of a par.
    pub(in crate::t1883) fn par_box(&self, par: Money) -> Option<Field> {
        self.pars.iter().find(|(price, _)| *price == par).map(|(_, field)| *field)
    }

    /// The private of a card, by its place.
    pub(in crate::t1883) fn private_of(&self, card: CardId) -> Option<usize> {
        self.privates.iter().position(|private| private.card == card)
    }

    /// The concession of a card, by its place.
    pub(in crate::t1883) fn concession_of(&self, card: CardId) -> Option<usize> {
        self.concessions.iter().position(|concession| concession.card == card)
    }

    /// An event card.
    pub(in crate::t1883) fn event_card(&self, card: CardId) -> Option<&EventCard> {
        self.event_cards.iter().find(|event| event.card == card)
    }
}

pub(super) fn hex_named(parts: &Components, at: &Facts, name: HexName) -> Result<HexId, Problem> {
    parts.hex(name).ok_or_else(|| at.wrong(format!("\"{name}\""), "a hex of this map"))
}

pub(super) fn company_named(parts: &Components, at: &Facts, name: CompanyName) -> Result<CompanyId, Problem> {
    parts.company(name).ok_or_else(|| at.wrong(format!("\"{name}\""), "a corporation of this title"))
}

fn train_named(parts: &Components, at: &Facts, name: TrainName) -> Result<TrainKind, Problem> {
    parts.train(name).ok_or_else(|| at.wrong(format!("\"{name}\""), "a train of this title"))
}

fn trains(parts: &Components, at: &Facts, names: &[TrainName]) -> Result<Vec<TrainKind>, Problem> {
    names.iter().map(|name| train_named(parts, at, *name)).collect()
}

/// What the rules take for granted about the figures.
fn check_figures(parts: &Components, figures: &Figures) -> Result<(), Problem> {
    let facts = &parts.constants;
    let wrong = |what: String, expected: &str| Err(facts.wrong(what, expected));
    for spec in &parts.companies {
        let (first, rest) =
            spec.certificates.split_first().map_or((0, &[][..]), |(first, rest)| (*first, rest));
        if first != 2 * figures.share || rest.iter().any(|cert| *cert != figures.share) {
            return wrong(
                format!("{}: {:?}", spec.name, spec.certificates),
                "a double share and single ones (5.0)",
            );
        }
        if !spec.facts.is_empty() {
            return Err(spec.facts.wrong("facts", "none: the rules of 1883 know none about corporations"));
        }
    }
    let support = &figures.support_cards;
    if usize::from(support.hand_limit) != support.cost_by_owned.len() {
        return wrong(
            format!("{} prices", support.cost_by_owned.len()),
            "a price for every support card one may hold",
        );
    }
    let limits = &figures.certificate_limit_with_sefta;
    if parts.players.iter().any(|players| !limits.contains_key(&players.count))
        || limits.len() != parts.players.len()
    {
        return wrong(format!("{limits:?}"), "a limit with SEFTA for every number of players");
    }
    if figures.ccfr.start_share != figures.share {
        return wrong(format!("{}% of CCFR", figures.ccfr.start_share), "one share for each player");
    }
    whole_shares(facts, figures.share, &[figures.hold_limit, figures.pool_limit])?;
    let apart = (figures.share, figures.run_unit, figures.bid_step, figures.die);
    match apart.0 == 0 || apart.1 <= Money::ZERO || apart.2 <= Money::ZERO || apart.3 != 10 {
        true => wrong(format!("{apart:?}"), "a share, a unit and a step above zero, and a die of ten sides"),
        false => Ok(()),
    }
}

fn par_boxes(parts: &Components, figures: &Figures) -> Result<Vec<(Money, Field)>, Problem> {
    let flagged = figures.par_boxes.chars().flat_map(|letter| parts.grid.flagged(letter));
    let boxes: Vec<_> = flagged.map(|field| (parts.grid.price(field), field)).collect();
    for letter in [figures.maximum_box, figures.closed_box] {
        if parts.grid.flagged(letter).next().is_none() {
            return Err(parts.constants.wrong(format!("the letter {letter}"), "a letter of the chart"));
        }
    }
    match boxes.iter().any(|(price, _)| *price == figures.ccfr.start_price) {
        true => Ok(boxes),
        false => {
            let found = format!("the price {}", figures.ccfr.start_price);
            Err(parts.constants.wrong(found, "the price of a par box for CCFR"))
        }
    }
}

fn gravity(parts: &Components) -> Result<Gravity, Problem> {
    let mut own = parts.trains.iter().enumerate().filter(|(_, spec)| !spec.facts.is_empty());
    let wrong =
        || parts.constants.wrong("other trains with facts", "one gravity train, the last of the roster");
    let (Some((at, spec)), None) = (own.next(), own.next()) else { return Err(wrong()) };
    if at + 1 != parts.trains.len() {
        return Err(wrong());
    }
    let facts: GravityFacts = spec.facts.read()?;
    let beside = trains(parts, &spec.facts, &facts.beside)?;
    Ok(Gravity {
        kind: TrainKind(at as u8),
        beside: beside.into(),
        succeeds_to: facts.succeeds_to,
        lost_from: facts.lost_from,
    })
}

fn gifts(parts: &Components, figures: &Figures) -> Result<Vec<Gift>, Problem> {
    let gift = |gift: &GiftFigures| {
        let on = train_named(parts, &parts.constants, gift.on)?;
        Ok(Gift { on, exchange: exchange(parts, gift.gives_up, gift.gets)? })
    };
    figures.ccfr.gifts.iter().map(gift).collect()
}

fn exchange(parts: &Components, gives_up: Option<TrainName>, gets: TrainName) -> Result<Exchange, Problem> {
    let named = |name: TrainName| train_named(parts, &parts.constants, name);
    Ok(Exchange { gives_up: gives_up.map(named).transpose()?, gets: named(gets)? })
}

fn lines(parts: &Components, figures: &Figures) -> Result<Vec<FsLine>, Problem> {
    let mut lines = Vec::new();
    for link in &figures.fs_links {
        let station = hex_named(parts, &parts.constants, link.hex)?;
        for name in &link.boxes {
            let beyond = hex_named(parts, &parts.constants, *name)?;
            lines.push(FsLine { number: lines.len() as u8, station, beyond });
        }
    }
    Ok(lines)
}

/// 1883-8.2-03: the class number of a train: the digits of its name.
pub(in crate::t1883) fn class_number(spec: &TrainSpec) -> u8 {
    let digits: String = spec.name.as_str().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

impl Printed {
    /// 1883-5.8-01: whether a box is in the CLOSED section.
    pub(in crate::t1883) fn closes(&self, parts: &Components, field: Field) -> bool {
        flagged(parts, field, self.figures.closed_box)
    }

    /// 1883-9-03: whether a box is the maximum.
    pub(in crate::t1883) fn is_maximum(&self, parts: &Components, field: Field) -> bool {
        flagged(parts, field, self.figures.maximum_box)
    }
}

fn flagged(parts: &Components, field: Field, letter: char) -> bool {
    parts.grid.cell(field).is_some_and(|cell| cell.flags.contains(letter))
}
