//! What is told about cards and companies.

use crate::t1883::about::about;
use crate::t1883::data::SHELF;

/// Every card and every company that is not like the others says something, with rules that exist.
/// Rules: 1883-3.2-02, 1883-5.5-02, 1883-5.6-10
#[test]
fn everything_has_a_card_in_our_own_words() {
    let list = include_str!("../../../../../docs/rules/1883.md");
    let parts = SHELF.components("living").unwrap();
    let all = about(&parts).unwrap();
    assert_eq!(all.len(), 6 + 8 + 1 + 31 + 3);
    for (name, about) in &all {
        assert!(!about.says.is_empty(), "{name}");
        assert!(
            about.says.iter().all(|(text, rules)| text.to_string().len() > 5 && !rules.is_empty()),
            "{name}"
        );
        for rule in about.says.iter().flat_map(|(_, rules)| rules) {
            assert!(list.contains(&format!("**{rule}**")), "{name}: {rule}");
        }
    }
    let text = |wanted: &str| {
        let (_, about) = all.iter().find(|(name, _)| name.as_str() == wanted).unwrap();
        about.says.iter().map(|(text, _)| text.to_string()).collect::<Vec<_>>().join("; ")
    };
    assert!(text("TCB").contains("no power"), "{}", text("TCB"));
    assert!(text("FRV").contains("laid by itself"), "{}", text("FRV"));
    assert!(text("FSFP").contains("2 anchors") && text("FSFP").contains("20% of FSF"), "{}", text("FSFP"));
    let cites = |wanted: &str, rule: &str| {
        let (_, about) = all.iter().find(|(name, _)| name.as_str() == wanted).unwrap();
        about.says.iter().any(|(text, rules)| {
            text.to_string().contains("its buyer gets") && rules.iter().any(|cited| cited.to_string() == rule)
        })
    };
    assert!(
        cites("FSFP", "1883-3.2-15") && cites("TMM", "1883-3.2-12"),
        "the share that comes with a private"
    );
    assert!(
        !text("FSFP").contains("income") && !text("FSFP").contains("first 5-train"),
        "it closes with its purchase: {}",
        text("FSFP")
    );
    assert!(text("TMM").contains("income") && text("TMM").contains("closes with the first 5-train"));
    assert!(text("SARSA").contains("one coach only") && text("E6").contains("in the round before"));
    assert!(text("support").contains("at most 9"), "{}", text("support"));
    assert!(text("E12").contains("Bologna") && text("E12").contains("less"), "{}", text("E12"));
    assert!(text("E25").contains("more"), "{}", text("E25"));
    assert!(text("E17").contains("3 support cards"), "{}", text("E17"));
    assert!(!text("E1").contains("support"), "it cannot be avoided: {}", text("E1"));
}
