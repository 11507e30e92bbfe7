//! L: 1841 lite.

use super::super::operating::Step;
use super::super::table::Standing;
use super::builder::*;

/// Rules: 1841-L8-01, 1841-L7-01
#[test]
fn there_is_no_tuscan_merger() {
    for edition in ["v1 lite", "v2 lite"] {
        let mut t = table(edition, 3)
            .phase(3)
            .sold_up_to("4")
            .company("AFI", "F4", "A 50")
            .tokens("AFI", "K11")
            .cash("AFI", 1000)
            .operates("AFI", Step::Trains);
        t.say(&["split_done"], false);
        t.plays(buy_train("4", "bank", 350));
        assert_eq!(t.in_phase(), 4);
        assert!(t.game.table.pending.is_empty());
        let roles = t.game.fixed.roles;
        assert!(
            [roles.livornese, roles.lucchese, roles.maria_antonia, roles.leopolda]
                .iter()
                .all(Option::is_none)
        );
        assert_eq!(t.game.company(t.id("IRSFF")).standing, Standing::Gone, "its concession has left");
    }
}

/// Rules: 1841-L2-01
#[test]
fn tuscany_is_an_area() {
    // Modena over the Apennines to the area that pays 50, 100, 250.
    let line = |phase| {
        table("v1 lite", 3)
            .phase(phase)
            .company("AFI", "F4", "A 50")
            .tiles("M11 613 0, K11 57 0, O11 613 0")
            .tokens("AFI", "K11")
            .trains("AFI", "6")
    };
    assert_eq!(line(3).game.fixed.geography.areas.len(), 8);
    assert_eq!([3, 4, 6].map(|phase| line(phase).best("AFI")), [70, 120, 270]);
}
