//! Nothing on the table is a mystery: every card, company and phase says what it is and does.

use crate::recorded::setup;
use ferrata_client::scene::Scene;
use ferrata_client::{TableNames, about};
use ferrata_engine::turn::{Entry, Setup, Title, Turn};
use ferrata_engine::view::About;
use ferrata_titles::{Game, catalogue};

/// The lines of something, its name first.
fn lines(about: &About, names: &TableNames) -> Vec<String> {
    let says = about.says.iter().map(|(text, _)| text);
    std::iter::once(&about.name).chain(says).map(|text| text.render(names)).collect()
}

fn sound(lines: &[String]) {
    for line in lines {
        let odd = ["  ", "{", "}", "Money(", "Name(", "seat "];
        assert!(!line.is_empty() && !odd.iter().any(|odd| line.contains(odd)), "{lines:?}");
    }
}

fn setups() -> Vec<Setup> {
    let players = ["Ada", "Ben", "Cleo"];
    catalogue::TITLES
        .iter()
        .flat_map(|info| info.editions.iter().map(|(edition, _)| setup(info.title, edition, &players)))
        .collect()
}

#[test]
fn every_card_company_and_phase_says_what_it_does() {
    for setup in setups() {
        let mut game = Game::start(&setup).unwrap();
        while let Turn::Chance(draw) = game.turn() {
            game.apply(&Entry::chance(draw.first())).unwrap();
        }
        let (view, names) = (game.view(), TableNames::new(&game, &setup.players));
        let scene = Scene::new(&game, &view, &names);
        let told: about::Told = game.about().into_iter().collect();
        let held = view.players.iter().flat_map(|player| &player.cards);
        let cards: Vec<_> = view.cards.iter().chain(held).collect();
        println!("{} {}: {} cards", setup.title, setup.edition, cards.len());
        for card in cards {
            let lines = lines(&about::card(&scene, &told, card.card).unwrap(), &names);
            println!("  {}", lines.join(" | "));
            sound(&lines);
            assert!(lines.len() >= 2 + usize::from(card.price.is_some()), "nothing but a price: {lines:?}");
        }
        for company in &view.companies {
            let lines = lines(&about::company(&scene, &told, company.name).unwrap(), &names);
            sound(&lines);
            assert!(lines.len() >= 3, "{lines:?}");
        }
        for phase in &names.parts().phases {
            let lines = lines(&about::phase(&scene, phase.name).unwrap(), &names);
            // Where no company has a limit, that is said once.
            let free = lines.iter().map(|line| line.matches("without limit").count()).sum::<usize>();
            let limits = lines.iter().filter(|line| line.contains("train limit"));
            assert!(free == 0 || limits.into_iter().any(|line| line.contains(char::is_numeric)), "{lines:?}");
            println!("  {}", lines.join(" | "));
            sound(&lines);
            assert!(lines.len() >= 3, "{lines:?}");
        }
    }
}

/// What the printed game says, in our words.
#[test]
fn the_figures_are_those_of_the_box() {
    let setup = setup("1841", "v1", &["Ada", "Ben", "Cleo"]);
    let game = Game::start(&setup).unwrap();
    let (view, names) = (game.view(), TableNames::new(&game, &setup.players));
    let (scene, told) = (Scene::new(&game, &view, &names), about::Told::new());
    let first = &names.parts().phases[0];
    let phase = lines(&about::phase(&scene, first.name).unwrap(), &names);
    assert_eq!(phase[0], format!("Phase {}", first.name));
    assert!(phase.iter().any(|line| line == "yellow tiles"), "{phase:?}");
    let company = lines(&about::company(&scene, &told, view.companies[0].name).unwrap(), &names);
    assert!(company.iter().any(|line| line.starts_with("home: ")), "{company:?}");
    assert!(
        company.iter().any(|line| line == "director's certificate 40%, 3 further certificates"),
        "{company:?}"
    );
    assert_eq!(about::card(&scene, &told, ferrata_engine::name::CardName::of("Nothing")), None);
}

/// What a title alone can tell stands beside what the table shows, with the rules that say so.
#[test]
fn cards_of_1883_and_18fb_tell_their_powers_with_rules() {
    let cases = [
        ("1883", "living", "CNP", "anchor", "1883-3.2-09"),
        ("18FB", "PA23", "Bayard", "deposit", "18FB-2.7-10"),
    ];
    for (title, edition, card, word, rule) in cases {
        let setup = setup(title, edition, &["Ada", "Ben", "Cleo"]);
        let mut game = Game::start(&setup).unwrap();
        while let Turn::Chance(draw) = game.turn() {
            game.apply(&Entry::chance(draw.first())).unwrap();
        }
        let (view, names) = (game.view(), TableNames::new(&game, &setup.players));
        let scene = Scene::new(&game, &view, &names);
        let told: about::Told = game.about().into_iter().collect();
        let about = about::card(&scene, &told, ferrata_engine::name::CardName::of(card)).unwrap();
        let power = about.says.iter().find(|(_, rules)| rules.iter().any(|id| id.to_string() == rule));
        let power = power.unwrap_or_else(|| panic!("{title} {card}: {about:?}"));
        assert!(power.0.render(&names).contains(word), "{about:?}");
    }
}

/// A strike in the hot autumn, which Ada answers for her company.
const STRIKE: &str = r#"title = "1883"
edition = "living"
players = ["Ada", "Ben", "Cleo"]
stock_rounds = 3
operating_rounds = 3
set = [1, 1]
phase = "4"
[seat.Ada]
support = 1
[coop]
president = "Cleo"
[company.CCFR]
trains = []
[events]
deck = 3
left = ["E24"]
hot_autumn = "E26"
[company.SV]
price = 85
place = "F3"
shares = "Ada 20"
stations = ["26"]
[round.operating]
stage = "beginning"
"#;

/// Given an event that somebody has to answer, then it says what it does, with its rules; otherwise there is none to tell of.
#[test]
fn an_event_that_is_answered_says_what_it_does() {
    let (mut setup, _) = ferrata_titles::position::read("strike", STRIKE).unwrap();
    setup.position = Some(STRIKE.to_owned());
    let mut game = Game::start(&setup).unwrap();
    while let Turn::Chance(draw) = game.turn() {
        game.apply(&Entry::chance(draw.first())).unwrap();
    }
    let (view, names) = (game.view(), TableNames::new(&game, &setup.players));
    let told: about::Told = game.about().into_iter().collect();
    let events = about::events(&Scene::new(&game, &view, &names), &told);
    assert!(!events.is_empty());
    for event in &events {
        sound(&lines(event, &names));
        assert!(event.says.iter().any(|(_, rules)| !rules.is_empty()), "{event:?}");
    }
    let fresh = Game::start(&crate::recorded::setup("1883", "living", &["Ada", "Ben", "Cleo"])).unwrap();
    let view = fresh.view();
    assert!(about::events(&Scene::new(&fresh, &view, &names), &told).is_empty());
}
