//! Why a stop pays what it pays, for people.

use ferrata_engine::name::Name;
use ferrata_engine::tile::Value;

/// The reason for the value of a stop: it is the same all the time, or it is that of the phase's colour.
pub(crate) fn of_value(value: &Value, band: Name) -> &'static str {
    match (value, band.as_str()) {
        (Value::Flat(_), _) => "in every phase",
        (Value::Bands(_), "white") => "in the white phase",
        (Value::Bands(_), "yellow") => "in the yellow phase",
        (Value::Bands(_), "green") => "in the green phase",
        (Value::Bands(_), "brown") => "in the brown phase",
        (Value::Bands(_), "gray") => "in the grey phase",
        (Value::Bands(_), "black") => "in the black phase",
        (Value::Bands(_), _) => "in this phase",
    }
}
