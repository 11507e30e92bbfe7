//! Which copy of a tile or train the site would name: the first that is free.

use ferrata_engine::name::{CompanyName, HexName, TileName, TrainName};
use ferrata_engine::view::{CompanyView, View};
use serde_json::Value;
use std::collections::BTreeMap;

/// The copies in play.
#[derive(Clone, Debug)]
pub(crate) struct Copies {
    /// By hex, the copy that lies there.
    tiles: BTreeMap<String, String>,
    /// Copies of trains with their owners; none for those back in the bank.
    trains: Vec<(String, Option<CompanyName>)>,
}

fn kind_of(copy: &str) -> &str {
    copy.rsplit_once('-').map_or(copy, |(kind, _)| kind)
}

impl Copies {
    /// The copies before the first action. Tiles that lie there from the start are named by their hex.
    pub(super) fn new() -> Copies {
        Copies { tiles: BTreeMap::new(), trains: Vec::new() }
    }

    /// A free copy of a tile, as it would be laid.
    pub(super) fn tile(&self, tile: TileName, hex: HexName) -> String {
        let taken = |copy: &String| self.tiles.iter().any(|(at, lies)| lies == copy && *at != hex.as_str());
        let mut copies = (0..200).map(|copy| format!("{tile}-{copy}"));
        copies.find(|copy| !taken(copy)).unwrap_or_else(|| format!("{tile}-0"))
    }

    /// The name of what lies on a hex: a copy of a tile, or the hex itself as printed.
    pub(super) fn on(&self, hex: HexName) -> String {
        self.tiles.get(hex.as_str()).cloned().unwrap_or_else(|| format!("{hex}-0"))
    }

    /// A copy of a train to be bought from the bank: first those that were given back.
    pub(super) fn train_in_bank(&self, train: TrainName) -> String {
        let kind = train.as_str();
        let own: Vec<_> = self.trains.iter().filter(|(copy, _)| kind_of(copy) == kind).collect();
        let back = own.iter().find(|(_, owner)| owner.is_none()).map(|(copy, _)| copy.clone());
        back.unwrap_or_else(|| format!("{kind}-{}", own.len()))
    }

    /// Copies of a train that a company has, then all others of the kind.
    pub(super) fn trains_of(&self, company: CompanyName, train: TrainName) -> Vec<String> {
        let kind = self.trains.iter().filter(|(copy, _)| kind_of(copy) == train.as_str());
        let (mut own, others): (Vec<_>, Vec<_>) = kind.partition(|(_, owner)| *owner == Some(company));
        own.extend(others);
        own.into_iter().map(|(copy, _)| copy.clone()).collect()
    }

    /// Notes what was written.
    pub(super) fn follow(&mut self, written: &[Value], before: &View, after: &View) {
        for action in written {
            let text = |key: &str| action.get(key).and_then(Value::as_str).unwrap_or_default();
            match text("type") {
                "lay_tile" => {
                    self.tiles.insert(text("hex").to_owned(), text("tile").to_owned());
                }
                "buy_train" => {
                    let buyer =
                        after.companies.iter().find(|company| company.name.as_str() == text("entity"));
                    self.trains.retain(|(copy, _)| copy != text("train"));
                    self.trains.push((text("train").to_owned(), buyer.map(|company| company.name)));
                }
                "discard_train" => self.give_back(text("train")),
                _ => {}
            }
        }
        let trains = |view: &View| view.companies.iter().map(|company| company.trains.len()).sum::<usize>();
        let merged = |company: &CompanyView| {
            let was = before.companies.iter().find(|was| was.name == company.name);
            was.is_some_and(|was| was.trains != company.trains)
        };
        if trains(before) != trains(after) || after.companies.iter().any(merged) {
            self.settle(after);
        }
    }

    fn give_back(&mut self, train: &str) {
        for (_, owner) in self.trains.iter_mut().filter(|(copy, _)| copy == train) {
            *owner = None;
        }
    }

    /// Trains that their owner no longer has belong to whoever has one too many (after a merger), else to nobody.
    fn settle(&mut self, view: &View) {
        let mut spare: Vec<(CompanyName, TrainName)> = view
            .companies
            .iter()
            .flat_map(|company| company.trains.iter().map(|train| (company.name, *train)))
            .collect();
        let mut lost = Vec::new();
        for (at, (copy, owner)) in self.trains.iter().enumerate() {
            let is = |(company, train): &(CompanyName, TrainName)| {
                Some(*company) == *owner && train.as_str() == kind_of(copy)
            };
            match spare.iter().position(is) {
                Some(found) => drop(spare.remove(found)),
                None if owner.is_some() => lost.push(at),
                None => {}
            }
        }
        for at in lost {
            let Some((copy, owner)) = self.trains.get_mut(at) else { continue };
            let found = spare.iter().position(|(_, train)| train.as_str() == kind_of(copy));
            *owner = found.map(|found| spare.remove(found).0);
        }
    }
}
