//! What the API's description says of all requests alike: how to show who one is, and what an answer that helps nobody looks
//! like.

use crate::problem;
use crate::who::COOKIE_NAME;
use utoipa::OpenApi as _;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{Components, OpenApi, Ref, RefOr, Response, ResponseBuilder};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Ferrata",
        description = "Tables for railway games of the 18xx family: play, replay and study."
    ),
    components(schemas(ferrata_engine::text::Arg))
)]
struct Description;

/// The description before any route is told.
pub(super) fn begin() -> OpenApi {
    Description::openapi()
}

/// Adds to a description of all routes what holds for each of them.
pub(super) fn complete(openapi: &mut OpenApi) {
    let components = openapi.components.get_or_insert_default();
    tell_who(components);
    components.responses.insert("Problem".to_owned(), RefOr::T(problem()));
    let who = [SecurityRequirement::default(), needs("session"), needs("token")];
    openapi.security = Some(who.to_vec());
    openapi.paths.paths.values_mut().flat_map(operations).for_each(tell_problems);
}

/// A person is known by the cookie of a session, a program by a token of its person.
fn tell_who(components: &mut Components) {
    let session = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(COOKIE_NAME)));
    components.add_security_scheme("session", session);
    components.add_security_scheme("token", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
}

fn needs(scheme: &str) -> SecurityRequirement {
    SecurityRequirement::new::<_, [&str; 0], _>(scheme, [])
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = path;
    [get, put, post, delete, patch].into_iter().filter_map(Option::as_mut)
}

/// Every problem is sent as one; and there may be others than those that a route names: a body that cannot be read, a
/// session that has ended, too many requests.
fn tell_problems(operation: &mut Operation) {
    let problems = operation.responses.responses.iter_mut().filter(|(status, _)| status.as_str() >= "400");
    for (_, response) in problems {
        if let RefOr::T(Response { content, .. }) = response
            && let Some(said) = content.swap_remove("application/json")
        {
            content.insert(problem::CONTENT_TYPE.to_owned(), said);
        }
    }
    let any = RefOr::Ref(Ref::from_response_name("Problem"));
    operation.responses.responses.insert("default".to_owned(), any);
}

fn problem() -> Response {
    let said = utoipa::openapi::ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    ResponseBuilder::new()
        .description("What was wrong, and what would be right")
        .content(problem::CONTENT_TYPE, said)
        .build()
}
