//! Cards, corporations and phases in our own words, with the rules that say so: what the box and the table do not say anyway.

use super::fixed::{Effect, Printed};
use ferrata_engine::components::{CardSpec, Components};
use ferrata_engine::id::{CardId, CompanyId, PhaseId};
use ferrata_engine::load::Problem;
use ferrata_engine::name::Name;
use ferrata_engine::refusal::RuleId;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::view::About;

type Paragraph = (Text, Vec<RuleId>);

fn says(text: Text, rules: &[&'static str]) -> Paragraph {
    (text, rules.iter().map(|rule| RuleId::of(rule)).collect())
}

/// What everything is and does, by its name.
pub fn about(parts: &Components) -> Result<Vec<(Name, About)>, Problem> {
    let printed = Printed::read(parts)?;
    let cards = parts.cards.iter().enumerate();
    let cards = cards.map(|(at, spec)| (spec.name.0, card(parts, &printed, CardId(at as u8), spec)));
    let companies = parts.companies.iter().enumerate();
    let companies = companies.map(|(at, spec)| {
        let name = Text::words(spec.full_name.clone());
        (spec.name.0, About { name, says: company(parts, &printed, CompanyId(at as u8)) })
    });
    let phases = parts.phases.iter().enumerate().map(|(at, spec)| {
        let name = say!("Phase {phase}", phase = spec.name);
        (spec.name.0, About { name, says: phase(&printed, PhaseId(at as u8)) })
    });
    Ok(cards.chain(companies).chain(phases).collect())
}

fn card(parts: &Components, printed: &Printed, id: CardId, spec: &CardSpec) -> About {
    let name = Text::words(spec.full_name.clone());
    let says = if let Some(private) = printed.private_of(id) {
        private_says(parts, printed, private)
    } else if let Some(concession) = printed.concession_of(id) {
        concession_says(parts, printed, concession)
    } else if let Some(event) = printed.event_card(id) {
        event_says(&event.effect, event.support)
    } else {
        support_says(printed)
    };
    About { name, says }
}

fn private_says(parts: &Components, printed: &Printed, at: usize) -> Vec<Paragraph> {
    let Some(private) = printed.privates.get(at) else { return Vec::new() };
    let mut all = Vec::new();
    if let Some(gives) = private.gives {
        let (percent, company) = (gives.percent, parts.company_name(gives.company));
        let text = say!("its buyer gets {percent}% of {company}", percent, company);
        all.push(says(text, &["1883-3.2-12", "1883-3.2-14", "1883-3.2-15"]));
    }
    if let Some(swap) = private.swap {
        let (percent, company) = (swap.percent, parts.company_name(swap.company));
        let text = say!("its owner may swap it for {percent}% of {company} at any moment", percent, company);
        all.push(says(text, &["1883-3.2-07", "1883-3.2-21"]));
    }
    if private.anchors > 0 {
        let text = say!("brings {n} {n|anchor|anchors} for ports", n = private.anchors);
        all.push(says(text, &["1883-3.2-06", "1883-3.2-15", "1883-3.2-18"]));
    }
    if let Some(tile) = private.tile {
        let hex = parts.hex_name(tile.hex);
        let text = say!("a corporation that owns it may lay the first tile on {hex} besides its own", hex);
        all.push(says(text, &["1883-3.2-03", "1883-3.2-13", "1883-R-06"]));
    }
    if private.early_sale {
        let text = say!("may be sold to a railway before the first 3-train, for at most its printed value");
        all.push(says(text, &["1883-3.2-05"]));
    }
    if all.is_empty() {
        all.push(says(say!("has no power beside its income"), &["1883-3.2-01", "1883-3.2-02"]));
    }
    all
}

fn concession_says(parts: &Components, printed: &Printed, at: usize) -> Vec<Paragraph> {
    let Some(concession) = printed.concessions.get(at) else { return Vec::new() };
    let places: Vec<_> = concession.places.iter().map(|hex| parts.hex_name(*hex)).collect();
    let mut bands: Vec<Name> = parts.phases.iter().map(|phase| phase.band).collect();
    bands.dedup();
    let bonuses: Vec<_> = bands.into_iter().map(|band| concession.bonus(band)).collect();
    let (price, due, times) = (concession.price, concession.due, printed.figures.concession_penalty);
    vec![
        says(
            say!("costs {price}; asks for a link through {places}, in this order", price, places),
            &["1883-5.6-11"],
        ),
        says(
            say!("pays {bonuses}, by the phase of its completion", bonuses),
            &["1883-5.6-10", "1883-5.6-12"],
        ),
        says(
            say!(
                "due in the operating round {due} after its purchase; else it costs {times} times its price",
                due,
                times
            ),
            &["1883-5.6-15", "1883-5.6-16"],
        ),
    ]
}

fn support_says(printed: &Printed) -> Vec<Paragraph> {
    let support = &printed.figures.support_cards;
    let (prices, most) = (support.cost_by_owned.clone(), support.hand_limit);
    vec![
        says(say!("answers events, and splits the bonus of a concession"), &["1883-5.5-04"]),
        says(
            say!("costs {prices}, by how many one holds; nobody holds more than {most}", prices, most),
            &["1883-5.5-01", "1883-5.5-02"],
        ),
    ]
}

/// An event in a sentence.
fn event_says(effect: &Effect, support: u8) -> Vec<Paragraph> {
    let (text, rule) = match effect {
        Effect::PlayersPay(amount) => (say!("every player pays {amount}", amount = *amount), "1883-11-01"),
        Effect::Flood => (say!("no tile is laid on F hexes in this operating round"), "1883-11-02"),
        Effect::GeneralStrike => (say!("corporations do not run, and their prices go left"), "1883-11-03"),
        Effect::Landslide => {
            (say!("no tile is laid on hills and mountains in this operating round"), "1883-11-05")
        }
        Effect::Accident => (say!("the price of the dearest railway that ran goes left"), "1883-11-06"),
        Effect::RailroadStrike(percent) => (
            say!("runs of railways count {percent}%, rounded down to tens", percent = *percent),
            "1883-11-07",
        ),
        Effect::RedWeek => (say!("no state line is used in this operating round"), "1883-11-10"),
        Effect::StrikeBreaker => {
            (say!("a General Strike of the next operating round has no effect"), "1883-11-11")
        }
        Effect::Boxes(boxes) => {
            let boxes: Vec<Text> =
                boxes.iter().map(|(hex, by)| say!("{hex} {by}", hex = *hex, by = i64::from(*by))).collect();
            (say!("boxes are worth more or less in this operating round: {boxes}", boxes), "1883-11-12")
        }
        Effect::AirRaids(bombs) => {
            (say!("{bombs} bombs fall on numbered hexes", bombs = *bombs), "1883-11-13a")
        }
        Effect::Autarchy(percent) => (
            say!("runs of all corporations count {percent}%, rounded down to tens", percent = *percent),
            "1883-11-14",
        ),
        Effect::GainSupport(cards) => {
            (say!("every player gains {n} support {n|card|cards}", n = *cards), "1883-11-15")
        }
        Effect::GermanOccupation => (say!("the next train of the stack leaves the game"), "1883-11-16"),
        Effect::LoseCash(percent) => {
            (say!("every player loses {percent}% of their cash", percent = *percent), "1883-11-17")
        }
        Effect::SetAside(amount) => {
            (say!("{amount} of the bank are set aside", amount = *amount), "1883-11-18")
        }
        Effect::LoseSupport(cards) => {
            (say!("every player loses {n} support {n|card|cards}", n = *cards), "1883-11-19")
        }
        Effect::TrainsOnTime(percent) => (
            say!("runs of railways bring {percent}% more, rounded up to tens", percent = *percent),
            "1883-11-22",
        ),
        Effect::WarEffort { percent, .. } => (
            say!(
                "the railway with the most trains loses its dearest and gets {percent}% of its price",
                percent = *percent
            ),
            "1883-11-23a",
        ),
        Effect::BusStrike(percent) => (
            say!("the run of SARSA counts {percent}%, rounded down to tens", percent = *percent),
            "1883-11-24",
        ),
        Effect::HotAutumn => (say!("corporations do not run until the next stock round"), "1883-11-26a"),
        Effect::Magnacucchi(cards) => {
            (say!("whoever rolls lowest loses {n} support {n|card|cards}", n = *cards), "1883-11-28")
        }
        Effect::MarshallPlan => (say!("the corporation with the lowest price may rise"), "1883-11-29"),
        Effect::TaxShield(amount) => {
            (say!("{amount} that were set aside come back", amount = *amount), "1883-11-30")
        }
    };
    let mut all = vec![says(text, &[rule])];
    if support > 0 {
        let text = say!("answered with {n} support {n|card|cards}", n = support);
        all.push(says(text, &["1883-7.0-02", "1883-7.0-03"]));
    }
    all
}

fn company(parts: &Components, printed: &Printed, id: CompanyId) -> Vec<Paragraph> {
    let mut all = Vec::new();
    if id == printed.ccfr {
        let text = say!(
            "a co-operative until the first 5-train: led in turn, it always pays out unless it is looted"
        );
        all.push(says(text, &["1883-8.1.2-02", "1883-8.1.5-01", "1883-8.1.5-02", "1883-8.1.8-01"]));
    } else if id == printed.sarsa {
        let text = say!(
            "runs coaches on hexes instead of trains on track; at the maximum of the market it ends the game"
        );
        all.push(says(text, &["1883-8.2-01", "1883-8.2-12", "1883-9-03"]));
    } else if id == printed.sefta {
        let [one, other] = printed.merging.map(|company| parts.company_name(company));
        let text = say!("arises from {one} and {other}, from the first 4-train on", one, other);
        all.push(says(text, &["1883-8.3-01"]));
    } else if id == printed.fsf {
        let text = say!("lays a tile from each of its bases on F hexes until the first 4-train");
        all.push(says(text, &["1883-6.4-13", "1883-6.4-14"]));
    } else {
        let text = say!("a free token lies on each of its homes once it is launched");
        all.push(says(text, &["1883-6.5-03", "1883-5.3-08"]));
    }
    all
}

fn phase(printed: &Printed, id: PhaseId) -> Vec<Paragraph> {
    let facts = printed.phase(id);
    let pars: Vec<_> = facts.pars.iter().map(|(par, _)| *par).collect();
    let (deck, anchor) = (facts.event_deck, facts.anchor);
    let mut all = vec![
        says(say!("corporations start at {pars}", pars), &["1883-5.3-05"]),
        says(
            say!("events of deck {deck}; an anchor is worth {anchor}", deck, anchor),
            &["1883-7.1-01", "1883-3.2-10"],
        ),
    ];
    if facts.sefta {
        all.push(says(say!("SEFTA can be formed"), &["1883-8.3-01"]));
    }
    if facts.sarsa_on_plain {
        all.push(says(say!("coaches may go on plain hexes"), &["1883-8.2-09"]));
    }
    if facts.privates_close {
        all.push(says(say!("private companies close"), &["1883-3.5-01"]));
    }
    if facts.ccfr_capitalised {
        all.push(says(say!("CCFR is capitalised"), &["1883-8.1.8-01"]));
    }
    if facts.concessions_end {
        all.push(says(say!("concessions that nobody owns leave the game"), &["1883-5.6-17"]));
    }
    all
}
