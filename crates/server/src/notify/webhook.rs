//! Messages as requests to a server, signed as "Standard Webhooks" say, in the form that server wants.

use super::message::Message;
use super::outbound::{Failed, Outbound};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

const PREFIX: &str = "whsec_";

/// A new secret.
pub(crate) fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{PREFIX}{}", BASE64_STANDARD.encode(bytes)))
}

/// Sends a message.
pub(super) async fn send(
    outbound: &Outbound,
    url: &str,
    template: Option<&str>,
    secret: &str,
    message: &Message,
    now: i64,
) -> Result<(), Failed> {
    let body = body(template, message).map_err(Failed::ForEver)?;
    let seconds = now / 1000;
    let signature = sign(secret, &message.id, seconds, &body).map_err(Failed::ForEver)?;
    let headers = [
        ("content-type", "application/json".to_owned()),
        ("webhook-id", message.id.clone()),
        ("webhook-timestamp", seconds.to_string()),
        ("webhook-signature", signature),
    ];
    outbound.post(url, &headers, body.into_bytes()).await
}

/// The signature of a body.
fn sign(secret: &str, id: &str, seconds: i64, body: &str) -> Result<String, String> {
    let key = secret.strip_prefix(PREFIX).and_then(|key| BASE64_STANDARD.decode(key).ok());
    let key = key.ok_or("its secret cannot be read")?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).map_err(|error| error.to_string())?;
    mac.update(format!("{id}.{seconds}.{body}").as_bytes());
    Ok(format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes())))
}

/// What is sent: everything in our form, or the template with the message's words.
fn body(template: Option<&str>, message: &Message) -> Result<String, String> {
    let Message { id, kind, title, text, link, table, .. } = message;
    let Some(template) = template else {
        let table = table.as_ref().map(|(id, name)| json!({ "id": id, "name": name }));
        let all =
            json!({ "id": id, "kind": kind, "title": title, "text": text, "link": link, "table": table });
        return Ok(all.to_string());
    };
    let mut form: Value = serde_json::from_str(template).map_err(|error| format!("the template: {error}"))?;
    fill(&mut form, message);
    Ok(form.to_string())
}

/// Puts the message's words into all texts of a form.
fn fill(form: &mut Value, message: &Message) {
    match form {
        Value::String(text) => *text = filled(text, message),
        Value::Array(items) => items.iter_mut().for_each(|item| fill(item, message)),
        Value::Object(fields) => fields.values_mut().for_each(|value| fill(value, message)),
        _ => {}
    }
}

/// A text with the message's words: what they say is not looked at for signs of ours.
fn filled(text: &str, message: &Message) -> String {
    let mut full = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let (before, sign) = rest.split_at(at);
        full.push_str(before);
        let words = [("{title}", &message.title), ("{text}", &message.text), ("{link}", &message.link)];
        match words.iter().find(|(name, _)| sign.starts_with(name)) {
            Some((name, value)) => {
                full.push_str(value);
                rest = sign.get(name.len()..).unwrap_or_default();
            }
            None => {
                full.push('{');
                rest = sign.get(1..).unwrap_or_default();
            }
        }
    }
    full + rest
}

/// What is wrong with a template, if something is.
pub(crate) fn fault(template: &str) -> Option<String> {
    match serde_json::from_str::<Value>(template) {
        Err(error) => Some(format!("the template must be JSON: {error}")),
        Ok(_) if !template.contains("{text}") && !template.contains("{title}") => {
            Some("the template must have {text} or {title} where the message belongs".into())
        }
        Ok(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notify::message::plain;

    #[test]
    fn signatures_are_those_of_the_standard() {
        // The example of the standard's own libraries.
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let signed = sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signed.unwrap(), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_template_takes_any_words_and_stays_json() {
        let message =
            plain("1", "test", ("A \"title\"", "back\\slash\n{link}"), ("See it", "https://x/".into()));
        for (name, template) in ferrata_wire::TEMPLATES {
            assert_eq!(fault(template), None, "{name}");
            let body: Value = serde_json::from_str(&body(Some(template), &message).unwrap()).unwrap();
            let all: String = body.as_object().unwrap().values().filter_map(Value::as_str).collect();
            assert!(all.contains("back\\slash\n{link}") && all.contains("https://x/"), "{name}: {body}");
        }
        assert!(fault("no json").is_some() && fault("{}").is_some());
    }
}
