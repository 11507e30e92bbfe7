//! Why a stop pays what it pays, for people.

use ferrata_engine::name::Name;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::tile::Value;

/// The reason for the value of a stop: none where it is the same all the time, else the phase's colour.
pub(crate) fn of_value(value: &Value, band: Name) -> Text {
    match (value, band.as_str()) {
        (Value::Flat(_), _) => Text::default(),
        (Value::Bands(_), "white") => say!("in the white phase"),
        (Value::Bands(_), "yellow") => say!("in the yellow phase"),
        (Value::Bands(_), "green") => say!("in the green phase"),
        (Value::Bands(_), "brown") => say!("in the brown phase"),
        (Value::Bands(_), "gray") => say!("in the grey phase"),
        (Value::Bands(_), "black") => say!("in the black phase"),
        (Value::Bands(_), _) => say!("in this phase"),
    }
}
