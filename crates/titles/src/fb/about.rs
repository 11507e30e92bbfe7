//! Political cards, concessions, companies and phases in our own words, with the rules that say so: for whoever points at one.

use super::Game;
use super::fixed::{CardRole, Deposit, PhaseEvent, Power, Printed, Role};
use ferrata_engine::id::{CardId, CompanyId};
use ferrata_engine::name::{HexName, Name};
use ferrata_engine::refusal::RuleId;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::view::About;

/// A paragraph and its rules.
type Paragraph = (Text, Vec<RuleId>);

fn says(text: Text, rules: &[&'static str]) -> Paragraph {
    (text, rules.iter().map(|rule| RuleId::of(rule)).collect())
}

/// Everything there is to be told about the box of a game: cards, companies, phases, by name.
pub(crate) fn about(game: &Game) -> Vec<(Name, About)> {
    told(&game.fixed)
}

/// The same about a box.
pub(super) fn told(printed: &Printed) -> Vec<(Name, About)> {
    let parts = &printed.parts;
    let cards = (0..parts.cards.len() as u8)
        .map(CardId)
        .map(|card| (parts.card_name(card).0, card_about(printed, card)));
    let companies = (0..parts.companies.len() as u8)
        .map(CompanyId)
        .map(|company| (parts.company_name(company).0, company_about(printed, company)));
    let phases = printed.phases().map(|(_, phase)| (phase.name.0, phase_about(phase)));
    cards.chain(companies).chain(phases).collect()
}

fn card_about(printed: &Printed, card: CardId) -> About {
    let spec = printed.parts.card_spec(card);
    let name = spec.map(|spec| Text::words(spec.full_name.clone())).unwrap_or_default();
    let says = match printed.card(card) {
        Some(CardRole::Political(political)) => political_says(printed, political),
        Some(CardRole::Concession(concession)) => concession_says(printed, concession),
        None => Vec::new(),
    };
    About { name, says }
}

fn political_says(printed: &Printed, political: &super::fixed::Political) -> Vec<Paragraph> {
    let (cost, revenue) = (political.cost, political.revenue);
    let mut all = vec![says(
        say!(
            "costs {cost} and pays {revenue} to its owner at the beginning of each operating round",
            cost,
            revenue
        ),
        &["18FB-2.7-04"],
    )];
    if let Some((company, later)) = political.company {
        let company = printed.parts.company_name(company);
        all.push(says(
            say!("brings a free share of {company}; what is bid beyond its cost goes into the treasury of {company}", company),
            &["18FB-2.7-47", "18FB-C-14"],
        ));
        all.push(says(
            say!("its owner may acquire the concession of {company} at the next discounted deposit, as a turn action", company),
            &["18FB-2.7-43", "18FB-2.7-48"],
        ));
        all.push(says(
            say!("pays {later} once {company} has placed a token besides its home", later, company),
            &["18FB-G-29"],
        ));
    }
    all.push(power_says(printed, &political.power));
    all.push(says(say!("is discarded when PH5 starts, used or not"), &["18FB-2.7-07"]));
    all
}

fn power_says(printed: &Printed, power: &Power) -> Paragraph {
    let phase = |id| printed.phase(id).map(|phase| phase.name).unwrap_or_default();
    match power {
        Power::HalfDeposit => says(
            say!("once: half of the deposit when a concession is acquired"),
            &["18FB-2.7-10", "18FB-2.7-11"],
        ),
        Power::BandsUp(bands) => says(
            say!(
                "once: the secured interest of one building corp rises by {bands} bands, for all its shareholders",
                bands = *bands
            ),
            &["18FB-2.7-14"],
        ),
        Power::Priority => says(
            say!(
                "once: takes the concession or certificate that another player is about to get in the stock round, at the price due"
            ),
            &["18FB-2.7-12", "18FB-2.7-13"],
        ),
        Power::BonusTokens(from) => {
            let bonus = |hex| (printed.parts.hex_name(hex), printed.places.falcon(hex));
            let bonuses: Vec<Text> = printed
                .places
                .falcon_hexes()
                .map(bonus)
                .map(|(hex, bonus)| say!("{bonus} more in {hex}", bonus, hex))
                .collect();
            let text = match from {
                Some(from) => {
                    say!("once, from {from} on: {bonuses} for one corp", from = phase(*from), bonuses)
                }
                None => say!("once: {bonuses} for one corp", bonuses),
            };
            says(text, &["18FB-2.7-15"])
        }
        Power::Bourbon(bourbon) => {
            let (number, hex) = (bourbon.number, printed.parts.hex_name(bourbon.hex));
            let text = match (bourbon.from, bourbon.closes) {
                (Some(from), _) => say!(
                    "from {from} on: Bourbon token {number} in {hex} may be replaced by a token of a major, along an ordinary route",
                    from = phase(from),
                    number,
                    hex
                ),
                (None, true) => say!(
                    "Bourbon token {number} in {hex} may be replaced by a token of a major, along an ordinary route; then the card closes",
                    number,
                    hex
                ),
                (None, false) => {
                    say!("Bourbon token {number} in {hex} may be replaced by a token of a major", number, hex)
                }
            };
            says(text, &["18FB-2.7-40", "18FB-G-23"])
        }
    }
}

fn concession_says(printed: &Printed, concession: &super::fixed::Concession) -> Vec<Paragraph> {
    let (full, half) = (concession.full, concession.half);
    let (band, interest) = printed.figures.interest(concession.band);
    let mut all = vec![
        says(
            say!(
                "the deposit is {full} in PH1 and PH2, {half} in PH3, nothing in PH4; half of it comes back at the intermediate destination, the rest at the final one",
                full,
                half
            ),
            &["18FB-3.2.2-02", "18FB-3.2.2-03"],
        ),
        says(
            say!(
                "band {band}: {interest} a share while the corp is building and uses all its tile steps",
                band,
                interest
            ),
            &["18FB-3.2.2-04", "18FB-3.4.4-03"],
        ),
    ];
    if let Some(other) = concession.free_after {
        let other = printed.parts.card_name(other);
        all.push(says(
            say!("free of deposit once the concession {other} has been acquired", other),
            &["18FB-3.2.2-31"],
        ));
    }
    all.extend(lines(printed, concession.company));
    all
}

/// The lines of a major.
fn lines(printed: &Printed, company: CompanyId) -> Vec<Paragraph> {
    let lines = printed.major(company).map(|major| &major.lines[..]).unwrap_or_default();
    let name = |hex| printed.parts.hex_name(hex);
    let line = |line: &super::fixed::MainLine| {
        let (home, last) = (name(line.home.0), name(line.last));
        let through: Vec<HexName> = line.intermediate.iter().map(|hex| name(*hex)).collect();
        says(say!("from {home} over {through} to {last}", home, through, last), &["18FB-3.3-01"])
    };
    lines.iter().map(line).collect()
}

fn company_about(printed: &Printed, company: CompanyId) -> About {
    let spec = printed.parts.company_spec(company);
    let name = spec.map(|spec| Text::words(spec.full_name.clone())).unwrap_or_default();
    let tokens = spec.map_or(0, |spec| spec.tokens.len());
    let mut all = Vec::new();
    match printed.role(company) {
        Some(Role::Major(major)) => {
            // A concession and its company have one name: whoever points at either is told both.
            match major.concession.and_then(|card| printed.concession(card)) {
                Some(concession) => all.extend(concession_says(printed, concession)),
                None => all.extend(lines(printed, company)),
            }
            if major.lines.is_empty() {
                all.push(says(
                    say!("can be started from PH5 on, in any city with an empty slot; its price rises for every token on an empty yellow city"),
                    &["18FB-3.5.3-02", "18FB-3.5.3-04"],
                ));
            }
        }
        Some(Role::National(national)) => {
            let from: Vec<_> =
                national.formed_from.iter().map(|id| printed.parts.company_name(*id)).collect();
            all.push(says(say!("forms in PH6 out of two of {from}", from), &["18FB-3.6.1-01"]));
            all.push(says(say!("two old shares become one new"), &["18FB-3.6.1-12"]));
        }
        Some(Role::Regional(regional)) => {
            let (nominal, home) = (regional.nominal, printed.parts.hex_name(regional.home));
            all.push(says(
                say!("a regional of nominal value {nominal}, from {home}; auctioned after the round in which PH5 starts", nominal, home),
                &["18FB-3.5.1-01"],
            ));
            for to in &regional.destinations {
                let (bonus, place) = (to.bonus, printed.parts.hex_name(to.hex));
                let text = match to.needs_brown {
                    true => {
                        say!("{bonus} for its owner when {place} is connected, on a brown tile", bonus, place)
                    }
                    false => say!("{bonus} for its owner when {place} is connected", bonus, place),
                };
                all.push(says(text, &["18FB-3.5.2-15"]));
            }
        }
        None => {}
    }
    if tokens > 0 {
        all.push(says(say!("{tokens} {tokens|token|tokens}", tokens), &["18FB-2.5.4-10"]));
    }
    About { name, says: all }
}

fn phase_about(phase: &super::fixed::Phase) -> About {
    let facts = phase.says();
    let steps = facts.steps;
    let mut all = vec![says(
        say!("corps floated now have {steps} tile {steps|step|steps} in a turn", steps),
        &["18FB-3.4.1-01"],
    )];
    let margin = facts.margin;
    all.push(says(
        say!("the presidency passes to whoever has {margin}% more than the president", margin),
        &["18FB-3.2.5-01", "18FB-3.2.5-03"],
    ));
    all.push(match facts.deposit {
        Some(Deposit::Full) => says(say!("concessions cost their first deposit"), &["18FB-3.2.2-02"]),
        Some(Deposit::Half) => says(say!("concessions cost their second deposit"), &["18FB-3.2.2-02"]),
        Some(Deposit::Free) => says(say!("concessions need no deposit"), &["18FB-3.2.2-02"]),
        None => says(
            say!(
                "there are no concessions; a corp is started by its president's certificate and floats at 60%"
            ),
            &["18FB-3.2.4-07", "18FB-3.5-07"],
        ),
    });
    all.extend(match facts.event {
        Some(PhaseEvent::Unification) => Some(says(
            say!("Italian unification: the largest shareholder of each corp leads it, political cards and concessions go, building corps are definitive, regionals are auctioned after the round"),
            &["18FB-3.5-02", "18FB-3.5-04", "18FB-3.5-05", "18FB-3.5-06", "18FB-3.5-10"],
        )),
        Some(PhaseEvent::Conventions) => Some(says(
            say!("the conventions of 1885: RM and RA form out of two companies each; regionals may be acquired"),
            &["18FB-3.6-01", "18FB-3.6.3-01"],
        )),
        None => None,
    });
    About { name: say!("phase {phase}", phase = phase.name), says: all }
}
