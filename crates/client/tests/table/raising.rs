//! Money that has to be raised: what is missing, who gives, what each sale leaves.

use crate::examples::{actions, beginning, enter};
use ferrata_client::emergency::{emergency, missing_after};
use ferrata_client::scene::Scene;
use ferrata_client::timeline::Timeline;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::turn::{Title, Turn};

fn found(timeline: &Timeline) -> Option<ferrata_client::emergency::Emergency> {
    let (game, view) = (timeline.game(), timeline.game().view());
    emergency(&Scene::new(game, &view, timeline.names()), &game.offers())
}

/// Plays the sales of an example: the sum runs on as each button said it would.
fn sold(name: &str) -> (Timeline, Vec<Money>) {
    let mut timeline = beginning(name);
    let mut missing = Vec::new();
    for action in actions(name) {
        let said = match timeline.game().turn() {
            Turn::Seat(seat) if matches!(action, Action::Sell { .. }) => {
                missing.push(found(&timeline).expect("money is to be raised").missing);
                missing_after(timeline.game(), seat, &action)
            }
            _ => None,
        };
        enter(&mut timeline, action);
        if let Some(said) = said {
            let then = found(&timeline).map(|found| found.missing).unwrap_or_default();
            assert_eq!(then, said, "what the button said");
        }
    }
    (timeline, missing)
}

#[test]
fn the_company_its_leaders_and_the_player_give_in_turn() {
    let timeline = beginning("1841/emergency");
    let found = found(&timeline).unwrap();
    let company = |name: &'static str| Party::Company(CompanyName::of(name));
    let givers: Vec<_> = found.givers.iter().map(|(who, cash, _)| (*who, cash.0)).collect();
    let wanted = [(company("SFTG"), 125), (company("SFTN"), 102), (Party::Seat(SeatId(0)), 174)];
    assert_eq!(givers, wanted);
    assert_eq!(found.next, Some(company("SFTG")), "its treasury sells first");
    assert_eq!(found.missing, found.amount - Money(125 + 102 + 174));
    assert_eq!(found.givers.last().unwrap().2, found.missing, "the running sum ends with what is missing");
}

#[test]
fn every_sale_brings_the_sum_nearer() {
    for (name, sales) in [("1841/emergency", 5), ("18FB/v48-president", 1)] {
        let (_, missing) = sold(name);
        assert_eq!(missing.len(), sales, "{name}");
        assert!(missing.is_sorted_by(|before, after| before > after), "{name}: {missing:?}");
    }
}

#[test]
fn who_needs_no_money_sees_no_sum() {
    assert_eq!(found(&beginning("1841/merger")), None);
    assert_eq!(found(&beginning("18ESP/dividend")), None);
}
