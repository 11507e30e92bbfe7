//! The editions and options of a set-up by their names, and which go together.

use super::{Edition, Variant};
use ferrata_engine::name::Name;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::turn::Setup;

/// The options by the names a set-up gives them, with what they do.
pub const OPTIONS: &[(&str, &str)] = &[
    ("lite", "1841 lite: the smaller game for 3 to 6 players"),
    ("p2p", "players may buy shares and concessions from each other (always so in v1)"),
    ("sfli-runs", "SFLi acts in the operating round in which it arises (always so in v2)"),
    ("early-deals", "players may sell each other shares of a company that has not acted (always so in v2)"),
    ("sell-all", "4.5.1: in an emergency companies sell all their shares, not only what is needed"),
    ("online", "the procedures of the public online implementation, for replaying its records"),
    ("priority-card", "7.2: the priority card can be sold and demands one more operating round"),
    ("napoleon", "7.1.1: Napoleon's project"),
    ("cavour", "7.1.2: Cavour's plan"),
    ("william", "7.1.3: William's idea"),
    ("carlo-alberto", "7.1.4: Carlo Alberto's dream"),
    ("franz-joseph", "7.1.5: Franz Joseph's gambit"),
];

/// The edition of a name; `v1-lite` is `v1` with the option `lite`.
pub(super) fn edition(name: Name) -> Result<(Edition, bool), Refusal> {
    match name.as_str() {
        "v1" => Ok((Edition::V1, false)),
        "v2" => Ok((Edition::V2, false)),
        "v1-lite" => Ok((Edition::V1, true)),
        "v2-lite" => Ok((Edition::V2, true)),
        other => Err(Refusal::plain(say!(
            "1841 has no edition \"{other}\"; choose v1 or v2",
            other = other.to_owned()
        ))),
    }
}

pub(super) fn check_options(setup: &Setup) -> Result<(), Refusal> {
    for (at, option) in setup.options.iter().enumerate() {
        if !OPTIONS.iter().any(|(known, _)| *option == *known) {
            let known: Arg = OPTIONS.iter().map(|(name, _)| *name).collect();
            return Err(Refusal::plain(say!(
                "1841 has no option \"{option}\"; it has {known}",
                option = *option,
                known
            )));
        }
        if setup.options.iter().take(at).any(|before| before == option) {
            return Err(Refusal::plain(say!("the option \"{option}\" is given twice", option = *option)));
        }
    }
    Ok(())
}

pub(super) fn variant(setup: &Setup) -> Result<Option<Variant>, Refusal> {
    let named = setup.options.iter().filter_map(|option| match option.as_str() {
        "napoleon" => Some(Variant::Napoleon),
        "cavour" => Some(Variant::Cavour),
        "william" => Some(Variant::William),
        "carlo-alberto" => Some(Variant::CarloAlberto),
        "franz-joseph" => Some(Variant::FranzJoseph),
        _ => None,
    });
    let named: Vec<_> = named.collect();
    match named.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        _ => Err(Refusal::plain(say!("only one of the five unification variants can be played at a time"))),
    }
}

pub(super) fn check_combination(
    edition: Edition,
    online: bool,
    variant: Option<Variant>,
    has: &dyn Fn(&str) -> bool,
) -> Result<(), Refusal> {
    let refuse = |because: Text| Err(Refusal::plain(because));
    let chapter_7 = variant.is_some() || has("priority-card");
    if chapter_7 && edition == Edition::V2 {
        return refuse(say!("the variants of chapter 7 belong to the first edition; choose v1"));
    }
    if chapter_7 && online {
        return refuse(say!("the variants of chapter 7 do not exist online; leave out `online`"));
    }
    let readings = has("early-deals") || has("sell-all");
    if readings && edition == Edition::V2 {
        return refuse(say!("`early-deals` and `sell-all` are readings of the first edition; choose v1"));
    }
    if readings && online {
        return refuse(say!("`early-deals` and `sell-all` do not exist online; leave out `online`"));
    }
    if has("p2p") && edition == Edition::V1 && !online {
        return refuse(say!("in v1 players may always buy from each other; leave out `p2p`"));
    }
    if has("sfli-runs") && edition == Edition::V2 {
        return refuse(say!("in v2 SFLi always acts at once; leave out `sfli-runs`"));
    }
    if has("sfli-runs") && has("lite") {
        return refuse(say!("there is no SFLi in 1841 lite; leave out `sfli-runs`"));
    }
    Ok(())
}
