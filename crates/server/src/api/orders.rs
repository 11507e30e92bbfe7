//! Standing orders: given, listed and taken back by their owner; nobody else learns that there are any.

use super::extract::{Body, Path};
use super::play::{is_played, own_seat};
use super::tables::find;
use crate::App;
use crate::problem::{Answer, Problem};
use crate::store::OrderRow;
use crate::who::Who;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ferrata_engine::id::SeatId;
use ferrata_wire::{NewOrder, OrderInfo, OrderState};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(orders, give)).routes(routes!(take_back))
}

/// My orders at a table, those that stand first, with what they would do now and what they have done.
#[utoipa::path(get, path = "/api/tables/{id}/orders", tag = "orders", params(("id" = String, Path)),
    responses((status = 200, body = Vec<OrderInfo>), (status = 401, body = Problem), (status = 404, body = Problem)))]
async fn orders(State(app): State<App>, who: Who, Path(id): Path<String>) -> Answer<Json<Vec<OrderInfo>>> {
    let facts = find(&app, &id, Some(&who)).await?;
    let rows = app.store.orders_of(&id, &who.user.id).await?;
    if rows.is_empty() {
        return Ok(Json(Vec::new()));
    }
    super::play::with_running(&app, &facts, |running| {
        let last = running.last_entry();
        let would = |row: &OrderRow| match row.state {
            OrderState::Active => row.standing.outlook(SeatId(row.seat), running.game(), last.as_ref()),
            _ => None,
        };
        let info = |row: OrderRow| OrderInfo {
            would: would(&row),
            id: row.id,
            seat: row.seat,
            order: row.standing.order,
            state: row.state,
            did: row.did,
            created: row.created,
        };
        Ok(Json(rows.into_iter().map(info).collect()))
    })
    .await
}

/// Give an order. If it is my turn, it is carried out at once.
#[utoipa::path(post, path = "/api/tables/{id}/orders", tag = "orders", params(("id" = String, Path)), request_body = NewOrder,
    responses((status = 201, body = Vec<OrderInfo>), (status = 400, body = Problem), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn give(
    State(app): State<App>,
    who: Who,
    Path(id): Path<String>,
    Body(new): Body<NewOrder>,
) -> Answer<(StatusCode, Json<Vec<OrderInfo>>)> {
    let facts = find(&app, &id, Some(&who)).await?;
    is_played(&facts.row)?;
    let seat = own_seat(&facts.seats, &who, new.seat)?;
    app.hub.give_order(facts, seat, &who.user.id, new.order).await?;
    let all = orders(State(app), who, Path(id)).await?;
    Ok((StatusCode::CREATED, all))
}

/// Take an order back.
#[utoipa::path(delete, path = "/api/tables/{id}/orders/{order}", tag = "orders",
    params(("id" = String, Path), ("order" = String, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn take_back(
    State(app): State<App>,
    who: Who,
    Path((id, order)): Path<(String, String)>,
) -> Answer<StatusCode> {
    let facts = find(&app, &id, Some(&who)).await?;
    match app.hub.take_order_back(facts, &order, &who.user.id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::not_found("you have no such order that stands")),
    }
}
