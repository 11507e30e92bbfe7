//! Choices: one type of action with many meanings, which what was done before and what is chosen tell apart.

use super::{Import, Wrong, kind_of, name};
use crate::error::Error;
use crate::record::{Entity, Recorded};
use crate::table::Table;
use ferrata_engine::action::Action;
use ferrata_engine::name::{CompanyName, OptionName, TrainName};
use ferrata_engine::turn::Title;
use ferrata_engine::view::View;
use ferrata_titles::esp::Esp;
use serde_json::{Map, Value};

/// The copy of the train that goes with private 2.
const TRAIN_OF_PRIVATE_2: &str = "2-0";

impl Import {
    pub(super) fn choose(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        choice: &Value,
    ) -> Result<(), Wrong> {
        let text = match choice {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if let Some(with) = self.merging.take() {
            return self.take_over(table, action, with, &text);
        }
        if std::mem::take(&mut self.side_is_asked) {
            return self.choose_side(table, action, &text);
        }
        let text = match &action.entity {
            Entity::Company(card) if card == "P4" => format!("P4 {text}"),
            _ => {
                self.operating(table, action)?;
                if text.parse::<u8>().is_ok() { self.tender(table, action, &text)? } else { text }
            }
        };
        let option = OptionName(name(&text, &action.place)?);
        Ok(table.reach(&Action::Choose { option })?)
    }

    /// A minor, and a company that bought private 2 after its train had rusted, have no choice.
    fn choose_side(&mut self, table: &mut Table<Esp>, action: &Recorded, text: &str) -> Result<(), Wrong> {
        let side = name(text, &action.place)?;
        let company = self.company(action)?;
        let choose = Action::Choose { option: OptionName(side) };
        if table.state.view().asked.contains("side of the train") {
            table.play(&choose)?;
        }
        self.pieces.train_bought(TRAIN_OF_PRIVATE_2, company, TrainName(side));
        Ok(())
    }

    /// The train that gets the tender: the site counts only those that can run.
    fn tender(&self, table: &mut Table<Esp>, action: &Recorded, text: &str) -> Result<String, Wrong> {
        self.pass_to(table, "run")?;
        let trains = table.state.running_trains();
        let at = text.parse::<usize>().ok().and_then(|at| trains.get(at));
        let at =
            at.ok_or_else(|| Error::bad(&action.place, format!("there is no train {text} that runs")))?;
        Ok(at.to_string())
    }

    /// The takeover itself and what becomes of the minor's token.
    fn take_over(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        with: CompanyName,
        choice: &str,
    ) -> Result<(), Wrong> {
        let into = self.operating(table, action)?;
        let unsold = |view: &View| {
            view.companies.iter().find(|company| company.name == into).map_or(0, |company| company.offering)
        };
        let before = unsold(&table.state.view());
        table.reach(&Action::Merge { with, into })?;
        let choose = Action::Choose { option: OptionName(name(choice, &action.place)?) };
        if table.state.view().asked.contains("token of the minor") {
            table.play(&choose)?;
        }
        if unsold(&table.state.view()) < before {
            self.pieces.last_share_left(into);
        }
        self.pieces.taken_over(with, into);
        Ok(())
    }

    pub(super) fn combine(
        &mut self,
        table: &mut Table<Esp>,
        action: &Recorded,
        rest: &Map<String, Value>,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let text = |key: &str| {
            let text = rest.get(key).and_then(Value::as_str);
            text.ok_or_else(|| Error::bad(place, format!("it does not say \"{key}\"")))
        };
        self.operating(table, action)?;
        let (base, side) = (text("base")?, text("additional_train_variant")?);
        let owned = self.pieces.train_owner(base, &table.state.view()).map(|(_, train)| train.to_string());
        let main = owned.unwrap_or_else(|| kind_of(base).to_owned());
        let option = OptionName(name(&format!("{main} & {side}"), place)?);
        table.reach(&Action::Choose { option })?;
        self.pieces.train_combined(base);
        Ok(())
    }

    /// A destination is claimed in the company's own turn; to claim it again changes nothing.
    pub(super) fn claim(&mut self, table: &mut Table<Esp>) -> Result<(), Wrong> {
        let claim = Action::Choose { option: OptionName::of("destination") };
        if table.accepts(&claim) {
            table.play(&claim)?;
        }
        Ok(())
    }

    /// Where the record goes on without a claim, it is put off.
    pub(super) fn put_off_claim(&mut self, table: &mut Table<Esp>) -> Result<(), Wrong> {
        if table.state.view().asked == "claim the destination" {
            table.play(&Action::Choose { option: OptionName::of("later") })?;
        }
        Ok(())
    }
}
