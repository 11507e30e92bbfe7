//! The numbered rules of every title, for whoever asks for one: they are part of the program.

use crate::api::Path;
use crate::problem::Problem;
use axum::http::header;
use axum::response::IntoResponse;
use ferrata_titles::catalogue::TITLES;

/// The list of a title.
pub(crate) async fn rules(Path(title): Path<String>) -> Result<impl IntoResponse, Problem> {
    let info = TITLES.iter().find(|info| info.title == title).ok_or_else(|| {
        Problem::not_found(format!("there are no rules of {title}; /api/titles lists the titles"))
    })?;
    Ok((
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")],
        info.rules(),
    ))
}
