//! What is told about cards, companies and phases.

use crate::fb::about::told;
use crate::fb::data::components;
use crate::fb::fixed::Printed;

/// Every card, company and phase of both editions says something, with rules that exist.
/// Rules: 18FB-G-108
#[test]
fn everything_has_a_card_in_our_own_words() {
    let list = include_str!("../../../../../docs/rules/18FB.md");
    for edition in ["PA23", "2006"] {
        let all = told(&Printed::read(components(edition).unwrap()).unwrap());
        assert_eq!(all.len(), 18 + 20 + 6);
        for (name, about) in &all {
            assert!(!about.says.is_empty(), "{name}");
            for rule in about.says.iter().flat_map(|(_, rules)| rules) {
                let id = rule.to_string();
                let known = list.contains(&format!("**{id}**"))
                    || list.contains(&format!("**{}**", id.trim_start_matches("18FB-")));
                assert!(known, "{name}: {id}");
            }
        }
        let text = |wanted: &str| {
            let (_, about) = all.iter().find(|(name, _)| name.as_str() == wanted).unwrap();
            about.says.iter().map(|(text, _)| text.to_string()).collect::<Vec<_>>().join("; ")
        };
        let nn = if edition == "2006" { "free share of NN" } else { "half of the deposit" };
        assert!(text("Bayard").contains(nn), "{}", text("Bayard"));
        assert!(text("Valadous").contains("LdA"));
        assert!(text("RM").contains("NN"));
        // The concession and the company of one name tell the same about deposit, interest and line.
        for (_, about) in all.iter().filter(|(name, _)| name.as_str() == "NN") {
            let told: Vec<String> = about.says.iter().map(|(text, _)| text.to_string()).collect();
            assert!(told.iter().any(|text| text.starts_with("the deposit is 100")), "{told:?}");
            assert!(told.iter().any(|text| text.starts_with("from X7 over X3 to F25")), "{told:?}");
        }
    }
}
