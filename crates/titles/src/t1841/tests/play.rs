//! Random players play whole games; everything the kit can check is checked. A few games of every edition and
//! variant: `ferrata simulate 1841` plays many.

use super::super::Game;
use super::super::kit::areas::Area;
use super::super::rules::Rules;
use super::builder::setup;
use ferrata_engine::kit::{Plan, Tally, play_random};
use ferrata_engine::turn::Title;

/// Games with these seeds, each with another number of players.
fn play(edition: &str, seeds: std::ops::Range<u64>, one_in: u32) -> Tally {
    let mut tally = Tally::default();
    let most = if edition.contains("lite") { 4 } else { 6 };
    for seed in seeds {
        let players = 3 + (seed % most) as usize;
        let plan = Plan { max_entries: 20_000, ..Plan::new(setup(edition, players), seed).checking(one_in) };
        let report = play_random::<Game>(&plan);
        if let Some(breach) = report.breaches.first() {
            let view = report.log.state::<Game>().expect("the log folds").view();
            panic!("{edition}, {players} players, {} ({}): {breach}", view.round.name, view.question);
        }
        tally.add(&report);
    }
    assert_eq!(tally.finished, tally.games, "{edition}: every game ends");
    tally
}

#[test]
fn random_games_of_the_first_edition_end_without_a_breach() {
    play("v1", 0..2, 60);
    play("v1 lite", 0..2, 60);
}

#[test]
fn random_games_of_the_second_edition_end_without_a_breach() {
    play("v2", 0..2, 60);
    play("v2 lite", 0..2, 60);
}

#[test]
fn random_games_of_the_variants_end_without_a_breach() {
    for variant in ["napoleon", "cavour", "william", "carlo-alberto", "franz-joseph", "priority-card"] {
        play(&format!("v1 {variant}"), 0..1, 200);
    }
}

#[test]
fn random_games_online_end_without_a_breach() {
    play("v1 online", 0..1, 100);
    play("v2 lite online", 0..1, 100);
}

#[test]
fn areas_that_an_edition_does_not_have_are_left_out() {
    let lacks = |edition: &str| -> Vec<Area> {
        let rules = Rules::of(&setup(edition, 3)).unwrap();
        Area::ALL.iter().copied().filter(|area| area.lacking(&rules).is_some()).collect()
    };
    use Area::{
        ExtraRound, FaultyBids, Lots, PeerPurchase, PriorityCardSold, Split, TieAuction, TuscanMerger,
    };
    assert_eq!(lacks("v1"), [PriorityCardSold, ExtraRound]);
    assert_eq!(lacks("v1 priority-card"), []);
    assert_eq!(lacks("v1 lite"), [TuscanMerger, PriorityCardSold, ExtraRound]);
    assert_eq!(lacks("v2"), [FaultyBids, Lots, TieAuction, PeerPurchase, PriorityCardSold, ExtraRound]);
    assert_eq!(lacks("v1 online"), [FaultyBids, Lots, PeerPurchase, PriorityCardSold, ExtraRound]);
    assert_eq!(lacks("v1 carlo-alberto"), lacks("v1"));
    for variant in ["napoleon", "cavour", "william", "franz-joseph"] {
        assert_eq!(lacks(&format!("v1 {variant}")), [Split, PriorityCardSold, ExtraRound]);
    }
}
