//! Privates, concessions, support, events and the odd companies in our own words, with the rules that say so: for
//! whoever points at one.

use super::fixed::{Concession, Effect, EventCard, Printed, Private};
use ferrata_engine::components::Components;
use ferrata_engine::id::CardId;
use ferrata_engine::load::Problem;
use ferrata_engine::name::Name;
use ferrata_engine::refusal::RuleId;
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::view::About;

/// A paragraph and its rules.
type Paragraph = (Text, Vec<RuleId>);

fn says(text: Text, rules: &[&'static str]) -> Paragraph {
    (text, rules.iter().map(|rule| RuleId::of(rule)).collect())
}

/// Everything there is to be told about the box: cards and companies that are not like the others, by name.
pub fn about(parts: &Components) -> Result<Vec<(Name, About)>, Problem> {
    let printed = Printed::read(parts)?;
    let cards = (0..parts.cards.len() as u8).map(CardId);
    let cards = cards.map(|card| (parts.card_name(card).0, card_about(parts, &printed, card)));
    let companies = [
        (printed.ccfr, ccfr_says(&printed)),
        (printed.sarsa, sarsa_says(&printed)),
        (printed.sefta, sefta_says(parts, &printed)),
    ];
    let companies = companies.into_iter().map(|(company, says)| {
        let full = parts.company_spec(company).map(|spec| Text::words(spec.full_name.clone()));
        (parts.company_name(company).0, About { name: full.unwrap_or_default(), says })
    });
    Ok(cards.chain(companies).collect())
}

fn card_about(parts: &Components, printed: &Printed, card: CardId) -> About {
    let spec = parts.card_spec(card);
    let name = spec.map(|spec| Text::words(spec.full_name.clone())).unwrap_or_default();
    let private = printed.private_of(card).and_then(|at| printed.privates.get(at));
    let concession = printed.concession_of(card).and_then(|at| printed.concessions.get(at));
    let says = match (private, concession, printed.event_card(card)) {
        (Some(private), _, _) => private_says(parts, private),
        (_, Some(concession), _) => concession_says(parts, printed, concession),
        (_, _, Some(event)) => event_says(parts, event),
        _ => support_says(printed),
    };
    About { name, says }
}

fn private_says(parts: &Components, private: &Private) -> Vec<Paragraph> {
    let mut all = Vec::new();
    if let Some(tile) = private.tile {
        let hex = parts.hex_name(tile.hex);
        all.push(if tile.free_terrain {
            says(
                say!("a corporation that owns it may lay one tile more, on {hex}, that joins Reggio Emilia and Sassuolo; its terrain is free", hex),
                &["1883-3.2-03"],
            )
        } else {
            says(
                say!("a corporation that owns it may lay one tile more, on {hex}", hex),
                &["1883-3.2-13"],
            )
        });
        if tile.automatic {
            let text = say!("if that tile does not lie there when the privates close, it is laid by itself");
            all.push(says(text, &["1883-3.2-04"]));
        }
    }
    if private.early_sale {
        all.push(says(
            say!("may be sold to a corporation before the first 3-train already, for at most its price"),
            &["1883-3.2-05"],
        ));
    }
    if let Some(gives) = private.gives {
        let (company, percent) = (parts.company_name(gives.company), gives.percent);
        let rules: &[_] =
            if private.anchors > 0 { &["1883-3.2-15"] } else { &["1883-3.2-12", "1883-3.2-14"] };
        all.push(says(say!("its buyer gets {percent}% of {company} at once", percent, company), rules));
        if private.anchors > 0 {
            all.push(says(
                say!(
                    "its buyer sets the par of {company}, which gets twice that; then the card closes",
                    company
                ),
                &["1883-3.2-15"],
            ));
        }
    }
    if let Some(swap) = private.swap {
        let (company, percent) = (parts.company_name(swap.company), swap.percent);
        all.push(says(
            say!("its owner may swap it for {percent}% of {company} at any moment", percent, company),
            &["1883-3.2-07", "1883-3.2-11"],
        ));
    }
    if private.anchors > 0 {
        let n = private.anchors;
        all.push(says(
            say!("brings {n} {n|anchor|anchors} for ports: each own train that comes there earns more", n),
            &["1883-3.2-09", "1883-3.2-10", "1883-3.2-18"],
        ));
    }
    if all.is_empty() {
        all.push(says(say!("no power of its own"), &["1883-3.2-02"]));
    }
    // 1883-3.2-15: the presidency of FSF has closed before it could pay.
    if private.gives.is_some() && private.anchors > 0 {
        return all;
    }
    all.push(says(say!("pays its income at the start of each operating round"), &["1883-3.2-01"]));
    all.push(says(say!("closes with the first 5-train, or when SEFTA is formed"), &["1883-3.5-01"]));
    all
}

fn concession_says(parts: &Components, printed: &Printed, concession: &Concession) -> Vec<Paragraph> {
    let (price, due) = (concession.price, concession.due);
    let places = concession.places.iter().map(|hex| {
        let place = parts.map.hex(*hex).and_then(|hex| hex.place.clone());
        place.unwrap_or_else(|| parts.hex_name(*hex).to_string())
    });
    let bonus = |band: &'static str| concession.bonus(Name::cut(band));
    let (low, middle, high) = (bonus("low"), bonus("mid"), bonus("high"));
    let penalty = concession.price * printed.figures.concession_penalty;
    vec![
        says(
            say!(
                "a link from a token of its owner through {places}, in this order, without state lines",
                places = places.map(Text::words).collect::<Arg>()
            ),
            &["1883-5.6-11"],
        ),
        says(
            say!(
                "pays {low}, from the first 3bis-train {middle}, from the first 6-train {high}",
                low,
                middle,
                high
            ),
            &["1883-5.6-10"],
        ),
        says(
            say!("the bonus goes to the treasury; for one support card it is split among the shares"),
            &["1883-5.6-12"],
        ),
        says(
            say!(
                "costs {price}; if the link is not there after {due} operating rounds, its owner pays {penalty} and it goes back",
                price,
                due,
                penalty
            ),
            &["1883-5.6-15", "1883-5.6-16"],
        ),
    ]
}

fn support_says(printed: &Printed) -> Vec<Paragraph> {
    let cards = &printed.figures.support_cards;
    let (limit, prices) = (cards.hand_limit, cards.cost_by_owned.iter().copied().collect::<Arg>());
    vec![
        says(
            say!("avoids an event, where its card allows that"),
            &["1883-5.5-04", "1883-7.0-02", "1883-7.0-03"],
        ),
        says(say!("splits the bonus of a concession among the shares"), &["1883-5.6-12"]),
        says(
            say!(
                "one in a turn, instead of a purchase; the prices of the first, second and further ones: {prices}",
                prices
            ),
            &["1883-5.5-01", "1883-5.5-03"],
        ),
        says(say!("at most {limit} in hand", limit), &["1883-5.5-02"]),
    ]
}

fn event_says(parts: &Components, event: &EventCard) -> Vec<Paragraph> {
    let era = event.era;
    let mut all = vec![effect_says(parts, event), says(say!("deck {era}", era), &["1883-7.1-01"])];
    if event.support > 0 {
        let n = event.support;
        all.push(says(say!("answered with {n} support {n|card|cards}", n), &["1883-7.0-04"]));
    }
    all
}

fn effect_says(parts: &Components, event: &EventCard) -> Paragraph {
    match &event.effect {
        Effect::PlayersPay(money) => {
            says(say!("every player pays {money} to the bank", money = *money), &["1883-11-01"])
        }
        Effect::Flood => says(say!("no tiles on hexes with an F"), &["1883-11-02"]),
        Effect::GeneralStrike => {
            says(say!("corporations do not run, and their prices fall"), &["1883-11-03", "1883-11-03b"])
        }
        Effect::Landslide => says(say!("no tiles on hills and mountains"), &["1883-11-05"]),
        Effect::Accident => says(
            say!("the price of the dearest railway that operated in the round before falls"),
            &["1883-11-06"],
        ),
        Effect::RailroadStrike(percent) => {
            says(say!("railways earn {percent}%", percent = *percent), &["1883-11-07"])
        }
        Effect::RedWeek => says(say!("nobody runs on state lines"), &["1883-11-10"]),
        Effect::StrikeBreaker => {
            says(say!("a General Strike in the next operating round has no effect"), &["1883-11-11"])
        }
        Effect::Boxes(_) => says(boxes(parts, event), &["1883-11-12", "1883-11-21", "1883-11-25"]),
        Effect::AirRaids(n) => says(
            say!("{n} bombs fall where the dice say: each takes a tile back by a colour", n = *n),
            &["1883-11-13a", "1883-11-13b"],
        ),
        Effect::Autarchy(percent) => {
            says(say!("all corporations earn {percent}%", percent = *percent), &["1883-11-14"])
        }
        Effect::GainSupport(n) => {
            says(say!("every player gains {n} support {n|card|cards}", n = *n), &["1883-11-15"])
        }
        Effect::GermanOccupation => says(
            say!("the next train of the bank leaves the game; for phases that counts as a sale"),
            &["1883-11-16"],
        ),
        Effect::LoseCash(percent) => {
            says(say!("every player loses {percent}% of their cash", percent = *percent), &["1883-11-17"])
        }
        Effect::SetAside(money) => {
            says(say!("{money} leave the bank", money = *money), &["1883-11-18", "1883-11-31"])
        }
        Effect::LoseSupport(n) => {
            says(say!("every player loses {n} support {n|card|cards}", n = *n), &["1883-11-19", "1883-11-27"])
        }
        Effect::TrainsOnTime(percent) => {
            says(say!("railways earn {percent}% more", percent = *percent), &["1883-11-22"])
        }
        Effect::WarEffort { at_least, percent } => says(
            say!(
                "the railway with most trains, if it has {n} or more, loses the dearest and gets {percent}% of its price",
                n = *at_least,
                percent = *percent
            ),
            &["1883-11-23a", "1883-11-23b"],
        ),
        Effect::BusStrike(percent) => {
            says(say!("SARSA earns {percent}%", percent = *percent), &["1883-11-24"])
        }
        Effect::HotAutumn => says(
            say!(
                "corporations do not run, and their prices fall; again in every operating round until the next stock round"
            ),
            &["1883-11-26a", "1883-11-26b"],
        ),
        Effect::Magnacucchi(n) => says(
            say!("all who hold support throw a die; the lowest loses {n} {n|card|cards}", n = *n),
            &["1883-11-28"],
        ),
        Effect::MarshallPlan => says(say!("the price of the cheapest corporation may rise"), &["1883-11-29"]),
        Effect::TaxShield(money) => {
            says(say!("{money} that were set aside come back to the bank", money = *money), &["1883-11-30"])
        }
    }
}

/// Which places outside the map are worth more or less.
fn boxes(parts: &Components, event: &EventCard) -> Text {
    let change = |(hex, change): (_, ferrata_engine::money::Money)| {
        let place = parts.map.hex(hex).and_then(|hex| hex.place.clone());
        let place = Text::words(place.unwrap_or_else(|| parts.hex_name(hex).to_string()));
        if change.0 < 0 {
            say!("{place} is worth {money} less", place, money = -change)
        } else {
            say!("{place} is worth {money} more", place, money = change)
        }
    };
    let changes = event.boxes(parts).into_iter().map(change).collect::<Arg>();
    say!("{changes}", changes)
}

fn ccfr_says(printed: &Printed) -> Vec<Paragraph> {
    let capital = printed.figures.ccfr.capital;
    vec![
        says(
            say!("a co-operative that operates from the first operating round; players direct it in turn"),
            &["1883-8.1.1-01", "1883-8.1.2-02"],
        ),
        says(
            say!(
                "its shares are not traded before the first 5-train; then it gets {capital} and is a railway like others",
                capital
            ),
            &["1883-8.1.1-02", "1883-8.1.8-01", "1883-8.1.8-05"],
        ),
        says(
            say!("it pays out, or who directs it loots it: they take the whole run and lose their share"),
            &["1883-8.1.5-01", "1883-8.1.5-02", "1883-8.1.5-03"],
        ),
        says(say!("strikes do not touch it before that"), &["1883-8.1.7-01"]),
    ]
}

fn sarsa_says(printed: &Printed) -> Vec<Paragraph> {
    let n = printed.figures.sarsa.coaches_per_turn;
    vec![
        says(
            say!("buses: coaches instead of stations and trains, no tiles, privates or concessions"),
            &["1883-8.2-01", "1883-8.2-17"],
        ),
        says(
            say!(
                "up to {n} coaches in a turn, beside its bases or its coaches, for the cost of the terrain",
                n
            ),
            &["1883-8.2-05", "1883-8.2-07"],
        ),
        says(
            say!(
                "hills and mountains only; from the first 5-train the plain, too, but then one coach only; never north of the line from Parma to Bologna"
            ),
            &["1883-8.2-08", "1883-8.2-09", "1883-8.2-10"],
        ),
        says(say!("earns what the hexes of its best group of coaches are worth"), &["1883-8.2-12"]),
        says(
            say!("nobody holds more of it than half of what they hold of railways"),
            &["1883-8.2-18", "1883-8.2-19"],
        ),
    ]
}

fn sefta_says(parts: &Components, printed: &Printed) -> Vec<Paragraph> {
    let [one, other] = printed.merging.map(|company| parts.company_name(company));
    let most = printed.figures.sefta.most;
    vec![
        says(
            say!(
                "{one} and {other} may become SEFTA from the first 4-train, if both presidents agree and a route joins them",
                one,
                other
            ),
            &["1883-8.3-01"],
        ),
        says(
            say!(
                "its price is the sum of theirs, at most {most}; two shares of theirs become one of it",
                most
            ),
            &["1883-8.3-04", "1883-8.3-05"],
        ),
    ]
}
