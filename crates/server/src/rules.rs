//! The numbered rules of every title, for whoever asks for one: they are part of the program.

use crate::problem::Problem;
use axum::extract::Path;
use axum::http::header;
use axum::response::IntoResponse;

const LISTS: [(&str, &str); 4] = [
    ("1841", include_str!("../../../docs/rules/1841.md")),
    ("18ESP", include_str!("../../../docs/rules/18ESP.md")),
    ("1883", include_str!("../../../docs/rules/1883.md")),
    ("18FB", include_str!("../../../docs/rules/18FB.md")),
];

/// The list of a title.
pub(crate) async fn rules(Path(title): Path<String>) -> Result<impl IntoResponse, Problem> {
    let (_, text) = LISTS.iter().find(|(known, _)| *known == title).ok_or_else(|| {
        Problem::not_found(format!("there are no rules of {title}; /api/titles lists the titles"))
    })?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], *text))
}

#[cfg(test)]
mod tests {
    use super::LISTS;

    #[test]
    fn every_title_has_its_rules_at_hand() {
        let titles: Vec<_> = ferrata_titles::catalogue::TITLES.iter().map(|info| info.title).collect();
        assert_eq!(titles, LISTS.map(|(title, _)| title));
    }
}
