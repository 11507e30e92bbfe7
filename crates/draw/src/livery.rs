//! How companies are told apart: by colour, by pattern and by name.
//!
//! A colour alone does not reach everybody: about one in twelve men sees some colours alike. So every two
//! companies whose colours could be taken for each other get different patterns.

use ferrata_engine::components::{CompanySpec, Components};
use ferrata_engine::name::CompanyName;

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Reads `#rgb`, `#rrggbb` or one of the names of CSS that railway companies use.
    pub fn parse(text: &str) -> Option<Rgb> {
        let text = text.trim();
        let Some(digits) = text.strip_prefix('#') else { return named(&text.to_ascii_lowercase()) };
        let number = u32::from_str_radix(digits, 16).ok()?;
        let byte = |shift: u32| (number >> shift & 0xff) as u8;
        let nibble = |shift: u32| (number >> shift & 0xf) as u8 * 17;
        match digits.len() {
            3 => Some(Rgb(nibble(8), nibble(4), nibble(0))),
            6 => Some(Rgb(byte(16), byte(8), byte(0))),
            _ => None,
        }
    }

    /// Each part as light, not as number: what the eye adds up.
    fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// How bright it is, from 0 to 1.
    pub fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Black or white, whichever reads better on it.
    pub fn contrast(self) -> Rgb {
        // Equal contrast with black and white lies at a luminance of 0.179.
        if self.luminance() > 0.179 { Rgb(0, 0, 0) } else { Rgb(255, 255, 255) }
    }

    /// How different two colours look to somebody with normal vision or without red or green cones:
    /// the least of the three, on a scale where 10 is easily told apart.
    pub fn difference(self, other: Rgb) -> f64 {
        let seen = [NORMAL, PROTAN, DEUTAN].map(|eye| distance(oklab(self, &eye), oklab(other, &eye)));
        seen.into_iter().fold(f64::INFINITY, f64::min) * 100.0
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

type Matrix = [[f64; 3]; 3];

const NORMAL: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
// Machado, Oliveira and Fernandes 2009, severity 1.
const PROTAN: Matrix = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];
const DEUTAN: Matrix = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];
// Ottosson 2020.
const TO_LMS: Matrix = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];
const TO_LAB: Matrix = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];

fn times(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

fn oklab(color: Rgb, eye: &Matrix) -> [f64; 3] {
    let seen = times(eye, color.linear()).map(|part| part.clamp(0.0, 1.0));
    times(&TO_LAB, times(&TO_LMS, seen).map(f64::cbrt))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

fn named(name: &str) -> Option<Rgb> {
    Some(match name {
        "black" => Rgb(0x22, 0x22, 0x22),
        "white" => Rgb(0xff, 0xff, 0xff),
        "gray" | "grey" => Rgb(0x80, 0x80, 0x80),
        "red" => Rgb(0xd9, 0x1e, 0x2a),
        "green" => Rgb(0x1c, 0x7f, 0x3a),
        "lime" => Rgb(0x7d, 0xe0, 0x2b),
        "lightgreen" => Rgb(0x90, 0xee, 0x90),
        "blue" => Rgb(0x1f, 0x4f, 0xc9),
        "lightblue" => Rgb(0xad, 0xd8, 0xe6),
        "navy" => Rgb(0x12, 0x22, 0x6e),
        "turquoise" => Rgb(0x30, 0xc9, 0xc0),
        "yellow" => Rgb(0xff, 0xe6, 0x1a),
        "gold" => Rgb(0xe0, 0xb0, 0x20),
        "orange" => Rgb(0xf5, 0x8a, 0x1f),
        "brown" => Rgb(0x8b, 0x4a, 0x2b),
        "sandybrown" => Rgb(0xf4, 0xa4, 0x60),
        "bisque" => Rgb(0xff, 0xe4, 0xc4),
        "pink" => Rgb(0xff, 0xb3, 0xc6),
        "violet" => Rgb(0xd8, 0x6f, 0xd8),
        "purple" => Rgb(0x7a, 0x1f, 0x8a),
        "lavender" => Rgb(0xd5, 0xd0, 0xf2),
        _ => return None,
    })
}

/// Colours for companies without one of their own.
const SPARE: [Rgb; 12] = [
    Rgb(0xc9, 0x2a, 0x2a),
    Rgb(0x1f, 0x5f, 0xbf),
    Rgb(0xf2, 0xc4, 0x1d),
    Rgb(0x23, 0x78, 0x36),
    Rgb(0x6b, 0x2f, 0x9e),
    Rgb(0xe8, 0x7b, 0x1e),
    Rgb(0x2a, 0x2a, 0x2a),
    Rgb(0x63, 0xb8, 0xd6),
    Rgb(0x8a, 0x55, 0x2c),
    Rgb(0xd6, 0x6c, 0xa8),
    Rgb(0x9c, 0xc8, 0x4b),
    Rgb(0x8f, 0x95, 0x9b),
];

/// What is drawn on a token besides its colour. The name always stands in the middle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// Nothing.
    Plain,
    /// The top and the bottom in the second colour.
    Caps,
    /// A ring in the second colour.
    Ring,
    /// The top in the second colour.
    Top,
    /// A broken ring.
    Dashes,
    /// The bottom in the second colour.
    Bottom,
    /// Dots above and below the name.
    Dots,
    /// A line above and below the name.
    Lines,
    /// Triangles above and below the name, pointing at it.
    Points,
}

impl Pattern {
    /// All patterns, the plainest first.
    pub const ALL: [Pattern; 9] = [
        Pattern::Plain,
        Pattern::Caps,
        Pattern::Ring,
        Pattern::Top,
        Pattern::Dashes,
        Pattern::Bottom,
        Pattern::Dots,
        Pattern::Lines,
        Pattern::Points,
    ];
}

/// How one company looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Livery {
    /// Its colour.
    pub color: Rgb,
    /// Its pattern.
    pub pattern: Pattern,
}

/// How all companies of a title look.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Liveries {
    list: Vec<(CompanyName, Livery)>,
}

/// Black, orange, sky blue, green, yellow, blue, vermilion and purple as Okabe and Ito chose them: they differ for
/// people without red or green cones, too.
const SAFE: [Rgb; 8] = [
    Rgb(0xe6, 0x9f, 0x00),
    Rgb(0x56, 0xb4, 0xe9),
    Rgb(0x00, 0x9e, 0x73),
    Rgb(0xf0, 0xe4, 0x42),
    Rgb(0x00, 0x72, 0xb2),
    Rgb(0xd5, 0x5e, 0x00),
    Rgb(0xcc, 0x79, 0xa7),
    Rgb(0x1c, 0x1b, 0x19),
];

const GREY: Rgb = Rgb(0x80, 0x80, 0x80);

/// Colours less different than this need different patterns.
const ALIKE: f64 = 9.0;

impl Liveries {
    /// Liveries of companies in roster order, from their colours as CSS writes them. A company without a
    /// colour that can be read gets a spare one.
    pub fn new<'a>(companies: impl IntoIterator<Item = (CompanyName, &'a str)>) -> Liveries {
        let mut spare = SPARE.into_iter().cycle();
        let mut color = |text| Rgb::parse(text).or_else(|| spare.next()).unwrap_or(GREY);
        let named: Vec<(CompanyName, Rgb)> =
            companies.into_iter().map(|(company, text)| (company, color(text))).collect();
        let colors: Vec<Rgb> = named.iter().map(|(_, color)| *color).collect();
        let list = named.into_iter().zip(patterns(&colors));
        Liveries {
            list: list.map(|((company, color), pattern)| (company, Livery { color, pattern })).collect(),
        }
    }

    /// The liveries of a title.
    pub fn of_box(components: &Components) -> Liveries {
        Liveries::new(components.companies.iter().map(|company| (company.name, company.color.as_str())))
    }

    /// Liveries in few colours that everybody can tell apart, with a pattern for each company of the same colour.
    pub fn safe(components: &Components) -> Liveries {
        let companies = components.companies.iter().zip(SAFE.into_iter().cycle());
        let colors: Vec<Rgb> = companies.clone().map(|(_, color)| color).collect();
        let list = companies.zip(patterns(&colors));
        let livery = |((company, color), pattern): ((&CompanySpec, Rgb), Pattern)| {
            (company.name, Livery { color, pattern })
        };
        Liveries { list: list.map(livery).collect() }
    }

    /// The livery of a company; grey if it is not known.
    pub fn of(&self, company: CompanyName) -> Livery {
        let found = self.list.iter().find(|(name, _)| *name == company);
        found.map_or(Livery { color: GREY, pattern: Pattern::Plain }, |(_, livery)| *livery)
    }
}

/// A pattern for each colour, so that colours alike get different ones. Next is always the colour that the
/// fewest patterns are left for, because of those among equals the one that is like the most others.
fn patterns(colors: &[Rgb]) -> Vec<Pattern> {
    let mut given: Vec<Option<Pattern>> = vec![None; colors.len()];
    let alike = |a: usize| {
        let this = colors.get(a).copied().unwrap_or(GREY);
        let others = colors.iter().enumerate().filter(move |(b, _)| *b != a);
        others.filter(move |(_, other)| this.difference(**other) < ALIKE).map(|(b, _)| b)
    };
    let likes: Vec<Vec<usize>> = (0..colors.len()).map(|a| alike(a).collect()).collect();
    let taken = |given: &[Option<Pattern>], a: usize| -> Vec<Pattern> {
        let near = likes.get(a).map_or(&[][..], Vec::as_slice);
        let near = near.iter().filter_map(|b| given.get(*b).copied().flatten());
        Pattern::ALL.into_iter().filter(|pattern| near.clone().any(|other| other == *pattern)).collect()
    };
    for _ in 0..colors.len() {
        let open = (0..colors.len()).filter(|a| given.get(*a) == Some(&None));
        let pressed =
            |a: &usize| (taken(&given, *a).len(), likes.get(*a).map_or(0, Vec::len), std::cmp::Reverse(*a));
        let Some(next) = open.max_by_key(pressed) else { break };
        let taken = taken(&given, next);
        let free = Pattern::ALL.into_iter().find(|pattern| !taken.contains(pattern));
        if let Some(pattern) = given.get_mut(next) {
            *pattern = Some(free.unwrap_or(Pattern::Plain));
        }
    }
    given.into_iter().map(|pattern| pattern.unwrap_or(Pattern::Plain)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_css_writes_them() {
        assert_eq!(Rgb::parse("#C29137"), Some(Rgb(0xc2, 0x91, 0x37)));
        assert_eq!(Rgb::parse("#fff"), Some(Rgb(255, 255, 255)));
        assert!(Rgb::parse("sandyBrown").is_some());
        assert_eq!(Rgb::parse("#12345"), None);
        assert_eq!(Rgb::parse("url(#x)"), None);
    }

    #[test]
    fn writing_on_a_colour_is_readable() {
        for color in SPARE {
            let (a, b) = (color.luminance() + 0.05, color.contrast().luminance() + 0.05);
            let ratio = a.max(b) / a.min(b);
            assert!(ratio >= 4.5, "{color}: {ratio:.1}");
        }
    }

    #[test]
    fn red_and_green_of_the_same_brightness_are_alike_to_some() {
        let (red, green) = (Rgb(0xb0, 0x60, 0x20), Rgb(0x70, 0x80, 0x20));
        assert!(red.difference(green) < ALIKE);
        assert!(Rgb(255, 255, 255).difference(Rgb(0, 0, 0)) > 90.0);
    }

    #[test]
    fn companies_that_look_alike_have_different_patterns() {
        let roster = [
            "red",
            "lightGreen",
            "purple",
            "orange",
            "blue",
            "sandyBrown",
            "yellow",
            "brown",
            "gold",
            "lightBlue",
            "red",
            "orange",
            "lightGreen",
            "green",
            "lime",
            "turquoise",
            "navy",
            "violet",
            "pink",
            "lavender",
            "bisque",
            "white",
            "gray",
            "black",
        ];
        let names: Vec<_> = (0..).map(|i: u32| CompanyName(i.into())).take(roster.len()).collect();
        let liveries = Liveries::new(names.iter().copied().zip(roster));
        for (i, a) in names.iter().enumerate() {
            for b in names.iter().skip(i + 1) {
                let (a, b) = (liveries.of(*a), liveries.of(*b));
                assert!(a.pattern != b.pattern || a.color.difference(b.color) >= ALIKE, "{a:?} {b:?}");
            }
        }
    }
}
