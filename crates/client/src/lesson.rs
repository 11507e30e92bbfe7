//! A guided first stock and operating round of each title: a position to play in, and what is said at each question.
//!
//! Nothing is scripted but the beginning: whatever the learner does, the question that is then asked finds its words.

use crate::timeline::Timeline;
use ferrata_engine::action::Action;
use ferrata_engine::turn::Title;
use ferrata_engine::view::{Asked, RoundKind};
use serde::Deserialize;

/// The lessons as they are written.
const LESSONS: [&str; 4] = [
    include_str!("../../../docs/lessons/1841.toml"),
    include_str!("../../../docs/lessons/18ESP.toml"),
    include_str!("../../../docs/lessons/1883.toml"),
    include_str!("../../../docs/lessons/18FB.toml"),
];

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The title it is about.
    pub name: String,
    /// What happens in it.
    pub about: String,
    /// The position in which it begins.
    pub position: String,
    /// What its first step asks for.
    pub first: Action,
    /// What is said where no step fits.
    otherwise: String,
    /// What is said when the operating round is over.
    end: String,
    step: Vec<Step>,
}

/// What is said at a question. Steps come in the order in which their questions do; one may come up several times.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    asked: Asked,
    says: String,
}

/// All lessons that can be read.
pub fn lessons() -> Vec<Lesson> {
    LESSONS.iter().filter_map(|text| toml::from_str(text).ok()).collect()
}

impl Lesson {
    /// What is said after the last record of a table that began with this lesson's position.
    pub fn says(&self, timeline: &Timeline) -> &str {
        let (mut now, mut operated) = (None, false);
        for game in (0..=timeline.len()).filter_map(|number| timeline.game_at(number)) {
            let kind = game.view().round.kind;
            if operated && kind != RoundKind::Operating {
                return &self.end;
            }
            operated |= kind == RoundKind::Operating;
            now = self.next(now, game.asked());
        }
        now.and_then(|at| self.step.get(at)).map_or(&self.otherwise, |step| &step.says)
    }

    /// The step of a question: the next that asks it, else the one that is said now, else the last that asked it.
    fn next(&self, now: Option<usize>, asked: Asked) -> Option<usize> {
        let after = now.map_or(0, |now| now + 1);
        let asks = |at: &usize| self.step.get(*at).is_some_and(|step| step.asked == asked);
        (after..self.step.len()).find(asks).or_else(|| (0..after).rfind(asks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::Record;
    use ferrata_engine::offer::Offer;
    use ferrata_engine::turn::{Entry, Turn};

    fn begun(lesson: &Lesson) -> Timeline {
        let (mut setup, _) = ferrata_titles::position::read("lesson", &lesson.position).unwrap();
        setup.position = Some(lesson.position.clone());
        Timeline::new(setup).unwrap()
    }

    /// A learner who does what the first step asks for, and then takes what ends each step soonest.
    fn plays(lesson: &Lesson, timeline: &mut Timeline) {
        let game = timeline.game();
        let Turn::Seat(seat) = game.turn() else { panic!("{} asks nobody", lesson.name) };
        let offers = game.offers();
        let passes = |offer: &&Offer| matches!(offer, Offer::Pass { .. });
        let offer = offers.iter().find(passes).or_else(|| offers.first());
        let action = match offer {
            _ if timeline.is_empty() => lesson.first.clone(),
            Some(Offer::Run { .. }) => Action::Run { routes: Vec::new() },
            offer => offer.and_then(|offer| offer.samples().into_iter().next()).unwrap(),
        };
        timeline.add(Record::entry(timeline.len() + 1, Entry::seat(seat, action))).unwrap();
    }

    #[test]
    fn every_title_has_a_lesson_that_can_be_played_to_its_end() {
        let lessons = lessons();
        assert_eq!(lessons.len(), LESSONS.len());
        for lesson in &lessons {
            let mut timeline = begun(lesson);
            assert_eq!(lesson.says(&timeline), lesson.step[0].says, "{}", lesson.name);
            let mut said = vec![lesson.says(&timeline).to_owned()];
            while lesson.says(&timeline) != lesson.end {
                assert!(timeline.len() < 80, "{} does not end: {said:#?}", lesson.name);
                plays(lesson, &mut timeline);
                said.push(lesson.says(&timeline).to_owned());
            }
            said.dedup();
            assert!(said.len() >= 4, "{}: {said:#?}", lesson.name);
            assert!(!said[1].eq(&said[0]), "{} goes on after the first deed", lesson.name);
        }
    }
}
