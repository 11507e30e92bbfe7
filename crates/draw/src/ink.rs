//! The colours of paper, track and signs, in a light and a dark theme.

use std::fmt::Write;

/// How colours get into a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// As CSS variables, so that the page decides: for the browser.
    Themed {
        /// Whether the drawing carries the default stylesheet itself.
        stylesheet: bool,
    },
    /// As plain values, which every program that shows SVG understands: for files.
    Static(Theme),
}

impl Default for Paint {
    fn default() -> Paint {
        Paint::Themed { stylesheet: false }
    }
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

macro_rules! inks {
    ($($(#[$doc:meta])* $ink:ident $name:literal $light:literal $dark:literal,)+) => {
        /// A colour by its use.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Ink { $($(#[$doc])* $ink,)+ }

        impl Ink {
            const ALL: &'static [Ink] = &[$(Ink::$ink,)+];

            /// The name of its CSS variable.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Ink::$ink => concat!("fx-", $name),)+ }
            }

            /// Its value in a theme.
            pub(crate) fn color(self, theme: Theme) -> &'static str {
                match (self, theme) {
                    $((Ink::$ink, Theme::Light) => $light, (Ink::$ink, Theme::Dark) => $dark,)+
                }
            }
        }
    };
}

inks! {
    /// What everything lies on.
    Page "page" "#f6f4ee" "#1a1d21",
    /// An empty hex.
    White "white" "#f4eedb" "#565b60",
    /// A yellow tile.
    Yellow "yellow" "#f2d768" "#b59b3d",
    /// A green tile.
    Green "green" "#8fc08a" "#58905c",
    /// A brown tile.
    Brown "brown" "#c3905f" "#946a45",
    /// A grey tile.
    Gray "gray" "#c2c1bc" "#83868a",
    /// An off-board area.
    Red "red" "#e49a8c" "#a05c52",
    /// Sea.
    Blue "blue" "#b4d6ea" "#41698a",
    /// A pass and its corridor.
    Orange "orange" "#f2b06c" "#b2783f",
    /// Between hexes.
    Outline "outline" "#857d6d" "#2a2d31",
    /// Track.
    Track "track" "#1c1b19" "#0e0e0d",
    /// Around track.
    Casing "casing" "#ffffff" "#ece8dc",
    /// Writing.
    Text "text" "#23211d" "#f7f4ec",
    /// Around writing.
    Halo "halo" "#fffdf5" "#24272b",
    /// Writing that stands back.
    Faint "faint" "#5f594d" "#d3cec2",
    /// A slot for a token, a revenue circle.
    Slot "slot" "#ffffff" "#f4f1e8",
    /// Writing on a slot.
    SlotText "slot-text" "#23211d" "#23211d",
    /// Writing that stands back on a slot.
    SlotFaint "slot-faint" "#6a645a" "#6a645a",
    /// Mountains.
    Mountain "mountain" "#8b5e3a" "#d8ab7f",
    /// Hills.
    Hill "hill" "#a68a4a" "#d5bd80",
    /// Rivers, swamps, anchors.
    Water "water" "#1f6fa8" "#8cc8ee",
    /// An anchor on a slot.
    SlotWater "slot-water" "#1f6fa8" "#1f6fa8",
    /// The state railway.
    State "state" "#b3261e" "#c9473d",
    /// A side that no track crosses.
    Bar "bar" "#4a3526" "#0b0b0c",
    /// What may be chosen.
    Glow "glow" "#c2157b" "#ff6db8",
    /// What is chosen.
    Chosen "chosen" "#5a2ad8" "#b9a2ff",
    /// The first value band of a map with black and white bands.
    BandWhite "band-white" "#ffffff" "#f4f1e8",
    /// A black band.
    BandBlack "band-black" "#2b2926" "#161617",
    /// Writing on a black band.
    BandLight "band-light" "#ffffff" "#f4f1e8",
    /// The first border.
    Border1 "border-1" "#b3261e" "#ff8a80",
    /// The second.
    Border2 "border-2" "#1a5fb4" "#82b1ff",
    /// The third.
    Border3 "border-3" "#2d7a32" "#8ee09a",
    /// The fourth.
    Border4 "border-4" "#7b3fa0" "#d9a5f5",
    /// The fifth.
    Border5 "border-5" "#b25f00" "#ffc370",
    /// The sixth.
    Border6 "border-6" "#00757a" "#74dfe4",
    /// The first route.
    Route1 "route-1" "#0072b2" "#3aa5e6",
    /// The second.
    Route2 "route-2" "#d55e00" "#ff8534",
    /// The third.
    Route3 "route-3" "#b0217f" "#f06fc0",
    /// The fourth.
    Route4 "route-4" "#00836a" "#2fd0ab",
    /// The fifth.
    Route5 "route-5" "#8f6400" "#f0c243",
    /// The sixth.
    Route6 "route-6" "#5d3fd3" "#a996ff",
    /// A field of the chart.
    Field "field" "#fbf9f2" "#3a3e43",
    /// A field closed for some or for a time.
    FieldClosed "field-closed" "#dcd8cc" "#2b2e32",
    /// A lightly shaded zone of the chart.
    FieldLight "field-light" "#d3e6f3" "#3e5468",
    /// A darkly shaded zone.
    FieldDark "field-dark" "#9fc3de" "#2c4a66",
    /// A field for large companies only.
    FieldLarge "field-large" "#f3c08a" "#8a5f2e",
    /// The field that ends the game.
    FieldEnd "field-end" "#ecb4a8" "#7d463e",
}

/// The inks of borders, one per border.
pub(crate) const BORDERS: [Ink; 6] =
    [Ink::Border1, Ink::Border2, Ink::Border3, Ink::Border4, Ink::Border5, Ink::Border6];

/// The inks of routes, one per route.
pub(crate) const ROUTES: [Ink; 6] =
    [Ink::Route1, Ink::Route2, Ink::Route3, Ink::Route4, Ink::Route5, Ink::Route6];

/// The stylesheet that themed drawings need: once per page, or inside each drawing.
///
/// It follows the system's preference; `data-theme="light"` or `"dark"` on any ancestor decides instead.
/// The classes `hide-names`, `hide-coordinates`, `hide-revenues`, `hide-routes`, `hide-homes`, `hide-numbers` and `hide-terrain` on an ancestor
/// switch parts of the drawing off.
pub fn stylesheet() -> String {
    let mut css = String::new();
    let variables = |theme| {
        Ink::ALL.iter().fold(String::new(), |mut list, ink| {
            let _ = write!(list, "--{}:{};", ink.name(), ink.color(theme));
            list
        })
    };
    let (light, dark) = (variables(Theme::Light), variables(Theme::Dark));
    let _ = write!(
        css,
        ":root,[data-theme=light]{{{light}}}\
         @media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\
         [data-theme=dark]{{{dark}}}"
    );
    css.push_str(BEHAVIOUR);
    css
}

const BEHAVIOUR: &str = "\
.fx text{user-select:none;-webkit-user-select:none}\
.fx .sides,.fx .borders,.fx .name{pointer-events:none}\
.fx .can,.fx [role=button]{cursor:pointer}\
.fx .hex:focus{outline:none}\
.fx .hex:focus-visible .ground{stroke:var(--fx-chosen);stroke-width:9}\
.fx .can .halo,.fx .can.slot{animation:fx-glow 1.6s ease-in-out infinite alternate}\
@keyframes fx-glow{from{opacity:1}to{opacity:.55}}\
@media (prefers-reduced-motion:reduce){.fx .can .halo,.fx .can.slot{animation:none}}\
.hide-names .name,.hide-coordinates .coordinate,.hide-revenues .revenue,.hide-routes .route,.hide-homes .home,.hide-numbers .tile-number,.hide-terrain .terrain,.hide-terrain .sides text{display:none}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ink_has_its_own_variable_and_two_colours() {
        let css = stylesheet();
        for ink in Ink::ALL {
            let variable = format!("--{}:", ink.name());
            assert_eq!(css.matches(&variable).count(), 3, "{variable}");
            for theme in [Theme::Light, Theme::Dark] {
                let color = ink.color(theme);
                assert!(color.len() == 7 && color.starts_with('#'), "{color}");
            }
        }
    }

    #[test]
    fn the_stylesheet_is_balanced_and_safe_inside_xml() {
        let css = stylesheet();
        assert_eq!(css.matches('{').count(), css.matches('}').count());
        assert!(!css.contains(['<', '>', '&']));
    }
}
