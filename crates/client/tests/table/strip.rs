//! The line that says whose turn it is, at every moment of recorded games.

use crate::recorded::timelines;
use ferrata_client::scene::Scene;
use ferrata_client::strip::{Who, strip};
use ferrata_engine::turn::{Title, Turn};
use ferrata_engine::view::Progress;

/// Whoever acts is the only one marked, and nobody is left out.
#[test]
fn whoever_acts_is_marked_at_every_moment() {
    let mut steps = 0;
    for timeline in timelines() {
        for number in 0..=timeline.len() {
            let game = timeline.game_at(number).unwrap();
            let view = game.view();
            let scene = Scene::new(game, &view, timeline.names());
            let strip = strip(&scene);
            let now: Vec<Who> = strip
                .order
                .iter()
                .filter(|chip| chip.progress == Progress::Now)
                .map(|chip| chip.who)
                .collect();
            let companies = strip.order.iter().any(|chip| matches!(chip.who, Who::Company(_)));
            match (&view.turn, view.operating) {
                (Turn::Seat(_), Some(company)) if companies => {
                    assert_eq!(now, [Who::Company(company)], "record {number}: {strip:?}");
                }
                (Turn::Seat(seat), None) if !companies => {
                    assert_eq!(now, [Who::Seat(*seat)], "record {number}: {strip:?}");
                }
                _ => {}
            }
            if matches!(view.turn, Turn::Seat(_)) {
                assert!(!strip.has.is_empty(), "record {number}");
            }
            // In a turn with steps one of them is marked, also where the last is over and something is still to be done.
            let marked = strip.steps.iter().filter(|(_, progress)| *progress == Progress::Now).count();
            let asked = matches!(view.turn, Turn::Seat(_)) && !strip.steps.is_empty();
            assert!(marked <= 1 && (marked == 1 || !asked), "record {number}: {:?}", strip.steps);
            steps += strip.steps.len();
        }
    }
    assert!(timelines().is_empty() || steps > 0);
}
