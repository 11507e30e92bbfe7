//! What is told about cards, companies and phases.

use super::table::{card, company, fresh};
use crate::game::Subject;

/// Every card, company and phase of both editions says something, with rules that exist.
/// Rules: 18FB-G-108
#[test]
fn everything_has_a_card_in_our_own_words() {
    let list = include_str!("../../../../../docs/rules/18FB.md");
    for edition in ["PA23", "2006"] {
        let game = fresh(edition, 3).game;
        let parts = game.parts();
        let cards = parts.cards.iter().map(|card| Subject::Card(card.name));
        let companies = parts.companies.iter().map(|company| Subject::Company(company.name));
        let phases = parts.phases.iter().map(|phase| Subject::Phase(phase.name));
        let all: Vec<Subject> = cards.chain(companies).chain(phases).collect();
        assert_eq!(all.len(), 18 + 20 + 6);
        for what in all {
            let says = game.says_of(what);
            assert!(!says.is_empty(), "{what:?}");
            for rule in says.iter().flat_map(|(_, rules)| rules) {
                let id = rule.to_string();
                let known = list.contains(&format!("**{id}**"))
                    || list.contains(&format!("**{}**", id.trim_start_matches("18FB-")));
                assert!(known, "{what:?}: {id}");
            }
        }
        let text = |what: Subject| {
            game.says_of(what).iter().map(|(text, _)| text.to_string()).collect::<Vec<_>>().join("; ")
        };
        let bayard = text(Subject::Card(card("Bayard")));
        let nn = if edition == "2006" { "free share of NN" } else { "half of the deposit" };
        assert!(bayard.contains(nn), "{bayard}");
        assert!(text(Subject::Card(card("Valadous"))).contains("LdA"));
        // A card and a company of one name are two things.
        assert!(text(Subject::Card(card("NN"))).contains("the deposit is"));
        assert!(!text(Subject::Company(company("NN"))).contains("the deposit is"));
        assert!(text(Subject::Company(company("RM"))).contains("NN"));
    }
}
