//! Undo and redo are entries of the exported list; what remains after them is the game.

use crate::error::Error;
use crate::record::place_of;
use serde_json::Value;

/// The actions that were not undone, in order.
pub(crate) fn resolve(actions: &[Value]) -> Result<Vec<&Value>, Error> {
    let mut kept: Vec<&Value> = Vec::with_capacity(actions.len());
    let mut undone: Vec<Vec<&Value>> = Vec::new();
    for action in actions {
        let place = place_of(action, None)?;
        match place.kind.as_str() {
            "undo" => undone.push(undo(&mut kept, action)?),
            "redo" => {
                let back = undone.pop().ok_or_else(|| Error::bad(&place, "there is nothing to do again"))?;
                kept.extend(back);
            }
            "message" => kept.push(action),
            _ => {
                // Whoever goes on after an undo gives up what was undone.
                undone.clear();
                kept.push(action);
            }
        }
    }
    Ok(kept)
}

/// Takes back everything after the action named, or the last action if none is named. Chat stays.
fn undo<'a>(kept: &mut Vec<&'a Value>, action: &Value) -> Result<Vec<&'a Value>, Error> {
    let place = place_of(action, None)?;
    let is_chat = |action: &Value| action.get("type").and_then(Value::as_str) == Some("message");
    let id_of = |action: &Value| action.get("id").and_then(Value::as_u64).unwrap_or_default();
    let from = match action.get("action_id").and_then(Value::as_u64) {
        Some(until) => kept.iter().position(|kept| id_of(kept) > until).unwrap_or(kept.len()),
        None => kept
            .iter()
            .rposition(|kept| !is_chat(kept))
            .ok_or_else(|| Error::bad(&place, "there is nothing to take back"))?,
    };
    let tail = kept.split_off(from);
    let (chat, taken): (Vec<_>, Vec<_>) = tail.into_iter().partition(|action| is_chat(action));
    kept.extend(chat);
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ids(actions: &[Value]) -> Vec<u64> {
        resolve(actions).unwrap().iter().map(|action| action["id"].as_u64().unwrap()).collect()
    }

    #[test]
    fn undo_takes_back_and_redo_brings_back() {
        let pass = |id: u64| json!({"type": "pass", "id": id});
        let undo = |id: u64| json!({"type": "undo", "id": id});
        let redo = |id: u64| json!({"type": "redo", "id": id});
        assert_eq!(ids(&[pass(1), pass(2), undo(3), pass(4)]), [1, 4]);
        assert_eq!(ids(&[pass(1), pass(2), undo(3), redo(4), pass(5)]), [1, 2, 5]);
        assert_eq!(ids(&[pass(1), pass(2), undo(3), undo(4), redo(5)]), [1]);
        let to = json!({"type": "undo", "id": 4, "action_id": 1});
        assert_eq!(ids(&[pass(1), pass(2), pass(3), to, redo(5)]), [1, 2, 3]);
    }

    #[test]
    fn what_cannot_be_done_again_is_named() {
        let error = resolve(&[json!({"type": "redo", "id": 9})]).unwrap_err().to_string();
        assert_eq!(error, "action 9 (redo): there is nothing to do again");
    }
}
