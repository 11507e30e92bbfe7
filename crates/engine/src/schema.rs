//! How types that are written as a text are described; all others derive it.

use crate::action::Leg;
use crate::name::{
    CardName, CompanyName, HexName, MAX_NAME, Name, OptionName, PhaseName, TileName, TrainName,
};
use crate::refusal::RuleId;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

macro_rules! texts {
    ($($kind:ty: $about:literal, $example:literal, $most:expr;)+) => {$(
        impl PartialSchema for $kind {
            fn schema() -> RefOr<Schema> {
                let text = ObjectBuilder::new().schema_type(Type::String).description(Some($about));
                text.max_length(Some($most)).examples([$example]).into()
            }
        }

        impl ToSchema for $kind {}
    )+};
}

/// The longest leg: a hex, and two ends of up to four letters.
const LEG: usize = MAX_NAME + 10;

texts! {
    Name: "A short name", "v1", MAX_NAME;
    CardName: "A card that is no certificate", "SFLP", MAX_NAME;
    CompanyName: "A company", "IRSFF", MAX_NAME;
    HexName: "A hex", "F8", MAX_NAME;
    OptionName: "An answer to a question of the rules", "keep", MAX_NAME;
    PhaseName: "A phase", "2", MAX_NAME;
    RuleId: "A rule of the title's list", "1841-4.5.1-17", 2 * MAX_NAME;
    TileName: "A tile", "57", MAX_NAME;
    TrainName: "A kind of train", "3", MAX_NAME;
    Leg: "A piece of track: the hex, and its two ends, each a side (0 to 5) or a stop (s0, s1 …)", "F8 s0-3", LEG;
}
