//! Routes as the site writes them: chains of hexes from stop to stop.

use ferrata_engine::action::{Leg, Route};
use ferrata_engine::tile::End;
use serde_json::{Value, json};

/// The hexes of a route's stops, and the chains of hexes between them.
pub(super) struct Chains {
    hexes: Vec<String>,
    chains: Vec<Vec<String>>,
}

impl Chains {
    pub(super) fn of(legs: &[Leg]) -> Chains {
        let mut found = Chains { hexes: Vec::new(), chains: Vec::new() };
        let mut chain: Vec<String> = Vec::new();
        for leg in legs {
            let hex = leg.hex.to_string();
            if found.hexes.is_empty() {
                found.hexes.push(hex.clone());
            }
            chain.push(hex.clone());
            if matches!(leg.to, End::Stop(_)) {
                found.hexes.push(hex);
                found.chains.push(std::mem::take(&mut chain));
            }
        }
        found
    }
}

/// A recorded route of a train.
pub(super) fn run(route: &Route, train: &str, revenue: i32, treasury: i32) -> Value {
    let Chains { hexes, chains } = Chains::of(&route.legs);
    json!({
        "train": train,
        "connections": chains,
        "hexes": hexes,
        "revenue": revenue,
        "revenue_str": hexes.join("-"),
        "subsidy": treasury,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_run_from_stop_to_stop() {
        let legs: Vec<Leg> =
            ["C s0-3", "B 0-3", "A 0-s0", "A s0-s1"].iter().map(|leg| leg.parse().unwrap()).collect();
        let Chains { hexes, chains } = Chains::of(&legs);
        assert_eq!(hexes, ["C", "A", "A"]);
        assert_eq!(chains, [vec!["C", "B", "A"], vec!["A"]]);
    }
}
