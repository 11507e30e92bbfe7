//! What the kit's random players need to know: sensible runs, how eagerly to take an offer, and which areas of the
//! rules an entry has been to.

use super::Esp;
use super::game::Class;
use super::rules::Goals;
use super::state::{Question, Round, Step};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::{Event, Names};
use ferrata_engine::kit::Playable;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::Entry;

impl Playable for Esp {
    fn names(&self) -> &dyn Names {
        self
    }

    fn suggest_runs(&self) -> Vec<Action> {
        let Some(or) = self.or().filter(|or| or.step == Step::Run && self.s.asked.is_empty()) else {
            return Vec::new();
        };
        let best = self.best_run(or.at);
        let mut runs = Vec::new();
        if best.len() > 1 {
            // The first route alone is legal too.
            runs.push(Action::Run { routes: best.iter().take(1).cloned().collect() });
        }
        if !best.is_empty() || !self.game.rules.must_run {
            runs.insert(0, Action::Run { routes: best });
        }
        runs
    }

    fn weight(&self, offer: &Offer) -> u32 {
        match offer {
            Offer::Pass { .. } => match &self.s.round {
                Round::Operating(or) if or.step == Step::Trains => 2,
                Round::Operating(_) => 3,
                _ => 2,
            },
            Offer::Bid { .. } => 2,
            Offer::Buy { .. } => 8,
            Offer::Start { company, .. } => {
                let minor = self.company_named(*company).is_ok_and(|company| self.is_minor(company));
                if minor { 3 } else { 5 }
            }
            Offer::Sell { .. } => 1,
            Offer::LayTile { .. } => 8,
            Offer::PlaceToken { .. } => 4,
            Offer::Run { .. } => 6,
            Offer::BuyTrain { .. } => 5,
            Offer::Merge { .. } | Offer::Choose { .. } => 6,
            Offer::Propose { deal, .. } => match **deal {
                Offer::Merge { .. } => 4,
                _ => 1,
            },
            Offer::Accept => 2,
            _ => 2,
        }
    }

    fn areas(&self) -> Vec<(String, u64)> {
        let book = self.game.rules.goals == Goals::ByMap;
        let closed = if book { BOOK_LACKS } else { ONLINE_LACKS };
        let counts = AREAS.iter().zip(self.areas.0.iter()).filter(|(area, _)| !closed.contains(area));
        counts.map(|(area, count)| ((*area).to_owned(), u64::from(*count))).collect()
    }
}

/// How often a game has been to each area of the rules.
#[derive(Clone, Debug)]
pub(super) struct Areas([u16; AREAS.len()]);

impl Default for Areas {
    fn default() -> Areas {
        Areas([0; AREAS.len()])
    }
}

impl Areas {
    fn count(&mut self, area: &'static str) {
        if let Some(at) = AREAS.iter().position(|name| *name == area)
            && let Some(count) = self.0.get_mut(at)
        {
            *count = count.saturating_add(1);
        }
    }
}

/// Areas that an edition does not have.
const BOOK_LACKS: &[&str] = &["destination claimed"];
const ONLINE_LACKS: &[&str] = &["goal: takeover", "minor frozen"];

/// The areas of the rules, for coverage.
const AREAS: [&str; 48] = [
    "auction of privates",
    "combined train",
    "deals by consent",
    "destination claimed",
    "director changes",
    "dividend in the last operating round",
    "earnings settled",
    "end triggered",
    "final accounting",
    "forced purchase: loan",
    "forced purchase: shares sold",
    "goal: destination",
    "goal: mine and harbour",
    "goal: red area",
    "goal: takeover",
    "home token in a double city",
    "loan repaid",
    "major launched",
    "major runs",
    "mine and harbour income",
    "minor frozen",
    "minor launched",
    "minor runs",
    "North major started",
    "pass built",
    "phase 3",
    "phase 4",
    "phase 5",
    "phase 6",
    "phase 7",
    "private 1: mine",
    "private 2: side of the train",
    "private 4: pass",
    "private sold to a company",
    "shares at par",
    "shares from the open market",
    "shares sold",
    "South major started",
    "station",
    "station in a pass",
    "takeover",
    "takeover: token",
    "tender",
    "tender assigned",
    "tile laid",
    "train exported",
    "train from a company",
    "trains over the limit",
];

impl Esp {
    /// Counts the areas of the rules to which an accepted entry has been.
    pub(super) fn count_areas(&mut self, entry: &Entry, events: &[Event]) {
        let mut areas = std::mem::take(&mut self.areas);
        if let Some(area) = action_area(self, &entry.action) {
            areas.count(area);
        }
        for event in events {
            if let Some(area) = event_area(self, event) {
                areas.count(area);
            }
        }
        let asked = self.s.asked.last().map(|question| match question {
            Question::Par { .. } => "auction of privates",
            Question::Claim { .. } => "destination claimed",
            Question::Face { .. } => "private 2: side of the train",
            Question::Discard { .. } => "trains over the limit",
            Question::Circle { .. } => "home token in a double city",
            Question::Swap { .. } => "takeover: token",
            Question::Deal { .. } => "deals by consent",
        });
        if let Some(area) = asked {
            areas.count(area);
        }
        self.areas = areas;
    }
}

fn action_area(esp: &Esp, action: &Action) -> Option<&'static str> {
    let company = esp.or().map(|or| or.at);
    let minor = company.is_some_and(|company| esp.is_minor(company));
    Some(match action {
        Action::Bid { .. } => "auction of privates",
        Action::Buy { from: Party::Bank, .. } => "shares from the open market",
        Action::Buy { .. } => "shares at par",
        Action::Sell { .. } if company.is_some() => "forced purchase: shares sold",
        Action::Sell { .. } => "shares sold",
        Action::Start { company, .. } => {
            match esp.company_named(*company).map(|company| esp.class(company)) {
                Ok(Class::Minor) => "minor launched",
                Ok(Class::North) => "North major started",
                _ => "South major started",
            }
        }
        Action::Loan { amount } if *amount > Money::ZERO => "forced purchase: loan",
        Action::Loan { .. } => "loan repaid",
        Action::LayTile { by: Some(_), .. } => "private 1: mine",
        Action::LayTile { .. } => "tile laid",
        Action::PlaceToken { hex, .. } => match esp.hex_named(*hex).ok().and_then(|hex| esp.pass_at(hex)) {
            Some(_) => "station in a pass",
            None => "station",
        },
        Action::Run { .. } if minor => "minor runs",
        Action::Run { .. } => "major runs",
        Action::Settle { .. } => "earnings settled",
        Action::BuyTrain { from: Party::Bank, .. } => "train from the bank",
        Action::BuyTrain { .. } => "train from a company",
        Action::Discard { .. } => "trains over the limit",
        Action::Merge { .. } => "takeover",
        Action::BuyCard { card, .. } if card.as_str() == super::operating::TENDER => "tender",
        Action::BuyCard { .. } => "private sold to a company",
        Action::Choose { option } => match option.as_str() {
            text if text.contains('&') => "combined train",
            text if text.starts_with("P4") => "private 4: pass",
            text if text.parse::<u8>().is_ok() => "tender assigned",
            _ => return None,
        },
        _ => return None,
    })
}

fn event_area(esp: &Esp, event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Director { .. } => "director changes",
        Event::Train { from: None, to: None, .. } => "train exported",
        Event::Phase { phase } => match phase.as_str() {
            "3" => "phase 3",
            "4" => "phase 4",
            "5" => "phase 5",
            "6" => "phase 6",
            _ => "phase 7",
        },
        Event::Paid { why, .. } => match why.as_ref() {
            "mines and harbours" => "mine and harbour income",
            "dividend" if esp.is_last_or() => "dividend in the last operating round",
            _ => return None,
        },
        Event::Note { text } => return note_area(text),
        _ => return None,
    })
}

fn note_area(text: &str) -> Option<&'static str> {
    let about = [
        ("builds the pass", "pass built"),
        ("a goal: its destination", "goal: destination"),
        ("a goal: a red area", "goal: red area"),
        ("a goal: a takeover", "goal: takeover"),
        ("a goal: mine and harbour", "goal: mine and harbour"),
        ("is launched", "major launched"),
        ("is frozen", "minor frozen"),
        ("is triggered", "end triggered"),
        ("game is over", "final accounting"),
    ];
    about.iter().find(|(part, _)| text.contains(part)).map(|(_, area)| *area)
}
