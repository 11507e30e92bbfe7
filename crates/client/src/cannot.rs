//! What players look for but cannot do now, with the reason and the rule.
//!
//! The natural candidates of the round ([`candidate`]) that no offer covers are put to the engine, which
//! says why not; those refused for one reason become one line.

mod candidate;

use crate::names::TableNames;
use crate::scene::Scene;
use crate::words::Group;
use candidate::Candidate;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, RuleId};
use ferrata_engine::turn::{Entry, Title};

/// Something that cannot be done now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cannot {
    /// Where it belongs.
    pub group: Group,
    /// What: `buy a 3-train from the bank`.
    pub words: String,
    /// Why not: `the 3-train costs 200, the company has 120`.
    pub reason: String,
    /// The rule, where one forbids it.
    pub rule: Option<RuleId>,
    /// An action of this kind, for whoever wants to ask again.
    pub example: Action,
}

/// What the player to decide cannot do now, in the order of the screen. `offers` is what they can do.
pub fn cannot(scene: &Scene<'_>, offers: &[Offer]) -> Vec<Cannot> {
    let Some(seat) = scene.seat().filter(|_| asks_openly(offers)) else { return Vec::new() };
    let mut alike: Vec<Alike> = Vec::new();
    for candidate in candidate::all(scene, seat) {
        if offers.iter().any(|offer| candidate.is_offered(offer)) {
            continue;
        }
        let Some(refusal) = why_not(scene, seat, &candidate.action) else { continue };
        match alike.iter_mut().find(|alike| alike.takes(&candidate, &refusal)) {
            Some(alike) => alike.all.push(candidate),
            None => alike.push(Alike { all: vec![candidate], refusal }),
        }
    }
    let mut lines = merged(alike.iter().filter_map(|alike| alike.line(scene.names)));
    lines.sort_by_key(|line| line.group);
    lines
}

/// Why an action is refused. For a deal that nobody could agree to now, that is the reason against the thing
/// itself, unless only consent is missing.
fn why_not(scene: &Scene<'_>, seat: SeatId, action: &Action) -> Option<Refusal> {
    let ask = |action: &Action| scene.game.why_not(&Entry::seat(seat, action.clone()));
    let refusal = ask(action)?;
    match action {
        Action::Propose { deal } if refusal.rule.is_none() => ask(deal).filter(|plain| plain.rule.is_none()),
        _ => Some(refusal),
    }
}

/// Whether more is open than the answer to one question: while that is asked, nobody looks for anything
/// else.
fn asks_openly(offers: &[Offer]) -> bool {
    let answer = |offer: &Offer| matches!(offer, Offer::Choose { .. } | Offer::Accept | Offer::Decline);
    !offers.is_empty() && !offers.iter().all(answer)
}

/// Candidates of one group that are refused for one reason.
struct Alike {
    all: Vec<Candidate>,
    refusal: Refusal,
}

impl Alike {
    fn takes(&self, candidate: &Candidate, refusal: &Refusal) -> bool {
        let Some(first) = self.all.first() else { return false };
        (first.group, first.verb) == (candidate.group, candidate.verb)
            && self.refusal.rule == refusal.rule
            && first.without_name(&self.refusal.because) == candidate.without_name(&refusal.because)
    }

    fn line(&self, names: &TableNames) -> Option<Cannot> {
        let first = self.all.first()?;
        let objects: Vec<_> = self.all.iter().map(|candidate| candidate.object.clone()).collect();
        let because = &self.refusal.because;
        let reason = if self.all.len() > 1 { first.without_name(because) } else { because.clone() };
        Some(Cannot {
            group: first.group,
            words: first.verb.with(objects, names).render(names),
            reason: reason.render(names),
            rule: self.refusal.rule,
            example: first.action.clone(),
        })
    }
}

/// Lines of different groups with the same reason become one.
fn merged(lines: impl Iterator<Item = Cannot>) -> Vec<Cannot> {
    let mut all: Vec<Cannot> = Vec::new();
    for line in lines {
        match all.iter_mut().find(|other| (&other.reason, other.rule) == (&line.reason, line.rule)) {
            Some(other) => other.words = format!("{}; {}", other.words, line.words),
            None => all.push(line),
        }
    }
    all
}
