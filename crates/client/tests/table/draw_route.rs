//! Recorded runs are drawn again by clicking their stops.

use crate::recorded::timelines;
use ferrata_client::draw_route::{Clicked, Draft};
use ferrata_client::timeline::Timeline;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::name::CompanyName;
use ferrata_engine::route::{Explained, Place, check};
use ferrata_engine::tile::End;

/// Every recorded run with trains: the table before it, the company, its routes and what they earned.
fn runs(timeline: &Timeline) -> impl Iterator<Item = (u64, CompanyName, Vec<Route>, Explained)> + '_ {
    (1..=timeline.len()).filter_map(|number| {
        let Some(Action::Run { routes }) = timeline.record(number)?.action.clone() else { return None };
        let game = timeline.game_at(number - 1)?;
        let (company, explained) =
            game.with_running(None, |board, rules| check(board, rules, &routes)).unwrap();
        Some((number, company, routes, explained.unwrap()))
    })
}

fn stops(route: &Route) -> Vec<Place> {
    let first = route.legs.first().map(|leg| (leg.hex, leg.from));
    let all = first.into_iter().chain(route.legs.iter().map(|leg| (leg.hex, leg.to)));
    all.filter_map(|(hex, end)| match end {
        End::Stop(stop) => Some((hex, stop)),
        End::Side(_) | End::Far(_) => None,
    })
    .collect()
}

#[test]
fn a_recorded_run_can_be_set_and_is_explained() {
    for timeline in timelines() {
        for (number, company, routes, explained) in runs(timeline) {
            let mut draft = Draft::new(timeline.game_at(number - 1).unwrap(), company).unwrap();
            draft.set(&routes);
            assert_eq!(draft.routes().len(), routes.len());
            let again = draft.check().unwrap();
            assert_eq!(again.pays, explained.pays);
            let alone = draft.check_each();
            assert_eq!(alone.iter().flatten().count(), routes.len());
            assert!(alone.iter().flatten().all(Result::is_ok));
        }
    }
}

/// Clicks the stops of every recorded route one after another. Where the way to a stop is not the recorded
/// one, clicking again finds it.
#[test]
fn a_recorded_run_can_be_drawn_by_clicking_its_stops() {
    let (mut drawn, mut cycled) = (0, 0);
    for timeline in timelines() {
        for (number, company, routes, _) in runs(timeline).step_by(3) {
            let mut draft = Draft::new(timeline.game_at(number - 1).unwrap(), company).unwrap();
            for route in &routes {
                let at = draft.drawings().iter().position(|drawing| drawing.trains == route.trains).unwrap();
                draft.select(at);
                let mut wanted = stops(route).into_iter();
                let (hex, stop) = wanted.next().unwrap();
                assert_eq!(draft.click(hex, stop), Ok(Clicked::Begun));
                for (hex, stop) in wanted {
                    assert!(draft.next_places().contains(&(hex, stop)));
                    assert_eq!(draft.click(hex, stop), Ok(Clicked::Extended));
                    while !route.legs.starts_with(&draft.drawings()[at].legs()) {
                        assert_eq!(
                            draft.click(hex, stop),
                            Ok(Clicked::OtherWay),
                            "record {number}: {route:?}"
                        );
                        cycled += 1;
                    }
                    drawn += 1;
                }
                assert_eq!(draft.drawings()[at].stops(), stops(route));
            }
            assert_eq!(draft.routes().iter().flat_map(|route| &route.legs).count(), {
                routes.iter().flat_map(|route| &route.legs).count()
            });
            assert!(draft.check().is_ok());
        }
    }
    println!("{drawn} pieces drawn, {cycled} times another way was taken");
}

#[test]
fn clicks_are_taken_back() {
    let Some(timeline) = timelines().first() else { return };
    let long = |(_, _, routes, _): &(u64, CompanyName, Vec<Route>, Explained)| {
        routes.first().is_some_and(|route| stops(route).len() > 2)
    };
    let (number, company, routes, _) = runs(timeline).find(long).unwrap();
    let mut draft = Draft::new(timeline.game_at(number - 1).unwrap(), company).unwrap();
    draft.set(&routes);
    let all = stops(&routes[0]);
    let at = draft.drawings().iter().position(|drawing| drawing.trains == routes[0].trains).unwrap();
    draft.select(at);
    assert_eq!(draft.click(all[1].0, all[1].1), Ok(Clicked::Removed));
    assert_eq!(draft.drawings()[at].stops(), all[..2]);
    draft.unclick();
    assert_eq!(draft.drawings()[at].stops(), all[..1]);
    // A route of one stop is none.
    assert!(draft.routes().iter().all(|route| route.trains != routes[0].trains));
    assert_eq!(draft.click(all[0].0, all[0].1), Ok(Clicked::Removed));
    assert!(draft.drawings()[at].stops().is_empty());
    // Drawn on from its beginning where its end leads nowhere else.
    draft.click(all[1].0, all[1].1).unwrap();
    draft.click(all[2].0, all[2].1).unwrap();
    draft.click(all[0].0, all[0].1).unwrap();
    assert!(draft.check_each()[at].is_some());
    let nowhere = ferrata_engine::name::HexName::of("Z99");
    assert!(draft.click(nowhere, 0).unwrap_err().to_string().contains("Z99"));
    draft.clear_all();
    assert_eq!(draft.check().unwrap(), Explained::default());
}
